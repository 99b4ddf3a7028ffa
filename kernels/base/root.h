/*
 * The square root, correctly rounded. C and CUDA have it as an instruction (portable.h); Vulkan promises less, so there
 * it is built from an estimate and an exact remainder in integers.
 */
#ifndef SCREE_KERNELS_ROOT_H
#define SCREE_KERNELS_ROOT_H

#include "base/portable.h"

/* One over the root of a number from 1 to 4, to about seven digits: Newton's steps from a first guess by bits. */
SCREE_FN float scree_reciprocal_root_estimate(const float value, const scree_index bits)
{
    float guess = scree_one_from_bits(0x5f375a86u - (bits >> 1));
    float half_value = value * 0.5f;
    guess = guess * (1.5f - half_value * guess * guess);
    guess = guess * (1.5f - half_value * guess * guess);
    return guess * (1.5f - half_value * guess * guess);
}

/*
 * One step of a root, an integer, towards the one whose square is nearest; `rest` is the number minus the root's
 * square.
 */
SCREE_STRUCT(scree_root_step)
{
    scree_index root;
    scree_index rest; /* Modulo 2^32; its magnitude is far below 2^31. */
};

SCREE_FN scree_root_step scree_root_improve(const scree_root_step at)
{
    scree_root_step next = at;
    scree_index shifted = at.rest + 0x80000000u;
    if (shifted > 0x80000000u + at.root) {
        next.root = at.root + 1u;
        next.rest = at.rest - (2u * at.root + 1u);
    } else if (shifted <= 0x80000000u - at.root) {
        next.root = at.root - 1u;
        next.rest = at.rest + (2u * at.root - 1u);
    }
    return next;
}

/*
 * The root of a number that is 0, +infinity, or normal and positive. The number is m * 4^e with m from 1 to 4; the root
 * of m is a whole number of steps of 2^-23, which is right when m less its square is at most half a step away. That
 * remainder is small, so it is exact modulo 2^32. An estimate that is off by a few steps is corrected one step a time.
 */
SCREE_FN float scree_root_by_steps(const float value)
{
    scree_index bits = scree_bits_from_one(value);
    scree_index exponent = bits >> 23;
    if (exponent == 0u || exponent >= 255u) {
        return value;
    }
    scree_index doubled = 1u - (exponent & 1u);
    scree_index scaled = (bits & 0x7fffffu) | ((127u + doubled) << 23);
    float mantissa = scree_one_from_bits(scaled);
    float estimate = mantissa * scree_reciprocal_root_estimate(mantissa, scaled);
    scree_root_step at;
    at.root = (scree_bits_from_one(estimate) & 0x7fffffu) | 0x800000u;
    at.rest = (((bits & 0x7fffffu) | 0x800000u) << (23u + doubled)) - at.root * at.root;
    at = scree_root_improve(at);
    at = scree_root_improve(at);
    at = scree_root_improve(at);
    return scree_one_from_bits((((exponent + 127u) >> 1) << 23) | (at.root & 0x7fffffu));
}

#endif
