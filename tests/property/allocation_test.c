/*
 * Memory that cannot be had: the first allocation fails, then the second, and so on until a request succeeds. Every
 * failure must be SCREE_ERROR_OUT_OF_MEMORY, or SCREE_ERROR_INTERNAL for a thread, and leave nothing behind (the
 * sanitizer build looks for leaks). Linked with --wrap for the allocating functions.
 */
#include "failing_allocation.h"
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

static scree_result drop(void *user, const scree_slab *slab)
{
    (void)user;
    (void)slab;
    return SCREE_OK;
}

static scree_result fill(scree_device *device, const scree_noise_params *params, const scree_grid *grid, float *out)
{
    scree_job *job = NULL;
    scree_result result = noise_job_fill(device, params, grid, out, &job);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    scree_job_release(&job);
    return result;
}

/* Everything that the library does, once. */
static scree_result whole_round(void)
{
    float out[8 * 8 * 4];
    double positions[6] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5};
    scree_noise_params params = {.octaves = 3};
    scree_grid grid = {.axes = 3, .count = {8, 8, 4}, .step = {0.4}};
    scree_output output = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED};
    scree_sink sink = {.write = drop};
    scree_context *context = NULL;
    scree_device *device = NULL;
    scree_job *job = NULL;
    scree_device_params device_params = {.threads = 2};
    scree_result result = scree_context_create(NULL, &context);
    if (result == SCREE_OK) {
        result = scree_device_open(context, &device_params, &device);
    }
    if (result == SCREE_OK) {
        result = fill(device, &params, &grid, out);
    }
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
    scree_device_close(&device);
    scree_context_destroy(&context);
    return result;
}

static void every_allocation_may_fail(void **state)
{
    assert_int_equal(whole_round(), SCREE_OK);
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    long number = 0;
    for (; result != SCREE_OK; number++) {
        atomic_store(&until_failure, number);
        result = whole_round();
        bool was_reached = atomic_load(&until_failure) < 0;
        atomic_store(&until_failure, -1);
        if (was_reached) {
            assert_true(result == SCREE_ERROR_OUT_OF_MEMORY || result == SCREE_ERROR_INTERNAL || result == SCREE_OK);
        }
        assert_true(number < 10000);
        result = was_reached ? SCREE_ERROR_OUT_OF_MEMORY : result;
    }
    print_message("%ld allocations failed in turn\n", number - 1);
    assert_true(number > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
