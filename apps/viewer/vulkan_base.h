/*
 * The viewer's own Vulkan device, which it shares with the library. The loader is found when the program runs, so that
 * one without Vulkan starts, too.
 */
#ifndef VIEWER_VULKAN_BASE_H
#define VIEWER_VULKAN_BASE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <scree/vulkan.h>

#include "../../src/vulkan/vulkan_functions.h"

/* The functions that drawing takes, besides those of the library. All are the loader's, which passes calls on to the
   device. */
#define VULKAN_FUNCTIONS(X)            \
    SCREE_VULKAN_INSTANCE_FUNCTIONS(X) \
    SCREE_VULKAN_DEVICE_FUNCTIONS(X)   \
    X(BindImageMemory)                 \
    X(CmdBeginRenderPass)              \
    X(CmdBindIndexBuffer)              \
    X(CmdBindVertexBuffers)            \
    X(CmdCopyBufferToImage)            \
    X(CmdCopyImageToBuffer)            \
    X(CmdDrawIndexed)                  \
    X(CmdEndRenderPass)                \
    X(CmdSetScissor)                   \
    X(CmdSetViewport)                  \
    X(CreateFramebuffer)               \
    X(CreateGraphicsPipelines)         \
    X(CreateImage)                     \
    X(CreateImageView)                 \
    X(CreateRenderPass)                \
    X(CreateSampler)                   \
    X(DestroyFramebuffer)              \
    X(DestroyImage)                    \
    X(DestroyImageView)                \
    X(DestroyRenderPass)               \
    X(DestroySampler)                  \
    X(DeviceWaitIdle)                  \
    X(GetImageMemoryRequirements)      \
    X(GetPhysicalDeviceFeatures)       \
    X(GetPhysicalDeviceMemoryProperties)

/* The functions of windows and of validation are missing where they were not asked for. */
#define VULKAN_OPTIONAL_FUNCTIONS(X)           \
    X(AcquireNextImageKHR)                     \
    X(CreateDebugUtilsMessengerEXT)            \
    X(CreateSwapchainKHR)                      \
    X(DestroyDebugUtilsMessengerEXT)           \
    X(DestroySurfaceKHR)                       \
    X(DestroySwapchainKHR)                     \
    X(GetPhysicalDeviceSurfaceCapabilitiesKHR) \
    X(GetPhysicalDeviceSurfaceFormatsKHR)      \
    X(GetPhysicalDeviceSurfaceSupportKHR)      \
    X(GetSwapchainImagesKHR)                   \
    X(QueuePresentKHR)

typedef struct vulkan_base {
    void *library;
    PFN_vkGetInstanceProcAddr get;
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;  /* Draws, computes and presents. Lock it. */
    uint32_t index; /* Among the devices of the loader. */
    uint32_t family;
    uint32_t version; /* API version of the instance. */
    bool has_float64;
    bool is_software; /* The device is the processor. */
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceMemoryProperties memory;
    pthread_mutex_t queue_mutex;
    unsigned complaints; /* The number of messages of the validation layer, where SCREE_VULKAN_VALIDATION is 1. */
    char error[256];     /* The last failure. */
    struct {
        VULKAN_FUNCTIONS(SCREE_VULKAN_MEMBER)
        VULKAN_OPTIONAL_FUNCTIONS(SCREE_VULKAN_MEMBER)
    } call;
} vulkan_base;

/* Opens the loader and an instance with these extensions. On failure the base has an error; close it in any case. */
bool vulkan_base_open(vulkan_base *base, const char *const *extensions, uint32_t extension_count);
/*
 * Opens the device of a number among the loader's, or with -1 the best one, a GPU before the processor. With a surface
 * it is one that can show there. On failure the base stays as it is and has an error.
 */
bool vulkan_base_open_device(vulkan_base *base, int32_t index, VkSurfaceKHR surface);
/* Closes everything that is open; nothing of it may be in use, and the base is used no more. */
void vulkan_base_close(vulkan_base *base);
/* The handles that the library needs to work on this device. The base must stay where it is. */
scree_vulkan_handles vulkan_base_handles(vulkan_base *base);

/* Whether a call succeeded; if not, the error says what was done. */
bool vulkan_base_check(vulkan_base *base, VkResult result, const char *action);
/* The same of a call that makes an object: without one, its handle becomes VK_NULL_HANDLE. */
bool vulkan_base_made(vulkan_base *base, VkResult result, void *handle, const char *action);
void vulkan_base_lock(void *base);
void vulkan_base_unlock(void *base);
/* Submits commands and waits until they are done; the semaphores are optional. */
bool vulkan_base_run(vulkan_base *base, VkCommandBuffer commands, VkFence fence, VkSemaphore wait, VkSemaphore signal);

#endif
