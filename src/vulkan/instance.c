#include "instance.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "table_layout.h"

#define VALIDATION_LAYER "VK_LAYER_KHRONOS_validation"
#define MOST_LAYERS 64u
#define MOST_FAMILIES 32u
#define MOST_EXTENSIONS 1024u

/*
 * Minimum limits of a device. The line shaders of distance fields use 84 bytes of push constants, and the row shaders
 * of noise's sample stage 9 KiB of shared memory. Lines of distance fields use all shared memory that there is.
 */
#define MIN_PUSH_BYTES 128u
#define MIN_SHARED_BYTES 16384u

static VKAPI_ATTR VkBool32 VKAPI_CALL take_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                   VkDebugUtilsMessageTypeFlagsEXT types,
                                                   const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    (void)severity;
    (void)types;
    scree_log(user, SCREE_LOG_ERROR, "Vulkan validation: %s", data->pMessage);
    return VK_FALSE;
}

static bool wants_validation(void)
{
    const char *text = getenv("SCREE_VULKAN_VALIDATION");
    return text != NULL && strcmp(text, "1") == 0;
}

/*
 * Limits a count from a driver, which may report more entries than there was room for, or more than it wrote; arrays
 * are zeroed before.
 */
static uint32_t written(uint32_t count, uint32_t room)
{
    return count < room ? count : room;
}

static bool has_validation_layer(const scree_vulkan_instance *instance)
{
    VkLayerProperties layers[MOST_LAYERS] = {0};
    uint32_t count = MOST_LAYERS;
    VkResult result = instance->call.EnumerateInstanceLayerProperties(&count, layers);
    count = result == VK_SUCCESS || result == VK_INCOMPLETE ? written(count, MOST_LAYERS) : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (strncmp(layers[i].layerName, VALIDATION_LAYER, sizeof layers[i].layerName) == 0) {
            return true;
        }
    }
    return false;
}

static void find_global_functions(scree_vulkan_instance *instance)
{
#define FIND(name) \
    instance->call.name = (PFN_vk##name)(void (*)(void))instance->call.GetInstanceProcAddr(NULL, "vk" #name);
    SCREE_VULKAN_GLOBAL_FUNCTIONS(FIND)
#undef FIND
}

/* False if a function is missing. */
static bool find_instance_functions(scree_vulkan_instance *instance)
{
    bool is_whole = true;
#define FIND(name)                                                                                      \
    instance->call.name =                                                                               \
        (PFN_vk##name)(void (*)(void))instance->call.GetInstanceProcAddr(instance->handle, "vk" #name); \
    is_whole = is_whole && instance->call.name != NULL;
    SCREE_VULKAN_INSTANCE_FUNCTIONS(FIND)
    bool is_complete = is_whole;
    FIND(CreateDebugUtilsMessengerEXT)
    FIND(DestroyDebugUtilsMessengerEXT)
#undef FIND
    return is_complete;
}

static const VkDebugUtilsMessengerCreateInfoEXT messenger_info = {
    .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
    .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
    .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
    .pfnUserCallback = take_message,
};

static VkResult create_instance(scree_vulkan_instance *instance, bool validates)
{
    static const char *const layers[] = {VALIDATION_LAYER};
    static const char *const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                             VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
    static const VkValidationFeatureEnableEXT checks[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                        .enabledValidationFeatureCount = 1,
                                        .pEnabledValidationFeatures = checks};
    uint32_t version = VK_API_VERSION_1_0;
    if (instance->call.EnumerateInstanceVersion != NULL) {
        instance->call.EnumerateInstanceVersion(&version);
    }
    if (version < VK_API_VERSION_1_1) {
        return VK_ERROR_INCOMPATIBLE_DRIVER;
    }
    VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pEngineName = "scree", .apiVersion = VK_API_VERSION_1_2};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    if (validates) {
        info.pNext = &features;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = layers;
        info.enabledExtensionCount = 2;
        info.ppEnabledExtensionNames = extensions;
    }
    return instance->call.CreateInstance(&info, NULL, &instance->handle);
}

static scree_result open_loader(scree_vulkan_instance *instance, char *reason, size_t reason_size)
{
    const char *message = NULL;
    instance->library = scree_os_library_open(scree_os_vulkan_library, false, &message);
    if (instance->library == NULL) {
        snprintf(reason, reason_size, "there is no Vulkan loader: %s", message);
        return SCREE_ERROR_UNSUPPORTED;
    }
    void *symbol = scree_os_library_find(instance->library, "vkGetInstanceProcAddr");
    memcpy(&instance->call.GetInstanceProcAddr, &symbol, sizeof symbol);
    if (symbol != NULL) {
        find_global_functions(instance);
    }
    if (symbol == NULL || instance->call.CreateInstance == NULL) {
        snprintf(reason, reason_size, "%s is no Vulkan loader", scree_os_vulkan_library);
        return SCREE_ERROR_UNSUPPORTED;
    }
    return SCREE_OK;
}

scree_result scree_vulkan_instance_open(scree_context *context, scree_vulkan_instance *instance, char *reason,
                                        size_t reason_size)
{
    *instance = (scree_vulkan_instance){.context = context};
    scree_result result = open_loader(instance, reason, reason_size);
    bool validates = wants_validation();
    if (result == SCREE_OK && validates && !has_validation_layer(instance)) {
        snprintf(reason, reason_size, "SCREE_VULKAN_VALIDATION is 1, but there is no " VALIDATION_LAYER);
        result = SCREE_ERROR_UNSUPPORTED;
    }
    if (result == SCREE_OK) {
        VkResult created = create_instance(instance, validates);
        if (created != VK_SUCCESS) {
            instance->handle = VK_NULL_HANDLE;
            snprintf(reason, reason_size, "%s (VkResult %d)",
                     created == VK_ERROR_INCOMPATIBLE_DRIVER ? "the Vulkan loader found no driver"
                                                             : "the Vulkan loader could not create an instance",
                     (int)created);
            result = SCREE_ERROR_UNSUPPORTED;
        }
    }
    if (result == SCREE_OK && !find_instance_functions(instance)) {
        snprintf(reason, reason_size, "the Vulkan loader lacks functions of version 1.1");
        result = SCREE_ERROR_UNSUPPORTED;
    }
    if (result == SCREE_OK && validates) {
        VkDebugUtilsMessengerCreateInfoEXT info = messenger_info;
        info.pUserData = context;
        instance->call.CreateDebugUtilsMessengerEXT(instance->handle, &info, NULL, &instance->messenger);
    }
    if (result != SCREE_OK) {
        scree_vulkan_instance_close(instance);
    }
    return result;
}

scree_result scree_vulkan_instance_adopt(scree_context *context, scree_vulkan_instance *instance, VkInstance handle,
                                         PFN_vkGetInstanceProcAddr get)
{
    *instance = (scree_vulkan_instance){.context = context, .handle = handle, .call = {.GetInstanceProcAddr = get}};
    return find_instance_functions(instance) ? SCREE_OK : SCREE_ERROR_UNSUPPORTED;
}

void scree_vulkan_instance_close(scree_vulkan_instance *instance)
{
    if (instance->library == NULL) {
        return;
    }
    if (instance->messenger != VK_NULL_HANDLE) {
        instance->call.DestroyDebugUtilsMessengerEXT(instance->handle, instance->messenger, NULL);
    }
    if (instance->handle != VK_NULL_HANDLE && instance->call.DestroyInstance != NULL) {
        instance->call.DestroyInstance(instance->handle, NULL);
    }
    scree_os_library_close(instance->library);
    *instance = (scree_vulkan_instance){0};
}

uint32_t scree_vulkan_physical_devices(const scree_vulkan_instance *instance, VkPhysicalDevice *devices,
                                       uint32_t capacity)
{
    uint32_t count = capacity;
    uint32_t found = 0;
    memset(devices, 0, capacity * sizeof(VkPhysicalDevice));
    VkResult result = instance->call.EnumeratePhysicalDevices(instance->handle, &count, devices);
    count = result == VK_SUCCESS || result == VK_INCOMPLETE ? written(count, capacity) : 0;
    while (found < count && devices[found] != VK_NULL_HANDLE) {
        found++;
    }
    return found;
}

static bool has_extension(const VkExtensionProperties *extensions, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strncmp(extensions[i].extensionName, name, sizeof extensions[i].extensionName) == 0) {
            return true;
        }
    }
    return false;
}

static void inspect_extensions(const scree_vulkan_instance *instance, scree_vulkan_traits *traits)
{
    uint32_t count = MOST_EXTENSIONS;
    VkExtensionProperties *extensions = calloc(count, sizeof *extensions);
    VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;
    if (extensions != NULL) {
        result = instance->call.EnumerateDeviceExtensionProperties(traits->physical, NULL, &count, extensions);
    }
    if (result == VK_SUCCESS || result == VK_INCOMPLETE) {
        count = written(count, MOST_EXTENSIONS);
        traits->has_memory_budget = has_extension(extensions, count, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
        traits->has_executables =
            has_extension(extensions, count, VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
        traits->has_float_controls = has_extension(extensions, count, VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
        traits->has_wide_atomics = has_extension(extensions, count, VK_KHR_SHADER_ATOMIC_INT64_EXTENSION_NAME);
        traits->bus.is_known = has_extension(extensions, count, VK_EXT_PCI_BUS_INFO_EXTENSION_NAME);
    }
    free(extensions);
    traits->needs_controls_extension = traits->has_float_controls && traits->version < VK_API_VERSION_1_2;
    traits->has_float_controls = traits->has_float_controls || traits->version >= VK_API_VERSION_1_2;
    traits->needs_atomics_extension = traits->has_wide_atomics && traits->version < VK_API_VERSION_1_2;
    traits->has_wide_atomics = traits->has_wide_atomics || traits->version >= VK_API_VERSION_1_2;
}

static uint32_t list_families(const scree_vulkan_instance *instance, VkPhysicalDevice physical,
                              VkQueueFamilyProperties families[MOST_FAMILIES])
{
    uint32_t count = MOST_FAMILIES;
    memset(families, 0, MOST_FAMILIES * sizeof *families);
    instance->call.GetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    return written(count, MOST_FAMILIES);
}

static void inspect_queues(const scree_vulkan_instance *instance, scree_vulkan_traits *traits)
{
    VkQueueFamilyProperties families[MOST_FAMILIES];
    const uint32_t count = list_families(instance, traits->physical, families);
    traits->compute_family = SCREE_VULKAN_NO_FAMILY;
    traits->transfer_family = SCREE_VULKAN_NO_FAMILY;
    for (uint32_t i = count; i-- > 0;) {
        const VkQueueFlags flags = families[i].queueFlags;
        if (families[i].queueCount == 0) {
            continue;
        }
        if ((flags & VK_QUEUE_COMPUTE_BIT) != 0) {
            traits->compute_family = i;
            traits->timestamp_bits = families[i].timestampValidBits;
        } else if ((flags & VK_QUEUE_TRANSFER_BIT) != 0 && (flags & VK_QUEUE_GRAPHICS_BIT) == 0) {
            traits->transfer_family = i;
            traits->transfer_timestamp_bits = families[i].timestampValidBits;
        }
    }
    if (traits->transfer_family == SCREE_VULKAN_NO_FAMILY) {
        traits->transfer_family = traits->compute_family;
        traits->transfer_timestamp_bits = traits->timestamp_bits;
    }
}

bool scree_vulkan_use_family(const scree_vulkan_instance *instance, scree_vulkan_traits *traits, uint32_t family)
{
    VkQueueFamilyProperties families[MOST_FAMILIES];
    const uint32_t count = list_families(instance, traits->physical, families);
    if (family >= count || (families[family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
        return false;
    }
    traits->compute_family = family;
    traits->transfer_family = family;
    traits->timestamp_bits = families[family].timestampValidBits;
    traits->transfer_timestamp_bits = traits->timestamp_bits;
    return true;
}

VkPhysicalDeviceMemoryProperties scree_vulkan_memory_properties(const scree_vulkan_instance *instance,
                                                                VkPhysicalDevice physical, void *next)
{
    VkPhysicalDeviceMemoryProperties2 memory = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                                .pNext = next};
    instance->call.GetPhysicalDeviceMemoryProperties2(physical, &memory);
    VkPhysicalDeviceMemoryProperties found = memory.memoryProperties;
    found.memoryHeapCount = written(found.memoryHeapCount, VK_MAX_MEMORY_HEAPS);
    found.memoryTypeCount = written(found.memoryTypeCount, VK_MAX_MEMORY_TYPES);
    return found;
}

static uint64_t local_bytes(const VkPhysicalDeviceMemoryProperties *memory)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < memory->memoryHeapCount; i++) {
        if ((memory->memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0 &&
            memory->memoryHeaps[i].size > bytes) {
            bytes = memory->memoryHeaps[i].size;
        }
    }
    return bytes;
}

static scree_device_kind kind_of(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return SCREE_DEVICE_KIND_DISCRETE_GPU;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return SCREE_DEVICE_KIND_INTEGRATED_GPU;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return SCREE_DEVICE_KIND_VIRTUAL_GPU;
    default:
        return SCREE_DEVICE_KIND_SOFTWARE_GPU;
    }
}

/* Why a device cannot run the shaders at all. The self-test finds out whether it computes exactly. */
static void find_unsupported_reason(const scree_vulkan_traits *traits,
                                    const VkPhysicalDeviceSubgroupProperties *subgroups, char *reason, size_t size)
{
    const VkSubgroupFeatureFlags needed = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;
    reason[0] = '\0';
    if (traits->version < VK_API_VERSION_1_1) {
        snprintf(reason, size, "its Vulkan version is %u.%u; 1.1 is needed", VK_API_VERSION_MAJOR(traits->version),
                 VK_API_VERSION_MINOR(traits->version));
    } else if (traits->compute_family == SCREE_VULKAN_NO_FAMILY) {
        snprintf(reason, size, "it has no queue for compute shaders");
    } else if ((subgroups->supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0 ||
               (subgroups->supportedOperations & needed) != needed) {
        snprintf(reason, size, "it has no subgroup arithmetic in compute shaders");
    } else if (traits->limits.maxPerStageDescriptorStorageBuffers < BINDING_COUNT) {
        snprintf(reason, size, "a shader of it sees %u storage buffers; %d are needed",
                 traits->limits.maxPerStageDescriptorStorageBuffers, BINDING_COUNT);
    } else if (traits->limits.maxComputeWorkGroupInvocations < CONVERT_GROUP ||
               traits->limits.maxComputeWorkGroupSize[0] < CONVERT_GROUP) {
        snprintf(reason, size, "its work groups have %u threads; %d are needed",
                 traits->limits.maxComputeWorkGroupInvocations, CONVERT_GROUP);
    } else if (traits->limits.maxPushConstantsSize < MIN_PUSH_BYTES ||
               traits->limits.maxComputeSharedMemorySize < MIN_SHARED_BYTES) {
        snprintf(reason, size, "it has %u bytes of push constants and %u of shared memory; %u and %u are needed",
                 traits->limits.maxPushConstantsSize, traits->limits.maxComputeSharedMemorySize, MIN_PUSH_BYTES,
                 MIN_SHARED_BYTES);
    }
}

static void inspect_features(const scree_vulkan_instance *instance, scree_vulkan_traits *traits)
{
    VkPhysicalDeviceShaderAtomicInt64Features atomics = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES};
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pNext = traits->has_wide_atomics ? &atomics : NULL};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = traits->has_executables ? &executables : executables.pNext};
    instance->call.GetPhysicalDeviceFeatures2(traits->physical, &features);
    traits->has_float64 = features.features.shaderFloat64 == VK_TRUE;
    traits->has_wide_atomics = traits->has_wide_atomics && features.features.shaderInt64 == VK_TRUE &&
                               atomics.shaderBufferInt64Atomics == VK_TRUE;
    traits->has_executables = traits->has_executables && executables.pipelineExecutableInfo == VK_TRUE;
}

static void inspect_properties(const scree_vulkan_instance *instance, scree_vulkan_traits *traits,
                               scree_device_info *info)
{
    VkPhysicalDeviceFloatControlsProperties controls = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES};
    VkPhysicalDevicePCIBusInfoPropertiesEXT bus = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT,
        .pNext = traits->has_float_controls ? &controls : NULL};
    VkPhysicalDeviceMaintenance3Properties maintenance = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES,
        .pNext = traits->bus.is_known ? &bus : bus.pNext};
    VkPhysicalDeviceSubgroupProperties subgroups = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES,
                                                    .pNext = &maintenance};
    VkPhysicalDeviceIDProperties identity = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES,
                                             .pNext = &subgroups};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                              .pNext = &identity};
    instance->call.GetPhysicalDeviceProperties2(traits->physical, &properties);
    memcpy(info->uuid, identity.deviceUUID, sizeof info->uuid);
    traits->has_float_controls = traits->has_float_controls && controls.shaderRoundingModeRTEFloat32 == VK_TRUE &&
                                 controls.shaderSignedZeroInfNanPreserveFloat32 == VK_TRUE;
    traits->bus = (scree_lesson_bus){traits->bus.is_known, bus.pciDomain, bus.pciBus, bus.pciDevice, bus.pciFunction};
    traits->largest_allocation = maintenance.maxMemoryAllocationSize;
    find_unsupported_reason(traits, &subgroups, info->unsupported_reason, sizeof info->unsupported_reason);
}

void scree_vulkan_inspect(const scree_vulkan_instance *instance, VkPhysicalDevice physical, scree_vulkan_traits *traits,
                          scree_device_info *info)
{
    VkPhysicalDeviceProperties properties;
    const VkPhysicalDeviceMemoryProperties memory = scree_vulkan_memory_properties(instance, physical, NULL);
    instance->call.GetPhysicalDeviceProperties(physical, &properties);
    *traits = (scree_vulkan_traits){.physical = physical,
                                    .version = properties.apiVersion,
                                    .limits = properties.limits,
                                    .vendor = properties.vendorID,
                                    .device = properties.deviceID,
                                    .driver_version = properties.driverVersion};
    memcpy(traits->cache_uuid, properties.pipelineCacheUUID, sizeof traits->cache_uuid);
    info->backend = SCREE_BACKEND_VULKAN;
    info->kind = kind_of(properties.deviceType);
    info->memory_bytes = local_bytes(&memory);
    snprintf(info->name, sizeof info->name, "%.*s", (int)sizeof info->name - 1, properties.deviceName);
    inspect_queues(instance, traits);
    if (traits->version < VK_API_VERSION_1_1) {
        find_unsupported_reason(traits, NULL, info->unsupported_reason, sizeof info->unsupported_reason);
        return;
    }
    inspect_extensions(instance, traits);
    inspect_features(instance, traits);
    inspect_properties(instance, traits, info);
}

uint64_t scree_vulkan_free_bytes(const scree_vulkan_instance *instance, const scree_vulkan_traits *traits)
{
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    const VkPhysicalDeviceMemoryProperties memory =
        scree_vulkan_memory_properties(instance, traits->physical, traits->has_memory_budget ? &budget : NULL);
    if (!traits->has_memory_budget) {
        return local_bytes(&memory) / 4 * 3;
    }
    uint64_t most = 0;
    for (uint32_t i = 0; i < memory.memoryHeapCount; i++) {
        bool is_local = (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
        uint64_t unused = budget.heapBudget[i] > budget.heapUsage[i] ? budget.heapBudget[i] - budget.heapUsage[i] : 0;
        most = is_local && unused > most ? unused : most;
    }
    return most;
}
