/*
 * The bits of reals: words of 32 bits where reals are float32, of 64 bits where they are float64. GLSL without integers
 * of 64 bits has pairs of words, the lower one first; C has vectors of as many words as there are reals.
 *
 * Besides the functions below, `^` and `&` work on bits, and numbers below 2^32 are added to every word of a pair.
 */
#ifndef SCREE_KERNELS_REAL_BITS_H
#define SCREE_KERNELS_REAL_BITS_H

#include "base/portable.h"
#include "base/real.h"

#if !SCREE_REAL_IS_WIDE

#define scree_real_bits scree_u32
#define scree_bits_from_real(value) scree_bits_from_f32(value)
#define scree_real_from_bits(bits) scree_f32_from_bits(bits)

/* The sign, and nothing else. */
SCREE_FN scree_real_bits scree_real_sign(const scree_real_bits bits)
{
    return bits & 0x80000000u;
}

/* All bits where the lowest one is set, none elsewhere. */
SCREE_FN scree_real_bits scree_real_odd_mask(const scree_real_bits bits)
{
    return 0u - (bits & 1u);
}

/* A sign that is set where bit 1 is. */
SCREE_FN scree_real_bits scree_real_sign_from_bit_1(const scree_real_bits bits)
{
    return (bits & 2u) << 30u;
}

/* The number with these bits, or the quiet NaN of no sign if a magnitude is a NaN or above a limit. */
SCREE_FN scree_real scree_real_unless_above(const scree_real_bits value, const scree_real magnitude,
                                            const scree_real limit)
{
    return scree_real_from_bits(scree_select_less_u32(scree_bits_from_real(limit), scree_bits_from_real(magnitude),
                                                      scree_u32_from_index(0x7fc00000u), value));
}

/* Zero instead of a number whose magnitude is below a limit. NaN stays. */
SCREE_FN scree_real scree_real_unless_below(const scree_real value, const scree_real limit)
{
    scree_real_bits bits = scree_bits_from_real(value);
    return scree_real_from_bits(
        scree_select_less_u32(bits & 0x7fffffffu, scree_bits_from_real(limit), scree_u32_from_index(0u), bits));
}

#elif defined(VULKAN)

#define scree_real_bits uvec2
#define scree_bits_from_real(value) unpackDouble2x32(value)
#define scree_real_from_bits(bits) packDouble2x32(bits)

SCREE_FN scree_real_bits scree_real_sign(const scree_real_bits bits)
{
    return uvec2(0u, bits.y & 0x80000000u);
}

SCREE_FN scree_real_bits scree_real_odd_mask(const scree_real_bits bits)
{
    return uvec2(0u - (bits.x & 1u));
}

SCREE_FN scree_real_bits scree_real_sign_from_bit_1(const scree_real_bits bits)
{
    return uvec2(0u, (bits.x & 2u) << 30u);
}

/* Words decide, because a driver may take it that no number is a NaN. */
SCREE_FN scree_real scree_real_unless_above(const scree_real_bits value, const scree_real magnitude,
                                            const scree_real limit)
{
    scree_real_bits number = scree_bits_from_real(magnitude);
    scree_real_bits most = scree_bits_from_real(limit);
    bool is_above = number.y > most.y || (number.y == most.y && number.x > most.x);
    return scree_real_from_bits(is_above ? uvec2(0u, 0x7ff80000u) : value);
}

SCREE_FN scree_real scree_real_unless_below(const scree_real value, const scree_real limit)
{
    scree_real_bits bits = scree_bits_from_real(value);
    scree_real_bits lowest = scree_bits_from_real(limit);
    uint high = bits.y & 0x7fffffffu;
    bool is_below = high < lowest.y || (high == lowest.y && bits.x < lowest.x);
    return scree_real_from_bits(is_below ? uvec2(0u) : bits);
}

#else

/* GLSL has no literals of 64 bits, not even in text that it skips. */
#define SCREE_REAL_NAN_BITS ((uint64_t)0x7ff80000u << 32)

#if defined(SCREE_LANES) && SCREE_LANES > 1

typedef uint64_t scree_real_bits __attribute__((vector_size(SCREE_LANES * 4)));

SCREE_FN scree_real_bits scree_bits_from_real(const scree_real value)
{
    return (scree_real_bits)value;
}

SCREE_FN scree_real scree_real_from_bits(const scree_real_bits bits)
{
    return (scree_real)bits;
}

SCREE_FN scree_real scree_real_unless_above(const scree_real_bits value, const scree_real magnitude,
                                            const scree_real limit)
{
#if SCREE_LANES == 16
    const __mmask8 is_within = _mm512_cmp_pd_mask((__m512d)magnitude, (__m512d)limit, _CMP_LE_OQ);
    return (scree_real)_mm512_mask_mov_epi64(_mm512_set1_epi64((int64_t)SCREE_REAL_NAN_BITS), is_within,
                                             (__m512i)value);
#else
    const scree_real_bits is_within = (scree_real_bits)(magnitude <= limit);
    return (scree_real)((is_within & value) | (~is_within & SCREE_REAL_NAN_BITS));
#endif
}

SCREE_FN scree_real scree_real_unless_below(const scree_real value, const scree_real limit)
{
    const scree_real_bits sign = ((uint64_t)0x80000000u << 32) - (scree_real_bits){0};
    const scree_real magnitude = (scree_real)((scree_real_bits)value & ~sign);
    return (scree_real)((scree_real_bits)value & ~(scree_real_bits)(magnitude < limit));
}

#else

typedef uint64_t scree_real_bits;

SCREE_FN scree_real_bits scree_bits_from_real(const scree_real value)
{
    scree_real_bits bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

SCREE_FN scree_real scree_real_from_bits(const scree_real_bits bits)
{
    scree_real value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

SCREE_FN scree_real scree_real_unless_above(const scree_real_bits value, const scree_real magnitude,
                                            const scree_real limit)
{
    return scree_real_from_bits(magnitude <= limit ? value : SCREE_REAL_NAN_BITS);
}

SCREE_FN scree_real scree_real_unless_below(const scree_real value, const scree_real limit)
{
    return value < limit && -value < limit ? 0.0 : value;
}

#endif

SCREE_FN scree_real_bits scree_real_sign(const scree_real_bits bits)
{
    return bits & ((uint64_t)0x80000000u << 32);
}

SCREE_FN scree_real_bits scree_real_odd_mask(const scree_real_bits bits)
{
    return 0u - (bits & 1u);
}

SCREE_FN scree_real_bits scree_real_sign_from_bit_1(const scree_real_bits bits)
{
    return (bits & 2u) << 62u;
}

#endif

#endif
