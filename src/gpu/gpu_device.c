/* What devices of all GPU backends do in the same way: entering, being lost, and memory. */
#include <stdlib.h>

#include "context_internal.h"
#include "gpu_device.h"
#include "gpu_memory.h"
#include "gpu_slot.h"

scree_result scree_gpu_check_lost(const scree_gpu *gpu)
{
    return gpu->is_lost ? scree_fail(gpu->base.context, SCREE_ERROR_DEVICE_LOST,
                                     "%s was lost before; open it again to go on", gpu->base.info.name)
                        : SCREE_OK;
}

scree_result scree_gpu_lose(scree_gpu *gpu, const char *action, const char *detail)
{
    gpu->is_lost = true;
    return scree_fail(gpu->base.context, SCREE_ERROR_DEVICE_LOST,
                      "%s was lost while %s%s; what it had not finished is not written; open it again to go on",
                      gpu->base.info.name, action, detail);
}

scree_result scree_gpu_enter(scree_gpu *gpu)
{
    scree_result result = scree_gpu_check_lost(gpu);
    return result == SCREE_OK && gpu->functions->enter != NULL ? gpu->functions->enter(gpu) : result;
}

void scree_gpu_leave(scree_gpu *gpu)
{
    if (gpu->functions->leave != NULL) {
        gpu->functions->leave(gpu);
    }
}

scree_gpu *scree_gpu_of(const scree_device *device, scree_backend backend)
{
    bool is_one = device->info.backend == backend && device->info.members == 1;
    return is_one ? (scree_gpu *)(uintptr_t)device : NULL;
}

void scree_gpu_take(scree_gpu *gpu, scree_gpu_heap heap, uint64_t bytes, scree_gpu_memory *memory, scree_result *result)
{
    if (*result == SCREE_OK && bytes > memory->bytes) {
        gpu->functions->memory_destroy(gpu, memory);
        *result = gpu->functions->memory_create(gpu, heap, scree_parts(bytes, SCREE_GPU_WORD) * SCREE_GPU_WORD, memory);
    }
}

void scree_gpu_reserve(scree_gpu *gpu, scree_gpu_heap heap, uint64_t bytes, scree_gpu_memory *memory,
                       const char *purpose, scree_result *result)
{
    if (*result != SCREE_OK) {
        return;
    }
    scree_gpu_take(gpu, heap, bytes, memory, result);
    if (*result == SCREE_ERROR_OUT_OF_MEMORY) {
        scree_fail(gpu->base.context, *result, "%s: no memory for %s of %llu bytes%s", gpu->base.info.name, purpose,
                   (unsigned long long)bytes, heap == SCREE_GPU_ON_DEVICE ? "" : " on the host");
    }
}

void scree_gpu_free_all(scree_gpu *gpu, scree_gpu_memory *const *memory)
{
    for (; *memory != NULL; memory++) {
        gpu->functions->memory_destroy(gpu, *memory);
    }
}

void scree_gpu_await(scree_gpu_commands *commands, scree_result *result)
{
    scree_result waited = commands->gpu->functions->wait(commands);
    *result = *result == SCREE_OK ? waited : *result;
}

void scree_gpu_clear(scree_gpu *gpu)
{
    scree_gpu_slots_destroy(gpu);
    gpu->functions->memory_destroy(gpu, &gpu->nodes);
}

static void close_device(scree_device *device)
{
    scree_gpu *gpu = (scree_gpu *)device;
    gpu->functions->destroy(gpu);
}

static const scree_device_functions all_functions = {
    .has_variants = true,
    .close = close_device,
    .session_create = scree_gpu_session_create,
    .session_division = scree_gpu_session_division,
    .session_memory = scree_gpu_session_memory,
    .session_start = scree_gpu_session_start,
    .session_finish = scree_gpu_session_finish,
    .session_destroy = scree_gpu_session_destroy,
    .points = scree_gpu_points,
    .distance_create = scree_gpu_distance_create,
    .distance_slab = scree_gpu_distance_slab,
    .distance_layers = scree_gpu_distance_layers,
    .distance_destroy = scree_gpu_distance_destroy,
    .buffer_create = scree_gpu_buffer_create,
    .buffer_destroy = scree_gpu_buffer_destroy,
    .buffer_fill = scree_gpu_buffer_fill,
    .buffer_read = scree_gpu_buffer_read,
    .buffer_write = scree_gpu_buffer_write,
    .host_memory_create = scree_gpu_host_memory_create,
    .host_memory_destroy = scree_gpu_host_memory_destroy,
};

scree_result scree_gpu_start(scree_gpu *gpu)
{
    gpu->device_functions = all_functions;
    if (gpu->functions->memory_is_pinned == NULL) {
        /* Copies reach no other memory of the host than the device's: memory for them may as well be ordinary. */
        gpu->device_functions.host_memory_create = NULL;
        gpu->device_functions.host_memory_destroy = NULL;
    }
    gpu->base.functions = &gpu->device_functions;
    return scree_gpu_self_test(gpu);
}
