/* Musgrave's hybrid multifractal: the product of all octaves so far, at most 1, scales the next. */
#ifndef SCREE_KERNELS_HYBRID_H
#define SCREE_KERNELS_HYBRID_H

#include "noise/fractal_state.h"

/* Added to octaves. */
#define SCREE_HYBRID_OFFSET 0u

SCREE_FN scree_fractal_state scree_hybrid_add(const scree_fractal_state before, const scree_f32 value,
                                              const scree_f32 weight, const scree_fractal_options options)
{
    scree_fractal_state after;
    scree_f32 added = before.factor * (weight * (value + options.number[SCREE_HYBRID_OFFSET]));
    after.sum = before.sum + added;
    after.factor = scree_fractal_factor(scree_minimum(added, scree_f32_in_all(1.0f)));
    return after;
}

SCREE_FN scree_fractal_partials scree_hybrid_partials(const scree_f32 factor, const scree_f32 value,
                                                      const scree_f32 weight, const scree_fractal_options options)
{
    scree_fractal_partials partials;
    scree_f32 octave = weight * (value + options.number[SCREE_HYBRID_OFFSET]);
    scree_f32 added = factor * octave;
    scree_f32 one = scree_f32_in_all(1.0f);
    partials.sum_by_value = factor * weight;
    partials.sum_by_factor = octave;
    partials.factor_by_value = scree_slope_below(added, one, partials.sum_by_value);
    partials.factor_by_factor = scree_slope_below(added, one, octave);
    return partials;
}

SCREE_FN scree_f32 scree_hybrid_factor_slope(const scree_fractal_partials partials, const scree_f32 value_slope,
                                             const scree_f32 factor_slope, const scree_f32 sum_slope)
{
    SCREE_UNUSED(sum_slope);
    return scree_chain(partials.factor_by_value, value_slope, partials.factor_by_factor, factor_slope);
}

#endif
