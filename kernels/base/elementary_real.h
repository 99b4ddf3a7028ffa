/*
 * Sine and cosine of reals (float64 or float32, real.h) in radians, with equal bits on every device.
 *
 * The nearest quarter turn is taken off after W. Cody and W. Waite (Software Manual for the Elementary Functions,
 * 1980): pi/2 is a sum of parts, so short that all of their products with the number of quarter turns but the last are
 * exact. Differences are rounded to a real, and the sum of their errors is carried along as a tail. Without it angles
 * would be a unit of the last place off.
 *
 * The number of quarter turns is rounded by adding 1.5 * 2^52 (1.5 * 2^23 for float32): then it is what the lowest bits
 * of the sum say. Nothing is converted to integers, for which vectors of float64 have no instruction before AVX-512.
 *
 * scripts/fit-elementary prints parts and coefficients. Errors are the largest that
 * tests/property/elementary_real_test.c found, for float32 among all arguments, for float64 among random ones and those
 * next to multiples of pi/4.
 *
 *   reals     angles                   sine        cosine      beyond, infinite, or NaN
 *   float64   0, or 2^-1022 to 2^20    1.06 ulp    1.06 ulp    NaN 0x7ff8000000000000
 *   float32   0, or 2^-126 to 2^13     1.02 ulp    1.02 ulp    NaN 0x7fc00000
 */
#ifndef SCREE_KERNELS_ELEMENTARY_REAL_H
#define SCREE_KERNELS_ELEMENTARY_REAL_H

#include "base/portable.h"
#include "base/real.h"
#include "base/real_bits.h"

/* A constant: the float32, and the upper and the lower word of the float64. */
#if SCREE_REAL_IS_WIDE
#define SCREE_REAL_CONSTANT(narrow, high, low) scree_real_from_constant(scree_f64_from_bits(high, low))
#else
#define SCREE_REAL_CONSTANT(narrow, high, low) scree_f32_in_all(narrow)
#endif

SCREE_STRUCT(scree_sincos_real)
{
    scree_real sine;
    scree_real cosine;
};

/* An angle of up to an eighth of a turn, as the sum of a number and a much smaller one, and of quarter turns. */
SCREE_STRUCT(scree_reduced_radians)
{
    scree_real angle;
    scree_real tail;
    scree_real_bits quarters; /* Modulo 4; the bits above say nothing. */
};

SCREE_FN scree_reduced_radians scree_reduce_radians(const scree_real magnitude)
{
    scree_real rounder = SCREE_REAL_CONSTANT(12582912.0f, 0x43380000u, 0u);
    scree_real rounded = magnitude * SCREE_REAL_CONSTANT(0.636619747f, 0x3fe45f30u, 0x6dc9c883u) + rounder;
    scree_real quarters = rounded - rounder;
    scree_real second = quarters * SCREE_REAL_CONSTANT(0.000483751297f, 0x3dd0b461u, 0x1a600000u);
    scree_real third = quarters * SCREE_REAL_CONSTANT(7.54953362e-8f, 0x3ba3198au, 0x2e000000u);
    scree_real fourth = quarters * SCREE_REAL_CONSTANT(2.56334407e-12f, 0x397b839au, 0x252049c1u);
    scree_real less_first = magnitude - quarters * SCREE_REAL_CONSTANT(1.5703125f, 0x3ff921fbu, 0x54400000u);
    scree_real less_second = less_first - second;
    scree_real error = (less_first - less_second) - second;
    scree_reduced_radians reduced;
    reduced.angle = less_second - third;
    reduced.tail = (error + ((less_second - reduced.angle) - third)) - fourth;
    reduced.quarters = scree_bits_from_real(rounded);
    return reduced;
}

#if SCREE_REAL_IS_WIDE

/* One step of a polynomial, whose coefficient's words are given. */
SCREE_FN scree_real scree_real_step(const scree_real sum, const scree_real square, const scree_index high,
                                    const scree_index low)
{
    return sum * square + scree_real_from_constant(scree_f64_from_bits(high, low));
}

/* (sin(x) / x - 1) / x^2 for an angle of up to an eighth of a turn, whose square is given. */
SCREE_FN scree_real scree_sine_series(const scree_real square)
{
    scree_real sum = scree_real_from_constant(scree_f64_from_bits(0x3de5d8eau, 0xe877bf95u));
    sum = scree_real_step(sum, square, 0xbe5ae5e5u, 0x6c1ce8b6u);
    sum = scree_real_step(sum, square, 0x3ec71de3u, 0x5631bc47u);
    sum = scree_real_step(sum, square, 0xbf2a01a0u, 0x19bf8ae1u);
    sum = scree_real_step(sum, square, 0x3f811111u, 0x1110f7a8u);
    return scree_real_step(sum, square, 0xbfc55555u, 0x55555548u);
}

/* (cos(x) - 1 + x^2 / 2) / x^4. */
SCREE_FN scree_real scree_cosine_series(const scree_real square)
{
    scree_real sum = scree_real_from_constant(scree_f64_from_bits(0xbda8fa35u, 0x608e1fa5u));
    sum = scree_real_step(sum, square, 0x3e21ee9du, 0x5511f235u);
    sum = scree_real_step(sum, square, 0xbe927e4fu, 0x7e755fd5u);
    sum = scree_real_step(sum, square, 0x3efa01a0u, 0x19c7fad7u);
    sum = scree_real_step(sum, square, 0xbf56c16cu, 0x16c14f63u);
    return scree_real_step(sum, square, 0x3fa55555u, 0x5555554bu);
}

#else

SCREE_FN scree_real scree_sine_series(const scree_real square)
{
    scree_real sum = square * -0.000195148779f + 0.00833215751f;
    return square * sum - 0.166666552f;
}

SCREE_FN scree_real scree_cosine_series(const scree_real square)
{
    scree_real sum = square * 2.44326948e-5f - 0.00138873118f;
    return square * sum + 0.0416666456f;
}

#endif

/* Sine and cosine of a reduced angle. The tail counts as often as the function grows there. */
SCREE_FN scree_sincos_real scree_sincos_of_reduced(const scree_reduced_radians reduced)
{
    scree_real square = reduced.angle * reduced.angle;
    scree_real half_square = square * SCREE_REAL_CONSTANT(0.5f, 0x3fe00000u, 0u);
    scree_real beyond = square * square * scree_cosine_series(square) - reduced.angle * reduced.tail;
    scree_sincos_real both;
    both.cosine = SCREE_REAL_CONSTANT(1.0f, 0x3ff00000u, 0u) - (half_square - beyond);
    both.sine = reduced.angle + (reduced.angle * square * scree_sine_series(square) + reduced.tail * both.cosine);
    return both;
}

/* The angle's sign is that of the sine, also of zeros; the angle's magnitude has the same cosine. */
SCREE_FN scree_sincos_real scree_sincos_radians(const scree_real angle)
{
    scree_real_bits bits = scree_bits_from_real(angle);
    scree_real_bits sign = scree_real_sign(bits);
    scree_real magnitude = scree_real_from_bits(bits ^ sign);
    scree_real limit = SCREE_REAL_CONSTANT(8192.0f, 0x41300000u, 0u);
    scree_reduced_radians reduced = scree_reduce_radians(magnitude);
    scree_sincos_real both = scree_sincos_of_reduced(reduced);
    scree_real_bits sine = scree_bits_from_real(both.sine);
    scree_real_bits cosine = scree_bits_from_real(both.cosine);
    scree_real_bits swapped = (sine ^ cosine) & scree_real_odd_mask(reduced.quarters);
    sine = sine ^ swapped ^ scree_real_sign_from_bit_1(reduced.quarters) ^ sign;
    cosine = cosine ^ swapped ^ scree_real_sign_from_bit_1(reduced.quarters + 1u);
    scree_sincos_real result;
    result.sine = scree_real_unless_above(sine, magnitude, limit);
    result.cosine = scree_real_unless_above(cosine, magnitude, limit);
    return result;
}

#endif
