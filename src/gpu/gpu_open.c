/* Devices of all GPU backends: their table of functions, listing, opening and closing. */
#include <stdlib.h>

#include "context_internal.h"
#include "copiers.h"
#include "device_lock.h"
#include "gpu_calls.h"
#include "gpu_device.h"
#include "gpu_slot.h"

void scree_gpu_clear(scree_gpu *gpu)
{
    scree_gpu_memory *all[] = {&gpu->nodes,        &gpu->sums,           &gpu->operands[0],
                               &gpu->operands[1],  &gpu->particles,      &gpu->words,
                               &gpu->words_upload, &gpu->words_download, NULL};
    scree_gpu_slots_destroy(gpu);
    scree_gpu_point_space_destroy(gpu);
    scree_gpu_free_all(gpu, all);
    scree_gpu_copiers_destroy(&gpu->copiers);
}

static void close_device(scree_device *device)
{
    scree_gpu *gpu = (scree_gpu *)device;
    if (scree_device_is_inherited(device)) {
        /* Other resources of the device belong to the driver, which a child process must not call. */
        free(gpu->slots);
        free(gpu->points);
        scree_gpu_copiers_destroy(&gpu->copiers);
        free(gpu);
        return;
    }
    gpu->backend->destroy(gpu);
}

#define FUNCTIONS(name) [SCREE_FIELD_TYPE_##name] = &scree_gpu_##name##_functions,

static const scree_device_functions all_functions = {
    .close = close_device,
    .rehearse = scree_gpu_rehearse,
    .fields = {SCREE_FIELD_TYPES(FUNCTIONS)},
    .sum = scree_gpu_sum,
    .lesson_limits = scree_gpu_lesson_limits,
    .lesson = scree_gpu_lesson,
    .scene = scree_gpu_scene,
    .buffer_create = scree_gpu_buffer_create,
    .buffer_destroy = scree_gpu_buffer_destroy,
    .buffer_fill = scree_gpu_buffer_fill,
    .buffer_read = scree_gpu_buffer_read,
    .buffer_write = scree_gpu_buffer_write,
    .host_memory_create = scree_gpu_host_memory_create,
    .host_memory_destroy = scree_gpu_host_memory_destroy,
};

/* Runs the self test, and completes a device. */
static scree_result complete_device(scree_gpu *gpu)
{
    gpu->device_functions = all_functions;
    if (gpu->functions->memory_is_pinned == NULL) {
        /* Copies reach no host memory but the device's own, so host memory for users may be ordinary. */
        gpu->device_functions.host_memory_create = NULL;
        gpu->device_functions.host_memory_destroy = NULL;
    }
    gpu->base.functions = &gpu->device_functions;
    gpu->copiers = scree_gpu_copiers_create();
    if (gpu->copiers == NULL) {
        return scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a device");
    }
    scree_result result = scree_gpu_enter(gpu);
    if (result == SCREE_OK) {
        result = scree_gpu_self_test(gpu);
        scree_gpu_leave(gpu);
    }
    return result;
}

/* An empty device; NULL, logged, without memory. */
static scree_gpu *make_empty(scree_context *context, const scree_gpu_backend *backend)
{
    scree_gpu *gpu = calloc(1, backend->device_bytes);
    if (gpu == NULL) {
        scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a device");
        return NULL;
    }
    gpu->base.context = context;
    gpu->backend = backend;
    gpu->functions = backend->functions;
    return gpu;
}

void scree_gpu_list(scree_context *context, const scree_gpu_backend *backend, scree_device_list_entries *list)
{
    char reason[200];
    scree_gpu *gpu = make_empty(context, backend);
    if (gpu == NULL) {
        return;
    }
    if (backend->open_driver(gpu, reason, sizeof reason) != SCREE_OK) {
        scree_log(context, SCREE_LOG_INFO, "%s: %s", backend->name, reason);
    } else {
        uint32_t found = backend->count_devices(gpu);
        for (uint32_t i = 0; i < found; i++) {
            gpu->base.info = (scree_device_info){.index = i};
            backend->inspect(gpu);
            scree_device_list_add(list, &gpu->base.info);
        }
        if (found == 0) {
            scree_log(context, SCREE_LOG_INFO, "%s: the driver found no device", backend->name);
        }
    }
    backend->destroy(gpu);
}

/* Chooses a device among those that the driver has. */
static scree_result choose_device(scree_gpu *gpu, const scree_gpu_backend *backend, uint32_t index)
{
    scree_context *context = gpu->base.context;
    scree_device_info *info = &gpu->base.info;
    uint32_t found = backend->count_devices(gpu);
    if (found == 0) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "%s:%u: there is no %s device", backend->name, index,
                          backend->title);
    }
    if (index >= found) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "%s:%u: the %s devices are 0 to %u", backend->name, index,
                          backend->title, found - 1);
    }
    info->index = index;
    backend->inspect(gpu);
    scree_device_label(info, gpu->base.label);
    return info->unsupported_reason[0] == '\0' ? SCREE_OK
                                               : scree_fail(context, SCREE_ERROR_UNSUPPORTED, "%s cannot be used: %s",
                                                            gpu->base.label, info->unsupported_reason);
}

static scree_result open_device(scree_gpu *gpu, const scree_gpu_backend *backend, uint32_t index)
{
    char reason[200];
    scree_result result = backend->open_driver(gpu, reason, sizeof reason);
    if (result != SCREE_OK) {
        return scree_fail(gpu->base.context, result, "%s:%u: %s", backend->name, index, reason);
    }
    result = choose_device(gpu, backend, index);
    return result == SCREE_OK ? backend->open(gpu, NULL) : result;
}

scree_result scree_gpu_open(scree_context *context, const scree_gpu_backend *backend, const scree_device_params *params,
                            const void *adopted, scree_device **device)
{
    scree_gpu *gpu = make_empty(context, backend);
    if (gpu == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    scree_result result = adopted != NULL ? backend->open(gpu, adopted) : open_device(gpu, backend, params->index);
    if (result == SCREE_OK) {
        result = complete_device(gpu);
    }
    if (result != SCREE_OK) {
        backend->destroy(gpu);
        return result;
    }
    gpu->base.span_bytes = scree_gpu_window_bytes(gpu);
    *device = &gpu->base;
    return SCREE_OK;
}
