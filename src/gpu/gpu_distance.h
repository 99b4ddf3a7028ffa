/* Distance fields on a GPU: what the exact method and jump flooding share (distance_session.c). */
#ifndef SCREE_GPU_DISTANCE_H
#define SCREE_GPU_DISTANCE_H

#include "gpu_calls.h"

/* Work space of the exact method (distance_exact.c), of it to triangles (distance_mesh.c), and of jump flooding
   (distance_flood.c). */
typedef struct scree_gpu_exact scree_gpu_exact;
typedef struct scree_gpu_mesh scree_gpu_mesh;
typedef struct scree_gpu_flood scree_gpu_flood;

/* The layers of a slot: two take turns, so that one goes to the host while the device makes the other. */
typedef struct scree_gpu_distance_part {
    scree_gpu_commands *commands;
    scree_gpu_memory distance; /* Own memory, unless the whole field has some. */
    scree_gpu_memory nearest;
    uint64_t first;  /* The first layer in flight. */
    uint64_t layers; /* Number of layers in flight. */
    scree_target target;
} scree_gpu_distance_part;

/* A device's work on one distance field. */
typedef struct scree_distance_state {
    scree_gpu *gpu;
    const scree_distance_plan *plan;
    scree_delivery delivery;
    bool wants_nearest;
    scree_progress *progress;
    /* The source on the device: what the plan has of these, as it has it. Voxels for jump flooding only; they are
       filled up to a word. */
    scree_gpu_memory tops;
    scree_gpu_memory heights;
    scree_gpu_memory levels;
    scree_gpu_memory occupancy;
    /*
     * The whole field on the device: the user's buffer, or memory of our own for a method that needs it whole. None
     * where layers are made in parts. Until its layers are made, a method may keep there what it likes, a word a voxel.
     * Of these spans only memory and offset count.
     */
    scree_gpu_span distance;
    scree_gpu_span nearest; /* Only where it is wanted. */
    scree_gpu_memory own_distance;
    scree_gpu_memory own_nearest;
    uint64_t part_layers; /* Layers of a part at most that has memory of its own, or that goes to the host. */
    scree_gpu_distance_part part[2];
    scree_gpu_commands *commands; /* The commands of a stretch (scree_gpu_distance_begin()). */
    scree_gpu_exact *exact;
    scree_gpu_mesh *mesh;
    scree_gpu_flood *flood;
} scree_distance_state;

/* Some layers that a method records: where they go, from their first word on. */
typedef struct scree_gpu_layers {
    scree_gpu_commands *commands;
    uint64_t first;
    uint64_t layers;
    scree_gpu_span distance;
    scree_gpu_span nearest; /* None where it is not wanted. */
} scree_gpu_layers;

/*
 * A stretch of work that comes before the layers: recorded in `state->commands` in between. Its end submits it and
 * waits for it, counts voxels of one step as done, and is SCREE_ERROR_CANCELLED where that was asked for: long work is
 * cut into several.
 */
scree_result scree_gpu_distance_begin(scree_distance_state *state);
scree_result scree_gpu_distance_end(scree_distance_state *state, uint64_t voxels);

/*
 * Sends a part of the source, or a method's tables, to memory that it takes; nothing where there is none. Nothing
 * happens where `*result` is an error already.
 */
void scree_gpu_distance_send(const scree_distance_state *state, const void *from, uint64_t bytes, scree_gpu_memory *to,
                             scree_result *result);

/*
 * The methods. Preparing makes a method's work space and all that comes before the layers, in stretches; on failure the
 * session destroys what is there. Making layers only records the work; where the whole field has memory, the layers go
 * to their place in it.
 */
scree_result scree_gpu_exact_prepare(scree_distance_state *state);
void scree_gpu_exact_layers(const scree_distance_state *state, const scree_gpu_layers *made);
void scree_gpu_exact_destroy(scree_distance_state *state);
scree_result scree_gpu_mesh_prepare(scree_distance_state *state);
void scree_gpu_mesh_layers(scree_distance_state *state, const scree_gpu_layers *made);
void scree_gpu_mesh_destroy(scree_distance_state *state);
scree_result scree_gpu_flood_prepare(scree_distance_state *state);
void scree_gpu_flood_layers(const scree_distance_state *state, const scree_gpu_layers *made);
void scree_gpu_flood_destroy(scree_distance_state *state);

#endif
