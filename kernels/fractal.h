/*
 * The sum of octaves, and what becomes of each before it is added. Fractals are numbered as in the public enum
 * scree_noise_fractal. Beyond ping-pong they have state: what an octave adds depends on those before.
 */
#ifndef SCREE_KERNELS_FRACTAL_H
#define SCREE_KERNELS_FRACTAL_H

#include "portable.h"

#define SCREE_KERNEL_FRACTAL_FBM 0u
#define SCREE_KERNEL_FRACTAL_BILLOW 1u
#define SCREE_KERNEL_FRACTAL_RIDGED 2u
#define SCREE_KERNEL_FRACTAL_PING_PONG 3u
#define SCREE_KERNEL_FRACTAL_HYBRID 4u
#define SCREE_KERNEL_FRACTAL_RIDGED_MULTIFRACTAL 5u
#define SCREE_KERNEL_FRACTAL_HETERO_TERRAIN 6u
/* Added to one of the first four: octaves are weakened where those before are low. */
#define SCREE_KERNEL_FRACTAL_WEIGHTED 8u

/* Parameters of single fractals, the same for all octaves. */
SCREE_STRUCT(scree_fractal_options)
{
    float ping_pong_strength;
    float offset;
    float multifractal_gain;
    float weighted_strength;
};

/* The sum of some octaves, and a factor of the next one; fractals without state ignore it. */
SCREE_STRUCT(scree_fractal_state)
{
    scree_f32 sum;
    scree_f32 factor;
};

/* Whether octaves are bent by scree_fractal_bend() alone: code for these fractals needs the fewest registers. */
SCREE_FN bool scree_fractal_is_simple(scree_index fractal)
{
    return fractal < SCREE_KERNEL_FRACTAL_PING_PONG;
}

SCREE_FN bool scree_fractal_has_state(scree_index fractal)
{
    return fractal > SCREE_KERNEL_FRACTAL_PING_PONG;
}

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

SCREE_FN scree_f32 scree_bend_billow(scree_f32 value, scree_f32 weight)
{
    return weight * scree_magnitude(value);
}

SCREE_FN scree_f32 scree_bend_ridged(scree_f32 value, scree_f32 weight)
{
    scree_f32 ridge = 1.0f - scree_magnitude(value);
    return weight * (ridge * ridge);
}

/* The distance of (value + 1) * strength to the nearest even number: a triangle wave between 0 and 1. */
SCREE_FN scree_f32 scree_ping_pong(scree_f32 value, scree_f32 strength)
{
    scree_f32 stretched = scree_magnitude((value + 1.0f) * strength);
    scree_f32 waves = scree_f32_from_u24(scree_u32_from_f32(stretched * 0.5f));
    scree_f32 rest = stretched - (waves + waves);
    return scree_select_less(rest, scree_f32_in_all(1.0f), rest, 2.0f - rest);
}

SCREE_FN scree_f32 scree_bend_ping_pong(scree_f32 value, scree_f32 weight, scree_fractal_options options)
{
    scree_f32 wave = scree_ping_pong(value, scree_f32_in_all(options.ping_pong_strength));
    return weight * (wave + wave - 1.0f);
}

/* The number that an octave of a simple fractal adds. fbm leaves the value: its gradients are scaled by the weight. */
SCREE_FN scree_f32 scree_fractal_bend(scree_index fractal, scree_f32 value, scree_f32 weight)
{
    scree_f32 bent = value;
    if (fractal == SCREE_KERNEL_FRACTAL_BILLOW) {
        bent = scree_bend_billow(value, weight);
    }
    if (fractal == SCREE_KERNEL_FRACTAL_RIDGED) {
        bent = scree_bend_ridged(value, weight);
    }
    return bent;
}

/* Factors below 2^-32 become zero, as weights do: their products could be subnormal. */
SCREE_FN scree_f32 scree_fractal_factor(scree_f32 value)
{
    scree_f32 smallest = scree_f32_from_bits(scree_u32_from_index(0x2f800000u));
    return scree_select_less(scree_magnitude(value), smallest, scree_f32_from_bits(scree_u32_from_index(0u)), value);
}

/* Musgrave's hybrid multifractal: the product of all octaves so far, at most 1, scales the next. */
SCREE_FN scree_fractal_state scree_add_hybrid(scree_fractal_state before, scree_f32 value, scree_f32 weight,
                                              scree_fractal_options options)
{
    scree_fractal_state after;
    scree_f32 added = before.factor * (weight * (value + options.offset));
    after.sum = before.sum + added;
    after.factor = scree_fractal_factor(scree_minimum(added, scree_f32_in_all(1.0f)));
    return after;
}

/* Musgrave's ridged multifractal: ridges are fine on high ground, and smooth in the valleys. */
SCREE_FN scree_fractal_state scree_add_ridged_multifractal(scree_fractal_state before, scree_f32 value,
                                                           scree_f32 weight, scree_fractal_options options)
{
    scree_fractal_state after;
    scree_f32 ridge = options.offset - scree_magnitude(value);
    scree_f32 signal = ridge * ridge * before.factor;
    after.sum = before.sum + signal * weight;
    after.factor = scree_fractal_factor(scree_minimum(signal * options.multifractal_gain, scree_f32_in_all(1.0f)));
    return after;
}

/* Musgrave's hetero terrain: the altitude so far scales the next octave. */
SCREE_FN scree_fractal_state scree_add_hetero_terrain(scree_fractal_state before, scree_f32 value, scree_f32 weight,
                                                      scree_fractal_options options)
{
    scree_fractal_state after;
    after.sum = before.sum + before.factor * (weight * (value + options.offset));
    after.factor = scree_fractal_factor(after.sum);
    return after;
}

/* How high an octave of a weighted fractal is, from 0 to 1. */
SCREE_FN scree_f32 scree_fractal_height(scree_index bent, scree_f32 value, scree_fractal_options options)
{
    scree_f32 limited = scree_minimum(scree_maximum(value, scree_f32_in_all(-1.0f)), scree_f32_in_all(1.0f));
    scree_f32 height = (limited + 1.0f) * 0.5f;
    if (bent == SCREE_KERNEL_FRACTAL_BILLOW) {
        height = scree_magnitude(limited);
    }
    if (bent == SCREE_KERNEL_FRACTAL_RIDGED) {
        height = 1.0f - scree_magnitude(limited);
    }
    if (bent == SCREE_KERNEL_FRACTAL_PING_PONG) {
        height = scree_ping_pong(value, scree_f32_in_all(options.ping_pong_strength));
    }
    return height;
}

/* The weighted strength leads from the weights themselves to those times the height of every octave before. */
SCREE_FN scree_fractal_state scree_add_weighted(scree_fractal_state before, scree_index bent, scree_f32 value,
                                                scree_f32 weight, scree_fractal_options options)
{
    scree_fractal_state after;
    scree_f32 lowered = weight * before.factor;
    scree_f32 drop = 1.0f - scree_fractal_height(bent, value, options);
    if (bent == SCREE_KERNEL_FRACTAL_FBM) {
        after.sum = before.sum + lowered * value;
    } else if (bent == SCREE_KERNEL_FRACTAL_PING_PONG) {
        after.sum = before.sum + scree_bend_ping_pong(value, lowered, options);
    } else {
        after.sum = before.sum + scree_fractal_bend(bent, value, lowered);
    }
    after.factor = scree_fractal_factor(before.factor * (1.0f - drop * options.weighted_strength));
    return after;
}

/* Adds an octave. */
SCREE_FN scree_fractal_state scree_fractal_add(scree_fractal_state before, scree_index fractal, scree_f32 value,
                                               scree_f32 weight, scree_fractal_options options)
{
    scree_fractal_state after = before;
    if (scree_fractal_is_simple(fractal)) {
        after.sum = scree_add_octave(before.sum, scree_fractal_bend(fractal, value, weight));
    } else if (fractal == SCREE_KERNEL_FRACTAL_PING_PONG) {
        after.sum = scree_add_octave(before.sum, scree_bend_ping_pong(value, weight, options));
    } else if (fractal == SCREE_KERNEL_FRACTAL_HYBRID) {
        after = scree_add_hybrid(before, value, weight, options);
    } else if (fractal == SCREE_KERNEL_FRACTAL_RIDGED_MULTIFRACTAL) {
        after = scree_add_ridged_multifractal(before, value, weight, options);
    } else if (fractal == SCREE_KERNEL_FRACTAL_HETERO_TERRAIN) {
        after = scree_add_hetero_terrain(before, value, weight, options);
    } else {
        after = scree_add_weighted(before, fractal - SCREE_KERNEL_FRACTAL_WEIGHTED, value, weight, options);
    }
    return after;
}

#endif
