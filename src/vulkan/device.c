#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "device_lock.h"
#include "gpu_calls.h"
#include "sized_params.h"
#include "vulkan_device.h"
#include "watchdog_layout.h"

/* Work groups along an axis that every device supports. */
#define ROW_GROUPS 65535u

static scree_result open_driver(scree_gpu *gpu, char *reason, size_t reason_bytes)
{
    scree_vulkan_device *device = (scree_vulkan_device *)gpu;
    return scree_vulkan_instance_open(gpu->base.context, &device->instance, reason, reason_bytes);
}

static uint32_t count_devices(const scree_gpu *gpu)
{
    VkPhysicalDevice physical[SCREE_VULKAN_MOST_DEVICES];
    const scree_vulkan_device *device = (const scree_vulkan_device *)gpu;
    return scree_vulkan_physical_devices(&device->instance, physical, SCREE_VULKAN_MOST_DEVICES);
}

static void inspect(scree_gpu *gpu)
{
    VkPhysicalDevice physical[SCREE_VULKAN_MOST_DEVICES];
    scree_vulkan_device *device = (scree_vulkan_device *)gpu;
    scree_device_info *info = &gpu->base.info;
    uint32_t found = scree_vulkan_physical_devices(&device->instance, physical, SCREE_VULKAN_MOST_DEVICES);
    if (info->index < found) {
        scree_vulkan_inspect(&device->instance, physical[info->index], &device->traits, info);
    } else {
        info->backend = SCREE_BACKEND_VULKAN;
        snprintf(info->unsupported_reason, sizeof info->unsupported_reason, "the loader does not give it again");
    }
}

static void vulkan_destroy(scree_gpu *gpu)
{
    scree_vulkan_device *device = (scree_vulkan_device *)gpu;
    if (device->handle != VK_NULL_HANDLE) {
        scree_vulkan_pipelines_await(device);
        scree_vulkan_pipeline_cache_store(device);
        scree_gpu_clear(gpu);
        scree_gpu_commands_destroy(device->clock);
        scree_vulkan_memory_destroy(gpu, &device->watchdog);
        scree_vulkan_pipelines_destroy(device);
        if (!device->is_adopted) {
            device->call.DestroyDevice(device->handle, NULL);
        }
    }
    scree_vulkan_instance_close(&device->instance);
    free(device);
}

static scree_result find_functions(scree_vulkan_device *device)
{
    bool is_whole = true;
#define FIND(name)                                                                                         \
    device->call.name =                                                                                    \
        (PFN_vk##name)(void (*)(void))device->instance.call.GetDeviceProcAddr(device->handle, "vk" #name); \
    is_whole = is_whole && device->call.name != NULL;
    SCREE_VULKAN_DEVICE_FUNCTIONS(FIND)
    if (device->traits.has_executables) {
        SCREE_VULKAN_TELLING_FUNCTIONS(FIND)
    }
#undef FIND
    return is_whole ? SCREE_OK
                    : scree_fail(device->gpu.base.context, SCREE_ERROR_UNSUPPORTED,
                                 "%s: its driver lacks functions of Vulkan 1.1", device->gpu.base.label);
}

/*
 * llvmpipe, and perhaps other software GPUs, end long loops early. The watchdog detects that; it would cost other GPUs
 * time.
 */
static scree_result start_watchdog(scree_vulkan_device *device)
{
    static const uint32_t words[WATCHDOG_WORDS] = {[WATCHDOG_ITERATIONS] = 2};
    scree_result result = scree_vulkan_memory_create(&device->gpu, SCREE_GPU_DOWNLOAD, sizeof words, &device->watchdog);
    if (result == SCREE_OK) {
        memcpy(device->watchdog.mapped, words, sizeof words);
    }
    return result == SCREE_ERROR_OUT_OF_MEMORY
               ? scree_fail(device->gpu.base.context, result, "%s: no memory for the loop watchdog",
                            device->gpu.base.label)
               : result;
}

static scree_gpu_limits find_limits(const scree_vulkan_traits *traits, bool is_software)
{
    const VkPhysicalDeviceLimits *limits = &traits->limits;
    const uint64_t alignment = limits->minStorageBufferOffsetAlignment;
    const uint32_t threads = limits->maxComputeWorkGroupInvocations < limits->maxComputeWorkGroupSize[0]
                                 ? limits->maxComputeWorkGroupInvocations
                                 : limits->maxComputeWorkGroupSize[0];
    return (scree_gpu_limits){
        .span_bytes = limits->maxStorageBufferRange,
        .span_alignment = alignment < 4 ? 4 : alignment,
        .memory_bytes = traits->largest_allocation,
        .row_groups = ROW_GROUPS,
        .threads = threads,
        .bus = traits->bus,
        .shared_bytes = limits->maxComputeSharedMemorySize,
        .has_pipelines = true,
        .has_watchdog = is_software,
        .has_wide_atomics = traits->has_wide_atomics,
        .has_float64 = traits->has_float64,
    };
}

static VkResult create_device(scree_vulkan_device *device)
{
    static const float priority = 1.0f;
    const scree_vulkan_traits *traits = &device->traits;
    const VkPhysicalDeviceFeatures features = {.shaderFloat64 = traits->has_float64,
                                               .shaderInt64 = traits->has_wide_atomics};
    VkPhysicalDeviceShaderAtomicInt64Features atomics = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES, .shaderBufferInt64Atomics = VK_TRUE};
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pNext = traits->has_wide_atomics ? &atomics : NULL,
        .pipelineExecutableInfo = VK_TRUE};
    const char *extensions[4];
    uint32_t extension_count = 0;
    VkDeviceQueueCreateInfo queues[2] = {{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                          .queueFamilyIndex = traits->compute_family,
                                          .queueCount = 1,
                                          .pQueuePriorities = &priority}};
    queues[1] = queues[0];
    queues[1].queueFamilyIndex = traits->transfer_family;
    if (traits->has_memory_budget) {
        extensions[extension_count++] = VK_EXT_MEMORY_BUDGET_EXTENSION_NAME;
    }
    if (traits->needs_controls_extension) {
        extensions[extension_count++] = VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME;
    }
    if (traits->has_wide_atomics && traits->needs_atomics_extension) {
        extensions[extension_count++] = VK_KHR_SHADER_ATOMIC_INT64_EXTENSION_NAME;
    }
    if (traits->has_executables) {
        extensions[extension_count++] = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
    }
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = traits->has_executables ? &executables : executables.pNext,
                               .queueCreateInfoCount = traits->transfer_family != traits->compute_family ? 2 : 1,
                               .pQueueCreateInfos = queues,
                               .enabledExtensionCount = extension_count,
                               .ppEnabledExtensionNames = extensions,
                               .pEnabledFeatures = &features};
    return device->instance.call.CreateDevice(traits->physical, &info, NULL, &device->handle);
}

static scree_result open_own(scree_vulkan_device *device)
{
    VkResult created = create_device(device);
    if (created != VK_SUCCESS) {
        device->handle = VK_NULL_HANDLE;
    }
    scree_result result = scree_vulkan_check(device, created, "opening it");
    if (result == SCREE_OK) {
        result = find_functions(device);
    }
    if (result != SCREE_OK) {
        if (device->handle != VK_NULL_HANDLE && device->call.DestroyDevice != NULL) {
            device->call.DestroyDevice(device->handle, NULL);
        }
        device->handle = VK_NULL_HANDLE;
        return result;
    }
    device->call.GetDeviceQueue(device->handle, device->traits.compute_family, 0, &device->compute_queue);
    device->call.GetDeviceQueue(device->handle, device->traits.transfer_family, 0, &device->transfer_queue);
    return SCREE_OK;
}

static scree_result adopt_device(scree_vulkan_device *device, const scree_vulkan_handles *handles)
{
    PFN_vkGetInstanceProcAddr get = NULL;
    memcpy(&get, &handles->get_instance_proc_addr, sizeof get);
    device->is_adopted = true;
    device->application = *handles;
    scree_result result =
        scree_vulkan_instance_adopt(device->gpu.base.context, &device->instance, handles->instance, get);
    if (result != SCREE_OK) {
        return scree_fail(device->gpu.base.context, result, "the application's instance lacks functions of Vulkan 1.1");
    }
    scree_device_info *info = &device->gpu.base.info;
    scree_vulkan_traits *traits = &device->traits;
    scree_vulkan_inspect(&device->instance, handles->physical_device, traits, info);
    /* The library does not list this device, so it has no index. */
    snprintf(device->gpu.base.label, sizeof device->gpu.base.label, "vulkan (%s)", info->name);
    if (info->unsupported_reason[0] != '\0') {
        return scree_fail(device->gpu.base.context, SCREE_ERROR_UNSUPPORTED, "%s cannot be used: %s",
                          device->gpu.base.label, info->unsupported_reason);
    }
    /* The application may not have enabled extensions and features, so they are not used unless it says so. */
    traits->has_float64 = traits->has_float64 && handles->has_float64;
    traits->has_float_controls = traits->has_float_controls && !traits->needs_controls_extension &&
                                 handles->version >= VK_API_VERSION_1_2;
    traits->has_wide_atomics = false;
    traits->has_memory_budget = traits->has_executables = false;
    if (!scree_vulkan_use_family(&device->instance, traits, handles->queue_family)) {
        return scree_fail(device->gpu.base.context, SCREE_ERROR_INVALID,
                          "%s: queue_family is %u; it has no such family with compute shaders", device->gpu.base.label,
                          handles->queue_family);
    }
    device->handle = handles->device;
    result = find_functions(device);
    if (result != SCREE_OK) {
        device->handle = VK_NULL_HANDLE;
        return result;
    }
    device->compute_queue = handles->queue;
    if (handles->queue == NULL) {
        device->call.GetDeviceQueue(device->handle, handles->queue_family, 0, &device->compute_queue);
    }
    device->transfer_queue = device->compute_queue;
    return SCREE_OK;
}

static scree_result vulkan_open(scree_gpu *gpu, const void *adopted)
{
    scree_vulkan_device *device = (scree_vulkan_device *)gpu;
    scree_result result = adopted != NULL ? adopt_device(device, adopted) : open_own(device);
    if (result == SCREE_OK) {
        device->memory = scree_vulkan_memory_properties(&device->instance, device->traits.physical, NULL);
        gpu->limits = find_limits(&device->traits, gpu->base.info.kind == SCREE_DEVICE_KIND_SOFTWARE_GPU);
        result = scree_vulkan_pipelines_create(device);
    }
    return result == SCREE_OK ? start_watchdog(device) : result;
}

static const scree_gpu_backend vulkan_backend = {
    .name = "vulkan",
    .title = "Vulkan",
    .device_bytes = sizeof(scree_vulkan_device),
    .functions = &scree_vulkan_gpu_functions,
    .open_driver = open_driver,
    .count_devices = count_devices,
    .inspect = inspect,
    .open = vulkan_open,
    .destroy = vulkan_destroy,
};

static void list_devices(scree_context *context, scree_device_list_entries *list)
{
    scree_gpu_list(context, &vulkan_backend, list);
}

static scree_result open_device(scree_context *context, const scree_device_params *params, scree_device **device)
{
    return scree_gpu_open(context, &vulkan_backend, params, NULL, device);
}

const scree_backend_functions scree_vulkan_backend = {.list = list_devices, .open = open_device};

static scree_result check_handles(scree_context *context, const scree_vulkan_handles *handles)
{
    if (handles == NULL || handles->get_instance_proc_addr == NULL || handles->instance == NULL ||
        handles->physical_device == NULL || handles->device == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "handles must name the instance, its functions, the physical device and the device");
    }
    if (handles->version < VK_API_VERSION_1_1) {
        return scree_fail(context, SCREE_ERROR_INVALID, "version is %u.%u; it must be 1.1 or later",
                          VK_API_VERSION_MAJOR(handles->version), VK_API_VERSION_MINOR(handles->version));
    }
    if ((handles->lock_queue == NULL) != (handles->unlock_queue == NULL)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "lock_queue and unlock_queue go together");
    }
    return scree_reserved_check(context, handles->reserved, sizeof handles->reserved);
}

SCREE_ASSERT_NO_TAIL(scree_vulkan_handles, reserved);

scree_result scree_vulkan_device_adopt_sized(scree_context *context, const scree_vulkan_handles *handles, size_t size,
                                             scree_device **device)
{
    scree_vulkan_handles own;
    scree_result result = SCREE_OK;
    if (device == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "device is NULL");
    }
    *device = NULL;
    handles = scree_params_take(context, handles, size, &own, sizeof own, &result);
    result = result == SCREE_OK ? check_handles(context, handles) : result;
    if (result != SCREE_OK) {
        return result;
    }
    const int cancel_state = scree_os_cancel_disable();
    result = scree_gpu_open(context, &vulkan_backend, NULL, handles, device);
    if (result == SCREE_OK) {
        scree_device_init(*device, context);
    }
    scree_os_cancel_restore(cancel_state);
    return result;
}

static scree_result check_handle(scree_device *device, uint64_t handle, uint64_t bytes)
{
    bool is_right = scree_gpu_of(device, SCREE_BACKEND_VULKAN) != NULL && handle != 0 && bytes != 0 && bytes % 4 == 0;
    return is_right ? SCREE_OK
                    : scree_fail(device->context, SCREE_ERROR_INVALID,
                                 "a Vulkan device, a handle that is not 0 and a multiple of 4 bytes are needed; the "
                                 "size is %llu",
                                 (unsigned long long)bytes);
}

scree_result scree_vulkan_buffer_adopt(scree_device *device, uint64_t handle, uint64_t bytes, scree_buffer **buffer)
{
    return scree_gpu_buffer_adopt(device, handle, bytes, buffer, check_handle);
}

uint64_t scree_vulkan_buffer_handle(const scree_buffer *buffer)
{
    return scree_gpu_buffer_handle(buffer, SCREE_BACKEND_VULKAN);
}
