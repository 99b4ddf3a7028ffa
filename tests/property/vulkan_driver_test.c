/*
 * Vulkan as it should not be: no loader, no driver, devices that cannot. The library must say what is wrong, and use
 * what can be used. gpu_faults_test.c has devices that fail in the middle.
 */
#include "vulkan_fixture.h"

#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static void without_a_loader_there_is_the_cpu(void **state)
{
    faults.has_no_loader = true;
    gpu_assert_none("there is no Vulkan loader");
    gpu_assert_message("libvulkan.so.1");
    faults.has_no_loader = false;
    faults.has_no_entry = true;
    gpu_assert_none("libvulkan.so.1 is no Vulkan loader");
}

static void without_a_driver_there_is_the_cpu(void **state)
{
    faults.instance_result = VK_ERROR_INCOMPATIBLE_DRIVER;
    gpu_assert_none("the Vulkan loader found no driver");
    faults.instance_result = VK_ERROR_INITIALIZATION_FAILED;
    gpu_assert_none("could not create an instance");
    gpu_assert_message("VkResult -3");
    faults.instance_result = VK_SUCCESS;
    faults.instance_version = VK_API_VERSION_1_0;
    gpu_assert_none("Vulkan loader");
}

static void without_a_device_there_is_the_cpu(void **state)
{
    faults.has_no_devices = true;
    gpu_assert_none("there is no Vulkan device");
}

static void a_driver_may_lack_functions(void **state)
{
    faults.missing_function = "vkGetPhysicalDeviceProperties2";
    gpu_assert_none("lacks functions");
    static const char *const of_devices[] = {"vkAllocateMemory", "vkWaitForFences", "vkGetDeviceQueue"};
    for (size_t i = 0; i < COUNT_OF(of_devices); i++) {
        faults.missing_function = of_devices[i];
        assert_int_equal(gpu_refused(vulkan_index), SCREE_ERROR_UNSUPPORTED);
        gpu_assert_message("lacks functions");
    }
}

/*
 * Drivers that overstate a list's length: by a few more than there was room for, and by so many that reading them would
 * crash.
 */
static void a_driver_may_overstate_what_it_wrote(void **state)
{
    static const uint32_t overstatements[] = {1, 64, 2000, (uint32_t)1 << 24};
    scree_device_info infos[64];
    size_t count = gpu_list(infos, COUNT_OF(infos));
    for (size_t i = 0; i < COUNT_OF(overstatements); i++) {
        faults = (faulty_vulkan){.overstatement = overstatements[i], .copies = 64};
        assert_int_equal(gpu_list(infos, COUNT_OF(infos)), 16);
        faults.copies = 0;
        assert_int_equal(gpu_list(infos, COUNT_OF(infos)), count);
        scree_device *device = gpu_open(0);
        gpu_assert_works(device);
        gpu_close(&device);
    }
}

/* A feature that a device may lack, and the message about it. */
typedef struct lack {
    faulty_vulkan fault;
    const char *refusal;
} lack;

static void devices_that_cannot_are_listed_and_refused(void **state)
{
    static const lack lacks[] = {
        {{.device_version = VK_API_VERSION_1_0}, "its Vulkan version is 1.0; 1.1 is needed"},
        {{.storage_buffers = 4}, "a shader of it sees 4 storage buffers; 7 are needed"},
        {{.has_no_subgroup_arithmetic = true}, "it has no subgroup arithmetic"},
        {{.group_threads = 128}, "its work groups have 128 threads; 256 are needed"},
        {{.push_bytes = 32}, "it has 32 bytes of push constants"},
        {{.has_no_compute = true}, "it has no queue for compute shaders"},
    };
    for (size_t i = 0; i < COUNT_OF(lacks); i++) {
        scree_device_info infos[64];
        faults = lacks[i].fault;
        faults.is_discrete = true;
        assert_true(gpu_list(infos, COUNT_OF(infos)) > vulkan_index);
        assert_non_null(strstr(infos[vulkan_index].unsupported_reason, lacks[i].refusal));
        assert_true(strlen(infos[vulkan_index].name) > 0);
        assert_int_equal(gpu_refused(vulkan_index), SCREE_ERROR_UNSUPPORTED);
        gpu_assert_message(lacks[i].refusal);
        gpu_assert_labelled(&infos[vulkan_index], " cannot be used: ");
    }
}

static void the_best_device_is_taken_only_if_it_is_exact(void **state)
{
    faults.is_discrete = true;
    assert_int_equal(gpu_backend_taken(), SCREE_BACKEND_VULKAN);
    faults = (faulty_vulkan){.is_discrete = true, .is_inexact = true};
    assert_int_equal(gpu_refused(vulkan_index), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message("cannot be used: 1 of 36864 results of the self-test differ from the processor's");
    scree_device_info infos[64];
    if (gpu_list(infos, COUNT_OF(infos)) == 1) {
        gpu_assert_labelled(&infos[0], " ");
        faults.waits = 0;
        assert_int_equal(gpu_backend_taken(), SCREE_BACKEND_CPU);
        gpu_assert_labelled(&infos[0], " ");
        gpu_assert_message("is passed over");
    }
}

static void a_gpu_that_is_the_cpu_is_not_taken(void **state)
{
    scree_device_info infos[64];
    size_t count = gpu_list(infos, COUNT_OF(infos));
    for (size_t i = 0; i < count; i++) {
        if (infos[i].kind != SCREE_DEVICE_KIND_SOFTWARE_GPU) {
            skip();
        }
    }
    assert_int_equal(gpu_backend_taken(), SCREE_BACKEND_CPU);
}

/* Without the extension, with it instead of version 1.2, and with a driver that does not offer what it names. */
static void float_controls_are_not_needed(void **state)
{
    static const faulty_vulkan variants[] = {
        {.has_no_float_controls = true},
        {.device_version = VK_API_VERSION_1_1, .has_no_extensions = true},
        {.device_version = VK_API_VERSION_1_1},
        {.has_no_extensions = true},
    };
    for (size_t i = 0; i < COUNT_OF(variants); i++) {
        faults = variants[i];
        scree_device *device = gpu_open(0);
        gpu_assert_works(device);
        gpu_close(&device);
    }
}

static void timestamps_are_not_needed(void **state)
{
    faults.has_no_timestamps = true;
    scree_device *device = gpu_open(0);
    gpu_assert_works(device);
}

int main(void)
{
    const struct CMUnitTest anywhere[] = {
        gpu_test(without_a_loader_there_is_the_cpu),
    };
    const struct CMUnitTest tests[] = {
        gpu_test(without_a_driver_there_is_the_cpu),
        gpu_test(without_a_device_there_is_the_cpu),
        gpu_test(a_driver_may_lack_functions),
        gpu_test(a_driver_may_overstate_what_it_wrote),
        gpu_test(devices_that_cannot_are_listed_and_refused),
        gpu_test(the_best_device_is_taken_only_if_it_is_exact),
        gpu_test(a_gpu_that_is_the_cpu_is_not_taken),
        gpu_test(float_controls_are_not_needed),
        gpu_test(timestamps_are_not_needed),
    };
    int failed = cmocka_run_group_tests(anywhere, fixture_create, fixture_destroy);
    const int result = gpu_run(tests);
    return failed != 0 ? failed : result;
}
