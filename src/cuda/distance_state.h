/* Distance fields on a CUDA device: what the exact method and jump flooding share (distance_session.c). */
#ifndef SCREE_CUDA_DISTANCE_STATE_H
#define SCREE_CUDA_DISTANCE_STATE_H

#include "cuda_device.h"

/* Work space of the exact method (distance_exact.c), of it to triangles (distance_mesh.c), and of jump flooding
   (distance_flood.c). */
typedef struct scree_cuda_exact scree_cuda_exact;
typedef struct scree_cuda_mesh scree_cuda_mesh;
typedef struct scree_cuda_flood scree_cuda_flood;

/* The layers of a slot: two slots take turns, so that one goes to the host while the device makes the other. */
typedef struct scree_cuda_distance_part {
    CUevent started;
    CUevent ended;
    scree_cuda_memory distance; /* Own memory, unless the whole field has some. */
    scree_cuda_memory nearest;
    uint64_t first;  /* Of the layers that are under way, */
    uint64_t layers; /* and how many; 0 when idle. */
    float *values;   /* Where they go on the host; NULL where they stay. */
    uint32_t *indices;
} scree_cuda_distance_part;

/* A device's work on one distance field. */
typedef struct scree_distance_state {
    scree_cuda_device *device;
    const scree_distance_plan *plan;
    scree_delivery delivery;
    bool wants_nearest;
    scree_progress *progress;
    /* The source on the device: what the plan has of these, as it has it. Voxels for jump flooding only. */
    scree_cuda_memory tops;
    scree_cuda_memory heights;
    scree_cuda_memory levels;
    scree_cuda_memory occupancy; /* The methods may free it when they need it no more. */
    /*
     * The whole field on the device: the user's buffer, or memory of our own for a method that needs it whole. 0 where
     * layers are made in parts. Until its layers are made, a method may keep there what it likes, a word a voxel.
     */
    CUdeviceptr distance;
    CUdeviceptr nearest; /* Only where it is wanted. */
    scree_cuda_memory own_distance;
    scree_cuda_memory own_nearest;
    uint64_t part_layers; /* Of a part that has memory of its own, or that goes to the host, at most. */
    scree_cuda_distance_part part[2];
    CUevent started; /* A stretch of scree_cuda_distance_begin(). */
    CUevent ended;
    scree_cuda_exact *exact;
    scree_cuda_mesh *mesh;
    scree_cuda_flood *flood;
} scree_distance_state;

/*
 * A stretch of work that comes before the layers: everything that is put on the device's compute stream in between is
 * timed. Its end waits for it, counts voxels of one step as done, and is SCREE_ERROR_CANCELLED where that was asked
 * for: long work is cut into several.
 */
scree_result scree_cuda_distance_begin(scree_distance_state *state);
scree_result scree_cuda_distance_end(scree_distance_state *state, uint64_t voxels);

/*
 * The exact method. Preparing makes `state->exact` and all that comes before the layers, in stretches; on failure the
 * session destroys what is there. Making layers only puts the work on the compute stream: they are written to
 * `distance` and, unless it is 0, `nearest`, and where the whole field has memory that is their place in it.
 */
scree_result scree_cuda_exact_prepare(scree_distance_state *state);
scree_result scree_cuda_exact_layers(scree_distance_state *state, uint64_t first, uint64_t layers, CUdeviceptr distance,
                                     CUdeviceptr nearest);
void scree_cuda_exact_destroy(scree_distance_state *state);

/* The surface of triangles, likewise. */
scree_result scree_cuda_mesh_prepare(scree_distance_state *state);
scree_result scree_cuda_mesh_layers(scree_distance_state *state, uint64_t first, uint64_t layers, CUdeviceptr distance,
                                    CUdeviceptr nearest);
void scree_cuda_mesh_destroy(scree_distance_state *state);

/* Jump flooding, likewise: its passes belong to preparing. */
scree_result scree_cuda_flood_prepare(scree_distance_state *state);
scree_result scree_cuda_flood_layers(scree_distance_state *state, uint64_t first, uint64_t layers, CUdeviceptr distance,
                                     CUdeviceptr nearest);
void scree_cuda_flood_destroy(scree_distance_state *state);

#endif
