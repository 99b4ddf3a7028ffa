/* Devices of all GPU backends: listing, opening, entering, losing, and their memory. */
#include <stdlib.h>

#include "context_internal.h"
#include "device_lock.h"
#include "gpu_device.h"
#include "gpu_calls.h"
#include "gpu_slot.h"
#include "point_space.h"

/* Seconds after which clocks are compared again; they drift apart by some microseconds in that time. */
#define CLOCK_SECONDS 1.0

scree_result scree_gpu_check_lost(const scree_gpu *gpu)
{
    return gpu->is_lost ? scree_fail(gpu->base.context, SCREE_ERROR_DEVICE_LOST,
                                     "%s was lost before; open it again to go on", gpu->base.label)
                        : SCREE_OK;
}

scree_result scree_gpu_lose(scree_gpu *gpu, const char *action, const char *detail)
{
    gpu->is_lost = true;
    return scree_fail(gpu->base.context, SCREE_ERROR_DEVICE_LOST,
                      "%s was lost while %s%s; what it had not finished is not written; open it again to go on",
                      gpu->base.label, action, detail);
}

scree_result scree_gpu_enter_lost(scree_gpu *gpu)
{
    return gpu->functions->enter != NULL ? gpu->functions->enter(gpu) : SCREE_OK;
}

scree_result scree_gpu_enter(scree_gpu *gpu)
{
    scree_result result = scree_gpu_check_lost(gpu);
    return result == SCREE_OK ? scree_gpu_enter_lost(gpu) : result;
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
        *result = gpu->functions->memory_create(gpu, heap, scree_div_round_up(bytes, SCREE_GPU_WORD) * SCREE_GPU_WORD,
                                                memory);
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
        scree_fail(gpu->base.context, *result, "%s: no memory for %s of %llu bytes%s", gpu->base.label, purpose,
                   (unsigned long long)bytes, heap == SCREE_GPU_ON_DEVICE ? "" : " on the host");
    }
}

void scree_gpu_free_all(scree_gpu *gpu, scree_gpu_memory *const *memory)
{
    for (; *memory != NULL; memory++) {
        gpu->functions->memory_destroy(gpu, *memory);
    }
}

scree_result scree_gpu_commands_create(scree_gpu *gpu, uint32_t dispatches, scree_gpu_commands **commands)
{
    scree_gpu_commands *new_commands = calloc(1, gpu->functions->commands_bytes);
    *commands = new_commands;
    if (new_commands == NULL) {
        return scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for commands");
    }
    new_commands->gpu = gpu;
    scree_result result = gpu->functions->commands_make(new_commands, dispatches);
    if (result != SCREE_OK) {
        scree_gpu_commands_destroy(new_commands);
        *commands = NULL;
    }
    return result;
}

void scree_gpu_commands_destroy(scree_gpu_commands *commands)
{
    if (commands != NULL) {
        scree_gpu_wait(commands);
        commands->gpu->functions->commands_clear(commands);
        free(commands);
    }
}

scree_result scree_gpu_begin(scree_gpu_commands *commands)
{
    commands->nanoseconds = 0;
    commands->computing = (scree_gpu_while){0};
    commands->copying = (scree_gpu_while){0};
    commands->result = scree_gpu_check_lost(commands->gpu);
    if (commands->result == SCREE_OK) {
        commands->result = commands->gpu->functions->begin(commands);
    }
    return commands->result;
}

scree_result scree_gpu_submit(scree_gpu_commands *commands)
{
    if (commands->result == SCREE_OK) {
        commands->result = commands->gpu->functions->submit(commands);
        commands->is_submitted = commands->result == SCREE_OK;
    }
    return commands->result;
}

scree_result scree_gpu_mark_time(scree_gpu *gpu)
{
    bool is_fresh = scree_os_clock_seconds() - gpu->marked_seconds < CLOCK_SECONDS;
    return is_fresh ? SCREE_OK : gpu->functions->mark_time(gpu);
}

void scree_gpu_clear(scree_gpu *gpu)
{
    scree_gpu_slots_destroy(gpu);
    scree_gpu_point_space_destroy(gpu);
    gpu->functions->memory_destroy(gpu, &gpu->nodes);
    gpu->functions->memory_destroy(gpu, &gpu->sums);
    gpu->functions->memory_destroy(gpu, &gpu->operands[0]);
    gpu->functions->memory_destroy(gpu, &gpu->operands[1]);
    gpu->functions->memory_destroy(gpu, &gpu->particles);
    gpu->functions->memory_destroy(gpu, &gpu->particle_words);
    gpu->functions->memory_destroy(gpu, &gpu->particle_upload);
    gpu->functions->memory_destroy(gpu, &gpu->particle_download);
    gpu->functions->memory_destroy(gpu, &gpu->scene_words);
    gpu->functions->memory_destroy(gpu, &gpu->scene_upload);
}

static void close_device(scree_device *device)
{
    scree_gpu *gpu = (scree_gpu *)device;
    if (scree_device_is_inherited(device)) {
        /* Other resources of the device belong to the driver, which a child process must not call. */
        free(gpu->slots);
        free(gpu->points);
        free(gpu);
        return;
    }
    gpu->functions->destroy(gpu);
}

#define FUNCTIONS(name) [SCREE_FIELD_TYPE_##name] = &scree_gpu_##name##_functions,

static const scree_device_functions all_functions = {
    .has_variants = true,
    .close = close_device,
    .fields = {SCREE_FIELD_TYPES(FUNCTIONS)},
    .points = scree_gpu_points,
    .buffer_points = scree_gpu_buffer_points,
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
    gpu->functions = backend->functions;
    return gpu;
}

void scree_gpu_list(scree_context *context, const scree_gpu_backend *backend, scree_device_info *infos, size_t capacity,
                    size_t *count)
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
            if (*count < capacity) {
                infos[*count] = gpu->base.info;
            }
            (*count)++;
        }
        if (found == 0) {
            scree_log(context, SCREE_LOG_INFO, "%s: the driver found no device", backend->name);
        }
    }
    backend->functions->destroy(gpu);
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
    return info->refusal[0] == '\0'
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_UNSUPPORTED, "%s cannot be used: %s", gpu->base.label, info->refusal);
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
        backend->functions->destroy(gpu);
        return result;
    }
    gpu->base.span_bytes = scree_gpu_window_bytes(gpu);
    *device = &gpu->base;
    return SCREE_OK;
}
