/*
 * Distances: squared terms of one axis, and what becomes of a squared distance. Squared distances are integers
 * where the sides of a voxel are equal, and float32 sums otherwise, z first, then y, then x. Rounding keeps the order
 * of numbers, so the smallest of such sums is the same in whatever order, and by whatever search, it is found.
 */
#ifndef SCREE_KERNELS_DISTANCE_H
#define SCREE_KERNELS_DISTANCE_H

#include "base/portable.h"
#include "base/root.h"

/* Squared distances that are integers are below 2^30; that number stands for no voxel, and for any above it. */
#define SCREE_FAR_SQUARE_LOG 30

/* The squared term of a whole number of steps; from `limit` steps on it is `far`, which stands for all greater ones. */
SCREE_FN scree_index scree_whole_square(const scree_index steps, const scree_index limit, const scree_index far)
{
    return steps < limit ? steps * steps : far;
}

/* The squared term of `steps` voxels of side `side` along an axis, in float32. */
SCREE_FN scree_f32 scree_axis_square(const scree_f32 steps, const scree_f32 side)
{
    scree_f32 length = steps * side;
    return length * length;
}

/*
 * Whether a vertex at `index` with the sum `sum` is nearer than another one. Among equal sums the one with the
 * smaller index counts. Works for all types of squares.
 */
#define scree_is_nearer(sum, index, other_sum, other_index) \
    ((sum) < (other_sum) || ((sum) == (other_sum) && (index) < (other_index)))

/*
 * Whether a run of vertices may hold a sum that is less than `sum`, or the same: `minimum` is the smallest square of
 * the run, and `distance` the squared distance to its nearest vertex. A run without voxels never does; otherwise a sum
 * that is far would have all runs searched.
 */
#define scree_may_be_nearer(minimum, distance, far, sum) ((minimum) < (far) && (minimum) + (distance) <= (sum))

/*
 * The distance of a squared one: its root, times `unit` (the side of a voxel, or 1 where sides are in it already), less
 * `margin` but not below zero (what a conservative field gives away), and `clip` at most.
 */
SCREE_FN scree_f32 scree_distance_from_square(const scree_f32 square, const scree_f32 unit, const scree_f32 margin,
                                              const scree_f32 clip)
{
    scree_f32 length = scree_root(square) * unit;
    scree_f32 rest = scree_select_less(length, margin, margin - margin, length - margin);
    return scree_minimum(rest, clip);
}

/* The distance with a sign, which is 0 or 0x80000000; a distance of zero stays positive. */
SCREE_FN scree_f32 scree_distance_signed(const scree_f32 distance, const scree_u32 sign)
{
    scree_u32 bits = scree_bits_from_f32(distance);
    return scree_f32_from_bits(scree_select_equal_u32(bits, bits & 0u, bits, bits | sign));
}

#endif
