/* Buffers that users see. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "device_lock.h"
#include "noise_slot.h"
#include "parallel_copy.h"
#include "vulkan_device.h"

/* Of the host memory that a part of a transfer goes through. */
#define PART_BYTES ((uint64_t)16 << 20)

scree_result scree_vulkan_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer)
{
    scree_vulkan_device *vulkan = (scree_vulkan_device *)device;
    scree_result result = scree_vulkan_check_lost(vulkan);
    if (result != SCREE_OK) {
        return result;
    }
    scree_vulkan_buffer *made = calloc(1, sizeof *made);
    result = SCREE_ERROR_OUT_OF_MEMORY;
    if (made != NULL) {
        result = scree_vulkan_memory_create(vulkan, SCREE_VULKAN_ON_DEVICE, bytes, &made->memory);
    }
    if (result == SCREE_OK) {
        *buffer = &made->base;
        return SCREE_OK;
    }
    free(made);
    if (result == SCREE_ERROR_OUT_OF_MEMORY) {
        scree_fail(device->context, result, "%s: no memory for a buffer of %llu bytes", device->label,
                   (unsigned long long)bytes);
    }
    return result;
}

void scree_vulkan_buffer_destroy(scree_buffer *buffer)
{
    scree_vulkan_buffer *vulkan = (scree_vulkan_buffer *)buffer;
    if (!vulkan->is_adopted && !scree_device_is_inherited(buffer->device)) {
        scree_vulkan_memory_destroy((scree_vulkan_device *)buffer->device, &vulkan->memory);
    }
    free(vulkan);
}

/* The first `count` slots with so much memory of the host. */
static scree_result take_slots(scree_vulkan_device *device, uint32_t count, uint64_t host_bytes,
                               scree_vulkan_slot **slots)
{
    const scree_vulkan_slot_bytes needed = {.host_values = host_bytes};
    scree_result result = scree_vulkan_slots_reserve(device, count, &needed, slots);
    if (result == SCREE_ERROR_OUT_OF_MEMORY) {
        return scree_fail(device->base.context, result, "%s: no memory for working on a buffer", device->base.label);
    }
    return result;
}

scree_result scree_vulkan_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds)
{
    scree_vulkan_device *device = (scree_vulkan_device *)buffer->device;
    scree_vulkan_slot *slot = NULL;
    uint64_t nanoseconds = 0;
    scree_result result = take_slots(device, 1, 0, &slot);
    if (result == SCREE_OK) {
        result = scree_vulkan_commands_begin(device, &slot->commands);
    }
    if (result == SCREE_OK) {
        device->call.CmdFillBuffer(slot->commands.compute, ((scree_vulkan_buffer *)buffer)->memory.handle, 0,
                                   buffer->bytes, word);
        result = scree_vulkan_commands_submit(device, &slot->commands, false);
    }
    if (result == SCREE_OK) {
        result = scree_vulkan_commands_wait(device, &slot->commands, &nanoseconds);
    }
    *device_seconds = 1e-9 * (double)nanoseconds;
    return result;
}

/* A part of a buffer on its way through a slot's memory. */
typedef struct read_part {
    scree_vulkan_slot *slot;
    uint64_t bytes;
    char *out;
} read_part;

static scree_result start_part(scree_vulkan_device *device, VkBuffer from, uint64_t offset, const read_part *part)
{
    VkBufferCopy region = {.srcOffset = offset, .size = part->bytes};
    scree_vulkan_commands *commands = &part->slot->commands;
    scree_result result = scree_vulkan_commands_begin(device, commands);
    if (result == SCREE_OK) {
        device->call.CmdCopyBuffer(commands->transfer, from, part->slot->host_values.handle, 1, &region);
        result = scree_vulkan_commands_submit(device, commands, true);
    }
    return result;
}

static scree_result finish_part(scree_vulkan_device *device, const read_part *part)
{
    uint64_t unused = 0;
    scree_result result = SCREE_OK;
    if (part->bytes > 0) {
        result = scree_vulkan_commands_wait(device, &part->slot->commands, &unused);
    }
    if (result == SCREE_OK && part->bytes > 0) {
        scree_parallel_copy(part->out, (size_t)part->bytes, part->slot->host_values.mapped, (size_t)part->bytes,
                            (size_t)part->bytes, 1);
    }
    return result;
}

/* Two slots take turns: while one is copied to the caller, the other is filled. */
static scree_result read_parts(scree_vulkan_device *device, VkBuffer from, uint64_t offset, uint64_t bytes, char *out,
                               scree_vulkan_slot *slots)
{
    read_part parts[2] = {{.slot = &slots[0]}, {.slot = &slots[1]}};
    scree_result result = SCREE_OK;
    unsigned turn = 0;
    for (uint64_t done = 0; result == SCREE_OK && done < bytes; done += parts[turn].bytes, turn ^= 1) {
        result = finish_part(device, &parts[turn]);
        parts[turn].out = out + done;
        parts[turn].bytes = bytes - done < PART_BYTES ? bytes - done : PART_BYTES;
        if (result == SCREE_OK) {
            result = start_part(device, from, offset + done, &parts[turn]);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        uint64_t unused = 0;
        if (result == SCREE_OK) {
            result = finish_part(device, &parts[turn ^ i]);
        } else {
            scree_vulkan_commands_wait(device, &parts[i].slot->commands, &unused);
        }
    }
    return result;
}

scree_result scree_vulkan_read(scree_vulkan_device *device, VkBuffer from, uint64_t offset, uint64_t bytes, void *out)
{
    scree_vulkan_slot *slots = NULL;
    scree_result result = take_slots(device, 2, bytes < PART_BYTES ? bytes : PART_BYTES, &slots);
    return result == SCREE_OK ? read_parts(device, from, offset, bytes, out, slots) : result;
}

scree_result scree_vulkan_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out)
{
    return scree_vulkan_read((scree_vulkan_device *)buffer->device, ((scree_vulkan_buffer *)buffer)->memory.handle,
                             offset, bytes, out);
}

static scree_result write_part(scree_vulkan_device *device, VkBuffer to, uint64_t offset, uint64_t bytes,
                               const char *from, scree_vulkan_slot *slot)
{
    VkBufferCopy region = {.dstOffset = offset, .size = bytes};
    uint64_t unused = 0;
    scree_result result = scree_vulkan_commands_wait(device, &slot->commands, &unused);
    if (result == SCREE_OK) {
        scree_parallel_copy(slot->host_values.mapped, (size_t)bytes, from, (size_t)bytes, (size_t)bytes, 1);
        result = scree_vulkan_commands_begin(device, &slot->commands);
    }
    if (result == SCREE_OK) {
        device->call.CmdCopyBuffer(slot->commands.transfer, slot->host_values.handle, to, 1, &region);
        result = scree_vulkan_commands_submit(device, &slot->commands, true);
    }
    return result;
}

/* As read_parts(): while one slot's part goes to the device, the next is copied from the caller. */
static scree_result write_parts(scree_vulkan_device *device, VkBuffer to, uint64_t offset, uint64_t bytes,
                                const char *from, scree_vulkan_slot *slots)
{
    scree_result result = SCREE_OK;
    uint64_t part = 0;
    unsigned turn = 0;
    for (uint64_t done = 0; result == SCREE_OK && done < bytes; done += part, turn ^= 1) {
        part = bytes - done < PART_BYTES ? bytes - done : PART_BYTES;
        result = write_part(device, to, offset + done, part, from + done, &slots[turn]);
    }
    for (unsigned i = 0; i < 2; i++) {
        uint64_t unused = 0;
        scree_result ended = scree_vulkan_commands_wait(device, &slots[i].commands, &unused);
        result = result == SCREE_OK ? ended : result;
    }
    return result;
}

scree_result scree_vulkan_write(scree_vulkan_device *device, VkBuffer to, uint64_t offset, uint64_t bytes,
                                const void *from)
{
    scree_vulkan_slot *slots = NULL;
    scree_result result = take_slots(device, 2, bytes < PART_BYTES ? bytes : PART_BYTES, &slots);
    return result == SCREE_OK ? write_parts(device, to, offset, bytes, from, slots) : result;
}

scree_result scree_vulkan_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from)
{
    return scree_vulkan_write((scree_vulkan_device *)buffer->device, ((scree_vulkan_buffer *)buffer)->memory.handle,
                              offset, bytes, from);
}

/* A group of such devices is none of them. */
static bool is_vulkan(const scree_device *device)
{
    return device->info.backend == SCREE_BACKEND_VULKAN && device->info.members == 1;
}

scree_result scree_vulkan_buffer_adopt(scree_device *device, uint64_t handle, uint64_t bytes, scree_buffer **buffer)
{
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (buffer == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "buffer is NULL");
    }
    *buffer = NULL;
    if (scree_device_check_process(device) != SCREE_OK) {
        return SCREE_ERROR_UNSUPPORTED;
    }
    if (!is_vulkan(device) || handle == 0 || bytes == 0 || bytes % 4 != 0) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "a Vulkan device, a handle that is not 0 and a multiple of 4 bytes are needed; the size is "
                          "%llu",
                          (unsigned long long)bytes);
    }
    scree_vulkan_buffer *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a buffer");
    }
    made->base.device = device;
    made->base.bytes = bytes;
    made->memory.handle = (VkBuffer)(uintptr_t)handle;
    made->memory.bytes = bytes;
    made->is_adopted = true;
    *buffer = &made->base;
    return SCREE_OK;
}

uint64_t scree_vulkan_buffer_handle(const scree_buffer *buffer)
{
    return buffer != NULL && is_vulkan(buffer->device)
               ? (uint64_t)(uintptr_t)((const scree_vulkan_buffer *)buffer)->memory.handle
               : 0;
}
