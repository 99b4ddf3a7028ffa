/* The Vulkan functions that are used, loaded at run time: the library links no loader. */
#ifndef SCREE_VULKAN_FUNCTIONS_H
#define SCREE_VULKAN_FUNCTIONS_H

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

/* Loaded without an instance. */
#define SCREE_VULKAN_GLOBAL_FUNCTIONS(X)    \
    X(CreateInstance)                       \
    X(EnumerateInstanceExtensionProperties) \
    X(EnumerateInstanceLayerProperties)     \
    X(EnumerateInstanceVersion)

#define SCREE_VULKAN_INSTANCE_FUNCTIONS(X) \
    X(CreateDevice)                        \
    X(DestroyInstance)                     \
    X(EnumerateDeviceExtensionProperties)  \
    X(EnumeratePhysicalDevices)            \
    X(GetDeviceProcAddr)                   \
    X(GetPhysicalDeviceFeatures2)          \
    X(GetPhysicalDeviceMemoryProperties2)  \
    X(GetPhysicalDeviceProperties)         \
    X(GetPhysicalDeviceProperties2)        \
    X(GetPhysicalDeviceQueueFamilyProperties)

#define SCREE_VULKAN_DEVICE_FUNCTIONS(X) \
    X(AllocateCommandBuffers)            \
    X(AllocateDescriptorSets)            \
    X(AllocateMemory)                    \
    X(BeginCommandBuffer)                \
    X(BindBufferMemory)                  \
    X(CmdBindDescriptorSets)             \
    X(CmdBindPipeline)                   \
    X(CmdCopyBuffer)                     \
    X(CmdDispatch)                       \
    X(CmdFillBuffer)                     \
    X(CmdPipelineBarrier)                \
    X(CmdPushConstants)                  \
    X(CmdResetQueryPool)                 \
    X(CmdWriteTimestamp)                 \
    X(CreateBuffer)                      \
    X(CreateCommandPool)                 \
    X(CreateComputePipelines)            \
    X(CreateDescriptorPool)              \
    X(CreateDescriptorSetLayout)         \
    X(CreateFence)                       \
    X(CreatePipelineCache)               \
    X(CreatePipelineLayout)              \
    X(CreateQueryPool)                   \
    X(CreateSemaphore)                   \
    X(CreateShaderModule)                \
    X(DestroyBuffer)                     \
    X(DestroyCommandPool)                \
    X(DestroyDescriptorPool)             \
    X(DestroyDescriptorSetLayout)        \
    X(DestroyDevice)                     \
    X(DestroyFence)                      \
    X(DestroyPipeline)                   \
    X(DestroyPipelineCache)              \
    X(DestroyPipelineLayout)             \
    X(DestroyQueryPool)                  \
    X(DestroySemaphore)                  \
    X(DestroyShaderModule)               \
    X(EndCommandBuffer)                  \
    X(FreeMemory)                        \
    X(GetBufferMemoryRequirements)       \
    X(GetDeviceQueue)                    \
    X(GetPipelineCacheData)              \
    X(GetQueryPoolResults)               \
    X(MapMemory)                         \
    X(QueueSubmit)                       \
    X(QueueWaitIdle)                     \
    X(ResetCommandPool)                  \
    X(ResetDescriptorPool)               \
    X(ResetFences)                       \
    X(UpdateDescriptorSets)              \
    X(WaitForFences)

#define SCREE_VULKAN_MEMBER(name) PFN_vk##name name;

typedef struct scree_vulkan_instance_functions {
    SCREE_VULKAN_GLOBAL_FUNCTIONS(SCREE_VULKAN_MEMBER)
    SCREE_VULKAN_INSTANCE_FUNCTIONS(SCREE_VULKAN_MEMBER)
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
    PFN_vkCreateDebugUtilsMessengerEXT CreateDebugUtilsMessengerEXT;   /* With validation only. */
    PFN_vkDestroyDebugUtilsMessengerEXT DestroyDebugUtilsMessengerEXT; /* With validation only. */
} scree_vulkan_instance_functions;

/* Functions that report the demands of a pipeline; loaded where the device has the extension. */
#define SCREE_VULKAN_TELLING_FUNCTIONS(X) \
    X(GetPipelineExecutablePropertiesKHR) \
    X(GetPipelineExecutableStatisticsKHR)

typedef struct scree_vulkan_device_functions {
    SCREE_VULKAN_DEVICE_FUNCTIONS(SCREE_VULKAN_MEMBER)
    SCREE_VULKAN_TELLING_FUNCTIONS(SCREE_VULKAN_MEMBER)
} scree_vulkan_device_functions;

#endif
