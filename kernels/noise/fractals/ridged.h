/* Ridges: the sum of (1 - |octave|)^2. */
#ifndef SCREE_KERNELS_RIDGED_H
#define SCREE_KERNELS_RIDGED_H

#include "noise/fractal_state.h"

SCREE_FN scree_f32 scree_ridged_shape(const scree_f32 value, const scree_f32 weight)
{
    scree_f32 ridge = 1.0f - scree_magnitude(value);
    return weight * (ridge * ridge);
}

SCREE_FN scree_f32 scree_ridged_normalised(const scree_f32 limited)
{
    return 1.0f - scree_magnitude(limited);
}

/* The derivatives of both. */
SCREE_FN scree_f32 scree_ridged_slope(const scree_f32 value, const scree_f32 weight)
{
    return scree_with_sign((scree_magnitude(value) - 1.0f) * (weight + weight), value);
}

SCREE_FN scree_f32 scree_ridged_normalised_slope(const scree_f32 value)
{
    return scree_with_sign(scree_f32_in_all(1.0f), -value);
}

#endif
