/* Distance fields on the CPU: state that the exact method and jump flooding share. */
#ifndef SCREE_CPU_DISTANCE_STATE_H
#define SCREE_CPU_DISTANCE_STATE_H

#include "cpu_device.h"
#include "distance_plan.h"

/*
 * Work spaces: of the exact method (distance_exact.c), of the surface of triangles (distance_mesh.c), and of jump
 * flooding (distance_flood.c).
 */
typedef struct scree_cpu_exact scree_cpu_exact;
typedef struct scree_cpu_mesh scree_cpu_mesh;
typedef struct scree_cpu_flood scree_cpu_flood;

/* Number of boxes that the session's caller may hold: one is delivered while the next is computed. */
#define SCREE_CPU_DISTANCE_SLOTS 2u

/* The state of a distance field's session. */
typedef struct scree_distance_state {
    scree_cpu_device *device;
    const scree_distance_plan *plan;
    scree_delivery delivery;
    bool wants_nearest;
    scree_progress *progress;
    /* The whole field, if it is in memory: the caller's memory, or memory of the session for a stream of a method
       that needs it. */
    float *distance;
    bool is_owned;
    scree_cpu_exact *exact;
    scree_cpu_mesh *mesh;
    scree_cpu_flood *flood;
    scree_range ranges[SCREE_CPU_DISTANCE_SLOTS]; /* Ranges of the boxes in flight. A box is computed when it is
                                                     started. */
} scree_distance_state;

/* Adds voxels of one step to a job's progress. */
static inline void scree_cpu_distance_count(const scree_distance_state *state, uint64_t voxels)
{
    atomic_fetch_add_explicit(&state->progress->done, voxels, memory_order_relaxed);
}

static inline bool scree_cpu_distance_is_cancelled(const scree_distance_state *state)
{
    return atomic_load_explicit(&state->progress->is_cancelled, memory_order_relaxed);
}

/*
 * The exact method. Preparing creates `state->exact` and does all work before the layers; on failure the caller
 * destroys it. Layers are written to `distance` and, unless it is NULL, `nearest`; `range` is widened. The bytes are
 * those of its work space.
 */
scree_result scree_cpu_exact_prepare(scree_distance_state *state);
scree_result scree_cpu_exact_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                    uint32_t *nearest, scree_range *range);
uint64_t scree_cpu_exact_bytes(const scree_distance_state *state);
void scree_cpu_exact_destroy(scree_distance_state *state);

/* Prepares the surface of triangles. */
scree_result scree_cpu_mesh_prepare(scree_distance_state *state);
scree_result scree_cpu_mesh_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                   uint32_t *nearest, scree_range *range);
uint64_t scree_cpu_mesh_bytes(const scree_distance_state *state);
void scree_cpu_mesh_destroy(scree_distance_state *state);

/*
 * Jump flooding. Preparing runs all passes, and `state->distance` is one of the two volumes that they need. Layers are
 * computed from the result of the last pass, in the same memory or elsewhere.
 */
scree_result scree_cpu_flood_prepare(scree_distance_state *state);
scree_result scree_cpu_flood_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                    uint32_t *nearest, scree_range *range);
uint64_t scree_cpu_flood_bytes(const scree_distance_state *state);
void scree_cpu_flood_destroy(scree_distance_state *state);

/* Maximum layers of a box. */
uint64_t scree_cpu_distance_slab(const scree_distance_state *state);

#endif
