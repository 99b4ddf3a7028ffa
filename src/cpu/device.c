#include "cpu_device.h"

#include <stdlib.h>

#include "context_internal.h"
#include "cpu_level.h"
#include "distance_state.h"
#include "os.h"

static void describe_device(scree_device_info *info)
{
    *info = (scree_device_info){.backend = SCREE_BACKEND_CPU, .kind = SCREE_DEVICE_KIND_CPU};
    scree_os_processor_name(info->name, sizeof info->name);
    info->memory_bytes = scree_os_memory_installed();
    info->cpu_level = scree_cpu_level_best();
    info->threads = scree_os_processor_count();
}

void scree_cpu_device_destroy(scree_cpu_device **device)
{
    if (*device != NULL) {
        scree_worker_pool_destroy(&(*device)->pool);
        scree_distance_space_destroy(&(*device)->kept_space);
        free(*device);
        *device = NULL;
    }
}

static void close_device(scree_device *device)
{
    scree_cpu_device *cpu = (scree_cpu_device *)device;
    scree_cpu_device_destroy(&cpu);
}

static void rehearse(scree_device *device, bool begins)
{
    const scree_cpu_device *cpu = (const scree_cpu_device *)device;
    device->rehearsal->threads = device->info.threads;
    scree_worker_pool_rehearse(cpu->pool, begins ? &device->rehearsal->tasks : NULL);
}

#define FUNCTIONS(name) [SCREE_FIELD_TYPE_##name] = &scree_cpu_##name##_functions,

static const scree_device_functions cpu_functions = {
    .close = close_device,
    .rehearse = rehearse,
    .fields = {SCREE_FIELD_TYPES(FUNCTIONS)},
    .sum = scree_cpu_sum,
    .lesson_limits = scree_cpu_lesson_limits,
    .lesson = scree_cpu_lesson,
    .scene = scree_cpu_scene,
    .buffer_create = scree_cpu_buffer_create,
    .buffer_destroy = scree_cpu_buffer_destroy,
    .buffer_fill = scree_cpu_buffer_fill,
    .buffer_read = scree_cpu_buffer_read,
    .buffer_write = scree_cpu_buffer_write,
};

static void list_device(scree_context *context, scree_device_list_entries *list)
{
    scree_device_info info;
    (void)context;
    describe_device(&info);
    scree_device_list_add(list, &info);
}

scree_result scree_cpu_device_create(scree_context *context, const scree_device_info *info, scree_cpu_device **device)
{
    scree_cpu_device *new_device = calloc(1, sizeof *new_device);
    *device = NULL;
    if (new_device == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a device");
    }
    scree_result result = scree_worker_pool_create(info->threads, &new_device->pool);
    if (result != SCREE_OK) {
        free(new_device);
        return scree_fail(context, result, "%u threads could not be started", info->threads);
    }
    new_device->base.functions = &cpu_functions;
    new_device->base.info = *info;
    scree_cpu_kernels_fill(&new_device->kernels, info->cpu_level);
    *device = new_device;
    return SCREE_OK;
}

static scree_result open_device(scree_context *context, const scree_device_params *params, scree_device **device)
{
    scree_device_info info;
    if (params->index != 0) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "device index is %u; there is one CPU device, 0",
                          params->index);
    }
    if (params->threads > SCREE_MAX_THREADS) {
        return scree_fail(context, SCREE_ERROR_INVALID, "threads is %u; it must be 1 to %d, or 0 for all processors",
                          params->threads, SCREE_MAX_THREADS);
    }
    describe_device(&info);
    scree_result result = scree_cpu_level_choose(context, params->cpu_level, &info.cpu_level);
    if (result != SCREE_OK) {
        return result;
    }
    info.threads = params->threads != 0 ? params->threads : info.threads;
    scree_cpu_device *cpu = NULL;
    result = scree_cpu_device_create(context, &info, &cpu);
    if (result == SCREE_OK) {
        *device = &cpu->base;
    }
    return result;
}

const scree_backend_functions scree_cpu_backend = {.list = list_device, .open = open_device};
