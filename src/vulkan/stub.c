/* A build without Vulkan has this instead of its devices. */
#include <scree/vulkan.h>

#include "context_internal.h"
#include "device_internal.h"

const scree_backend_functions scree_vulkan_backend = {0};

scree_result scree_vulkan_device_adopt_sized(scree_context *context, const scree_vulkan_handles *handles, size_t size,
                                             scree_device **device)
{
    (void)handles;
    (void)size;
    if (device != NULL) {
        *device = NULL;
    }
    return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "backend vulkan is not part of this build");
}

scree_result scree_vulkan_buffer_adopt(scree_device *device, uint64_t handle, uint64_t bytes, scree_buffer **buffer)
{
    (void)handle;
    (void)bytes;
    if (buffer != NULL) {
        *buffer = NULL;
    }
    return scree_fail(device != NULL ? device->context : NULL, SCREE_ERROR_UNSUPPORTED,
                      "backend vulkan is not part of this build");
}

uint64_t scree_vulkan_buffer_handle(const scree_buffer *buffer)
{
    (void)buffer;
    return 0;
}
