#include "vulkan_base.h"

#include <stdio.h>

static const char *result_name(VkResult result)
{
    switch (result) {
#define NAME(result) \
    case result:     \
        return #result;
        NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
        NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
        NAME(VK_ERROR_INITIALIZATION_FAILED)
        NAME(VK_ERROR_DEVICE_LOST)
        NAME(VK_ERROR_MEMORY_MAP_FAILED)
        NAME(VK_ERROR_LAYER_NOT_PRESENT)
        NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
        NAME(VK_ERROR_TOO_MANY_OBJECTS)
        NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
#undef NAME
    default:
        return "another error";
    }
}

bool vulkan_succeeded(const char *call, VkResult result)
{
    if (result >= VK_SUCCESS) { /* Errors are negative. */
        return true;
    }
    fprintf(stderr, "%s: %s (%d)\n", call, result_name(result), (int)result);
    return false;
}

static bool create_instance(struct vulkan *vulkan)
{
    const VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .apiVersion = VK_API_VERSION_1_1,
    };
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
    };
    const VkResult result = vkCreateInstance(&info, NULL, &vulkan->instance);
    vulkan->is_absent = result == VK_ERROR_INCOMPATIBLE_DRIVER;
    return vulkan_succeeded("vkCreateInstance", result);
}

/* Finds queues that take kernels. */
static bool find_queue_family(VkPhysicalDevice device, uint32_t *family)
{
    VkQueueFamilyProperties families[32];
    uint32_t count = 32;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
    for (*family = 0; *family < count; ++*family) {
        if (families[*family].queueFlags & VK_QUEUE_COMPUTE_BIT) {
            return true;
        }
    }
    return false;
}

static bool choose_device(struct vulkan *vulkan)
{
    VkPhysicalDevice devices[16];
    VkPhysicalDeviceProperties properties, chosen = {0};
    uint32_t count = 16, family;
    if (!CHECK(vkEnumeratePhysicalDevices(vulkan->instance, &count, devices))) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        const bool is_better =
            vulkan->physical_device == VK_NULL_HANDLE ||
            (chosen.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU && properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU);
        if (is_better && properties.apiVersion >= VK_API_VERSION_1_1 && find_queue_family(devices[i], &family)) {
            vulkan->physical_device = devices[i];
            vulkan->queue_family = family;
            chosen = properties;
        }
    }
    vulkan->is_absent = vulkan->physical_device == VK_NULL_HANDLE;
    if (vulkan->is_absent) {
        fprintf(stderr, "there is no device with Vulkan 1.1\n");
        return false;
    }
    printf("device: %s\n", chosen.deviceName);
    return true;
}

static bool create_device(struct vulkan *vulkan)
{
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = vulkan->queue_family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
    };
    if (!CHECK(vkCreateDevice(vulkan->physical_device, &info, NULL, &vulkan->device))) {
        return false;
    }
    vkGetDeviceQueue(vulkan->device, vulkan->queue_family, 0, &vulkan->queue);
    return true;
}

static bool create_commands(struct vulkan *vulkan)
{
    const VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .queueFamilyIndex = vulkan->queue_family,
    };
    if (!CHECK(vkCreateCommandPool(vulkan->device, &pool, NULL, &vulkan->command_pool))) {
        return false;
    }
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = vulkan->command_pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    return CHECK(vkAllocateCommandBuffers(vulkan->device, &info, &vulkan->commands));
}

bool vulkan_open(struct vulkan *vulkan)
{
    return create_instance(vulkan) && choose_device(vulkan) && create_device(vulkan) && create_commands(vulkan);
}

void vulkan_close(struct vulkan *vulkan)
{
    if (vulkan->device != VK_NULL_HANDLE) {
        vkDestroyCommandPool(vulkan->device, vulkan->command_pool, NULL);
        vkDestroyDevice(vulkan->device, NULL);
    }
    if (vulkan->instance != VK_NULL_HANDLE) {
        vkDestroyInstance(vulkan->instance, NULL);
    }
}

int vulkan_exit_status(const struct vulkan *vulkan, bool is_done)
{
    return is_done ? 0 : vulkan->is_absent ? 77 : 1;
}

/* The first type of memory that a buffer may have and that has all properties. */
static bool find_memory_type(const struct vulkan *vulkan, uint32_t allowed, VkMemoryPropertyFlags properties,
                             uint32_t *type)
{
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(vulkan->physical_device, &memory);
    for (*type = 0; *type < memory.memoryTypeCount; ++*type) {
        const bool has_all = (memory.memoryTypes[*type].propertyFlags & properties) == properties;
        if (has_all && (allowed & (UINT32_C(1) << *type))) {
            return true;
        }
    }
    fprintf(stderr, "no type of memory has the properties %#x\n", (unsigned)properties);
    return false;
}

static bool allocate_memory(const struct vulkan *vulkan, VkMemoryPropertyFlags properties, struct buffer *buffer)
{
    VkMemoryRequirements needs;
    uint32_t type;
    vkGetBufferMemoryRequirements(vulkan->device, buffer->handle, &needs);
    if (!find_memory_type(vulkan, needs.memoryTypeBits, properties, &type)) {
        return false;
    }
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needs.size,
        .memoryTypeIndex = type,
    };
    return CHECK(vkAllocateMemory(vulkan->device, &info, NULL, &buffer->memory)) &&
           CHECK(vkBindBufferMemory(vulkan->device, buffer->handle, buffer->memory, 0));
}

bool buffer_create(const struct vulkan *vulkan, VkDeviceSize bytes, VkMemoryPropertyFlags properties,
                   struct buffer *buffer)
{
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = bytes,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT,
    };
    if (!CHECK(vkCreateBuffer(vulkan->device, &info, NULL, &buffer->handle)) ||
        !allocate_memory(vulkan, properties, buffer)) {
        return false;
    }
    return (properties & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) == 0 ||
           CHECK(vkMapMemory(vulkan->device, buffer->memory, 0, VK_WHOLE_SIZE, 0, &buffer->mapped));
}

void buffer_destroy(const struct vulkan *vulkan, struct buffer *buffer)
{
    if (vulkan->device != VK_NULL_HANDLE) {
        vkDestroyBuffer(vulkan->device, buffer->handle, NULL);
        vkFreeMemory(vulkan->device, buffer->memory, NULL); /* Unmaps it, too. */
    }
}
