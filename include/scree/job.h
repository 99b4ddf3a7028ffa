/**
 * @file
 * @brief Jobs: fields made by a device, followed, waited for, or cancelled.
 *
 * A function that starts a job checks what it is asked and returns at once. On success `*job` is the caller's: follow
 * it, then release it. The job holds a reference to the field; memory and buffers that it fills are the caller's, and
 * must stay valid until the job is released. `grid` is NULL for a distance field, which has a volume of its own.
 */
#ifndef SCREE_JOB_H
#define SCREE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/buffer.h>
#include <scree/device.h>
#include <scree/field.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A job. Thread-safety: safe, but for scree_job_release(). In a child made by fork() a job that had not ended counts as
 * one that ended with SCREE_ERROR_UNSUPPORTED, and no job has a timeline.
 */
typedef struct scree_job scree_job;

/**
 * Fills host memory with a field: samples in grid order with the grid's strides. The job reports the exact minimum and
 * maximum. On the CPU the exact method of distance fields takes memory beside the field for as many layers as keep the
 * threads busy, two planes each (four with the nearest voxels), 64 MiB at most or that of one layer; jump flooding
 * takes 8 bytes a voxel. Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_INTERNAL,
 * SCREE_ERROR_UNSUPPORTED (the device cannot make this field, or is a software GPU that ends its loops too early),
 * SCREE_ERROR_DEVICE_LOST. Some of these are the job's.
 */
SCREE_API scree_result scree_job_fill(scree_device *device, const scree_field *field, const scree_grid *grid,
                                      float *out, scree_job **job);

/**
 * Fills host memory with a distance field and with the index of the nearest voxel of the opposite side, both layers x
 * rows x columns (distance.h says what an index is). Errors: as scree_job_fill(); SCREE_ERROR_INVALID for a field
 * without such indices.
 */
SCREE_API scree_result scree_job_fill_nearest(scree_device *device, const scree_field *field, float *out,
                                              uint32_t *nearest, scree_job **job);

/**
 * Fills a buffer of the device, which the field never leaves: from byte `offset` on (a multiple of 4), in grid order
 * with the grid's strides. A job of a distance field reports no minimum and maximum. Errors: as scree_job_fill();
 * SCREE_ERROR_UNSUPPORTED for a group.
 */
SCREE_API scree_result scree_job_fill_buffer(scree_device *device, const scree_field *field, const scree_grid *grid,
                                             scree_buffer *buffer, uint64_t offset, scree_job **job);

/**
 * Streams a field into a sink, in slabs of some MiB, those of a distance field whole layers; the grid's strides must be
 * 0. `output` may be NULL for unmapped f32, the only one of distance fields. A measured range takes a second generating
 * pass instead of memory for the field; progress then counts both. Distances to heights by the exact method need memory
 * for a few slabs only, by other methods and to voxels for the whole field.
 * Errors: as scree_job_fill().
 */
SCREE_API scree_result scree_job_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                        const scree_output *output, const scree_sink *sink, scree_job **job);

/**
 * Finds the exact minimum and maximum of a field on a grid, which are `minimum` and `maximum` of the finished job's
 * status, and keeps no sample. The grid's strides have no effect. Of noise nothing is transferred to the host but the
 * range, so a device, or a group, generates as fast as it can. Errors: as scree_job_fill().
 */
SCREE_API scree_result scree_job_range(scree_device *device, const scree_field *field, const scree_grid *grid,
                                       scree_job **job);

/**
 * Evaluates a field at arbitrary points on a device, and waits for the result and for the jobs before it; otherwise as
 * scree_field_points(). A group uses its first member alone. Errors: as scree_job_fill() and scree_field_points().
 */
SCREE_API scree_result scree_device_points(scree_device *device, const scree_field *field, uint32_t axes,
                                           const double *positions, size_t count, float *out);

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
    SCREE_SPAN_COMPUTE = 0,  /**< It computed samples. */
    SCREE_SPAN_DOWNLOAD = 1, /**< It transferred them to the host. */
    SCREE_SPAN_PREPARE = 2   /**< It did what a distance field needs before its first box, whose number this has. */
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
 * a job are kept. All devices tell of preparing and of computing, and GPUs tell of transfers to the host, where their
 * drivers tell the time.
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
