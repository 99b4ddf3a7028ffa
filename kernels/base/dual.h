/*
 * Dual numbers: a value, and its slope along each axis. Functions of dual numbers make the analytic derivative along
 * with the value, by the chain rule; the value is computed by the operations of the plain functions, in their order, so
 * that it has their bits.
 */
#ifndef SCREE_KERNELS_DUAL_H
#define SCREE_KERNELS_DUAL_H

#include "base/portable.h"

/*
 * The most axes along which an entry file has derivatives: 4, or 8 where it says so. Then only kinds of cells have more
 * than four, and work on few axes is not made to carry those of many.
 */
#if !defined(SCREE_DUAL_AXES)
#define SCREE_DUAL_AXES 4
#endif

SCREE_STRUCT(scree_dual)
{
    scree_f32 value;
    scree_f32 slope[SCREE_DUAL_AXES];
};

/* A number, or zero where its exponent is below that of 2^-63: products with smaller ones might be subnormal. */
SCREE_FN scree_f32 scree_dual_trimmed(const scree_f32 value)
{
    scree_u32 bits = scree_bits_from_f32(value);
    scree_u32 none = bits & 0u;
    return scree_f32_from_bits(scree_select_equal_u32(bits & 0x60000000u, none, none, bits));
}

/* A number that is the same everywhere; `zero` has the sign that its slopes shall have. */
SCREE_FN scree_dual scree_dual_constant(const scree_f32 value, const scree_f32 zero)
{
    scree_dual constant;
    constant.value = value;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_DUAL_AXES; axis++) {
        constant.slope[axis] = zero;
    }
    return constant;
}

/* The same slopes times a factor, with another value. */
SCREE_FN scree_dual scree_dual_scaled(const scree_dual dual, const scree_f32 value, const scree_f32 factor)
{
    scree_dual scaled;
    scaled.value = value;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_DUAL_AXES; axis++) {
        scaled.slope[axis] = dual.slope[axis] * factor;
    }
    return scaled;
}

/* A dual number times an amplitude. Slopes that are sums may nearly cancel: the products are not subnormal. */
SCREE_FN scree_dual scree_dual_amplified(const scree_dual dual, const scree_f32 amplitude)
{
    scree_dual amplified;
    amplified.value = dual.value * amplitude;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_DUAL_AXES; axis++) {
        amplified.slope[axis] = scree_dual_trimmed(dual.slope[axis]) * amplitude;
    }
    return amplified;
}

#endif
