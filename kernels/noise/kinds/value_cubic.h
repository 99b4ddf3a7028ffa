/*
 * Cubic value noise: values at the lattice points, interpolated along each axis by a cubic through the two nodes on
 * either side of a sample (J. Peck's FastNoise Lite calls it so). With t the fraction and s = 1 - t, the weights of the
 * nodes at -1, 0, 1 and 2 are
 *
 *     -s^2 t,  s (1 + s t),  t (1 + s t),  -s t^2,
 *
 * which is cubic convolution with a slope of c - a at b (R. Keys, "Cubic Convolution Interpolation for Digital Image
 * Processing", 1981). The slope is continuous where cells meet.
 *
 * The bound. The two inner weights are not negative, the two outer ones not positive, so that their magnitudes add up
 * to 1 + s t + s t = 1 + 2 s t, at most 3/2, in the middle of a cell. Values are in [-1, 1), so a sum over the 4^n
 * nodes of n axes is at most (3/2)^n, and is reached where the values are 1 and -1 as the weights' signs are. Samples
 * are scaled by the reciprocal. Rounding is covered by the headroom of the amplitude: an axis rounds less than 16
 * times.
 */
#ifndef SCREE_KERNELS_VALUE_CUBIC_H
#define SCREE_KERNELS_VALUE_CUBIC_H

#include "noise/fold.h"
#include "noise/site.h"

/* Along an axis, the nodes from the one before a sample's cell on. */
SCREE_STRUCT(scree_cubic_axis)
{
    scree_f32 weight[4];
    scree_u32 key[4];
};

/* An outer weight, whose magnitude is given. Those below 2^-24 are taken as zero, so that no product is subnormal. */
SCREE_FN scree_f32 scree_cubic_outer(const scree_f32 magnitude)
{
    scree_f32 none = scree_f32_from_bits(scree_u32_from_index(0u));
    return scree_select_less(magnitude, scree_f32_in_all(0.000000059604644775390625f), none, -magnitude);
}

SCREE_FN scree_cubic_axis scree_cubic_axis_of(const scree_u32 cell, const scree_f32 fraction,
                                              const scree_site_axis axis)
{
    scree_cubic_axis nodes;
    scree_f32 rest = 1.0f - fraction;
    scree_f32 product = fraction * rest;
    nodes.weight[0] = scree_cubic_outer(product * rest);
    nodes.weight[3] = scree_cubic_outer(product * fraction);
    nodes.weight[1] = rest - nodes.weight[0];
    nodes.weight[2] = fraction - nodes.weight[3];
    SCREE_UNROLL
    for (scree_index i = 0u; i < 4u; i++) {
        nodes.key[i] = scree_site_key_at(cell, axis, scree_offset_from_index(i) - 1);
    }
    return nodes;
}

SCREE_FN scree_f32 scree_cubic_add(const scree_f32 sum, const scree_f32 value, const scree_f32 weight)
{
    return sum + value * weight;
}

/* The sum along x, from the keys of the other axes. Sums start from minus zero, which changes no number. */
SCREE_FN scree_f32 scree_cubic_row(const scree_cubic_axis x, const scree_u32 keys)
{
    scree_f32 sum = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    SCREE_UNROLL
    for (scree_index i = 0u; i < 4u; i++) {
        scree_u32 hash = scree_site_hash(keys ^ x.key[i]);
        sum = scree_cubic_add(sum, scree_value_from_hash(hash, scree_f32_in_all(1.0f)), x.weight[i]);
    }
    return sum;
}

SCREE_FN scree_f32 scree_cubic_plane(const scree_cubic_axis x, const scree_cubic_axis y, const scree_u32 keys)
{
    scree_f32 sum = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    SCREE_UNROLL
    for (scree_index i = 0u; i < 4u; i++) {
        sum = scree_cubic_add(sum, scree_cubic_row(x, keys ^ y.key[i]), y.weight[i]);
    }
    return sum;
}

SCREE_FN scree_f32 scree_cubic_space(const scree_cubic_axis x, const scree_cubic_axis y, const scree_cubic_axis z,
                                     const scree_u32 keys)
{
    scree_f32 sum = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    SCREE_ROLLED
    for (scree_index i = 0u; i < 4u; i++) {
        sum = scree_cubic_add(sum, scree_cubic_plane(x, y, keys ^ z.key[i]), z.weight[i]);
    }
    return sum;
}

/* Spaces along the fourth axis. */
SCREE_FN scree_f32 scree_cubic_spaces(const scree_cubic_axis x, const scree_cubic_axis y, const scree_cubic_axis z,
                                      const scree_cubic_axis w)
{
    scree_f32 sum = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    SCREE_ROLLED
    for (scree_index i = 0u; i < 4u; i++) {
        sum = scree_cubic_add(sum, scree_cubic_space(x, y, z, w.key[i]), w.weight[i]);
    }
    return sum;
}

/* One octave at one sample, in 1 to 4 axes. */
SCREE_FN scree_f32 scree_value_cubic_sample(const scree_site site, const scree_index axes,
                                            const scree_site_source source)
{
    scree_cubic_axis along[4];
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        along[axis] = scree_cubic_axis_of(site.cell[axis], site.fraction[axis], source.axis[axis]);
    }
    scree_u32 no_keys = scree_u32_from_index(0u);
    scree_f32 value;
    if (axes == 1u) {
        value = scree_cubic_row(along[0], no_keys) * 0.666666666f;
    } else if (axes == 2u) {
        value = scree_cubic_plane(along[0], along[1], no_keys) * 0.444444444f;
    } else if (axes == 3u) {
        value = scree_cubic_space(along[0], along[1], along[2], no_keys) * 0.296296296f;
    } else {
        value = scree_cubic_spaces(along[0], along[1], along[2], along[3]) * 0.197530864f;
    }
    return value * source.amplitude;
}

#endif
