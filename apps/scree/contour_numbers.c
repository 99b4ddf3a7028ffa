#include "contour_numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Pixels from one row on which lines are looked for to the next: a share of the height, within limits. */
#define ROWS_SHARE 96u
#define ROWS_MIN 6u
/* Pixels that a line may leave the middle of its number by; straight runs are taken first. */
static const float turns[] = {0.75f, 2.5f};
/* The fewest pixels between two lines, of which one has a number. */
#define LINES_APART 7.0f
/* Pixels of its line that are seen before and behind a number. */
#define SIDE_ROOM 7.0f
/* Pixels between the middles of two numbers: a share of the longer side, and the minimum; and of one line. */
#define ROOM_SHARE 24.0f
#define ROOM_MIN 44.0f
#define ROOM_OF_LINE 3.0f
/* Lines are drawn up to here on either side of the one from which they are counted. */
#define LINES_MOST 1e6
/* Lines from a pixel to the next from which on none is seen, and pixels from one place to the next that is looked at.
 */
#define LINES_LOST 0.75
#define PLACES_APART 4u

float contour_map_value(const struct contour_map *map, float x, float y)
{
    const double column = map->left + (double)x * map->samples_a_pixel[0] - 0.5;
    const double row = map->top + (double)y * map->samples_a_pixel[1] - 0.5;
    if (!(column >= 0.0 && row >= 0.0 && column <= (double)(map->columns - 1) && row <= (double)(map->rows - 1))) {
        return NAN;
    }
    const uint64_t i = (uint64_t)column;
    const uint64_t j = (uint64_t)row;
    const uint64_t right = i + 1 < map->columns ? 1 : 0;
    const uint64_t below = j + 1 < map->rows ? map->columns : 0;
    const float *at = map->samples + j * map->columns + i;
    const float across = (float)(column - (double)i);
    const float upper = at[0] + across * (at[right] - at[0]);
    const float lower = at[below] + across * (at[below + right] - at[below]);
    return upper + (float)(row - (double)j) * (lower - upper);
}

/* The number of the line between two samples, or NaN. */
static double line_between(const struct contour_map *map, float before, float after)
{
    const double one = floor((double)before / map->interval);
    const double other = floor((double)after / map->interval);
    const bool is_drawn = fabs(one - map->base) < LINES_MOST && fabs(other - map->base) < LINES_MOST;
    return one != other && is_drawn ? fmax(one, other) : (double)NAN;
}

/* How much samples differ from one pixel to the next, to the right and down. */
static void find_slopes(const struct contour_map *map, const float at[2], float slopes[2])
{
    slopes[0] = (contour_map_value(map, at[0] + 1.0f, at[1]) - contour_map_value(map, at[0] - 1.0f, at[1])) / 2.0f;
    slopes[1] = (contour_map_value(map, at[0], at[1] + 1.0f) - contour_map_value(map, at[0], at[1] - 1.0f)) / 2.0f;
}

/* Turns a text along the line through its middle, so that it is read from left to right. Returns how much samples
   differ from one pixel to the next across the line. */
static float turn_along(const struct contour_map *map, struct stroke_text *number)
{
    float slopes[2];
    find_slopes(map, number->centre, slopes);
    const float slope = hypotf(slopes[0], slopes[1]);
    const float sign = slopes[1] > 0.0f || (slopes[1] == 0.0f && slopes[0] < 0.0f) ? 1.0f : -1.0f;
    number->direction[0] = sign * slopes[1] / slope;
    number->direction[1] = -sign * slopes[0] / slope;
    return slope;
}

/* Whether a line stays within some pixels of the middle of its number, and the number within the map. */
static bool is_straight(const struct contour_map *map, const struct stroke_text *number, double value, float away)
{
    const float half = stroke_font_width(number->text) / 2.0f + SIDE_ROOM;
    for (float along = -half; along <= half; along += 2.0f) {
        const float sample = contour_map_value(map, number->centre[0] + along * number->direction[0],
                                               number->centre[1] + along * number->direction[1]);
        if (!(fabsf(sample - (float)value) <= away)) {
            return false;
        }
    }
    return true;
}

static bool has_room(const struct contour_map *map, const struct stroke_text *numbers, const double *lines,
                     size_t count)
{
    const float room = fmaxf(ROOM_MIN, (float)(map->width > map->height ? map->width : map->height) / ROOM_SHARE);
    for (size_t i = 0; i < count; i++) {
        const float distance =
            hypotf(numbers[i].centre[0] - numbers[count].centre[0], numbers[i].centre[1] - numbers[count].centre[1]);
        if (distance < room * (lines[i] == lines[count] ? ROOM_OF_LINE : 1.0f)) {
            return false;
        }
    }
    return true;
}

/* Tries to write the number behind the last one where its line crosses a row. */
static bool try_number(const struct contour_map *map, struct stroke_text *numbers, const double *lines, size_t count,
                       float most_turned)
{
    struct stroke_text *number = &numbers[count];
    if (!has_room(map, numbers, lines, count)) {
        return false;
    }
    snprintf(number->text, sizeof number->text, "%.7g", lines[count] * map->interval * map->unit + 0.0);
    const float slope = turn_along(map, number);
    return slope * LINES_APART < (float)map->interval &&
           is_straight(map, number, lines[count] * map->interval, most_turned * slope);
}

/* Looks for lines along a row of the picture. */
static size_t search_row(const struct contour_map *map, struct stroke_text *numbers, double *lines, size_t count,
                         size_t most, uint32_t row, float most_turned)
{
    const float y = (float)row + 0.5f;
    float before = contour_map_value(map, 0.5f, y);
    for (uint32_t column = 1; column < map->width && count < most; column++) {
        const float after = contour_map_value(map, (float)column + 0.5f, y);
        lines[count] = line_between(map, before, after);
        if (!isnan(lines[count])) {
            const double value = lines[count] * map->interval;
            numbers[count].centre[0] = (float)column - 0.5f + ((float)value - before) / (after - before);
            numbers[count].centre[1] = y;
            count += try_number(map, numbers, lines, count, most_turned) ? 1 : 0;
        }
        before = after;
    }
    return count;
}

size_t contour_numbers_find(const struct contour_map *map, struct stroke_text *numbers, double *lines, size_t most)
{
    const uint32_t share = map->height / ROWS_SHARE;
    const uint32_t rows = share > ROWS_MIN ? share : ROWS_MIN;
    size_t count = 0;
    for (size_t pass = 0; pass < sizeof turns / sizeof turns[0]; pass++) {
        for (uint32_t row = rows / 2; row < map->height && count < most; row += rows) {
            count = search_row(map, numbers, lines, count, most, row, turns[pass]);
        }
    }
    return count;
}

double contour_lines_lost(const struct contour_map *map, double *lines_a_pixel)
{
    uint64_t places = 0;
    uint64_t lost = 0;
    double sum = 0.0;
    for (uint32_t row = PLACES_APART / 2; row < map->height; row += PLACES_APART) {
        for (uint32_t column = PLACES_APART / 2; column < map->width; column += PLACES_APART) {
            const float at[2] = {(float)column + 0.5f, (float)row + 0.5f};
            float slopes[2];
            find_slopes(map, at, slopes);
            const double lines = hypot((double)slopes[0], (double)slopes[1]) / map->interval;
            if (isfinite(lines)) {
                places++;
                lost += lines >= LINES_LOST ? 1 : 0;
                sum += lines;
            }
        }
    }
    *lines_a_pixel = places > 0 ? sum / (double)places : 0.0;
    return places > 0 ? (double)lost / (double)places : 0.0;
}
