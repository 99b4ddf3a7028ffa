/**
 * @file
 * @brief Explanations: the slabs, the memory and the launches of a job, reported before it is started; and what the
 * fields that a graph is made of have become.
 *
 * The explanation of a job comes out of the code that runs the job. The job's session is made, with all of its memory,
 * and its first slab takes the way of any other, except that the device notes its work instead of doing it. So a job
 * for which there is no memory fails here as it would fail later, and no sample is computed.
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
#include <scree/graph.h>
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

/** A node: a field that a graph is made of, as it is evaluated on a grid. The library's; grows (context.h). */
typedef struct scree_node_info {
    const char *text;     /**< Its expression, in which other nodes are n1, n2 and so on: "terrace(n3, 6)"; "values" of
                               values in memory (input.h). */
    const char *name;     /**< The name of the operator, or of the kind of noise; "outputs" where its inputs are those of
                               a field (graph.h). */
    bool is_noise;        /**< It is noise, and has no inputs. */
    scree_op op;          /**< The operator of other nodes; 0 for a file, which has no inputs, and for outputs. */
    uint32_t input_count; /**< Inputs of the operator. */
    uint32_t input[SCREE_MAX_OP_INPUTS]; /**< The number of the node that each input is, 1 for n1; 0: it is a number. */
    uint32_t uses;                       /**< Inputs of other nodes that it is. */
    /** Places where it is evaluated: more than one where it is displaced in several ways, or has octaves of its own; 0
        where nothing needs it. */
    uint32_t places;
    uint32_t steps; /**< Steps of the program that were made for it, at all places: sources of noise, positions, */
    uint32_t instructions; /**< and instructions. */
    uint32_t octaves;      /**< Octaves of these sources, those of warps that noise has by itself left out: */
    uint32_t contracted;   /**< by the CPU evaluated along with their neighbours, from the lattice, */
    uint32_t direct;       /**< sample by sample, */
    uint32_t of_sites;     /**< sample by sample, of kinds and rotated octaves whose samples share nothing, */
    uint32_t displaced;    /**< or sample by sample where each is displaced. */
    /** It only says where its first input is evaluated, which has the steps. */
    bool is_moved;
    /** The number of an earlier node with the same value, so that this one has no steps; 0 where there is none. */
    uint32_t same_as;
    /** The number of the node among whose steps its value is made, where it has none; 0 where it has some. */
    uint32_t made_by;
    bool is_number; /**< Its value is a number, which the compiler has found. */
    /** A bit for each axis of the grid along which it may vary. Along the others its samples are evaluated fewer times;
        along the first one never. */
    uint32_t axes;
    scree_range bound; /**< An interval that contains all of its values; of several channels, those of the first. */
    double seconds;    /**< The time that it takes where each is timed by itself, those of its inputs left out. */
} scree_node_info;

/** A graph as it was compiled. The library's; grows (context.h). */
typedef struct scree_graph_explanation {
    uint32_t node_count;         /**< The number of nodes. */
    const scree_node_info *node; /**< Each node once, behind those that it is made of; the field itself is the last. */
    uint32_t sources;            /**< Evaluations of noise in the program. */
    uint32_t instructions;       /**< Instructions of the program. */
    uint32_t registers;          /**< Values of a sample that a device keeps at the same time. */
    uint64_t samples;            /**< Samples that the times are those of: a part of the grid, if it is large. */
    double seconds;              /**< The time of the whole. */
} scree_graph_explanation;

/**
 * Explains noise or a graph on a grid: its nodes, what the compiler has made of them, and what each takes. Times are
 * measured on the calling thread, which computes a part of the grid some times, 2^12 to 2^18 samples as they are slow
 * or fast, and keeps none. The caller owns `*explanation` and frees it with scree_graph_explanation_free(); on an error
 * it is NULL. Thread-safety: safe. Errors, logged: as scree_field_fill(), and SCREE_ERROR_UNSUPPORTED for a field of
 * another type.
 */
SCREE_API scree_result scree_graph_explain(const scree_field *field, const scree_grid *grid,
                                           scree_graph_explanation **explanation);

/** Frees an explanation with its nodes. */
SCREE_API void scree_graph_explanation_free(scree_graph_explanation **explanation);

#ifdef __cplusplus
}
#endif

#endif
