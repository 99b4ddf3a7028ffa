#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "vulkan_painter.h"

#define FORMAT VK_FORMAT_R8G8B8A8_UNORM

typedef struct offscreen {
    screen shown;
    vulkan_base base;
    vulkan_painter painter;
    vulkan_image image;
    VkFramebuffer framebuffer;
    vulkan_buffer pixels;
} offscreen;

static void destroy_image(offscreen *off)
{
    off->base.call.DestroyFramebuffer(off->base.device, off->framebuffer, NULL);
    off->framebuffer = VK_NULL_HANDLE;
    vulkan_image_destroy(&off->base, &off->image);
}

static bool resize(offscreen *off, uint32_t width, uint32_t height)
{
    if (off->framebuffer != VK_NULL_HANDLE && off->image.width == width && off->image.height == height) {
        return true;
    }
    destroy_image(off);
    return vulkan_image_create(&off->base, &off->image, FORMAT,
                               VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT, width, height) &&
           vulkan_buffer_reserve(&off->base, &off->pixels, VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                 (uint64_t)width * height * sizeof(uint32_t)) &&
           vulkan_painter_framebuffer(&off->painter, off->image.view, width, height, &off->framebuffer);
}

static screen_outcome show(screen *shown, const screen_frame *frame)
{
    offscreen *off = (offscreen *)shown;
    bool is_shown = resize(off, frame->width, frame->height);
    if (is_shown) {
        vulkan_target target = {
            .framebuffer = off->framebuffer, .image = off->image.handle, .copy = off->pixels.handle};
        is_shown = vulkan_painter_draw(&off->painter, frame, &target);
    }
    if (!is_shown) {
        snprintf(shown->error, sizeof shown->error, "%s", off->base.error);
    }
    return is_shown ? SCREEN_SHOWN : SCREEN_LOST;
}

static bool read_pixels(screen *shown, uint32_t *pixels, size_t count)
{
    offscreen *off = (offscreen *)shown;
    if (off->framebuffer == VK_NULL_HANDLE || count != (size_t)off->image.width * off->image.height) {
        return false;
    }
    memcpy(pixels, off->pixels.mapped, count * sizeof *pixels);
    return true;
}

static void destroy(screen *shown)
{
    offscreen *off = (offscreen *)shown;
    if (off->base.device != VK_NULL_HANDLE) {
        off->base.call.DeviceWaitIdle(off->base.device);
        destroy_image(off);
        vulkan_buffer_destroy(&off->base, &off->pixels);
        vulkan_painter_close(&off->painter);
    }
    vulkan_base_close(&off->base);
    free(off);
}

static const screen_class offscreen_class = {.show = show, .read = read_pixels, .destroy = destroy};

screen *screen_offscreen_open(int32_t index, char *error, size_t error_bytes)
{
    offscreen *off = screen_create(&offscreen_class, sizeof *off, error, error_bytes);
    if (off == NULL) {
        return NULL;
    }
    off->shown.vulkan = &off->base;
    if (!vulkan_base_open(&off->base, NULL, 0) || !vulkan_base_open_device(&off->base, index, VK_NULL_HANDLE) ||
        !vulkan_painter_open(&off->painter, &off->base, FORMAT, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL)) {
        snprintf(error, error_bytes, "%s", off->base.error);
        destroy(&off->shown);
        return NULL;
    }
    snprintf(off->shown.name, sizeof off->shown.name, "%.150s, without a window", off->base.properties.deviceName);
    return &off->shown;
}
