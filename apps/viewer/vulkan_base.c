#include "vulkan_base.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALIDATION_LAYER "VK_LAYER_KHRONOS_validation"
#define MAX_DEVICES 64u
#define MAX_FAMILIES 64u
/* After so long a device is taken for lost; a frame takes milliseconds. */
#define WAIT_NANOSECONDS ((uint64_t)20000000000)
#define NO_FAMILY UINT32_MAX

bool vulkan_base_check(vulkan_base *base, VkResult result, const char *action)
{
    if (result == VK_SUCCESS) {
        return true;
    }
    const char *reason = result == VK_ERROR_DEVICE_LOST            ? "the device was lost"
                         : result == VK_ERROR_OUT_OF_DEVICE_MEMORY ? "the device has no memory left"
                         : result == VK_ERROR_OUT_OF_HOST_MEMORY   ? "there is no memory left"
                         : result == VK_ERROR_SURFACE_LOST_KHR     ? "the window's surface was lost"
                         : result == VK_TIMEOUT                    ? "the device does not answer"
                                                                   : "Vulkan failed";
    snprintf(base->error, sizeof base->error, "%s: %s (VkResult %d)", action, reason, (int)result);
    return false;
}

bool vulkan_base_made(vulkan_base *base, VkResult result, void *handle, const char *action)
{
    _Static_assert(sizeof(VkInstance) == sizeof(VkBuffer), "handles have one size");
    if (result != VK_SUCCESS) {
        memset(handle, 0, sizeof(VkBuffer));
    }
    return vulkan_base_check(base, result, action);
}

static bool fail(vulkan_base *base, const char *text)
{
    snprintf(base->error, sizeof base->error, "%s", text);
    return false;
}

static bool open_loader(vulkan_base *base)
{
    base->library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    void *symbol = base->library == NULL ? NULL : dlsym(base->library, "vkGetInstanceProcAddr");
    if (symbol == NULL) {
        return fail(base, "there is no Vulkan loader (libvulkan.so.1)");
    }
    memcpy(&base->get, &symbol, sizeof base->get);
    return true;
}

static bool wants_validation(void)
{
    const char *text = getenv("SCREE_VULKAN_VALIDATION");
    return text != NULL && strcmp(text, "1") == 0;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL take_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                   VkDebugUtilsMessageTypeFlagsEXT types,
                                                   const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    vulkan_base *base = user;
    (void)severity;
    (void)types;
    fprintf(stderr, "scree-viewer: %s\n", data->pMessage);
    base->complaints++;
    return VK_FALSE;
}

/* The version that the library can use best, among those of the loader. */
static bool find_version(vulkan_base *base)
{
    PFN_vkEnumerateInstanceVersion find =
        (PFN_vkEnumerateInstanceVersion)(void (*)(void))base->get(VK_NULL_HANDLE, "vkEnumerateInstanceVersion");
    if (find == NULL || find(&base->version) != VK_SUCCESS || base->version < VK_API_VERSION_1_1) {
        return fail(base, "the Vulkan loader is older than version 1.1");
    }
    base->version = base->version < VK_API_VERSION_1_2 ? base->version : VK_API_VERSION_1_2;
    return true;
}

static bool create_instance(vulkan_base *base, const char *const *extensions, uint32_t extension_count)
{
    static const char *const layers[] = {VALIDATION_LAYER};
    static const VkValidationFeatureEnableEXT checks[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    const char *names[16];
    uint32_t count = 0;
    const bool validates = wants_validation();
    for (uint32_t i = 0; i < extension_count && count < 14; i++) {
        names[count++] = extensions[i];
    }
    if (validates) {
        names[count++] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
        names[count++] = VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME;
    }
    VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                        .enabledValidationFeatureCount = 1,
                                        .pEnabledValidationFeatures = checks};
    VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pApplicationName = "scree-viewer", .apiVersion = base->version};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pNext = validates ? &features : NULL,
                                 .pApplicationInfo = &application,
                                 .enabledLayerCount = validates ? 1 : 0,
                                 .ppEnabledLayerNames = layers,
                                 .enabledExtensionCount = count,
                                 .ppEnabledExtensionNames = names};
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)(void (*)(void))base->get(VK_NULL_HANDLE, "vkCreateInstance");
    VkResult result = create == NULL ? VK_ERROR_INITIALIZATION_FAILED : create(&info, NULL, &base->instance);
    return vulkan_base_made(base, result, &base->instance, "creating an instance of Vulkan");
}

static bool find_functions(vulkan_base *base)
{
    bool is_whole = true;
#define FIND(name) base->call.name = (PFN_vk##name)(void (*)(void))base->get(base->instance, "vk" #name);
#define REQUIRE(name) FIND(name) is_whole = is_whole && base->call.name != NULL;
    VULKAN_FUNCTIONS(REQUIRE)
    VULKAN_OPTIONAL_FUNCTIONS(FIND)
#undef FIND
#undef REQUIRE
    return is_whole || fail(base, "the Vulkan loader lacks functions");
}

static void watch_messages(vulkan_base *base)
{
    VkDebugUtilsMessengerCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                               .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                                                                  VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                               .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                                                              VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
                                               .pfnUserCallback = take_message,
                                               .pUserData = base};
    if (wants_validation() && base->call.CreateDebugUtilsMessengerEXT != NULL) {
        base->call.CreateDebugUtilsMessengerEXT(base->instance, &info, NULL, &base->messenger);
    }
}

bool vulkan_base_open(vulkan_base *base, const char *const *extensions, uint32_t extension_count)
{
    *base = (vulkan_base){0};
    pthread_mutex_init(&base->queue_mutex, NULL);
    if (!open_loader(base) || !find_version(base) || !create_instance(base, extensions, extension_count) ||
        !find_functions(base)) {
        return false;
    }
    watch_messages(base);
    return true;
}

/* The queue family that draws, computes and shows on a surface, where there is one. */
static uint32_t find_family(const vulkan_base *base, VkPhysicalDevice physical, VkSurfaceKHR surface)
{
    const VkQueueFlags needed = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    VkQueueFamilyProperties families[MAX_FAMILIES] = {0};
    uint32_t count = MAX_FAMILIES;
    base->call.GetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    for (uint32_t i = 0; i < count; i++) {
        VkBool32 shows = VK_TRUE;
        if (surface != VK_NULL_HANDLE &&
            base->call.GetPhysicalDeviceSurfaceSupportKHR(physical, i, surface, &shows) != VK_SUCCESS) {
            shows = VK_FALSE;
        }
        if (families[i].queueCount != 0 && (families[i].queueFlags & needed) == needed && shows == VK_TRUE) {
            return i;
        }
    }
    return NO_FAMILY;
}

static int rank(VkPhysicalDeviceType type)
{
    return type == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU     ? 3
           : type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU ? 2
           : type == VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU    ? 1
                                                            : 0;
}

static bool choose_device(vulkan_base *base, int32_t index, VkSurfaceKHR surface)
{
    VkPhysicalDevice devices[MAX_DEVICES] = {0};
    uint32_t count = MAX_DEVICES;
    int best = -1;
    base->call.EnumeratePhysicalDevices(base->instance, &count, devices);
    for (uint32_t i = 0; i < count && i < MAX_DEVICES; i++) {
        VkPhysicalDeviceProperties properties;
        uint32_t family = find_family(base, devices[i], surface);
        base->call.GetPhysicalDeviceProperties(devices[i], &properties);
        bool is_wanted = index < 0 ? rank(properties.deviceType) > best : (uint32_t)index == i;
        if (is_wanted && family != NO_FAMILY && properties.apiVersion >= VK_API_VERSION_1_1) {
            best = rank(properties.deviceType);
            base->physical = devices[i];
            base->index = i;
            base->family = family;
            base->properties = properties;
        }
    }
    return best >= 0 || fail(base, index < 0 ? "no Vulkan device can show the picture"
                                             : "this Vulkan device cannot show the picture");
}

static bool create_device(vulkan_base *base, bool has_surface)
{
    static const float priority = 1.0f;
    static const char *const extensions[] = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
    VkPhysicalDeviceFeatures found;
    base->call.GetPhysicalDeviceFeatures(base->physical, &found);
    base->has_float64 = found.shaderFloat64 == VK_TRUE;
    VkPhysicalDeviceFeatures features = {.shaderFloat64 = found.shaderFloat64, .shaderInt64 = found.shaderInt64};
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = base->family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = has_surface ? 1 : 0,
                               .ppEnabledExtensionNames = extensions,
                               .pEnabledFeatures = &features};
    return vulkan_base_made(base, base->call.CreateDevice(base->physical, &info, NULL, &base->device), &base->device,
                            "opening the Vulkan device");
}

bool vulkan_base_open_device(vulkan_base *base, int32_t index, VkSurfaceKHR surface)
{
    if (!choose_device(base, index, surface) || !create_device(base, surface != VK_NULL_HANDLE)) {
        return false;
    }
    base->is_software = base->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    base->call.GetPhysicalDeviceMemoryProperties(base->physical, &base->memory);
    base->call.GetDeviceQueue(base->device, base->family, 0, &base->queue);
    return true;
}

void vulkan_base_close(vulkan_base *base)
{
    if (base->device != VK_NULL_HANDLE) {
        base->call.DestroyDevice(base->device, NULL);
    }
    if (base->messenger != VK_NULL_HANDLE) {
        base->call.DestroyDebugUtilsMessengerEXT(base->instance, base->messenger, NULL);
    }
    if (base->instance != VK_NULL_HANDLE && base->call.DestroyInstance != NULL) {
        base->call.DestroyInstance(base->instance, NULL);
    }
    if (base->library != NULL) {
        dlclose(base->library);
    }
    pthread_mutex_destroy(&base->queue_mutex);
}

void vulkan_base_lock(void *base)
{
    pthread_mutex_lock(&((vulkan_base *)base)->queue_mutex);
}

void vulkan_base_unlock(void *base)
{
    pthread_mutex_unlock(&((vulkan_base *)base)->queue_mutex);
}

scree_vulkan_handles vulkan_base_handles(vulkan_base *base)
{
    scree_vulkan_handles handles = {.instance = base->instance,
                                    .physical_device = base->physical,
                                    .device = base->device,
                                    .queue = base->queue,
                                    .queue_family = base->family,
                                    .version = base->version,
                                    .lock_queue = vulkan_base_lock,
                                    .unlock_queue = vulkan_base_unlock,
                                    .lock_user = base,
                                    .has_float64 = base->has_float64};
    memcpy(&handles.get_instance_proc_addr, &base->get, sizeof base->get);
    return handles;
}

bool vulkan_base_run(vulkan_base *base, VkCommandBuffer commands, VkFence fence, VkSemaphore wait, VkSemaphore signal)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .waitSemaphoreCount = wait != VK_NULL_HANDLE ? 1 : 0,
                         .pWaitSemaphores = &wait,
                         .pWaitDstStageMask = &stage,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &commands,
                         .signalSemaphoreCount = signal != VK_NULL_HANDLE ? 1 : 0,
                         .pSignalSemaphores = &signal};
    vulkan_base_lock(base);
    VkResult result = base->call.QueueSubmit(base->queue, 1, &info, fence);
    vulkan_base_unlock(base);
    if (result == VK_SUCCESS) {
        result = base->call.WaitForFences(base->device, 1, &fence, VK_TRUE, WAIT_NANOSECONDS);
    }
    if (result == VK_SUCCESS) {
        result = base->call.ResetFences(base->device, 1, &fence);
    }
    return vulkan_base_check(base, result, "drawing the window");
}
