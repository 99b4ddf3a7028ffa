/*
 * Pairs of smallest and largest sample in which GPUs collect a range: unsigned integers in the order of the floats that
 * they represent, so that integer atomics widen them. There are several pairs, so that work groups rarely contend.
 */
#ifndef SCREE_RANGE_PAIRS_H
#define SCREE_RANGE_PAIRS_H

#include <scree/noise.h>

/* Empties `count` pairs that lie `stride` words apart. */
void scree_range_pairs_clear(uint32_t *words, uint32_t count, uint32_t stride);

/* Widens a range by all pairs that are not empty. */
void scree_range_pairs_gather(const uint32_t *words, uint32_t count, uint32_t stride, scree_range *range);

#endif
