/* Fields on Vulkan devices of small limits: what bindings do not reach, and loops that are cut short. */
#include "flood_fixture.h"
#include "gpu_distance.h"
#include "vulkan_fixture.h"

#include <string.h>

/* A software GPU may cut loops short: then the job fails, and the device goes on. */
static void cut_loops_are_told(void **state)
{
    enum { ROWS = 32767 };
    static float heights[2 * ROWS];
    static float out[2 * 2 * ROWS];
    heights[0] = 1.0f;
    const scree_distance_source source = {.heights = heights};
    const distance_memory field = {.distance = out};
    scree_distance_params params = {.count = {2, ROWS, 2}};
    scree_device *device = gpu_open(0);
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
}

/* Slabs no larger than what a binding reaches, and voxels sent some layers at a time. */
static void small_bindings_give_the_same(void **state)
{
    faults.storage_range = (uint32_t)1 << 18;
    scree_device *device = gpu_open(0);
    scree_distance_params params = {.count = {64, 64, 90}};
    gpu_assert_distance(device, &params, SOLID_BALLS, 1);
    gpu_assert_distance(device, &params, SOLID_HILLS, 2);
    /* Columns, which join two words at a time. */
    params = (scree_distance_params){.count = {100, 75, 70}};
    gpu_assert_distance(device, &params, SOLID_SCATTERED, 3);
    /* Tables of long lines, which are bound as well. */
    params = (scree_distance_params){.count = {60000, 1, 1}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 4);
    params = (scree_distance_params){.count = {3, 6000, 9}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 5);
    assert_in_range(faults.widest_binding, 1, faults.storage_range);
}

static void what_shaders_do_not_reach_is_refused(void **state)
{
    static float heights[512 * 300];
    static uint8_t voxels[512 * 200];
    static float out[512 * 300];
    faults.storage_range = (uint32_t)1 << 19;
    scree_device *device = gpu_open(0);
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
}

static const flood_volume long_volumes[] = {
    {{1, 1, 1000}, {1, 1, 1}, 0.002f, 0}, {{1, 3000, 2}, {1, 1, 1}, 0.002f, 0}, {{3000, 1, 2}, {1, 1, 1}, 0.002f, 0},
    {{9, 5, 300}, {1, 1, 1}, 0.001f, 0},  {{37, 41, 90}, {2, 2, 3}, -1.0f, 0},
};

/* Windows of some layers: bindings reach 16 KiB and a little more, or the device's smallest alignment. */
static void floods_by_small_bindings_are_the_cpus(void **state)
{
    gpu_limit_slabs(16640);
    scree_device *device = gpu_open(0);
    for (size_t i = 0; i < sizeof long_volumes / sizeof long_volumes[0]; i++) {
        flooded field = flood_make_field(&long_volumes[i], i);
        field.params.method = SCREE_DISTANCE_1_JFA;
        flood_assert_reference(&field, device);
        flood_free_field(&field);
    }
    flood_volume cube = {{50, 60, 33}, {1, 1, 1}, 0.01f, 0};
    flooded field = flood_make_field(&cube, 9);
    field.params.method = SCREE_DISTANCE_JFA_TWICE;
    flood_assert_reference(&field, device);
    field.params.sign = SCREE_DISTANCE_SIGN_INSIDE;
    flood_assert_reference(&field, device);
    flood_free_field(&field);
    /* Four windows of voxels that are searched for, and four of those that are read. */
    flood_volume tall = {{9, 5, 300}, {1, 1, 1}, 0.01f, 0};
    field = flood_make_field(&tall, 10);
    field.params.method = SCREE_DISTANCE_NAIVE;
    flood_assert_reference(&field, device);
    flood_free_field(&field);
}

static void a_layer_beyond_a_binding_is_refused(void **state)
{
    gpu_limit_slabs(16640);
    scree_device *device = gpu_open(0);
    flood_volume wide = {{100, 50, 2}, {1, 1, 1}, 0.01f, 0};
    flooded field = flood_make_field(&wide, 9);
    field.params.method = SCREE_DISTANCE_JFA;
    distance_memory to = {.distance = field.distance};
    scree_job *job = NULL;
    assert_int_equal(distance_job_fill(device, &field.params, &field.source, &to, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_UNSUPPORTED);
    scree_job_release(&job);
    assert_non_null(strstr(fixture_message, "a layer of the distance field has 20000 bytes"));
    flood_free_field(&field);
}

/* A shader that sees little: right samples by way of more windows, or a refusal that tells of bytes. */
static void small_bindings_give_right_samples_or_none(void **state)
{
    static const scree_grid grids[] = {
        {.axes = 1, .count = {1000003}, .step = {0.01}},     {.axes = 2, .count = {100001, 11}, .step = {0.01}},
        {.axes = 2, .count = {7, 100001}, .step = {0.01}},   {.axes = 2, .count = {1000, 700}, .step = {2.3}},
        {.axes = 3, .count = {200, 150, 40}, .step = {0.3}}, {.axes = 4, .count = {50, 20, 30, 21}, .step = {0.3}},
    };
    static const scree_noise_params params = {.octaves = 2, .seed = 5};
    unsigned right = 0;
    for (uint32_t range = 256u << 10; range <= 4u << 20; range *= 4) {
        gpu_limit_slabs(range);
        scree_device *device = gpu_open(0);
        for (size_t i = 0; i < sizeof grids / sizeof grids[0]; i++) {
            kept_stream expected = gpu_stream(gpu_reference, &params, &grids[i], NULL, false);
            kept_stream actual = gpu_stream(device, &params, &grids[i], NULL, false);
            gpu_assert_part(&actual, &expected);
            if (actual.result == SCREE_OK) {
                gpu_assert_whole(&actual, &expected);
                right++;
            } else {
                assert_int_equal(actual.result, SCREE_ERROR_UNSUPPORTED);
                gpu_assert_message("bytes");
            }
            gpu_clear(&actual);
            gpu_clear(&expected);
        }
        gpu_close(&device);
    }
    print_message("%u of 18 fields are right, the others refused\n", right);
    assert_true(right >= 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(cut_loops_are_told),
        gpu_test(small_bindings_give_the_same),
        gpu_test(what_shaders_do_not_reach_is_refused),
        gpu_test(floods_by_small_bindings_are_the_cpus),
        gpu_test(a_layer_beyond_a_binding_is_refused),
        gpu_test(small_bindings_give_right_samples_or_none),
    };
    return gpu_run(tests);
}
