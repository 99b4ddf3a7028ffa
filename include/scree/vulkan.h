/**
 * @file
 * @brief For programs that draw with Vulkan: the library on their device, fields in their buffers.
 *
 * This header does not include Vulkan's. Handles are passed as pointers (VkInstance, VkPhysicalDevice, VkDevice,
 * VkQueue) and as 64-bit numbers (VkBuffer).
 */
#ifndef SCREE_VULKAN_H
#define SCREE_VULKAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/buffer.h>
#include <scree/device.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A Vulkan device that the application created. The application keeps ownership of everything in it. Grows (context.h).
 */
typedef struct scree_vulkan_handles {
    void *get_instance_proc_addr; /**< PFN_vkGetInstanceProcAddr. */
    void *instance;               /**< VkInstance. */
    void *physical_device;        /**< VkPhysicalDevice. */
    void *device;                 /**< VkDevice. It needs no feature enabled. */
    /** A VkQueue that supports compute, or NULL for queue 0 of the family. */
    void *queue;
    uint32_t queue_family; /**< Queue family index of the queue. */
    uint32_t version;      /**< API version of the instance, 1.1 or later. From 1.2 on the library can request
                                rounding modes. */
    /** Optional: called before every use of the queue, where other threads of the application use it too. */
    void (*lock_queue)(void *user);
    void (*unlock_queue)(void *user); /**< Called after every use of the queue. */
    void *lock_user;                  /**< Passed to both callbacks unchanged. */
    /** Whether the feature shaderFloat64 was enabled. Without it points are located, and long tables of grids made, by
        integers, which is slower; the bits are the same. Particles of float64 are SCREE_ERROR_UNSUPPORTED. */
    bool has_float64;
    bool reserved[7]; /**< Must be false. */
} scree_vulkan_handles;

/** As scree_vulkan_device_adopt(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_vulkan_device_adopt_sized(scree_context *context, const scree_vulkan_handles *handles,
                                                       size_t size, scree_device **device);

/**
 * Opens a device on a VkDevice of the application. It passes the same self test as any other device
 * (scree_device_open()). The library makes pipelines on several threads at a time, none of which uses the queue.
 * Close it before the VkDevice is destroyed.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST.
 */
static inline scree_result scree_vulkan_device_adopt(scree_context *context, const scree_vulkan_handles *handles,
                                                     scree_device **device)
{
    return scree_vulkan_device_adopt_sized(context, handles, sizeof *handles, device);
}

/**
 * Wraps a VkBuffer of the application, so that scree_job_fill_buffer() writes where the application draws from. The
 * VkBuffer must have been created with VK_BUFFER_USAGE_STORAGE_BUFFER_BIT and both transfer usages, for use by the
 * device's queue family, and must be bound to memory. The application keeps ownership. After a job that fills it has
 * ended, its writes are available and visible to whatever is submitted to the same queue; another queue needs its own
 * barrier from VK_ACCESS_SHADER_WRITE_BIT.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_vulkan_buffer_adopt(scree_device *device, uint64_t handle, uint64_t bytes,
                                                 scree_buffer **buffer);

/** The VkBuffer of a buffer of a Vulkan device; 0 for others. */
SCREE_API uint64_t scree_vulkan_buffer_handle(const scree_buffer *buffer);

#ifdef __cplusplus
}
#endif

#endif
