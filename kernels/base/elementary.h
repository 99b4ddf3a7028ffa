/*
 * Elementary functions with equal bits on every device: sine and cosine of turns, 2^x and the binary logarithm, by
 * polynomials in a fixed order of operations; quotients and square roots come with them, correctly rounded.
 *
 * Angles are in turns, because kernels make them from frequencies in cycles and because a whole number of turns can be
 * taken off exactly; 2 pi has no float, and radians would bring its error in. Powers and Gaussian envelopes are
 * scree_exp2() with a factor, log2(e) for instance, that the host has put into the parameters.
 *
 * scripts/fit-elementary prints the coefficients. Errors are the largest over all float32 arguments, against float64
 * (tests/property/elementary_test.c). Subnormal arguments and results are out of range where they would show, since
 * devices may read and write them as zeros. A zero of sine or cosine may have either sign, the same on all devices.
 *
 *   function             arguments                                     error
 *   scree_divide         normal, or a dividend of 0; normal quotients  0.5 ulp, correctly rounded
 *   scree_root           0, infinity, or normal and positive           0.5 ulp, correctly rounded
 *   scree_sincos_turns   0, or normal and up to 2^20 in magnitude      1.74 ulp (sine), 1.72 ulp (cosine)
 *   scree_exp2           all but NaN                                   1.15 ulp
 *   scree_log2           normal and positive                           1.80 ulp
 */
#ifndef SCREE_KERNELS_ELEMENTARY_H
#define SCREE_KERNELS_ELEMENTARY_H

#include "base/divide.h"
#include "base/portable.h"
#include "base/root.h"

SCREE_STRUCT(scree_sincos)
{
    scree_f32 sine;
    scree_f32 cosine;
};

/* The sine of an angle of up to an eighth of a turn, whose square is given. */
SCREE_FN scree_f32 scree_sine_of_eighth(const scree_f32 turns, const scree_f32 square)
{
    scree_f32 sum = square * 41.4697456f - 76.6977692f;
    sum = square * sum + 81.6052017f;
    sum = square * sum - 41.3417015f;
    sum = square * sum + 6.28318548f;
    return turns * sum;
}

SCREE_FN scree_f32 scree_cosine_of_eighth(const scree_f32 square)
{
    scree_f32 sum = square * 59.4241447f - 85.448822f;
    sum = square * sum + 64.9393692f;
    sum = square * sum - 19.7392082f;
    return square * sum + 1.0f;
}

/*
 * Sine and cosine of an angle in turns. The nearest quarter turn is taken off, which is exact; its number says which of
 * the rest's two functions stands where, and with which sign.
 */
SCREE_FN scree_sincos scree_sincos_turns(const scree_f32 turns)
{
    scree_u32 bits = scree_bits_from_f32(turns);
    scree_u32 sign = bits & 0x80000000u;
    scree_f32 magnitude = scree_f32_from_bits(bits ^ sign);
    scree_u32 quarters = scree_u32_from_f32(magnitude * 4.0f + 0.5f);
    scree_f32 rest = magnitude - scree_f32_from_u24(quarters) * 0.25f;
    scree_f32 square = rest * rest;
    scree_u32 sine = scree_bits_from_f32(scree_sine_of_eighth(rest, square));
    scree_u32 cosine = scree_bits_from_f32(scree_cosine_of_eighth(square));
    scree_u32 swapped = (sine ^ cosine) & (0u - (quarters & 1u));
    scree_sincos result;
    result.sine = scree_f32_from_bits(sine ^ swapped ^ ((quarters & 2u) << 30u) ^ sign);
    result.cosine = scree_f32_from_bits(cosine ^ swapped ^ (((quarters + 1u) & 2u) << 30u));
    return result;
}

/*
 * 2 to the power of a number: 0 below -126, where it would be subnormal, and infinity from 128 on. The nearest integer
 * is the exponent; 2 to the power of the rest is a polynomial.
 */
SCREE_FN scree_f32 scree_exp2(const scree_f32 value)
{
    scree_f32 low = scree_f32_in_all(-126.0f);
    scree_f32 clamped = scree_minimum(scree_maximum(value, low), scree_f32_in_all(128.0f));
    scree_u32 exponent = scree_u32_from_f32(clamped + 127.5f);
    scree_f32 rest = clamped - (scree_f32_from_u24(exponent) - 127.0f);
    scree_f32 sum = rest * 0.00015337576f + 0.00133903697f;
    sum = rest * sum + 0.00961844251f;
    sum = rest * sum + 0.0555035844f;
    sum = rest * sum + 0.240226492f;
    sum = rest * sum + 0.693147182f;
    sum = rest * sum + 1.0f;
    scree_u32 bits = scree_bits_from_f32(sum) + ((exponent - 127u) << 23u);
    return scree_select_less(value, low, scree_f32_from_bits(bits & 0u), scree_f32_from_bits(bits));
}

/*
 * The binary logarithm. The number is m * 2^e with m from the root of 1/2 to that of 2; the logarithm of m is a
 * polynomial in m - 1, which is exact. So are logarithms of powers of two.
 */
SCREE_FN scree_f32 scree_log2(const scree_f32 value)
{
    scree_u32 bits = scree_bits_from_f32(value);
    scree_u32 exponent = (bits + 0x4afb0du) >> 23u;
    scree_f32 rest = scree_f32_from_bits(bits - ((exponent - 127u) << 23u)) - 1.0f;
    scree_f32 sum = rest * -0.109951898f + 0.186178774f;
    sum = rest * sum - 0.191063717f;
    sum = rest * sum + 0.204600126f;
    sum = rest * sum - 0.239617243f;
    sum = rest * sum + 0.288567424f;
    sum = rest * sum - 0.360696644f;
    sum = rest * sum + 0.480898231f;
    sum = rest * sum - 0.721347332f;
    sum = rest * sum + 1.44269502f;
    return (scree_f32_from_u24(exponent) - 127.0f) + rest * sum;
}

#endif
