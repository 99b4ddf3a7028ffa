/* Buffers that users see. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "vulkan_device.h"

/* Of the host memory that a read goes through. */
#define READ_BYTES ((uint64_t)64 << 20)

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
        scree_fail(device->context, result, "%s: no memory for a buffer of %llu bytes", device->info.name,
                   (unsigned long long)bytes);
    }
    return result;
}

void scree_vulkan_buffer_destroy(scree_buffer *buffer)
{
    scree_vulkan_buffer *vulkan = (scree_vulkan_buffer *)buffer;
    if (!vulkan->is_adopted) {
        scree_vulkan_memory_destroy((scree_vulkan_device *)buffer->device, &vulkan->memory);
    }
    free(vulkan);
}

scree_result scree_vulkan_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds)
{
    scree_vulkan_device *device = (scree_vulkan_device *)buffer->device;
    scree_vulkan_commands commands;
    uint64_t nanoseconds = 0;
    scree_result result = scree_vulkan_commands_create(device, 1, &commands);
    if (result != SCREE_OK) {
        return result;
    }
    result = scree_vulkan_commands_begin(device, &commands);
    if (result == SCREE_OK) {
        device->call.CmdFillBuffer(commands.compute, ((scree_vulkan_buffer *)buffer)->memory.handle, 0, buffer->bytes,
                                   word);
        result = scree_vulkan_commands_submit(device, &commands, false);
    }
    if (result == SCREE_OK) {
        result = scree_vulkan_commands_wait(device, &commands, &nanoseconds);
    }
    *device_seconds = 1e-9 * (double)nanoseconds;
    scree_vulkan_commands_destroy(device, &commands);
    return result;
}

static scree_result read_part(scree_vulkan_device *device, scree_vulkan_commands *commands, VkBuffer from,
                              const VkBufferCopy *region, const scree_vulkan_memory *to)
{
    uint64_t unused = 0;
    scree_result result = scree_vulkan_commands_begin(device, commands);
    if (result == SCREE_OK) {
        device->call.CmdCopyBuffer(commands->transfer, from, to->handle, 1, region);
        result = scree_vulkan_commands_submit(device, commands, true);
    }
    return result == SCREE_OK ? scree_vulkan_commands_wait(device, commands, &unused) : result;
}

scree_result scree_vulkan_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out)
{
    scree_vulkan_device *device = (scree_vulkan_device *)buffer->device;
    VkBuffer from = ((scree_vulkan_buffer *)buffer)->memory.handle;
    scree_vulkan_commands commands;
    scree_vulkan_memory window = {0};
    uint64_t window_bytes = bytes < READ_BYTES ? bytes : READ_BYTES;
    if (bytes == 0) {
        return SCREE_OK;
    }
    scree_result result = scree_vulkan_commands_create(device, 1, &commands);
    if (result != SCREE_OK) {
        return result;
    }
    result = scree_vulkan_memory_reserve(device, SCREE_VULKAN_DOWNLOAD, window_bytes, &window, "reading a buffer");
    for (uint64_t done = 0; result == SCREE_OK && done < bytes; done += window_bytes) {
        VkBufferCopy region = {.srcOffset = offset + done,
                               .size = bytes - done < window_bytes ? bytes - done : window_bytes};
        result = read_part(device, &commands, from, &region, &window);
        if (result == SCREE_OK) {
            memcpy((char *)out + done, window.mapped, (size_t)region.size);
        }
    }
    scree_vulkan_commands_destroy(device, &commands);
    scree_vulkan_memory_destroy(device, &window);
    return result;
}

static bool is_vulkan(const scree_device *device)
{
    return device->info.backend == SCREE_BACKEND_VULKAN;
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
