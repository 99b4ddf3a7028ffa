/* Billow: the sum of the magnitudes of octaves. */
#ifndef SCREE_KERNELS_BILLOW_H
#define SCREE_KERNELS_BILLOW_H

#include "fractal_state.h"

SCREE_FN scree_f32 scree_billow_bend(scree_f32 value, scree_f32 weight)
{
    return weight * scree_magnitude(value);
}

SCREE_FN scree_f32 scree_billow_height(scree_f32 limited)
{
    return scree_magnitude(limited);
}

#endif
