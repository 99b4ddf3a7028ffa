/* Device memory: every block is a VkBuffer with its own allocation. */
#include "vulkan_device.h"

/* The best memory type for a heap among the allowed ones; UINT32_MAX for none. */
static uint32_t find_memory_type(const scree_vulkan_device *device, scree_gpu_heap heap, uint32_t allowed)
{
    const VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkMemoryPropertyFlags needed = heap == SCREE_GPU_ON_DEVICE ? 0 : host;
    VkMemoryPropertyFlags wanted = heap == SCREE_GPU_ON_DEVICE  ? VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
                                   : heap == SCREE_GPU_DOWNLOAD ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT
                                                                : 0;
    /* Host memory, not a window into device memory. */
    VkMemoryPropertyFlags unwanted = heap == SCREE_GPU_ON_DEVICE ? 0 : VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    uint32_t best = UINT32_MAX;
    int best_score = -1;
    for (uint32_t i = 0; i < device->memory.memoryTypeCount; i++) {
        VkMemoryPropertyFlags flags = device->memory.memoryTypes[i].propertyFlags;
        int score = 2 * ((flags & wanted) == wanted) + ((flags & unwanted) == 0);
        if ((allowed >> i & 1u) != 0 && (flags & needed) == needed && score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return best;
}

static VkResult create_buffer(const scree_vulkan_device *device, uint64_t bytes, VkBuffer *buffer)
{
    const uint32_t families[] = {device->traits.compute_family, device->traits.transfer_family};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = bytes,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    if (families[0] != families[1]) {
        info.sharingMode = VK_SHARING_MODE_CONCURRENT;
        info.queueFamilyIndexCount = 2;
        info.pQueueFamilyIndices = families;
    }
    return device->call.CreateBuffer(device->handle, &info, NULL, buffer);
}

/* Allocates memory for a buffer and binds it. */
static VkResult allocate(const scree_vulkan_device *device, scree_gpu_heap heap, VkBuffer buffer,
                         VkDeviceMemory *memory)
{
    VkMemoryRequirements needs = {0};
    device->call.GetBufferMemoryRequirements(device->handle, buffer, &needs);
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .allocationSize = needs.size,
                                 .memoryTypeIndex = find_memory_type(device, heap, needs.memoryTypeBits)};
    if (info.memoryTypeIndex == UINT32_MAX || needs.size > device->traits.largest_allocation) {
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    VkResult result = device->call.AllocateMemory(device->handle, &info, NULL, memory);
    return result == VK_SUCCESS ? device->call.BindBufferMemory(device->handle, buffer, *memory, 0) : result;
}

scree_result scree_vulkan_memory_create(scree_gpu *gpu, scree_gpu_heap heap, uint64_t bytes, scree_gpu_memory *memory)
{
    scree_vulkan_device *device = (scree_vulkan_device *)gpu;
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceMemory object = VK_NULL_HANDLE;
    *memory = (scree_gpu_memory){.bytes = bytes};
    VkResult result = create_buffer(device, bytes, &buffer);
    if (result == VK_SUCCESS) {
        result = allocate(device, heap, buffer, &object);
    }
    memory->handle = (uint64_t)(uintptr_t)buffer;
    memory->object = (uint64_t)(uintptr_t)object;
    if (result == VK_SUCCESS && heap != SCREE_GPU_ON_DEVICE) {
        result = device->call.MapMemory(device->handle, object, 0, VK_WHOLE_SIZE, 0, &memory->mapped);
    }
    if (result == VK_SUCCESS) {
        return SCREE_OK;
    }
    scree_vulkan_memory_destroy(gpu, memory);
    if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY ||
        result == VK_ERROR_MEMORY_MAP_FAILED) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    return scree_vulkan_check(device, result, "allocating memory");
}

void scree_vulkan_memory_destroy(scree_gpu *gpu, scree_gpu_memory *memory)
{
    const scree_vulkan_device *device = (const scree_vulkan_device *)gpu;
    device->call.DestroyBuffer(device->handle, (VkBuffer)(uintptr_t)memory->handle, NULL);
    device->call.FreeMemory(device->handle, (VkDeviceMemory)(uintptr_t)memory->object, NULL);
    *memory = (scree_gpu_memory){0};
}
