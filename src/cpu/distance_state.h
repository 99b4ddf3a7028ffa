/* Distance fields on the CPU: what the exact method and jump flooding share. */
#ifndef SCREE_CPU_DISTANCE_STATE_H
#define SCREE_CPU_DISTANCE_STATE_H

#include "cpu_device.h"

/* Work space of the exact method (distance_exact.c), of it to triangles (distance_mesh.c), and of jump flooding
   (distance_flood.c). */
typedef struct scree_cpu_exact scree_cpu_exact;
typedef struct scree_cpu_mesh scree_cpu_mesh;
typedef struct scree_cpu_flood scree_cpu_flood;

/* Boxes that the session's caller may keep: one is delivered while the next is made. */
#define SCREE_CPU_DISTANCE_SLOTS 2u

/* A device's work on one distance field. */
typedef struct scree_distance_state {
    scree_cpu_device *device;
    const scree_distance_plan *plan;
    scree_delivery delivery;
    bool wants_nearest;
    scree_progress *progress;
    /* The whole field, where there is one: the caller's memory, or for a stream of a method that needs it our own. */
    float *distance;
    bool is_owned;
    scree_cpu_exact *exact;
    scree_cpu_mesh *mesh;
    scree_cpu_flood *flood;
    scree_range ranges[SCREE_CPU_DISTANCE_SLOTS]; /* Ranges of the boxes in flight. A box is computed when it is
                                                     started. */
} scree_distance_state;

/* Adds to a job's progress: voxels of one step. */
static inline void scree_cpu_distance_count(const scree_distance_state *state, uint64_t voxels)
{
    atomic_fetch_add_explicit(&state->progress->done, voxels, memory_order_relaxed);
}

static inline bool scree_cpu_distance_is_cancelled(const scree_distance_state *state)
{
    return atomic_load_explicit(&state->progress->is_cancelled, memory_order_relaxed);
}

/*
 * The exact method. Preparing makes `state->exact` and all that comes before the layers; on failure what was made is
 * left to be destroyed. Layers are written to `distance` and, unless it is NULL, `nearest`; `range` is widened.
 */
scree_result scree_cpu_exact_prepare(scree_distance_state *state);
scree_result scree_cpu_exact_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                    uint32_t *nearest, scree_range *range);
void scree_cpu_exact_destroy(scree_distance_state *state);

/* Prepares the surface of triangles. */
scree_result scree_cpu_mesh_prepare(scree_distance_state *state);
scree_result scree_cpu_mesh_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                   uint32_t *nearest, scree_range *range);
void scree_cpu_mesh_destroy(scree_distance_state *state);

/*
 * Jump flooding. All passes happen when it is prepared, and `state->distance` is one of the two volumes that they need;
 * layers are made of the last one's result, in that memory or elsewhere.
 */
scree_result scree_cpu_flood_prepare(scree_distance_state *state);
scree_result scree_cpu_flood_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                    uint32_t *nearest, scree_range *range);
void scree_cpu_flood_destroy(scree_distance_state *state);

/* Layers that a box has at most. */
uint64_t scree_cpu_distance_slab(const scree_distance_state *state);

/* How the device makes distance fields (distance_session.c). */
extern const scree_field_functions scree_cpu_distance_functions;

#endif
