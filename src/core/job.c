#include "job.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "context_internal.h"
#include "float_environment.h"
#include "thread.h"

struct scree_job {
    scree_device *device;
    scree_job_work work;
    scree_progress progress;
    pthread_t thread;
    pthread_mutex_t mutex; /* Guards what follows. */
    pthread_cond_t ended;
    bool is_finished;
    scree_result result;
    scree_range range;
};

static void count_job(scree_device *device, int change)
{
    pthread_mutex_lock(&device->job_mutex);
    device->job_count = (uint32_t)((int)device->job_count + change);
    if (device->job_count == 0) {
        pthread_cond_broadcast(&device->no_jobs);
    }
    pthread_mutex_unlock(&device->job_mutex);
}

/* Waits until no other job of the device runs, and keeps others from running. False when the job is cancelled first. */
static bool await_turn(scree_job *job)
{
    while (!atomic_load(&job->progress.is_cancelled)) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 20000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (pthread_mutex_timedlock(&job->device->run_mutex, &until) == 0) {
            return true;
        }
    }
    return false;
}

static void *run_job(void *argument)
{
    scree_job *job = argument;
    scree_device *device = job->device;
    scree_range range = {0};
    scree_result result = SCREE_ERROR_CANCELLED;
    fenv_t unused;
    scree_float_environment_enter(&unused);
    if (await_turn(job)) {
        result = job->work.run(job->work.work, &job->progress, &range);
        pthread_mutex_unlock(&device->run_mutex);
    }
    pthread_mutex_lock(&job->mutex);
    job->is_finished = true;
    job->result = result;
    job->range = range;
    pthread_cond_broadcast(&job->ended);
    pthread_mutex_unlock(&job->mutex);
    /* From here on the device may be closed; the job lives until it is released. */
    count_job(device, -1);
    return NULL;
}

/* Waits are timed by a clock that nobody sets. */
static int init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) {
        return -1;
    }
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    int failed = pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
    return failed;
}

scree_result scree_job_start(scree_device *device, const scree_job_work *work, scree_job **job)
{
    scree_job *made = calloc(1, sizeof *made);
    if (made == NULL) {
        work->destroy(work->work);
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a job");
    }
    made->device = device;
    made->work = *work;
    pthread_mutex_init(&made->mutex, NULL);
    scree_timeline_init(&made->progress.timeline);
    made->progress.is_followed = true;
    int failed = init_condition(&made->ended);
    if (failed == 0) {
        count_job(device, 1);
        failed = scree_thread_start(&made->thread, run_job, made);
        if (failed != 0) {
            count_job(device, -1);
            pthread_cond_destroy(&made->ended);
        }
    }
    if (failed != 0) {
        scree_timeline_clear(&made->progress.timeline);
        pthread_mutex_destroy(&made->mutex);
        work->destroy(work->work);
        free(made);
        return scree_fail(device->context, SCREE_ERROR_INTERNAL, "no thread could be started for a job");
    }
    *job = made;
    return SCREE_OK;
}

scree_job_status scree_job_poll(const scree_job *job)
{
    scree_job_status status = {0};
    if (job == NULL) {
        status.result = SCREE_ERROR_INVALID;
        status.finished = true;
        return status;
    }
    /* The mutex is the job's only part that a poll changes. */
    scree_job *shared = (scree_job *)(uintptr_t)job;
    status.total = job->work.total;
    pthread_mutex_lock(&shared->mutex);
    status.done = atomic_load(&shared->progress.done);
    status.device_seconds = 1e-9 * (double)atomic_load(&shared->progress.device_nanoseconds);
    status.finished = job->is_finished;
    status.result = job->result;
    if (job->is_finished && job->result == SCREE_OK) {
        status.minimum = job->range.minimum;
        status.maximum = job->range.maximum;
    }
    pthread_mutex_unlock(&shared->mutex);
    return status;
}

size_t scree_job_timeline(const scree_job *job, scree_job_span *spans, size_t capacity)
{
    if (job == NULL) {
        return 0;
    }
    /* As in scree_job_poll(). */
    scree_job *shared = (scree_job *)(uintptr_t)job;
    return scree_timeline_read(&shared->progress.timeline, spans, spans != NULL ? capacity : 0);
}

static struct timespec deadline_after(uint64_t timeout_ns)
{
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    uint64_t nanoseconds = (uint64_t)deadline.tv_nsec + timeout_ns % 1000000000u;
    deadline.tv_sec += (time_t)(timeout_ns / 1000000000u + nanoseconds / 1000000000u);
    deadline.tv_nsec = (long)(nanoseconds % 1000000000u);
    return deadline;
}

scree_result scree_job_wait(scree_job *job, uint64_t timeout_ns)
{
    if (job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    int failed = 0;
    struct timespec deadline = deadline_after(timeout_ns == UINT64_MAX ? 0 : timeout_ns);
    pthread_mutex_lock(&job->mutex);
    while (!job->is_finished && failed != ETIMEDOUT) {
        if (timeout_ns == UINT64_MAX) {
            pthread_cond_wait(&job->ended, &job->mutex);
        } else {
            failed = pthread_cond_timedwait(&job->ended, &job->mutex, &deadline);
        }
    }
    scree_result result = job->is_finished ? job->result : SCREE_ERROR_TIMEOUT;
    pthread_mutex_unlock(&job->mutex);
    return result;
}

void scree_job_cancel(scree_job *job)
{
    if (job != NULL) {
        atomic_store(&job->progress.is_cancelled, true);
    }
}

void scree_job_release(scree_job **job)
{
    if (job == NULL || *job == NULL) {
        return;
    }
    scree_job *released = *job;
    pthread_join(released->thread, NULL);
    released->work.destroy(released->work.work);
    pthread_cond_destroy(&released->ended);
    scree_timeline_clear(&released->progress.timeline);
    pthread_mutex_destroy(&released->mutex);
    free(released);
    *job = NULL;
}
