/*
 * Words of 32 bits beside reals, one for each: what hashes are made of. Vectors of float64 have words of 64 bits, whose
 * upper halves are zero.
 */
#ifndef SCREE_KERNELS_REAL_WORD_H
#define SCREE_KERNELS_REAL_WORD_H

#include "base/portable.h"
#include "base/real.h"
#include "base/real_bits.h"

#if !SCREE_REAL_IS_WIDE

#define scree_real_word scree_u32

/* The lower 32 bits of a real. */
SCREE_FN scree_real_word scree_word_from_real(const scree_real value)
{
    return scree_bits_from_real(value);
}

SCREE_FN scree_real_word scree_word_times(const scree_real_word word, const scree_index factor)
{
    return word * factor;
}

/* A real whose sign is turned where bit 31 - `bit` of a word is set. */
SCREE_FN scree_real scree_real_flip(const scree_real value, const scree_real_word word, const scree_index bit)
{
    return scree_real_from_bits(scree_bits_from_real(value) ^ ((word << bit) & 0x80000000u));
}

#elif defined(VULKAN)

#define scree_real_word uint

SCREE_FN scree_real_word scree_word_from_real(const scree_real value)
{
    return scree_bits_from_real(value).x;
}

SCREE_FN scree_real_word scree_word_times(const scree_real_word word, const scree_index factor)
{
    return word * factor;
}

SCREE_FN scree_real scree_real_flip(const scree_real value, const scree_real_word word, const scree_index bit)
{
    scree_real_bits bits = scree_bits_from_real(value);
    return scree_real_from_bits(uvec2(bits.x, bits.y ^ ((word << bit) & 0x80000000u)));
}

#else

#if defined(SCREE_LANES) && SCREE_LANES > 1
typedef scree_real_bits scree_real_word;
#else
typedef uint32_t scree_real_word;
#endif

SCREE_FN scree_real_word scree_word_from_real(const scree_real value)
{
    return (scree_real_word)(scree_bits_from_real(value) & 0xffffffffu);
}

SCREE_FN scree_real_word scree_word_times(const scree_real_word word, const scree_index factor)
{
    return (word * factor) & 0xffffffffu;
}

SCREE_FN scree_real scree_real_flip(const scree_real value, const scree_real_word word, const scree_index bit)
{
    scree_real_bits sign = ((scree_real_bits)word << (32u + bit)) & ((uint64_t)0x80000000u << 32);
    return scree_real_from_bits(scree_bits_from_real(value) ^ sign);
}

#endif

#endif
