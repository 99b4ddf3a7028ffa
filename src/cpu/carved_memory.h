/*
 * One block of memory that is divided into arrays. The same code runs twice: without memory, to count bytes, and then
 * with it.
 */
#ifndef SCREE_CPU_CARVED_MEMORY_H
#define SCREE_CPU_CARVED_MEMORY_H

#include <stddef.h>

typedef struct scree_carved_memory {
    char *memory; /* At a multiple of 64; NULL while bytes are counted. */
    size_t used;
} scree_carved_memory;

/* The next `bytes` bytes, at a multiple of 64. NULL while bytes are counted. */
static inline void *scree_carve(scree_carved_memory *carved, size_t bytes)
{
    void *taken = carved->memory != NULL ? carved->memory + carved->used : NULL;
    carved->used += (bytes + 63) / 64 * 64;
    return taken;
}

/* An array of words, followed by at least 64 bytes that kernels may read and write. */
static inline void *scree_carve_words(scree_carved_memory *carved, size_t count)
{
    return scree_carve(carved, count * sizeof(float) + 64);
}

#endif
