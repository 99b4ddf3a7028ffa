#include "job.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "context_internal.h"
#include "device_lock.h"
#include "float_environment.h"
#include "thread.h"

struct scree_job {
    scree_device *device;
    scree_job_work work;
    scree_progress progress;
    pid_t process; /* Process that started the job. */
    pthread_t thread;
    pthread_mutex_t mutex; /* Guards the members below. */
    pthread_cond_t ended;
    bool has_device; /* The job is running or has run. */
    bool is_finished;
    scree_result result;
    scree_range range;
};

/*
 * Whether this is a child made by fork(), in which the job has no thread and its mutex is in an unknown state. A child
 * only reads.
 */
static bool is_inherited(const scree_job *job)
{
    return job->process != getpid();
}

static void count_job(scree_device *device, int change)
{
    pthread_mutex_lock(&device->job_mutex);
    device->job_count = (uint32_t)((int)device->job_count + change);
    if (device->job_count == 0) {
        pthread_cond_broadcast(&device->no_jobs);
    }
    pthread_mutex_unlock(&device->job_mutex);
}

/* Waits for exclusive use of the device. False when the job is cancelled first. */
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

static void finish_job(scree_job *job, scree_result result, scree_range range)
{
    pthread_mutex_lock(&job->mutex);
    job->result = result;
    job->range = range;
    job->is_finished = true;
    pthread_cond_broadcast(&job->ended);
    pthread_mutex_unlock(&job->mutex);
}

/*
 * Runs the work with exclusive use of the device. The job is finished before the next one begins, because that one's
 * sinks may wait for it.
 */
static void run_work(scree_job *job)
{
    scree_device_mark mark;
    scree_range range = {0};
    pthread_mutex_lock(&job->mutex);
    job->has_device = true;
    pthread_mutex_unlock(&job->mutex);
    scree_device_mark_thread(job->device, &mark);
    scree_result result = job->work.run(job->work.work, &job->progress, &range);
    scree_device_unmark_thread(&mark);
    finish_job(job, result, range);
}

static void *run_job(void *argument)
{
    scree_job *job = argument;
    scree_device *device = job->device;
    fenv_t unused;
    scree_float_environment_enter(&unused);
    if (await_turn(job)) {
        run_work(job);
        pthread_mutex_unlock(&device->run_mutex);
    } else {
        finish_job(job, SCREE_ERROR_CANCELLED, (scree_range){0});
    }
    /* From here on the device may be closed, but the job lives until it is released. */
    count_job(device, -1);
    return NULL;
}

/* Uses a monotonic clock for timeouts. */
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
    scree_result result = scree_device_check_process(device);
    if (result != SCREE_OK) {
        work->destroy(work->work);
        return result;
    }
    scree_job *new_job = calloc(1, sizeof *new_job);
    if (new_job == NULL) {
        work->destroy(work->work);
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a job");
    }
    new_job->device = device;
    new_job->process = getpid();
    new_job->work = *work;
    pthread_mutex_init(&new_job->mutex, NULL);
    scree_timeline_init(&new_job->progress.timeline);
    new_job->progress.is_followed = true;
    int failed = init_condition(&new_job->ended);
    if (failed == 0) {
        count_job(device, 1);
        failed = scree_thread_start(&new_job->thread, run_job, new_job);
        if (failed != 0) {
            count_job(device, -1);
            pthread_cond_destroy(&new_job->ended);
        }
    }
    if (failed != 0) {
        scree_timeline_clear(&new_job->progress.timeline);
        pthread_mutex_destroy(&new_job->mutex);
        work->destroy(work->work);
        free(new_job);
        return scree_fail(device->context, SCREE_ERROR_INTERNAL, "no thread could be started for a job");
    }
    *job = new_job;
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
    /* A poll only changes the job's mutex. */
    scree_job *shared = (scree_job *)(uintptr_t)job;
    status.total = job->work.total;
    bool is_own = !is_inherited(job);
    if (!is_own && !job->is_finished) {
        status.result = SCREE_ERROR_UNSUPPORTED;
        status.finished = true;
        return status;
    }
    if (is_own) {
        pthread_mutex_lock(&shared->mutex);
    }
    status.done = atomic_load(&shared->progress.done);
    status.device_seconds = 1e-9 * (double)atomic_load(&shared->progress.device_nanoseconds);
    status.finished = job->is_finished;
    status.result = job->result;
    if (job->is_finished && job->result == SCREE_OK) {
        status.minimum = job->range.minimum;
        status.maximum = job->range.maximum;
    }
    if (is_own) {
        pthread_mutex_unlock(&shared->mutex);
    }
    return status;
}

size_t scree_job_timeline(const scree_job *job, scree_job_span *spans, size_t capacity)
{
    if (job == NULL || is_inherited(job)) {
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

/*
 * Whether the job cannot end before the calling thread returns from a callback. A job that was cancelled before it
 * began can.
 */
static bool waits_for_caller(const scree_job *job)
{
    return !job->is_finished && (job->has_device || !atomic_load(&job->progress.is_cancelled)) &&
           scree_device_is_marked(job->device);
}

static void await_end(scree_job *job, uint64_t timeout_ns)
{
    int failed = 0;
    struct timespec deadline = deadline_after(timeout_ns == UINT64_MAX ? 0 : timeout_ns);
    while (!job->is_finished && failed != ETIMEDOUT) {
        if (timeout_ns == UINT64_MAX) {
            pthread_cond_wait(&job->ended, &job->mutex);
        } else {
            failed = pthread_cond_timedwait(&job->ended, &job->mutex, &deadline);
        }
    }
}

static void unlock_mutex(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

scree_result scree_job_wait(scree_job *job, uint64_t timeout_ns)
{
    scree_result result = SCREE_ERROR_INVALID;
    if (job == NULL) {
        return result;
    }
    if (is_inherited(job)) {
        return job->is_finished ? job->result : scree_device_check_process(job->device);
    }
    bool is_refused = false;
    pthread_mutex_lock(&job->mutex);
    /* The wait is a cancellation point. */
    pthread_cleanup_push(unlock_mutex, &job->mutex);
    is_refused = timeout_ns > 0 && waits_for_caller(job);
    if (!is_refused) {
        await_end(job, timeout_ns);
        result = job->is_finished ? job->result : SCREE_ERROR_TIMEOUT;
    }
    pthread_cleanup_pop(1);
    return is_refused ? scree_device_check_thread(job->device) : result;
}

void scree_job_cancel(scree_job *job)
{
    if (job != NULL) {
        atomic_store(&job->progress.is_cancelled, true);
    }
}

/* Waits for the job's thread. Returns false, with an error logged, on a thread that the job waits for. */
static bool end_thread(scree_job *job)
{
    int cancel_state = 0;
    pthread_mutex_lock(&job->mutex);
    bool is_refused = waits_for_caller(job);
    pthread_mutex_unlock(&job->mutex);
    if (is_refused) {
        scree_device_check_thread(job->device);
        return false;
    }
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
    pthread_join(job->thread, NULL);
    pthread_setcancelstate(cancel_state, NULL);
    pthread_cond_destroy(&job->ended);
    pthread_mutex_destroy(&job->mutex);
    return true;
}

void scree_job_release(scree_job **job)
{
    if (job == NULL || *job == NULL) {
        return;
    }
    scree_job *released = *job;
    if (is_inherited(released) || end_thread(released)) {
        released->work.destroy(released->work.work);
        scree_timeline_clear(&released->progress.timeline);
        free(released);
        *job = NULL;
    }
}
