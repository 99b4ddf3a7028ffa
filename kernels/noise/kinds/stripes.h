/*
 * Stripes in two to four axes: waves that run across a direction, which may differ from sample to sample (R. S.
 * Johansen, "Phacelle - Cheap Directional Noise", 2026, has the idea: waves of cells are interpolated as complex
 * numbers, so that they have the same contrast nearly everywhere). With two axes stripes lie along the first one; with
 * three the third coordinate is the angle from there, in turns; with four the last two are the direction, whose length
 * multiplies the frequency.
 *
 * Every cell has a wave through its centre with one of eight phases. A sample sees those of the nine cells round it,
 * each with a weight that is a product of quadratic B-splines, so that weights add up to 1. With f the fraction of a
 * cell these are, from the cell before to the one behind,
 *
 *     (1 - f)^2 / 2,  3/4 - (f - 1/2)^2,  f^2 / 2.
 *
 * A wave of N turns a cell differs by a factor, as a complex number, from that of the cell before along an axis: all
 * nine need three sines and cosines. The sum, divided by its magnitude, or by a number where that is less, is a wave of
 * magnitude 1 at most; rounding keeps the order of numbers, and the root of a rounded square is the number that was
 * squared.
 *
 * Weights below 2^-24 and sums below 2^-30 are taken as zero, so that no product and no sum is subnormal: components of
 * directions are multiples of 2^-24 or, as sine and cosine of an angle, 0 or above 2^-22, so that sines and cosines of
 * their products with fractions are 0 or above 2^-50.
 */
#ifndef SCREE_KERNELS_STRIPES_H
#define SCREE_KERNELS_STRIPES_H

#include "base/elementary.h"
#include "noise/site.h"

/* The wave, and a saw: half of its height above the valleys, with a sign for each side of a ridge. */
#define SCREE_STRIPES_WAVE 0u
#define SCREE_STRIPES_SAW 1u

/* The word of a kind's parameters. */
#define SCREE_STRIPES_PROFILE 0u

/* Turns of a wave a cell, where the direction has length 1. */
#define SCREE_STRIPES_FREQUENCY 0.75f

/* Directions repeat after so many units, of which half are negative. */
#define SCREE_STRIPES_UNITS 65536u

/* A complex number. */
SCREE_STRUCT(scree_stripes_wave)
{
    scree_f32 real;
    scree_f32 imaginary;
};

/* Turns of a wave a cell along both axes. */
SCREE_STRUCT(scree_stripes_turns)
{
    scree_f32 along[2];
};

/* The three cells along an axis that a sample sees: weights and their slopes, what parts the wave of one from that of
   the next, and keys. */
SCREE_STRUCT(scree_stripes_axis)
{
    scree_f32 weight[3];
    scree_f32 slope[3];
    scree_sincos turn;
    scree_u32 key[3];
};

/*
 * Sums of waves: with weights; with the slopes of weights along each axis; and of those behind a sample's cell less
 * those before it, along each axis. What is for slopes is unused for the value alone, and then no code is left of it.
 */
SCREE_STRUCT(scree_stripes_sums)
{
    scree_stripes_wave value;
    scree_stripes_wave slope[2];
    scree_stripes_wave behind[2];
};

SCREE_FN scree_f32 scree_stripes_kept(const scree_f32 value)
{
    return scree_select_less(scree_magnitude(value), scree_f32_in_all(0.000000000931322574615478515625f), scree_zero(),
                             value);
}

SCREE_FN scree_stripes_wave scree_stripes_wave_kept(const scree_stripes_wave wave)
{
    scree_stripes_wave kept;
    kept.real = scree_stripes_kept(wave.real);
    kept.imaginary = scree_stripes_kept(wave.imaginary);
    return kept;
}

SCREE_FN scree_f32 scree_stripes_weight(const scree_f32 weight)
{
    return scree_select_less(weight, scree_f32_in_all(0.000000059604644775390625f), scree_zero(), weight);
}

/* The sum and a wave that is given times a real number, turned. */
SCREE_FN scree_stripes_wave scree_stripes_add(const scree_stripes_wave sum, const scree_stripes_wave wave,
                                              const scree_stripes_wave factor)
{
    scree_stripes_wave added;
    added.real = sum.real + (wave.real * factor.real - wave.imaginary * factor.imaginary);
    added.imaginary = sum.imaginary + (wave.imaginary * factor.real + wave.real * factor.imaginary);
    return added;
}

/* The same without a turn. */
SCREE_FN scree_stripes_wave scree_stripes_add_straight(const scree_stripes_wave sum, const scree_stripes_wave wave,
                                                       const scree_f32 factor)
{
    scree_stripes_wave added;
    added.real = sum.real + wave.real * factor;
    added.imaginary = sum.imaginary + wave.imaginary * factor;
    return added;
}

/* Sums start from minus zero, which leaves every number that is added to it as it is. */
SCREE_FN scree_stripes_wave scree_stripes_start(void)
{
    scree_stripes_wave start;
    start.real = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    start.imaginary = start.real;
    return start;
}

/* A component of the direction: the signed position along an axis. */
SCREE_FN scree_f32 scree_stripes_component(const scree_u32 cell, const scree_f32 fraction)
{
    scree_u32 units = (cell + (SCREE_STRIPES_UNITS / 2u)) & (SCREE_STRIPES_UNITS - 1u);
    return (scree_f32_from_u24(units) - 32768.0f) + fraction;
}

/* Waves run across the direction. */
SCREE_FN scree_stripes_turns scree_stripes_turns_of(const scree_site site, const scree_index axes)
{
    scree_stripes_turns turns;
    scree_f32 along = scree_f32_in_all(1.0f);
    scree_f32 across = scree_zero();
    if (axes == 3u) {
        scree_sincos angle = scree_sincos_turns(site.fraction[2]);
        along = angle.cosine;
        across = angle.sine;
    }
    if (axes == 4u) {
        along = scree_stripes_component(site.cell[2], site.fraction[2]);
        across = scree_stripes_component(site.cell[3], site.fraction[3]);
    }
    turns.along[0] = -across * SCREE_STRIPES_FREQUENCY;
    turns.along[1] = along * SCREE_STRIPES_FREQUENCY;
    return turns;
}

SCREE_FN scree_stripes_axis scree_stripes_axis_of(const scree_u32 cell, const scree_f32 fraction,
                                                  const scree_site_axis axis, const scree_f32 turns)
{
    scree_stripes_axis made;
    scree_f32 rest = 1.0f - fraction;
    scree_f32 middle = fraction - 0.5f;
    made.weight[0] = scree_stripes_weight(rest * rest * 0.5f);
    made.weight[1] = 0.75f - middle * middle;
    made.weight[2] = scree_stripes_weight(fraction * fraction * 0.5f);
    made.slope[0] = -rest;
    made.slope[1] = middle * -2.0f;
    made.slope[2] = fraction;
    made.turn = scree_sincos_turns(turns);
    made.key[0] = scree_site_key_previous(cell, axis, 1u);
    made.key[1] = scree_site_key_next(cell, axis, 0u);
    made.key[2] = scree_site_key_next(cell, axis, 1u);
    return made;
}

/* The factor of a cell's wave: a weight, and the turn by which its wave lies before or behind that of the middle. */
SCREE_FN scree_stripes_wave scree_stripes_factor(const scree_sincos turn, const scree_f32 weight,
                                                 const scree_index node)
{
    scree_stripes_wave factor;
    factor.real = weight * turn.cosine;
    factor.imaginary = weight * (node == 0u ? turn.sine : -turn.sine);
    return factor;
}

SCREE_FN scree_stripes_wave scree_stripes_add_node(const scree_stripes_wave sum, const scree_stripes_wave wave,
                                                   const scree_sincos turn, const scree_f32 weight,
                                                   const scree_index node)
{
    scree_stripes_wave added;
    if (node == 1u) {
        added = scree_stripes_add_straight(sum, wave, weight);
    } else {
        added = scree_stripes_add(sum, wave, scree_stripes_factor(turn, weight, node));
    }
    return added;
}

/* The phase of a cell: an odd number of sixteenths of a turn. */
SCREE_FN scree_stripes_wave scree_stripes_phase(const scree_u32 hash)
{
    scree_stripes_wave phase;
    scree_u32 swapped = (0u - ((hash >> 29u) & 1u)) & (0x3f6c835eu ^ 0x3ec3ef15u);
    phase.real = scree_f32_from_bits((swapped ^ 0x3f6c835eu) ^ (hash & 0x80000000u));
    phase.imaginary = scree_f32_from_bits((swapped ^ 0x3ec3ef15u) ^ ((hash << 1u) & 0x80000000u));
    return phase;
}

/* The sums over the cells of a column: the slopes along x are left out. */
SCREE_FN scree_stripes_sums scree_stripes_column(const scree_stripes_axis y, const scree_u32 key)
{
    scree_stripes_sums sums;
    sums.value = scree_stripes_start();
    sums.slope[1] = sums.value;
    sums.behind[1] = sums.value;
    SCREE_UNROLL
    for (scree_index node = 0u; node < 3u; node++) {
        scree_stripes_wave phase = scree_stripes_phase(scree_site_hash(key ^ y.key[node]));
        sums.value = scree_stripes_add_node(sums.value, phase, y.turn, y.weight[node], node);
        sums.slope[1] = scree_stripes_add_node(sums.slope[1], phase, y.turn, y.slope[node], node);
        if (node != 1u) {
            scree_f32 weight = node == 0u ? -y.weight[node] : y.weight[node];
            sums.behind[1] = scree_stripes_add_node(sums.behind[1], phase, y.turn, weight, node);
        }
    }
    sums.value = scree_stripes_wave_kept(sums.value);
    sums.slope[1] = scree_stripes_wave_kept(sums.slope[1]);
    sums.behind[1] = scree_stripes_wave_kept(sums.behind[1]);
    return sums;
}

SCREE_FN scree_stripes_sums scree_stripes_sums_of(const scree_stripes_axis x, const scree_stripes_axis y)
{
    scree_stripes_sums sums;
    sums.value = scree_stripes_start();
    sums.slope[0] = sums.value;
    sums.slope[1] = sums.value;
    sums.behind[0] = sums.value;
    sums.behind[1] = sums.value;
    SCREE_UNROLL
    for (scree_index node = 0u; node < 3u; node++) {
        scree_stripes_sums column = scree_stripes_column(y, x.key[node]);
        sums.value = scree_stripes_add_node(sums.value, column.value, x.turn, x.weight[node], node);
        sums.slope[0] = scree_stripes_add_node(sums.slope[0], column.value, x.turn, x.slope[node], node);
        sums.slope[1] = scree_stripes_add_node(sums.slope[1], column.slope[1], x.turn, x.weight[node], node);
        sums.behind[1] = scree_stripes_add_node(sums.behind[1], column.behind[1], x.turn, x.weight[node], node);
        if (node != 1u) {
            scree_f32 weight = node == 0u ? -x.weight[node] : x.weight[node];
            sums.behind[0] = scree_stripes_add_node(sums.behind[0], column.value, x.turn, weight, node);
        }
    }
    return sums;
}

/* A sum, turned to where the sample lies in its cell. */
SCREE_FN scree_stripes_wave scree_stripes_turned(const scree_stripes_wave sum, const scree_sincos angle)
{
    scree_stripes_wave kept = scree_stripes_wave_kept(sum);
    scree_stripes_wave turned;
    turned.real = kept.real * angle.cosine - kept.imaginary * angle.sine;
    turned.imaginary = kept.imaginary * angle.cosine + kept.real * angle.sine;
    return scree_stripes_wave_kept(turned);
}

/* The turns from the centre of a cell to the sample. */
SCREE_FN scree_f32 scree_stripes_from_centre(const scree_site site, const scree_stripes_turns turns)
{
    return turns.along[0] * (site.fraction[0] - 0.5f) + turns.along[1] * (site.fraction[1] - 0.5f);
}

SCREE_FN scree_stripes_sums scree_stripes_at(const scree_site site, const scree_site_source source,
                                             const scree_stripes_turns turns)
{
    scree_stripes_axis x = scree_stripes_axis_of(site.cell[0], site.fraction[0], source.axis[0], turns.along[0]);
    scree_stripes_axis y = scree_stripes_axis_of(site.cell[1], site.fraction[1], source.axis[1], turns.along[1]);
    scree_stripes_sums sums = scree_stripes_sums_of(x, y);
    scree_sincos angle = scree_sincos_turns(scree_stripes_from_centre(site, turns));
    sums.value = scree_stripes_turned(sums.value, angle);
    sums.slope[0] = scree_stripes_turned(sums.slope[0], angle);
    sums.slope[1] = scree_stripes_turned(sums.slope[1], angle);
    sums.behind[0] = scree_stripes_turned(sums.behind[0], angle);
    sums.behind[1] = scree_stripes_turned(sums.behind[1], angle);
    return sums;
}

/* The least magnitude by which a sum is divided: a wave fades out where waves of cells cancel, and a saw, which shows
   the phase alone, does not. */
SCREE_FN scree_f32 scree_stripes_least(const scree_site_source source)
{
    bool is_saw = source.options.word[SCREE_STRIPES_PROFILE] == SCREE_STRIPES_SAW;
    return scree_f32_in_all(is_saw ? 0.00000095367431640625f : 0.5f);
}

SCREE_FN scree_f32 scree_stripes_size(const scree_stripes_wave sum, const scree_f32 least)
{
    scree_f32 square = sum.real * sum.real + sum.imaginary * sum.imaginary;
    return scree_maximum(scree_root(square), least);
}

/* A number with the sign of another one besides. */
SCREE_FN scree_f32 scree_stripes_signed(const scree_f32 value, const scree_f32 sign)
{
    return scree_f32_from_bits(scree_bits_from_f32(value) ^ (scree_bits_from_f32(sign) & 0x80000000u));
}

/* The saw at a wave, whose imaginary part has its sign. */
SCREE_FN scree_f32 scree_stripes_saw(const scree_f32 wave, const scree_f32 imaginary)
{
    return scree_stripes_signed(wave * 0.5f + 0.5f, imaginary);
}

/* One octave of stripes. */
SCREE_FN scree_f32 scree_stripes_sample(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_stripes_wave sum = scree_stripes_at(site, source, scree_stripes_turns_of(site, axes)).value;
    scree_f32 wave = scree_divide(sum.real, scree_stripes_size(sum, scree_stripes_least(source)));
    if (source.options.word[SCREE_STRIPES_PROFILE] == SCREE_STRIPES_SAW) {
        wave = scree_stripes_saw(wave, sum.imaginary);
    }
    return wave * source.amplitude;
}

#endif
