/*
 * Distances: squared terms of one axis, roots, and what becomes of a squared distance. Squared distances are whole
 * numbers where the sides of a voxel are equal, and float32 sums otherwise, z first, then y, then x. Rounding keeps the
 * order of numbers, so the least of such sums is the same in whatever order, and by whatever search, it is found.
 */
#ifndef SCREE_KERNELS_DISTANCE_H
#define SCREE_KERNELS_DISTANCE_H

#include "portable.h"
#include "root.h"

/* The squared term of `steps` voxels of side `side` along an axis, in float32. */
SCREE_FN scree_f32 scree_axis_square(scree_f32 steps, scree_f32 side)
{
    scree_f32 length = steps * side;
    return length * length;
}

/*
 * The distance of a squared one: its root, times `unit` (the side of a voxel, or 1 where sides are in it already), less
 * `margin` but not below zero (what a conservative field gives away), and `clip` at most.
 */
SCREE_FN scree_f32 scree_distance_from_square(scree_f32 square, scree_f32 unit, scree_f32 margin, scree_f32 clip)
{
    scree_f32 length = scree_root(square) * unit;
    scree_f32 rest = scree_select_less(length, margin, margin - margin, length - margin);
    return scree_minimum(rest, clip);
}

#endif
