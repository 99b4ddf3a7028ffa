/* Buffers of the public interface, and transfers between device memory and any host memory. */
#include <stdlib.h>

#include "context_internal.h"
#include "copiers.h"
#include "device_lock.h"
#include "gpu_device.h"
#include "gpu_calls.h"
#include "gpu_slot.h"

/* Bytes of the host memory that a part of a transfer is staged in. */
#define PART_BYTES ((uint64_t)16 << 20)

static const char purpose[] = "working on a buffer";

scree_result scree_gpu_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer)
{
    scree_gpu *gpu = (scree_gpu *)device;
    scree_gpu_buffer *gpu_buffer = calloc(1, sizeof *gpu_buffer);
    if (gpu_buffer == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a buffer");
    }
    scree_result result = scree_gpu_enter(gpu);
    if (result == SCREE_OK) {
        scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, bytes, &gpu_buffer->memory, "a buffer", &result);
        scree_gpu_leave(gpu);
    }
    if (result != SCREE_OK) {
        free(gpu_buffer);
        return result;
    }
    *buffer = &gpu_buffer->base;
    return SCREE_OK;
}

void scree_gpu_buffer_destroy(scree_buffer *buffer)
{
    scree_gpu *gpu = (scree_gpu *)buffer->device;
    scree_gpu_buffer *closing = (scree_gpu_buffer *)buffer;
    bool is_own = !closing->is_adopted && !scree_device_is_inherited(buffer->device);
    if (is_own && scree_gpu_enter_lost(gpu) == SCREE_OK) {
        scree_gpu_free(gpu, &closing->memory);
        scree_gpu_leave(gpu);
    }
    free(closing);
}

uint64_t scree_gpu_buffer_handle(const scree_buffer *buffer, scree_backend backend)
{
    bool is_one = buffer != NULL && scree_gpu_of(buffer->device, backend) != NULL;
    return is_one ? ((const scree_gpu_buffer *)buffer)->memory.handle : 0;
}

scree_result scree_gpu_buffer_adopt(scree_device *device, uint64_t handle, uint64_t bytes, scree_buffer **buffer,
                                    scree_result (*check)(scree_device *device, uint64_t handle, uint64_t bytes))
{
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (buffer == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "buffer is NULL");
    }
    *buffer = NULL;
    scree_result result = scree_device_check_process(device);
    if (result == SCREE_OK) {
        result = check(device, handle, bytes);
    }
    if (result != SCREE_OK) {
        return result;
    }
    scree_gpu_buffer *gpu_buffer = calloc(1, sizeof *gpu_buffer);
    if (gpu_buffer == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a buffer");
    }
    gpu_buffer->base = (scree_buffer){.device = device, .bytes = bytes};
    gpu_buffer->memory = (scree_gpu_memory){.handle = handle, .bytes = bytes};
    gpu_buffer->is_adopted = true;
    *buffer = &gpu_buffer->base;
    return SCREE_OK;
}

scree_result scree_gpu_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds)
{
    scree_gpu *gpu = (scree_gpu *)buffer->device;
    scree_gpu_slot *slot = NULL;
    scree_result result = scree_gpu_enter(gpu);
    if (result != SCREE_OK) {
        return result;
    }
    result = scree_gpu_slots_take(gpu, 1, 0, purpose, &slot);
    if (result == SCREE_OK) {
        scree_gpu_begin(slot->commands);
        scree_gpu_fill(slot->commands, scree_gpu_whole(&((scree_gpu_buffer *)buffer)->memory), word);
        result = scree_gpu_submit(slot->commands);
        scree_gpu_await(slot->commands, &result);
        *device_seconds = result == SCREE_OK ? 1e-9 * (double)slot->commands->nanoseconds : 0.0;
    }
    scree_gpu_leave(gpu);
    return result;
}

/* A transfer between device memory and host memory. */
typedef struct transfer {
    scree_gpu *gpu;
    scree_gpu_span range;
    char *host;
    bool is_download;
} transfer;

/* Starts a part of a transfer, from or to the staging memory `through`. */
static scree_result start_copy(const transfer *part, const scree_gpu_memory *through, scree_gpu_commands *commands)
{
    const scree_gpu_span host = {through, 0, part->range.bytes};
    scree_gpu_begin(commands);
    scree_gpu_copy(commands, SCREE_GPU_TRANSFER, part->is_download ? host : part->range,
                   part->is_download ? part->range : host);
    return scree_gpu_submit(commands);
}

static void copy_on_host(const transfer *part, void *to, const void *from)
{
    const size_t bytes = (size_t)part->range.bytes;
    scree_gpu_copy_on_host(part->gpu->copiers, to, bytes, from, bytes, bytes, 1);
}

static scree_result start_part(const transfer *part, scree_gpu_slot *slot)
{
    if (!part->is_download) {
        copy_on_host(part, slot->host_values.mapped, part->host);
    }
    return start_copy(part, &slot->host_values, slot->commands);
}

static scree_result finish_part(const transfer *part, const scree_gpu_slot *slot)
{
    scree_result result = scree_gpu_wait(slot->commands);
    if (result == SCREE_OK && part->range.bytes > 0 && part->is_download) {
        copy_on_host(part, part->host, slot->host_values.mapped);
    }
    return result;
}

/* Double buffering: while the host copies one part, the other is in flight. */
static scree_result run_parts(const transfer *whole, scree_gpu_slot *slots)
{
    transfer parts[2] = {*whole, *whole};
    scree_result result = SCREE_OK;
    unsigned index = 0;
    parts[0].range.bytes = 0;
    parts[1].range.bytes = 0;
    for (uint64_t done = 0; result == SCREE_OK && done < whole->range.bytes;
         done += parts[index].range.bytes, index ^= 1) {
        result = finish_part(&parts[index], &slots[index]);
        parts[index].range = (scree_gpu_span){whole->range.memory, whole->range.offset + done,
                                              scree_min(whole->range.bytes - done, PART_BYTES)};
        parts[index].host = whole->host + done;
        if (result == SCREE_OK) {
            result = start_part(&parts[index], &slots[index]);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        if (result == SCREE_OK) {
            result = finish_part(&parts[index ^ i], &slots[index ^ i]);
        } else {
            scree_gpu_await(slots[i].commands, &result);
        }
    }
    return result;
}

static scree_result run_transfer(const transfer *whole)
{
    scree_gpu *gpu = whole->gpu;
    scree_gpu_slot *slots = NULL;
    bool is_pinned = scree_gpu_is_pinned(gpu, whole->host);
    scree_result result = scree_gpu_check_lost(gpu);
    if (result == SCREE_OK) {
        result =
            scree_gpu_slots_take(gpu, 2, is_pinned ? 0 : scree_min(whole->range.bytes, PART_BYTES), purpose, &slots);
    }
    if (result == SCREE_OK && is_pinned) {
        const scree_gpu_memory host = {.bytes = whole->range.bytes, .mapped = whole->host};
        result = start_copy(whole, &host, slots[0].commands);
        scree_gpu_await(slots[0].commands, &result);
        return result;
    }
    return result == SCREE_OK ? run_parts(whole, slots) : result;
}

scree_result scree_gpu_read(scree_gpu *gpu, scree_gpu_span from, void *out)
{
    return run_transfer(&(transfer){.gpu = gpu, .range = from, .host = out, .is_download = true});
}

scree_result scree_gpu_write(scree_gpu *gpu, scree_gpu_span to, const void *from)
{
    /* An upload only reads host memory. */
    return run_transfer(&(transfer){.gpu = gpu, .range = to, .host = (char *)(uintptr_t)from});
}

static scree_result transfer_buffer(scree_buffer *buffer, uint64_t offset, uint64_t bytes, char *host, bool is_download)
{
    scree_gpu *gpu = (scree_gpu *)buffer->device;
    scree_result result = scree_gpu_enter(gpu);
    if (result == SCREE_OK) {
        result = run_transfer(&(transfer){.gpu = gpu,
                                          .range = {&((scree_gpu_buffer *)buffer)->memory, offset, bytes},
                                          .host = host,
                                          .is_download = is_download});
        scree_gpu_leave(gpu);
    }
    return result;
}

scree_result scree_gpu_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out)
{
    return transfer_buffer(buffer, offset, bytes, out, true);
}

scree_result scree_gpu_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from)
{
    return transfer_buffer(buffer, offset, bytes, (char *)(uintptr_t)from, false);
}

scree_result scree_gpu_host_memory_create(scree_device *device, uint64_t bytes, void **memory)
{
    scree_gpu *gpu = (scree_gpu *)device;
    scree_gpu_memory new_memory = {0};
    scree_result result = scree_gpu_enter(gpu);
    if (result == SCREE_OK) {
        scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, bytes, &new_memory, "transfers", &result);
        gpu->held_bytes[SCREE_GPU_HOST_SIDE] -= new_memory.bytes; /* It is the caller's, who frees it by its address. */
        scree_gpu_leave(gpu);
    }
    *memory = new_memory.mapped;
    return result;
}

void scree_gpu_host_memory_destroy(scree_device *device, void *memory)
{
    scree_gpu *gpu = (scree_gpu *)device;
    scree_gpu_memory closing = {.mapped = memory};
    if (!scree_device_is_inherited(device) && scree_gpu_enter_lost(gpu) == SCREE_OK) {
        scree_gpu_free(gpu, &closing);
        scree_gpu_leave(gpu);
    }
}
