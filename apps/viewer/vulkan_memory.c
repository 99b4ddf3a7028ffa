#include "vulkan_memory.h"

#include <stdio.h>

/* Buffers grow to powers of two, so that they seldom grow. */
#define MIN_BYTES ((uint64_t)65536)

static bool allocate(vulkan_base *base, const VkMemoryRequirements *needs, VkMemoryPropertyFlags properties,
                     VkDeviceMemory *memory)
{
    for (uint32_t i = 0; i < base->memory.memoryTypeCount; i++) {
        const bool fits = (needs->memoryTypeBits >> i & 1u) != 0 &&
                          (base->memory.memoryTypes[i].propertyFlags & properties) == properties;
        VkMemoryAllocateInfo info = {
            .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs->size, .memoryTypeIndex = i};
        if (fits) {
            return vulkan_base_made(base, base->call.AllocateMemory(base->device, &info, NULL, memory), memory,
                                    "allocating memory for the window");
        }
    }
    snprintf(base->error, sizeof base->error, "the Vulkan device has no memory of the kind that the window needs");
    return false;
}

void vulkan_buffer_destroy(vulkan_base *base, vulkan_buffer *buffer)
{
    base->call.DestroyBuffer(base->device, buffer->handle, NULL);
    base->call.FreeMemory(base->device, buffer->memory, NULL);
    *buffer = (vulkan_buffer){0};
}

static bool bind_buffer(vulkan_base *base, vulkan_buffer *buffer)
{
    VkMemoryRequirements needs;
    base->call.GetBufferMemoryRequirements(base->device, buffer->handle, &needs);
    if (!allocate(base, &needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                  &buffer->memory)) {
        return false;
    }
    VkResult result = base->call.BindBufferMemory(base->device, buffer->handle, buffer->memory, 0);
    if (result == VK_SUCCESS) {
        result = base->call.MapMemory(base->device, buffer->memory, 0, VK_WHOLE_SIZE, 0, &buffer->mapped);
    }
    return vulkan_base_check(base, result, "using memory for the window");
}

bool vulkan_buffer_reserve(vulkan_base *base, vulkan_buffer *buffer, VkBufferUsageFlags usage, uint64_t bytes)
{
    uint64_t rounded = MIN_BYTES;
    if (bytes <= buffer->bytes) {
        return true;
    }
    while (rounded < bytes) {
        rounded *= 2;
    }
    vulkan_buffer_destroy(base, buffer);
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = rounded, .usage = usage};
    if (!vulkan_base_made(base, base->call.CreateBuffer(base->device, &info, NULL, &buffer->handle), &buffer->handle,
                          "making a buffer for the window") ||
        !bind_buffer(base, buffer)) {
        vulkan_buffer_destroy(base, buffer);
        return false;
    }
    buffer->bytes = rounded;
    return true;
}

bool vulkan_view_create(vulkan_base *base, VkImage image, VkFormat format, VkImageView *view)
{
    VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    return vulkan_base_made(base, base->call.CreateImageView(base->device, &info, NULL, view), view,
                            "viewing an image of the window");
}

static bool bind_image(vulkan_base *base, vulkan_image *image)
{
    VkMemoryRequirements needs;
    base->call.GetImageMemoryRequirements(base->device, image->handle, &needs);
    return (allocate(base, &needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, &image->memory) ||
            allocate(base, &needs, 0, &image->memory)) &&
           vulkan_base_check(base, base->call.BindImageMemory(base->device, image->handle, image->memory, 0),
                             "using memory for the window");
}

bool vulkan_image_create(vulkan_base *base, vulkan_image *image, VkFormat format, VkImageUsageFlags usage,
                         uint32_t width, uint32_t height)
{
    const uint32_t most = base->properties.limits.maxImageDimension2D;
    *image = (vulkan_image){.width = width, .height = height};
    if (width > most || height > most) {
        snprintf(base->error, sizeof base->error, "a picture of %u x %u pixels is larger than the device's %u x %u",
                 width, height, most, most);
        return false;
    }
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = VK_IMAGE_TYPE_2D,
                              .format = format,
                              .extent = {width, height, 1},
                              .mipLevels = 1,
                              .arrayLayers = 1,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .usage = usage};
    if (!vulkan_base_made(base, base->call.CreateImage(base->device, &info, NULL, &image->handle), &image->handle,
                          "making an image for the window") ||
        !bind_image(base, image) || !vulkan_view_create(base, image->handle, format, &image->view)) {
        vulkan_image_destroy(base, image);
        return false;
    }
    return true;
}

void vulkan_image_destroy(vulkan_base *base, vulkan_image *image)
{
    base->call.DestroyImageView(base->device, image->view, NULL);
    base->call.DestroyImage(base->device, image->handle, NULL);
    base->call.FreeMemory(base->device, image->memory, NULL);
    *image = (vulkan_image){0};
}
