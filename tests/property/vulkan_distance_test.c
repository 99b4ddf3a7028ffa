/* Distance fields on Vulkan devices: the bits of the CPU, however lines are cut and whatever memory there is. */
#include "gpu_distance.h"
#include "vulkan_fixture.h"

#include <string.h>

static void drawn_fields_are_the_cpus(void **state)
{
    (void)state;
    static const uint64_t most[3] = {70, 75, 40};
    scree_device *device = vulkan_open();
    for (uint64_t seed = 100; seed < 112; seed++) {
        gpu_assert_drawn_distance(device, most, seed);
    }
    scree_device_close(&device);
}

/* Lines of many strips, of whole ones, and of one place. */
static void lines_of_all_lengths_are_the_cpus(void **state)
{
    (void)state;
    static const uint64_t shapes[][3] = {{513, 9, 5}, {7, 610, 3}, {64, 32, 33}, {1, 1, 50}, {1, 40, 1}, {200, 1, 17}};
    scree_device *device = vulkan_open();
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        scree_distance_params params = {.count = {shapes[i][0], shapes[i][1], shapes[i][2]}};
        gpu_assert_distance(device, &params, SOLID_HILLS, i);
        params.voxel[1] = 0.75;
        gpu_assert_distance(device, &params, SOLID_SCATTERED, i);
    }
    scree_device_close(&device);
}

/* Longer lines than a work group has memory for. */
static void long_lines_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = vulkan_open();
    scree_distance_params params = {.count = {6000, 3, 2}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    params = (scree_distance_params){.count = {3, 6000, 2}, .voxel = {1.0, 2.0, 1.5}};
    gpu_assert_distance(device, &params, SOLID_SPIKES, 2);
    scree_device_close(&device);
}

/* A software GPU may cut loops short: then the job fails, and the device goes on. */
static void cut_loops_are_told(void **state)
{
    (void)state;
    enum { ROWS = 32767 };
    static float heights[2 * ROWS];
    static float out[2 * 2 * ROWS];
    heights[0] = 1.0f;
    const scree_distance_source source = {.heights = heights};
    const distance_memory field = {.distance = out};
    scree_distance_params params = {.count = {2, ROWS, 2}};
    scree_device *device = vulkan_open();
    scree_job *job = NULL;
    assert_int_equal(distance_job_fill(device, &params, &source, &field, &job), SCREE_OK);
    scree_result result = scree_job_wait(job, UINT64_MAX);
    scree_job_release(&job);
    if (result == SCREE_OK) {
        assert_true(out[0] == -1.0f);
        assert_true(out[2 * ROWS - 2] == (float)(ROWS - 1));
    } else {
        assert_int_equal(result, SCREE_ERROR_UNSUPPORTED);
        assert_non_null(strstr(fixture_message, "cuts loops short"));
    }
    params = (scree_distance_params){.count = {30, 20, 10}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    scree_device_close(&device);
}

/* Sums so large that rounding puts them out of order: every place is sought by itself. */
static void sums_out_of_order_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = vulkan_open();
    scree_distance_params params = {.count = {60, 70, 12}, .voxel = {0.01, 0.02, 900.0}};
    gpu_assert_distance(device, &params, SOLID_NOISE, 1);
    gpu_assert_distance(device, &params, SOLID_SCATTERED, 2);
    params.surface = SCREE_SURFACE_COLUMNS;
    gpu_assert_distance(device, &params, SOLID_HILLS, 3);
    scree_device_close(&device);
}

/* Lines of float32 that have no voxel of the other kind: all sums are far, and none has to be sought. */
static void empty_lines_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = vulkan_open();
    scree_distance_params params = {.count = {4, 3000, 2}, .voxel = {1.0, 1.0, 2.0}};
    gpu_assert_distance(device, &params, SOLID_EMPTY, 1);
    gpu_assert_distance(device, &params, SOLID_FULL, 2);
    params.count[0] = 3000;
    params.count[1] = 4;
    gpu_assert_distance(device, &params, SOLID_NONE, 3);
    gpu_assert_distance(device, &params, SOLID_ONE, 4);
    scree_device_close(&device);
}

/* Slabs no larger than what a binding reaches, and voxels sent some layers at a time. */
static void small_bindings_give_the_same(void **state)
{
    (void)state;
    faults.storage_range = (uint32_t)1 << 18;
    scree_device *device = vulkan_open();
    scree_distance_params params = {.count = {64, 64, 90}};
    gpu_assert_distance(device, &params, SOLID_BALLS, 1);
    gpu_assert_distance(device, &params, SOLID_HILLS, 2);
    /* Of columns two words are joined at a time. */
    params = (scree_distance_params){.count = {200, 150, 70}};
    gpu_assert_distance(device, &params, SOLID_SCATTERED, 3);
    /* What is known of long lines is bound too. */
    params = (scree_distance_params){.count = {60000, 1, 1}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 4);
    params = (scree_distance_params){.count = {3, 6000, 9}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 5);
    assert_in_range(faults.widest_binding, 1, faults.storage_range);
    scree_device_close(&device);
}

static void what_shaders_do_not_reach_is_refused(void **state)
{
    (void)state;
    static float heights[512 * 300];
    static uint8_t voxels[512 * 200];
    static float out[512 * 300];
    faults.storage_range = (uint32_t)1 << 19;
    scree_device *device = vulkan_open();
    const scree_distance_source sources[] = {{.heights = heights}, {.occupancy = voxels}};
    const distance_memory field = {.distance = out};
    for (int i = 0; i < 2; i++) {
        scree_job *job = NULL;
        scree_distance_params params = {.count = {512, i == 0 ? 300 : 200, 1}};
        assert_int_equal(distance_job_fill(device, &params, &sources[i], &field, &job), SCREE_OK);
        assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_UNSUPPORTED);
        assert_non_null(strstr(fixture_message, "its shaders reach"));
        scree_job_release(&job);
    }
    scree_device_close(&device);
}

/* Every call that may fail does so in turn: the job says so, and the device goes on. */
static void every_call_of_a_job_may_fail(void **state)
{
    (void)state;
    static float expected[GPU_SMALL_FIELD];
    static float actual[GPU_SMALL_FIELD];
    unsigned number = 1;
    unsigned failures = 0;
    scree_device *device = vulkan_open();
    assert_int_equal(gpu_try_distance(device, expected), SCREE_OK);
    scree_device_close(&device);
    /* Anew, so that its pipelines must be made while calls fail. */
    device = vulkan_open();
    for (bool is_over = false; !is_over; number++) {
        faults.calls = 0;
        faults.failing_call = number;
        scree_result result = gpu_try_distance(device, actual);
        is_over = faults.calls < number;
        if (result == SCREE_OK) {
            /* Less memory does too. */
            assert_memory_equal(actual, expected, sizeof expected);
        } else {
            failures++;
            assert_false(is_over);
            assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
        }
    }
    print_message("%u calls failed in turn, and %u jobs with them\n", number - 2, failures);
    assert_true(failures > 50);
    faults.failing_call = 0;
    assert_int_equal(gpu_try_distance(device, actual), SCREE_OK);
    scree_device_close(&device);
}

static void a_lost_device_says_so(void **state)
{
    (void)state;
    static float out[GPU_SMALL_FIELD];
    for (unsigned submit = 1; submit <= 5; submit += 2) {
        scree_device *device = vulkan_open();
        faults.submits = 0;
        faults.losing_submit = submit;
        assert_int_equal(gpu_try_distance(device, out), SCREE_ERROR_DEVICE_LOST);
        assert_non_null(strstr(fixture_message, "was lost"));
        assert_int_equal(gpu_try_distance(device, out), SCREE_ERROR_DEVICE_LOST);
        scree_device_close(&device);
        faults = (faulty_vulkan){0};
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        vulkan_test(drawn_fields_are_the_cpus),    vulkan_test(lines_of_all_lengths_are_the_cpus),
        vulkan_test(long_lines_are_the_cpus),      vulkan_test(empty_lines_are_the_cpus),
        vulkan_test(cut_loops_are_told),           vulkan_test(sums_out_of_order_are_the_cpus),
        vulkan_test(small_bindings_give_the_same), vulkan_test(what_shaders_do_not_reach_is_refused),
        vulkan_test(every_call_of_a_job_may_fail), vulkan_test(a_lost_device_says_so),
    };
    if (!vulkan_find(0)) {
        return VULKAN_SKIPPED;
    }
    int failed = 0;
    do {
        failed += cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
    } while (vulkan_find(vulkan_index + 1));
    return failed;
}
