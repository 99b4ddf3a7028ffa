#include "noise_slot.h"

#include <stdlib.h>

#include "table_layout.h"

static void empty_slot(scree_vulkan_device *device, scree_vulkan_slot *slot)
{
    if (slot->commands.compute_pool != VK_NULL_HANDLE) {
        scree_vulkan_commands_destroy(device, &slot->commands);
    }
    scree_vulkan_memory *all[] = {&slot->upload,      &slot->tables,    &slot->values,      &slot->data,
                                  &slot->host_values, &slot->host_data, &slot->range_pairs, &slot->host_range};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        scree_vulkan_memory_destroy(device, all[i]);
    }
}

/* Memory of one purpose; the first that cannot be had ends it. */
static void take(scree_vulkan_device *device, scree_vulkan_place place, uint64_t bytes, scree_vulkan_memory *memory,
                 scree_result *result)
{
    if (*result == SCREE_OK && bytes > memory->bytes) {
        scree_vulkan_memory_destroy(device, memory);
        *result = scree_vulkan_memory_create(device, place, (bytes + 3) / 4 * 4, memory);
    }
}

static scree_result reserve_slot(scree_vulkan_device *device, scree_vulkan_slot *slot,
                                 const scree_vulkan_slot_bytes *bytes)
{
    uint64_t range_bytes = RANGE_PAIRS * RANGE_PAIR_WORDS * sizeof(uint32_t);
    scree_result result = SCREE_OK;
    if (slot->commands.compute_pool == VK_NULL_HANDLE) {
        result = scree_vulkan_commands_create(device, SCREE_VULKAN_FRAME_SETS, &slot->commands);
    }
    take(device, SCREE_VULKAN_ON_DEVICE, range_bytes, &slot->range_pairs, &result);
    take(device, SCREE_VULKAN_DOWNLOAD, range_bytes, &slot->host_range, &result);
    take(device, SCREE_VULKAN_ON_DEVICE, bytes->values, &slot->values, &result);
    take(device, SCREE_VULKAN_ON_DEVICE, bytes->data, &slot->data, &result);
    take(device, SCREE_VULKAN_DOWNLOAD, bytes->host_values, &slot->host_values, &result);
    take(device, SCREE_VULKAN_DOWNLOAD, bytes->data, &slot->host_data, &result);
    return result;
}

scree_result scree_vulkan_slots_reserve(scree_vulkan_device *device, uint32_t count,
                                        const scree_vulkan_slot_bytes *bytes, scree_vulkan_slot **slots)
{
    scree_result result = SCREE_OK;
    if (device->slots == NULL) {
        device->slots = calloc(SCREE_MOST_SLOTS, sizeof *device->slots);
        result = device->slots == NULL ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK;
    }
    for (uint32_t i = 0; i < count && result == SCREE_OK; i++) {
        result = reserve_slot(device, &device->slots[i], bytes);
    }
    if (result == SCREE_ERROR_OUT_OF_MEMORY) {
        scree_vulkan_slots_destroy(device);
    }
    *slots = device->slots;
    return result;
}

void scree_vulkan_slots_destroy(scree_vulkan_device *device)
{
    for (uint32_t i = 0; i < SCREE_MOST_SLOTS && device->slots != NULL; i++) {
        empty_slot(device, &device->slots[i]);
    }
    free(device->slots);
    device->slots = NULL;
}
