/*
 * Host memory that cannot be had while a GPU is opened and used, as in allocation_test.c: only the
 * library's own allocations fail, not those of the driver. Whatever the library made of the device by then must go
 * again, which the validation layer, or the emulated driver, watches over.
 */
#include "failing_allocation.h"
#include "gpu_suite.h"

static scree_result drop(void *user, const scree_slab *slab)
{
    (void)user;
    (void)slab;
    return SCREE_OK;
}

/* Everything that the library does with the device, once; or with two of them as a group. */
static scree_result whole_round(bool is_group)
{
    static const double positions[6] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5};
    static const scree_noise_params params = {.octaves = 3};
    static const scree_grid grid = {.axes = 3, .count = {8, 8, 4}, .step = {0.4}};
    static const scree_output output = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED};
    static const scree_sink sink = {.write = drop};
    float out[8 * 8 * 4];
    scree_device *device = NULL;
    scree_buffer *buffer = NULL;
    scree_job *job = NULL;
    const scree_device_params both[2] = {gpu_device(0), gpu_device(1)};
    scree_result result = scree_device_open_group(fixture_context, both, is_group ? 2 : 1, &device);
    if (result == SCREE_OK) {
        result = noise_job_stream(device, &params, &grid, &output, &sink, &job);
    }
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    scree_job_release(&job);
    if (result == SCREE_OK) {
        result = noise_points(device, &params, 3, positions, 2, out);
    }
    if (result == SCREE_OK && !is_group) {
        result = scree_buffer_create(device, sizeof out, &buffer);
    }
    if (result == SCREE_OK && !is_group) {
        result = scree_buffer_fill(buffer, 0, NULL);
    }
    if (result == SCREE_OK && !is_group) {
        result = noise_buffer_points(device, &params, buffer, 2, sizeof out / 2);
    }
    if (result == SCREE_OK && !is_group) {
        result = noise_job_fill_buffer(device, &params, &grid, buffer, 0, &job);
    }
    if (result == SCREE_OK && !is_group) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    scree_job_release(&job);
    scree_buffer_destroy(&buffer);
    scree_device_close(&device);
    return result;
}

static void fail_every_allocation(bool is_group)
{
    assert_int_equal(whole_round(is_group), SCREE_OK);
    bool was_reached = true;
    long number = 0;
    for (; was_reached; number++) {
        atomic_store(&until_failure, number);
        scree_result result = whole_round(is_group);
        was_reached = atomic_load(&until_failure) < 0;
        atomic_store(&until_failure, -1);
        assert_true(result == SCREE_ERROR_OUT_OF_MEMORY || result == SCREE_ERROR_INTERNAL || result == SCREE_OK);
        assert_true(was_reached || result == SCREE_OK);
        assert_true(number < 10000);
    }
    print_message("%ld allocations failed in turn\n", number - 1);
    assert_true(number > 20);
}

static void every_allocation_may_fail(void **state)
{
    fail_every_allocation(false);
}

static void every_allocation_of_a_group_may_fail(void **state)
{
    gpu_use_devices(2);
    fail_every_allocation(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(every_allocation_may_fail),
        gpu_test(every_allocation_of_a_group_may_fail),
    };
    return gpu_run(tests);
}
