/* Numbers of 64 and 128 bits in words of 32 bits, because not every GPU has others. */
#ifndef SCREE_KERNELS_WIDE_H
#define SCREE_KERNELS_WIDE_H

#include "base/portable.h"

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

/* Whether a number's magnitude is greater than another's, both given by the bits of a float64 without the sign. */
SCREE_FN bool scree_bits_exceed(const scree_pair magnitude, const scree_pair limit)
{
    return magnitude.high > limit.high || (magnitude.high == limit.high && magnitude.low > limit.low);
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

#endif
