/* The public functions for buffers and host memory: checks, and the device's lock. */
#include <scree/buffer.h>

#include <inttypes.h>

#include "context_internal.h"
#include "device_lock.h"
#include "os.h"

scree_result scree_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer)
{
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (buffer == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "buffer is NULL");
    }
    *buffer = NULL;
    if (bytes == 0 || bytes % 4 != 0 || bytes > (uint64_t)PTRDIFF_MAX) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "bytes is %" PRIu64 "; it must be a multiple of 4, from 4 to 2^63 - 4", bytes);
    }
    scree_device_lock lock;
    scree_result result = scree_device_lock_take(device, &lock);
    if (result == SCREE_OK) {
        result = device->functions->buffer_create(device, bytes, buffer);
        scree_device_lock_release(&lock);
    }
    if (result == SCREE_OK) {
        (*buffer)->device = device;
        (*buffer)->bytes = bytes;
    }
    return result;
}

void scree_buffer_destroy(scree_buffer **buffer)
{
    if (buffer == NULL || *buffer == NULL) {
        return;
    }
    scree_device *device = (*buffer)->device;
    scree_device_lock lock;
    if (scree_device_lock_to_free(device, &lock) == SCREE_OK) {
        device->functions->buffer_destroy(*buffer);
        scree_device_lock_release(&lock);
        *buffer = NULL;
    }
}

uint64_t scree_buffer_bytes(const scree_buffer *buffer)
{
    return buffer != NULL ? buffer->bytes : 0;
}

scree_result scree_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds)
{
    double unused = 0.0;
    if (buffer == NULL) {
        return SCREE_ERROR_INVALID;
    }
    scree_device_lock lock;
    scree_result result = scree_device_lock_take(buffer->device, &lock);
    if (result == SCREE_OK) {
        result =
            buffer->device->functions->buffer_fill(buffer, word, device_seconds != NULL ? device_seconds : &unused);
        scree_device_lock_release(&lock);
    }
    return result;
}

/* Checks that a part of host memory and a part of a buffer are valid and of one size. */
static scree_result check_part(const scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *memory,
                               const char *name)
{
    scree_context *context = buffer->device->context;
    if (memory == NULL && bytes > 0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", name);
    }
    if (offset % 4 != 0 || bytes % 4 != 0 || offset > buffer->bytes || bytes > buffer->bytes - offset) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "%" PRIu64 " bytes from %" PRIu64 " on: both must be multiples of 4, and lie within the "
                          "buffer's %" PRIu64 " bytes",
                          bytes, offset, buffer->bytes);
    }
    return SCREE_OK;
}

scree_result scree_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out)
{
    if (buffer == NULL) {
        return SCREE_ERROR_INVALID;
    }
    scree_device_lock lock;
    scree_result result = check_part(buffer, offset, bytes, out, "out");
    if (result != SCREE_OK || bytes == 0) {
        return result;
    }
    result = scree_device_lock_take(buffer->device, &lock);
    if (result == SCREE_OK) {
        result = buffer->device->functions->buffer_read(buffer, offset, bytes, out);
        scree_device_lock_release(&lock);
    }
    return result;
}

scree_result scree_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from)
{
    if (buffer == NULL) {
        return SCREE_ERROR_INVALID;
    }
    scree_device_lock lock;
    scree_result result = check_part(buffer, offset, bytes, from, "from");
    if (result != SCREE_OK || bytes == 0) {
        return result;
    }
    result = scree_device_lock_take(buffer->device, &lock);
    if (result == SCREE_OK) {
        result = buffer->device->functions->buffer_write(buffer, offset, bytes, from);
        scree_device_lock_release(&lock);
    }
    return result;
}

scree_result scree_host_memory_make(scree_device *device, uint64_t bytes, void **memory)
{
    if (device->functions->host_memory_create != NULL) {
        return device->functions->host_memory_create(device, bytes, memory);
    }
    *memory = scree_os_aligned_alloc(0, (size_t)bytes);
    return *memory != NULL ? SCREE_OK
                           : scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY,
                                        "no memory for %" PRIu64 " bytes of the host", bytes);
}

void scree_host_memory_free(scree_device *device, void *memory)
{
    if (device->functions->host_memory_destroy != NULL) {
        device->functions->host_memory_destroy(device, memory);
    } else {
        scree_os_aligned_free(memory);
    }
}

scree_result scree_host_memory_create(scree_device *device, uint64_t bytes, void **memory)
{
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (memory == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "memory is NULL");
    }
    *memory = NULL;
    if (bytes == 0 || bytes > (uint64_t)PTRDIFF_MAX / 2) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "bytes is %" PRIu64 "; it must be 1 to 2^62 - 1",
                          bytes);
    }
    scree_device_lock lock;
    scree_result result = scree_device_lock_take(device, &lock);
    if (result == SCREE_OK) {
        result = scree_host_memory_make(device, bytes, memory);
        scree_device_lock_release(&lock);
    }
    return result;
}

void scree_host_memory_destroy(scree_device *device, void **memory)
{
    if (device == NULL || memory == NULL || *memory == NULL) {
        return;
    }
    scree_device_lock lock;
    if (scree_device_lock_to_free(device, &lock) == SCREE_OK) {
        scree_host_memory_free(device, *memory);
        scree_device_lock_release(&lock);
        *memory = NULL;
    }
}
