/*
 * Rows of any alignment past the caches. Only aligned vectors can be stored past them, so samples are staged in the
 * first cache, from where whole vectors of the output leave.
 */
#ifndef SCREE_CPU_STAGED_STORES_H
#define SCREE_CPU_STAGED_STORES_H

#include "lane_memory.h"

/* Floats of a row that are staged at a time, small enough for the first cache, and the start of each staged row: room
   for what an earlier part of the row left over. */
#define SCREE_STAGED_FLOATS 512u
#define SCREE_STAGED_STRIDE (SCREE_STAGED_FLOATS + 2 * SCREE_LANES)

/* Floats before the first whose address is a multiple of a vector's bytes. */
SCREE_FN size_t scree_head_of(const float *row)
{
    size_t misaligned = (uintptr_t)row % sizeof(scree_f32) / sizeof(float);
    return misaligned == 0 ? 0 : SCREE_LANES - misaligned;
}

/*
 * Streams staged floats, `held` of which are left over from the part before, as far as they fill vectors of the
 * output; the rest is moved to the front. Returns how many are left.
 */
SCREE_FN size_t scree_stream_staged(float *staged, size_t held, size_t count, bool is_last, float **to)
{
    const float *from = staged + SCREE_LANES - held;
    size_t left = held + count;
    size_t head = scree_head_of(*to);
    if (head > 0 && head <= left) {
        memcpy(*to, from, head * sizeof(float));
        from += head;
        left -= head;
        *to += head;
    }
    for (; left >= SCREE_LANES; left -= SCREE_LANES) {
        scree_store_past_cache(*to, scree_load(from));
        from += SCREE_LANES;
        *to += SCREE_LANES;
    }
    if (is_last) {
        memcpy(*to, from, left * sizeof(float));
    } else {
        memmove(staged + SCREE_LANES - left, from, left * sizeof(float));
    }
    return left;
}

#endif
