/*
 * Locations of points: from a coordinate to what an octave is evaluated from, the fraction of the cell, the fade weight
 * and the keys of both nodes along an axis. The steps are those of the host (src/field/noise: fixed_position.h, fade.h,
 * axis_key.h), bit for bit. A position has 64 bits of cell and 64 bits of fraction; only the fade weight is rounded to
 * the bits of float64 (base/float64.h).
 *
 * Octaves whose frequency is a power of two from 1 on and that have no period are located in float64, by steps that are
 * exact: scree_locate_fast(). All else goes by scree_locate_exact(), and everything where SCREE_WITHOUT_FLOAT64 is
 * defined.
 */
#ifndef SCREE_KERNELS_LOCATE_H
#define SCREE_KERNELS_LOCATE_H

#include "base/float64.h"
#include "noise/fold.h"
#include "noise/hash.h"

/* Fades; the numbers are those of the public enum scree_noise_fade. */
#define SCREE_KERNEL_FADE_QUINTIC 0u
#define SCREE_KERNEL_FADE_CUBIC 1u
#define SCREE_KERNEL_FADE_COSINE 2u
#define SCREE_KERNEL_FADE_LINEAR 3u

/* The rule of an octave. Its frequency is an integer of 53 bits times a power of two. */
SCREE_STRUCT(scree_location_octave)
{
    scree_index frequency_high; /* The upper word of the frequency as a float64. */
    scree_pair frequency;
    scree_index exponent; /* Modulo 2^32. */
};

/* The rule of an axis of an octave. */
SCREE_STRUCT(scree_location_axis)
{
    scree_index shift;         /* The octave's shift, in 2^-32 cells. */
    scree_pair stream;         /* Seed, octave and axis, mixed. */
    scree_pair key_step;       /* The first step of the keys of cells from 0 to 2^32 - 1 ... */
    scree_pair key_step_below; /* ... and of those from -2^32 to -1. */
    scree_pair period;         /* Cells after which keys repeat; 0 = never. */
};

/* The location of a point along an axis of an octave. */
SCREE_STRUCT(scree_location)
{
    float fraction;
    float fraction1;
    float fade;
    scree_index key0;
    scree_index key1;
};

/* The bits of the float64 number that equals a float32 one, without the sign. A subnormal one becomes a smaller one,
   which has the same location. */
SCREE_FN scree_pair scree_magnitude_from_f32(const scree_index bits)
{
    scree_pair magnitude;
    scree_index high = (bits & 0x7fffffffu) >> 3u;
    scree_index biased = high + (896u << 20u);
    magnitude.high = high < (1u << 20u) ? high : high < (255u << 20u) ? biased : biased + (896u << 20u);
    magnitude.low = bits << 29u;
    return magnitude;
}

/* A coordinate times a frequency, rounded down to 64 bits of fraction; its magnitude is below 2^62. */
SCREE_FN scree_wide scree_location_product(const scree_float_parts coordinate, const scree_location_octave octave)
{
    scree_wide product = scree_pair_product(coordinate.mantissa, octave.frequency);
    scree_index fill = scree_wide_fill(product, coordinate.sign);
    scree_offset bits = coordinate.exponent + scree_offset_from_index(octave.exponent) + 64;
    product = scree_wide_signed(product, coordinate.sign);
    if (bits >= 0) {
        product = scree_wide_left(product, scree_index_from_offset(bits));
    } else {
        product = scree_wide_right(product, fill, scree_index_from_offset(-bits));
    }
    return product;
}

/* Adds an octave's shift to a position. */
SCREE_FN scree_wide scree_location_shifted(const scree_wide position, const scree_index shift)
{
    scree_wide result = position;
    result.word1 = position.word1 + shift;
    scree_index carry = result.word1 < shift ? 1u : 0u;
    result.word2 = position.word2 + carry;
    carry = result.word2 < carry ? 1u : 0u;
    result.word3 = position.word3 + carry;
    return result;
}

SCREE_FN scree_real64 scree_fade_quintic_f64(const scree_real64 f)
{
    scree_real64 series = scree_real64_product(f, scree_real64_from_one(6.0f));
    series = scree_real64_sum(series, scree_real64_from_one(-15.0f));
    series = scree_real64_sum(scree_real64_product(f, series), scree_real64_from_one(10.0f));
    return scree_real64_product(scree_real64_product(scree_real64_product(f, f), f), series);
}

SCREE_FN scree_real64 scree_fade_cubic_f64(const scree_real64 f)
{
    scree_real64 twice = scree_real64_product(f, scree_real64_from_one(-2.0f));
    return scree_real64_product(scree_real64_product(f, f), scree_real64_sum(scree_real64_from_one(3.0f), twice));
}

/* One step of the series of a sine; the words are the bits of its coefficient. */
SCREE_FN scree_real64 scree_fade_step_f64(const scree_real64 series, const scree_real64 square, const scree_index high,
                                          const scree_index low)
{
    return scree_real64_sum(scree_real64_product(series, square), scree_real64_from_bits(high, low));
}

SCREE_FN scree_real64 scree_fade_cosine_f64(const scree_real64 f)
{
    scree_real64 x = scree_real64_product(f, scree_real64_from_bits(0x3ff921fbu, 0x54442d18u));
    scree_real64 square = scree_real64_product(x, x);
    scree_real64 series = scree_real64_from_bits(0xbc62f49bu, 0x46814157u);
    series = scree_fade_step_f64(series, square, 0x3ce952c7u, 0x7030ad4au);
    series = scree_fade_step_f64(series, square, 0xbd6ae7f3u, 0xe733b81fu);
    series = scree_fade_step_f64(series, square, 0x3de61246u, 0x13a86d09u);
    series = scree_fade_step_f64(series, square, 0xbe5ae645u, 0x67f544e4u);
    series = scree_fade_step_f64(series, square, 0x3ec71de3u, 0xa556c734u);
    series = scree_fade_step_f64(series, square, 0xbf2a01a0u, 0x1a01a01au);
    series = scree_fade_step_f64(series, square, 0x3f811111u, 0x11111111u);
    series = scree_fade_step_f64(series, square, 0xbfc55555u, 0x55555555u);
    scree_real64 cube = scree_real64_product(x, square);
    scree_real64 sine = scree_real64_sum(x, scree_real64_product(cube, series));
    return scree_real64_product(sine, sine);
}

SCREE_FN scree_real64 scree_fade_f64(const scree_index fade, const scree_real64 f)
{
    scree_real64 weight = f;
    if (fade == SCREE_KERNEL_FADE_QUINTIC) {
        weight = scree_fade_quintic_f64(f);
    }
    if (fade == SCREE_KERNEL_FADE_CUBIC) {
        weight = scree_fade_cubic_f64(f);
    }
    if (fade == SCREE_KERNEL_FADE_COSINE) {
        weight = scree_fade_cosine_f64(f);
    }
    return weight;
}

/* A fade weight, zero below 2^-40. */
SCREE_FN float scree_location_weight(const scree_index fade, const scree_real64 fraction)
{
    scree_real64 weight = scree_fade_f64(fade, fraction);
    float rounded = scree_one_from_real64(weight);
    return scree_real64_is_small(weight) ? scree_one_from_bits(0u) : rounded;
}

/*
 * The location at a fraction, without its keys. A fraction below 2^-40 is zero: float32 holds it exactly, so that it
 * can be compared there; and its weight, which is less, is zero whether or not it was taken from the fraction itself.
 */
SCREE_FN scree_location scree_location_unkeyed(const scree_real64 fraction, const scree_index fade)
{
    scree_location location;
    float rounded = scree_one_from_real64(fraction);
    location.fraction = rounded < scree_one_from_bits(0x2b800000u) ? scree_one_from_bits(0u) : rounded;
    location.fraction1 = location.fraction - 1.0f;
    location.fade = scree_location_weight(fade, fraction);
    location.key0 = 0u;
    location.key1 = 0u;
    return location;
}

/* The second step of a key: a bijection of the lower 32 bits of the cell (axis_key.h). */
SCREE_FN scree_index scree_key_lower(const scree_pair key_step, const scree_index cell)
{
    scree_index value = cell ^ key_step.low;
    value = (value ^ (value >> 16u)) * 0x7feb352du;
    value = (value ^ (value >> 15u)) * 0x846ca68bu;
    return value ^ (value >> 16u) ^ key_step.high;
}

SCREE_FN scree_pair scree_pair_sum(const scree_pair a, const scree_pair b)
{
    scree_pair sum;
    sum.low = a.low + b.low;
    sum.high = a.high + b.high + (sum.low < b.low ? 1u : 0u);
    return sum;
}

/* The lower 64 bits of a product. */
SCREE_FN scree_pair scree_pair_times(const scree_pair a, const scree_index high, const scree_index low)
{
    scree_pair product;
    product.low = a.low * low;
    product.high = scree_multiply_high(a.low, low) + a.low * high + a.high * low;
    return product;
}

/* value ^ (value >> bits), for less than 32 bits. */
SCREE_FN scree_pair scree_pair_folded(const scree_pair value, const scree_index bits)
{
    scree_pair result;
    result.low = value.low ^ scree_funnel_right(value.high, value.low, bits);
    result.high = value.high ^ (value.high >> bits);
    return result;
}

/* The first step of a key: the upper 32 bits of the cell and the stream, mixed as by scree_mix64(). */
SCREE_FN scree_pair scree_key_step(const scree_pair stream, const scree_index upper_bits)
{
    scree_pair value;
    value.low = upper_bits;
    value.high = 0u;
    value = scree_pair_sum(scree_pair_times(value, 0x9e3779b9u, 0x7f4a7c15u), stream);
    value = scree_pair_times(scree_pair_folded(value, 30u), 0xbf58476du, 0x1ce4e5b9u);
    value = scree_pair_times(scree_pair_folded(value, 27u), 0x94d049bbu, 0x133111ebu);
    return scree_pair_folded(value, 31u);
}

/* The key of a cell that lies from -2^31 to 2^31 - 1 and is not repeated. */
SCREE_FN scree_index scree_key_fast(const scree_index hash, const scree_location_axis axis, const scree_index cell)
{
    scree_index key = (cell + axis.stream.low) & 255u;
    if (hash != SCREE_KERNEL_HASH_PERLIN2002) {
        key = scree_key_lower((cell >> 31u) != 0u ? axis.key_step_below : axis.key_step, cell);
    }
    return key;
}

/* The key of any cell, after the period. */
SCREE_FN scree_index scree_key_exact(const scree_index hash, const scree_location_axis axis, const scree_pair cell)
{
    scree_index key = (cell.low + axis.stream.low) & 255u;
    if (hash != SCREE_KERNEL_HASH_PERLIN2002) {
        key = scree_key_lower(scree_key_step(axis.stream, cell.high), cell.low);
    }
    return key;
}

/* a - b */
SCREE_FN scree_pair scree_pair_difference(const scree_pair a, const scree_pair b)
{
    scree_pair difference;
    difference.low = a.low - b.low;
    difference.high = a.high - b.high - (a.low < b.low ? 1u : 0u);
    return difference;
}

/* The remainder of two numbers below 2^63, bit by bit. */
SCREE_FN scree_pair scree_pair_remainder(const scree_pair number, const scree_pair divisor)
{
    scree_pair rest;
    rest.low = 0u;
    rest.high = 0u;
    if ((number.high | divisor.high) == 0u) {
        rest.low = number.low % divisor.low;
    } else {
        SCREE_ROLLED
        for (scree_index bit = 0u; bit < 64u; bit++) {
            scree_index word = bit < 32u ? number.high : number.low;
            rest.high = scree_funnel_left(rest.high, rest.low, 1u);
            rest.low = (rest.low << 1u) | ((word >> (31u - (bit & 31u))) & 1u);
            if (!scree_bits_exceed(divisor, rest)) {
                rest = scree_pair_difference(rest, divisor);
            }
        }
    }
    return rest;
}

/* A cell within its period, which is not 0. */
SCREE_FN scree_pair scree_cell_wrapped(const scree_pair cell, const scree_pair period)
{
    scree_pair zero;
    zero.low = 0u;
    zero.high = 0u;
    bool is_negative = (cell.high >> 31u) != 0u;
    scree_pair magnitude = cell;
    if (is_negative) {
        magnitude = scree_pair_difference(zero, cell);
    }
    scree_pair rest = scree_pair_remainder(magnitude, period);
    if (is_negative && (rest.low | rest.high) != 0u) {
        rest = scree_pair_difference(period, rest);
    }
    return rest;
}

#if !defined(SCREE_WITHOUT_FLOAT64)

/* A position near zero: its cell, and the fraction, a multiple of 2^-53. */
SCREE_STRUCT(scree_fast_position)
{
    scree_index cell;
    scree_f64 fraction;
};

#if defined(SCREE_ROUNDS_DOWN)

/*
 * The position of a coordinate whose magnitude is below 2^30 cells, rounded down to 2^-53 cells. Call the exact sum of
 * the product and the shift x.
 *
 *   with_cells  x rounded down twice, at last to a whole number, none of which the first passes: the cell of x.
 *   rest        x - cell - shift, from -shift to 1. Rounded down it passes no multiple of 2^-53.
 *   below       rest + shift - 1, from -1 to 0. Rounded down it is a multiple of 2^-53 if it is below -1/2. From there
 *               on it may be finer, but passes no such multiple.
 *   fraction    below + 1. From 1/2 on it is rounded down to a multiple of 2^-53. Less than that it is exact.
 *
 * A fraction of zero comes out negative.
 */
SCREE_FN scree_fast_position scree_fast_position_of(const scree_f64 coordinate, const scree_location_octave octave,
                                                    const scree_location_axis axis)
{
    scree_fast_position position;
    scree_f64 cells = scree_f64_from_bits(0x43380000u, 0u);
    scree_f64 one = scree_f64_from_one(1.0f);
    /* The last bit of numbers from 2^20 to 2^21 is the shift's unit. */
    scree_f64 shift = scree_f64_from_bits(0x41300000u, axis.shift) - scree_f64_from_bits(0x41300000u, 0u);
    scree_f64 frequency = scree_f64_from_bits(octave.frequency_high, 0u);
    scree_f64 with_cells = scree_f64_sum_down(scree_f64_product_sum_down(coordinate, frequency, shift), cells);
    scree_f64 rest = scree_f64_product_sum_down(coordinate, frequency, cells - with_cells);
    scree_f64 below = scree_f64_sum_down(rest, shift - one);
    position.fraction = scree_f64_sum_down(below, one);
    position.cell = scree_f64_low(with_cells);
    return position;
}

#else

/*
 * The position of a coordinate whose magnitude is below 2^30 cells, rounded down to 2^-53 cells. A number is rounded to
 * a multiple of a power of two by adding one so great that the sum's last bit is that power; its lower word then counts
 * the multiples. So the coordinate is parted into a nearest cell, a nearest multiple of 2^-24 cells, of which the shift
 * is another, and a rest below 2^-24, all of which are exact. The rest alone needs rounding: to the nearest multiple of
 * 2^-53, and down where that is above it.
 */
SCREE_FN scree_fast_position scree_fast_position_of(const scree_f64 coordinate, const scree_location_octave octave,
                                                    const scree_location_axis axis)
{
    scree_fast_position position;
    scree_f64 cells = scree_f64_from_bits(0x43380000u, 0u);
    scree_f64 parts = scree_f64_from_bits(0x41b80000u, 0u);
    scree_f64 steps = scree_f64_from_bits(0x3fe80000u, 0u);
    scree_f64 exact = coordinate * scree_f64_from_bits(octave.frequency_high, 0u);
    scree_f64 with_cells = exact + cells;
    scree_f64 within_cell = exact - (with_cells - cells);
    scree_f64 with_parts = within_cell + parts;
    scree_f64 rest = within_cell - (with_parts - parts);
    scree_f64 with_steps = rest + steps;
    scree_index step = scree_f64_low(with_steps) - ((with_steps - steps) > rest ? 1u : 0u);
    scree_offset part = scree_offset_from_index(scree_f64_low(with_parts) + (axis.shift >> 8u)) +
                        (scree_offset_from_index(step) >> 29);
    position.fraction = scree_real64_fraction(scree_index_from_offset(part) & 0x00ffffffu, step & 0x1fffffffu);
    position.cell = scree_f64_low(with_cells) + scree_index_from_offset(part >> 24);
    return position;
}

#endif

/* The location of a coordinate whose magnitude is below 2^30 cells of the octave. */
SCREE_FN scree_location scree_locate_fast(const scree_f64 coordinate, const scree_location_octave octave,
                                          const scree_location_axis axis, const scree_index fade,
                                          const scree_index hash)
{
    scree_fast_position position = scree_fast_position_of(coordinate, octave, axis);
    scree_location location = scree_location_unkeyed(position.fraction, fade);
    location.key0 = scree_key_fast(hash, axis, position.cell);
    location.key1 = scree_key_fast(hash, axis, position.cell + 1u);
    return location;
}

#endif

/* The location at a position, without its keys. */
SCREE_FN scree_location scree_location_at(const scree_wide position, const scree_index fade)
{
    scree_index low = scree_funnel_right(position.word1, position.word0, 11u) & 0x1fffffffu;
    return scree_location_unkeyed(scree_real64_fraction(position.word1 >> 8u, low), fade);
}

/* The location of any coordinate within the limits of positions. */
SCREE_FN scree_location scree_locate_exact(const scree_float_parts coordinate, const scree_location_octave octave,
                                           const scree_location_axis axis, const scree_index fade,
                                           const scree_index hash)
{
    scree_wide position = scree_location_shifted(scree_location_product(coordinate, octave), axis.shift);
    scree_location location = scree_location_at(position, fade);
    scree_pair cell;
    scree_pair next;
    cell.low = position.word2;
    cell.high = position.word3;
    if ((axis.period.low | axis.period.high) != 0u) {
        cell = scree_cell_wrapped(cell, axis.period);
    }
    next.low = cell.low + 1u;
    next.high = cell.high + (next.low == 0u ? 1u : 0u);
    if (next.low == axis.period.low && next.high == axis.period.high) {
        next.low = 0u;
        next.high = 0u;
    }
    location.key0 = scree_key_exact(hash, axis, cell);
    location.key1 = scree_key_exact(hash, axis, next);
    return location;
}

/* The rule of a grid's axis in an octave: where the first sample lies, and the way to the next, at most one cell. */
SCREE_STRUCT(scree_grid_rule)
{
    scree_wide origin;
    scree_wide step;
    scree_location_axis axis;
};

/* The rule of a table: entries and the keys of nodes, at offsets in words of 32 bits. */
SCREE_STRUCT(scree_table_rule)
{
    scree_grid_rule grid;
    scree_index count; /* Entries. */
    scree_index nodes;
    scree_index entries;
    scree_index keys;
    scree_index stride; /* Entries are arrays of N words: fractions, fade weights, nodes; 0 = four words each. */
};

/* The product of a number of 96 bits and a word. */
SCREE_FN scree_wide scree_wide_times(const scree_wide number, const scree_index factor)
{
    scree_wide product;
    scree_index low1 = number.word1 * factor;
    scree_index low2 = number.word2 * factor;
    product.word0 = number.word0 * factor;
    product.word1 = low1 + scree_multiply_high(number.word0, factor);
    scree_index carry2 = scree_carry_of(low1, 0u, product.word1);
    product.word2 = low2 + scree_multiply_high(number.word1, factor) + carry2;
    scree_index carry3 = scree_carry_of(low2, carry2, product.word2);
    product.word3 = scree_multiply_high(number.word2, factor) + carry3;
    return product;
}

/* The position N steps from the first. */
SCREE_FN scree_wide scree_grid_position(const scree_grid_rule rule, const scree_index steps)
{
    return scree_wide_sum(rule.origin, scree_wide_times(rule.step, steps));
}

/* The key of a node: N cells behind that of the first sample. */
SCREE_FN scree_index scree_grid_key(const scree_grid_rule rule, const scree_index hash, const scree_index node)
{
    scree_pair cell;
    scree_pair distance;
    distance.low = node;
    distance.high = 0u;
    cell.low = rule.origin.word2;
    cell.high = rule.origin.word3;
    cell = scree_pair_sum(cell, distance);
    if ((rule.axis.period.low | rule.axis.period.high) != 0u) {
        cell = scree_cell_wrapped(cell, rule.axis.period);
    }
    return scree_key_exact(hash, rule.axis, cell);
}

#endif
