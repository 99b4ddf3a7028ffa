/*
 * The dialect of kernels/: one text that is C17, C++17, CUDA and GLSL. This is the only file with an #if per language.
 *
 * Rules (docs/determinism.md has the reasons):
 *   - float operations stand only inside SCREE_FN functions; they are + - *, comparisons, unary minus, conversions,
 *     scree_root() and scree_divide();
 *   - functions return a value or a struct, never write through a parameter; no pointers, no casts, no recursion;
 *   - parameters are const: GLSL copies others at every call, and drivers take long to find that no copy is needed;
 *   - hashes are unsigned; literals end in u or f; no constant expression in float is left to a compiler;
 *   - a zero that float operations work on is scree_zero(): some drivers drop the sign of a literal one.
 * GLSL needs GL_EXT_control_flow_attributes. A driver compiles shaders while somebody waits, so their code is kept
 * small: SCREE_AHEAD(ahead, compact) is `compact` in GLSL and `ahead` in the other languages, and a loop with
 * SCREE_UNROLL_AHEAD is unrolled in those only.
 *
 * In C the types may be vectors: a translation unit that defines SCREE_LANES (1, 4, 8, 16) gets them from lanes.h, and
 * every kernel below then works on that many samples at once with the same operations.
 */
#ifndef SCREE_KERNELS_PORTABLE_H
#define SCREE_KERNELS_PORTABLE_H

#if defined(VULKAN)

/* `precise` on the returned value decorates every operation that flows into it with NoContraction. */
#define SCREE_FN precise
#define SCREE_FN_APART precise
#define SCREE_STRUCT(name) struct name
#define SCREE_UNROLL [[unroll]]
#define SCREE_ROLLED [[dont_unroll]]
#define SCREE_UNROLL_AHEAD [[dont_unroll]]
#define SCREE_AHEAD(ahead, compact) compact
#define scree_f32 float
#define scree_u32 uint
#define scree_index uint
#define scree_f32_from_u24(value) float(value)
/* Groups are numbered below 2^31, which drivers do not know. */
#define scree_zero() uintBitsToFloat(gl_WorkGroupID.x >> 31u)
#define scree_u32_from_f32(value) uint(value)
#define scree_floor(value) floor(value)
#define scree_u32_from_signed(value) uint(int(value))
#define scree_bits_from_f32(value) floatBitsToUint(value)
#define scree_f32_from_bits(value) uintBitsToFloat(value)
#define scree_select_less(a, b, yes, no) (((a) < (b)) ? (yes) : (no))
#define scree_select_less_words(a, b, yes, no) (((a) < (b)) ? (yes) : (no))
#define scree_some_less(a, b) ((a) < (b))
#define scree_minimum(a, b) min(a, b)
#define scree_maximum(a, b) max(a, b)
#define scree_u32_from_index(value) (value)
#define scree_select_less_u32(a, b, yes, no) (((a) < (b)) ? (yes) : (no))
#define scree_select_equal_u32(a, b, yes, no) (((a) == (b)) ? (yes) : (no))
#define scree_minimum_u32(a, b) min(a, b)
#define scree_bits_from_one(value) floatBitsToUint(value)
#define scree_one_from_bits(bits) uintBitsToFloat(bits)
#define scree_offset int
#define scree_offset_from_index(value) int(value)
#define scree_index_from_offset(value) uint(value)
#define scree_one_from_offset(value) float(value)
#define scree_index_minimum(a, b) min(a, b)
#define scree_offset_minimum(a, b) min(a, b)
#define scree_offset_maximum(a, b) max(a, b)
#define scree_highest_bit(value) uint(findMSB(value))
#define scree_lowest_bit(value) uint(findLSB(value))
#define SCREE_FN_OF(type) precise
#define SCREE_UNUSED(value)
#define scree_funnel_left(high, low, bits) (((high) << (bits)) | (((low) >> 1u) >> (31u - (bits))))
#define scree_funnel_right(high, low, bits) (((low) >> (bits)) | (((high) << 1u) << (31u - (bits))))
/* Shaders that use them need the feature shaderFloat64. */
#define scree_f64 double
#define scree_f64_from_bits(high, low) packDouble2x32(uvec2(low, high))
#define scree_f64_low(value) unpackDouble2x32(value).x
#define scree_f64_high(value) unpackDouble2x32(value).y
#define scree_f64_from_one(value) double(value)
#define scree_one_from_f64(value) float(value)

scree_index scree_multiply_high(const scree_index a, const scree_index b)
{
    scree_index high;
    scree_index low;
    umulExtended(a, b, high, low);
    return high;
}

/* GLSL's sqrt() and division may be inexact; root.h and divide.h build exact ones. */
#define scree_root(value) scree_root_by_steps(value)
#define scree_divide(dividend, divisor) scree_divide_by_digits(dividend, divisor)

/* Tables lie in one storage buffer that the entry file declares as scree_table_words; a table is its first word. */
#define scree_table uint
#define scree_table_f32(table, index) uintBitsToFloat(scree_table_words[(table) + (index)])
#define scree_table_u32(table, index) scree_table_words[(table) + (index)]
#define scree_table_word(table, word) scree_table_words[(table) + (word)]
#define scree_table_f64(table, index) \
    packDouble2x32(uvec2(scree_table_words[(table) + 2u * (index)], scree_table_words[(table) + 2u * (index) + 1u]))
#define scree_table_f32_small(table, offset, count, index) scree_table_f32(table, (offset) + (index))
#define scree_table_f32_near(table, index) scree_table_f32(table, index)
#define scree_gradient_table uint
#define scree_gradients_in_lanes(gradients) gradients
#define scree_table_f32_of_four(table, index) scree_table_f32(table, (index)&3u)
#define scree_table_half(table, offset, index) \
    (scree_table_u32(table, (offset) + (((index)&127u) >> 1u)) >> (((index)&1u) * 16u))
#define SCREE_READS_CODES false

#else

#if defined(__FAST_MATH__)
#error "scree's results are exact; compile it without -ffast-math"
#endif

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define SCREE_STRUCT(name)    \
    typedef struct name name; \
    struct name
/* Loop bounds that count octaves or axes: the same scalar in every lane. Differences of two are offsets. */
typedef uint32_t scree_index;
typedef int32_t scree_offset;
/* A word of a table that is the same in every lane. */
#define scree_table_word(table, word) (table)[word]
#define SCREE_AHEAD(ahead, compact) ahead

/* Whether gradients are read by codes where they have some (gradient.h): where a gather costs more than shuffles. */
#if defined(SCREE_LANES) && SCREE_LANES >= 8
#define SCREE_READS_CODES true
#else
#define SCREE_READS_CODES false
#endif

#if defined(__CUDACC__)
#define SCREE_FN static __host__ __device__ __forceinline__
#define SCREE_FN_APART SCREE_FN
#define SCREE_UNROLL _Pragma("unroll")
#define SCREE_ROLLED _Pragma("unroll 1")
#define SCREE_UNROLL_AHEAD SCREE_UNROLL
#else
/* Kernels that need not be fast let the compiler choose what it inlines, which takes it far less time. */
#if defined(SCREE_KEEP_CALLS)
#define SCREE_FN static inline
#else
#define SCREE_FN static inline __attribute__((always_inline))
#endif
/* A function whose code is long stands once, and is called. */
#define SCREE_FN_APART static __attribute__((noinline, unused))
#if defined(SCREE_KEEP_LOOPS)
#define SCREE_ROLLED
#define SCREE_UNROLL
#elif defined(__clang__)
/* "Full" unrolls before arrays become registers, a count only after it. */
#define SCREE_ROLLED _Pragma("clang loop unroll(disable)")
#define SCREE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define SCREE_ROLLED _Pragma("GCC unroll 1")
#define SCREE_UNROLL _Pragma("GCC unroll 256")
#endif
#define SCREE_UNROLL_AHEAD SCREE_UNROLL
#endif

/*
 * A function over a type that the entry file defines together with the functions that it calls on it. C++ has templates
 * for that, so that one entry file may have several such types; the other languages have one in each entry file.
 */
#if defined(__cplusplus)
#define SCREE_FN_OF(type) template <class type> SCREE_FN
#else
#define SCREE_FN_OF(type) SCREE_FN
#endif

/* Marks a parameter that one form of a function has no use for. */
#define SCREE_UNUSED(value) (void)(value)

/* Indices and offsets convert modulo 2^32. */
SCREE_FN scree_offset scree_offset_from_index(const scree_index value)
{
    return (scree_offset)value;
}

SCREE_FN scree_index scree_index_from_offset(const scree_offset value)
{
    return (scree_index)value;
}

SCREE_FN scree_index scree_index_minimum(const scree_index a, const scree_index b)
{
    return a < b ? a : b;
}

SCREE_FN scree_offset scree_offset_minimum(const scree_offset a, const scree_offset b)
{
    return a < b ? a : b;
}

SCREE_FN scree_offset scree_offset_maximum(const scree_offset a, const scree_offset b)
{
    return a > b ? a : b;
}

/* Rounds to the nearest float; in vectors too this is one number. */
SCREE_FN float scree_one_from_offset(const scree_offset value)
{
    return (float)value;
}

/* The numbers of the highest and of the lowest bit that is set; one must be. */
SCREE_FN scree_index scree_highest_bit(const scree_index value)
{
#if defined(__CUDA_ARCH__)
    return 31u - (scree_index)__clz((int)value);
#else
    return 31u - (scree_index)__builtin_clz(value);
#endif
}

SCREE_FN scree_index scree_lowest_bit(const scree_index value)
{
#if defined(__CUDA_ARCH__)
    return (scree_index)__ffs((int)value) - 1u;
#else
    return (scree_index)__builtin_ctz(value);
#endif
}

/* The upper half of a product of 64 bits. */
SCREE_FN scree_index scree_multiply_high(const scree_index a, const scree_index b)
{
    return (scree_index)((uint64_t)a * b >> 32);
}

/* The upper word of two that are shifted left, and the lower one of two that are shifted right, by 0 to 31 bits. */
#if defined(__CUDA_ARCH__)
#define scree_funnel_left(high, low, bits) __funnelshift_l(low, high, bits)
#define scree_funnel_right(high, low, bits) __funnelshift_r(low, high, bits)
#else
SCREE_FN scree_index scree_funnel_left(const scree_index high, const scree_index low, const scree_index bits)
{
    return (high << bits) | ((low >> 1u) >> (31u - bits));
}

SCREE_FN scree_index scree_funnel_right(const scree_index high, const scree_index low, const scree_index bits)
{
    return (low >> bits) | ((high << 1u) << (31u - bits));
}
#endif

/* Numbers of 64 bits, which are never vectors. */
typedef double scree_f64;

SCREE_FN scree_f64 scree_f64_from_bits(const scree_index high, const scree_index low)
{
    const uint64_t bits = (uint64_t)high << 32 | low;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The lower word of a number's bits. */
SCREE_FN scree_index scree_f64_low(const scree_f64 value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (scree_index)bits;
}

/* And the upper one. */
SCREE_FN scree_index scree_f64_high(const scree_f64 value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (scree_index)(bits >> 32);
}

SCREE_FN scree_f64 scree_f64_from_one(const float value)
{
    return (double)value;
}

/*
 * Positions take fewer steps if instructions say how they round: a + b and a * b + c, rounded down. That the
 * product is not rounded by itself is harmless, because these steps arrive where exact ones do.
 */
#if defined(__CUDA_ARCH__)
#define SCREE_ROUNDS_DOWN
#endif
#if defined(SCREE_ROUNDS_DOWN)
SCREE_FN scree_f64 scree_f64_sum_down(const scree_f64 a, const scree_f64 b)
{
    return __dadd_rd(a, b);
}

SCREE_FN scree_f64 scree_f64_product_sum_down(const scree_f64 a, const scree_f64 b, const scree_f64 c)
{
    return __fma_rd(a, b, c);
}
#endif

/* Rounds to the nearest float. */
SCREE_FN float scree_one_from_f64(const scree_f64 value)
{
    return (float)value;
}

/* The bits of one float, and the reverse; in vectors too these are of one lane. */
SCREE_FN uint32_t scree_bits_from_one(const float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

SCREE_FN float scree_one_from_bits(const uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#if defined(SCREE_LANES) && SCREE_LANES > 1

#include "base/lanes.h"

#else

typedef float scree_f32;
typedef uint32_t scree_u32;

/* A table in memory: floats and words of 32 bits. */
typedef const uint32_t *scree_table;

/* Exact for values below 2^24. */
SCREE_FN scree_f32 scree_f32_from_u24(const scree_u32 value)
{
    return (scree_f32)(int32_t)value;
}

/* Truncates; the value must lie in [0, 2^31). */
SCREE_FN scree_u32 scree_u32_from_f32(const scree_f32 value)
{
    return (scree_u32)(int32_t)value;
}

/* The same of a number of either sign below 2^31, in two's complement. */
SCREE_FN scree_u32 scree_u32_from_signed(const scree_f32 value)
{
    return (scree_u32)(int32_t)value;
}

/* The largest whole number that is not above a number below 2^31; that of a negative zero may have either sign. */
SCREE_FN scree_f32 scree_floor(const scree_f32 value)
{
#if defined(__CUDA_ARCH__)
    return floorf(value);
#else
    scree_f32 whole = (scree_f32)(int32_t)value;
    return whole > value ? whole - 1.0f : whole;
#endif
}

SCREE_FN scree_u32 scree_bits_from_f32(const scree_f32 value)
{
    scree_u32 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

SCREE_FN scree_f32 scree_f32_from_bits(const scree_u32 bits)
{
    scree_f32 value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

SCREE_FN scree_f32 scree_select_less(const scree_f32 a, const scree_f32 b, const scree_f32 yes, const scree_f32 no)
{
    return a < b ? yes : no;
}

/* Selects one of two words by two floats. */
SCREE_FN scree_u32 scree_select_less_words(const scree_f32 a, const scree_f32 b, const scree_u32 yes,
                                           const scree_u32 no)
{
    return a < b ? yes : no;
}

/* Whether a number is less than another one in some lane: what no lane needs may then be left out. */
SCREE_FN bool scree_some_less(const scree_f32 a, const scree_f32 b)
{
    return a < b;
}

/* The same number in every lane. */
SCREE_FN scree_u32 scree_u32_from_index(const scree_index value)
{
    return value;
}

SCREE_FN scree_u32 scree_select_less_u32(const scree_u32 a, const scree_u32 b, const scree_u32 yes, const scree_u32 no)
{
    return a < b ? yes : no;
}

SCREE_FN scree_u32 scree_select_equal_u32(const scree_u32 a, const scree_u32 b, const scree_u32 yes, const scree_u32 no)
{
    return a == b ? yes : no;
}

SCREE_FN scree_u32 scree_minimum_u32(const scree_u32 a, const scree_u32 b)
{
    return a < b ? a : b;
}

/* The lesser and the greater of two numbers; of two zeros either. */
#if defined(__CUDA_ARCH__)
/* One instruction where the conditional is two. */
#define scree_minimum(a, b) fminf(a, b)
#define scree_maximum(a, b) fmaxf(a, b)
#else
SCREE_FN scree_f32 scree_minimum(const scree_f32 a, const scree_f32 b)
{
    return a < b ? a : b;
}

SCREE_FN scree_f32 scree_maximum(const scree_f32 a, const scree_f32 b)
{
    return a > b ? a : b;
}
#endif

/* The correctly rounded square root: IEEE 754 demands it of the instruction. */
SCREE_FN scree_f32 scree_root(const scree_f32 value)
{
#if defined(__CUDA_ARCH__)
    return __fsqrt_rn(value);
#else
    return __builtin_sqrtf(value);
#endif
}

/* The correctly rounded quotient; divide.h says for which numbers all devices have it. */
SCREE_FN scree_f32 scree_divide(const scree_f32 dividend, const scree_f32 divisor)
{
#if defined(__CUDA_ARCH__)
    return __fdiv_rn(dividend, divisor);
#else
    return dividend / divisor;
#endif
}

SCREE_FN scree_u32 scree_table_u32(const scree_table table, const scree_u32 index)
{
    return table[index];
}

SCREE_FN scree_f32 scree_table_f32(const scree_table table, const scree_u32 index)
{
    return scree_f32_from_bits(table[index]);
}

/* Reads one of the float64 numbers of a table that begins at an even word. */
SCREE_FN scree_f64 scree_table_f64(const scree_table table, const scree_index index)
{
    double value;
    memcpy(&value, __builtin_assume_aligned(table + 2u * index, sizeof value), sizeof value);
    return value;
}

/* Reads entry `index` (below `count`) of the part of a table that starts at `offset`. */
SCREE_FN scree_f32 scree_table_f32_small(const scree_table table, const scree_index offset, const scree_index count,
                                         const scree_u32 index)
{
    (void)count;
    return scree_f32_from_bits(table[offset + index]);
}

/* Reads one of the first four entries of a table: the lower two bits of `index` say which. */
/* Words that are likely to lie near each other. */
SCREE_FN scree_f32 scree_table_f32_near(const scree_table table, const scree_u32 index)
{
    return scree_table_f32(table, index);
}

SCREE_FN scree_f32 scree_table_f32_of_four(const scree_table table, const scree_u32 index)
{
    return scree_f32_from_bits(table[index & 3u]);
}

/*
 * Reads one of 128 half words, the lower half of a word before the upper one, from the part of a table that starts at
 * `offset`. The index counts modulo 128. The upper half of the result may be anything; a word behind the table is read.
 */
SCREE_FN scree_u32 scree_table_half(const scree_table table, const scree_index offset, const scree_u32 index)
{
    return table[offset + ((index & 127u) >> 1u)] >> ((index & 1u) * 16u);
}

#endif

#if defined(__CUDACC__)
/*
 * The gradients of an octave: a table of which each thread of a warp may keep an entry, if it has at most 32 and all
 * threads come where gradients are read. To ask a thread costs less than to read words that lie apart.
 */
struct scree_gradient_table {
    scree_table table;
    bool is_in_lanes;
    scree_gradient_table() = default;
    __host__ __device__ __forceinline__ scree_gradient_table(scree_table whole) : table(whole), is_in_lanes(false)
    {
    }
    __host__ __device__ __forceinline__ operator scree_table() const
    {
        return table;
    }
};

SCREE_FN scree_f32 scree_table_f32_small(const scree_gradient_table gradients, const scree_index offset,
                                         const scree_index count, const scree_u32 index)
{
#if defined(__CUDA_ARCH__)
    if (gradients.is_in_lanes) {
        const uint32_t own = gradients.table[offset + (threadIdx.x & (count - 1u))];
        return scree_f32_from_bits(__shfl_sync(0xffffffffu, own, (int)index));
    }
#endif
    return scree_table_f32_small(gradients.table, offset, count, index);
}

SCREE_FN scree_gradient_table scree_gradients_in_lanes(const scree_gradient_table gradients)
{
    scree_gradient_table kept = gradients;
    kept.is_in_lanes = true;
    return kept;
}
#else
typedef scree_table scree_gradient_table;

SCREE_FN scree_gradient_table scree_gradients_in_lanes(const scree_gradient_table gradients)
{
    return gradients;
}
#endif
#endif

SCREE_FN scree_f32 scree_magnitude(const scree_f32 value)
{
    return scree_f32_from_bits(scree_bits_from_f32(value) & 0x7fffffffu);
}

/* The same number in every lane. */
SCREE_FN scree_f32 scree_f32_in_all(const float value)
{
    return scree_f32_from_bits(scree_u32_from_index(scree_bits_from_one(value)));
}

#if !defined(VULKAN)
/* Zero, as an operand of sums and products. */
SCREE_FN scree_f32 scree_zero(void)
{
    return scree_f32_from_bits(scree_u32_from_index(0u));
}
#endif

#endif
