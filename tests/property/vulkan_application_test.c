/*
 * An application that draws with Vulkan: its device, its queue and its buffers, which stay its own. All of it is made
 * here as an application makes it, under the validation layer.
 */
#include "vulkan_fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <scree/vulkan.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Functions that the application itself calls. */
#define INSTANCE_FUNCTIONS(X)            \
    X(CreateDebugUtilsMessengerEXT)      \
    X(CreateDevice)                      \
    X(DestroyDebugUtilsMessengerEXT)     \
    X(DestroyInstance)                   \
    X(EnumeratePhysicalDevices)          \
    X(GetDeviceProcAddr)                 \
    X(GetPhysicalDeviceMemoryProperties) \
    X(GetPhysicalDeviceProperties)       \
    X(GetPhysicalDeviceQueueFamilyProperties)

#define DEVICE_FUNCTIONS(X)        \
    X(AllocateCommandBuffers)      \
    X(AllocateMemory)              \
    X(BeginCommandBuffer)          \
    X(BindBufferMemory)            \
    X(CmdCopyBuffer)               \
    X(CmdPipelineBarrier)          \
    X(CreateBuffer)                \
    X(CreateCommandPool)           \
    X(DestroyBuffer)               \
    X(DestroyCommandPool)          \
    X(DestroyDevice)               \
    X(EndCommandBuffer)            \
    X(FreeMemory)                  \
    X(GetBufferMemoryRequirements) \
    X(GetDeviceQueue)              \
    X(MapMemory)                   \
    X(QueueSubmit)                 \
    X(QueueWaitIdle)

typedef struct application {
    PFN_vkGetInstanceProcAddr get;
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    uint32_t family;
    VkDevice device;
    VkQueue queue;
#define MEMBER(name) PFN_vk##name name;
    INSTANCE_FUNCTIONS(MEMBER)
    DEVICE_FUNCTIONS(MEMBER)
#undef MEMBER
} application;

static application app;

/* The application's own lock of its queue. */
static pthread_mutex_t queue_mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_locked;
static unsigned locks;
static unsigned uses;
static unsigned unlocked_uses;

static void lock_queue(void *user)
{
    assert_ptr_equal(user, &app);
    pthread_mutex_lock(&queue_mutex);
    is_locked = true;
    locks++;
}

static void unlock_queue(void *user)
{
    assert_ptr_equal(user, &app);
    is_locked = false;
    pthread_mutex_unlock(&queue_mutex);
}

static void watch_queue(void)
{
    uses++;
    unlocked_uses += !is_locked;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL take_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                   VkDebugUtilsMessageTypeFlagsEXT types,
                                                   const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    (void)severity;
    (void)types;
    (void)user;
    fprintf(stderr, "application: %s\n", data->pMessage);
    fixture_complaints++;
    return VK_FALSE;
}

/* As for the library's own instances: where the layer is not wanted it need not be there. */
static bool wants_validation(void)
{
    const char *text = getenv("SCREE_VULKAN_VALIDATION");
    return text != NULL && strcmp(text, "1") == 0;
}

static void create_instance(uint32_t version)
{
    static const char *const layers[] = {"VK_LAYER_KHRONOS_validation"};
    static const char *const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                             VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
    static const VkValidationFeatureEnableEXT checks[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                        .enabledValidationFeatureCount = 1,
                                        .pEnabledValidationFeatures = checks};
    VkApplicationInfo info = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = version};
    VkInstanceCreateInfo create = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                   .pNext = wants_validation() ? &features : NULL,
                                   .pApplicationInfo = &info,
                                   .enabledLayerCount = wants_validation() ? 1 : 0,
                                   .ppEnabledLayerNames = layers,
                                   .enabledExtensionCount = wants_validation() ? 2 : 0,
                                   .ppEnabledExtensionNames = extensions};
    VkDebugUtilsMessengerCreateInfoEXT messenger = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                    .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                                                                       VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                                    .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                                                                   VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
                                                    .pfnUserCallback = take_message};
    PFN_vkCreateInstance create_function =
        (PFN_vkCreateInstance)(void (*)(void))app.get(VK_NULL_HANDLE, "vkCreateInstance");
    assert_int_equal(create_function(&create, NULL, &app.instance), VK_SUCCESS);
#define FIND(name) app.name = (PFN_vk##name)(void (*)(void))app.get(app.instance, "vk" #name);
    INSTANCE_FUNCTIONS(FIND)
#undef FIND
    if (wants_validation()) {
        assert_int_equal(app.CreateDebugUtilsMessengerEXT(app.instance, &messenger, NULL, &app.messenger), VK_SUCCESS);
    }
}

/* A device of that version as far as the application knows, with nothing enabled. */
static void start_application(uint32_t version)
{
    static const float priority = 1.0f;
    VkPhysicalDevice devices[64];
    uint32_t count = COUNT_OF(devices);
    memset(&app, 0, sizeof app);
    app.get = faulty_vulkan_entry();
    assert_non_null(app.get);
    create_instance(version);
    assert_int_equal(app.EnumeratePhysicalDevices(app.instance, &count, devices), VK_SUCCESS);
    assert_true(vulkan_index < count);
    app.physical = devices[vulkan_index];
    VkQueueFamilyProperties families[32];
    uint32_t family_count = COUNT_OF(families);
    app.GetPhysicalDeviceQueueFamilyProperties(app.physical, &family_count, families);
    while ((families[app.family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
        app.family++;
    }
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = app.family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    assert_int_equal(app.CreateDevice(app.physical, &info, NULL, &app.device), VK_SUCCESS);
#define FIND(name) app.name = (PFN_vk##name)(void (*)(void))app.GetDeviceProcAddr(app.device, "vk" #name);
    DEVICE_FUNCTIONS(FIND)
#undef FIND
    app.GetDeviceQueue(app.device, app.family, 0, &app.queue);
}

static void end_application(void)
{
    app.DestroyDevice(app.device, NULL);
    if (wants_validation()) {
        app.DestroyDebugUtilsMessengerEXT(app.instance, app.messenger, NULL);
    }
    app.DestroyInstance(app.instance, NULL);
}

static scree_vulkan_handles handles_of(uint32_t version)
{
    scree_vulkan_handles handles = {.instance = app.instance,
                                    .physical_device = app.physical,
                                    .device = app.device,
                                    .queue = app.queue,
                                    .queue_family = app.family,
                                    .version = version};
    memcpy(&handles.get_instance_proc_addr, &app.get, sizeof app.get);
    return handles;
}

static scree_device *adopt(const scree_vulkan_handles *handles)
{
    scree_device *device = NULL;
    assert_int_equal(scree_vulkan_device_adopt(fixture_context, handles, &device), SCREE_OK);
    return device;
}

static void an_adopted_device_is_like_any_other(void **state)
{
    static const uint32_t versions[] = {VK_API_VERSION_1_1, VK_API_VERSION_1_2, VK_API_VERSION_1_3};
    for (size_t i = 0; i < COUNT_OF(versions); i++) {
        start_application(versions[i]);
        scree_vulkan_handles handles = handles_of(versions[i]);
        handles.queue = i == 1 ? NULL : handles.queue;
        scree_device *device = adopt(&handles);
        VkPhysicalDeviceProperties properties;
        scree_device_info info;
        app.GetPhysicalDeviceProperties(app.physical, &properties);
        assert_int_equal(scree_device_describe(device, &info), SCREE_OK);
        assert_int_equal(info.backend, SCREE_BACKEND_VULKAN);
        assert_int_equal(strncmp(info.name, properties.deviceName, sizeof info.name - 1), 0);
        gpu_assert_works(device);
        scree_device_close(&device);
        /* The application still owns its device, and may have it adopted again. */
        device = adopt(&handles);
        gpu_assert_works(device);
        scree_device_close(&device);
        end_application();
    }
}

static void the_queue_is_locked_round_every_use(void **state)
{
    start_application(VK_API_VERSION_1_2);
    scree_vulkan_handles handles = handles_of(VK_API_VERSION_1_2);
    handles.lock_queue = lock_queue;
    handles.unlock_queue = unlock_queue;
    handles.lock_user = &app;
    locks = 0;
    uses = 0;
    unlocked_uses = 0;
    faults.on_queue_use = watch_queue;
    scree_device *device = adopt(&handles);
    gpu_assert_works(device);
    assert_true(uses > 4);
    assert_int_equal(locks, uses);
    /* The device is lost between the two submissions of a slab: the first is waited for in another way. */
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 2, .count = {64, 64}, .step = {0.1}};
    kept_stream stream = gpu_stream(device, &params, &grid, NULL, false); /* Clocks are compared now. */
    gpu_clear(&stream);
    uses = 0;
    locks = 0;
    faults.submits = 0;
    faults.losing_submit = 2;
    stream = gpu_stream(device, &params, &grid, NULL, false);
    assert_int_equal(stream.result, SCREE_ERROR_DEVICE_LOST);
    gpu_clear(&stream);
    /* On a slow machine clocks are compared once more, which is a submission and takes the place of the slab's second.
     */
    assert_in_range(uses, 2, 3);
    assert_int_equal(locks, uses);
    assert_int_equal(unlocked_uses, 0);
    scree_device_close(&device);
    assert_false(is_locked);
    faults = (faulty_vulkan){0};
    end_application();
}

/* A buffer with memory that the host sees. */
typedef struct own_buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    uint32_t *words;
} own_buffer;

static own_buffer create_own(uint64_t bytes)
{
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    own_buffer buffer = {.words = NULL};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = bytes,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    assert_int_equal(app.CreateBuffer(app.device, &info, NULL, &buffer.handle), VK_SUCCESS);
    VkMemoryRequirements needs;
    VkPhysicalDeviceMemoryProperties memory;
    app.GetBufferMemoryRequirements(app.device, buffer.handle, &needs);
    app.GetPhysicalDeviceMemoryProperties(app.physical, &memory);
    uint32_t type = 0;
    while ((needs.memoryTypeBits >> type & 1u) == 0 || (memory.memoryTypes[type].propertyFlags & wanted) != wanted) {
        type++;
        assert_true(type < memory.memoryTypeCount);
    }
    VkMemoryAllocateInfo allocation = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
    assert_int_equal(app.AllocateMemory(app.device, &allocation, NULL, &buffer.memory), VK_SUCCESS);
    assert_int_equal(app.BindBufferMemory(app.device, buffer.handle, buffer.memory, 0), VK_SUCCESS);
    void *mapped = NULL;
    assert_int_equal(app.MapMemory(app.device, buffer.memory, 0, VK_WHOLE_SIZE, 0, &mapped), VK_SUCCESS);
    buffer.words = mapped;
    return buffer;
}

static void destroy_own(own_buffer *buffer)
{
    app.DestroyBuffer(app.device, buffer->handle, NULL);
    app.FreeMemory(app.device, buffer->memory, NULL);
}

/* As an application draws: something on the same queue that reads the buffer, without a barrier before it. */
static void copy_on_queue(VkBuffer from, VkBuffer to, uint64_t bytes)
{
    VkCommandPool pool = VK_NULL_HANDLE;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                         .queueFamilyIndex = app.family};
    VkBufferCopy region = {.size = bytes};
    VkMemoryBarrier to_host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    assert_int_equal(app.CreateCommandPool(app.device, &pool_info, NULL, &pool), VK_SUCCESS);
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = pool,
                                        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                        .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    assert_int_equal(app.AllocateCommandBuffers(app.device, &info, &commands), VK_SUCCESS);
    assert_int_equal(app.BeginCommandBuffer(commands, &begin), VK_SUCCESS);
    app.CmdCopyBuffer(commands, from, to, 1, &region);
    app.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0,
                           NULL, 0, NULL);
    assert_int_equal(app.EndCommandBuffer(commands), VK_SUCCESS);
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    assert_int_equal(app.QueueSubmit(app.queue, 1, &submit, VK_NULL_HANDLE), VK_SUCCESS);
    assert_int_equal(app.QueueWaitIdle(app.queue), VK_SUCCESS);
    app.DestroyCommandPool(app.device, pool, NULL);
}

/* The device that the lock of its queue calls, and how that ended. */
static scree_device *called_device;
static scree_result call_result;

static void lock_and_call(void *user)
{
    static const scree_noise_params params = {.octaves = 1};
    static const double position = 0.5;
    float value = 0.0f;
    (void)user;
    if (called_device != NULL) {
        call_result = noise_points(called_device, &params, 1, &position, 1, &value);
    }
}

static void unlock_nothing(void *user)
{
    (void)user;
}

/* It is called by a thread of a job, or by one that has the device to itself. */
static void the_lock_of_the_queue_may_not_wait_for_the_device(void **state)
{
    start_application(VK_API_VERSION_1_2);
    scree_vulkan_handles handles = handles_of(VK_API_VERSION_1_2);
    handles.lock_queue = lock_and_call;
    handles.unlock_queue = unlock_nothing;
    called_device = NULL;
    scree_device *device = adopt(&handles);
    scree_buffer *buffer = fixture_buffer(device, 64);
    called_device = device;
    call_result = SCREE_OK;
    alarm(WATCHDOG_SECONDS);
    gpu_assert_works(device);
    assert_int_equal(call_result, SCREE_ERROR_INVALID);
    call_result = SCREE_OK;
    assert_int_equal(scree_buffer_fill(buffer, 0, NULL), SCREE_OK);
    assert_int_equal(call_result, SCREE_ERROR_INVALID);
    alarm(0);
    assert_non_null(strstr(fixture_message, "vulkan ("));
    scree_buffer_destroy(&buffer);
    called_device = NULL;
    scree_device_close(&device);
    end_application();
}

static void an_adopted_buffer_is_filled_in_place(void **state)
{
    enum { WIDTH = 100, ROWS = 50, STRIDE = 128, OFFSET = 7, WORDS = OFFSET + STRIDE * ROWS };
    const size_t bytes = WORDS * sizeof(uint32_t);
    scree_noise_params params = {.octaves = 4, .seed = 3};
    scree_grid grid = {.axes = 2, .count = {WIDTH, ROWS}, .step = {0.07}, .row_stride = STRIDE};
    scree_job *job = NULL;
    uint32_t *expected = gpu_fill_canaries(&params, &grid, WORDS, OFFSET);
    start_application(VK_API_VERSION_1_2);
    scree_vulkan_handles handles = handles_of(VK_API_VERSION_1_2);
    scree_device *device = adopt(&handles);
    own_buffer own = create_own(bytes);
    own_buffer copy = create_own(bytes);
    uint64_t handle = (uint64_t)(uintptr_t)own.handle;
    scree_buffer *buffer = NULL;
    assert_int_equal(scree_vulkan_buffer_adopt(device, handle, bytes, &buffer), SCREE_OK);
    assert_true(scree_vulkan_buffer_handle(buffer) == handle);
    assert_int_equal(scree_buffer_bytes(buffer), bytes);
    assert_int_equal(scree_buffer_fill(buffer, GPU_CANARY, NULL), SCREE_OK);
    assert_int_equal(noise_job_fill_buffer(device, &params, &grid, buffer, OFFSET * 4, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    copy_on_queue(own.handle, copy.handle, bytes);
    assert_memory_equal(copy.words, expected, bytes);
    scree_job_release(&job);
    scree_buffer_destroy(&buffer);
    /* The buffer is still there, with what it held. */
    memset(copy.words, 0, bytes);
    copy_on_queue(own.handle, copy.handle, bytes);
    assert_memory_equal(copy.words, expected, bytes);
    scree_device_close(&device);
    destroy_own(&copy);
    destroy_own(&own);
    free(expected);
    end_application();
}

static scree_result adopt_wrong(const scree_vulkan_handles *handles)
{
    scree_device *device = (scree_device *)&app;
    scree_result result = scree_vulkan_device_adopt(fixture_context, handles, &device);
    assert_null(device);
    return result;
}

static void handles_are_checked(void **state)
{
    start_application(VK_API_VERSION_1_2);
    const scree_vulkan_handles right = handles_of(VK_API_VERSION_1_2);
    scree_vulkan_handles wrong[7];
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        wrong[i] = right;
    }
    wrong[0].get_instance_proc_addr = NULL;
    wrong[1].instance = NULL;
    wrong[2].physical_device = NULL;
    wrong[3].device = NULL;
    wrong[4].lock_queue = lock_queue;
    wrong[5].version = VK_API_VERSION_1_0;
    wrong[6].queue_family = 31;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_int_equal(adopt_wrong(&wrong[i]), SCREE_ERROR_INVALID);
    }
    assert_int_equal(adopt_wrong(NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_vulkan_device_adopt(fixture_context, &right, NULL), SCREE_ERROR_INVALID);
    faults.has_no_compute = true;
    assert_int_equal(adopt_wrong(&right), SCREE_ERROR_UNSUPPORTED);
    faults = (faulty_vulkan){.is_inexact = true};
    assert_int_equal(adopt_wrong(&right), SCREE_ERROR_UNSUPPORTED);
    faults = (faulty_vulkan){.missing_function = "vkCmdDispatch"};
    assert_int_equal(adopt_wrong(&right), SCREE_ERROR_UNSUPPORTED);
    faults = (faulty_vulkan){0};
    scree_device *device = adopt(&right);
    scree_buffer *buffer = NULL;
    assert_int_equal(scree_vulkan_buffer_adopt(NULL, 1, 4, &buffer), SCREE_ERROR_INVALID);
    assert_int_equal(scree_vulkan_buffer_adopt(device, 0, 4, &buffer), SCREE_ERROR_INVALID);
    assert_int_equal(scree_vulkan_buffer_adopt(device, 1, 0, &buffer), SCREE_ERROR_INVALID);
    assert_int_equal(scree_vulkan_buffer_adopt(device, 1, 6, &buffer), SCREE_ERROR_INVALID);
    assert_int_equal(scree_vulkan_buffer_adopt(device, 1, 4, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_vulkan_buffer_adopt(gpu_reference, 1, 4, &buffer), SCREE_ERROR_INVALID);
    assert_null(buffer);
    assert_true(scree_vulkan_buffer_handle(NULL) == 0);
    assert_int_equal(scree_buffer_create(gpu_reference, 4, &buffer), SCREE_OK);
    assert_true(scree_vulkan_buffer_handle(buffer) == 0);
    scree_buffer_destroy(&buffer);
    scree_device_close(&device);
    end_application();
}

/* Every call that may fail does so in turn while a device is adopted; the application's things stay whole. */
static void every_call_may_fail(void **state)
{
    start_application(VK_API_VERSION_1_2);
    const scree_vulkan_handles handles = handles_of(VK_API_VERSION_1_2);
    unsigned number = 1;
    for (bool is_over = false; !is_over; number++) {
        faults = (faulty_vulkan){.failing_call = number};
        scree_device *device = NULL;
        scree_result result = scree_vulkan_device_adopt(fixture_context, &handles, &device);
        is_over = faults.calls < number;
        assert_int_equal(result == SCREE_OK, device != NULL);
        assert_true(result == SCREE_ERROR_OUT_OF_MEMORY || result == SCREE_OK);
        scree_device_close(&device);
    }
    assert_true(number > 30);
    faults = (faulty_vulkan){0};
    scree_device *device = adopt(&handles);
    gpu_assert_works(device);
    scree_device_close(&device);
    end_application();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(an_adopted_device_is_like_any_other),
        gpu_test(the_queue_is_locked_round_every_use),
        gpu_test(the_lock_of_the_queue_may_not_wait_for_the_device),
        gpu_test(an_adopted_buffer_is_filled_in_place),
        gpu_test(handles_are_checked),
        gpu_test(every_call_may_fail),
    };
    return gpu_run(tests);
}
