/*
 * One block of memory that is divided into arrays. The same code runs twice: without memory, to count bytes, and then
 * with it.
 */
#ifndef SCREE_CPU_ARENA_H
#define SCREE_CPU_ARENA_H

#include <stddef.h>

typedef struct scree_arena {
    char *memory; /* Its address is a multiple of 64; NULL while bytes are counted. */
    size_t used;
} scree_arena;

/* The next `bytes` bytes, at a multiple of 64. NULL while bytes are counted. */
static inline void *scree_arena_allocate(scree_arena *arena, size_t bytes)
{
    void *taken = arena->memory != NULL ? arena->memory + arena->used : NULL;
    arena->used += (bytes + 63) / 64 * 64;
    return taken;
}

/* Samples of whole vectors, so that what lies past the end of a line repeats its last sample. */
#define SCREE_LINE_SAMPLES 16
static inline size_t scree_whole_line(size_t samples)
{
    return (samples + SCREE_LINE_SAMPLES - 1) / SCREE_LINE_SAMPLES * SCREE_LINE_SAMPLES;
}

/* An array of words, followed by at least 64 bytes that kernels may read and write. */
static inline void *scree_arena_words(scree_arena *arena, size_t count)
{
    return scree_arena_allocate(arena, count * sizeof(float) + 64);
}

#endif
