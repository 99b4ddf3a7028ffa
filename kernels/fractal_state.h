/* The sum of octaves: what all fractals (fractal.h) share. */
#ifndef SCREE_KERNELS_FRACTAL_STATE_H
#define SCREE_KERNELS_FRACTAL_STATE_H

#include "portable.h"

/* Parameters of a fractal, the same for all octaves: numbers that only its own functions can read. */
#define SCREE_FRACTAL_OPTIONS 3u
SCREE_STRUCT(scree_fractal_options)
{
    float number[3];
    float weighted_strength;
};

/* The sum of some octaves, and a factor of the next one; fractals without state ignore it. */
SCREE_STRUCT(scree_fractal_state)
{
    scree_f32 sum;
    scree_f32 factor;
};

/* A sum starts from minus zero, the only number that leaves every other number unchanged when it is added. */
SCREE_FN scree_fractal_state scree_fractal_start(void)
{
    scree_fractal_state state;
    state.sum = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    state.factor = scree_f32_in_all(1.0f);
    return state;
}

SCREE_FN scree_f32 scree_add_octave(scree_f32 sum, scree_f32 bent)
{
    return sum + bent;
}

SCREE_FN scree_f32 scree_magnitude(scree_f32 value)
{
    return scree_f32_from_bits(scree_bits_from_f32(value) & 0x7fffffffu);
}

/* Factors below 2^-32 become zero, as weights do: their products could be subnormal. */
SCREE_FN scree_f32 scree_fractal_factor(scree_f32 value)
{
    scree_f32 smallest = scree_f32_from_bits(scree_u32_from_index(0x2f800000u));
    return scree_select_less(scree_magnitude(value), smallest, scree_f32_from_bits(scree_u32_from_index(0u)), value);
}

#endif
