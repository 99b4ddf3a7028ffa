/*
 * Places of points: from a coordinate to what an octave is evaluated from, the fraction of the cell, the fade weight
 * and the keys of both nodes along an axis. The steps are those of the host (src/field/noise: fixed_position.h, fade.h,
 * axis_key.h), bit for bit. A position has 64 bits of cell and 64 bits of fraction, in words of 32 bits because not
 * every GPU has others; only the fade weight is rounded in float64.
 *
 * Octaves whose frequency is a power of two from 1 on and that have no period are placed in float64, by steps that are
 * exact: scree_place_near(). All else goes by scree_place_far().
 */
#ifndef SCREE_KERNELS_PLACE_H
#define SCREE_KERNELS_PLACE_H

#include "noise/fold.h"
#include "noise/hash.h"

/* Fades; the numbers are those of the public enum scree_noise_fade. */
#define SCREE_KERNEL_FADE_QUINTIC 0u
#define SCREE_KERNEL_FADE_CUBIC 1u
#define SCREE_KERNEL_FADE_COSINE 2u
#define SCREE_KERNEL_FADE_LINEAR 3u

/* A number of 64 bits. */
SCREE_STRUCT(scree_pair)
{
    scree_index low;
    scree_index high;
};

/* A number of 128 bits, the lowest word first. */
SCREE_STRUCT(scree_wide)
{
    scree_index word0;
    scree_index word1;
    scree_index word2;
    scree_index word3;
};

/* The rule of an octave. Its frequency is an integer of 53 bits times a power of two. */
SCREE_STRUCT(scree_place_octave)
{
    scree_index frequency_high; /* The upper word of the frequency as a float64. */
    scree_pair frequency;
    scree_index exponent; /* Modulo 2^32. */
};

/* The rule of an axis of an octave. */
SCREE_STRUCT(scree_place_axis)
{
    scree_index shift;         /* The octave's shift, in 2^-32 cells. */
    scree_pair stream;         /* Seed, octave and axis, mixed. */
    scree_pair key_step;       /* The first step of the keys of cells from 0 to 2^32 - 1 ... */
    scree_pair key_step_below; /* ... and of those from -2^32 to -1. */
    scree_pair period;         /* Cells after which keys repeat; 0 = never. */
};

/* The place of a point along an axis of an octave. */
SCREE_STRUCT(scree_place)
{
    float fraction;
    float fraction1;
    float fade;
    scree_index key0;
    scree_index key1;
};

/*
 * A finite coordinate: a mantissa of 64 bits times a power of two. The mantissa's highest bit is set, unless the number
 * is 0 or subnormal.
 */
SCREE_STRUCT(scree_coordinate)
{
    scree_index sign; /* All bits set for a negative number; 0 for others. */
    scree_pair mantissa;
    scree_offset exponent;
};

/* Whether a number's magnitude is greater than another's, both given by the bits of a float64 without the sign. */
SCREE_FN bool scree_bits_exceed(const scree_pair magnitude, const scree_pair limit)
{
    return magnitude.high > limit.high || (magnitude.high == limit.high && magnitude.low > limit.low);
}

SCREE_FN scree_coordinate scree_coordinate_from_f64(const scree_pair bits)
{
    scree_coordinate coordinate;
    scree_index field = (bits.high >> 20u) & 0x7ffu;
    coordinate.sign = (bits.high >> 31u) != 0u ? 0xffffffffu : 0u;
    coordinate.mantissa.high = (scree_funnel_left(bits.high, bits.low, 11u) & 0x7fffffffu) |
                               (field != 0u ? 0x80000000u : 0u);
    coordinate.mantissa.low = bits.low << 11u;
    coordinate.exponent = scree_offset_from_index(field != 0u ? field : 1u) - 1086;
    return coordinate;
}

SCREE_FN scree_coordinate scree_coordinate_from_f32(const scree_index bits)
{
    scree_coordinate coordinate;
    scree_index field = (bits >> 23u) & 0xffu;
    coordinate.sign = (bits >> 31u) != 0u ? 0xffffffffu : 0u;
    coordinate.mantissa.high = ((bits << 8u) & 0x7fffffffu) | (field != 0u ? 0x80000000u : 0u);
    coordinate.mantissa.low = 0u;
    coordinate.exponent = scree_offset_from_index(field != 0u ? field : 1u) - 190;
    return coordinate;
}

/* The bits of the float64 number that equals a float32 one, without the sign. A subnormal one becomes a smaller one,
   which has the same place. */
SCREE_FN scree_pair scree_magnitude_from_f32(const scree_index bits)
{
    scree_pair magnitude;
    scree_index high = (bits & 0x7fffffffu) >> 3u;
    scree_index biased = high + (896u << 20u);
    magnitude.high = high < (1u << 20u) ? high : high < (255u << 20u) ? biased : biased + (896u << 20u);
    magnitude.low = bits << 29u;
    return magnitude;
}

/* The sign's words for a number that is to be negated: none for zero. */
SCREE_FN scree_index scree_wide_fill(const scree_wide number, const scree_index sign)
{
    return (number.word0 | number.word1 | number.word2 | number.word3) != 0u ? sign : 0u;
}

/* Negates a number where `sign` has all bits set. */
SCREE_FN scree_wide scree_wide_signed(const scree_wide number, const scree_index sign)
{
    scree_wide result;
    scree_index carry = sign & 1u;
    result.word0 = (number.word0 ^ sign) + carry;
    carry = result.word0 == 0u ? carry : 0u;
    result.word1 = (number.word1 ^ sign) + carry;
    carry = result.word1 == 0u ? carry : 0u;
    result.word2 = (number.word2 ^ sign) + carry;
    carry = result.word2 == 0u ? carry : 0u;
    result.word3 = (number.word3 ^ sign) + carry;
    return result;
}

/* Shifts right, by any number of bits; `fill` comes in from above. */
SCREE_FN scree_wide scree_wide_right(const scree_wide number, const scree_index fill, const scree_index bits)
{
    scree_wide result = number;
    if (bits >= 128u) {
        result.word2 = fill;
        result.word3 = fill;
    }
    if (bits >= 64u) {
        result.word0 = result.word2;
        result.word1 = result.word3;
        result.word2 = fill;
        result.word3 = fill;
    }
    if ((bits & 32u) != 0u) {
        result.word0 = result.word1;
        result.word1 = result.word2;
        result.word2 = result.word3;
        result.word3 = fill;
    }
    result.word0 = scree_funnel_right(result.word1, result.word0, bits & 31u);
    result.word1 = scree_funnel_right(result.word2, result.word1, bits & 31u);
    result.word2 = scree_funnel_right(result.word3, result.word2, bits & 31u);
    result.word3 = scree_funnel_right(fill, result.word3, bits & 31u);
    return result;
}

/* Shifts left by at most 127 bits. */
SCREE_FN scree_wide scree_wide_left(const scree_wide number, const scree_index bits)
{
    scree_wide result = number;
    if ((bits & 64u) != 0u) {
        result.word3 = result.word1;
        result.word2 = result.word0;
        result.word1 = 0u;
        result.word0 = 0u;
    }
    if ((bits & 32u) != 0u) {
        result.word3 = result.word2;
        result.word2 = result.word1;
        result.word1 = result.word0;
        result.word0 = 0u;
    }
    result.word3 = scree_funnel_left(result.word3, result.word2, bits & 31u);
    result.word2 = scree_funnel_left(result.word2, result.word1, bits & 31u);
    result.word1 = scree_funnel_left(result.word1, result.word0, bits & 31u);
    result.word0 = result.word0 << (bits & 31u);
    return result;
}

/* The product of two numbers that has less than 128 bits. */
SCREE_FN scree_wide scree_pair_product(const scree_pair a, const scree_pair b)
{
    scree_wide product;
    scree_index middle = scree_multiply_high(a.low, b.low);
    product.word0 = a.low * b.low;
    product.word1 = middle + a.low * b.high;
    scree_index carry = product.word1 < middle ? 1u : 0u;
    middle = product.word1;
    product.word1 = middle + a.high * b.low;
    carry = carry + (product.word1 < middle ? 1u : 0u);
    product.word3 = scree_multiply_high(a.high, b.high);
    product.word2 = a.high * b.high;
    middle = product.word2;
    product.word2 = middle + carry;
    product.word3 = product.word3 + (product.word2 < middle ? 1u : 0u);
    middle = product.word2;
    product.word2 = middle + scree_multiply_high(a.low, b.high);
    product.word3 = product.word3 + (product.word2 < middle ? 1u : 0u);
    middle = product.word2;
    product.word2 = middle + scree_multiply_high(a.high, b.low);
    product.word3 = product.word3 + (product.word2 < middle ? 1u : 0u);
    return product;
}

/* A coordinate times a frequency, rounded down to 64 bits of fraction; its magnitude is below 2^62. */
SCREE_FN scree_wide scree_place_product(const scree_coordinate coordinate, const scree_place_octave octave)
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
SCREE_FN scree_wide scree_place_shifted(const scree_wide position, const scree_index shift)
{
    scree_wide result = position;
    result.word1 = position.word1 + shift;
    scree_index carry = result.word1 < shift ? 1u : 0u;
    result.word2 = position.word2 + carry;
    carry = result.word2 < carry ? 1u : 0u;
    result.word3 = position.word3 + carry;
    return result;
}

SCREE_FN scree_f64 scree_fade_quintic_f64(const scree_f64 f)
{
    return f * f * f * (f * (f * scree_f64_from_one(6.0f) - scree_f64_from_one(15.0f)) + scree_f64_from_one(10.0f));
}

SCREE_FN scree_f64 scree_fade_cubic_f64(const scree_f64 f)
{
    return f * f * (scree_f64_from_one(3.0f) - scree_f64_from_one(2.0f) * f);
}

/* One step of the series of a sine; the words are the bits of its coefficient. */
SCREE_FN scree_f64 scree_fade_step_f64(const scree_f64 series, const scree_f64 square, const scree_index high,
                                       const scree_index low)
{
    return series * square + scree_f64_from_bits(high, low);
}

SCREE_FN scree_f64 scree_fade_cosine_f64(const scree_f64 f)
{
    scree_f64 x = f * scree_f64_from_bits(0x3ff921fbu, 0x54442d18u);
    scree_f64 square = x * x;
    scree_f64 series = scree_f64_from_bits(0xbc62f49bu, 0x46814157u);
    series = scree_fade_step_f64(series, square, 0x3ce952c7u, 0x7030ad4au);
    series = scree_fade_step_f64(series, square, 0xbd6ae7f3u, 0xe733b81fu);
    series = scree_fade_step_f64(series, square, 0x3de61246u, 0x13a86d09u);
    series = scree_fade_step_f64(series, square, 0xbe5ae645u, 0x67f544e4u);
    series = scree_fade_step_f64(series, square, 0x3ec71de3u, 0xa556c734u);
    series = scree_fade_step_f64(series, square, 0xbf2a01a0u, 0x1a01a01au);
    series = scree_fade_step_f64(series, square, 0x3f811111u, 0x11111111u);
    series = scree_fade_step_f64(series, square, 0xbfc55555u, 0x55555555u);
    scree_f64 sine = x + x * square * series;
    return sine * sine;
}

SCREE_FN scree_f64 scree_fade_f64(const scree_index fade, const scree_f64 f)
{
    scree_f64 weight = f;
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

/*
 * A fraction of 53 bits, of which `high` has the upper 24 and `low` the others. Every step is exact: each half is put
 * behind the leading bit of a greater number, which is then subtracted.
 */
SCREE_FN scree_f64 scree_place_fraction(const scree_index high, const scree_index low)
{
    return (scree_f64_from_bits(0x41b00000u, high) - scree_f64_from_bits(0x41b00000u, 0x00800000u)) +
           scree_f64_from_bits(0x3fe00000u, low);
}

/* A fade weight, zero below 2^-40. */
SCREE_FN float scree_place_weight(const scree_index fade, const scree_f64 fraction)
{
    scree_f64 weight = scree_fade_f64(fade, fraction);
    float rounded = scree_one_from_f64(weight);
    return weight < scree_f64_from_bits(0x3d700000u, 0u) ? scree_one_from_bits(0u) : rounded;
}

/*
 * The place at a fraction, without its keys. A fraction below 2^-40 is zero: float32 holds it exactly, so that it can
 * be compared there; and its weight, which is less, is zero whether or not it was taken from the fraction itself.
 */
SCREE_FN scree_place scree_place_unkeyed(const scree_f64 fraction, const scree_index fade)
{
    scree_place place;
    float rounded = scree_one_from_f64(fraction);
    place.fraction = rounded < scree_one_from_bits(0x2b800000u) ? scree_one_from_bits(0u) : rounded;
    place.fraction1 = place.fraction - 1.0f;
    place.fade = scree_place_weight(fade, fraction);
    place.key0 = 0u;
    place.key1 = 0u;
    return place;
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
SCREE_FN scree_index scree_key_near(const scree_index hash, const scree_place_axis axis, const scree_index cell)
{
    scree_index key = (cell + axis.stream.low) & 255u;
    if (hash != SCREE_KERNEL_HASH_PERLIN2002) {
        key = scree_key_lower((cell >> 31u) != 0u ? axis.key_step_below : axis.key_step, cell);
    }
    return key;
}

/* The key of any cell, after the period. */
SCREE_FN scree_index scree_key_far(const scree_index hash, const scree_place_axis axis, const scree_pair cell)
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

/* A position near zero: its cell, and the fraction, a multiple of 2^-53. */
SCREE_STRUCT(scree_near_position)
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
SCREE_FN scree_near_position scree_place_near_position(const scree_f64 coordinate, const scree_place_octave octave,
                                                       const scree_place_axis axis)
{
    scree_near_position position;
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
SCREE_FN scree_near_position scree_place_near_position(const scree_f64 coordinate, const scree_place_octave octave,
                                                       const scree_place_axis axis)
{
    scree_near_position position;
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
    position.fraction = scree_place_fraction(scree_index_from_offset(part) & 0x00ffffffu, step & 0x1fffffffu);
    position.cell = scree_f64_low(with_cells) + scree_index_from_offset(part >> 24);
    return position;
}

#endif

/* The place of a coordinate whose magnitude is below 2^30 cells of the octave. */
SCREE_FN scree_place scree_place_near(const scree_f64 coordinate, const scree_place_octave octave,
                                      const scree_place_axis axis, const scree_index fade, const scree_index hash)
{
    scree_near_position position = scree_place_near_position(coordinate, octave, axis);
    scree_place place = scree_place_unkeyed(position.fraction, fade);
    place.key0 = scree_key_near(hash, axis, position.cell);
    place.key1 = scree_key_near(hash, axis, position.cell + 1u);
    return place;
}

/* The place at a position, without its keys. */
SCREE_FN scree_place scree_place_at(const scree_wide position, const scree_index fade)
{
    scree_index low = scree_funnel_right(position.word1, position.word0, 11u) & 0x1fffffffu;
    return scree_place_unkeyed(scree_place_fraction(position.word1 >> 8u, low), fade);
}

/* The place of any coordinate within the limits of positions. */
SCREE_FN scree_place scree_place_far(const scree_coordinate coordinate, const scree_place_octave octave,
                                     const scree_place_axis axis, const scree_index fade, const scree_index hash)
{
    scree_wide position = scree_place_shifted(scree_place_product(coordinate, octave), axis.shift);
    scree_place place = scree_place_at(position, fade);
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
    place.key0 = scree_key_far(hash, axis, cell);
    place.key1 = scree_key_far(hash, axis, next);
    return place;
}

/* The rule of a grid's axis in an octave: where the first sample lies, and the way to the next, at most one cell. */
SCREE_STRUCT(scree_grid_rule)
{
    scree_wide origin;
    scree_wide step;
    scree_place_axis axis;
};

/* The rule of a table: entries and the keys of nodes, at offsets in words of 32 bits. */
SCREE_STRUCT(scree_table_rule)
{
    scree_grid_rule grid;
    scree_index count; /* Entries. */
    scree_index nodes;
    scree_index entries;
    scree_index keys;
    scree_index stride; /* Entries are arrays of so many words: fractions, fade weights, nodes; 0 = four words each. */
};

/* The carry of an addition of two words and a carry that made `sum` of `a`. */
SCREE_FN scree_index scree_carry_of(const scree_index a, const scree_index carry, const scree_index sum)
{
    return sum < a || (sum == a && carry != 0u) ? 1u : 0u;
}

SCREE_FN scree_wide scree_wide_sum(const scree_wide a, const scree_wide b)
{
    scree_wide result;
    result.word0 = a.word0 + b.word0;
    scree_index carry1 = scree_carry_of(a.word0, 0u, result.word0);
    result.word1 = a.word1 + b.word1 + carry1;
    scree_index carry2 = scree_carry_of(a.word1, carry1, result.word1);
    result.word2 = a.word2 + b.word2 + carry2;
    scree_index carry3 = scree_carry_of(a.word2, carry2, result.word2);
    result.word3 = a.word3 + b.word3 + carry3;
    return result;
}

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

/* The position so many steps from the first. */
SCREE_FN scree_wide scree_grid_position(const scree_grid_rule rule, const scree_index steps)
{
    return scree_wide_sum(rule.origin, scree_wide_times(rule.step, steps));
}

/* The key of a node: so many cells behind that of the first sample. */
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
    return scree_key_far(hash, rule.axis, cell);
}

#endif
