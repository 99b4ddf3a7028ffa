/**
 * @file
 * @brief Explanations: the slabs, the memory and the launches of a job, reported before it is started.
 *
 * An explanation comes out of the code that runs the job. The job's session is made, with all of its memory, and its
 * first slab takes the way of any other, except that the device notes its work instead of doing it. So a job for which
 * there is no memory fails here as it would fail later, and no sample is computed.
 *
 * Thread-safety: safe. A call waits for the device's earlier jobs, and gives back the memory that it took, except for
 * what the device keeps from job to job.
 */
#ifndef SCREE_EXPLAIN_H
#define SCREE_EXPLAIN_H

#include <stddef.h>
#include <stdint.h>

#include <scree/buffer.h>
#include <scree/device.h>
#include <scree/field.h>
#include <scree/particles.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A program of a GPU, how it is launched, and its demands as the driver reports them. The library's; grows (context.h).
 */
typedef struct scree_launch_info {
    char name[64];            /**< The program, as the library's sources and profilers name it. */
    uint64_t launches;        /**< Launches for the first slab and for what precedes it. */
    uint32_t groups[3];       /**< Work groups (blocks) along each axis, in the largest of these launches. */
    uint32_t threads[3];      /**< Threads of a group along each axis. */
    uint32_t registers;       /**< Registers of a thread; 0 where the driver does not report them. */
    uint32_t shared_bytes;    /**< Memory that the threads of a group share, as far as it is known. */
    uint32_t spilled_bytes;   /**< Memory of a thread for what its registers do not hold, as far as it is known. */
    uint32_t resident_groups; /**< Groups that a multiprocessor holds at once; 0 where the driver does not report it. */
    double occupancy; /**< Threads of these groups, as a share, 0 to 1, of all that a multiprocessor can hold; 0 where
                           the driver does not report it. */
    char statistics[256]; /**< Further numbers in the driver's own words, such as "Binary Size 2048"; or empty. */
} scree_launch_info;

/** The demands of a job. The library's; grows (context.h). */
typedef struct scree_explanation {
    uint64_t samples;  /**< Samples of the field. */
    uint32_t channels; /**< Floats of a sample. */
    uint32_t passes;   /**< How often the field is computed: once, and once before where its range is measured; for a
                            picture once for each window of it. */
    uint64_t slabs;    /**< Slabs that the sink will receive, or parts in which memory is filled. */
    uint64_t slab_count[3]; /**< Samples along x, rows, and planes of the first slab; none is larger. */
    uint32_t slabs_at_once; /**< Slabs that are in memory at the same time. */
    /** Memory of the host for slabs, tables and work space, as far as it grows with the job; that of GPUs is pinned. */
    uint64_t host_bytes;
    uint64_t device_bytes; /**< Memory of GPUs, the most at once, with what they hold already; 0 for the CPU. */
    uint32_t threads;      /**< CPU: threads that share the work. */
    uint64_t tasks;        /**< CPU: tasks, such as tiles, that they share for the first slab, with what precedes it. */
    uint32_t launch_count; /**< Programs of the GPU; of a group, what its devices do until the first slab is made. */
    const scree_launch_info *const *launch; /**< The programs in the order of their first launches. */
} scree_explanation;

/**
 * Explains what scree_job_stream() would start with the same parameters. The sink is not called, so its `write` may be
 * NULL; a `sink` of NULL is one that wants nothing beyond the samples. The caller owns `*explanation` and frees it with
 * scree_explanation_free(); on an error it is NULL. So it is with the functions below.
 * Errors: as scree_job_stream(), and as its job.
 */
SCREE_API scree_result scree_job_explain_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                                const scree_output *output, const scree_sink *sink,
                                                scree_explanation **explanation);

/**
 * Explains what scree_job_fill_buffer() would start. Nothing is written to the buffer.
 * Errors: as scree_job_fill_buffer(), and as its job.
 */
SCREE_API scree_result scree_job_explain_fill_buffer(scree_device *device, const scree_field *field,
                                                     const scree_grid *grid, scree_buffer *buffer, uint64_t offset,
                                                     scree_explanation **explanation);

/** As scree_job_explain_draw(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_job_explain_draw_sized(scree_device *device, const scree_field *particles,
                                                    const scree_splat_params *splat, size_t size,
                                                    scree_histogram *histogram, const scree_sink *sink,
                                                    scree_explanation **explanation);

/**
 * Explains what scree_job_draw() would start, for the first window of the picture. Nothing is added to the histogram.
 * Errors: as scree_job_draw(), and as its job.
 */
static inline scree_result scree_job_explain_draw(scree_device *device, const scree_field *particles,
                                                  const scree_splat_params *splat, scree_histogram *histogram,
                                                  const scree_sink *sink, scree_explanation **explanation)
{
    return scree_job_explain_draw_sized(device, particles, splat, sizeof *splat, histogram, sink, explanation);
}

/** Frees an explanation with its programs. */
SCREE_API void scree_explanation_free(scree_explanation **explanation);

#ifdef __cplusplus
}
#endif

#endif
