/* Buffers and images of the viewer's Vulkan device, each with memory of its own: there are few of them. */
#ifndef VIEWER_VULKAN_MEMORY_H
#define VIEWER_VULKAN_MEMORY_H

#include "vulkan_base.h"

/* Memory that the processor sees. */
typedef struct vulkan_buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    void *mapped;
    uint64_t bytes;
} vulkan_buffer;

typedef struct vulkan_image {
    VkImage handle;
    VkDeviceMemory memory;
    VkImageView view;
    uint32_t width, height;
} vulkan_image;

/* Makes a buffer at least so large; one that is large enough stays, otherwise its contents are lost. */
bool vulkan_buffer_reserve(vulkan_base *base, vulkan_buffer *buffer, VkBufferUsageFlags usage, uint64_t bytes);
void vulkan_buffer_destroy(vulkan_base *base, vulkan_buffer *buffer);

bool vulkan_image_create(vulkan_base *base, vulkan_image *image, VkFormat format, VkImageUsageFlags usage,
                         uint32_t width, uint32_t height);
void vulkan_image_destroy(vulkan_base *base, vulkan_image *image);
/* The view of a whole image of colours. */
bool vulkan_view_create(vulkan_base *base, VkImage image, VkFormat format, VkImageView *view);

#endif
