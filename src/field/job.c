#include "job.h"

#include <stdlib.h>

#include "context_internal.h"
#include "device_lock.h"
#include "float_environment.h"
#include "last_error.h"
#include "os.h"
#include "sized_params.h"

/* How often a job that waits for its turn looks whether it was cancelled. */
#define TURN_MILLISECONDS 20u

struct scree_job {
    scree_device *device;
    scree_job_work work;
    scree_progress progress;
    int64_t process; /* Process that started the job. */
    scree_os_thread thread;
    scree_os_mutex mutex; /* Guards the members below. */
    scree_os_condition ended;
    bool has_device; /* The job is running or has run. */
    bool is_finished;
    scree_result result;
    scree_range range;
    scree_error_text error; /* Why the work failed. */
};

/*
 * Whether this is a child made by fork(), in which the job has no thread and its mutex is in an unknown state. A child
 * only reads.
 */
static bool is_inherited(const scree_job *job)
{
    return job->process != scree_os_process_id();
}

static void count_job(scree_device *device, int change)
{
    scree_os_mutex_lock(&device->job_mutex);
    device->job_count = (uint32_t)((int)device->job_count + change);
    if (device->job_count == 0) {
        scree_os_condition_broadcast(&device->no_jobs);
    }
    scree_os_mutex_unlock(&device->job_mutex);
}

/* Waits for exclusive use of the device. False when the job is cancelled first. */
static bool await_turn(scree_job *job)
{
    while (!atomic_load(&job->progress.is_cancelled)) {
        if (scree_os_mutex_lock_within(&job->device->run_mutex, TURN_MILLISECONDS)) {
            return true;
        }
    }
    return false;
}

static void finish_job(scree_job *job, scree_result result, scree_range range)
{
    scree_os_mutex_lock(&job->mutex);
    job->result = result;
    job->range = range;
    if (result != SCREE_OK) {
        scree_last_error_keep(&job->error);
    }
    job->is_finished = true;
    scree_os_condition_broadcast(&job->ended);
    scree_os_mutex_unlock(&job->mutex);
}

/*
 * Runs the work with exclusive use of the device. The job is finished before the next one begins, because that one's
 * sinks may wait for it.
 */
static void run_work(scree_job *job)
{
    scree_device_mark mark;
    scree_range range = {0};
    scree_os_mutex_lock(&job->mutex);
    job->has_device = true;
    scree_os_mutex_unlock(&job->mutex);
    scree_device_mark_thread(job->device, &mark);
    scree_result result = job->work.run(job->work.work, &job->progress, &range);
    scree_device_unmark_thread(&mark);
    finish_job(job, result, range);
}

static void *run_job(void *argument)
{
    scree_job *job = argument;
    scree_device *device = job->device;
    scree_float_environment unused;
    scree_float_environment_enter(&unused);
    if (await_turn(job)) {
        run_work(job);
        scree_os_mutex_unlock(&device->run_mutex);
    } else {
        finish_job(job, SCREE_ERROR_CANCELLED, (scree_range){0});
    }
    /* From here on the device may be closed, but the job lives until it is released. */
    count_job(device, -1);
    return NULL;
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
    new_job->process = scree_os_process_id();
    new_job->work = *work;
    scree_os_mutex_init(&new_job->mutex);
    scree_timeline_init(&new_job->progress.timeline);
    new_job->progress.is_followed = true;
    bool is_started = scree_os_condition_init(&new_job->ended);
    if (is_started) {
        count_job(device, 1);
        is_started = scree_os_thread_start(&new_job->thread, run_job, new_job);
        if (!is_started) {
            count_job(device, -1);
            scree_os_condition_destroy(&new_job->ended);
        }
    }
    if (!is_started) {
        scree_timeline_clear(&new_job->progress.timeline);
        scree_os_mutex_destroy(&new_job->mutex);
        work->destroy(work->work);
        free(new_job);
        return scree_fail(device->context, SCREE_ERROR_INTERNAL, "no thread could be started for a job");
    }
    *job = new_job;
    return SCREE_OK;
}

static scree_job_status read_status(const scree_job *job)
{
    scree_job_status status = {0};
    if (job == NULL) {
        status.result = SCREE_ERROR_INVALID;
        status.is_finished = true;
        return status;
    }
    /* A poll only changes the job's mutex. */
    scree_job *shared = (scree_job *)(uintptr_t)job;
    status.total = job->work.total;
    bool is_own = !is_inherited(job);
    if (!is_own && !job->is_finished) {
        status.result = SCREE_ERROR_UNSUPPORTED;
        status.is_finished = true;
        return status;
    }
    if (is_own) {
        scree_os_mutex_lock(&shared->mutex);
    }
    status.done = atomic_load(&shared->progress.done);
    status.device_seconds = 1e-9 * (double)atomic_load(&shared->progress.device_nanoseconds);
    status.is_finished = job->is_finished;
    status.result = job->result;
    if (job->is_finished && job->result == SCREE_OK) {
        status.minimum = job->range.minimum;
        status.maximum = job->range.maximum;
    }
    scree_last_error_adopt(&job->error);
    if (is_own) {
        scree_os_mutex_unlock(&shared->mutex);
    }
    return status;
}

void scree_job_poll_sized(const scree_job *job, scree_job_status *status, size_t size)
{
    const scree_job_status own = read_status(job);
    scree_info_give(&own, sizeof own, status, size);
}

size_t scree_job_timeline_sized(const scree_job *job, scree_job_span *spans, size_t size, size_t capacity)
{
    if (job == NULL || is_inherited(job)) {
        return 0;
    }
    /* The cast is that of read_status(). */
    scree_job *shared = (scree_job *)(uintptr_t)job;
    return scree_timeline_read(&shared->progress.timeline, spans, size, spans != NULL ? capacity : 0);
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

/* Waits for a job, with its mutex held. */
static void await_end(scree_job *job, uint64_t timeout_ns)
{
    const uint64_t now = scree_os_clock_nanoseconds();
    const uint64_t until = timeout_ns > UINT64_MAX - now ? UINT64_MAX : now + timeout_ns;
    bool is_late = false;
    while (!job->is_finished && !is_late) {
        if (timeout_ns == UINT64_MAX) {
            scree_os_condition_wait(&job->ended, &job->mutex);
        } else {
            is_late = !scree_os_condition_wait_until(&job->ended, &job->mutex, until);
        }
    }
}

/* A call of scree_job_wait(), and what it came to. */
typedef struct job_wait {
    scree_job *job;
    uint64_t timeout_ns;
    bool is_refused;
    scree_result result;
} job_wait;

static void wait_locked(void *argument)
{
    job_wait *wait = argument;
    wait->is_refused = wait->timeout_ns > 0 && waits_for_caller(wait->job);
    if (!wait->is_refused) {
        await_end(wait->job, wait->timeout_ns);
        wait->result = wait->job->is_finished ? wait->job->result : SCREE_ERROR_TIMEOUT;
        scree_last_error_adopt(&wait->job->error);
    }
}

scree_result scree_job_wait(scree_job *job, uint64_t timeout_ns)
{
    if (job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (is_inherited(job)) {
        return job->is_finished ? job->result : scree_device_check_process(job->device);
    }
    job_wait wait = {.job = job, .timeout_ns = timeout_ns};
    scree_os_mutex_hold(&job->mutex, wait_locked, &wait);
    return wait.is_refused ? scree_device_check_thread(job->device) : wait.result;
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
    scree_os_mutex_lock(&job->mutex);
    bool is_refused = waits_for_caller(job);
    scree_os_mutex_unlock(&job->mutex);
    if (is_refused) {
        scree_device_check_thread(job->device);
        return false;
    }
    const int cancel_state = scree_os_cancel_disable();
    scree_os_thread_join(&job->thread);
    scree_os_cancel_restore(cancel_state);
    scree_os_condition_destroy(&job->ended);
    scree_os_mutex_destroy(&job->mutex);
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
