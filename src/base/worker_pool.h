/* A pool of threads that share numbered tasks. One run at a time; the calling thread works too. */
#ifndef SCREE_WORKER_POOL_H
#define SCREE_WORKER_POOL_H

#include <stdint.h>

#include <scree/result.h>

typedef struct scree_worker_pool scree_worker_pool;

/* Errors: SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_INTERNAL (a thread could not be started). */
scree_result scree_worker_pool_create(uint32_t workers, scree_worker_pool **pool);

/* Waits for the threads; a child made by fork(), which has none of them, only frees memory. */
void scree_worker_pool_destroy(scree_worker_pool **pool);

/* All workers of a pool. */
#define SCREE_ALL_WORKERS UINT32_MAX

/*
 * Runs task 0 ... count - 1, in no order, each by one of the first `workers` workers, and waits for all. With one
 * worker the calling thread does everything, and no other thread is woken.
 */
void scree_worker_pool_run(scree_worker_pool *pool, uint32_t workers, uint64_t count,
                           void (*task)(void *user, uint32_t worker, uint64_t number), void *user);

/* Makes every later run add its tasks to `*tasks` instead of running them; with NULL they are run again. */
void scree_worker_pool_rehearse(scree_worker_pool *pool, uint64_t *tasks);

#endif
