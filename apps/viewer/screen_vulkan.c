#include "screen.h"

#include <stdio.h>
#include <stdlib.h>

#include "vulkan_painter.h"

/* Vulkan's headers come before, so that it declares functions for surfaces. */
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

/* Images of a window, of which drivers give two to four. */
#define MAX_IMAGES 16u
#define MAX_FORMATS 128u
/* A window that changes while it is drawn is tried again so often. */
#define MAX_TRIES 4
#define ACQUIRE_NANOSECONDS ((uint64_t)2000000000)

typedef struct window_image {
    VkImageView view;
    VkFramebuffer framebuffer;
    VkSemaphore drawn;
} window_image;

typedef struct window_screen {
    screen shown;
    vulkan_base base;
    vulkan_painter painter;
    GLFWwindow *handle;
    VkSurfaceKHR surface;
    VkSurfaceFormatKHR format;
    VkSwapchainKHR swapchain;
    VkSemaphore acquired;
    window_image images[MAX_IMAGES];
    uint32_t image_count;
    uint32_t width, height;               /* The size of the images. */
    uint32_t wanted_width, wanted_height; /* The size of the frame for which they were made. */
} window_screen;

static void destroy_images(window_screen *window)
{
    vulkan_base *base = &window->base;
    for (uint32_t i = 0; i < window->image_count; i++) {
        window_image *image = &window->images[i];
        base->call.DestroyFramebuffer(base->device, image->framebuffer, NULL);
        base->call.DestroyImageView(base->device, image->view, NULL);
        base->call.DestroySemaphore(base->device, image->drawn, NULL);
        *image = (window_image){0};
    }
    window->image_count = 0;
}

/* Nothing may be shown while images are destroyed. */
static void wait_until_idle(window_screen *window)
{
    vulkan_base_lock(&window->base);
    window->base.call.DeviceWaitIdle(window->base.device);
    vulkan_base_unlock(&window->base);
}

static void destroy_swapchain(window_screen *window)
{
    vulkan_base *base = &window->base;
    if (window->swapchain != VK_NULL_HANDLE) {
        wait_until_idle(window);
        destroy_images(window);
        base->call.DestroySwapchainKHR(base->device, window->swapchain, NULL);
        window->swapchain = VK_NULL_HANDLE;
    }
}

/* Formats that store colours as they are given; any other one would still show something. */
static bool find_format(window_screen *window)
{
    vulkan_base *base = &window->base;
    VkSurfaceFormatKHR formats[MAX_FORMATS];
    uint32_t count = MAX_FORMATS;
    VkResult result = base->call.GetPhysicalDeviceSurfaceFormatsKHR(base->physical, window->surface, &count, formats);
    if (result != VK_INCOMPLETE && !vulkan_base_check(base, result, "asking for the window's formats")) {
        return false;
    }
    window->format = formats[0];
    for (uint32_t i = count; i-- > 0;) {
        const VkFormat format = formats[i].format;
        if (formats[i].colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR &&
            (format == VK_FORMAT_B8G8R8A8_UNORM || format == VK_FORMAT_R8G8B8A8_UNORM)) {
            window->format = formats[i];
        }
    }
    return count != 0 || vulkan_base_check(base, VK_ERROR_FORMAT_NOT_SUPPORTED, "asking for the window's formats");
}

static uint32_t bound(uint32_t value, uint32_t minimum, uint32_t maximum)
{
    value = value < minimum ? minimum : value;
    return value > maximum ? maximum : value;
}

static bool create_image(window_screen *window, VkImage handle, window_image *image)
{
    vulkan_base *base = &window->base;
    VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    return vulkan_view_create(base, handle, window->format.format, &image->view) &&
           vulkan_painter_framebuffer(&window->painter, image->view, window->width, window->height,
                                      &image->framebuffer) &&
           vulkan_base_check(base, base->call.CreateSemaphore(base->device, &semaphore, NULL, &image->drawn),
                             "making the window's images");
}

static bool create_images(window_screen *window)
{
    vulkan_base *base = &window->base;
    VkImage handles[MAX_IMAGES];
    uint32_t count = MAX_IMAGES;
    VkResult result = base->call.GetSwapchainImagesKHR(base->device, window->swapchain, &count, handles);
    bool is_made = result == VK_SUCCESS || vulkan_base_check(base, result, "asking for the window's images");
    for (uint32_t i = 0; i < count && is_made; i++) {
        window->image_count = i + 1;
        is_made = create_image(window, handles[i], &window->images[i]);
    }
    return is_made;
}

static bool create_swapchain(window_screen *window, const VkSurfaceCapabilitiesKHR *found)
{
    vulkan_base *base = &window->base;
    const bool is_opaque = (found->supportedCompositeAlpha & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR) != 0;
    VkSwapchainKHR old = window->swapchain;
    VkSwapchainCreateInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface = window->surface,
        .minImageCount =
            bound(found->minImageCount + 1, 1, found->maxImageCount == 0 ? MAX_IMAGES : found->maxImageCount),
        .imageFormat = window->format.format,
        .imageColorSpace = window->format.colorSpace,
        .imageExtent = {window->width, window->height},
        .imageArrayLayers = 1,
        .imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
        .preTransform = found->currentTransform,
        .compositeAlpha = is_opaque ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR : VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
        .presentMode = VK_PRESENT_MODE_FIFO_KHR,
        .clipped = VK_TRUE,
        .oldSwapchain = old};
    wait_until_idle(window);
    destroy_images(window);
    VkResult result = base->call.CreateSwapchainKHR(base->device, &info, NULL, &window->swapchain);
    if (old != VK_NULL_HANDLE) {
        base->call.DestroySwapchainKHR(base->device, old, NULL);
    }
    return vulkan_base_made(base, result, &window->swapchain, "preparing the window for pictures") &&
           create_images(window);
}

static bool make_surface(window_screen *window)
{
    const VkResult result = glfwCreateWindowSurface(window->base.instance, window->handle, NULL, &window->surface);
    return vulkan_base_made(&window->base, result, &window->surface, "making the window's surface");
}

/* The surface again, after the system has taken it away. */
static bool renew_surface(window_screen *window)
{
    destroy_swapchain(window);
    window->base.call.DestroySurfaceKHR(window->base.instance, window->surface, NULL);
    return make_surface(window);
}

/* Makes the images fit the window. SHOWN says that there are some. */
static screen_outcome fit(window_screen *window, const screen_frame *frame)
{
    vulkan_base *base = &window->base;
    VkSurfaceCapabilitiesKHR found;
    VkResult result = base->call.GetPhysicalDeviceSurfaceCapabilitiesKHR(base->physical, window->surface, &found);
    if (result == VK_ERROR_SURFACE_LOST_KHR && renew_surface(window)) {
        result = base->call.GetPhysicalDeviceSurfaceCapabilitiesKHR(base->physical, window->surface, &found);
    }
    if (!vulkan_base_check(base, result, "asking for the window's size")) {
        return SCREEN_LOST;
    }
    const bool is_free = found.currentExtent.width == UINT32_MAX;
    window->width = bound(is_free ? frame->width : found.currentExtent.width, found.minImageExtent.width,
                          found.maxImageExtent.width);
    window->height = bound(is_free ? frame->height : found.currentExtent.height, found.minImageExtent.height,
                           found.maxImageExtent.height);
    window->wanted_width = frame->width;
    window->wanted_height = frame->height;
    if (window->width == 0 || window->height == 0) {
        destroy_swapchain(window);
        return SCREEN_HIDDEN;
    }
    return create_swapchain(window, &found) ? SCREEN_SHOWN : SCREEN_LOST;
}

static VkResult present(window_screen *window, uint32_t number)
{
    VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                             .waitSemaphoreCount = 1,
                             .pWaitSemaphores = &window->images[number].drawn,
                             .swapchainCount = 1,
                             .pSwapchains = &window->swapchain,
                             .pImageIndices = &number};
    vulkan_base_lock(&window->base);
    VkResult result = window->base.call.QueuePresentKHR(window->base.queue, &info);
    vulkan_base_unlock(&window->base);
    return result;
}

/* Whether a result asks for other images rather than being an error. */
static bool is_outdated(VkResult result)
{
    return result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_SURFACE_LOST_KHR;
}

/* Draws into the next image. `*is_again` asks for another try with images that fit. */
static screen_outcome draw(window_screen *window, const screen_frame *frame, bool *is_again)
{
    vulkan_base *base = &window->base;
    uint32_t number = 0;
    VkResult result = base->call.AcquireNextImageKHR(base->device, window->swapchain, ACQUIRE_NANOSECONDS,
                                                     window->acquired, VK_NULL_HANDLE, &number);
    *is_again = result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_ERROR_SURFACE_LOST_KHR;
    if (*is_again || result == VK_TIMEOUT || result == VK_NOT_READY) {
        /* A window that is covered may give no image for a while. */
        return SCREEN_HIDDEN;
    }
    if (result != VK_SUBOPTIMAL_KHR && !vulkan_base_check(base, result, "asking for an image of the window")) {
        return SCREEN_LOST;
    }
    screen_frame fitted = *frame;
    fitted.width = window->width;
    fitted.height = window->height;
    vulkan_target target = {.framebuffer = window->images[number].framebuffer,
                            .wait = window->acquired,
                            .signal = window->images[number].drawn};
    if (!vulkan_painter_draw(&window->painter, &fitted, &target)) {
        return SCREEN_LOST;
    }
    VkResult presented = present(window, number);
    if (is_outdated(presented)) {
        window->wanted_width = 0; /* The next frame asks for the size again. */
        return SCREEN_SHOWN;
    }
    return vulkan_base_check(base, presented, "showing an image in the window") ? SCREEN_SHOWN : SCREEN_LOST;
}

static screen_outcome show(screen *shown, const screen_frame *frame)
{
    window_screen *window = (window_screen *)shown;
    screen_outcome outcome = SCREEN_HIDDEN;
    bool is_again = true;
    for (int i = 0; i < MAX_TRIES && is_again; i++) {
        is_again = false;
        outcome = SCREEN_SHOWN;
        if (i != 0 || window->swapchain == VK_NULL_HANDLE || window->wanted_width != frame->width ||
            window->wanted_height != frame->height) {
            outcome = fit(window, frame);
        }
        if (outcome == SCREEN_SHOWN) {
            outcome = draw(window, frame, &is_again);
        }
    }
    if (outcome == SCREEN_LOST) {
        snprintf(shown->error, sizeof shown->error, "%s", window->base.error);
    }
    return outcome;
}

static void destroy(screen *shown)
{
    window_screen *window = (window_screen *)shown;
    vulkan_base *base = &window->base;
    if (base->device != VK_NULL_HANDLE) {
        wait_until_idle(window);
        destroy_swapchain(window);
        base->call.DestroySemaphore(base->device, window->acquired, NULL);
        vulkan_painter_close(&window->painter);
    }
    if (window->surface != VK_NULL_HANDLE) {
        base->call.DestroySurfaceKHR(base->instance, window->surface, NULL);
    }
    vulkan_base_close(base);
    free(window);
}

static const screen_class window_class = {.show = show, .destroy = destroy};

static bool open_all(window_screen *window, int32_t index)
{
    uint32_t count = 0;
    const char **extensions = glfwGetRequiredInstanceExtensions(&count);
    vulkan_base *base = &window->base;
    VkSemaphoreCreateInfo semaphore = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    return vulkan_base_open(base, extensions, count) && make_surface(window) &&
           vulkan_base_open_device(base, index, window->surface) && find_format(window) &&
           vulkan_painter_open(&window->painter, base, window->format.format, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR) &&
           vulkan_base_check(base, base->call.CreateSemaphore(base->device, &semaphore, NULL, &window->acquired),
                             "preparing the window");
}

screen *screen_vulkan_open(GLFWwindow *handle, int32_t index, char *error, size_t error_bytes)
{
    window_screen *window = screen_create(&window_class, sizeof *window, error, error_bytes);
    if (window == NULL) {
        return NULL;
    }
    window->shown.vulkan = &window->base;
    window->handle = handle;
    if (!open_all(window, index)) {
        snprintf(error, error_bytes, "%s", window->base.error);
        destroy(&window->shown);
        return NULL;
    }
    snprintf(window->shown.name, sizeof window->shown.name, "%.150s", window->base.properties.deviceName);
    return &window->shown;
}
