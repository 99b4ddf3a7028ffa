/*
 * GPUs that fail in the middle: lost while they work, short of memory, with a driver any of whose calls may fail. The
 * library must say what is wrong, compute nothing wrong, and go on where going on is possible.
 */
#include "gpu_suite.h"

#include <stdio.h>

/* Small slabs, so that streams have many: of 1 MiB. */
#define SMALL_SLAB ((uint32_t)1 << 20)

static const scree_noise_params two_octaves = {.octaves = 2, .seed = 5};
static const scree_grid many_slabs = {.axes = 3, .count = {200, 150, 60}, .step = {0.01}};
static const scree_output bytes_output = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED};

/* fixture_message says this about the device. */
static void assert_labelled(scree_device *device, const char *message)
{
    scree_device_info info;
    assert_int_equal(scree_device_describe(device, &info), SCREE_OK);
    gpu_assert_labelled(&info, message);
}

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
    assert_labelled(device, " was lost");
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

static void an_index_beyond_the_devices_is_not_there(void **state)
{
    scree_device_info infos[64];
    char range[32];
    const uint32_t count = (uint32_t)gpu_list(infos, sizeof infos / sizeof infos[0]);
    snprintf(range, sizeof range, "devices are 0 to %u", count - 1);
    assert_int_equal(gpu_refused(count), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message(range);
    assert_int_equal(gpu_refused(UINT32_MAX), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message(range);
    const scree_device_params params = {.backend = SCREE_BACKEND_AUTO, .index = 1};
    scree_device *device = NULL;
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_ERROR_INVALID);
    assert_null(device);
}

/* A stream during which the device is lost; returns the slabs that came. */
static uint64_t check_loss(const kept_stream *expected, unsigned work, unsigned wait)
{
    gpu_work_again();
    gpu_limit_slabs(SMALL_SLAB);
    scree_device *device = gpu_open(0);
    scree_buffer *buffer = fixture_buffer(device, 64);
    gpu_lose(work, wait);
    kept_stream actual = gpu_stream(device, &two_octaves, &many_slabs, &bytes_output, true);
    assert_true(gpu_is_lost());
    assert_int_equal(actual.result, SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(actual.status.result, SCREE_ERROR_DEVICE_LOST);
    gpu_assert_message("was lost");
    gpu_assert_part(&actual, expected);
    assert_true(actual.samples < expected->samples);
    uint64_t slabs = actual.slabs;
    gpu_clear(&actual);
    assert_lost(device, buffer);
    scree_buffer_destroy(&buffer);
    gpu_close(&device);
    return slabs;
}

/* Both passes of a measured range have seven or eight slabs: one piece of work each in the first, two in the second. */
static void a_stream_ends_where_the_device_is_lost(void **state)
{
    kept_stream expected = gpu_stream(gpu_reference, &two_octaves, &many_slabs, &bytes_output, true);
    assert_int_equal(check_loss(&expected, 1, 0), 0);
    assert_int_equal(check_loss(&expected, 0, 1), 0);
    assert_int_equal(check_loss(&expected, 5, 0), 0);
    uint64_t max_slabs = 0;
    for (unsigned number = 9; number < 22; number += 2) {
        const uint64_t slabs = check_loss(&expected, number, 0);
        max_slabs = slabs > max_slabs ? slabs : max_slabs;
    }
    assert_true(max_slabs > 0);
    max_slabs = 0;
    for (unsigned number = 8; number <= 15; number++) {
        const uint64_t slabs = check_loss(&expected, 0, number);
        max_slabs = slabs > max_slabs ? slabs : max_slabs;
    }
    assert_true(max_slabs > 2);
    gpu_clear(&expected);
    gpu_work_again();
    scree_device *device = gpu_open(0);
    gpu_assert_works(device);
}

static scree_result fill_buffer(scree_device *device, scree_buffer *buffer)
{
    scree_job *job = NULL;
    assert_int_equal(noise_job_fill_buffer(device, &two_octaves, &many_slabs, buffer, 0, &job), SCREE_OK);
    scree_result result = scree_job_wait(job, UINT64_MAX);
    scree_job_release(&job);
    return result;
}

/* Filling with a field or with a word, which is no work for every backend, but is waited for by each. */
static void a_fill_ends_where_the_device_is_lost(void **state)
{
    static const struct {
        bool is_field;
        unsigned work;
        unsigned wait;
    } losses[] = {{true, 1, 0}, {true, 0, 1}, {true, 0, 2}, {false, 1, 1}, {false, 0, 1}};
    for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        gpu_work_again();
        gpu_limit_slabs(SMALL_SLAB);
        scree_buffer *buffer = NULL;
        scree_device *device = gpu_open(0);
        assert_int_equal(scree_buffer_create(device, fixture_samples(&many_slabs) * 4, &buffer), SCREE_OK);
        gpu_lose(losses[i].work, losses[i].wait);
        assert_int_equal(losses[i].is_field ? fill_buffer(device, buffer) : scree_buffer_fill(buffer, 1, NULL),
                         SCREE_ERROR_DEVICE_LOST);
        gpu_assert_message("was lost");
        assert_lost(device, buffer);
        scree_buffer_destroy(&buffer);
        gpu_close(&device);
    }
}

static void a_device_may_be_lost_while_it_is_opened(void **state)
{
    gpu_lose(1, 0);
    assert_int_equal(gpu_refused(gpu_device(0).index), SCREE_ERROR_DEVICE_LOST);
    gpu_work_again();
    gpu_lose(0, 1);
    assert_int_equal(gpu_refused(gpu_device(0).index), SCREE_ERROR_DEVICE_LOST);
    gpu_assert_message("was lost");
}

static void slabs_are_halved_where_memory_is_short(void **state)
{
    static const gpu_memory ways[] = {GPU_MEMORY_SHORT, GPU_MEMORY_HOST_SHORT};
    /* Lattice nodes are few: what does not fit is the slab. */
    scree_grid grid = {.axes = 3, .count = {300, 200, 50}, .step = {0.001}};
    scree_device *device = gpu_open(0);
    kept_stream actual = gpu_compare_stream(device, &two_octaves, &grid, &bytes_output, true);
    assert_int_equal(actual.slabs, 1);
    gpu_clear(&actual);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        /* Anew, without the memory of the job before. */
        gpu_close(&device);
        device = gpu_open(0);
        if (gpu_leave_memory(ways[i])) {
            actual = gpu_compare_stream(device, &two_octaves, &grid, &bytes_output, true);
            assert_true(actual.slabs >= 12);
            gpu_clear(&actual);
        }
        gpu_leave_memory(GPU_MEMORY_ALL);
    }
}

static void without_memory_the_device_survives(void **state)
{
    double position = 0.5;
    float value = 0.0f;
    scree_buffer *buffer = NULL;
    scree_device *device = gpu_open(0);
    scree_buffer *filled = fixture_buffer(device, fixture_samples(&many_slabs) * 4);
    gpu_leave_memory(GPU_MEMORY_NONE);
    kept_stream stream = gpu_stream(device, &two_octaves, &many_slabs, &bytes_output, false);
    assert_int_equal(stream.result, SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(stream.samples, 0);
    assert_labelled(device, ": no memory for 4 slabs");
    gpu_clear(&stream);
    assert_int_equal(noise_points(device, &two_octaves, 1, &position, 1, &value), SCREE_ERROR_OUT_OF_MEMORY);
    gpu_assert_message("no memory for points");
    assert_int_equal(scree_buffer_create(device, 4, &buffer), SCREE_ERROR_OUT_OF_MEMORY);
    assert_labelled(device, ": no memory for a buffer of 4 bytes");
    assert_int_equal(scree_buffer_read(filled, 0, 4, &value), SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(scree_buffer_write(filled, 0, 4, &value), SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(fill_buffer(device, filled), SCREE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(gpu_refused(gpu_device(0).index), SCREE_ERROR_OUT_OF_MEMORY);
    gpu_leave_memory(GPU_MEMORY_ALL);
    scree_buffer_destroy(&filled);
    gpu_assert_works(device);
}

/* Every call that may fail does so in turn; the device goes on, and in the end nothing is left behind. */
static void every_call_may_fail(void **state)
{
    unsigned number = 1;
    for (bool is_over = false; !is_over; number++) {
        gpu_fail_call(number);
        const scree_device_params params = gpu_device(0);
        scree_device *device = NULL;
        scree_result result = scree_device_open(fixture_context, &params, &device);
        is_over = gpu_count_calls() < number;
        if (result != SCREE_OK) {
            assert_false(is_over);
            assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
            assert_null(device);
        }
        scree_device_close(&device);
    }
    print_message("%u calls failed in turn while a device was opened\n", number - 2);
    assert_true(number > gpu_calls_of_opening);
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
    float expected[8 * 8 * 4];
    float actual[8 * 8 * 4];
    unsigned number = 1;
    scree_device *device = gpu_open(0);
    assert_int_equal(use_device(device, expected), SCREE_OK);
    gpu_close(&device);
    /* Anew, so that its pipelines must be made while calls fail. */
    device = gpu_open(0);
    for (bool is_over = false; !is_over; number++) {
        gpu_fail_call(number);
        scree_result result = use_device(device, actual);
        is_over = gpu_count_calls() < number;
        if (result == SCREE_OK) {
            assert_memory_equal(actual, expected, sizeof expected);
        } else {
            assert_false(is_over);
            assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
        }
    }
    print_message("%u calls of jobs failed in turn\n", number - 2);
    assert_true(number > gpu_calls_of_jobs);
    gpu_fail_call(0);
    gpu_assert_works(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(an_index_beyond_the_devices_is_not_there),
        gpu_test(a_stream_ends_where_the_device_is_lost),
        gpu_test(a_fill_ends_where_the_device_is_lost),
        gpu_test(a_device_may_be_lost_while_it_is_opened),
        gpu_test(slabs_are_halved_where_memory_is_short),
        gpu_test(without_memory_the_device_survives),
        gpu_test(every_call_may_fail),
        gpu_test(every_call_of_a_job_may_fail),
    };
    return gpu_run(tests);
}
