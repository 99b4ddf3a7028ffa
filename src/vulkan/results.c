/* Results of Vulkan's calls, as errors of the device. */
#include "context_internal.h"
#include "vulkan_device.h"

scree_result scree_vulkan_check(scree_vulkan_device *device, VkResult result, const char *action)
{
    scree_context *context = device->gpu.base.context;
    const char *name = device->gpu.base.label;
    switch (result) {
    case VK_SUCCESS:
        return SCREE_OK;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "%s: out of memory while %s", name, action);
    case VK_ERROR_DEVICE_LOST:
        return scree_gpu_lose(&device->gpu, action, "");
    default:
        return scree_fail(context, SCREE_ERROR_INTERNAL, "%s: %s failed with VkResult %d", name, action, (int)result);
    }
}
