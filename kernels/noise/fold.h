/*
 * The folds of lattice noise. Their order of operations is part of the result. A node carries (c, g_0, g_1, ...): a
 * value and a slope for every axis that is not folded yet. Folding an axis at fraction f of the cell, with fade weight
 * t, makes one node of two neighbours. fraction1 is f - 1, rounded once on the host. The first fold finds nodes without
 * a value: there c is left out, not added as zero. Axes fold outermost first, then x (axis 0), then y (axis 1). A node
 * of value noise carries its value alone.
 */
#ifndef SCREE_KERNELS_FOLD_H
#define SCREE_KERNELS_FOLD_H

#include "base/portable.h"

/* The axis that fold number `k` folds. */
SCREE_FN scree_index scree_fold_axis(const scree_index axes, const scree_index k)
{
    scree_index axis = axes - 1u - k;
    if (k + 2u == axes) {
        axis = 0u;
    }
    if (k + 1u == axes && axes > 1u) {
        axis = 1u;
    }
    return axis;
}

/* The number of the fold that folds `axis`: the inverse of scree_fold_axis(). */
SCREE_FN scree_index scree_fold_number(const scree_index axes, const scree_index axis)
{
    scree_index k = axes - 1u - axis;
    if (axis == 0u && axes > 1u) {
        k = axes - 2u;
    }
    if (axis == 1u) {
        k = axes - 1u;
    }
    return k;
}

/* The distance to the upper node, which a table of fractions need not hold. */
SCREE_FN scree_f32 scree_fraction1(const scree_f32 fraction)
{
    return fraction - 1.0f;
}

/* The weight of the upper node where fades are quintic. */
SCREE_FN scree_f32 scree_quintic_fade(const scree_f32 f)
{
    return f * f * f * (f * (f * 6.0f - 15.0f) + 10.0f);
}

SCREE_FN scree_f32 scree_lerp(const scree_f32 a, const scree_f32 b, const scree_f32 t)
{
    return a + t * (b - a);
}

/* The value after the first fold: only the slopes of the folded axis count. */
SCREE_FN scree_f32 scree_fold_first(const scree_f32 g0, const scree_f32 g1, const scree_f32 fraction,
                                    const scree_f32 fraction1, const scree_f32 t)
{
    return scree_lerp(g0 * fraction, g1 * fraction1, t);
}

/* The value after any later fold. */
SCREE_FN scree_f32 scree_fold_value(const scree_f32 c0, const scree_f32 g0, const scree_f32 c1, const scree_f32 g1,
                                    const scree_f32 fraction, const scree_f32 fraction1, const scree_f32 t)
{
    return scree_lerp(c0 + g0 * fraction, c1 + g1 * fraction1, t);
}

/* A value in [-1, 1) from the upper 24 bits of a hash, every step exact, then the octave's amplitude. */
SCREE_FN scree_f32 scree_value_from_hash(const scree_u32 hash, const scree_f32 amplitude)
{
    return (scree_f32_from_u24(hash >> 8u) * 0.00000011920928955078125f - 1.0f) * amplitude;
}

/* A node after the outer axes are folded: a value, and the slopes along the two axes that fold last. */
SCREE_STRUCT(scree_node)
{
    scree_f32 value;
    scree_f32 slope_x;
    scree_f32 slope_y;
};

/* The slopes of a node of the lattice along three axes. */
SCREE_STRUCT(scree_slopes)
{
    scree_f32 x;
    scree_f32 y;
    scree_f32 z;
};

/* The outer axis of three, of which nothing is folded yet. */
SCREE_FN scree_node scree_fold_z(const scree_slopes low, const scree_slopes high, const scree_f32 fraction,
                                 const scree_f32 fraction1, const scree_f32 t)
{
    scree_node node;
    node.value = scree_fold_first(low.z, high.z, fraction, fraction1, t);
    node.slope_x = scree_lerp(low.x, high.x, t);
    node.slope_y = scree_lerp(low.y, high.y, t);
    return node;
}

/* A node after x is folded too: a lattice row at one column. */
SCREE_STRUCT(scree_row_node)
{
    scree_f32 value;
    scree_f32 slope;
};

/* Folds x. With up to two axes this is the first fold. */
SCREE_FN scree_row_node scree_fold_x(const scree_index axes, const scree_node low, const scree_node high,
                                     const scree_f32 fraction, const scree_f32 fraction1, const scree_f32 t)
{
    scree_row_node folded;
    if (axes <= 2u) {
        folded.value = scree_fold_first(low.slope_x, high.slope_x, fraction, fraction1, t);
    } else {
        folded.value = scree_fold_value(low.value, low.slope_x, high.value, high.slope_x, fraction, fraction1, t);
    }
    folded.slope = scree_lerp(low.slope_y, high.slope_y, t);
    return folded;
}

/* Folds y, which comes last: the value of an octave. */
SCREE_FN scree_f32 scree_fold_y(const bool has_gradients, const scree_row_node low, const scree_row_node high,
                                const scree_f32 fraction, const scree_f32 fraction1, const scree_f32 t)
{
    scree_f32 value;
    if (has_gradients) {
        value = scree_fold_value(low.value, low.slope, high.value, high.slope, fraction, fraction1, t);
    } else {
        value = scree_lerp(low.value, high.value, t);
    }
    return value;
}

#endif
