/* Musgrave's hetero terrain: the altitude so far scales the next octave. */
#ifndef SCREE_KERNELS_HETERO_TERRAIN_H
#define SCREE_KERNELS_HETERO_TERRAIN_H

#include "fractal_state.h"

/* Added to octaves. */
#define SCREE_HETERO_TERRAIN_OFFSET 0u

SCREE_FN scree_fractal_state scree_hetero_terrain_add(scree_fractal_state before, scree_f32 value, scree_f32 weight,
                                                      scree_fractal_options options)
{
    scree_fractal_state after;
    after.sum = before.sum + before.factor * (weight * (value + options.number[SCREE_HETERO_TERRAIN_OFFSET]));
    after.factor = scree_fractal_factor(after.sum);
    return after;
}

#endif
