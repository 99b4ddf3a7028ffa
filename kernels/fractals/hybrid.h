/* Musgrave's hybrid multifractal: the product of all octaves so far, at most 1, scales the next. */
#ifndef SCREE_KERNELS_HYBRID_H
#define SCREE_KERNELS_HYBRID_H

#include "fractal_state.h"

/* Added to octaves. */
#define SCREE_HYBRID_OFFSET 0u

SCREE_FN scree_fractal_state scree_hybrid_add(scree_fractal_state before, scree_f32 value, scree_f32 weight,
                                              scree_fractal_options options)
{
    scree_fractal_state after;
    scree_f32 added = before.factor * (weight * (value + options.number[SCREE_HYBRID_OFFSET]));
    after.sum = before.sum + added;
    after.factor = scree_fractal_factor(scree_minimum(added, scree_f32_in_all(1.0f)));
    return after;
}

#endif
