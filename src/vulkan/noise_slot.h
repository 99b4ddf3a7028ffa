/*
 * Slots: what one box on its way through the device needs. They belong to the device and are kept from job to job,
 * because memory that the host and the device share takes long to be had.
 */
#ifndef SCREE_VULKAN_NOISE_SLOT_H
#define SCREE_VULKAN_NOISE_SLOT_H

#include "vulkan_device.h"

/* Descriptor sets of a frame: two for each window of each pass, and one for conversion. */
#define SCREE_VULKAN_FRAME_SETS 512u

typedef struct scree_vulkan_slot {
    scree_vulkan_commands commands;
    scree_vulkan_memory upload; /* Tables, as the host writes them. */
    scree_vulkan_memory tables; /* The same on the device. */
    scree_vulkan_memory values; /* The slab. */
    scree_vulkan_memory data;
    scree_vulkan_memory host_values;
    scree_vulkan_memory host_data;
    scree_vulkan_memory range_pairs;
    scree_vulkan_memory host_range;
    scree_box box;
    scree_target target;
    uint64_t samples;
    uint64_t nanoseconds;
    bool has_values; /* They are downloaded. */
    bool has_data;
} scree_vulkan_slot;

/* Bytes that a slot must be able to hold. */
typedef struct scree_vulkan_slot_bytes {
    uint64_t values;
    uint64_t data;
    uint64_t host_values;
} scree_vulkan_slot_bytes;

/* Makes the device's first `count` slots ready. SCREE_ERROR_OUT_OF_MEMORY is not logged, and leaves none of them. */
scree_result scree_vulkan_slots_reserve(scree_vulkan_device *device, uint32_t count,
                                        const scree_vulkan_slot_bytes *bytes, scree_vulkan_slot **slots);

/* Frees all slots of a device. */
void scree_vulkan_slots_destroy(scree_vulkan_device *device);

#endif
