#include "copiers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "os.h"
#include "whole_numbers.h"
#include "worker_pool.h"

/* Maximum threads: more do not exceed the memory's bandwidth. */
#define MOST_THREADS 12u
/* Bytes that a thread copies at a time, and from which on others are woken. */
#define TASK_BYTES ((size_t)256 << 10)
#define WORTH_BYTES ((size_t)1 << 20)

struct scree_gpu_copiers {
    scree_os_mutex mutex;
    bool is_started;
    scree_worker_pool *pool; /* NULL also where no thread could be started: the caller copies alone. */
};

/* A copy, by tasks of `task_rows` rows. */
typedef struct copy_work {
    char *to;
    size_t to_stride;
    const char *from;
    size_t from_stride;
    size_t bytes;
    size_t rows;
    size_t task_rows;
} copy_work;

scree_gpu_copiers *scree_gpu_copiers_create(void)
{
    scree_gpu_copiers *copiers = calloc(1, sizeof *copiers);
    if (copiers != NULL && !scree_os_mutex_init(&copiers->mutex)) {
        free(copiers);
        copiers = NULL;
    }
    return copiers;
}

void scree_gpu_copiers_destroy(scree_gpu_copiers **copiers)
{
    if (*copiers == NULL) {
        return;
    }
    scree_worker_pool_destroy(&(*copiers)->pool);
    scree_os_mutex_destroy(&(*copiers)->mutex);
    free(*copiers);
    *copiers = NULL;
}

/* `bytes` is a constant wherever this is called with few of them, so that no function is called for each row. */
__attribute__((always_inline)) static inline void copy_rows(const copy_work *work, size_t first, size_t end,
                                                            size_t bytes)
{
    for (size_t row = first; row < end; row++) {
        memcpy(work->to + (ptrdiff_t)row * (ptrdiff_t)work->to_stride,
               work->from + (ptrdiff_t)row * (ptrdiff_t)work->from_stride, bytes);
    }
}

static void copy_task(void *user, uint32_t worker, uint64_t number)
{
    const copy_work *work = user;
    const size_t first = (size_t)number * work->task_rows;
    const size_t end = (size_t)scree_min(first + work->task_rows, work->rows);
    (void)worker;
    switch (work->bytes) {
    case sizeof(float):
        copy_rows(work, first, end, sizeof(float));
        break;
    case sizeof(double):
        copy_rows(work, first, end, sizeof(double));
        break;
    default:
        copy_rows(work, first, end, work->bytes);
    }
}

/* Starts the threads before they are needed first. */
static void start_threads(scree_gpu_copiers *copiers)
{
    const uint32_t processors = scree_os_processor_count();
    if (!copiers->is_started) {
        copiers->is_started = true;
        scree_worker_pool_create(processors < MOST_THREADS ? processors : MOST_THREADS, &copiers->pool);
    }
}

static void run_tasks(scree_gpu_copiers *copiers, copy_work *work)
{
    const uint64_t tasks = scree_div_round_up(work->rows, work->task_rows);
    scree_os_mutex_lock(&copiers->mutex);
    start_threads(copiers);
    if (copiers->pool != NULL) {
        scree_worker_pool_run(copiers->pool, SCREE_ALL_WORKERS, tasks, copy_task, work);
    } else {
        work->task_rows = work->rows;
        copy_task(work, 0, 0);
    }
    scree_os_mutex_unlock(&copiers->mutex);
}

void scree_gpu_copy_on_host(scree_gpu_copiers *copiers, void *to, size_t to_stride, const void *from,
                            size_t from_stride, size_t bytes, size_t rows)
{
    const size_t all = bytes * rows;
    copy_work work = {to, to_stride, from, from_stride, bytes, rows, rows};
    if (all < WORTH_BYTES) {
        copy_task(&work, 0, 0);
        return;
    }
    if (to_stride == bytes && from_stride == bytes) {
        /* The bytes follow each other: whole tasks and a rest. */
        const size_t done = all / TASK_BYTES * TASK_BYTES;
        memcpy((char *)to + done, (const char *)from + done, all - done);
        work = (copy_work){to, TASK_BYTES, from, TASK_BYTES, TASK_BYTES, done / TASK_BYTES, 1};
    } else {
        work.task_rows = (size_t)scree_div_round_up(TASK_BYTES, bytes);
    }
    run_tasks(copiers, &work);
}

void scree_gpu_copy_box_on_host(scree_gpu_copiers *copiers, const scree_target *target, const scree_box *box,
                                const float *from)
{
    const uint64_t width = box->width * target->channels;
    const size_t bytes = (size_t)width * sizeof(float);
    const bool is_whole = target->row_stride == width && target->plane_stride == width * box->rows;
    const uint64_t rows = is_whole ? box->planes * box->rows : box->rows;
    const uint64_t planes = is_whole ? 1 : box->planes;
    for (uint64_t plane = 0; plane < planes && from != target->values; plane++) {
        scree_gpu_copy_on_host(copiers, target->values + plane * target->plane_stride,
                               target->row_stride * sizeof(float), from + plane * box->rows * width, bytes, bytes,
                               (size_t)rows);
    }
}
