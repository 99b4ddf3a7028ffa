#include "gpu_slot.h"

#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"

static void empty_slot(scree_gpu *gpu, scree_gpu_slot *slot)
{
    scree_gpu_memory *all[] = {&slot->displacements, &slot->registers,   &slot->values,
                               &slot->data,          &slot->host_values, &slot->host_data,
                               &slot->range_pairs,   &slot->host_range,  NULL};
    scree_gpu_commands_destroy(slot->commands);
    scree_gpu_free_all(gpu, all);
    scree_gpu_table_memory_free(gpu, &slot->code);
    for (uint32_t i = 0; i < slot->source_count; i++) {
        scree_gpu_source_memory_free(gpu, &slot->sources[i]);
    }
    free(slot->sources);
    *slot = (scree_gpu_slot){0};
}

static scree_result reserve_slot(scree_gpu *gpu, scree_gpu_slot *slot, const scree_gpu_slot_bytes *bytes)
{
    scree_result result = SCREE_OK;
    if (slot->commands == NULL) {
        result = scree_gpu_commands_create(gpu, SCREE_GPU_DISPATCHES, &slot->commands);
    }
    scree_gpu_take(gpu, SCREE_GPU_ON_DEVICE, SCREE_GPU_RANGE_BYTES, &slot->range_pairs, &result);
    scree_gpu_take(gpu, SCREE_GPU_DOWNLOAD, SCREE_GPU_RANGE_BYTES, &slot->host_range, &result);
    scree_gpu_take(gpu, SCREE_GPU_ON_DEVICE, bytes->values, &slot->values, &result);
    scree_gpu_take(gpu, SCREE_GPU_ON_DEVICE, bytes->data, &slot->data, &result);
    scree_gpu_take(gpu, SCREE_GPU_DOWNLOAD, bytes->host_values, &slot->host_values, &result);
    scree_gpu_take(gpu, SCREE_GPU_DOWNLOAD, bytes->data, &slot->host_data, &result);
    return result;
}

scree_result scree_gpu_slots_reserve(scree_gpu *gpu, uint32_t count, const scree_gpu_slot_bytes *bytes,
                                     scree_gpu_slot **slots)
{
    scree_result result = SCREE_OK;
    if (gpu->slots == NULL) {
        gpu->slots = calloc(SCREE_MOST_SLOTS, sizeof *gpu->slots);
        result = gpu->slots == NULL ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK;
    }
    for (uint32_t i = 0; i < count && result == SCREE_OK; i++) {
        result = reserve_slot(gpu, &gpu->slots[i], bytes);
    }
    if (result == SCREE_ERROR_OUT_OF_MEMORY) {
        scree_gpu_slots_destroy(gpu);
    }
    *slots = gpu->slots;
    return result;
}

scree_result scree_gpu_slots_take(scree_gpu *gpu, uint32_t count, uint64_t host_bytes, const char *purpose,
                                  scree_gpu_slot **slots)
{
    const scree_gpu_slot_bytes needed = {.host_values = host_bytes};
    scree_result result = scree_gpu_slots_reserve(gpu, count, &needed, slots);
    return result == SCREE_ERROR_OUT_OF_MEMORY
               ? scree_fail(gpu->base.context, result, "%s: no memory for %s", gpu->base.label, purpose)
               : result;
}

scree_result scree_gpu_slot_take_sources(scree_gpu *gpu, scree_gpu_slot *slot, uint32_t count)
{
    if (count <= slot->source_count) {
        return SCREE_OK;
    }
    scree_gpu_source_memory *larger = realloc(slot->sources, count * sizeof *larger);
    if (larger == NULL) {
        return scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the tables of %u sources",
                          count);
    }
    memset(larger + slot->source_count, 0, (count - slot->source_count) * sizeof *larger);
    slot->sources = larger;
    slot->source_count = count;
    return SCREE_OK;
}

scree_result scree_gpu_slots_await(scree_gpu *gpu)
{
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < SCREE_MOST_SLOTS && gpu->slots != NULL; i++) {
        if (gpu->slots[i].commands != NULL) {
            scree_gpu_await(gpu->slots[i].commands, &result);
        }
    }
    return result;
}

void scree_gpu_slots_destroy(scree_gpu *gpu)
{
    for (uint32_t i = 0; i < SCREE_MOST_SLOTS && gpu->slots != NULL; i++) {
        empty_slot(gpu, &gpu->slots[i]);
    }
    free(gpu->slots);
    gpu->slots = NULL;
}
