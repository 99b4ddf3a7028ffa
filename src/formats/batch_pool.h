/*
 * A pool of threads that compress batches and emit them in their order.
 *
 * A batch is a run of a picture's filtered bytes. The producer takes an empty batch, fills it and submits it; a thread
 * compresses it, and as soon as all batches before it have gone, some thread of the pool emits it. Batches are a fixed
 * size, so neither the number of threads nor the order in which they finish has an effect on what is emitted.
 */
#ifndef SCREE_BATCH_POOL_H
#define SCREE_BATCH_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>

/* Filtered bytes of a full batch. */
#define SCREE_BATCH_SIZE ((size_t)192 << 10)

/* Room in front of and behind the compressed bytes that emit() may fill. */
#define SCREE_BATCH_MARGIN 16

typedef struct scree_batch {
    uint8_t *raw; /* SCREE_BATCH_SIZE bytes, filled by the producer. */
    size_t raw_size;
    bool last;      /* The deflate stream ends here. */
    uint64_t plane; /* `plane` and `first` belong to the producer. */
    bool first;
    uint8_t *packed; /* The compressed bytes. Those of the next batch may follow, unless this is the last. */
    size_t packed_size;
    uint32_t adler; /* Adler-32 of the raw bytes. */
    int state;      /* Private to the pool. */
} scree_batch;

/* Receives the compressed batches in order, from one thread at a time. A result other than SCREE_OK ends the work. */
typedef scree_result (*scree_batch_emit)(void *user, scree_batch *batch);

typedef struct scree_batch_pool_params {
    uint32_t threads; /* The number of threads, at least 1. */
    uint32_t level;   /* The level of libdeflate, 1 to 12. */
    scree_batch_emit emit;
    void *user;
} scree_batch_pool_params;

typedef struct scree_batch_pool scree_batch_pool;

/* The most threads that are of use at a level, so that buffers stay below 64 MiB. */
uint32_t scree_batch_pool_max_threads(uint32_t level);

/* The most bytes of a packed batch of `raw_size` filtered bytes, reached if none of its pieces can be compressed. */
size_t scree_batch_pool_most_bytes(uint32_t level, size_t raw_size);

/* Errors: SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_INTERNAL (no thread could be started; a message is logged). */
scree_result scree_batch_pool_create(scree_context *context, const scree_batch_pool_params *params,
                                     scree_batch_pool **pool);

/* Waits for an empty batch. Errors: what emit() returned, SCREE_ERROR_INTERNAL. */
scree_result scree_batch_pool_acquire(scree_batch_pool *pool, scree_batch **batch);

/* Gives the batch acquired last to the threads. */
void scree_batch_pool_submit(scree_batch_pool *pool);

/* Waits until all batches that were submitted have been emitted. Errors: as scree_batch_pool_acquire(). */
scree_result scree_batch_pool_drain(scree_batch_pool *pool);

/* Drops what was not emitted, ends the threads, frees the pool and sets it to NULL. */
void scree_batch_pool_destroy(scree_batch_pool **pool);

#endif
