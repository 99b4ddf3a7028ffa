/* Ping-pong: the sum of octaves that are folded into waves. */
#ifndef SCREE_KERNELS_PING_PONG_H
#define SCREE_KERNELS_PING_PONG_H

#include "noise/fractal_state.h"

/* The number of waves. */
#define SCREE_PING_PONG_STRENGTH 0u

/* The distance of (value + 1) * strength to the nearest even number: a triangle wave between 0 and 1. */
SCREE_FN scree_f32 scree_ping_pong_normalised(const scree_f32 value, const scree_fractal_options options)
{
    scree_f32 strength = scree_f32_in_all(options.number[SCREE_PING_PONG_STRENGTH]);
    scree_f32 stretched = scree_magnitude((value + 1.0f) * strength);
    scree_f32 waves = scree_f32_from_u24(scree_u32_from_f32(stretched * 0.5f));
    scree_f32 rest = stretched - (waves + waves);
    return scree_select_less(rest, scree_f32_in_all(1.0f), rest, 2.0f - rest);
}

SCREE_FN scree_f32 scree_ping_pong_shape(const scree_f32 value, const scree_f32 weight,
                                         const scree_fractal_options options)
{
    scree_f32 wave = scree_ping_pong_normalised(value, options);
    return weight * (wave + wave - 1.0f);
}

/* The derivatives of both. */
SCREE_FN scree_f32 scree_ping_pong_normalised_slope(const scree_f32 value, const scree_fractal_options options)
{
    scree_f32 strength = scree_f32_in_all(options.number[SCREE_PING_PONG_STRENGTH]);
    scree_f32 shifted = (value + 1.0f) * strength;
    scree_f32 stretched = scree_magnitude(shifted);
    scree_f32 waves = scree_f32_from_u24(scree_u32_from_f32(stretched * 0.5f));
    scree_f32 rest = stretched - (waves + waves);
    return scree_with_sign(scree_select_less(rest, scree_f32_in_all(1.0f), strength, -strength), shifted);
}

SCREE_FN scree_f32 scree_ping_pong_slope(const scree_f32 value, const scree_f32 weight,
                                         const scree_fractal_options options)
{
    return scree_ping_pong_normalised_slope(value, options) * (weight + weight);
}

#endif
