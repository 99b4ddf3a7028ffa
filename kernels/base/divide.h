/*
 * The quotient, correctly rounded. C and CUDA have it as an operation (portable.h); Vulkan promises less, so there it
 * is a long division of integers.
 */
#ifndef SCREE_KERNELS_DIVIDE_H
#define SCREE_KERNELS_DIVIDE_H

#include "base/portable.h"

/*
 * A long division: the quotient so far, an integer, and the remainder, which is less than the divisor and hence than
 * 2^24. A step appends a digit of eight bits to the quotient.
 */
SCREE_STRUCT(scree_long_division)
{
    scree_index quotient;
    scree_index remainder;
};

SCREE_FN scree_long_division scree_long_division_step(const scree_long_division at, const scree_index divisor)
{
    scree_long_division next;
    scree_index digit = (at.remainder << 8u) / divisor;
    next.quotient = (at.quotient << 8u) | digit;
    next.remainder = (at.remainder << 8u) - digit * divisor;
    return next;
}

/*
 * The quotient of two normal numbers, or of a zero and a normal number, where its magnitude is from 2^-126 to the
 * largest float. Mantissas are scaled so that theirs is from 1 to 2: three digits after the 1 are its 24 bits and one
 * more, which decides how to round. It is never exactly half a step: that would need a divisor with more bits.
 */
SCREE_FN float scree_divide_by_digits(const float dividend, const float divisor)
{
    scree_index dividend_bits = scree_bits_from_one(dividend);
    scree_index divisor_bits = scree_bits_from_one(divisor);
    scree_index sign = (dividend_bits ^ divisor_bits) & 0x80000000u;
    scree_index dividend_exponent = (dividend_bits >> 23) & 255u;
    scree_index divisor_exponent = (divisor_bits >> 23) & 255u;
    scree_index dividend_mantissa = (dividend_bits & 0x7fffffu) | 0x800000u;
    scree_index divisor_mantissa = (divisor_bits & 0x7fffffu) | 0x800000u;
    scree_index doubled = dividend_mantissa < divisor_mantissa ? 1u : 0u;
    scree_long_division at;
    at.quotient = 1u;
    at.remainder = (dividend_mantissa << doubled) - divisor_mantissa;
    at = scree_long_division_step(at, divisor_mantissa);
    at = scree_long_division_step(at, divisor_mantissa);
    at = scree_long_division_step(at, divisor_mantissa);
    scree_index exponent = dividend_exponent - divisor_exponent + 127u - doubled;
    scree_index magnitude = (exponent << 23) | (((at.quotient + 1u) >> 1) & 0x7fffffu);
    return scree_one_from_bits(dividend_exponent == 0u ? sign : sign | magnitude);
}

#endif
