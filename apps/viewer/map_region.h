/*
 * Where a map is, exactly at any depth: the middle is a number of whole cells and a fraction, and panning changes the
 * fraction, so that steps of 2^-46 cells are kept 2^43 cells away from the origin.
 */
#ifndef VIEWER_MAP_REGION_H
#define VIEWER_MAP_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "view.h"

/* The middle along one axis. */
struct map_middle {
    double cell;     /* Whole. */
    double fraction; /* 0 to less than 1. */
};

/* The part of a field that a map shows. */
struct map_region {
    struct map_middle middle[2];
    double span;    /* Cells across the height. */
    double stretch; /* Cells along x where there is one along y: 1 unless the recipe's steps differ. */
};

/* The smallest and the largest span. */
#define MAP_SPAN_MIN 0x1p-32
#define MAP_SPAN_MAX 1e12

/* Adds a distance in cells; the middle stays within the limits of the view. */
void map_move(struct map_middle *middle, double distance);

/* The part of a field that a recipe samples, as a map of so many pixels shows it. */
struct map_region map_of_region(const double origin[2], const double extent[2], double stretch, uint32_t width,
                                uint32_t height);

/* The region of a view; of `region` where the view has none. */
struct map_region map_of_view(const viewer_view *view, const struct map_region *region);
void map_to_view(const struct map_region *region, viewer_view *view);

/* Zooms by a factor (below 1: in) about a pixel, which keeps what it shows. */
void map_zoom(struct map_region *region, double factor, double x, double y, uint32_t width, uint32_t height);

/*
 * The grid along an axis of `count` samples, with `step` cells between them and the middle in their middle: origin +
 * first * step is the position of the first sample, exact to a step wherever the middle is.
 */
struct map_axis {
    double origin;
    int64_t first;
};
struct map_axis map_axis_of(const struct map_middle *middle, uint64_t count, double step);

#endif
