/* The public calls on buffers: checks, and the device's turn. */
#include <scree/buffer.h>

#include <inttypes.h>

#include "context_internal.h"
#include "device_internal.h"

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
    pthread_mutex_lock(&device->run_mutex);
    scree_result result = device->functions->buffer_create(device, bytes, buffer);
    pthread_mutex_unlock(&device->run_mutex);
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
    pthread_mutex_lock(&device->run_mutex);
    device->functions->buffer_destroy(*buffer);
    pthread_mutex_unlock(&device->run_mutex);
    *buffer = NULL;
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
    pthread_mutex_lock(&buffer->device->run_mutex);
    scree_result result =
        buffer->device->functions->buffer_fill(buffer, word, device_seconds != NULL ? device_seconds : &unused);
    pthread_mutex_unlock(&buffer->device->run_mutex);
    return result;
}

scree_result scree_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out)
{
    if (buffer == NULL) {
        return SCREE_ERROR_INVALID;
    }
    scree_context *context = buffer->device->context;
    if (out == NULL && bytes > 0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "out is NULL");
    }
    if (offset % 4 != 0 || bytes % 4 != 0 || offset > buffer->bytes || bytes > buffer->bytes - offset) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "%" PRIu64 " bytes from %" PRIu64 " on: both must be multiples of 4, and lie within the "
                          "buffer's %" PRIu64 " bytes",
                          bytes, offset, buffer->bytes);
    }
    pthread_mutex_lock(&buffer->device->run_mutex);
    scree_result result = buffer->device->functions->buffer_read(buffer, offset, bytes, out);
    pthread_mutex_unlock(&buffer->device->run_mutex);
    return result;
}
