#include "contour_numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Pixels from one row on which lines are looked for to the next: a share of the height, within limits. */
#define ROWS_SHARE 96u
#define ROWS_MIN 6u
/* Pixels that a line may leave the middle of its number by; straight runs are taken first. */
static const float bends[] = {0.75f, 2.5f};
/* The fewest pixels between two lines, of which one has a number. */
#define LINES_APART 7.0f
/* Pixels of its line that are seen before and behind a number. */
#define SIDE_ROOM 7.0f
/* Pixels between the middles of two numbers: a share of the longer side, and the minimum; and of one line. */
#define ROOM_SHARE 24.0f
#define ROOM_MIN 44.0f
#define ROOM_OF_LINE 3.0f
/* Lines are counted up to here. */
#define LINES_MOST 1e9

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
    return one != other && fabs(one) < LINES_MOST && fabs(other) < LINES_MOST ? fmax(one, other) : (double)NAN;
}

/* Turns a text along the line through its middle, so that it is read from left to right. Returns how much samples
   differ from one pixel to the next across the line. */
static float turn_along(const struct contour_map *map, struct lettering *number)
{
    const float *at = number->centre;
    const float x = (contour_map_value(map, at[0] + 1.0f, at[1]) - contour_map_value(map, at[0] - 1.0f, at[1])) / 2.0f;
    const float y = (contour_map_value(map, at[0], at[1] + 1.0f) - contour_map_value(map, at[0], at[1] - 1.0f)) / 2.0f;
    const float slope = hypotf(x, y);
    const float sign = y > 0.0f || (y == 0.0f && x < 0.0f) ? 1.0f : -1.0f;
    number->direction[0] = sign * y / slope;
    number->direction[1] = -sign * x / slope;
    return slope;
}

/* Whether a line stays within some pixels of the middle of its number, and the number within the map. */
static bool is_straight(const struct contour_map *map, const struct lettering *number, double value, float away)
{
    const float half = lettering_width(number->text) / 2.0f + SIDE_ROOM;
    for (float along = -half; along <= half; along += 2.0f) {
        const float sample = contour_map_value(map, number->centre[0] + along * number->direction[0],
                                               number->centre[1] + along * number->direction[1]);
        if (!(fabsf(sample - (float)value) <= away)) {
            return false;
        }
    }
    return true;
}

static bool has_room(const struct contour_map *map, const struct lettering *numbers, const double *lines, size_t count)
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
static bool try_number(const struct contour_map *map, struct lettering *numbers, const double *lines, size_t count,
                       float most_bent)
{
    struct lettering *number = &numbers[count];
    if (!has_room(map, numbers, lines, count)) {
        return false;
    }
    snprintf(number->text, sizeof number->text, "%.7g", lines[count] * map->interval * map->unit + 0.0);
    const float slope = turn_along(map, number);
    return slope * LINES_APART < (float)map->interval &&
           is_straight(map, number, lines[count] * map->interval, most_bent * slope);
}

/* Looks for lines along a row of the picture. */
static size_t search_row(const struct contour_map *map, struct lettering *numbers, double *lines, size_t count,
                         size_t most, uint32_t row, float most_bent)
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
            count += try_number(map, numbers, lines, count, most_bent) ? 1 : 0;
        }
        before = after;
    }
    return count;
}

size_t contour_numbers_find(const struct contour_map *map, struct lettering *numbers, double *lines, size_t most)
{
    const uint32_t share = map->height / ROWS_SHARE;
    const uint32_t rows = share > ROWS_MIN ? share : ROWS_MIN;
    size_t count = 0;
    for (size_t pass = 0; pass < sizeof bends / sizeof bends[0]; pass++) {
        for (uint32_t row = rows / 2; row < map->height && count < most; row += rows) {
            count = search_row(map, numbers, lines, count, most, row, bends[pass]);
        }
    }
    return count;
}
