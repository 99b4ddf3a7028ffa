/* Distance fields on a Vulkan device: what the exact method and jump flooding share (distance_session.c). */
#ifndef SCREE_VULKAN_DISTANCE_STATE_H
#define SCREE_VULKAN_DISTANCE_STATE_H

#include "vulkan_device.h"

/* Descriptor sets of one recording. */
#define SCREE_VULKAN_DISTANCE_SETS 512u

/* Work space of the exact method (distance_exact.c), of it to triangles (distance_mesh.c), and of jump flooding
   (distance_flood.c). */
typedef struct scree_vulkan_exact scree_vulkan_exact;
typedef struct scree_vulkan_mesh scree_vulkan_mesh;
typedef struct scree_vulkan_flood scree_vulkan_flood;

/* A place in a buffer: a word a voxel from there on. No buffer: no place. */
typedef struct scree_vulkan_span {
    VkBuffer buffer;
    uint64_t offset; /* In bytes; a multiple of 4, and of nothing else. */
} scree_vulkan_span;

/* The layers of a slot: two slots take turns, so that one goes to the host while the device makes the other. */
typedef struct scree_vulkan_distance_part {
    scree_vulkan_commands commands;
    scree_vulkan_memory distance; /* Own memory, unless the whole field has some. */
    scree_vulkan_memory nearest;
    uint64_t first;  /* Of the layers that are under way, */
    uint64_t layers; /* and how many; 0 when idle. */
    float *values;   /* Where they go on the host; NULL where they stay. */
    uint32_t *indices;
} scree_vulkan_distance_part;

/* A device's work on one distance field. */
typedef struct scree_distance_state {
    scree_vulkan_device *device;
    const scree_distance_plan *plan;
    scree_delivery delivery;
    bool wants_nearest;
    scree_progress *progress;
    /* The source on the device: what the plan has of these, as it has it. Voxels for jump flooding only; they are
       filled up to a word. */
    scree_vulkan_memory tops;
    scree_vulkan_memory heights;
    scree_vulkan_memory levels;
    scree_vulkan_memory occupancy; /* The methods may destroy it when they need it no more. */
    /*
     * The whole field on the device: the user's buffer, or memory of our own for a method that needs it whole. None
     * where layers are made in parts. Until its layers are made, a method may keep there what it likes.
     */
    scree_vulkan_span distance;
    scree_vulkan_span nearest; /* Only where it is wanted. */
    scree_vulkan_memory own_distance;
    scree_vulkan_memory own_nearest;
    uint64_t part_layers; /* Of a part that has memory of its own, or that goes to the host, at most. */
    scree_vulkan_distance_part part[2];
    scree_vulkan_commands commands; /* Of a stretch of scree_vulkan_distance_begin(). */
    scree_vulkan_exact *exact;
    scree_vulkan_mesh *mesh;
    scree_vulkan_flood *flood;
} scree_distance_state;

/*
 * A stretch of work that comes before the layers: recorded in `state->commands.compute` in between, which follows
 * everything that came before. Its end submits it and waits for it, counts voxels of one step as done, and is
 * SCREE_ERROR_CANCELLED where that was asked for: long work is cut into several.
 */
scree_result scree_vulkan_distance_begin(scree_distance_state *state);
scree_result scree_vulkan_distance_end(scree_distance_state *state, uint64_t voxels);

/*
 * The exact method. Preparing makes `state->exact` and all that comes before the layers, in stretches; on failure the
 * session destroys what is there. Making layers only records the work: they are written to `distance` and, unless there
 * is none, `nearest`, and where the whole field has memory that is their place in it.
 */
scree_result scree_vulkan_exact_prepare(scree_distance_state *state);
scree_result scree_vulkan_exact_layers(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t first,
                                       uint64_t layers, scree_vulkan_span distance, scree_vulkan_span nearest);
void scree_vulkan_exact_destroy(scree_distance_state *state);

/* The surface of triangles, likewise. */
scree_result scree_vulkan_mesh_prepare(scree_distance_state *state);
scree_result scree_vulkan_mesh_layers(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t first,
                                      uint64_t layers, scree_vulkan_span distance, scree_vulkan_span nearest);
void scree_vulkan_mesh_destroy(scree_distance_state *state);

/* Jump flooding, likewise: its passes belong to preparing. */
scree_result scree_vulkan_flood_prepare(scree_distance_state *state);
scree_result scree_vulkan_flood_layers(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t first,
                                       uint64_t layers, scree_vulkan_span distance, scree_vulkan_span nearest);
void scree_vulkan_flood_destroy(scree_distance_state *state);

/*
 * A binding of `words` words from word `first` of a span on. Bindings start at multiples of what the device asks for:
 * `*skipped` words of it come before the first. Whether it is small enough for the device is the caller's to know.
 */
static inline scree_vulkan_binding scree_vulkan_bind_words(const scree_vulkan_device *device, uint32_t number,
                                                           scree_vulkan_span span, uint64_t first, uint64_t words,
                                                           uint32_t *skipped)
{
    uint64_t start = span.offset + 4 * first;
    uint64_t over = start % device->traits.limits.minStorageBufferOffsetAlignment;
    *skipped = (uint32_t)(over / 4);
    return (scree_vulkan_binding){
        .number = number, .buffer = span.buffer, .offset = start - over, .bytes = over + 4 * words};
}

#endif
