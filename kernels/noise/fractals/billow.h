/* Billow: the sum of the magnitudes of octaves. */
#ifndef SCREE_KERNELS_BILLOW_H
#define SCREE_KERNELS_BILLOW_H

#include "noise/fractal_state.h"

SCREE_FN scree_f32 scree_billow_shape(const scree_f32 value, const scree_f32 weight)
{
    return weight * scree_magnitude(value);
}

SCREE_FN scree_f32 scree_billow_normalised(const scree_f32 limited)
{
    return scree_magnitude(limited);
}

/* The derivatives of both. */
SCREE_FN scree_f32 scree_billow_slope(const scree_f32 value, const scree_f32 weight)
{
    return scree_with_sign(weight, value);
}

SCREE_FN scree_f32 scree_billow_normalised_slope(const scree_f32 value)
{
    return scree_with_sign(scree_f32_in_all(1.0f), value);
}

#endif
