/*
 * Gabor and phasor noise in two and three axes: sparse convolution. Every cell has the same number of impulses at
 * random positions; each adds a wave with a random phase under a window that reaches one cell, so that a sample sees
 * those of its cell and of all neighbours. Gabor noise is the sum of the waves (A. Lagae et al., "Procedural Noise
 * using Sparse Gabor Convolution", 2009), phasor noise the sine of the phase of the sum of complex waves, which has the
 * same contrast everywhere (T. Tricard et al., "Procedural Phasor Noise", 2019).
 *
 * The window at a distance r is (1 - r^2)^3, a polynomial near exp(-3 r^2) that ends smoothly at 1. A gradient of these
 * kinds is the frequency of a wave, in cycles a cell along each axis; the host draws them round the chosen direction.
 *
 * Bounds. Gabor noise is scaled as V. Tavernier et al. do ("Making Gabor Noise Fast and Normalized", 2019): a phase is
 * uniform, so the variance is half the number of impulses in a cell times the integral of the squared window, pi / 7 in
 * two axes and 0.2857 in three. The standard deviation becomes 1/4, and what goes beyond [-1, 1] is cut off: one in
 * 8,000 samples in two axes, one in 2,000 in three. The sum of the weights, which would do without, has 4 and 8 windows
 * of every impulse of a cell at a corner of cells: samples would seldom leave [-0.2, 0.2]. Phasor noise is im /
 * sqrt(re^2 + im^2): rounding keeps the order of numbers, and the root of a rounded square is the number that was
 * squared, so the quotient is at most 1.
 */
#ifndef SCREE_KERNELS_GABOR_H
#define SCREE_KERNELS_GABOR_H

#include "base/elementary.h"
#include "noise/site.h"

/* Impulses of a cell, and cells that a sample sees. */
#define SCREE_GABOR_IMPULSES(axes) ((axes) == 2u ? 4u : 2u)
#define SCREE_GABOR_CELLS(axes) ((axes) == 2u ? 9u : 27u)

/* Bits of an impulse's position along an axis. They follow those that select a frequency; the rest is the phase. */
#define SCREE_GABOR_POSITION_BITS 6u
#define SCREE_GABOR_FREQUENCY_BITS 8u

/* A window below this is taken as zero, so that no product is subnormal. */
#define SCREE_GABOR_REACH 0.000244140625f

/*
 * A sum of complex waves, and its derivatives in units of 2 pi: these are unused for the value alone, and then no
 * code is left of them.
 */
SCREE_STRUCT(scree_gabor_sum)
{
    scree_f32 real;
    scree_f32 imaginary;
    scree_f32 real_slope[3];
    scree_f32 imaginary_slope[3];
};

/* The displacement of a sample from the lower corner of a cell. */
SCREE_STRUCT(scree_gabor_displacement)
{
    scree_f32 along[3];
};

/* The key of a cell before a site's (0), of the site's (1), or behind it (2). */
SCREE_FN scree_u32 scree_gabor_key(const scree_u32 cell, const scree_site_axis axis, const scree_index index)
{
    scree_u32 key;
    if (index == 0u) {
        key = scree_site_key_previous(cell, axis, 1u);
    } else {
        key = scree_site_key_next(cell, axis, index - 1u);
    }
    return key;
}

/* An impulse's position in its cell along an axis, the middle of one of 64 parts. */
SCREE_FN scree_f32 scree_gabor_position(const scree_u32 hash, const scree_index axis)
{
    scree_u32 part = (hash << (SCREE_GABOR_FREQUENCY_BITS + SCREE_GABOR_POSITION_BITS * axis)) >> 26u;
    return scree_f32_from_u24(part) * 0.015625f + 0.0078125f;
}

/* An impulse's phase in turns: the bits that are left. */
SCREE_FN scree_f32 scree_gabor_phase(const scree_u32 hash, const scree_index axes)
{
    scree_u32 rest = hash << (SCREE_GABOR_FREQUENCY_BITS + SCREE_GABOR_POSITION_BITS * axes);
    return scree_f32_from_u24(rest >> 8u) * 0.000000059604644775390625f;
}

/* A wave's window, and 3 / pi of the square of which it is the cube. */
SCREE_STRUCT(scree_gabor_window)
{
    scree_f32 value;
    scree_f32 slope;
};

SCREE_FN scree_gabor_window scree_gabor_window_at(const scree_f32 square)
{
    scree_f32 rest = 1.0f - square;
    scree_f32 none = scree_f32_from_bits(scree_bits_from_f32(rest) & 0u);
    scree_f32 inside = scree_select_less(rest, scree_f32_in_all(SCREE_GABOR_REACH), none, rest);
    scree_f32 inside2 = inside * inside;
    scree_gabor_window window;
    window.value = inside2 * inside;
    window.slope = inside2 * 0.954929659f;
    return window;
}

/* A wave under its window, and under the slope of that. */
SCREE_STRUCT(scree_gabor_wave)
{
    scree_f32 real;
    scree_f32 imaginary;
    scree_f32 real_fall;
    scree_f32 imaginary_fall;
};

SCREE_FN scree_gabor_wave scree_gabor_wave_at(const scree_f32 square, const scree_f32 turns)
{
    scree_gabor_window window = scree_gabor_window_at(square);
    scree_sincos angle = scree_sincos_turns(turns);
    scree_gabor_wave wave;
    wave.real = window.value * angle.cosine;
    wave.imaginary = window.value * angle.sine;
    wave.real_fall = window.slope * angle.cosine;
    wave.imaginary_fall = window.slope * angle.sine;
    return wave;
}

/*
 * Adds a wave's derivatives along an axis: that of the window is -6 (1 - r^2)^2 times the offset, that of the phase 2
 * pi times the frequency. Frequencies are 0 or above 2^-20 and offsets multiples of 2^-24, so a sine is 0 or above
 * 2^-66, and no product is subnormal.
 */
SCREE_FN scree_gabor_sum scree_gabor_derive(const scree_gabor_sum sum, const scree_gabor_wave wave,
                                            const scree_f32 offset, const scree_f32 frequency, const scree_index axis)
{
    scree_gabor_sum result = sum;
    result.real_slope[axis] = sum.real_slope[axis] - (wave.real_fall * offset + wave.imaginary * frequency);
    result.imaginary_slope[axis] = sum.imaginary_slope[axis] + (wave.real * frequency - wave.imaginary_fall * offset);
    return result;
}

/* The frequency of a wave along an axis. */
SCREE_FN scree_f32 scree_gabor_frequency(const scree_u32 number, const scree_index axis, const scree_site_source source)
{
    return scree_table_f32_small(source.gradients, axis * source.gradient_count, source.gradient_count, number);
}

/* Adds the wave of an impulse. */
SCREE_FN scree_gabor_sum scree_gabor_impulse(const scree_gabor_sum sum, const scree_u32 hash,
                                             const scree_gabor_displacement displacement, const scree_index axes,
                                             const scree_site_source source)
{
    scree_u32 number = scree_hash_gradient(hash, source.gradient_count);
    scree_f32 turns = scree_gabor_phase(hash, axes);
    scree_f32 square = scree_zero();
    scree_gabor_displacement offset;
    scree_gabor_displacement frequency;
    offset.along[0] = displacement.along[0] - scree_gabor_position(hash, 0u);
    offset.along[1] = displacement.along[1] - scree_gabor_position(hash, 1u);
    frequency.along[0] = scree_gabor_frequency(number, 0u, source);
    frequency.along[1] = scree_gabor_frequency(number, 1u, source);
    square = square + offset.along[0] * offset.along[0] + offset.along[1] * offset.along[1];
    turns = turns + offset.along[0] * frequency.along[0] + offset.along[1] * frequency.along[1];
    if (axes > 2u) {
        offset.along[2] = displacement.along[2] - scree_gabor_position(hash, 2u);
        frequency.along[2] = scree_gabor_frequency(number, 2u, source);
        square = square + offset.along[2] * offset.along[2];
        turns = turns + offset.along[2] * frequency.along[2];
    }
    scree_gabor_wave wave = scree_gabor_wave_at(square, turns);
    scree_gabor_sum result = sum;
    result.real = sum.real + wave.real;
    result.imaginary = sum.imaginary + wave.imaginary;
    result = scree_gabor_derive(result, wave, offset.along[0], frequency.along[0], 0u);
    result = scree_gabor_derive(result, wave, offset.along[1], frequency.along[1], 1u);
    if (axes > 2u) {
        result = scree_gabor_derive(result, wave, offset.along[2], frequency.along[2], 2u);
    }
    return result;
}

/* The displacement of a sample from the lower end of a cell along an axis: of the one before it (0), its own, or the
 * next (2). */
SCREE_FN scree_f32 scree_gabor_along(const scree_f32 fraction, const scree_index index)
{
    return fraction + scree_one_from_offset(1 - scree_offset_from_index(index));
}

/* Adds the waves of a cell's impulses. Digits of `cell` in base three say where it lies along each axis. */
SCREE_FN scree_gabor_sum scree_gabor_cell(const scree_gabor_sum sum, const scree_site site, const scree_index cell,
                                          const scree_index axes, const scree_site_source source)
{
    /* Axes stand one by one because compilers of GPUs may keep a loop, and with it the structures in memory. */
    scree_gabor_displacement displacement;
    scree_gabor_sum result = sum;
    scree_index x = cell % 3u;
    scree_index y = cell / 3u % 3u;
    scree_u32 keys = scree_gabor_key(site.cell[0], source.axis[0], x) ^
                     scree_gabor_key(site.cell[1], source.axis[1], y);
    displacement.along[0] = scree_gabor_along(site.fraction[0], x);
    displacement.along[1] = scree_gabor_along(site.fraction[1], y);
    if (axes > 2u) {
        scree_index z = cell / 9u;
        keys = keys ^ scree_gabor_key(site.cell[2], source.axis[2], z);
        displacement.along[2] = scree_gabor_along(site.fraction[2], z);
    }
    scree_u32 hash = scree_site_hash(keys);
    scree_index impulses = SCREE_GABOR_IMPULSES(axes);
    SCREE_UNROLL
    for (scree_index impulse = 0u; impulse < impulses; impulse++) {
        result = scree_gabor_impulse(result, scree_hash_mix(hash + impulse * 0x9e3779b9u), displacement, axes, source);
    }
    return result;
}

/* The sum starts from minus zero, which leaves every number that is added to it as it is. */
SCREE_FN scree_gabor_sum scree_gabor_waves(const scree_site site, const scree_index axes,
                                           const scree_site_source source)
{
    scree_gabor_sum sum;
    sum.real = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    sum.imaginary = sum.real;
    sum.real_slope[0] = sum.real;
    sum.real_slope[1] = sum.real;
    sum.real_slope[2] = sum.real;
    sum.imaginary_slope[0] = sum.real;
    sum.imaginary_slope[1] = sum.real;
    sum.imaginary_slope[2] = sum.real;
    scree_index cells = SCREE_GABOR_CELLS(axes);
    SCREE_ROLLED
    for (scree_index cell = 0u; cell < cells; cell++) {
        sum = scree_gabor_cell(sum, site, cell, axes, source);
    }
    return sum;
}

/* The factor that makes the standard deviation of Gabor noise a quarter. */
SCREE_FN scree_f32 scree_gabor_scaled(const scree_f32 sum, const scree_index axes)
{
    return sum * scree_f32_in_all(axes == 2u ? 0.263875515f : 0.467744182f);
}

/* Gabor noise of a sum of waves, cut off at 1 and -1. */
SCREE_FN scree_f32 scree_gabor_limited(const scree_f32 value)
{
    scree_f32 one = scree_f32_in_all(1.0f);
    return scree_maximum(scree_minimum(value, one), -one);
}

/* One octave of Gabor noise. */
SCREE_FN scree_f32 scree_gabor_sample(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_f32 value = scree_gabor_scaled(scree_gabor_waves(site, axes, source).real, axes);
    return scree_gabor_limited(value) * source.amplitude;
}

/* The magnitude of a sum of waves, at least 2^-20. */
SCREE_FN scree_f32 scree_phasor_size(const scree_gabor_sum sum)
{
    scree_f32 square = sum.real * sum.real + sum.imaginary * sum.imaginary;
    return scree_root(scree_maximum(square, scree_f32_in_all(0.00000000000090949470177292823791504f)));
}

/* One octave of phasor noise. It goes to zero where the sum of the waves is below 2^-20, and has no phase. */
SCREE_FN scree_f32 scree_phasor_sample(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_gabor_sum sum = scree_gabor_waves(site, axes, source);
    return scree_divide(sum.imaginary, scree_phasor_size(sum)) * source.amplitude;
}

#endif
