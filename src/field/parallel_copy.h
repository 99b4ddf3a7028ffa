/* Copies of memory that would take one thread long. */
#ifndef SCREE_PARALLEL_COPY_H
#define SCREE_PARALLEL_COPY_H

#include "device_internal.h"

/*
 * Copies `rows` runs of `bytes` bytes; their starts are `to_stride` and `from_stride` bytes apart, modulo 2^64 where
 * they run backwards.
 */
void scree_parallel_copy(void *to, size_t to_stride, const void *from, size_t from_stride, size_t bytes, size_t rows);

/*
 * Copies the samples of a box, which lie without gaps, to the address of its target; does nothing if they are already
 * there.
 */
void scree_parallel_copy_box(const scree_target *target, const scree_box *box, const float *from);

#endif
