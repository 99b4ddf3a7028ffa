/* The sum of octaves: what all fractals (fractal.h) share. */
#ifndef SCREE_KERNELS_FRACTAL_STATE_H
#define SCREE_KERNELS_FRACTAL_STATE_H

#include "base/portable.h"

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

SCREE_FN scree_f32 scree_add_octave(const scree_f32 sum, const scree_f32 shaped)
{
    return sum + shaped;
}

/* A number with the sign of another. */
SCREE_FN scree_f32 scree_with_sign(const scree_f32 number, const scree_f32 sign)
{
    return scree_f32_from_bits(scree_bits_from_f32(number) ^ (scree_bits_from_f32(sign) & 0x80000000u));
}

/* Factors below 2^-32 become zero, as weights do: their products could be subnormal. */
SCREE_FN scree_f32 scree_fractal_factor(const scree_f32 value)
{
    scree_f32 smallest = scree_f32_from_bits(scree_u32_from_index(0x2f800000u));
    return scree_select_less(scree_magnitude(value), smallest, scree_f32_from_bits(scree_u32_from_index(0u)), value);
}

/* Partial derivatives of what an octave adds to the sum, and of the factor of the next octave. */
SCREE_STRUCT(scree_fractal_partials)
{
    scree_f32 sum_by_value;
    scree_f32 sum_by_factor;
    scree_f32 factor_by_value;
    scree_f32 factor_by_factor;
};

/* A slope, or zero where a value is at its limit and no longer follows. */
SCREE_FN scree_f32 scree_slope_below(const scree_f32 value, const scree_f32 limit, const scree_f32 slope)
{
    return scree_select_less(value, limit, slope, scree_f32_from_bits(scree_u32_from_index(0u)));
}

SCREE_FN scree_f32 scree_chain(const scree_f32 by_value, const scree_f32 value_slope, const scree_f32 by_factor,
                               const scree_f32 factor_slope)
{
    return by_value * value_slope + by_factor * factor_slope;
}

#endif
