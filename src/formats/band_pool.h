/*
 * A pool of threads that compress bands and emit them in their order.
 *
 * A band is a piece of a picture's filtered bytes. The producer takes an empty band, fills it and submits it; a thread
 * compresses it, and as soon as all bands before it have gone, some thread of the pool emits it. Bands are a fixed
 * size, so neither the number of threads nor the order in which they finish has an effect on what is emitted.
 */
#ifndef SCREE_BAND_POOL_H
#define SCREE_BAND_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>

/* Filtered bytes of a full band. */
#define SCREE_BAND_SIZE ((size_t)192 << 10)

/* Room in front of and behind the compressed bytes that emit() may fill. */
#define SCREE_BAND_MARGIN 16

typedef struct scree_band {
    uint8_t *raw; /* SCREE_BAND_SIZE bytes, filled by the producer. */
    size_t raw_size;
    bool last;      /* The deflate stream ends here. */
    uint64_t plane; /* `plane` and `first` belong to the producer. */
    bool first;
    uint8_t *packed; /* The compressed bytes. Those of the next band may follow, unless this is the last. */
    size_t packed_size;
    uint32_t adler; /* Adler-32 of the raw bytes. */
    int state;      /* Private to the pool. */
} scree_band;

/* Receives the compressed bands in order, from one thread at a time. A result other than SCREE_OK ends the work. */
typedef scree_result (*scree_band_emit)(void *user, scree_band *band);

typedef struct scree_band_pool_params {
    uint32_t threads; /* At least 1. */
    uint32_t level;   /* The level of libdeflate, 1 to 12. */
    scree_band_emit emit;
    void *user;
} scree_band_pool_params;

typedef struct scree_band_pool scree_band_pool;

/* The most threads that are of use at a level, so that buffers stay below 64 MiB. */
uint32_t scree_band_pool_max_threads(uint32_t level);

/* The most bytes of a packed band of `raw_size` filtered bytes, reached if none of its pieces can be compressed. */
size_t scree_band_pool_most_bytes(uint32_t level, size_t raw_size);

/* Errors: SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_INTERNAL (no thread could be started; a message is logged). */
scree_result scree_band_pool_create(scree_context *context, const scree_band_pool_params *params,
                                    scree_band_pool **pool);

/* Waits for an empty band. Errors: what emit() returned, SCREE_ERROR_INTERNAL. */
scree_result scree_band_pool_acquire(scree_band_pool *pool, scree_band **band);

/* Gives the band acquired last to the threads. */
void scree_band_pool_submit(scree_band_pool *pool);

/* Waits until all bands that were submitted have been emitted. Errors: as scree_band_pool_acquire(). */
scree_result scree_band_pool_drain(scree_band_pool *pool);

/* Drops what was not emitted, ends the threads, frees the pool and sets it to NULL. */
void scree_band_pool_destroy(scree_band_pool **pool);

#endif
