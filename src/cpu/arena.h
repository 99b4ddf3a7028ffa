/*
 * One block of memory that is divided into arrays. The same code runs twice: without memory, to count bytes, and then
 * with it.
 */
#ifndef SCREE_CPU_ARENA_H
#define SCREE_CPU_ARENA_H

#include <stddef.h>

typedef struct scree_arena {
    char *memory; /* At a multiple of 64; NULL while bytes are counted. */
    size_t used;
} scree_arena;

/* The next `bytes` bytes, at a multiple of 64. NULL while bytes are counted. */
static inline void *scree_arena_allocate(scree_arena *arena, size_t bytes)
{
    void *taken = arena->memory != NULL ? arena->memory + arena->used : NULL;
    arena->used += (bytes + 63) / 64 * 64;
    return taken;
}

/* An array of words, followed by at least 64 bytes that kernels may read and write. */
static inline void *scree_arena_words(scree_arena *arena, size_t count)
{
    return scree_arena_allocate(arena, count * sizeof(float) + 64);
}

#endif
