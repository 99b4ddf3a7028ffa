#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "device_lock.h"
#include "noise_slot.h"
#include "vulkan_device.h"
#include "watch_layout.h"

static void list_devices(scree_context *context, scree_device_info *infos, size_t capacity, size_t *count)
{
    scree_vulkan_instance instance;
    VkPhysicalDevice physical[SCREE_VULKAN_MOST_DEVICES];
    char reason[200];
    if (scree_vulkan_instance_open(context, &instance, reason, sizeof reason) != SCREE_OK) {
        scree_log(context, SCREE_LOG_INFO, "vulkan: %s", reason);
        return;
    }
    uint32_t found = scree_vulkan_physical_devices(&instance, physical, SCREE_VULKAN_MOST_DEVICES);
    for (uint32_t i = 0; i < found; i++) {
        scree_vulkan_traits traits;
        scree_device_info info = {.index = i};
        scree_vulkan_inspect(&instance, physical[i], &traits, &info);
        if (*count < capacity) {
            infos[*count] = info;
        }
        (*count)++;
    }
    if (found == 0) {
        scree_log(context, SCREE_LOG_INFO, "vulkan: the Vulkan loader found no device");
    }
    scree_vulkan_instance_close(&instance);
}

static void close_device(scree_device *device)
{
    scree_vulkan_device *vulkan = (scree_vulkan_device *)device;
    if (scree_device_is_inherited(device)) {
        free(vulkan->slots);
        free(vulkan->kernels.pipelines);
        free(vulkan);
        return;
    }
    if (vulkan->handle != VK_NULL_HANDLE) {
        scree_vulkan_pipeline_cache_store(vulkan);
        scree_vulkan_slots_destroy(vulkan);
        scree_vulkan_memory_destroy(vulkan, &vulkan->nodes);
        scree_vulkan_memory_destroy(vulkan, &vulkan->watch);
        scree_vulkan_kernels_destroy(vulkan);
        if (!vulkan->is_adopted) {
            vulkan->call.DestroyDevice(vulkan->handle, NULL);
        }
    }
    scree_vulkan_instance_close(&vulkan->instance);
    free(vulkan);
}

static const scree_device_functions vulkan_functions = {
    .has_variants = true,
    .close = close_device,
    .session_create = scree_vulkan_session_create,
    .session_division = scree_vulkan_session_division,
    .session_memory = scree_vulkan_session_memory,
    .session_start = scree_vulkan_session_start,
    .session_finish = scree_vulkan_session_finish,
    .session_destroy = scree_vulkan_session_destroy,
    .points = scree_vulkan_points,
    .distance_create = scree_vulkan_distance_create,
    .distance_slab = scree_vulkan_distance_slab,
    .distance_layers = scree_vulkan_distance_layers,
    .distance_destroy = scree_vulkan_distance_destroy,
    .buffer_create = scree_vulkan_buffer_create,
    .buffer_destroy = scree_vulkan_buffer_destroy,
    .buffer_fill = scree_vulkan_buffer_fill,
    .buffer_read = scree_vulkan_buffer_read,
    .buffer_write = scree_vulkan_buffer_write,
};

static scree_result find_functions(scree_vulkan_device *device)
{
    bool is_whole = true;
#define FIND(name)                                                                                         \
    device->call.name =                                                                                    \
        (PFN_vk##name)(void (*)(void))device->instance.call.GetDeviceProcAddr(device->handle, "vk" #name); \
    is_whole = is_whole && device->call.name != NULL;
    SCREE_VULKAN_DEVICE_FUNCTIONS(FIND)
#undef FIND
    return is_whole ? SCREE_OK
                    : scree_fail(device->base.context, SCREE_ERROR_UNSUPPORTED,
                                 "%s: its driver lacks functions of Vulkan 1.1", device->base.label);
}

static scree_result start_watch(scree_vulkan_device *device)
{
    static const uint32_t words[WATCH_WORDS] = {[WATCH_TURNS] = 2};
    scree_result result =
        scree_vulkan_memory_reserve(device, SCREE_VULKAN_DOWNLOAD, sizeof words, &device->watch, "a watch over loops");
    if (result == SCREE_OK) {
        memcpy(device->watch.mapped, words, sizeof words);
    }
    return result;
}

/* What is the same for devices of both origins, once the VkDevice is there. */
static scree_result complete_device(scree_vulkan_device *device)
{
    device->base.functions = &vulkan_functions;
    device->memory = scree_vulkan_memory_properties(&device->instance, device->traits.physical, NULL);
    scree_result result = scree_vulkan_kernels_create(device);
    if (result == SCREE_OK) {
        result = start_watch(device);
    }
    return result == SCREE_OK ? scree_vulkan_self_test(device) : result;
}

static VkResult create_device(scree_vulkan_device *device)
{
    static const float priority = 1.0f;
    const scree_vulkan_traits *traits = &device->traits;
    const char *extensions[2];
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
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = traits->transfer_family != traits->compute_family ? 2 : 1,
                               .pQueueCreateInfos = queues,
                               .enabledExtensionCount = extension_count,
                               .ppEnabledExtensionNames = extensions};
    return device->instance.call.CreateDevice(traits->physical, &info, NULL, &device->handle);
}

static scree_result choose_physical(scree_vulkan_device *device, uint32_t index)
{
    VkPhysicalDevice physical[SCREE_VULKAN_MOST_DEVICES];
    scree_device_info *info = &device->base.info;
    uint32_t found = scree_vulkan_physical_devices(&device->instance, physical, SCREE_VULKAN_MOST_DEVICES);
    if (found == 0) {
        return scree_fail(device->base.context, SCREE_ERROR_UNSUPPORTED, "vulkan:%u: there is no Vulkan device", index);
    }
    if (index >= found) {
        return scree_fail(device->base.context, SCREE_ERROR_UNSUPPORTED, "vulkan:%u: the Vulkan devices are 0 to %u",
                          index, found - 1);
    }
    info->index = index;
    scree_vulkan_inspect(&device->instance, physical[index], &device->traits, info);
    scree_device_label(info, device->base.label);
    if (info->refusal[0] != '\0') {
        return scree_fail(device->base.context, SCREE_ERROR_UNSUPPORTED, "%s cannot be used: %s", device->base.label,
                          info->refusal);
    }
    return SCREE_OK;
}

static scree_result start_device(scree_vulkan_device *device, uint32_t index)
{
    char reason[200];
    scree_result result = scree_vulkan_instance_open(device->base.context, &device->instance, reason, sizeof reason);
    if (result != SCREE_OK) {
        return scree_fail(device->base.context, result, "vulkan:%u: %s", index, reason);
    }
    result = choose_physical(device, index);
    if (result == SCREE_OK) {
        VkResult created = create_device(device);
        if (created != VK_SUCCESS) {
            device->handle = VK_NULL_HANDLE;
        }
        result = scree_vulkan_check(device, created, "opening it");
    }
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
    return complete_device(device);
}

static scree_result open_device(scree_context *context, const scree_device_params *params, scree_device **device)
{
    scree_vulkan_device *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a device");
    }
    made->base.context = context;
    scree_result result = start_device(made, params->index);
    if (result != SCREE_OK) {
        close_device(&made->base);
        return result;
    }
    *device = &made->base;
    return SCREE_OK;
}

const scree_backend_functions scree_vulkan_backend = {.list = list_devices, .open = open_device};

static scree_result adopt_device(scree_vulkan_device *device, const scree_vulkan_handles *handles)
{
    PFN_vkGetInstanceProcAddr get = NULL;
    memcpy(&get, &handles->get_instance_proc_addr, sizeof get);
    device->is_adopted = true;
    device->application = *handles;
    scree_result result = scree_vulkan_instance_adopt(device->base.context, &device->instance, handles->instance, get);
    if (result != SCREE_OK) {
        return scree_fail(device->base.context, result, "the application's instance lacks functions of Vulkan 1.1");
    }
    scree_device_info *info = &device->base.info;
    scree_vulkan_traits *traits = &device->traits;
    scree_vulkan_inspect(&device->instance, handles->physical_device, traits, info);
    /* It has no number among those that the library finds. */
    snprintf(device->base.label, sizeof device->base.label, "vulkan (%s)", info->name);
    if (info->refusal[0] != '\0') {
        return scree_fail(device->base.context, SCREE_ERROR_UNSUPPORTED, "%s cannot be used: %s", device->base.label,
                          info->refusal);
    }
    /* Extensions that the application may not have enabled are left alone. */
    traits->has_float_controls = traits->has_float_controls && !traits->needs_controls_extension &&
                                 handles->version >= VK_API_VERSION_1_2;
    traits->has_memory_budget = false;
    if (!scree_vulkan_use_family(&device->instance, traits, handles->queue_family)) {
        return scree_fail(device->base.context, SCREE_ERROR_INVALID,
                          "%s: queue_family is %u; it has no such family with compute shaders", device->base.label,
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
    return complete_device(device);
}

scree_result scree_vulkan_device_adopt(scree_context *context, const scree_vulkan_handles *handles,
                                       scree_device **device)
{
    if (device == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "device is NULL");
    }
    *device = NULL;
    if (context == NULL) {
        return SCREE_ERROR_INVALID;
    }
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
    scree_vulkan_device *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a device");
    }
    int cancel_state = 0;
    made->base.context = context;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
    scree_result result = adopt_device(made, handles);
    if (result == SCREE_OK) {
        scree_device_init(&made->base, context);
        *device = &made->base;
    } else {
        close_device(&made->base);
    }
    pthread_setcancelstate(cancel_state, NULL);
    return result;
}
