/* Musgrave's hetero terrain: the altitude so far scales the next octave. */
#ifndef SCREE_KERNELS_HETERO_TERRAIN_H
#define SCREE_KERNELS_HETERO_TERRAIN_H

#include "noise/fractal_state.h"

/* Added to octaves. */
#define SCREE_HETERO_TERRAIN_OFFSET 0u

SCREE_FN scree_fractal_state scree_hetero_terrain_add(const scree_fractal_state before, const scree_f32 value,
                                                      const scree_f32 weight, const scree_fractal_options options)
{
    scree_fractal_state after;
    after.sum = before.sum + before.factor * (weight * (value + options.number[SCREE_HETERO_TERRAIN_OFFSET]));
    after.factor = scree_fractal_factor(after.sum);
    return after;
}

SCREE_FN scree_fractal_partials scree_hetero_terrain_partials(const scree_f32 factor, const scree_f32 value,
                                                              const scree_f32 weight,
                                                              const scree_fractal_options options)
{
    scree_fractal_partials partials;
    partials.sum_by_value = factor * weight;
    partials.sum_by_factor = weight * (value + options.number[SCREE_HETERO_TERRAIN_OFFSET]);
    partials.factor_by_value = partials.sum_by_value;
    partials.factor_by_factor = partials.sum_by_factor;
    return partials;
}

/* The factor is the sum. */
SCREE_FN scree_f32 scree_hetero_terrain_factor_slope(const scree_fractal_partials partials, const scree_f32 value_slope,
                                                     const scree_f32 factor_slope, const scree_f32 sum_slope)
{
    SCREE_UNUSED(partials);
    SCREE_UNUSED(value_slope);
    SCREE_UNUSED(factor_slope);
    return sum_slope;
}

#endif
