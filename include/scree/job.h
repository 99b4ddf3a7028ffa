/**
 * @file
 * @brief Jobs: long work that is followed, waited for, or cancelled.
 */
#ifndef SCREE_JOB_H
#define SCREE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A job. Thread-safety: safe, but for scree_job_release(). In a child made by fork() a job that had not ended counts as
 * one that ended with SCREE_ERROR_UNSUPPORTED, and no job has a timeline.
 */
typedef struct scree_job scree_job;

/** Where a job stands. */
typedef struct scree_job_status {
    uint64_t done;       /**< Samples generated so far, both passes of a measured range counted. */
    uint64_t total;      /**< Samples to generate; of a distance field voxels, once for each of its passes. */
    bool finished;       /**< The job ended, well or not. */
    scree_result result; /**< SCREE_OK while the job runs, its result afterwards. */
    float minimum;       /**< Exact minimum of the field, once the job finished with SCREE_OK, if it tells; 0 before. */
    float maximum;       /**< Exact maximum, likewise. */
    /** Seconds that the device itself was at work so far, without transfers to the host; of a group the sum of its
        members'; 0 for the CPU. */
    double device_seconds;
} scree_job_status;

/** Where a job stands now. Never waits. */
SCREE_API scree_job_status scree_job_poll(const scree_job *job);

/**
 * Waits until the job ends, at most `timeout_ns` nanoseconds; UINT64_MAX = forever, 0 = do not wait.
 * Returns the job's result, or SCREE_ERROR_TIMEOUT when the wait ended first. In a callback of the job's device (a
 * sink), where neither this job nor one after it can end, returns SCREE_ERROR_INVALID without a wait. A cancellation
 * point.
 */
SCREE_API scree_result scree_job_wait(scree_job *job, uint64_t timeout_ns);

/** The largest number of spans that a job keeps. */
#define SCREE_MAX_SPANS 4096

/** What a device did for a while. */
typedef enum scree_span_kind {
    SCREE_SPAN_COMPUTE = 0, /**< It computed samples. */
    SCREE_SPAN_DOWNLOAD = 1 /**< It transferred them to the host. */
} scree_span_kind;

/** A while of a device's work on one box: a part of the grid that is computed and transferred by itself. */
typedef struct scree_job_span {
    uint32_t device;      /**< Number of the member of a group, from 0; 0 for a plain device. */
    uint64_t box;         /**< Number of the box in the order of their starts, from 0; every pass has its own. */
    scree_span_kind kind; /**< What it did. */
    double start;         /**< Seconds since the earliest span began, by one clock for all devices. */
    double end;           /**< Likewise; not before `start`. */
} scree_job_span;

/**
 * What devices did for a job so far, and when. Writes at most `capacity` spans to `spans`, in the order in which they
 * became known, and returns how many there are; `spans` may be NULL when `capacity` is 0. The first SCREE_MAX_SPANS of
 * a job are kept. Of noise the CPU tells of computing, CUDA devices tell of computing and transfers; of distance
 * fields, and by Vulkan, nothing is told.
 */
SCREE_API size_t scree_job_timeline(const scree_job *job, scree_job_span *spans, size_t capacity);

/** Asks a job to end. Returns at once; takes effect at the next tile, and the result is SCREE_ERROR_CANCELLED. */
SCREE_API void scree_job_cancel(scree_job *job);

/**
 * Waits for the job and frees it. To end it early, cancel it first. Where a wait could not end (scree_job_wait()), the
 * job is not freed, an error is logged, and `*job` stays.
 */
SCREE_API void scree_job_release(scree_job **job);

#ifdef __cplusplus
}
#endif

#endif
