/*
 * The optimised kernel of hash_noise.h: a group makes the gradients of its cell's corners once, and what each axis
 * adds to their dot products once for all samples at one position along that axis, in all octaves. With time the field
 * has one position along the last axis, so that its part is the same for all samples, and is added to that of x. The
 * half-optimised kernel shares the gradients alone.
 *
 * Before it includes this file, an entry file includes hash_noise.h and defines scree_hash_noise_group, and two
 * functions or macros that read the shared data:
 * - scree_hash_noise_group_gradient(group, index): a gradient's component, by scree_hash_noise_gradient_index();
 * - scree_hash_noise_group_part(group, index): a part, by scree_hash_noise_part_index().
 */
#ifndef SCREE_KERNELS_HASH_NOISE_GROUP_H
#define SCREE_KERNELS_HASH_NOISE_GROUP_H

#include "lessons/hash_noise.h"

/* Corners of a cell, in all octaves together. */
SCREE_FN scree_index scree_hash_noise_group_corners(const scree_index program, const scree_index octaves)
{
    return octaves << scree_hash_noise_axes(program);
}

/* The index of a component of a gradient; `corner` counts those of all octaves. */
SCREE_FN scree_index scree_hash_noise_gradient_index(const scree_index program, const scree_index corner,
                                                     const scree_index axis)
{
    return corner * scree_hash_noise_axes(program) + axis;
}

/* The index of a part, of the samples at `at` along an axis of space. */
SCREE_FN scree_index scree_hash_noise_part_index(const scree_index program, const scree_index corner,
                                                 const scree_index axis, const scree_index at)
{
    return (corner * scree_hash_noise_space(program) + axis) * SCREE_HASH_NOISE_SIDE + at;
}

/* A component of the gradient of a corner; `first` is the position of the group's first sample. */
SCREE_FN scree_f32 scree_hash_noise_make_gradient(const scree_index program, const scree_hash_noise_position first,
                                                  const scree_index corner, const scree_index axis)
{
    scree_index axes = scree_hash_noise_axes(program);
    scree_hash_noise_cell cell = scree_hash_noise_cell_of(first, corner >> axes);
    scree_u32 hash = scree_hash_noise_corner_hash(axes, cell, corner & ((1u << axes) - 1u));
    return scree_hash_noise_gradient_of_bits(axes, hash, axis);
}

/* A part, once the gradients are there. */
SCREE_FN_OF(scree_hash_noise_group)
scree_f32 scree_hash_noise_make_part(const scree_index program, const scree_hash_noise_group group,
                                     const scree_hash_noise_position first, const scree_index corner,
                                     const scree_index axis, const scree_index at)
{
    scree_index axes = scree_hash_noise_axes(program);
    scree_index space = scree_hash_noise_space(program);
    scree_index octave = corner >> axes;
    scree_f32 part = scree_hash_noise_part(
        scree_hash_noise_fraction(first.at[axis] + at, octave), ((corner >> axis) & 1u) != 0u,
        scree_hash_noise_group_gradient(group, scree_hash_noise_gradient_index(program, corner, axis)));
    if (axis == 0u && space < axes) {
        part = part +
               scree_hash_noise_part(
                   scree_hash_noise_fraction(first.at[space], octave), ((corner >> space) & 1u) != 0u,
                   scree_hash_noise_group_gradient(group, scree_hash_noise_gradient_index(program, corner, space)));
    }
    return part;
}

/* A part for a sample of the cell at `at` along an axis: the group's, or the sample's own. */
SCREE_FN_OF(scree_hash_noise_group)
scree_f32 scree_hash_noise_find_part(const scree_index program, const scree_hash_noise_group group,
                                     const scree_hash_noise_cell cell, const scree_index corner, const scree_index axis,
                                     const scree_index at)
{
    scree_f32 part;
    if (program == SCREE_HASH_NOISE_3D_HALF) {
        part = scree_hash_noise_part(
            cell.fraction[axis], ((corner >> axis) & 1u) != 0u,
            scree_hash_noise_group_gradient(group, scree_hash_noise_gradient_index(program, corner, axis)));
    } else {
        part = scree_hash_noise_group_part(group, scree_hash_noise_part_index(program, corner, axis, at));
    }
    return part;
}

/* An octave at a sample, once what is shared is there; `thread` is its number in the group. */
SCREE_FN_OF(scree_hash_noise_group)
scree_f32 scree_hash_noise_shared(const scree_index program, const scree_hash_noise_group group,
                                  const scree_hash_noise_cell cell, const scree_index octave, const scree_index thread)
{
    scree_index axes = scree_hash_noise_axes(program);
    scree_index space = scree_hash_noise_space(program);
    scree_hash_noise_dots dots;
    SCREE_UNROLL
    for (scree_index i = 0u; i < 1u << axes; i++) {
        scree_index corner = (octave << axes) + i;
        scree_f32 dot = scree_hash_noise_find_part(program, group, cell, corner, 0u, thread & 7u) +
                        scree_hash_noise_find_part(program, group, cell, corner, 1u, (thread >> 3u) & 7u);
        if (space == 3u) {
            dot = dot + scree_hash_noise_find_part(program, group, cell, corner, 2u, thread >> 6u);
        }
        dots.corner[i] = dot;
    }
    return scree_hash_noise_interpolate(axes, dots, cell);
}

#endif
