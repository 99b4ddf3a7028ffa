/* The range of a scene's ramp, and the box of its samples. */
#ifndef SCENE_RANGE_H
#define SCENE_RANGE_H

#include <stdint.h>

#include <scree/output.h>
#include <scree/scene.h>

/* The nearest range that a scene takes (scene.h): within its limits, and with the first number below the second. */
scree_range scene_range_between(double low, double high);

/* A box of samples, whose longest edge is 2 long in a scene's world. */
struct scene_box {
    double side[3]; /* Of a sample along each axis; the shortest is 1. */
    double edge;    /* The longest edge of the box. */
};

/* The box of so many samples of 2 or 3 axes; `voxel` has their sides in any unit. */
struct scene_box scene_box_of(const uint64_t count[3], uint32_t axes, const double voxel[3]);

/* Axes of the samples of a kind of scene: 3 of volumes. */
uint32_t scene_axes(scree_scene_kind kind);

/* The shortest of so many sides. */
double scene_shortest_side(const double *sides, uint32_t axes);

#endif
