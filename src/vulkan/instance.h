/* The loader, an instance, and the properties of a physical device before it is opened. */
#ifndef SCREE_VULKAN_INSTANCE_H
#define SCREE_VULKAN_INSTANCE_H

#include "lesson_run.h"
#include "vulkan_functions.h"

typedef struct scree_vulkan_instance {
    scree_context *context;
    void *library; /* NULL when the application's instance is used. */
    VkInstance handle;
    VkDebugUtilsMessengerEXT messenger; /* With validation only. */
    scree_vulkan_instance_functions call;
} scree_vulkan_instance;

/*
 * Loads the loader and creates an instance. SCREE_VULKAN_VALIDATION=1 in the environment turns on the validation layer
 * with synchronisation checks, whose findings are logged as errors. Errors: SCREE_ERROR_UNSUPPORTED, with the reason in
 * `reason`, if there is no loader or no driver.
 */
scree_result scree_vulkan_instance_open(scree_context *context, scree_vulkan_instance *instance, char *reason,
                                        size_t reason_size);

/* Finds the functions of an instance that the application owns. */
scree_result scree_vulkan_instance_adopt(scree_context *context, scree_vulkan_instance *instance, VkInstance handle,
                                         PFN_vkGetInstanceProcAddr get);

void scree_vulkan_instance_close(scree_vulkan_instance *instance);

/* Writes at most `capacity` physical devices and returns their number. */
uint32_t scree_vulkan_physical_devices(const scree_vulkan_instance *instance, VkPhysicalDevice *devices,
                                       uint32_t capacity);

#define SCREE_VULKAN_MOST_DEVICES 16
#define SCREE_VULKAN_NO_FAMILY UINT32_MAX

/* The traits of a physical device. */
typedef struct scree_vulkan_traits {
    VkPhysicalDevice physical;
    uint32_t version;
    VkPhysicalDeviceLimits limits;
    uint8_t cache_uuid[VK_UUID_SIZE];
    uint32_t vendor;
    uint32_t device;
    uint32_t driver_version;
    uint32_t compute_family;
    uint32_t transfer_family; /* The compute family, if there is no separate one. */
    uint32_t timestamp_bits;
    uint32_t transfer_timestamp_bits;
    bool has_float_controls; /* Rounding to nearest even and signed zeros can be requested. */
    bool needs_controls_extension;
    bool has_float64;      /* Shaders may use float64. */
    bool has_wide_atomics; /* Shaders may add 64 bits at once in buffers; */
    bool needs_atomics_extension;
    bool has_memory_budget;
    bool has_executables; /* It can report the demands of pipelines. */
    scree_lesson_bus bus; /* The device's bus, if VK_EXT_pci_bus_info reports it. */
    uint64_t largest_allocation;
} scree_vulkan_traits;

/* Inspects a device; info->unsupported_reason is the reason why it cannot be used, or empty. */
void scree_vulkan_inspect(const scree_vulkan_instance *instance, VkPhysicalDevice physical, scree_vulkan_traits *traits,
                          scree_device_info *info);

/* Uses an application's queue family for everything; false if it does not exist or has no compute shaders. */
bool scree_vulkan_use_family(const scree_vulkan_instance *instance, scree_vulkan_traits *traits, uint32_t family);

/* Heaps and types of memory; `next` is a chain of further queries, or NULL. */
VkPhysicalDeviceMemoryProperties scree_vulkan_memory_properties(const scree_vulkan_instance *instance,
                                                                VkPhysicalDevice physical, void *next);

/* Free bytes of the device's own memory; three quarters of all, if the driver reports no budget. */
uint64_t scree_vulkan_free_bytes(const scree_vulkan_instance *instance, const scree_vulkan_traits *traits);

#endif
