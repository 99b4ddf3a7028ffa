#include "faulty_vulkan.h"

#include <dlfcn.h>
#include <string.h>

faulty_vulkan faults;

void *__real_dlopen(const char *file, int mode);
void *__real_dlsym(void *library, const char *name);
void *__wrap_dlopen(const char *file, int mode);
void *__wrap_dlsym(void *library, const char *name);

/* Functions that may fail, with their parameters and what is passed on. */
#define FALLIBLE_FUNCTIONS(X)                                                                                          \
    X(AllocateCommandBuffers, (VkDevice a, const VkCommandBufferAllocateInfo *b, VkCommandBuffer *c), (a, b, c))       \
    X(AllocateDescriptorSets, (VkDevice a, const VkDescriptorSetAllocateInfo *b, VkDescriptorSet *c), (a, b, c))       \
    X(BeginCommandBuffer, (VkCommandBuffer a, const VkCommandBufferBeginInfo *b), (a, b))                              \
    X(BindBufferMemory, (VkDevice a, VkBuffer b, VkDeviceMemory c, VkDeviceSize d), (a, b, c, d))                      \
    X(CreateBuffer, (VkDevice a, const VkBufferCreateInfo *b, const VkAllocationCallbacks *c, VkBuffer *d),            \
      (a, b, c, d))                                                                                                    \
    X(CreateCommandPool,                                                                                               \
      (VkDevice a, const VkCommandPoolCreateInfo *b, const VkAllocationCallbacks *c, VkCommandPool *d), (a, b, c, d))  \
    X(CreateComputePipelines,                                                                                          \
      (VkDevice a, VkPipelineCache b, uint32_t c, const VkComputePipelineCreateInfo *d,                                \
       const VkAllocationCallbacks *e, VkPipeline *f),                                                                 \
      (a, b, c, d, e, f))                                                                                              \
    X(CreateDescriptorPool,                                                                                            \
      (VkDevice a, const VkDescriptorPoolCreateInfo *b, const VkAllocationCallbacks *c, VkDescriptorPool *d),          \
      (a, b, c, d))                                                                                                    \
    X(CreateDescriptorSetLayout,                                                                                       \
      (VkDevice a, const VkDescriptorSetLayoutCreateInfo *b, const VkAllocationCallbacks *c,                           \
       VkDescriptorSetLayout *d),                                                                                      \
      (a, b, c, d))                                                                                                    \
    X(CreateDevice, (VkPhysicalDevice a, const VkDeviceCreateInfo *b, const VkAllocationCallbacks *c, VkDevice *d),    \
      (a, b, c, d))                                                                                                    \
    X(CreateFence, (VkDevice a, const VkFenceCreateInfo *b, const VkAllocationCallbacks *c, VkFence *d), (a, b, c, d)) \
    X(CreatePipelineLayout,                                                                                            \
      (VkDevice a, const VkPipelineLayoutCreateInfo *b, const VkAllocationCallbacks *c, VkPipelineLayout *d),          \
      (a, b, c, d))                                                                                                    \
    X(CreateQueryPool, (VkDevice a, const VkQueryPoolCreateInfo *b, const VkAllocationCallbacks *c, VkQueryPool *d),   \
      (a, b, c, d))                                                                                                    \
    X(CreateSemaphore, (VkDevice a, const VkSemaphoreCreateInfo *b, const VkAllocationCallbacks *c, VkSemaphore *d),   \
      (a, b, c, d))                                                                                                    \
    X(CreateShaderModule,                                                                                              \
      (VkDevice a, const VkShaderModuleCreateInfo *b, const VkAllocationCallbacks *c, VkShaderModule *d),              \
      (a, b, c, d))                                                                                                    \
    X(EndCommandBuffer, (VkCommandBuffer a), (a))                                                                      \
    X(GetPipelineCacheData, (VkDevice a, VkPipelineCache b, size_t * c, void *d), (a, b, c, d))                        \
    X(GetQueryPoolResults,                                                                                             \
      (VkDevice a, VkQueryPool b, uint32_t c, uint32_t d, size_t e, void *f, VkDeviceSize g, VkQueryResultFlags h),    \
      (a, b, c, d, e, f, g, h))                                                                                        \
    X(ResetCommandPool, (VkDevice a, VkCommandPool b, VkCommandPoolResetFlags c), (a, b, c))                           \
    X(ResetDescriptorPool, (VkDevice a, VkDescriptorPool b, VkDescriptorPoolResetFlags c), (a, b, c))                  \
    X(ResetFences, (VkDevice a, uint32_t b, const VkFence *c), (a, b, c))

/* Functions with a lie of their own. */
#define SPECIAL_FUNCTIONS(X)                  \
    X(AllocateMemory)                         \
    X(CreateInstance)                         \
    X(CreatePipelineCache)                    \
    X(EnumerateDeviceExtensionProperties)     \
    X(EnumerateInstanceLayerProperties)       \
    X(EnumerateInstanceVersion)               \
    X(EnumeratePhysicalDevices)               \
    X(GetDeviceProcAddr)                      \
    X(GetPhysicalDeviceFeatures2)             \
    X(GetPhysicalDeviceMemoryProperties2)     \
    X(GetPhysicalDeviceProperties)            \
    X(GetPhysicalDeviceProperties2)           \
    X(GetPhysicalDeviceQueueFamilyProperties) \
    X(MapMemory)                              \
    X(QueueSubmit)                            \
    X(QueueWaitIdle)                          \
    X(UpdateDescriptorSets)                   \
    X(WaitForFences)

/* The real ones, kept when the library looks them up. */
static struct {
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
#define MEMBER(name) PFN_vk##name name;
#define FALLIBLE_MEMBER(name, parameters, arguments) MEMBER(name)
    FALLIBLE_FUNCTIONS(FALLIBLE_MEMBER)
    SPECIAL_FUNCTIONS(MEMBER)
#undef FALLIBLE_MEMBER
#undef MEMBER
} real;

static _Atomic(void *) last_mapped;

static bool fails_now(void)
{
    return ++faults.calls == faults.failing_call;
}

#define FALLIBLE(name, parameters, arguments)                                   \
    static VKAPI_ATTR VkResult VKAPI_CALL faulty_##name parameters              \
    {                                                                           \
        return fails_now() ? VK_ERROR_OUT_OF_HOST_MEMORY : real.name arguments; \
    }
FALLIBLE_FUNCTIONS(FALLIBLE)
#undef FALLIBLE

static VKAPI_ATTR VkResult VKAPI_CALL faulty_CreateInstance(const VkInstanceCreateInfo *info,
                                                            const VkAllocationCallbacks *allocator,
                                                            VkInstance *instance)
{
    return faults.instance_result != VK_SUCCESS ? faults.instance_result
                                                : real.CreateInstance(info, allocator, instance);
}

static VKAPI_ATTR VkResult VKAPI_CALL faulty_EnumerateInstanceVersion(uint32_t *version)
{
    VkResult result = real.EnumerateInstanceVersion(version);
    if (faults.instance_version != 0) {
        *version = faults.instance_version;
    }
    return result;
}

/* A NULL array is a question for their number, which gets no lie. */
static void overstate(uint32_t *count, const void *written)
{
    *count += written != NULL ? faults.overstatement : 0;
}

static VKAPI_ATTR VkResult VKAPI_CALL faulty_EnumerateInstanceLayerProperties(uint32_t *count,
                                                                              VkLayerProperties *layers)
{
    VkResult result = real.EnumerateInstanceLayerProperties(count, layers);
    overstate(count, layers);
    return result;
}

static VkResult list_physical_devices(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices)
{
    if (faults.has_no_devices) {
        *count = 0;
        return VK_SUCCESS;
    }
    if (faults.copies == 0 || devices == NULL) {
        VkResult result = real.EnumeratePhysicalDevices(instance, count, devices);
        *count *= faults.copies == 0 ? 1 : faults.copies;
        return result;
    }
    VkPhysicalDevice found[64];
    uint32_t found_count = sizeof found / sizeof found[0];
    uint32_t capacity = *count;
    VkResult result = real.EnumeratePhysicalDevices(instance, &found_count, found);
    for (*count = 0; *count < capacity && *count < found_count * faults.copies; (*count)++) {
        devices[*count] = found[*count / faults.copies];
    }
    return *count < found_count * faults.copies ? VK_INCOMPLETE : result;
}

static VKAPI_ATTR VkResult VKAPI_CALL faulty_EnumeratePhysicalDevices(VkInstance instance, uint32_t *count,
                                                                      VkPhysicalDevice *devices)
{
    VkResult result = list_physical_devices(instance, count, devices);
    overstate(count, devices);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL faulty_GetPhysicalDeviceMemoryProperties2(VkPhysicalDevice device,
                                                                            VkPhysicalDeviceMemoryProperties2 *memory)
{
    real.GetPhysicalDeviceMemoryProperties2(device, memory);
    overstate(&memory->memoryProperties.memoryHeapCount, memory);
    overstate(&memory->memoryProperties.memoryTypeCount, memory);
}

static VKAPI_ATTR VkResult VKAPI_CALL faulty_EnumerateDeviceExtensionProperties(VkPhysicalDevice device,
                                                                                const char *layer, uint32_t *count,
                                                                                VkExtensionProperties *extensions)
{
    if (faults.has_no_extensions) {
        *count = 0;
        return VK_SUCCESS;
    }
    VkResult result = real.EnumerateDeviceExtensionProperties(device, layer, count, extensions);
    overstate(count, extensions);
    return result;
}

static void change(uint32_t *property, uint32_t lie)
{
    *property = lie != 0 ? lie : *property;
}

static void change_properties(VkPhysicalDeviceProperties *properties)
{
    VkPhysicalDeviceLimits *limits = &properties->limits;
    change(&properties->apiVersion, faults.device_version);
    change(&limits->maxPerStageDescriptorStorageBuffers, faults.storage_buffers);
    change(&limits->maxStorageBufferRange, faults.storage_range);
    change(&limits->maxComputeWorkGroupInvocations, faults.group_threads);
    change(&limits->maxComputeWorkGroupSize[0], faults.group_threads);
    change(&limits->maxPushConstantsSize, faults.push_bytes);
    if (faults.is_discrete) {
        properties->deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    }
}

static VKAPI_ATTR void VKAPI_CALL faulty_GetPhysicalDeviceFeatures2(VkPhysicalDevice device,
                                                                    VkPhysicalDeviceFeatures2 *features)
{
    real.GetPhysicalDeviceFeatures2(device, features);
    if (faults.has_no_float64) {
        features->features.shaderFloat64 = VK_FALSE;
    }
    if (faults.has_no_wide_atomics) {
        features->features.shaderInt64 = VK_FALSE;
    }
}

static VKAPI_ATTR void VKAPI_CALL faulty_GetPhysicalDeviceProperties(VkPhysicalDevice device,
                                                                     VkPhysicalDeviceProperties *properties)
{
    real.GetPhysicalDeviceProperties(device, properties);
    change_properties(properties);
}

static VKAPI_ATTR void VKAPI_CALL faulty_GetPhysicalDeviceProperties2(VkPhysicalDevice device,
                                                                      VkPhysicalDeviceProperties2 *properties)
{
    real.GetPhysicalDeviceProperties2(device, properties);
    change_properties(&properties->properties);
    for (VkBaseOutStructure *next = properties->pNext; next != NULL; next = next->pNext) {
        if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES && faults.has_no_subgroup_arithmetic) {
            VkPhysicalDeviceSubgroupProperties *subgroups = (VkPhysicalDeviceSubgroupProperties *)next;
            subgroups->supportedOperations &= ~(VkSubgroupFeatureFlags)VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;
        }
        if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES &&
            faults.has_no_float_controls) {
            ((VkPhysicalDeviceFloatControlsProperties *)next)->shaderRoundingModeRTEFloat32 = VK_FALSE;
        }
    }
}

static VKAPI_ATTR void VKAPI_CALL faulty_GetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice device,
                                                                                uint32_t *count,
                                                                                VkQueueFamilyProperties *families)
{
    real.GetPhysicalDeviceQueueFamilyProperties(device, count, families);
    for (uint32_t i = 0; families != NULL && i < *count; i++) {
        if (faults.has_no_compute) {
            families[i].queueFlags &= ~(VkQueueFlags)VK_QUEUE_COMPUTE_BIT;
        }
        if (faults.has_no_timestamps) {
            families[i].timestampValidBits = 0;
        }
    }
    overstate(count, families);
}

static VKAPI_ATTR VkResult VKAPI_CALL faulty_AllocateMemory(VkDevice device, const VkMemoryAllocateInfo *info,
                                                            const VkAllocationCallbacks *allocator,
                                                            VkDeviceMemory *memory)
{
    bool is_too_large = faults.is_short_of_memory && info->allocationSize > faults.largest_allocation;
    return fails_now() || is_too_large ? VK_ERROR_OUT_OF_DEVICE_MEMORY
                                       : real.AllocateMemory(device, info, allocator, memory);
}

static VKAPI_ATTR VkResult VKAPI_CALL faulty_MapMemory(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset,
                                                       VkDeviceSize size, VkMemoryMapFlags flags, void **mapped)
{
    VkResult result = fails_now() ? VK_ERROR_MEMORY_MAP_FAILED
                                  : real.MapMemory(device, memory, offset, size, flags, mapped);
    last_mapped = result == VK_SUCCESS ? *mapped : last_mapped;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL faulty_CreatePipelineCache(VkDevice device, const VkPipelineCacheCreateInfo *info,
                                                                 const VkAllocationCallbacks *allocator,
                                                                 VkPipelineCache *cache)
{
    faults.initial_cache_bytes = info->initialDataSize;
    return fails_now() ? VK_ERROR_OUT_OF_HOST_MEMORY : real.CreatePipelineCache(device, info, allocator, cache);
}

/* A lost device stays so; what was submitted before ends for all that. */
static VKAPI_ATTR VkResult VKAPI_CALL faulty_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *infos,
                                                         VkFence fence)
{
    faults.is_lost = ++faults.submits == faults.losing_submit || faults.is_lost;
    if (faults.on_queue_use != NULL) {
        faults.on_queue_use();
    }
    if (faults.is_lost) {
        return VK_ERROR_DEVICE_LOST;
    }
    return fails_now() ? VK_ERROR_OUT_OF_HOST_MEMORY : real.QueueSubmit(queue, count, infos, fence);
}

static VKAPI_ATTR VkResult VKAPI_CALL faulty_QueueWaitIdle(VkQueue queue)
{
    if (faults.on_queue_use != NULL) {
        faults.on_queue_use();
    }
    VkResult result = real.QueueWaitIdle(queue);
    return faults.is_lost ? VK_ERROR_DEVICE_LOST : result;
}

static VKAPI_ATTR void VKAPI_CALL faulty_UpdateDescriptorSets(VkDevice device, uint32_t count,
                                                              const VkWriteDescriptorSet *writes, uint32_t copy_count,
                                                              const VkCopyDescriptorSet *copies)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; writes[i].pBufferInfo != NULL && k < writes[i].descriptorCount; k++) {
            VkDeviceSize bytes = writes[i].pBufferInfo[k].range;
            faults.widest_binding = bytes > faults.widest_binding ? bytes : faults.widest_binding;
        }
    }
    real.UpdateDescriptorSets(device, count, writes, copy_count, copies);
}

/* It waits, whatever it says afterwards: no driver uses memory that was freed because of a lie. */
static VKAPI_ATTR VkResult VKAPI_CALL faulty_WaitForFences(VkDevice device, uint32_t count, const VkFence *fences,
                                                           VkBool32 all, uint64_t timeout)
{
    VkResult result = real.WaitForFences(device, count, fences, all, timeout);
    faults.is_lost = ++faults.waits == faults.losing_wait || faults.is_lost;
    if ((faults.is_inexact && faults.waits == 1) || (faults.is_inexact_in_float64 && faults.waits == 2)) {
        ((uint32_t *)last_mapped)[0] ^= 1u;
    }
    if (faults.is_lost) {
        return VK_ERROR_DEVICE_LOST;
    }
    return fails_now() ? VK_ERROR_OUT_OF_HOST_MEMORY : result;
}

static PFN_vkVoidFunction faulty_GetDeviceProcAddr(VkDevice device, const char *name);

/* The function instead of a real one, which is kept; the real one where nothing is to be faulty. */
static PFN_vkVoidFunction replace(const char *name, PFN_vkVoidFunction found)
{
    if (faults.missing_function != NULL && strcmp(name, faults.missing_function) == 0) {
        return NULL;
    }
#define REPLACE(function)                                     \
    if (found != NULL && strcmp(name, "vk" #function) == 0) { \
        real.function = (PFN_vk##function)found;              \
        return (PFN_vkVoidFunction)faulty_##function;         \
    }
#define REPLACE_FALLIBLE(function, parameters, arguments) REPLACE(function)
    FALLIBLE_FUNCTIONS(REPLACE_FALLIBLE)
    SPECIAL_FUNCTIONS(REPLACE)
#undef REPLACE_FALLIBLE
#undef REPLACE
    return found;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL faulty_GetDeviceProcAddr(VkDevice device, const char *name)
{
    return replace(name, real.GetDeviceProcAddr(device, name));
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL faulty_GetInstanceProcAddr(VkInstance instance, const char *name)
{
    return replace(name, real.GetInstanceProcAddr(instance, name));
}

void *__wrap_dlopen(const char *file, int mode)
{
    return __real_dlopen(faults.has_no_loader ? "/nowhere/libvulkan.so.1" : file, mode);
}

void *__wrap_dlsym(void *library, const char *name)
{
    void *symbol = __real_dlsym(library, name);
    if (symbol == NULL || strcmp(name, "vkGetInstanceProcAddr") != 0) {
        return symbol;
    }
    if (faults.has_no_entry) {
        return NULL;
    }
    PFN_vkGetInstanceProcAddr entry = faulty_GetInstanceProcAddr;
    memcpy(&real.GetInstanceProcAddr, &symbol, sizeof symbol);
    memcpy(&symbol, &entry, sizeof symbol);
    return symbol;
}

PFN_vkGetInstanceProcAddr faulty_vulkan_entry(void)
{
    void *library = __real_dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    void *symbol = library != NULL ? __wrap_dlsym(library, "vkGetInstanceProcAddr") : NULL;
    PFN_vkGetInstanceProcAddr entry = NULL;
    memcpy(&entry, &symbol, sizeof symbol);
    return entry;
}
