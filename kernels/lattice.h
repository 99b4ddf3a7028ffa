/*
 * The folds of lattice noise. A node carries (c, g_0, g_1, ...): a value and a slope for every axis that is not folded
 * yet. Folding an axis at fraction f of the cell, with fade weight t, makes one node of two neighbours. fraction1 is
 * f - 1, rounded once on the host. The first fold finds nodes without a value: there c is left out, not added as zero.
 */
#ifndef SCREE_KERNELS_LATTICE_H
#define SCREE_KERNELS_LATTICE_H

#include "portable.h"

/* The distance to the upper node: what a table of fractions need not hold. */
SCREE_FN scree_f32 scree_fraction1(scree_f32 fraction)
{
    return fraction - 1.0f;
}

SCREE_FN scree_f32 scree_lerp(scree_f32 a, scree_f32 b, scree_f32 t)
{
    return a + t * (b - a);
}

/* The value after the first fold: only the slopes of the folded axis count. */
SCREE_FN scree_f32 scree_fold_first(scree_f32 g0, scree_f32 g1, scree_f32 fraction, scree_f32 fraction1, scree_f32 t)
{
    return scree_lerp(g0 * fraction, g1 * fraction1, t);
}

/* The value after any later fold. */
SCREE_FN scree_f32 scree_fold_value(scree_f32 c0, scree_f32 g0, scree_f32 c1, scree_f32 g1, scree_f32 fraction,
                                    scree_f32 fraction1, scree_f32 t)
{
    return scree_lerp(c0 + g0 * fraction, c1 + g1 * fraction1, t);
}

/* A value in [-1, 1) from the upper 24 bits of a hash, every step exact, then the octave's amplitude. */
SCREE_FN scree_f32 scree_value_from_hash(scree_u32 hash, scree_f32 amplitude)
{
    return (scree_f32_from_u24(hash >> 8u) * 0.00000011920928955078125f - 1.0f) * amplitude;
}

#endif
