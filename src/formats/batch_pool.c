#include "batch_pool.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "deflate_join.h"
#include "last_error.h"
#include "os.h"

/*
 * The bytes that are compressed at once at level 1. libdeflate makes a single block of so few bytes, and the end of a
 * stream of one block is found without walking through it (deflate_join.h). This raises the speed from 181 to 269 MB/s
 * per core, and the file is not larger.
 */
#define PIECE_SIZE ((size_t)48 << 10)

#define MAX_THREADS 32u
/* A compressor takes 9 MiB from level 10 on. */
#define MAX_THREADS_OPTIMAL 4u
#define OPTIMAL_LEVEL 10u

enum { BATCH_EMPTY, BATCH_FILLED, BATCH_PACKED };

struct scree_batch_pool {
    scree_os_mutex mutex;
    scree_os_condition changed_for_threads;
    scree_os_condition changed_for_producer;
    scree_batch_pool_params params;
    scree_context *context;
    scree_batch *batches; /* A ring buffer: batch number n is batches[n % batch_count]. */
    uint32_t batch_count;
    size_t packed_capacity;
    uint64_t submitted;
    uint64_t taken;
    uint64_t emitted;
    bool emitting;
    bool stopping;
    scree_result result;
    scree_error_text error; /* Why packing or emitting failed. */
    scree_os_thread *threads;
    uint32_t thread_count;
    struct libdeflate_compressor **compressors;
    uint32_t next_compressor;
};

uint32_t scree_batch_pool_max_threads(uint32_t level)
{
    return level >= OPTIMAL_LEVEL ? MAX_THREADS_OPTIMAL : MAX_THREADS;
}

/* The bytes that are compressed at once at a level. */
static size_t step_of(uint32_t level)
{
    return level == 1 ? PIECE_SIZE : SCREE_BATCH_SIZE;
}

/* Compresses a batch piece by piece. False if libdeflate's stream cannot be parsed. */
static bool pack_batch(const scree_batch_pool *pool, struct libdeflate_compressor *compressor, scree_batch *batch)
{
    size_t step = step_of(pool->params.level);
    uint8_t *out = batch->packed;
    uint8_t *end = batch->packed + pool->packed_capacity - SCREE_DEFLATE_JOIN_SLACK;
    for (size_t at = 0; at < batch->raw_size; at += step) {
        size_t count = batch->raw_size - at < step ? batch->raw_size - at : step;
        size_t size = libdeflate_deflate_compress(compressor, batch->raw + at, count, out, (size_t)(end - out));
        if (size != 0 && !(batch->last && at + count == batch->raw_size)) {
            size = scree_deflate_open_end(out, size);
        }
        if (size == 0) {
            return false;
        }
        out += size;
    }
    batch->packed_size = (size_t)(out - batch->packed);
    batch->adler = libdeflate_adler32(1, batch->raw, batch->raw_size);
    return true;
}

size_t scree_batch_pool_most_bytes(uint32_t level, size_t raw_size)
{
    const size_t step = step_of(level);
    size_t most = 0;
    for (size_t at = 0; at < raw_size; at += step) {
        const size_t count = raw_size - at < step ? raw_size - at : step;
        most += libdeflate_deflate_compress_bound(NULL, count) + SCREE_DEFLATE_JOIN_GROWTH;
    }
    return most;
}

static void set_result(scree_batch_pool *pool, scree_result result)
{
    if (pool->result == SCREE_OK && result != SCREE_OK) {
        pool->result = result;
        scree_last_error_keep(&pool->error);
        scree_os_condition_broadcast(&pool->changed_for_threads);
        scree_os_condition_broadcast(&pool->changed_for_producer);
    }
}

/* Emits all batches that are next in order. Called and returns with the mutex locked. */
static void emit_batches(scree_batch_pool *pool)
{
    if (pool->emitting) {
        return;
    }
    pool->emitting = true;
    while (pool->result == SCREE_OK && !pool->stopping) {
        scree_batch *batch = &pool->batches[pool->emitted % pool->batch_count];
        if (pool->emitted == pool->submitted || batch->state != BATCH_PACKED) {
            break;
        }
        scree_os_mutex_unlock(&pool->mutex);
        scree_result result = pool->params.emit(pool->params.user, batch);
        scree_os_mutex_lock(&pool->mutex);
        batch->state = BATCH_EMPTY;
        pool->emitted++;
        set_result(pool, result);
        scree_os_condition_signal(&pool->changed_for_producer);
    }
    pool->emitting = false;
}

static void work(scree_batch_pool *pool, struct libdeflate_compressor *compressor)
{
    while (!pool->stopping && pool->result == SCREE_OK) {
        if (pool->taken == pool->submitted) {
            scree_os_condition_wait(&pool->changed_for_threads, &pool->mutex);
            continue;
        }
        scree_batch *batch = &pool->batches[pool->taken++ % pool->batch_count];
        scree_os_mutex_unlock(&pool->mutex);
        bool packed = pack_batch(pool, compressor, batch);
        scree_os_mutex_lock(&pool->mutex);
        if (!packed) {
            set_result(pool, scree_fail(pool->context, SCREE_ERROR_INTERNAL,
                                        "libdeflate made a stream that cannot be continued"));
            break;
        }
        batch->state = BATCH_PACKED;
        emit_batches(pool);
    }
}

static void *run_thread(void *argument)
{
    scree_batch_pool *pool = argument;
    scree_os_mutex_lock(&pool->mutex);
    work(pool, pool->compressors[pool->next_compressor++]);
    scree_os_mutex_unlock(&pool->mutex);
    return NULL;
}

static bool allocate_batches(scree_batch_pool *pool)
{
    for (uint32_t i = 0; i < pool->batch_count; i++) {
        scree_batch *batch = &pool->batches[i];
        batch->raw = malloc(SCREE_BATCH_SIZE);
        uint8_t *packed = malloc(pool->packed_capacity + 2 * (size_t)SCREE_BATCH_MARGIN);
        batch->packed = packed == NULL ? NULL : packed + SCREE_BATCH_MARGIN;
        if (batch->raw == NULL || packed == NULL) {
            return false;
        }
    }
    return true;
}

static bool allocate(scree_batch_pool *pool)
{
    uint32_t threads = pool->params.threads;
    pool->threads = calloc(threads, sizeof *pool->threads);
    pool->compressors = calloc(threads, sizeof(struct libdeflate_compressor *));
    pool->batch_count = threads * 2 + 1;
    pool->batches = calloc(pool->batch_count, sizeof *pool->batches);
    if (pool->threads == NULL || pool->compressors == NULL || pool->batches == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < threads; i++) {
        pool->compressors[i] = libdeflate_alloc_compressor((int)pool->params.level);
        if (pool->compressors[i] == NULL) {
            return false;
        }
    }
    pool->packed_capacity = scree_batch_pool_most_bytes(pool->params.level, SCREE_BATCH_SIZE) +
                            SCREE_DEFLATE_JOIN_SLACK;
    return allocate_batches(pool);
}

/* It is enough if one thread starts: fewer threads take longer but give the same file. */
static scree_result start_threads(scree_batch_pool *pool)
{
    while (pool->thread_count < pool->params.threads &&
           scree_os_thread_start(&pool->threads[pool->thread_count], run_thread, pool)) {
        pool->thread_count++;
    }
    if (pool->thread_count > 0) {
        return SCREE_OK;
    }
    return scree_fail(pool->context, SCREE_ERROR_INTERNAL, "no thread for compression could be started");
}

scree_result scree_batch_pool_create(scree_context *context, const scree_batch_pool_params *params,
                                     scree_batch_pool **pool)
{
    *pool = NULL;
    scree_batch_pool *new_pool = calloc(1, sizeof *new_pool);
    if (new_pool == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    new_pool->params = *params;
    new_pool->context = context;
    scree_os_mutex_init(&new_pool->mutex);
    scree_os_condition_init(&new_pool->changed_for_threads);
    scree_os_condition_init(&new_pool->changed_for_producer);
    scree_result result = allocate(new_pool) ? start_threads(new_pool) : SCREE_ERROR_OUT_OF_MEMORY;
    if (result != SCREE_OK) {
        scree_batch_pool_destroy(&new_pool);
        return result;
    }
    *pool = new_pool;
    return SCREE_OK;
}

/* Cancellation is disabled during the wait, because a cancelled thread would leave the mutex locked. */
static void wait_for_threads(scree_batch_pool *pool)
{
    const int cancel_state = scree_os_cancel_disable();
    scree_os_condition_wait(&pool->changed_for_producer, &pool->mutex);
    scree_os_cancel_restore(cancel_state);
}

scree_result scree_batch_pool_acquire(scree_batch_pool *pool, scree_batch **batch)
{
    scree_os_mutex_lock(&pool->mutex);
    while (pool->result == SCREE_OK && pool->submitted - pool->emitted == pool->batch_count) {
        wait_for_threads(pool);
    }
    scree_result result = pool->result;
    scree_last_error_adopt(&pool->error);
    *batch = &pool->batches[pool->submitted % pool->batch_count];
    scree_os_mutex_unlock(&pool->mutex);
    return result;
}

void scree_batch_pool_submit(scree_batch_pool *pool)
{
    scree_os_mutex_lock(&pool->mutex);
    pool->batches[pool->submitted % pool->batch_count].state = BATCH_FILLED;
    pool->submitted++;
    scree_os_condition_signal(&pool->changed_for_threads);
    scree_os_mutex_unlock(&pool->mutex);
}

scree_result scree_batch_pool_drain(scree_batch_pool *pool)
{
    scree_os_mutex_lock(&pool->mutex);
    while (pool->result == SCREE_OK && pool->emitted != pool->submitted) {
        wait_for_threads(pool);
    }
    scree_result result = pool->result;
    scree_last_error_adopt(&pool->error);
    scree_os_mutex_unlock(&pool->mutex);
    return result;
}

static void free_batches(scree_batch_pool *pool)
{
    for (uint32_t i = 0; pool->batches != NULL && i < pool->batch_count; i++) {
        free(pool->batches[i].raw);
        if (pool->batches[i].packed != NULL) {
            free(pool->batches[i].packed - SCREE_BATCH_MARGIN);
        }
    }
    free(pool->batches);
}

void scree_batch_pool_destroy(scree_batch_pool **pool)
{
    if (*pool == NULL) {
        return;
    }
    scree_batch_pool *ending = *pool;
    scree_os_mutex_lock(&ending->mutex);
    ending->stopping = true;
    scree_os_condition_broadcast(&ending->changed_for_threads);
    scree_os_mutex_unlock(&ending->mutex);
    for (uint32_t i = 0; i < ending->thread_count; i++) {
        scree_os_thread_join(&ending->threads[i]);
    }
    for (uint32_t i = 0; ending->compressors != NULL && i < ending->params.threads; i++) {
        libdeflate_free_compressor(ending->compressors[i]);
    }
    free_batches(ending);
    free(ending->compressors);
    free(ending->threads);
    scree_os_condition_destroy(&ending->changed_for_producer);
    scree_os_condition_destroy(&ending->changed_for_threads);
    scree_os_mutex_destroy(&ending->mutex);
    free(ending);
    *pool = NULL;
}
