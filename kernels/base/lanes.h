/*
 * The vector types of the dialect: SCREE_LANES samples side by side in the compiler's vector extension. portable.h
 * includes this file where a translation unit is compiled for an instruction set with more than one lane; elsewhere it
 * is empty, because there a sample is a plain number.
 */
#ifndef SCREE_KERNELS_LANES_H
#define SCREE_KERNELS_LANES_H

#include "base/portable.h"

#if defined(SCREE_LANES) && SCREE_LANES > 1

#if defined(__x86_64__) && SCREE_LANES == 4
#include <smmintrin.h> /* Only SSE4.1 and below: the full set of intrinsics takes ten times as long to compile. */
#elif defined(__x86_64__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#define SCREE_LANE_BYTES (4 * SCREE_LANES)

typedef float scree_f32 __attribute__((vector_size(SCREE_LANE_BYTES)));
typedef uint32_t scree_u32 __attribute__((vector_size(SCREE_LANE_BYTES)));
typedef int32_t scree_i32 __attribute__((vector_size(SCREE_LANE_BYTES)));

SCREE_FN scree_f32 scree_f32_from_u24(const scree_u32 value)
{
    return __builtin_convertvector((scree_i32)value, scree_f32);
}

SCREE_FN scree_u32 scree_u32_from_f32(const scree_f32 value)
{
    return (scree_u32) __builtin_convertvector(value, scree_i32);
}

SCREE_FN scree_u32 scree_u32_from_signed(const scree_f32 value)
{
    return (scree_u32) __builtin_convertvector(value, scree_i32);
}

SCREE_FN scree_f32 scree_floor(const scree_f32 value)
{
#if SCREE_LANES == 16
    return (scree_f32)_mm512_roundscale_ps((__m512)value, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif SCREE_LANES == 8
    return (scree_f32)_mm256_floor_ps((__m256)value);
#elif defined(__x86_64__)
    return (scree_f32)_mm_floor_ps((__m128)value);
#else
    return (scree_f32)vrndmq_f32((float32x4_t)value);
#endif
}

SCREE_FN scree_u32 scree_bits_from_f32(const scree_f32 value)
{
    return (scree_u32)value;
}

SCREE_FN scree_f32 scree_f32_from_bits(const scree_u32 bits)
{
    return (scree_f32)bits;
}

/* Selects one of two words by two floats. */
SCREE_FN scree_u32 scree_select_less_words(const scree_f32 a, const scree_f32 b, const scree_u32 yes,
                                           const scree_u32 no)
{
#if SCREE_LANES == 16
    return (scree_u32)_mm512_mask_mov_epi32((__m512i)no, _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_LT_OQ),
                                            (__m512i)yes);
#else
    scree_u32 mask = (scree_u32)(a < b);
    return (mask & yes) | (~mask & no);
#endif
}

SCREE_FN scree_f32 scree_select_less(const scree_f32 a, const scree_f32 b, const scree_f32 yes, const scree_f32 no)
{
#if SCREE_LANES == 16
    return (scree_f32)_mm512_mask_mov_ps((__m512)no, _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_LT_OQ), (__m512)yes);
#else
    return (scree_f32)scree_select_less_words(a, b, (scree_u32)yes, (scree_u32)no);
#endif
}

/* Whether a number is less than another one in some lane. */
SCREE_FN bool scree_some_less(const scree_f32 a, const scree_f32 b)
{
#if SCREE_LANES == 16
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_LT_OQ) != 0;
#elif SCREE_LANES == 8
    return _mm256_movemask_ps((__m256)(a < b)) != 0;
#elif defined(__x86_64__)
    return _mm_movemask_ps((__m128)(a < b)) != 0;
#else
    return vmaxvq_u32((uint32x4_t)(a < b)) != 0;
#endif
}

/* The same number in every lane. Subtracting zero is how the compilers make a vector of a scalar. */
SCREE_FN scree_u32 scree_u32_from_index(const scree_index value)
{
    return value - (scree_u32){0u};
}

SCREE_FN scree_u32 scree_select_less_u32(const scree_u32 a, const scree_u32 b, const scree_u32 yes, const scree_u32 no)
{
#if SCREE_LANES == 16
    return (scree_u32)_mm512_mask_mov_epi32((__m512i)no, _mm512_cmplt_epu32_mask((__m512i)a, (__m512i)b), (__m512i)yes);
#else
    scree_u32 mask = (scree_u32)(a < b);
    return (mask & yes) | (~mask & no);
#endif
}

SCREE_FN scree_u32 scree_select_equal_u32(const scree_u32 a, const scree_u32 b, const scree_u32 yes, const scree_u32 no)
{
#if SCREE_LANES == 16
    return (scree_u32)_mm512_mask_mov_epi32((__m512i)no, _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b), (__m512i)yes);
#else
    scree_u32 mask = (scree_u32)(a == b);
    return (mask & yes) | (~mask & no);
#endif
}

SCREE_FN scree_u32 scree_minimum_u32(const scree_u32 a, const scree_u32 b)
{
#if SCREE_LANES == 16
    return (scree_u32)_mm512_min_epu32((__m512i)a, (__m512i)b);
#elif SCREE_LANES == 8
    return (scree_u32)_mm256_min_epu32((__m256i)a, (__m256i)b);
#elif defined(__x86_64__)
    return (scree_u32)_mm_min_epu32((__m128i)a, (__m128i)b);
#else
    return (scree_u32)vminq_u32((uint32x4_t)a, (uint32x4_t)b);
#endif
}

/* The smaller of two numbers; of two zeros it may be either. */
SCREE_FN scree_f32 scree_minimum(const scree_f32 a, const scree_f32 b)
{
#if SCREE_LANES == 16
    return (scree_f32)_mm512_min_ps((__m512)a, (__m512)b);
#elif SCREE_LANES == 8
    return (scree_f32)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__x86_64__)
    return (scree_f32)_mm_min_ps((__m128)a, (__m128)b);
#else
    return scree_select_less(a, b, a, b);
#endif
}

SCREE_FN scree_f32 scree_maximum(const scree_f32 a, const scree_f32 b)
{
#if SCREE_LANES == 16
    return (scree_f32)_mm512_max_ps((__m512)a, (__m512)b);
#elif SCREE_LANES == 8
    return (scree_f32)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__x86_64__)
    return (scree_f32)_mm_max_ps((__m128)a, (__m128)b);
#else
    return scree_select_less(b, a, a, b);
#endif
}

/* The correctly rounded square root. */
SCREE_FN scree_f32 scree_root(const scree_f32 value)
{
#if SCREE_LANES == 16
    return (scree_f32)_mm512_sqrt_ps((__m512)value);
#elif SCREE_LANES == 8
    return (scree_f32)_mm256_sqrt_ps((__m256)value);
#elif defined(__x86_64__)
    return (scree_f32)_mm_sqrt_ps((__m128)value);
#else
    return (scree_f32)vsqrtq_f32((float32x4_t)value);
#endif
}

/* The correctly rounded quotient. */
SCREE_FN scree_f32 scree_divide(const scree_f32 dividend, const scree_f32 divisor)
{
    return dividend / divisor;
}

/* A file that defines SCREE_SCALED_TABLES has tables whose floats each lane multiplies by a factor of its own. */
#if defined(SCREE_SCALED_TABLES)
typedef struct scree_table {
    const uint32_t *words;
    scree_f32 scale;
} scree_table;
#define SCREE_TABLE_WORDS(table) ((table).words)
#define SCREE_TABLE_SCALED(table, value) ((value) * (table).scale)
#else
typedef const uint32_t *scree_table;
#define SCREE_TABLE_WORDS(table) (table)
#define SCREE_TABLE_SCALED(table, value) (value)
#endif

SCREE_FN scree_u32 scree_words_read(const uint32_t *table, const scree_u32 index)
{
#if SCREE_LANES == 16
    return (scree_u32)_mm512_i32gather_epi32((__m512i)index, table, 4);
#elif SCREE_LANES == 8
    return (scree_u32)_mm256_i32gather_epi32((const int *)table, (__m256i)index, 4);
#else
    scree_u32 value = {table[index[0]], table[index[1]], table[index[2]], table[index[3]]};
    return value;
#endif
}

SCREE_FN scree_u32 scree_table_u32(const scree_table table, const scree_u32 index)
{
    return scree_words_read(SCREE_TABLE_WORDS(table), index);
}

SCREE_FN scree_f32 scree_table_f32(const scree_table table, const scree_u32 index)
{
    return SCREE_TABLE_SCALED(table, (scree_f32)scree_table_u32(table, index));
}

#if SCREE_LANES == 8
/* Sixteen entries in two registers; bit 3 of the index picks one of them. */
SCREE_FN scree_f32 scree_words_f32_16(const uint32_t *table, const scree_u32 index)
{
    __m256 low = _mm256_permutevar8x32_ps(_mm256_loadu_ps((const float *)table), (__m256i)index);
    __m256 high = _mm256_permutevar8x32_ps(_mm256_loadu_ps((const float *)table + 8), (__m256i)index);
    return (scree_f32)_mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32((__m256i)index, 28)));
}
#endif

/* Small tables are looked up inside a register; a gather costs an access to memory for every lane. */
SCREE_FN scree_f32 scree_words_f32_small(const uint32_t *table, const scree_index offset, const scree_index count,
                                         const scree_u32 index)
{
#if SCREE_LANES == 16
    if (count == 16) {
        return (scree_f32)_mm512_permutexvar_ps((__m512i)index, _mm512_loadu_ps(table + offset));
    }
    if (count == 32) {
        return (scree_f32)_mm512_permutex2var_ps(_mm512_loadu_ps(table + offset), (__m512i)index,
                                                 _mm512_loadu_ps(table + offset + 16));
    }
    if (count == 64) {
        const __m512 low = _mm512_permutex2var_ps(_mm512_loadu_ps(table + offset), (__m512i)index,
                                                  _mm512_loadu_ps(table + offset + 16));
        const __m512 high = _mm512_permutex2var_ps(_mm512_loadu_ps(table + offset + 32), (__m512i)index,
                                                   _mm512_loadu_ps(table + offset + 48));
        const __mmask16 is_high = _mm512_test_epi32_mask((__m512i)index, _mm512_set1_epi32(32));
        return (scree_f32)_mm512_mask_mov_ps(low, is_high, high);
    }
#elif SCREE_LANES == 8
    if (count == 16) {
        return scree_words_f32_16(table + offset, index);
    }
    if (count == 32) {
        return (scree_f32)_mm256_blendv_ps((__m256)scree_words_f32_16(table + offset, index),
                                           (__m256)scree_words_f32_16(table + offset + 16, index),
                                           _mm256_castsi256_ps(_mm256_slli_epi32((__m256i)index, 27)));
    }
#endif
    (void)count;
    return (scree_f32)scree_words_read(table + offset, index);
}

SCREE_FN scree_f32 scree_table_f32_small(const scree_table table, const scree_index offset, const scree_index count,
                                         const scree_u32 index)
{
    return SCREE_TABLE_SCALED(table, scree_words_f32_small(SCREE_TABLE_WORDS(table), offset, count, index));
}

/*
 * Words that are likely to lie near each other: where those of all lanes do, one load and a shuffle take the place of a
 * gather, which takes about as long as a load for each lane. SCREE_LANES words behind the last one must be readable.
 */
SCREE_FN scree_f32 scree_table_f32_near(const scree_table table, const scree_u32 index)
{
#if SCREE_LANES == 16
    const uint32_t first = _mm512_reduce_min_epu32((__m512i)index);
    const __m512i from = _mm512_sub_epi32((__m512i)index, _mm512_set1_epi32((int)first));
    if (_mm512_cmplt_epu32_mask(from, _mm512_set1_epi32(SCREE_LANES)) == 0xffffu) {
        return (scree_f32)_mm512_permutexvar_ps(from, _mm512_loadu_ps(SCREE_TABLE_WORDS(table) + first));
    }
#elif SCREE_LANES == 8
    const __m256i half = _mm256_min_epu32((__m256i)index, _mm256_permute2x128_si256((__m256i)index, (__m256i)index, 1));
    const __m256i quarter = _mm256_min_epu32(half, _mm256_shuffle_epi32(half, 0x4e));
    const __m256i least = _mm256_min_epu32(quarter, _mm256_shuffle_epi32(quarter, 0xb1));
    const __m256i from = _mm256_sub_epi32((__m256i)index, least);
    if (_mm256_testz_si256(from, _mm256_set1_epi32(~(SCREE_LANES - 1)))) {
        const float *words = (const float *)SCREE_TABLE_WORDS(table) + (uint32_t)_mm256_cvtsi256_si32(least);
        return (scree_f32)_mm256_permutevar8x32_ps(_mm256_loadu_ps(words), from);
    }
#endif
    return scree_table_f32(table, index);
}

/* Every 128 bits of a register hold the four entries. */
SCREE_FN scree_f32 scree_table_f32_of_four(const scree_table table, const scree_u32 index)
{
#if SCREE_LANES == 16
    __m512 entries = _mm512_broadcast_f32x4(_mm_loadu_ps((const float *)SCREE_TABLE_WORDS(table)));
    return SCREE_TABLE_SCALED(table, (scree_f32)_mm512_permutevar_ps(entries, (__m512i)index));
#elif SCREE_LANES == 8
    __m256 entries = _mm256_broadcast_ps((const __m128 *)(const void *)SCREE_TABLE_WORDS(table));
    return SCREE_TABLE_SCALED(table, (scree_f32)_mm256_permutevar_ps(entries, (__m256i)index));
#else
    return scree_table_f32(table, index & 3u);
#endif
}

/* Four registers hold 128 half words. AVX2 gathers words that start at each half. */
SCREE_FN scree_u32 scree_table_half(const scree_table table, const scree_index offset, const scree_u32 index)
{
#if SCREE_LANES == 16
    const uint32_t *from = SCREE_TABLE_WORDS(table) + offset;
    __m512i low = _mm512_permutex2var_epi16(_mm512_loadu_si512(from), (__m512i)index, _mm512_loadu_si512(from + 16));
    __m512i high =
        _mm512_permutex2var_epi16(_mm512_loadu_si512(from + 32), (__m512i)index, _mm512_loadu_si512(from + 48));
    return (scree_u32)_mm512_mask_mov_epi32(low, _mm512_test_epi32_mask((__m512i)index, _mm512_set1_epi32(64)), high);
#elif SCREE_LANES == 8
    return (scree_u32)_mm256_i32gather_epi32((const int *)(SCREE_TABLE_WORDS(table) + offset), (__m256i)(index & 127u),
                                             2);
#else
    return scree_words_read(SCREE_TABLE_WORDS(table) + offset, (index & 127u) >> 1u) >> ((index & 1u) * 16u);
#endif
}

#endif

#endif
