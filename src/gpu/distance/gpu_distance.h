/* Distance fields on a GPU: the state that the exact method and jump flooding share (distance_session.c). */
#ifndef SCREE_GPU_DISTANCE_H
#define SCREE_GPU_DISTANCE_H

#include "distance_plan.h"
#include "gpu_calls.h"

/* How the programs of distance fields of a backend differ from those of others. */
typedef struct scree_gpu_distance_programs {
    uint64_t batch_voxels;   /* Voxels of flooding between two waits: so many that waiting costs no time. */
    uint32_t column_run_log; /* Logarithm of the layers whose squares one thread computes. */
    bool has_line_tiles;     /* Lines, and their results, go through shared memory. */
    bool joins_at_once;      /* One dispatch joins the words of voxels in both directions. */
    bool walks_columns;      /* Flooding can walk along columns, with as many threads as keep the device busy. */
} scree_gpu_distance_programs;

static inline const scree_gpu_distance_programs *scree_gpu_distance_programs_of(const scree_gpu *gpu)
{
    return gpu->functions->programs[SCREE_FIELD_TYPE_distance];
}

/*
 * Work spaces: of the exact method (distance_exact.c), of the surface of triangles (distance_mesh.c), and of jump
 * flooding (distance_flood.c).
 */
typedef struct scree_gpu_exact scree_gpu_exact;
typedef struct scree_gpu_mesh scree_gpu_mesh;
typedef struct scree_gpu_flood scree_gpu_flood;

/* The layers of a slot. There are two, so that one is downloaded while the device computes the other. */
typedef struct scree_gpu_distance_part {
    scree_gpu_commands *commands;
    scree_gpu_memory distance; /* Its own memory, unless the whole field has memory. */
    scree_gpu_memory nearest;
    uint64_t first;  /* The first layer in flight. */
    uint64_t layers; /* Number of layers in flight. */
    scree_target target;
} scree_gpu_distance_part;

/* The state of a distance field's session. */
typedef struct scree_distance_state {
    scree_gpu *gpu;
    const scree_distance_plan *plan;
    const struct scree_gpu_distance_method *method;
    scree_delivery delivery;
    bool wants_nearest;
    scree_progress *progress;
    /* The source in device memory: those arrays of the plan that exist, in the same format. Voxels for jump flooding
       only, padded to a word. */
    scree_gpu_memory tops;
    scree_gpu_memory heights;
    scree_gpu_memory levels;
    scree_gpu_memory occupancy;
    /* The whole field in device memory: the user's buffer, or memory of the session for a method that needs it
       whole. Empty where layers are computed in parts. Until its layers are computed, a method may use this memory
       as work space of a word for each voxel. Only memory and offset of these spans are used. */
    scree_gpu_span distance;
    scree_gpu_span nearest; /* Only if nearest voxels are wanted. */
    scree_gpu_memory own_distance;
    scree_gpu_memory own_nearest;
    uint64_t part_layers; /* Maximum layers of a part that has its own memory, or that goes to the host. */
    scree_gpu_distance_part part[2];
    scree_gpu_commands *commands; /* Command buffer of a batch (scree_gpu_distance_begin()). */
    scree_gpu_exact *exact;
    scree_gpu_mesh *mesh;
    scree_gpu_flood *flood;
} scree_distance_state;

/* Some layers that a method records, and their destination, from their first word on. */
typedef struct scree_gpu_layers {
    scree_gpu_commands *commands;
    uint64_t first;
    uint64_t layers;
    scree_gpu_span distance;
    scree_gpu_span nearest; /* Empty if nearest voxels are not wanted. */
} scree_gpu_layers;

/*
 * distance_batch.c. A batch: work before the layers that is recorded in `state->commands`. Its end submits it,
 * waits, and counts voxels of one step as done. It returns SCREE_ERROR_CANCELLED after a cancellation, so long work is
 * divided into several batches.
 */
scree_result scree_gpu_distance_begin(scree_distance_state *state);
scree_result scree_gpu_distance_end(scree_distance_state *state, uint64_t voxels);

/* Waits for submitted work, and adds its time and its voxels. */
scree_result scree_gpu_distance_await(const scree_distance_state *state, scree_gpu_commands *commands, uint64_t voxels);
scree_result scree_gpu_distance_check_cancelled(const scree_distance_state *state);

/*
 * Uploads a part of the source, or a method's tables, to memory that it allocates; nothing if `from` is NULL. Does
 * nothing if `*result` is already an error.
 */
void scree_gpu_distance_send(const scree_distance_state *state, const void *from, uint64_t bytes, scree_gpu_memory *to,
                             scree_result *result);

/*
 * The methods. Preparing creates a method's work space and computes everything before the layers, in batches; on
 * failure the session destroys the work space. The functions for layers only record work; if the whole field has
 * memory, layers are written to their position in it.
 */
struct scree_gpu_distance_method {
    bool needs_whole; /* The whole field must have memory. */
    scree_result (*prepare)(scree_distance_state *state);
    void (*layers)(scree_distance_state *state, const scree_gpu_layers *made);
    void (*destroy)(scree_distance_state *state);
};
extern const struct scree_gpu_distance_method scree_gpu_exact_method;
extern const struct scree_gpu_distance_method scree_gpu_mesh_method;
extern const struct scree_gpu_distance_method scree_gpu_flood_method;

#endif
