/*
 * Pairs of least and greatest sample in which GPUs gather a range: unsigned integers in the order of the floats that
 * they stand for, so that integer atomics widen them. There are several, so that work groups seldom meet.
 */
#ifndef SCREE_RANGE_PAIRS_H
#define SCREE_RANGE_PAIRS_H

#include <scree/noise.h>

/* Makes `count` pairs empty, which stand `stride` words apart. */
void scree_range_pairs_clear(uint32_t *words, uint32_t count, uint32_t stride);

/* Widens a range by all pairs that are not empty. */
void scree_range_pairs_gather(const uint32_t *words, uint32_t count, uint32_t stride, scree_range *range);

#endif
