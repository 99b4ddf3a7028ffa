/*
 * Vulkan as it should not be: no loader, no driver, devices that cannot, devices that fail in the middle. The library
 * must say what is wrong, compute nothing wrong, and go on where going on is possible.
 */
#include "vulkan_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Small slabs, so that streams have many: of 1 MiB. */
#define SMALL_SLAB ((uint32_t)1 << 20)

/* Devices of the Vulkan backend in the list; the CPU must be in it in any case. */
static size_t list_vulkan(scree_device_info *infos, size_t capacity)
{
    scree_device_info all[64];
    size_t count = 0;
    size_t found = 0;
    assert_int_equal(scree_device_list(fixture_context, all, COUNT_OF(all), &count), SCREE_OK);
    assert_true(count >= 1 && count < COUNT_OF(all));
    assert_int_equal(all[0].backend, SCREE_BACKEND_CPU);
    for (size_t i = 0; i < count; i++) {
        if (all[i].backend == SCREE_BACKEND_VULKAN && found < capacity) {
            infos[found++] = all[i];
        }
    }
    return found;
}

static void assert_message(const char *part)
{
    if (strstr(fixture_message, part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", fixture_message, part);
    }
}

static void assert_no_vulkan(const char *message)
{
    scree_device_info info;
    scree_device *device = NULL;
    scree_device_params automatic = {.backend = SCREE_BACKEND_AUTO};
    assert_int_equal(list_vulkan(&info, 1), 0);
    assert_int_equal(vulkan_refused(SCREE_BACKEND_VULKAN, 0), SCREE_ERROR_UNSUPPORTED);
    assert_message(message);
    assert_int_equal(scree_device_open(fixture_context, &automatic, &device), SCREE_OK);
    assert_int_equal(scree_device_describe(device, &info), SCREE_OK);
    assert_int_equal(info.backend, SCREE_BACKEND_CPU);
    scree_device_close(&device);
}

static void without_a_loader_there_is_the_cpu(void **state)
{
    (void)state;
    faults.has_no_loader = true;
    assert_no_vulkan("there is no Vulkan loader");
    assert_message("libvulkan.so.1");
    faults.has_no_loader = false;
    faults.has_no_entry = true;
    assert_no_vulkan("libvulkan.so.1 is no Vulkan loader");
}

static void without_a_driver_there_is_the_cpu(void **state)
{
    (void)state;
    faults.instance_result = VK_ERROR_INCOMPATIBLE_DRIVER;
    assert_no_vulkan("the Vulkan loader found no driver");
    faults.instance_result = VK_ERROR_INITIALIZATION_FAILED;
    assert_no_vulkan("could not create an instance");
    assert_message("VkResult -3");
    faults.instance_result = VK_SUCCESS;
    faults.instance_version = VK_API_VERSION_1_0;
    assert_no_vulkan("Vulkan loader");
}

static void without_a_device_there_is_the_cpu(void **state)
{
    (void)state;
    faults.has_no_devices = true;
    assert_no_vulkan("there is no Vulkan device");
}

static void a_driver_may_lack_functions(void **state)
{
    (void)state;
    faults.missing_function = "vkGetPhysicalDeviceProperties2";
    assert_no_vulkan("lacks functions");
    static const char *const of_devices[] = {"vkAllocateMemory", "vkWaitForFences", "vkGetDeviceQueue"};
    for (size_t i = 0; i < COUNT_OF(of_devices); i++) {
        faults.missing_function = of_devices[i];
        assert_int_equal(vulkan_refused(SCREE_BACKEND_VULKAN, vulkan_index), SCREE_ERROR_UNSUPPORTED);
        assert_message("lacks functions");
    }
}

static void an_index_beyond_the_devices_is_not_there(void **state)
{
    (void)state;
    scree_device_info infos[64];
    char range[32];
    size_t count = list_vulkan(infos, COUNT_OF(infos));
    snprintf(range, sizeof range, "are 0 to %zu", count - 1);
    assert_int_equal(vulkan_refused(SCREE_BACKEND_VULKAN, (uint32_t)count), SCREE_ERROR_UNSUPPORTED);
    assert_message(range);
    assert_int_equal(vulkan_refused(SCREE_BACKEND_VULKAN, UINT32_MAX), SCREE_ERROR_UNSUPPORTED);
    assert_message(range);
    assert_int_equal(vulkan_refused(SCREE_BACKEND_AUTO, 1), SCREE_ERROR_INVALID);
}

/*
 * Drivers that overstate a list's length: by a few more than there was room for, and by so many that reading them would
 * crash.
 */
static void a_driver_may_overstate_what_it_wrote(void **state)
{
    (void)state;
    static const uint32_t overstatements[] = {1, 64, 2000, (uint32_t)1 << 24};
    scree_device_info infos[64];
    size_t count = list_vulkan(infos, COUNT_OF(infos));
    for (size_t i = 0; i < COUNT_OF(overstatements); i++) {
        faults = (faulty_vulkan){.overstatement = overstatements[i], .copies = 64};
        assert_int_equal(list_vulkan(infos, COUNT_OF(infos)), 16);
        faults.copies = 0;
        assert_int_equal(list_vulkan(infos, COUNT_OF(infos)), count);
        scree_device *device = vulkan_open();
        gpu_assert_works(device);
        scree_device_close(&device);
    }
}

/* A feature that a device may lack, and the message about it. */
typedef struct lack {
    faulty_vulkan fault;
    const char *refusal;
} lack;

static void devices_that_cannot_are_listed_and_refused(void **state)
{
    (void)state;
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
        assert_true(list_vulkan(infos, COUNT_OF(infos)) > vulkan_index);
        assert_non_null(strstr(infos[vulkan_index].refusal, lacks[i].refusal));
        assert_true(strlen(infos[vulkan_index].name) > 0);
        assert_int_equal(vulkan_refused(SCREE_BACKEND_VULKAN, vulkan_index), SCREE_ERROR_UNSUPPORTED);
        assert_message(lacks[i].refusal);
        char label[200];
        snprintf(label, sizeof label, "vulkan:%u (%s) cannot be used: ", vulkan_index, infos[vulkan_index].name);
        assert_message(label);
    }
}

/* The contraction needs half as many threads in a work group as the other variants. */
static void variants_are_refused_where_work_groups_are_small(void **state)
{
    (void)state;
    scree_noise_params params = {.variant = SCREE_VARIANT_HALF_OPTIMISED};
    scree_grid grid = {.axes = 3, .count = {9, 8, 7}, .step = {0.1}};
    float out[9 * 8 * 7];
    scree_job *job = NULL;
    faults.group_threads = 256;
    scree_device *device = vulkan_open();
    gpu_assert_works(device);
    assert_int_equal(noise_job_fill(device, &params, &grid, out, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_UNSUPPORTED);
    assert_message("the variant half-optimised needs work groups of 512 threads; here they have 256 at most");
    scree_job_release(&job);
    scree_device_close(&device);
}

/* The backend that SCREE_BACKEND_AUTO takes. */
static scree_backend backend_taken(void)
{
    scree_device_params params = {.backend = SCREE_BACKEND_AUTO};
    scree_device *device = NULL;
    scree_device_info info;
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_OK);
    assert_int_equal(scree_device_describe(device, &info), SCREE_OK);
    gpu_assert_works(device);
    scree_device_close(&device);
    return info.backend;
}

static void the_best_device_is_taken_only_if_it_is_exact(void **state)
{
    (void)state;
    faults.is_discrete = true;
    assert_int_equal(backend_taken(), SCREE_BACKEND_VULKAN);
    faults = (faulty_vulkan){.is_discrete = true, .is_inexact = true};
    assert_int_equal(vulkan_refused(SCREE_BACKEND_VULKAN, vulkan_index), SCREE_ERROR_UNSUPPORTED);
    assert_message("cannot be used: 1 of 36864 results of the self-test differ from the processor's");
    scree_device_info infos[64];
    if (list_vulkan(infos, COUNT_OF(infos)) == 1) {
        char label[200];
        snprintf(label, sizeof label, "vulkan:0 (%s) ", infos[0].name);
        assert_message(label);
        faults.waits = 0;
        assert_int_equal(backend_taken(), SCREE_BACKEND_CPU);
        assert_message(label);
        assert_message("is passed over");
    }
}

static void a_gpu_that_is_the_cpu_is_not_taken(void **state)
{
    (void)state;
    scree_device_info infos[64];
    size_t count = list_vulkan(infos, COUNT_OF(infos));
    for (size_t i = 0; i < count; i++) {
        if (infos[i].kind != SCREE_DEVICE_KIND_SOFTWARE_GPU) {
            skip();
        }
    }
    assert_int_equal(backend_taken(), SCREE_BACKEND_CPU);
}

/* Without the extension, with it instead of version 1.2, and with a driver that does not offer what it names. */
static void float_controls_are_not_needed(void **state)
{
    (void)state;
    static const faulty_vulkan variants[] = {
        {.has_no_float_controls = true},
        {.device_version = VK_API_VERSION_1_1, .has_no_extensions = true},
        {.device_version = VK_API_VERSION_1_1},
        {.has_no_extensions = true},
    };
    for (size_t i = 0; i < COUNT_OF(variants); i++) {
        faults = variants[i];
        scree_device *device = vulkan_open();
        gpu_assert_works(device);
        scree_device_close(&device);
    }
}

static void timestamps_are_not_needed(void **state)
{
    (void)state;
    faults.has_no_timestamps = true;
    scree_device *device = vulkan_open();
    gpu_assert_works(device);
    scree_device_close(&device);
}

static const scree_noise_params two_octaves = {.octaves = 2, .seed = 5};
static const scree_grid many_slabs = {.axes = 3, .count = {200, 150, 60}, .step = {0.01}};
static const scree_output bytes_output = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED};

/* Everything that a device does fails in the same way, and says so. */
static void assert_lost(scree_device *device, scree_buffer *buffer)
{
    double position = 0.5;
    float value = 0.0f;
    uint32_t word = 0;
    scree_buffer *none = NULL;
    scree_job *job = NULL;
    fixture_message[0] = '\0';
    assert_int_equal(noise_points(device, &two_octaves, 1, &position, 1, &value), SCREE_ERROR_DEVICE_LOST);
    assert_message("was lost");
    assert_int_equal(scree_buffer_create(device, 64, &none), SCREE_ERROR_DEVICE_LOST);
    assert_null(none);
    assert_int_equal(scree_buffer_fill(buffer, 0, NULL), SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(scree_buffer_read(buffer, 0, 4, &word), SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(scree_buffer_write(buffer, 0, 4, &word), SCREE_ERROR_DEVICE_LOST);
    kept_stream stream = gpu_stream(device, &two_octaves, &many_slabs, NULL, false);
    assert_int_equal(stream.result, SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(stream.samples, 0);
    gpu_clear(&stream);
    assert_int_equal(noise_job_fill_buffer(device, &two_octaves, &(scree_grid){.axes = 1, .count = {4}, .step = {1.0}},
                                           buffer, 0, &job),
                     SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_DEVICE_LOST);
    scree_job_release(&job);
}

static void lose(unsigned submit, unsigned wait)
{
    faults.submits = 0;
    faults.waits = 0;
    faults.losing_submit = submit;
    faults.losing_wait = wait;
}

/* A stream during which the device is lost; returns the slabs that came. */
static uint64_t check_loss(const kept_stream *expected, unsigned submit, unsigned wait)
{
    scree_buffer *buffer = NULL;
    faults = (faulty_vulkan){.storage_range = SMALL_SLAB};
    scree_device *device = vulkan_open();
    assert_int_equal(scree_buffer_create(device, 64, &buffer), SCREE_OK);
    lose(submit, wait);
    kept_stream actual = gpu_stream(device, &two_octaves, &many_slabs, &bytes_output, true);
    assert_true(faults.is_lost);
    assert_int_equal(actual.result, SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(actual.status.result, SCREE_ERROR_DEVICE_LOST);
    assert_message("was lost");
    gpu_assert_part(&actual, expected);
    assert_true(actual.samples < expected->samples);
    uint64_t slabs = actual.slabs;
    gpu_clear(&actual);
    assert_lost(device, buffer);
    scree_buffer_destroy(&buffer);
    scree_device_close(&device);
    return slabs;
}

/* Both passes of a measured range have eight slabs: one submission each in the first, two in the second. */
static void a_stream_ends_where_the_device_is_lost(void **state)
{
    (void)state;
    kept_stream expected = gpu_stream(gpu_reference, &two_octaves, &many_slabs, &bytes_output, true);
    assert_int_equal(check_loss(&expected, 1, 0), 0);
    assert_int_equal(check_loss(&expected, 0, 1), 0);
    assert_int_equal(check_loss(&expected, 5, 0), 0);
    uint64_t most = 0;
    for (unsigned number = 12; number < 22; number += 3) {
        uint64_t slabs = check_loss(&expected, number, 0);
        most = slabs > most ? slabs : most;
    }
    assert_true(most > 0);
    most = 0;
    for (unsigned number = 8; number <= 16; number += 2) {
        uint64_t slabs = check_loss(&expected, 0, number);
        most = slabs > most ? slabs : most;
    }
    assert_true(most > 2);
    gpu_clear(&expected);
    faults = (faulty_vulkan){0};
    scree_device *device = vulkan_open();
    gpu_assert_works(device);
    scree_device_close(&device);
}

static scree_result fill_buffer(scree_device *device, scree_buffer *buffer)
{
    scree_job *job = NULL;
    assert_int_equal(noise_job_fill_buffer(device, &two_octaves, &many_slabs, buffer, 0, &job), SCREE_OK);
    scree_result result = scree_job_wait(job, UINT64_MAX);
    scree_job_release(&job);
    return result;
}

static void a_fill_ends_where_the_device_is_lost(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 4; variant++) {
        faults = (faulty_vulkan){.storage_range = SMALL_SLAB};
        scree_buffer *buffer = NULL;
        scree_device *device = vulkan_open();
        assert_int_equal(scree_buffer_create(device, fixture_samples(&many_slabs) * 4, &buffer), SCREE_OK);
        lose(variant < 2 ? 1 : 0, variant < 2 ? 0 : 1);
        assert_int_equal(variant % 2 == 0 ? fill_buffer(device, buffer) : scree_buffer_fill(buffer, 1, NULL),
                         SCREE_ERROR_DEVICE_LOST);
        assert_message("was lost");
        assert_lost(device, buffer);
        scree_buffer_destroy(&buffer);
        scree_device_close(&device);
    }
}

static void a_device_may_be_lost_while_it_is_opened(void **state)
{
    (void)state;
    lose(1, 0);
    assert_int_equal(vulkan_refused(SCREE_BACKEND_VULKAN, vulkan_index), SCREE_ERROR_DEVICE_LOST);
    faults = (faulty_vulkan){0};
    lose(0, 1);
    assert_int_equal(vulkan_refused(SCREE_BACKEND_VULKAN, vulkan_index), SCREE_ERROR_DEVICE_LOST);
    assert_message("was lost");
}

static void slabs_are_halved_where_memory_is_short(void **state)
{
    (void)state;
    /* Lattice nodes are few: what does not fit is the slab. */
    scree_grid grid = {.axes = 3, .count = {300, 200, 50}, .step = {0.001}};
    kept_stream expected = gpu_stream(gpu_reference, &two_octaves, &grid, &bytes_output, true);
    scree_device *device = vulkan_open();
    kept_stream actual = gpu_stream(device, &two_octaves, &grid, &bytes_output, true);
    gpu_assert_whole(&actual, &expected);
    assert_int_equal(actual.slabs, 1);
    gpu_clear(&actual);
    /* Anew, without the memory of the job before. */
    scree_device_close(&device);
    device = vulkan_open();
    faults.is_short_of_memory = true;
    faults.largest_allocation = (uint64_t)1 << 20;
    actual = gpu_stream(device, &two_octaves, &grid, &bytes_output, true);
    gpu_assert_whole(&actual, &expected);
    assert_true(actual.slabs >= 12);
    gpu_clear(&actual);
    gpu_clear(&expected);
    scree_device_close(&device);
}

static void without_memory_the_device_survives(void **state)
{
    (void)state;
    double position = 0.5;
    float value = 0.0f;
    scree_buffer *buffer = NULL;
    scree_buffer *filled = NULL;
    scree_device *device = vulkan_open();
    assert_int_equal(scree_buffer_create(device, fixture_samples(&many_slabs) * 4, &filled), SCREE_OK);
    faults.is_short_of_memory = true;
    kept_stream stream = gpu_stream(device, &two_octaves, &many_slabs, &bytes_output, false);
    assert_int_equal(stream.result, SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(stream.samples, 0);
    assert_message("no memory for 4 slabs");
    gpu_clear(&stream);
    assert_int_equal(noise_points(device, &two_octaves, 1, &position, 1, &value), SCREE_ERROR_OUT_OF_MEMORY);
    assert_message("no memory for points");
    assert_int_equal(scree_buffer_create(device, 4, &buffer), SCREE_ERROR_OUT_OF_MEMORY);
    assert_message("no memory for a buffer of 4 bytes");
    assert_int_equal(scree_buffer_read(filled, 0, 4, &value), SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(scree_buffer_write(filled, 0, 4, &value), SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(fill_buffer(device, filled), SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(vulkan_refused(SCREE_BACKEND_VULKAN, vulkan_index), SCREE_ERROR_OUT_OF_MEMORY);
    faults.is_short_of_memory = false;
    scree_buffer_destroy(&filled);
    gpu_assert_works(device);
    scree_device_close(&device);
}

/* A shader that sees little: right samples by way of more windows, or a refusal that tells of bytes. */
static void small_bindings_give_right_samples_or_none(void **state)
{
    (void)state;
    static const scree_grid grids[] = {
        {.axes = 1, .count = {1000003}, .step = {0.01}},     {.axes = 2, .count = {100001, 11}, .step = {0.01}},
        {.axes = 2, .count = {7, 100001}, .step = {0.01}},   {.axes = 2, .count = {1000, 700}, .step = {2.3}},
        {.axes = 3, .count = {200, 150, 40}, .step = {0.3}}, {.axes = 4, .count = {50, 20, 30, 21}, .step = {0.3}},
    };
    unsigned right = 0;
    for (uint32_t range = 256u << 10; range <= 4u << 20; range *= 4) {
        faults = (faulty_vulkan){.storage_range = range};
        scree_device *device = vulkan_open();
        for (size_t i = 0; i < COUNT_OF(grids); i++) {
            kept_stream expected = gpu_stream(gpu_reference, &two_octaves, &grids[i], NULL, false);
            kept_stream actual = gpu_stream(device, &two_octaves, &grids[i], NULL, false);
            gpu_assert_part(&actual, &expected);
            if (actual.result == SCREE_OK) {
                gpu_assert_whole(&actual, &expected);
                right++;
            } else {
                assert_int_equal(actual.result, SCREE_ERROR_UNSUPPORTED);
                assert_message("bytes");
            }
            gpu_clear(&actual);
            gpu_clear(&expected);
        }
        scree_device_close(&device);
    }
    print_message("%u of 18 fields are right, the others refused\n", right);
    assert_true(right >= 12);
}

/* Every call that may fail does so in turn; the device goes on, and in the end nothing is left behind. */
static void every_call_may_fail(void **state)
{
    (void)state;
    unsigned number = 1;
    for (bool is_over = false; !is_over; number++) {
        faults = (faulty_vulkan){.failing_call = number};
        scree_device_params params = {.backend = SCREE_BACKEND_VULKAN, .index = vulkan_index};
        scree_device *device = NULL;
        scree_result result = scree_device_open(fixture_context, &params, &device);
        is_over = faults.calls < number;
        if (result != SCREE_OK) {
            assert_false(is_over);
            assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
            assert_null(device);
        }
        scree_device_close(&device);
    }
    print_message("%u calls failed in turn while a device was opened\n", number - 2);
    assert_true(number > 30);
}

static scree_result use_device(scree_device *device, float *out)
{
    static const double positions[6] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5};
    static const scree_grid grid = {.axes = 3, .count = {8, 8, 4}, .step = {0.4}};
    scree_buffer *buffer = NULL;
    scree_job *job = NULL;
    kept_stream stream = gpu_stream(device, &two_octaves, &grid, &bytes_output, true);
    scree_result result = stream.result;
    gpu_clear(&stream);
    if (result == SCREE_OK) {
        result = noise_points(device, &two_octaves, 3, positions, 2, out);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_create(device, 8 * 8 * 4 * 4, &buffer);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_fill(buffer, 0, NULL);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_write(buffer, 8, 8, out);
    }
    if (result == SCREE_OK) {
        result = noise_buffer_points(device, &two_octaves, buffer, 2, 512);
    }
    if (result == SCREE_OK) {
        result = noise_job_fill_buffer(device, &two_octaves, &grid, buffer, 0, &job);
    }
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    scree_job_release(&job);
    if (result == SCREE_OK) {
        result = scree_buffer_read(buffer, 0, 8 * 8 * 4 * 4, out);
    }
    scree_buffer_destroy(&buffer);
    return result;
}

static void every_call_of_a_job_may_fail(void **state)
{
    (void)state;
    float expected[8 * 8 * 4];
    float actual[8 * 8 * 4];
    unsigned number = 1;
    scree_device *device = vulkan_open();
    assert_int_equal(use_device(device, expected), SCREE_OK);
    scree_device_close(&device);
    /* Anew, so that its pipelines must be made while calls fail. */
    device = vulkan_open();
    for (bool is_over = false; !is_over; number++) {
        faults.calls = 0;
        faults.failing_call = number;
        scree_result result = use_device(device, actual);
        is_over = faults.calls < number;
        if (result == SCREE_OK) {
            assert_memory_equal(actual, expected, sizeof expected);
        } else {
            assert_false(is_over);
            assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
        }
    }
    print_message("%u calls of jobs failed in turn\n", number - 2);
    assert_true(number > 80);
    faults.failing_call = 0;
    gpu_assert_works(device);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest anywhere[] = {
        vulkan_test(without_a_loader_there_is_the_cpu),
    };
    const struct CMUnitTest tests[] = {
        vulkan_test(without_a_driver_there_is_the_cpu),
        vulkan_test(without_a_device_there_is_the_cpu),
        vulkan_test(a_driver_may_lack_functions),
        vulkan_test(an_index_beyond_the_devices_is_not_there),
        vulkan_test(a_driver_may_overstate_what_it_wrote),
        vulkan_test(devices_that_cannot_are_listed_and_refused),
        vulkan_test(variants_are_refused_where_work_groups_are_small),
        vulkan_test(the_best_device_is_taken_only_if_it_is_exact),
        vulkan_test(a_gpu_that_is_the_cpu_is_not_taken),
        vulkan_test(float_controls_are_not_needed),
        vulkan_test(timestamps_are_not_needed),
        vulkan_test(a_stream_ends_where_the_device_is_lost),
        vulkan_test(a_fill_ends_where_the_device_is_lost),
        vulkan_test(a_device_may_be_lost_while_it_is_opened),
        vulkan_test(slabs_are_halved_where_memory_is_short),
        vulkan_test(without_memory_the_device_survives),
        vulkan_test(small_bindings_give_right_samples_or_none),
        vulkan_test(every_call_may_fail),
        vulkan_test(every_call_of_a_job_may_fail),
    };
    int failed = cmocka_run_group_tests(anywhere, fixture_create, fixture_destroy);
    if (!vulkan_find(0)) {
        return failed != 0 ? failed : VULKAN_SKIPPED;
    }
    return failed + cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
