/* Musgrave's ridged multifractal: ridges are fine on high ground, and smooth in the valleys. */
#ifndef SCREE_KERNELS_RIDGED_MULTIFRACTAL_H
#define SCREE_KERNELS_RIDGED_MULTIFRACTAL_H

#include "noise/fractal_state.h"

/* The height of ridges, and how soon they let the octave after them through. */
#define SCREE_RIDGED_MULTIFRACTAL_OFFSET 0u
#define SCREE_RIDGED_MULTIFRACTAL_GAIN 1u

SCREE_FN scree_fractal_state scree_ridged_multifractal_add(const scree_fractal_state before, const scree_f32 value,
                                                           const scree_f32 weight, const scree_fractal_options options)
{
    scree_fractal_state after;
    scree_f32 ridge = options.number[SCREE_RIDGED_MULTIFRACTAL_OFFSET] - scree_magnitude(value);
    scree_f32 signal = ridge * ridge * before.factor;
    after.sum = before.sum + signal * weight;
    after.factor = scree_fractal_factor(
        scree_minimum(signal * options.number[SCREE_RIDGED_MULTIFRACTAL_GAIN], scree_f32_in_all(1.0f)));
    return after;
}

SCREE_FN scree_fractal_partials scree_ridged_multifractal_partials(const scree_f32 factor, const scree_f32 value,
                                                                   const scree_f32 weight,
                                                                   const scree_fractal_options options)
{
    scree_fractal_partials partials;
    scree_f32 gain = scree_f32_in_all(options.number[SCREE_RIDGED_MULTIFRACTAL_GAIN]);
    scree_f32 ridge = options.number[SCREE_RIDGED_MULTIFRACTAL_OFFSET] - scree_magnitude(value);
    scree_f32 square = ridge * ridge;
    scree_f32 slope = scree_with_sign((ridge + ridge) * factor, -value);
    scree_f32 signal = square * factor * gain;
    scree_f32 one = scree_f32_in_all(1.0f);
    partials.sum_by_value = slope * weight;
    partials.sum_by_factor = square * weight;
    partials.factor_by_value = scree_slope_below(signal, one, slope * gain);
    partials.factor_by_factor = scree_slope_below(signal, one, square * gain);
    return partials;
}

SCREE_FN scree_f32 scree_ridged_multifractal_factor_slope(const scree_fractal_partials partials,
                                                          const scree_f32 value_slope, const scree_f32 factor_slope,
                                                          const scree_f32 sum_slope)
{
    SCREE_UNUSED(sum_slope);
    return scree_chain(partials.factor_by_value, value_slope, partials.factor_by_factor, factor_slope);
}

#endif
