/* Threads of a device that copy host memory which one thread would take long to copy. */
#ifndef SCREE_GPU_COPIERS_H
#define SCREE_GPU_COPIERS_H

#include "device_internal.h"

typedef struct scree_gpu_copiers scree_gpu_copiers;

/* No thread is started before the first copy that is worth some. NULL without memory. */
scree_gpu_copiers *scree_gpu_copiers_create(void);

/* Waits for the threads; a child made by fork(), which has none of them, only frees memory. */
void scree_gpu_copiers_destroy(scree_gpu_copiers **copiers);

/*
 * Copies `rows` runs of `bytes` bytes; their starts are `to_stride` and `from_stride` bytes apart, modulo 2^64 where
 * they run backwards. Copies of several threads follow one another.
 */
void scree_gpu_copy_on_host(scree_gpu_copiers *copiers, void *to, size_t to_stride, const void *from,
                            size_t from_stride, size_t bytes, size_t rows);

/*
 * Copies the samples of a box, which lie without gaps, to the address of its target; does nothing if they are already
 * there.
 */
void scree_gpu_copy_box_on_host(scree_gpu_copiers *copiers, const scree_target *target, const scree_box *box,
                                const float *from);

#endif
