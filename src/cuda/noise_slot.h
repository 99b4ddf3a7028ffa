/*
 * Slots: what one box on its way through the device needs. They belong to the device and are kept from job to job,
 * because memory that transfers reach directly takes long to be had.
 */
#ifndef SCREE_CUDA_NOISE_SLOT_H
#define SCREE_CUDA_NOISE_SLOT_H

#include "noise_frame.h"

typedef struct scree_cuda_slot {
    CUevent started;  /* Computing a frame. */
    CUevent computed; /* A frame, or all of the box. */
    CUevent copying;
    CUevent done; /* All of the box, downloads included. */
    scree_cuda_table_memory tables;
    scree_cuda_memory values; /* The slab. */
    scree_cuda_memory data;
    scree_cuda_memory host_values;
    scree_cuda_memory host_data;
    scree_cuda_memory range_pairs;
    scree_cuda_memory host_range;
    scree_box box;
    scree_target target;
    uint64_t samples;
    uint64_t nanoseconds;
    bool has_values;   /* They are downloaded. */
    bool is_computing; /* A frame is under way: `computed` tells of its end. */
    bool is_last;      /* It is the box's last: `done` tells of its end. */
} scree_cuda_slot;

/* Bytes that a slot must be able to hold. */
typedef struct scree_cuda_slot_bytes {
    uint64_t values;
    uint64_t data;
    uint64_t host_values;
} scree_cuda_slot_bytes;

/* Makes the device's first `count` slots ready. SCREE_ERROR_OUT_OF_MEMORY is not logged, and leaves none of them. */
scree_result scree_cuda_slots_reserve(scree_cuda_device *device, uint32_t count, const scree_cuda_slot_bytes *bytes,
                                      scree_cuda_slot **slots);

/* Frees all slots of a device. */
void scree_cuda_slots_destroy(scree_cuda_device *device);

#endif
