/*
 * The viewer's own Vulkan device, which it shares with the library. The loader is found when the program runs, so that
 * one without Vulkan starts, too.
 */
#ifndef VIEWER_VULKAN_BASE_H
#define VIEWER_VULKAN_BASE_H

#define VK_NO_PROTOTYPES
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan.h>

#include <scree/vulkan.h>

/* All are the loader's, which passes calls on to the device. */
#define VULKAN_FUNCTIONS(X)                   \
    X(AllocateCommandBuffers)                 \
    X(AllocateDescriptorSets)                 \
    X(AllocateMemory)                         \
    X(BeginCommandBuffer)                     \
    X(BindBufferMemory)                       \
    X(BindImageMemory)                        \
    X(CmdBeginRenderPass)                     \
    X(CmdBindDescriptorSets)                  \
    X(CmdBindIndexBuffer)                     \
    X(CmdBindPipeline)                        \
    X(CmdBindVertexBuffers)                   \
    X(CmdCopyBufferToImage)                   \
    X(CmdCopyImageToBuffer)                   \
    X(CmdDrawIndexed)                         \
    X(CmdEndRenderPass)                       \
    X(CmdPipelineBarrier)                     \
    X(CmdPushConstants)                       \
    X(CmdSetScissor)                          \
    X(CmdSetViewport)                         \
    X(CreateBuffer)                           \
    X(CreateCommandPool)                      \
    X(CreateDescriptorPool)                   \
    X(CreateDescriptorSetLayout)              \
    X(CreateDevice)                           \
    X(CreateFence)                            \
    X(CreateFramebuffer)                      \
    X(CreateGraphicsPipelines)                \
    X(CreateImage)                            \
    X(CreateImageView)                        \
    X(CreatePipelineLayout)                   \
    X(CreateRenderPass)                       \
    X(CreateSampler)                          \
    X(CreateSemaphore)                        \
    X(CreateShaderModule)                     \
    X(DestroyBuffer)                          \
    X(DestroyCommandPool)                     \
    X(DestroyDescriptorPool)                  \
    X(DestroyDescriptorSetLayout)             \
    X(DestroyDevice)                          \
    X(DestroyFence)                           \
    X(DestroyFramebuffer)                     \
    X(DestroyImage)                           \
    X(DestroyImageView)                       \
    X(DestroyInstance)                        \
    X(DestroyPipeline)                        \
    X(DestroyPipelineLayout)                  \
    X(DestroyRenderPass)                      \
    X(DestroySampler)                         \
    X(DestroySemaphore)                       \
    X(DestroyShaderModule)                    \
    X(DeviceWaitIdle)                         \
    X(EndCommandBuffer)                       \
    X(EnumeratePhysicalDevices)               \
    X(FreeMemory)                             \
    X(GetBufferMemoryRequirements)            \
    X(GetDeviceQueue)                         \
    X(GetImageMemoryRequirements)             \
    X(GetPhysicalDeviceFeatures)              \
    X(GetPhysicalDeviceMemoryProperties)      \
    X(GetPhysicalDeviceProperties)            \
    X(GetPhysicalDeviceQueueFamilyProperties) \
    X(MapMemory)                              \
    X(QueueSubmit)                            \
    X(ResetFences)                            \
    X(UpdateDescriptorSets)                   \
    X(WaitForFences)

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
#define MEMBER(name) PFN_vk##name name;
        VULKAN_FUNCTIONS(MEMBER)
        VULKAN_OPTIONAL_FUNCTIONS(MEMBER)
#undef MEMBER
    } call;
} vulkan_base;

/* Opens the loader and an instance with these extensions. On failure the base is closed and has an error. */
bool vulkan_base_open(vulkan_base *base, const char *const *extensions, uint32_t extension_count);
/*
 * Opens the device of a number among the loader's, or with -1 the best one, a GPU before the processor. With a surface
 * it is one that can show there. On failure the base stays as it is and has an error.
 */
bool vulkan_base_open_device(vulkan_base *base, int32_t index, VkSurfaceKHR surface);
/* Closes everything that is open; nothing of it may be in use. */
void vulkan_base_close(vulkan_base *base);
/* The handles that the library needs to work on this device. The base must stay where it is. */
scree_vulkan_handles vulkan_base_handles(vulkan_base *base);

/* Whether a call succeeded; if not, the error says what was done. */
bool vulkan_base_check(vulkan_base *base, VkResult result, const char *action);
void vulkan_base_lock(void *base);
void vulkan_base_unlock(void *base);
/* Submits commands and waits until they are done; the semaphores are optional. */
bool vulkan_base_run(vulkan_base *base, VkCommandBuffer commands, VkFence fence, VkSemaphore wait, VkSemaphore signal);

#endif
