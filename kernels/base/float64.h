/*
 * The parts of float32 and float64 numbers, and arithmetic of formulas that GPUs without float64 evaluate, too. Where
 * SCREE_WITHOUT_FLOAT64 is defined, scree_real64 is the parts of a number instead of a float64, and sums and products
 * are rounded to 53 bits as those of float64 are. Numbers are 0, or far from what a float64 cannot hold.
 */
#ifndef SCREE_KERNELS_FLOAT64_H
#define SCREE_KERNELS_FLOAT64_H

#include "base/wide.h"

/*
 * A finite number: a mantissa of 64 bits times a power of two. The mantissa's highest bit is set, unless the number
 * is 0 or subnormal.
 */
SCREE_STRUCT(scree_float_parts)
{
    scree_index sign; /* All bits set for a negative number; 0 for others. */
    scree_pair mantissa;
    scree_offset exponent;
};

SCREE_FN scree_float_parts scree_parts_from_f64(const scree_pair bits)
{
    scree_float_parts parts;
    scree_index field = (bits.high >> 20u) & 0x7ffu;
    parts.sign = (bits.high >> 31u) != 0u ? 0xffffffffu : 0u;
    parts.mantissa.high = (scree_funnel_left(bits.high, bits.low, 11u) & 0x7fffffffu) |
                               (field != 0u ? 0x80000000u : 0u);
    parts.mantissa.low = bits.low << 11u;
    parts.exponent = scree_offset_from_index(field != 0u ? field : 1u) - 1086;
    return parts;
}

SCREE_FN scree_float_parts scree_parts_from_f32(const scree_index bits)
{
    scree_float_parts parts;
    scree_index field = (bits >> 23u) & 0xffu;
    parts.sign = (bits >> 31u) != 0u ? 0xffffffffu : 0u;
    parts.mantissa.high = ((bits << 8u) & 0x7fffffffu) | (field != 0u ? 0x80000000u : 0u);
    parts.mantissa.low = 0u;
    parts.exponent = scree_offset_from_index(field != 0u ? field : 1u) - 190;
    return parts;
}

/* A number that is 0 or from 2^-126 on in magnitude, rounded to float32: to the nearest number, and to an even one of
   two. */
SCREE_FN float scree_one_from_parts(const scree_float_parts number)
{
    scree_index mantissa = number.mantissa.high >> 8u;
    scree_index rest = number.mantissa.high & 0xffu;
    scree_index bits = (scree_index_from_offset(number.exponent + 189) << 23u) + mantissa;
    if (rest > 0x80u || (rest == 0x80u && (number.mantissa.low | (mantissa & 1u)) != 0u)) {
        bits = bits + 1u;
    }
    return scree_one_from_bits(number.mantissa.high == 0u ? 0u : bits | (number.sign & 0x80000000u));
}

#if defined(SCREE_WITHOUT_FLOAT64)

#define scree_real64 scree_float_parts
#define scree_one_from_real64(number) scree_one_from_parts(number)

SCREE_FN scree_real64 scree_real64_from_bits(const scree_index high, const scree_index low)
{
    scree_pair bits;
    bits.high = high;
    bits.low = low;
    return scree_parts_from_f64(bits);
}

SCREE_FN scree_real64 scree_real64_from_one(const float value)
{
    return scree_parts_from_f32(scree_bits_from_one(value));
}

/* The zeros above a number's highest bit; 127 for 0. */
SCREE_FN scree_index scree_wide_zeros(const scree_wide number)
{
    scree_index word = number.word0 | 1u;
    scree_index zeros = 96u;
    if (number.word1 != 0u) {
        word = number.word1;
        zeros = 64u;
    }
    if (number.word2 != 0u) {
        word = number.word2;
        zeros = 32u;
    }
    if (number.word3 != 0u) {
        word = number.word3;
        zeros = 0u;
    }
    return zeros + 31u - scree_highest_bit(word);
}

/* A number of 128 bits times a power of two, rounded to 53 bits: to the nearest number, and to an even one of two. */
SCREE_FN scree_real64 scree_real64_rounded(const scree_index sign, const scree_wide number, const scree_offset exponent)
{
    scree_real64 rounded;
    scree_index zeros = scree_wide_zeros(number);
    scree_wide highest = scree_wide_left(number, zeros);
    scree_index rest = highest.word2 & 0x7ffu;
    bool is_more = (highest.word1 | highest.word0 | (highest.word2 & 0x800u)) != 0u;
    rounded.sign = sign;
    rounded.mantissa.high = highest.word3;
    rounded.mantissa.low = highest.word2 - rest;
    rounded.exponent = exponent + 64 - scree_offset_from_index(zeros);
    if (rest > 0x400u || (rest == 0x400u && is_more)) {
        rounded.mantissa.low = rounded.mantissa.low + 0x800u;
        rounded.mantissa.high = rounded.mantissa.high + (rounded.mantissa.low == 0u ? 1u : 0u);
        if (rounded.mantissa.high == 0u) {
            rounded.mantissa.high = 0x80000000u;
            rounded.exponent = rounded.exponent + 1;
        }
    }
    return rounded;
}

SCREE_FN scree_real64 scree_real64_product(const scree_real64 a, const scree_real64 b)
{
    return scree_real64_rounded(a.sign ^ b.sign, scree_pair_product(a.mantissa, b.mantissa), a.exponent + b.exponent);
}

/* A mantissa shifted right, from the upper half of 128 bits. A shift by up to 75 bits loses none of 53. One by more
   leaves less than half of a last bit of the sum, whatever it loses; one bit stands for that. */
SCREE_FN scree_wide scree_real64_shifted(const scree_pair mantissa, const scree_index bits)
{
    scree_wide number;
    number.word0 = 0u;
    number.word1 = 0u;
    number.word2 = mantissa.low;
    number.word3 = mantissa.high;
    number = scree_wide_right(number, 0u, bits);
    number.word0 = number.word0 | (bits > 75u ? 1u : 0u);
    return number;
}

SCREE_FN scree_real64 scree_real64_sum(const scree_real64 a, const scree_real64 b)
{
    scree_real64 greater = a;
    scree_real64 less = b;
    if (a.mantissa.high == 0u ||
        (b.mantissa.high != 0u && (b.exponent > a.exponent ||
                                   (b.exponent == a.exponent && scree_bits_exceed(b.mantissa, a.mantissa))))) {
        greater = b;
        less = a;
    }
    scree_real64 sum = greater;
    if (less.mantissa.high != 0u) {
        scree_offset bits = greater.exponent - less.exponent + 1;
        scree_wide small = scree_real64_shifted(less.mantissa, scree_index_from_offset(bits));
        small = scree_wide_signed(small, greater.sign ^ less.sign);
        sum = scree_real64_rounded(greater.sign, scree_wide_sum(scree_real64_shifted(greater.mantissa, 1u), small),
                                   greater.exponent - 63);
    }
    return sum;
}

/* A fraction of 53 bits, of which `high` has the upper 24 and `low` the others. */
SCREE_FN scree_real64 scree_real64_fraction(const scree_index high, const scree_index low)
{
    scree_wide number;
    number.word0 = 0u;
    number.word1 = 0u;
    number.word2 = low << 11u;
    number.word3 = (high << 8u) | (low >> 21u);
    return scree_real64_rounded(0u, number, -128);
}

/* Whether a number that is not negative is below 2^-40. */
SCREE_FN bool scree_real64_is_small(const scree_real64 number)
{
    return number.mantissa.high == 0u || number.exponent <= -104;
}

#else

#define scree_real64 scree_f64
#define scree_real64_from_bits(high, low) scree_f64_from_bits(high, low)
#define scree_real64_from_one(value) scree_f64_from_one(value)
#define scree_real64_product(a, b) ((a) * (b))
#define scree_real64_sum(a, b) ((a) + (b))
#define scree_real64_is_small(number) ((number) < scree_f64_from_bits(0x3d700000u, 0u))
#define scree_one_from_real64(number) scree_one_from_f64(number)

/*
 * A fraction of 53 bits, of which `high` has the upper 24 and `low` the others. Every step is exact: each half is put
 * behind the leading bit of a greater number, which is then subtracted.
 */
SCREE_FN scree_f64 scree_real64_fraction(const scree_index high, const scree_index low)
{
    return (scree_f64_from_bits(0x41b00000u, high) - scree_f64_from_bits(0x41b00000u, 0x00800000u)) +
           scree_f64_from_bits(0x3fe00000u, low);
}

#endif

#endif
