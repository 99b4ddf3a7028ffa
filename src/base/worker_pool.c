#include "worker_pool.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "float_environment.h"
#include "os.h"

typedef struct pool_thread {
    scree_worker_pool *pool;
    uint32_t worker;
    scree_os_thread thread;
} pool_thread;

struct scree_worker_pool {
    int64_t process; /* The process that has the threads; a child made by fork() has none of them. */
    scree_os_mutex mutex;
    scree_os_condition started;
    scree_os_condition finished;
    uint64_t run;  /* Rises with every run, so that a thread sees a new one. */
    uint32_t busy; /* Threads of the pool that have not finished the run. */
    bool is_closing;
    void (*task)(void *user, uint32_t worker, uint64_t number);
    void *user;
    uint64_t count;
    uint64_t *rehearsed; /* The count of tasks that are not run but counted; NULL otherwise. */
    uint32_t workers;    /* Threads that take tasks in this run; the others only report back. */
    _Atomic uint64_t next;
    uint32_t thread_count;
    pool_thread threads[];
};

static void work(scree_worker_pool *pool, uint32_t worker)
{
    for (;;) {
        uint64_t number = atomic_fetch_add(&pool->next, 1);
        if (number >= pool->count) {
            return;
        }
        pool->task(pool->user, worker, number);
    }
}

static void *run_thread(void *argument)
{
    pool_thread *self = argument;
    scree_worker_pool *pool = self->pool;
    uint64_t seen = 0;
    scree_float_environment unused;
    scree_float_environment_enter(&unused);
    scree_os_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->run == seen && !pool->is_closing) {
            scree_os_condition_wait(&pool->started, &pool->mutex);
        }
        if (pool->is_closing) {
            scree_os_mutex_unlock(&pool->mutex);
            return NULL;
        }
        seen = pool->run;
        scree_os_mutex_unlock(&pool->mutex);
        if (self->worker < pool->workers) {
            work(pool, self->worker);
        }
        scree_os_mutex_lock(&pool->mutex);
        if (--pool->busy == 0) {
            scree_os_condition_signal(&pool->finished);
        }
    }
}

scree_result scree_worker_pool_create(uint32_t workers, scree_worker_pool **pool)
{
    *pool = NULL;
    scree_worker_pool *new_pool = calloc(1, sizeof *new_pool + (workers - 1) * sizeof(pool_thread));
    if (new_pool == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    new_pool->process = scree_os_process_id();
    scree_os_mutex_init(&new_pool->mutex);
    scree_os_condition_init(&new_pool->started);
    scree_os_condition_init(&new_pool->finished);
    for (uint32_t i = 0; i + 1 < workers; i++) {
        pool_thread *thread = &new_pool->threads[i];
        *thread = (pool_thread){.pool = new_pool, .worker = i + 1};
        if (!scree_os_thread_start(&thread->thread, run_thread, thread)) {
            scree_worker_pool_destroy(&new_pool);
            return SCREE_ERROR_INTERNAL;
        }
        new_pool->thread_count++;
    }
    *pool = new_pool;
    return SCREE_OK;
}

static void end_threads(scree_worker_pool *closing)
{
    scree_os_mutex_lock(&closing->mutex);
    closing->is_closing = true;
    scree_os_condition_broadcast(&closing->started);
    scree_os_mutex_unlock(&closing->mutex);
    for (uint32_t i = 0; i < closing->thread_count; i++) {
        scree_os_thread_join(&closing->threads[i].thread);
    }
    scree_os_condition_destroy(&closing->finished);
    scree_os_condition_destroy(&closing->started);
    scree_os_mutex_destroy(&closing->mutex);
}

void scree_worker_pool_destroy(scree_worker_pool **pool)
{
    if (pool == NULL || *pool == NULL) {
        return;
    }
    if ((*pool)->process == scree_os_process_id()) {
        end_threads(*pool);
    }
    free(*pool);
    *pool = NULL;
}

void scree_worker_pool_run(scree_worker_pool *pool, uint32_t workers, uint64_t count,
                           void (*task)(void *user, uint32_t worker, uint64_t number), void *user)
{
    if (pool->rehearsed != NULL) {
        *pool->rehearsed += count;
        return;
    }
    if (workers == 1 || count <= 1 || pool->thread_count == 0) {
        for (uint64_t number = 0; number < count; number++) {
            task(user, 0, number);
        }
        return;
    }
    scree_os_mutex_lock(&pool->mutex);
    pool->task = task;
    pool->user = user;
    pool->count = count;
    pool->workers = workers;
    atomic_store(&pool->next, 0);
    pool->busy = pool->thread_count;
    pool->run++;
    scree_os_condition_broadcast(&pool->started);
    scree_os_mutex_unlock(&pool->mutex);
    work(pool, 0);
    scree_os_mutex_lock(&pool->mutex);
    while (pool->busy > 0) {
        scree_os_condition_wait(&pool->finished, &pool->mutex);
    }
    scree_os_mutex_unlock(&pool->mutex);
}

void scree_worker_pool_rehearse(scree_worker_pool *pool, uint64_t *tasks)
{
    pool->rehearsed = tasks;
}
