#include "worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "benchmark.h"
#include "figures.h"
#include "refinement.h"

struct worker {
    struct render_context render;
    viewer_messages *messages;
    pthread_t thread;
    pthread_mutex_t lock; /* Guards what follows up to the next comment of this kind. */
    pthread_cond_t changed;
    struct worker_request request; /* The latest. */
    atomic_uint_fast64_t newest;   /* Its number, or REFINEMENT_QUIT; written under the lock. */
    bool is_idle;                  /* Nothing is left to do for it. */
    viewer_status report;
    char digest[2][65];
    bool wants_digests; /* The hashes of `digest_source` are to be computed. */
    viewer_source digest_source;
    struct benchmark benchmark;

    /* Only the thread uses this, but for the pictures in it, which have a lock of their own. */
    struct refinement refinement;
};

/* True where there is a newer request. */
static bool take_request(struct worker *worker)
{
    struct worker_request request;
    pthread_mutex_lock(&worker->lock);
    const uint64_t number = atomic_load(&worker->newest);
    const bool is_new = number != worker->refinement.number && number != REFINEMENT_QUIT;
    if (is_new) {
        request = worker->request;
    }
    pthread_mutex_unlock(&worker->lock);
    if (is_new) {
        refinement_take(&worker->refinement, &request, number);
    }
    return is_new;
}

static void share_report(struct worker *worker, bool is_idle)
{
    pthread_mutex_lock(&worker->lock);
    worker->report = worker->refinement.report;
    worker->is_idle = is_idle && atomic_load(&worker->newest) == worker->refinement.number;
    if (worker->is_idle) {
        pthread_cond_broadcast(&worker->changed);
    }
    pthread_mutex_unlock(&worker->lock);
}

static void compute_digests(struct worker *worker, const viewer_source *source)
{
    char digests[2][65] = {"", ""};
    char forgotten[8];
    if (figures_digests(&worker->render, source, digests) != SCREE_OK) {
        viewer_messages_take_error(worker->messages, forgotten, sizeof forgotten);
    }
    pthread_mutex_lock(&worker->lock);
    memcpy(worker->digest, digests, sizeof digests);
    pthread_mutex_unlock(&worker->lock);
}

/* Work that nobody waits for, done where nothing is left to do for the request; false where there is none. */
static bool work_aside(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    const bool wants_digests = worker->wants_digests;
    const bool wants_bench = worker->benchmark.is_wanted;
    const viewer_source source = worker->digest_source;
    worker->benchmark.ends = false;
    worker->wants_digests = false;
    pthread_mutex_unlock(&worker->lock);
    if (wants_digests) {
        compute_digests(worker, &source);
    } else if (wants_bench || worker->benchmark.runs != NULL) {
        benchmark_work(&worker->benchmark, &worker->render, worker->messages, &worker->lock);
    }
    return wants_digests || wants_bench;
}

/* Whether there is anything to do; called under the lock. */
static bool is_asked(struct worker *worker)
{
    return atomic_load(&worker->newest) != worker->refinement.number || worker->wants_digests ||
           worker->benchmark.is_wanted || worker->benchmark.ends;
}

static void wait_until_asked(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    while (!is_asked(worker)) {
        pthread_cond_wait(&worker->changed, &worker->lock);
    }
    pthread_mutex_unlock(&worker->lock);
}

static void *run(void *user)
{
    struct worker *worker = user;
    while (atomic_load(&worker->newest) != REFINEMENT_QUIT) {
        const bool has_worked = take_request(worker) || refinement_step(&worker->refinement);
        share_report(worker, !has_worked);
        if (!has_worked && !work_aside(worker)) {
            wait_until_asked(worker);
        }
    }
    return NULL;
}

static void end(struct worker *worker)
{
    refinement_end(&worker->refinement);
    bench_variants_end(&worker->benchmark.runs);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

struct worker *worker_create(const struct render_context *render, viewer_messages *messages, bool wants_host_pixels)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) {
        return NULL;
    }
    worker->render = *render;
    worker->messages = messages;
    refinement_begin(&worker->refinement, &worker->render, messages,
                     wants_host_pixels || render->info.backend == SCREE_BACKEND_CPU, &worker->newest);
    worker->report = worker->refinement.report;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&worker->thread, NULL, run, worker) != 0) {
        end(worker);
        return NULL;
    }
    return worker;
}

void worker_destroy(struct worker **pointer)
{
    struct worker *worker = *pointer;
    if (worker == NULL) {
        return;
    }
    pthread_mutex_lock(&worker->lock);
    atomic_store(&worker->newest, REFINEMENT_QUIT);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    end(worker);
    *pointer = NULL;
}

void worker_post(struct worker *worker, const struct worker_request *request)
{
    pthread_mutex_lock(&worker->lock);
    worker->request = *request;
    atomic_fetch_add(&worker->newest, 1);
    worker->is_idle = false;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_get_report(struct worker *worker, viewer_status *report)
{
    pthread_mutex_lock(&worker->lock);
    *report = worker->report;
    memcpy(report->digest, worker->digest, sizeof report->digest);
    pthread_mutex_unlock(&worker->lock);
}

bool worker_take_picture(struct worker *worker, viewer_pixels *pixels)
{
    return swap_chain_take(&worker->refinement.pictures, pixels);
}

bool worker_wait(struct worker *worker, uint32_t milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const int64_t nanoseconds = until.tv_nsec + (int64_t)milliseconds * 1000000;
    until.tv_sec += (time_t)(nanoseconds / 1000000000);
    until.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_mutex_lock(&worker->lock);
    int error = 0;
    while (!worker->is_idle && error == 0) {
        error = pthread_cond_timedwait(&worker->changed, &worker->lock, &until);
    }
    const bool is_busy = !worker->is_idle;
    pthread_mutex_unlock(&worker->lock);
    return is_busy;
}

void worker_check_equality(struct worker *worker, const viewer_source *source)
{
    pthread_mutex_lock(&worker->lock);
    worker->digest_source = *source;
    worker->wants_digests = true;
    memset(worker->digest, 0, sizeof worker->digest);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_bench(struct worker *worker, const struct bench_variants_choice *choice)
{
    pthread_mutex_lock(&worker->lock);
    benchmark_ask(&worker->benchmark, choice);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

bool worker_bench_is_running(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    const bool is_running = worker->benchmark.seen.results.is_running;
    pthread_mutex_unlock(&worker->lock);
    return is_running;
}

void worker_get_bench(struct worker *worker, viewer_bench *bench)
{
    pthread_mutex_lock(&worker->lock);
    *bench = worker->benchmark.seen;
    pthread_mutex_unlock(&worker->lock);
}
