/*
 * Slots: what one box on its way through a device needs. They belong to the device and are kept from job to job,
 * because memory that the host and the device share takes long to be had.
 */
#ifndef SCREE_GPU_SLOT_H
#define SCREE_GPU_SLOT_H

#include "gpu_interface.h"
#include "gpu_tables.h"

/* Dispatches of one frame, or of one part of a distance field, with different spans. */
#define SCREE_GPU_DISPATCHES 512u

typedef struct scree_gpu_slot {
    scree_gpu_commands *commands;
    scree_gpu_table_memory tables;
    scree_gpu_memory values; /* Samples. */
    scree_gpu_memory data;   /* Converted samples. */
    scree_gpu_memory host_values;
    scree_gpu_memory host_data;
    scree_gpu_memory range_pairs;
    scree_gpu_memory host_range;
    /* The box that is under way. */
    scree_box box;
    scree_target target;
    uint64_t samples;
    uint64_t nanoseconds;
    bool has_values; /* They are downloaded. */
    bool has_data;
    bool is_under_way; /* A frame is, whose times are not counted yet. */
} scree_gpu_slot;

/* Bytes that a slot must be able to hold. */
typedef struct scree_gpu_slot_bytes {
    uint64_t values;
    uint64_t data;
    uint64_t host_values;
} scree_gpu_slot_bytes;

/* Makes the device's first `count` slots ready. SCREE_ERROR_OUT_OF_MEMORY is not logged, and leaves none of them. */
scree_result scree_gpu_slots_reserve(scree_gpu *gpu, uint32_t count, const scree_gpu_slot_bytes *bytes,
                                     scree_gpu_slot **slots);

/* Waits for all that is under way in slots. */
scree_result scree_gpu_slots_await(scree_gpu *gpu);

/* Frees all slots of a device. */
void scree_gpu_slots_destroy(scree_gpu *gpu);

/* Bytes of the pairs of a range. */
static inline uint64_t scree_gpu_range_bytes(const scree_gpu *gpu)
{
    return (uint64_t)RANGE_PAIRS * gpu->limits.range_pair_words * sizeof(uint32_t);
}

#endif
