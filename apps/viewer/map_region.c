#include "map_region.h"

#include <math.h>

#define CELL_MAX 0x1p43
/* The magnitude of a grid's first index. */
#define FIRST_MAX 0x1p39

void map_move(struct map_middle *middle, double distance)
{
    /* The whole part goes to the cells first, so that a long displacement does not wash out the fraction. */
    const double whole = floor(distance);
    middle->cell += whole;
    middle->fraction += distance - whole;
    const double carry = floor(middle->fraction);
    middle->cell += carry;
    middle->fraction -= carry;
    if (fabs(middle->cell) >= CELL_MAX) {
        middle->cell = copysign(CELL_MAX - 1, middle->cell);
        middle->fraction = 0;
    }
}

static struct map_middle middle_at(double coordinate)
{
    struct map_middle middle = {0, 0};
    map_move(&middle, coordinate);
    return middle;
}

static double clamp_span(double span)
{
    return fmin(fmax(span, MAP_SPAN_MIN), MAP_SPAN_MAX);
}

struct map_region map_of_region(const double origin[2], const double extent[2], double stretch, uint32_t width,
                                uint32_t height)
{
    const double by_width = extent[0] / stretch * (double)height / (double)width;
    return (struct map_region){
        .middle = {middle_at(origin[0] + extent[0] / 2), middle_at(origin[1] + extent[1] / 2)},
        .span = clamp_span(fmax(extent[1], by_width)),
        .stretch = stretch,
    };
}

static struct map_middle middle_of(double cell, double fraction)
{
    struct map_middle middle = middle_at(cell);
    map_move(&middle, fraction);
    return middle;
}

struct map_region map_of_view(const viewer_view *view, const struct map_region *region)
{
    if (view->map_span == 0) {
        return *region;
    }
    return (struct map_region){
        .middle = {middle_of(view->map_x, view->map_fraction_x), middle_of(view->map_y, view->map_fraction_y)},
        .span = clamp_span(view->map_span),
        .stretch = region->stretch,
    };
}

void map_to_view(const struct map_region *region, viewer_view *view)
{
    view->map_x = region->middle[0].cell;
    view->map_y = region->middle[1].cell;
    view->map_fraction_x = region->middle[0].fraction;
    view->map_fraction_y = region->middle[1].fraction;
    view->map_span = region->span;
}

void map_zoom(struct map_region *region, double factor, double x, double y, uint32_t width, uint32_t height)
{
    const double before = region->span / (double)height;
    region->span = clamp_span(region->span * factor);
    const double after = region->span / (double)height;
    map_move(&region->middle[0], (x - (double)width / 2) * (before - after) * region->stretch);
    map_move(&region->middle[1], (y - (double)height / 2) * (before - after));
}

struct map_axis map_axis_of(const struct map_middle *middle, uint64_t count, double step)
{
    struct map_middle corner = *middle;
    map_move(&corner, -step * ((double)count - 1) / 2);
    /* The sum is rounded to what float64 can tell there; the rest of it is a number of steps. */
    const double origin = corner.cell + corner.fraction;
    const double rest = (corner.cell - origin) + corner.fraction;
    const double steps = nearbyint(rest / step);
    return (struct map_axis){origin, fabs(steps) <= FIRST_MAX ? (int64_t)steps : 0};
}
