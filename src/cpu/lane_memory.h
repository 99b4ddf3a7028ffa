/*
 * CPU kernels move samples between memory and registers, which the shared dialect does not do. With one lane all of it
 * is plain C. Lane counts and instruction sets are set by the build (SCREE_LANES, SCREE_ISA, -m flags per file).
 */
#ifndef SCREE_CPU_LANE_MEMORY_H
#define SCREE_CPU_LANE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/portable.h"

#if SCREE_LANES == 16 && !defined(__AVX512F__)
#error "16 lanes need AVX-512"
#elif SCREE_LANES == 8 && !defined(__AVX2__)
#error "8 lanes need AVX2"
#elif SCREE_LANES == 4 && !defined(__SSE4_1__) && !defined(__ARM_NEON)
#error "4 lanes need SSE4.1 or NEON"
#endif

/* NAME_isa: every external symbol of a kernel file carries its instruction set. */
#define SCREE_CPU_JOIN_(name, isa) name##_##isa
#define SCREE_CPU_JOIN(name, isa) SCREE_CPU_JOIN_(name, isa)
#define SCREE_CPU_SYMBOL(name) SCREE_CPU_JOIN(name, SCREE_ISA)

#if SCREE_LANES > 1

SCREE_FN scree_f32 scree_load(const float *from)
{
    scree_f32 value;
    memcpy(&value, from, sizeof value);
    return value;
}

SCREE_FN scree_u32 scree_load_u32(const uint32_t *from)
{
    scree_u32 value;
    memcpy(&value, from, sizeof value);
    return value;
}

SCREE_FN void scree_store(float *to, scree_f32 value)
{
    memcpy(to, &value, sizeof value);
}

/* Subtracting a zero keeps the sign of a zero; adding one would not. */
SCREE_FN void scree_store_u32(uint32_t *to, scree_u32 value)
{
    memcpy(to, &value, sizeof value);
}

SCREE_FN scree_f32 scree_broadcast(float value)
{
    return value - (scree_f32){0.0f};
}

SCREE_FN scree_u32 scree_broadcast_u32(uint32_t value)
{
    return value - (scree_u32){0u};
}

#else

SCREE_FN scree_f32 scree_load(const float *from)
{
    return *from;
}

SCREE_FN scree_u32 scree_load_u32(const uint32_t *from)
{
    return *from;
}

SCREE_FN void scree_store(float *to, scree_f32 value)
{
    *to = value;
}

SCREE_FN void scree_store_u32(uint32_t *to, scree_u32 value)
{
    *to = value;
}

SCREE_FN scree_f32 scree_broadcast(float value)
{
    return value;
}

SCREE_FN scree_u32 scree_broadcast_u32(uint32_t value)
{
    return value;
}

#endif

/* Stores to an address that is a multiple of a vector's bytes, without fetching the line into the caches first. */
SCREE_FN void scree_store_past_cache(float *to, scree_f32 value)
{
#if SCREE_LANES == 16
    _mm512_stream_ps(to, (__m512)value);
#elif SCREE_LANES == 8
    _mm256_stream_ps(to, (__m256)value);
#elif SCREE_LANES == 4 && defined(__x86_64__)
    _mm_stream_ps(to, (__m128)value);
#else
    scree_store(to, value);
#endif
}

/* Stores the first `count` lanes; a whole vector when `count` is SCREE_LANES or more. */
SCREE_FN void scree_store_some(float *to, scree_f32 value, size_t count)
{
    if (count >= SCREE_LANES) {
        scree_store(to, value);
    } else {
#if SCREE_LANES == 16
        _mm512_mask_storeu_ps(to, (__mmask16)((1u << count) - 1u), (__m512)value);
#elif SCREE_LANES == 8
        const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        _mm256_maskstore_ps(to, _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), lane), (__m256)value);
#else
        memcpy(to, &value, count * sizeof(float));
#endif
    }
}

/*
 * Neighbouring nodes of SCREE_LANES samples. Where they lie in one register's width of nodes, which is the rule, they
 * are picked out of a register; a gather is many times slower.
 */
typedef struct scree_node_window {
    bool fits;
    const uint32_t *node; /* Lower node of the first sample, counted from `base`. */
    uint32_t base;
    uint32_t first; /* The first sample's node, counted from the start of the row. */
#if SCREE_LANES > 1
    scree_u32 lane;
#endif
} scree_node_window;

SCREE_FN scree_node_window scree_node_window_at(const uint32_t *node, uint32_t base)
{
    scree_node_window window;
    window.node = node;
    window.base = base;
    window.first = node[0] - base;
    window.fits = true;
#if SCREE_LANES > 1
    window.fits = node[SCREE_LANES - 1] - node[0] < SCREE_LANES - 1;
    window.lane = scree_load_u32(node) - node[0];
#endif
    return window;
}

/* Lower (which = 0) or upper (which = 1) nodes of the window's samples. */
SCREE_FN scree_f32 scree_node_read(const float *row, scree_node_window window, uint32_t which)
{
#if SCREE_LANES == 16
    if (window.fits) {
        return (scree_f32)_mm512_permutexvar_ps((__m512i)(window.lane + which), _mm512_loadu_ps(row + window.first));
    }
    return (scree_f32)_mm512_i32gather_ps((__m512i)(window.lane + (window.first + which)), row, 4);
#elif SCREE_LANES == 8
    if (window.fits) {
        return (scree_f32)_mm256_permutevar8x32_ps(_mm256_loadu_ps(row + window.first), (__m256i)(window.lane + which));
    }
    return (scree_f32)_mm256_i32gather_ps(row, (__m256i)(window.lane + (window.first + which)), 4);
#elif SCREE_LANES == 4
    const float *start = row + which;
    scree_f32 value = {start[window.node[0] - window.base], start[window.node[1] - window.base],
                       start[window.node[2] - window.base], start[window.node[3] - window.base]};
    return value;
#else
    return row[window.first + which];
#endif
}

#endif
