/*
 * Groups of Vulkan devices: every device of this machine together with itself, which the loader of the test lists
 * twice. Other than with the CPU, boxes of both members are in flight at the same time.
 */
#include "vulkan_fixture.h"

#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Slabs of so many bytes, so that there are many. */
#define SMALL_SLAB ((uint32_t)4 << 20)

static void list_pair(scree_device_params *params)
{
    faults.copies = 2;
    params[0] = gpu_device(0);
    params[1] = gpu_device(1);
}

static scree_device *open_pair(void)
{
    gpu_use_devices(2);
    return gpu_open_group(0, 1);
}

static const scree_grid shapes[] = {
    {.axes = 3, .count = {301, 203, 90}, .step = {0.01}},
    {.axes = 2, .count = {3001, 1703}, .step = {0.01}},
    {.axes = 1, .count = {5000003}, .step = {0.01}},
    {.axes = 5, .count = {40, 30, 20, 15, 13}, .step = {0.1}},
};

static const scree_output outputs[] = {
    {.type = SCREE_TYPE_F32},
    {.type = SCREE_TYPE_F32, .range_mode = SCREE_RANGE_MEASURED},
    {.type = SCREE_TYPE_U16},
    {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED},
};

static void streams_are_the_cpus(void **state)
{
    faults.storage_range = SMALL_SLAB;
    scree_device *device = open_pair();
    scree_noise_params params = {.octaves = 2, .seed = 5};
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        for (size_t o = s % 2; o < COUNT_OF(outputs); o += 2) {
            kept_stream actual = gpu_compare_stream(device, &params, &shapes[s], &outputs[o], s < 2);
            assert_true(actual.slabs > 4);
            gpu_clear(&actual);
        }
    }
}

static void ranges_are_the_cpus(void **state)
{
    scree_device *device = open_pair();
    scree_noise_params params = {.octaves = 3, .seed = 6};
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        gpu_assert_range(device, &params, SCREE_NOISE_METHOD_AUTO, &shapes[s]);
    }
}

static void strides_are_kept(void **state)
{
    faults.storage_range = SMALL_SLAB;
    scree_device *device = open_pair();
    scree_noise_params params = {.octaves = 3, .seed = 4};
    scree_grid grid = {
        .axes = 3, .count = {331, 203, 60}, .step = {0.01}, .row_stride = 341, .plane_stride = 341 * 203 + 7};
    gpu_assert_fill(device, &params, SCREE_NOISE_METHOD_AUTO, &grid, grid.plane_stride * 60 * sizeof(float));
}

static void a_group_is_described(void **state)
{
    scree_device *device = open_pair();
    scree_device_info one;
    scree_device_info info;
    scree_device *alone = NULL;
    scree_device_params params[2];
    list_pair(params);
    assert_int_equal(scree_device_open_group(fixture_context, &params[1], 1, &alone), SCREE_OK);
    assert_int_equal(scree_device_describe(alone, &one), SCREE_OK);
    assert_int_equal(scree_device_describe(device, &info), SCREE_OK);
    assert_int_equal(one.members, 1);
    assert_int_equal(one.index, params[1].index);
    assert_int_equal(info.members, 2);
    assert_int_equal(info.backend, SCREE_BACKEND_VULKAN);
    assert_int_equal(info.index, params[0].index);
    assert_int_equal(info.member_index[1], params[1].index);
    assert_int_equal(info.memory_bytes, 2 * one.memory_bytes);
    assert_true(strncmp(info.name, "2 x ", 4) == 0);
    /* One device, opened as a group, is that device, with buffers. */
    gpu_assert_works(alone);
    scree_device_close(&alone);
}

static void buffers_are_refused(void **state)
{
    scree_device *device = open_pair();
    scree_buffer *buffer = NULL;
    assert_int_equal(scree_buffer_create(device, 64, &buffer), SCREE_ERROR_UNSUPPORTED);
    assert_null(buffer);
    assert_int_equal(scree_vulkan_buffer_adopt(device, 1, 64, &buffer), SCREE_ERROR_INVALID);
    assert_null(buffer);
}

static void a_member_that_is_missing_is_refused(void **state)
{
    scree_device_params params[2];
    scree_device *device = NULL;
    list_pair(params);
    params[1].index = 4000;
    assert_int_equal(scree_device_open_group(fixture_context, params, 2, &device), SCREE_ERROR_UNSUPPORTED);
    assert_null(device);
    assert_non_null(strstr(fixture_message, "vulkan:4000: the Vulkan devices are 0 to"));
}

/* The device is lost in the middle of a stream, in a submission or while it is waited for. */
static void check_loss(unsigned submit, unsigned wait)
{
    faults.storage_range = SMALL_SLAB;
    scree_device *device = open_pair();
    scree_noise_params params = {.octaves = 1};
    faults.submits = 0;
    faults.waits = 0;
    faults.losing_submit = submit;
    faults.losing_wait = wait;
    kept_stream expected = gpu_stream(gpu_reference, &params, &shapes[0], NULL, false);
    kept_stream actual = gpu_stream(device, &params, &shapes[0], NULL, false);
    assert_int_equal(actual.result, SCREE_ERROR_DEVICE_LOST);
    gpu_assert_part(&actual, &expected);
    gpu_clear(&actual);
    gpu_clear(&expected);
    gpu_close(&device);
    faults = (faulty_vulkan){0};
}

static void a_lost_member_ends_the_job(void **state)
{
    for (unsigned call = 1; call <= 5; call++) {
        check_loss(call, 0);
        check_loss(0, call);
    }
}

/* Every call that may fail does so once; then the group still works. */
static void any_call_may_fail(void **state)
{
    scree_noise_params params = {.octaves = 1};
    scree_output output = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED};
    unsigned failures = 0;
    bool was_reached = true;
    faults.storage_range = SMALL_SLAB;
    scree_device *device = open_pair();
    for (unsigned call = 1; was_reached; call += 1 + call / 8) {
        faults.calls = 0;
        faults.failing_call = call;
        kept_stream actual = gpu_stream(device, &params, &shapes[0], &output, false);
        was_reached = faults.calls >= call;
        failures += actual.result != SCREE_OK;
        assert_true(actual.is_in_order);
        gpu_clear(&actual);
        faults.failing_call = 0;
    }
    assert_true(failures > 8);
}

static void slabs_shrink_until_they_fit(void **state)
{
    scree_device *device = open_pair();
    scree_noise_params params = {.octaves = 1};
    faults.is_short_of_memory = true;
    faults.largest_allocation = (uint64_t)3 << 20;
    kept_stream expected = gpu_stream(gpu_reference, &params, &shapes[0], NULL, false);
    kept_stream actual = gpu_stream(device, &params, &shapes[0], NULL, false);
    gpu_assert_whole(&actual, &expected);
    assert_true(actual.slabs > 6);
    gpu_clear(&actual);
    gpu_clear(&expected);
    faults.largest_allocation = 1024;
    actual = gpu_stream(device, &params, &shapes[0], &(scree_output){.type = SCREE_TYPE_U16}, true);
    assert_int_equal(actual.result, SCREE_ERROR_OUT_OF_MEMORY);
    gpu_clear(&actual);
}

static void a_stream_can_be_cancelled(void **state)
{
    faults.storage_range = SMALL_SLAB;
    scree_device *device = open_pair();
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 3, .count = {1 << 12, 1 << 12, 1 << 16}, .step = {0.01}};
    held_sink held = {.calls = 0};
    scree_sink sink = {.write = held_sink_write, .user = &held};
    scree_job *job = NULL;
    held_sink_init(&held);
    assert_int_equal(noise_job_stream(device, &params, &grid, NULL, &sink, &job), SCREE_OK);
    sem_wait(&held.is_called);
    scree_job_cancel(job);
    sem_post(&held.may_return);
    assert_int_equal(scree_job_wait(job, WATCHDOG_NANOSECONDS), SCREE_ERROR_CANCELLED);
    assert_int_equal(held.calls, 1);
    scree_job_release(&job);
    held_sink_destroy(&held);
    kept_stream expected = gpu_stream(gpu_reference, &params, &shapes[1], NULL, false);
    kept_stream actual = gpu_stream(device, &params, &shapes[1], NULL, false);
    gpu_assert_whole(&actual, &expected);
    gpu_clear(&actual);
    gpu_clear(&expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(streams_are_the_cpus),
        gpu_test(ranges_are_the_cpus),
        gpu_test(strides_are_kept),
        gpu_test(a_group_is_described),
        gpu_test(buffers_are_refused),
        gpu_test(a_member_that_is_missing_is_refused),
        gpu_test(a_lost_member_ends_the_job),
        gpu_test(any_call_may_fail),
        gpu_test(slabs_shrink_until_they_fit),
        gpu_test(a_stream_can_be_cancelled),
    };
    return gpu_run(tests);
}
