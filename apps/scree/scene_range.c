#include "scene_range.h"

#include <math.h>

/* Ends that are nearer to each other are taken for one number. */
#define LEAST_LENGTH 1e-20

scree_range scene_range_between(double low, double high)
{
    const scree_range range = {(float)fmax(low, -SCREE_MAX_SCENE_VALUE), (float)fmin(high, SCREE_MAX_SCENE_VALUE)};
    const float half = fmaxf(fabsf(range.minimum) * 0x1p-10f, 0x1p-10f);
    return (double)range.maximum - (double)range.minimum >= LEAST_LENGTH
               ? range
               : (scree_range){range.minimum - half, range.minimum + half};
}

uint32_t scene_axes(scree_scene_kind kind)
{
    return kind == SCREE_SCENE_VOXELS || kind == SCREE_SCENE_CLOUD || kind == SCREE_SCENE_SURFACE ? 3 : 2;
}

double scene_shortest_side(const double *sides, uint32_t axes)
{
    double shortest = sides[0];
    for (uint32_t axis = 1; axis < axes; axis++) {
        shortest = fmin(shortest, sides[axis]);
    }
    return shortest;
}

struct scene_box scene_box_of(const uint64_t count[3], uint32_t axes, const double voxel[3])
{
    struct scene_box box = {.side = {1.0, 1.0, 1.0}, .edge = 1.0};
    const double shortest = scene_shortest_side(voxel, axes);
    for (uint32_t axis = 0; axis < axes; axis++) {
        box.side[axis] = voxel[axis] / shortest;
        box.edge = fmax(box.edge, (double)count[axis] * box.side[axis]);
    }
    return box;
}
