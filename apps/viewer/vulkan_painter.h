/* Draws frames of a screen into an image by Vulkan: the picture, and the triangles of the user interface over it. */
#ifndef VIEWER_VULKAN_PAINTER_H
#define VIEWER_VULKAN_PAINTER_H

#include "screen.h"
#include "vulkan_memory.h"

/* A texture on the device, with the descriptor set by which the shader sees it. */
typedef struct vulkan_texture {
    vulkan_image image;
    VkDescriptorSet set;
    uint64_t version; /* The version of the pixels in it; 0 = none. */
    bool is_smooth;   /* Whether it is interpolated. */
} vulkan_texture;

/* After the textures of the user interface, that of the picture. */
#define VULKAN_PICTURE_TEXTURE UI_MAX_TEXTURES

typedef struct vulkan_painter {
    vulkan_base *base;
    VkRenderPass pass;
    VkSampler samplers[2]; /* The nearest pixel, and interpolated. */
    VkDescriptorSetLayout set_layout;
    VkDescriptorPool sets;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkFence fence;
    vulkan_texture textures[UI_MAX_TEXTURES + 1];
    vulkan_buffer vertices;
    vulkan_buffer indices;
    vulkan_buffer staging;
    uint64_t staged; /* Bytes of it that this frame uses. */
} vulkan_painter;

/* Where a frame is drawn, and what happens before and after. */
typedef struct vulkan_target {
    VkFramebuffer framebuffer;
    VkSemaphore wait;   /* Optional. */
    VkSemaphore signal; /* Optional. */
    VkImage image;      /* Is copied to `copy` where that is given. */
    VkBuffer copy;
} vulkan_target;

/* For images of a format that end in a layout. On failure the base has an error; close it in any case. */
bool vulkan_painter_open(vulkan_painter *painter, vulkan_base *base, VkFormat format, VkImageLayout final_layout);
void vulkan_painter_close(vulkan_painter *painter);
/* Makes a framebuffer for an image of that format, by its view. */
bool vulkan_painter_framebuffer(vulkan_painter *painter, VkImageView view, uint32_t width, uint32_t height,
                                VkFramebuffer *framebuffer);
/* Draws a frame, and waits until it is done. */
bool vulkan_painter_draw(vulkan_painter *painter, const screen_frame *frame, const vulkan_target *target);

#endif
