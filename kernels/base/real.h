/*
 * Reals: float64 where the entry file defines SCREE_REAL_IS_WIDE to be 1, float32 where it is 0. In C they may be
 * vectors of as many bytes as those of lanes.h. What is written in them is written once for both types.
 */
#ifndef SCREE_KERNELS_REAL_H
#define SCREE_KERNELS_REAL_H

#include "base/portable.h"

#ifndef SCREE_REAL_IS_WIDE
#define SCREE_REAL_IS_WIDE 1
#endif

#if defined(VULKAN)

#if SCREE_REAL_IS_WIDE
#define scree_real double
#define scree_real_from_words(high, low) packDouble2x32(uvec2(low, high))
#else
#define scree_real float
#define scree_real_from_words(high, low) uintBitsToFloat(low)
#endif
#define scree_real_one scree_real
#define scree_real_one_from_words(high, low) scree_real_from_words(high, low)
#define scree_real_from_constant(value) scree_real(value)
#define scree_real_from_u24(value) scree_real(value)
#define scree_f32_from_real(value) float(value)

#else

/* A real that is in no vector. */
#if SCREE_REAL_IS_WIDE
typedef double scree_real_one;
#else
typedef float scree_real_one;
#endif

#if !SCREE_REAL_IS_WIDE
#define scree_real scree_f32
#elif defined(SCREE_LANES) && SCREE_LANES > 1
typedef double scree_real __attribute__((vector_size(SCREE_LANE_BYTES)));
#else
typedef double scree_real;
#endif

#if defined(SCREE_LANES) && SCREE_LANES > 1

/* The same number in every lane. */
SCREE_FN scree_real scree_real_in_all(const scree_real_one value)
{
    return value - (scree_real){0};
}

#else

SCREE_FN scree_real scree_real_in_all(const scree_real_one value)
{
    return value;
}

/* Rounds to the nearest float. */
SCREE_FN scree_f32 scree_f32_from_real(const scree_real value)
{
    return (scree_f32)value;
}

#endif

/* A number whose bits are two words, of which a float32 has only the lower one. */
SCREE_FN scree_real_one scree_real_one_from_words(const scree_index high, const scree_index low)
{
#if SCREE_REAL_IS_WIDE
    return scree_f64_from_bits(high, low);
#else
    SCREE_UNUSED(high);
    return scree_one_from_bits(low);
#endif
}

SCREE_FN scree_real scree_real_from_words(const scree_index high, const scree_index low)
{
    return scree_real_in_all(scree_real_one_from_words(high, low));
}

/* Rounds to the nearest where reals are float32. */
SCREE_FN scree_real scree_real_from_constant(const scree_f64 value)
{
    return scree_real_in_all((scree_real_one)value);
}

/* A whole number below 2^24, in no vector. */
SCREE_FN scree_real_one scree_real_from_u24(const scree_index value)
{
    return (scree_real_one)(int32_t)value;
}

#endif

#endif
