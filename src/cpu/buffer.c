/* Buffers of the CPU device, and points from one of them into another. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "cpu_device.h"
#include "os.h"

/* A buffer of this device is host memory. */
typedef struct cpu_buffer {
    scree_buffer base;
    uint32_t *words;
} cpu_buffer;

scree_result scree_cpu_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer)
{
    cpu_buffer *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->words = scree_os_large_alloc((size_t)bytes);
    }
    if (made == NULL || made->words == NULL) {
        free(made);
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a buffer of %llu bytes",
                          (unsigned long long)bytes);
    }
    *buffer = &made->base;
    return SCREE_OK;
}

void scree_cpu_buffer_destroy(scree_buffer *buffer)
{
    scree_os_aligned_free(((cpu_buffer *)buffer)->words);
    free(buffer);
}

scree_result scree_cpu_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds)
{
    uint32_t *words = ((cpu_buffer *)buffer)->words;
    for (uint64_t i = 0; i < buffer->bytes / sizeof *words; i++) {
        words[i] = word;
    }
    *device_seconds = 0.0;
    return SCREE_OK;
}

scree_result scree_cpu_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out)
{
    memcpy(out, (const char *)((cpu_buffer *)buffer)->words + offset, (size_t)bytes);
    return SCREE_OK;
}

scree_result scree_cpu_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from)
{
    memcpy((char *)((cpu_buffer *)buffer)->words + offset, from, (size_t)bytes);
    return SCREE_OK;
}

float *scree_cpu_buffer_values(scree_buffer *buffer, uint64_t offset)
{
    return (float *)(void *)(((cpu_buffer *)buffer)->words + offset / sizeof(float));
}

scree_result scree_cpu_buffer_points(scree_device *device, const scree_field_plan *plan,
                                     const scree_buffer_points *points, scree_buffer *out, uint64_t offset,
                                     double *device_seconds)
{
    scree_points in_memory = {.axes = points->axes, .count = (size_t)points->count, .type = points->type};
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        in_memory.coordinate[axis] = (const char *)((const cpu_buffer *)points->buffer)->words + points->offset[axis];
        in_memory.stride[axis] = (ptrdiff_t)points->stride[axis];
    }
    *device_seconds = 0.0;
    return scree_device_fields(device, plan->type)
        ->points(device, plan, &in_memory, scree_cpu_buffer_values(out, offset));
}
