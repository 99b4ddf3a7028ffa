/* A build without CUDA has this instead of its devices. */
#include <scree/cuda.h>

#include "context_internal.h"
#include "device_internal.h"

const scree_backend_functions scree_cuda_backend = {0};

static scree_result fail(const scree_device *device)
{
    return scree_fail(device != NULL ? device->context : NULL, SCREE_ERROR_UNSUPPORTED,
                      "backend cuda is not part of this build");
}

scree_result scree_cuda_fill(scree_device *device, const scree_field *field, const scree_grid *grid, uint64_t pointer,
                             uint64_t bytes, void *stream)
{
    (void)field;
    (void)grid;
    (void)pointer;
    (void)bytes;
    (void)stream;
    return fail(device);
}

scree_result scree_cuda_at(scree_device *device, const scree_field *field, const scree_points *points, uint64_t pointer,
                           void *stream)
{
    (void)field;
    (void)points;
    (void)pointer;
    (void)stream;
    return fail(device);
}

scree_result scree_cuda_buffer_adopt(scree_device *device, uint64_t pointer, uint64_t bytes, scree_buffer **buffer)
{
    (void)pointer;
    (void)bytes;
    if (buffer != NULL) {
        *buffer = NULL;
    }
    return fail(device);
}

uint64_t scree_cuda_buffer_pointer(const scree_buffer *buffer)
{
    (void)buffer;
    return 0;
}
