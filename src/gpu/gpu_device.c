/* Everything on a GPU needs these: entering and losing the device, its memory, and its commands. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_device.h"

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

static int side_of(const scree_gpu_memory *memory)
{
    return memory->mapped != NULL ? SCREE_GPU_HOST_SIDE : SCREE_GPU_DEVICE_SIDE;
}

void scree_gpu_free(scree_gpu *gpu, scree_gpu_memory *memory)
{
    gpu->held_bytes[side_of(memory)] -= memory->bytes;
    gpu->functions->memory_destroy(gpu, memory);
}

static void count_taken(scree_gpu *gpu, const scree_gpu_memory *memory)
{
    const int side = side_of(memory);
    gpu->held_bytes[side] += memory->bytes;
    if (gpu->held_bytes[side] > gpu->most_held_bytes[side]) {
        gpu->most_held_bytes[side] = gpu->held_bytes[side];
    }
}

void scree_gpu_rehearse(scree_device *device, bool begins)
{
    scree_gpu *gpu = (scree_gpu *)device;
    if (begins) {
        memcpy(gpu->most_held_bytes, gpu->held_bytes, sizeof gpu->held_bytes);
    } else {
        device->rehearsal->device_bytes += gpu->most_held_bytes[SCREE_GPU_DEVICE_SIDE];
        device->rehearsal->host_bytes += gpu->most_held_bytes[SCREE_GPU_HOST_SIDE];
    }
}

void scree_gpu_take(scree_gpu *gpu, scree_gpu_heap heap, uint64_t bytes, scree_gpu_memory *memory, scree_result *result)
{
    if (*result == SCREE_OK && bytes > memory->bytes) {
        scree_gpu_free(gpu, memory);
        *result = gpu->functions->memory_create(gpu, heap, scree_div_round_up(bytes, SCREE_GPU_WORD) * SCREE_GPU_WORD,
                                                memory);
        count_taken(gpu, memory);
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
        scree_gpu_free(gpu, *memory);
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
    if (scree_gpu_is_recording(commands)) {
        commands->result = commands->gpu->functions->begin(commands);
    }
    return commands->result;
}

scree_result scree_gpu_submit(scree_gpu_commands *commands)
{
    if (scree_gpu_is_recording(commands)) {
        commands->result = commands->gpu->functions->submit(commands);
        commands->is_submitted = commands->result == SCREE_OK;
    }
    return commands->result;
}

scree_result scree_gpu_mark_time(scree_gpu *gpu)
{
    bool is_fresh = scree_os_clock_seconds() - gpu->marked_seconds < CLOCK_SECONDS;
    return is_fresh || gpu->base.rehearsal != NULL ? SCREE_OK : gpu->functions->mark_time(gpu);
}
