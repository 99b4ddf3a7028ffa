#include "noise_slot.h"

#include <stdlib.h>

static void empty_slot(scree_cuda_device *device, scree_cuda_slot *slot)
{
    scree_cuda_memory *all[] = {&slot->values,    &slot->data,        &slot->host_values,
                                &slot->host_data, &slot->range_pairs, &slot->host_range};
    scree_cuda_table_memory_free(device, &slot->tables);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        scree_cuda_memory_free(device, all[i]);
    }
    CUevent *events[] = {&slot->started, &slot->computed, &slot->copying, &slot->done};
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (*events[i] != NULL) {
            device->driver.call.cuEventDestroy_v2(*events[i]);
            *events[i] = NULL;
        }
    }
}

static scree_result make_events(scree_cuda_device *device, scree_cuda_slot *slot)
{
    CUevent *events[] = {&slot->started, &slot->computed, &slot->copying, &slot->done};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < sizeof events / sizeof events[0] && result == SCREE_OK; i++) {
        if (*events[i] == NULL) {
            result = scree_cuda_check(device, device->driver.call.cuEventCreate(events[i], CU_EVENT_DEFAULT),
                                      "events of a slab");
        }
    }
    return result;
}

/* Memory of one purpose; the first that cannot be had ends it. */
static void take(scree_cuda_device *device, bool is_host, uint64_t bytes, scree_cuda_memory *memory,
                 scree_result *result)
{
    if (*result == SCREE_OK) {
        *result = scree_cuda_memory_take(device, is_host, (bytes + 3) / 4 * 4, memory);
    }
}

static scree_result reserve_slot(scree_cuda_device *device, scree_cuda_slot *slot, const scree_cuda_slot_bytes *bytes)
{
    scree_result result = make_events(device, slot);
    take(device, false, SCREE_CUDA_RANGE_BYTES, &slot->range_pairs, &result);
    take(device, true, SCREE_CUDA_RANGE_BYTES, &slot->host_range, &result);
    take(device, false, bytes->values, &slot->values, &result);
    take(device, false, bytes->data, &slot->data, &result);
    take(device, true, bytes->host_values, &slot->host_values, &result);
    take(device, true, bytes->data, &slot->host_data, &result);
    return result;
}

scree_result scree_cuda_slots_reserve(scree_cuda_device *device, uint32_t count, const scree_cuda_slot_bytes *bytes,
                                      scree_cuda_slot **slots)
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
        scree_cuda_slots_destroy(device);
    }
    *slots = device->slots;
    return result;
}

void scree_cuda_slots_destroy(scree_cuda_device *device)
{
    for (uint32_t i = 0; i < SCREE_MOST_SLOTS && device->slots != NULL; i++) {
        empty_slot(device, &device->slots[i]);
    }
    free(device->slots);
    device->slots = NULL;
}
