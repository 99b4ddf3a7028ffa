/**
 * @file
 * @brief Jobs: fields computed by a device in the background, which can be polled, waited for, or cancelled.
 *
 * A function that starts a job checks its parameters and returns at once. On success the caller owns `*job` and
 * releases it in the end. The job holds a reference to the field. Memory and buffers that it fills belong to the
 * caller, and must stay valid until the job is released. `grid` is NULL for a distance field, which has its own volume.
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
 * A job. Thread-safety: safe, except for scree_job_release(). In a child made by fork() a job that had not ended counts
 * as ended with SCREE_ERROR_UNSUPPORTED, and no job has a timeline.
 */
typedef struct scree_job scree_job;

/**
 * Fills host memory with a field: samples in grid order with the grid's strides. The job reports the exact minimum and
 * maximum.
 *
 * On the CPU, distance fields need additional memory. The exact method works on as many layers at a time as keep the
 * threads busy, with two planes for each layer (four with the nearest voxels), in at most 64 MiB or the memory of one
 * layer. Jump flooding takes 8 bytes a voxel.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_INTERNAL, SCREE_ERROR_UNSUPPORTED (the device
 * cannot compute this field, or is a software GPU that ends its loops too early), SCREE_ERROR_DEVICE_LOST. Some of
 * these are reported as the job's result.
 */
SCREE_API scree_result scree_job_fill(scree_device *device, const scree_field *field, const scree_grid *grid,
                                      float *out, scree_job **job);

/**
 * Fills host memory with a distance field and with the index of the nearest voxel of the opposite side, both layers x
 * rows x columns. distance.h defines the index.
 * Errors: as scree_job_fill(); SCREE_ERROR_INVALID for a field without such indices.
 */
SCREE_API scree_result scree_job_fill_nearest(scree_device *device, const scree_field *field, float *out,
                                              uint32_t *nearest, scree_job **job);

/**
 * Fills a buffer of the device without any transfer to the host: from byte `offset` on (a multiple of 4), in grid order
 * with the grid's strides. The job of a distance field reports no minimum and maximum.
 * Errors: as scree_job_fill(); SCREE_ERROR_UNSUPPORTED for a group.
 */
SCREE_API scree_result scree_job_fill_buffer(scree_device *device, const scree_field *field, const scree_grid *grid,
                                             scree_buffer *buffer, uint64_t offset, scree_job **job);

/**
 * Streams a field into a sink in slabs of some MiB, which are whole layers for a distance field. The grid's strides
 * must be 0. `output` may be NULL for unmapped f32, the only output of distance fields. A measured range costs a second
 * generating pass instead of memory for the field; progress then counts both passes. The exact method with heights
 * needs memory for a few slabs only; other methods, and occupancy, need memory for the whole distance field.
 * Errors: as scree_job_fill().
 */
SCREE_API scree_result scree_job_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                        const scree_output *output, const scree_sink *sink, scree_job **job);

/**
 * Finds the exact minimum and maximum of a field on a grid without keeping samples; they are `minimum` and `maximum` of
 * the finished job's status. The grid's strides have no effect. For noise only the range is transferred to the host, so
 * a device or a group runs at full speed.
 * Errors: as scree_job_fill().
 */
SCREE_API scree_result scree_job_range(scree_device *device, const scree_field *field, const scree_grid *grid,
                                       scree_job **job);

/**
 * Evaluates a field at arbitrary points on a device, wherever they lie in host memory. It waits for earlier jobs and
 * for the result; otherwise it is as scree_field_at(). A GPU finds the cells of the points itself, and transfers
 * overlap with its work; they are fastest from and to memory of scree_host_memory_create(). A group uses its first
 * member only. Errors: as scree_job_fill() and scree_field_at().
 */
SCREE_API scree_result scree_device_at(scree_device *device, const scree_field *field, const scree_points *points,
                                       float *out);

/**
 * The layout of points in a buffer. The coordinates along an axis are `stride` bytes apart, as in scree_points: arrays
 * of structures and arrays for every axis both do.
 */
typedef struct scree_buffer_points {
    uint32_t axes;                   /**< Coordinates of a point, 1 to SCREE_MAX_AXES. */
    uint64_t count;                  /**< Points. */
    scree_type type;                 /**< SCREE_TYPE_F64, or SCREE_TYPE_F32 as in a zeroed struct. */
    const scree_buffer *buffer;      /**< A buffer of the device that evaluates them. */
    uint64_t offset[SCREE_MAX_AXES]; /**< Byte of the first coordinate, a multiple of the type's size. */
    uint64_t stride[SCREE_MAX_AXES]; /**< Bytes to the next, a multiple of the type's size. 0 = the type's size. */
} scree_buffer_points;

/**
 * Evaluates a field at points in a buffer of the device, with the bits of scree_field_at(). The values, `count`
 * float32, go to `out`, a buffer of the same device, from byte `offset` on (a multiple of 4); they must not lie among
 * the coordinates. Nothing passes through the host. The call waits for earlier jobs and for the result.
 * `device_seconds`, optional, receives the time that the device took; 0 for the CPU, and where the processor evaluates
 * the points.
 *
 * A CUDA device leaves points to the processor, through which they then pass, with the same bits: those of more
 * octaves with derivatives than scree_cuda_at() takes, and those that are located in float64 where its own is not
 * exact. So does every device with those of a field of several outputs. After an error some values may have been
 * written.
 * Errors: as scree_job_fill() and scree_field_at(); SCREE_ERROR_UNSUPPORTED for a group.
 */
SCREE_API scree_result scree_device_at_buffer(scree_device *device, const scree_field *field,
                                              const scree_buffer_points *points, scree_buffer *out, uint64_t offset,
                                              double *device_seconds);

/** The state of a job. Grows (context.h). */
typedef struct scree_job_status {
    uint64_t done;       /**< Samples computed so far, counting both passes of a measured range. */
    uint64_t total;      /**< Samples to compute; for a distance field voxels, once for each of its passes. */
    bool is_finished;    /**< The job has ended, with success or not. */
    scree_result result; /**< SCREE_OK while the job runs, its result afterwards. */
    float minimum;       /**< Exact minimum of the field, once the job has ended with SCREE_OK, if it is measured; 0
                              before. */
    float maximum;       /**< Exact maximum, under the same conditions. */
    /** Seconds of device time so far, without transfers to the host. For a group the sum over its members; 0 for the
        CPU. */
    double device_seconds;
} scree_job_status;

/** As scree_job_poll(), into a struct of `size` bytes (context.h). */
SCREE_API void scree_job_poll_sized(const scree_job *job, scree_job_status *status, size_t size);

/** The current state of a job. Never waits. */
static inline scree_job_status scree_job_poll(const scree_job *job)
{
    scree_job_status status;
    scree_job_poll_sized(job, &status, sizeof status);
    return status;
}

/**
 * Waits until the job ends, at most `timeout_ns` nanoseconds; UINT64_MAX = forever, 0 = do not wait. Returns the job's
 * result, or SCREE_ERROR_TIMEOUT when the timeout expired first. Returns SCREE_ERROR_INVALID without waiting in a
 * callback of the job's device (a sink) if the job can only end after that callback. A cancellation point.
 */
SCREE_API scree_result scree_job_wait(scree_job *job, uint64_t timeout_ns);

/** The maximum number of spans that a job keeps. */
#define SCREE_MAX_SPANS 4096

/** The kind of work in a span of time. */
typedef enum scree_span_kind {
    SCREE_SPAN_COMPUTE = 0,  /**< Computing samples. */
    SCREE_SPAN_DOWNLOAD = 1, /**< Transferring samples to the host. */
    SCREE_SPAN_PREPARE = 2   /**< Preparing a distance field before its first box, whose number the span has. */
} scree_span_kind;

/** The name of a kind of work: "compute", "download", "prepare"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_span_kind_name(scree_span_kind kind);
/** The reverse of scree_span_kind_name(); false where no kind has that name. */
SCREE_API bool scree_span_kind_from_name(const char *name, scree_span_kind *kind);

/**
 * A span of a device's work on one box. A box is a part of the grid that is computed and transferred on its own.
 * Grows (context.h).
 */
typedef struct scree_job_span {
    uint32_t device;      /**< Index of the group's member, from 0; 0 for a plain device. */
    uint64_t box;         /**< Number of the box in starting order, from 0; every pass has its own boxes. */
    scree_span_kind kind; /**< The kind of work. */
    double start;         /**< Seconds since the earliest span began, on one clock for all devices. */
    double end;           /**< End on the same clock; not before `start`. */
} scree_job_span;

/** As scree_job_timeline(), with structs of `size` bytes (context.h). */
SCREE_API size_t scree_job_timeline_sized(const scree_job *job, scree_job_span *spans, size_t size, size_t capacity);

/**
 * The timeline of a job: the spans of its devices so far. Writes at most `capacity` spans to `spans`, in the order in
 * which they became known, and returns their total number; `spans` may be NULL when `capacity` is 0. A job keeps its
 * first SCREE_MAX_SPANS spans. All devices report preparation and computation. GPUs also report transfers to the host
 * if their drivers measure time.
 */
static inline size_t scree_job_timeline(const scree_job *job, scree_job_span *spans, size_t capacity)
{
    return scree_job_timeline_sized(job, spans, sizeof *spans, capacity);
}

/** Requests that a job ends. Returns at once. The job ends at its next tile, with SCREE_ERROR_CANCELLED. */
SCREE_API void scree_job_cancel(scree_job *job);

/**
 * Waits for the job and frees it. To end it early, cancel it first. Where the wait could never end (scree_job_wait()),
 * the job is not freed, an error is logged, and `*job` stays.
 */
SCREE_API void scree_job_release(scree_job **job);

#ifdef __cplusplus
}
#endif

#endif
