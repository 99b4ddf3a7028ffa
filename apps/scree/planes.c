#include "planes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* The room between two planes, as a share of the longer side of one. */
#define ROOM_SHARE 48u

/* The axes along the sides of a plane. */
static const unsigned sides[3][2] = {{1, 2}, {0, 2}, {0, 1}};

static uint64_t side(const struct planes *planes, int number)
{
    return planes->count[sides[planes->axis][number]] * planes->repeats;
}

static uint64_t room(const struct planes *planes)
{
    const uint64_t width = side(planes, 0);
    const uint64_t height = side(planes, 1);
    return 1 + (width > height ? width : height) / ROOM_SHARE;
}

static uint64_t rows_of(const struct planes *planes)
{
    return (planes->planes + planes->columns - 1) / planes->columns;
}

/* The longer side of a sheet with so many planes in a row. */
static uint64_t longer_side(struct planes planes, uint64_t columns)
{
    uint64_t count[2];
    planes.columns = columns;
    planes_measure(&planes, count);
    return count[0] > count[1] ? count[0] : count[1];
}

void planes_spread(struct planes *planes, uint64_t number)
{
    const uint64_t all = planes->count[planes->axis];
    planes->planes = number < all ? number : all;
    planes->extent = all;
    planes->columns = 1;
    for (uint64_t columns = 2; columns <= planes->planes; columns++) {
        planes->columns = longer_side(*planes, columns) < longer_side(*planes, planes->columns) ? columns
                                                                                                : planes->columns;
    }
}

void planes_turn(const struct planes *planes, double of_sample[3])
{
    const double turned[] = {of_sample[sides[planes->axis][0]], of_sample[sides[planes->axis][1]]};
    of_sample[0] = turned[0];
    of_sample[1] = turned[1];
}

uint64_t planes_samples(const struct planes *planes)
{
    return planes->planes * side(planes, 0) * side(planes, 1);
}

void planes_measure(const struct planes *planes, uint64_t count[2])
{
    count[0] = planes->columns * (side(planes, 0) + room(planes)) - room(planes);
    count[1] = rows_of(planes) * (side(planes, 1) + room(planes)) - room(planes);
}

static uint64_t index_of(const struct planes *planes, uint64_t plane)
{
    return planes->first + (2 * plane + 1) * planes->extent / (2 * planes->planes);
}

/* The sample of a plane, whose z axis points up as far as it lies in it. */
static float sample_at(const struct planes *planes, const float *samples, uint64_t plane, uint64_t x, uint64_t y)
{
    const unsigned *axes = sides[planes->axis];
    const uint64_t *count = planes->count;
    uint64_t at[3];
    at[planes->axis] = index_of(planes, plane);
    at[axes[0]] = x % count[axes[0]];
    at[axes[1]] = axes[1] == 2 ? count[2] - 1 - y % count[2] : y % count[1];
    return samples[(at[2] * count[1] + at[1]) * count[0] + at[0]];
}

static void widen(scree_range *range, float value)
{
    if (isfinite(value)) {
        range->minimum = fminf(range->minimum, value);
        range->maximum = fmaxf(range->maximum, value);
    }
}

static void arrange_plane(const struct planes *planes, const float *samples, uint64_t plane, float *map, uint64_t pitch,
                          scree_range *range)
{
    for (uint64_t y = 0; y < side(planes, 1); y++) {
        for (uint64_t x = 0; x < side(planes, 0); x++) {
            const float value = sample_at(planes, samples, plane, x, y);
            map[y * pitch + x] = value;
            widen(range, value);
        }
    }
}

/* The sample of the map at which a plane begins. */
static void find_corner(const struct planes *planes, uint64_t plane, uint64_t corner[2])
{
    corner[0] = plane % planes->columns * (side(planes, 0) + room(planes));
    corner[1] = plane / planes->columns * (side(planes, 1) + room(planes));
}

scree_range planes_arrange(const struct planes *planes, const float *samples, float *map)
{
    scree_range range = {INFINITY, -INFINITY};
    uint64_t count[2];
    planes_measure(planes, count);
    for (uint64_t i = 0; i < count[0] * count[1]; i++) {
        map[i] = NAN;
    }
    for (uint64_t plane = 0; plane < planes->planes; plane++) {
        uint64_t corner[2];
        find_corner(planes, plane, corner);
        arrange_plane(planes, samples, plane, map + corner[1] * count[0] + corner[0], count[0], &range);
    }
    return range;
}

size_t planes_name(const struct planes *planes, const float pixels[2], struct stroke_text names[PLANES_MOST])
{
    size_t count = 0;
    for (uint64_t plane = 0; planes->is_needed && planes->planes > 1 && plane < planes->planes; plane++) {
        struct stroke_text *name = &names[count];
        uint64_t corner[2];
        find_corner(planes, plane, corner);
        *name = (struct stroke_text){.direction = {1.0f, 0.0f}, .ground = {24, 26, 30}};
        snprintf(name->text, sizeof name->text, "%c=%" PRIu64, "xyz"[planes->axis], index_of(planes, plane));
        stroke_font_choose_ink(name);
        const float width = stroke_font_width(name->text) + 6.0f * STROKE_FONT_MARGIN;
        name->centre[0] = (float)corner[0] * pixels[0] + width / 2.0f + STROKE_FONT_HEIGHT / 2.0f;
        name->centre[1] = (float)corner[1] * pixels[1] + STROKE_FONT_HEIGHT + STROKE_FONT_MARGIN;
        const bool fits = (float)side(planes, 0) * pixels[0] > 2.0f * width &&
                          (float)side(planes, 1) * pixels[1] > 4.0f * STROKE_FONT_HEIGHT;
        count += fits ? 1 : 0;
    }
    return count;
}
