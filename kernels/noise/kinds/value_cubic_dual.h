/*
 * Cubic value noise with its derivatives. A sum along an axis carries the derivatives along the axes within it like
 * values, and adds its own: values times the slopes of the weights. With t the fraction and s = 1 - t these are
 *
 *     s (3 t - 1),  -1 - s (3 t - 1),  1 - t (3 t - 2),  t (3 t - 2).
 *
 * Sums may nearly cancel, so numbers are trimmed before they are multiplied: no product is subnormal.
 */
#ifndef SCREE_KERNELS_VALUE_CUBIC_DUAL_H
#define SCREE_KERNELS_VALUE_CUBIC_DUAL_H

#include "base/dual.h"
#include "noise/kinds/value_cubic.h"

/* An axis, and the slopes of its weights. */
SCREE_STRUCT(scree_cubic_dual_axis)
{
    scree_cubic_axis nodes;
    scree_f32 slope[4];
};

SCREE_FN scree_cubic_dual_axis scree_cubic_dual_axis_of(const scree_u32 cell, const scree_f32 fraction,
                                                        const scree_site_axis axis)
{
    scree_cubic_dual_axis made;
    scree_f32 rest = 1.0f - fraction;
    scree_f32 thrice = fraction * 3.0f;
    made.nodes = scree_cubic_axis_of(cell, fraction, axis);
    made.slope[0] = rest * (thrice - 1.0f);
    made.slope[3] = fraction * (thrice - 2.0f);
    made.slope[1] = -1.0f - made.slope[0];
    made.slope[2] = 1.0f - made.slope[3];
    return made;
}

/* Adds a part along an axis, which has derivatives along the axes before it. */
SCREE_FN scree_dual scree_cubic_add_dual(const scree_dual sum, const scree_dual part, const scree_cubic_dual_axis axis,
                                         const scree_index node, const scree_index number)
{
    scree_dual added = sum;
    added.value = scree_cubic_add(sum.value, part.value, axis.nodes.weight[node]);
    SCREE_UNROLL
    for (scree_index inner = 0u; inner < 4u; inner++) {
        if (inner < number) {
            scree_f32 slope = scree_dual_trimmed(part.slope[inner]);
            added.slope[inner] = scree_cubic_add(sum.slope[inner], slope, axis.nodes.weight[node]);
        }
    }
    added.slope[number] = scree_cubic_add(sum.slope[number], scree_dual_trimmed(part.value), axis.slope[node]);
    return added;
}

/* Sums start from minus zero, which changes no number. */
SCREE_FN scree_dual scree_cubic_dual_start(void)
{
    scree_f32 start = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    return scree_dual_constant(start, start);
}

/* The sum along x, from the keys of the other axes. */
SCREE_FN scree_dual scree_cubic_row_dual(const scree_cubic_dual_axis x, const scree_u32 keys)
{
    scree_dual sum = scree_cubic_dual_start();
    SCREE_UNROLL
    for (scree_index i = 0u; i < 4u; i++) {
        scree_u32 hash = scree_site_hash(keys ^ x.nodes.key[i]);
        scree_f32 value = scree_value_from_hash(hash, scree_f32_in_all(1.0f));
        sum = scree_cubic_add_dual(sum, scree_dual_constant(value, value), x, i, 0u);
    }
    return sum;
}

SCREE_FN scree_dual scree_cubic_plane_dual(const scree_cubic_dual_axis x, const scree_cubic_dual_axis y,
                                           const scree_u32 keys)
{
    scree_dual sum = scree_cubic_dual_start();
    SCREE_UNROLL
    for (scree_index i = 0u; i < 4u; i++) {
        sum = scree_cubic_add_dual(sum, scree_cubic_row_dual(x, keys ^ y.nodes.key[i]), y, i, 1u);
    }
    return sum;
}

SCREE_FN scree_dual scree_cubic_space_dual(const scree_cubic_dual_axis x, const scree_cubic_dual_axis y,
                                           const scree_cubic_dual_axis z, const scree_u32 keys)
{
    scree_dual sum = scree_cubic_dual_start();
    SCREE_ROLLED
    for (scree_index i = 0u; i < 4u; i++) {
        sum = scree_cubic_add_dual(sum, scree_cubic_plane_dual(x, y, keys ^ z.nodes.key[i]), z, i, 2u);
    }
    return sum;
}

/* Spaces along the fourth axis. */
SCREE_FN scree_dual scree_cubic_spaces_dual(const scree_cubic_dual_axis x, const scree_cubic_dual_axis y,
                                            const scree_cubic_dual_axis z, const scree_cubic_dual_axis w)
{
    scree_dual sum = scree_cubic_dual_start();
    SCREE_ROLLED
    for (scree_index i = 0u; i < 4u; i++) {
        sum = scree_cubic_add_dual(sum, scree_cubic_space_dual(x, y, z, w.nodes.key[i]), w, i, 3u);
    }
    return sum;
}

/* The sum over all nodes, times a factor for its bound. */
SCREE_FN scree_dual scree_cubic_scaled_dual(const scree_dual sum, const float factor)
{
    return scree_dual_amplified(sum, scree_f32_in_all(factor));
}

/* One octave at one sample, in 1 to 4 axes. */
SCREE_FN scree_dual scree_value_cubic_dual(const scree_site site, const scree_index axes,
                                           const scree_site_source source)
{
    scree_cubic_dual_axis along[4];
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        along[axis] = scree_cubic_dual_axis_of(site.cell[axis], site.fraction[axis], source.axis[axis]);
    }
    scree_u32 no_keys = scree_u32_from_index(0u);
    scree_dual dual;
    if (axes == 1u) {
        dual = scree_cubic_scaled_dual(scree_cubic_row_dual(along[0], no_keys), 0.666666666f);
    } else if (axes == 2u) {
        dual = scree_cubic_scaled_dual(scree_cubic_plane_dual(along[0], along[1], no_keys), 0.444444444f);
    } else if (axes == 3u) {
        dual = scree_cubic_scaled_dual(scree_cubic_space_dual(along[0], along[1], along[2], no_keys), 0.296296296f);
    } else {
        dual = scree_cubic_scaled_dual(scree_cubic_spaces_dual(along[0], along[1], along[2], along[3]), 0.197530864f);
    }
    return scree_dual_amplified(dual, source.amplitude);
}

#endif
