/* Explanations of jobs of a GPU, against its jobs: nothing is computed, and slabs and launches are those of a run. */
#include "gpu_suite.h"

#include <stdlib.h>
#include <string.h>

/* A program's launch is one that a device can take. */
static void assert_launch(const scree_launch_info *launch)
{
    const uint64_t threads = (uint64_t)launch->threads[0] * launch->threads[1] * launch->threads[2];
    assert_true(launch->name[0] != '\0');
    assert_true(launch->launches > 0);
    assert_true(threads >= 1 && threads <= 1024);
    assert_true(launch->groups[0] > 0 && launch->groups[1] > 0 && launch->groups[2] > 0);
    assert_true(launch->occupancy >= 0.0 && launch->occupancy <= 1.0);
}

/* The first field has two slabs. */
static void slabs_are_those_of_a_stream(void **state)
{
    static const scree_output bytes = {.type = SCREE_TYPE_U8};
    const struct {
        scree_noise_params params;
        scree_grid grid;
        const scree_output *output;
    } rows[] = {
        {{.octaves = 3}, {.axes = 2, .count = {1000, gpu_small_slab * 3 / 8 / 1000}, .step = {0.01}}, &bytes},
        {{.kind = SCREE_NOISE_SIMPLEX, .octaves = 2}, {.axes = 3, .count = {80, 60, 7}, .step = {0.02}}, NULL},
        {{.octaves = 1, .warp = {.amplitude = 0.5}}, {.axes = 2, .count = {70, 60}, .step = {0.02}}, NULL},
    };
    gpu_limit_slabs(gpu_small_slab);
    scree_device *device = gpu_open(0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scree_field *field = fixture_field(&rows[i].params);
        scree_explanation *told = NULL;
        assert_int_equal(scree_job_explain_stream(device, field, &rows[i].grid, rows[i].output, NULL, &told), SCREE_OK);
        kept_stream kept = gpu_compare_stream(device, &rows[i].params, &rows[i].grid, rows[i].output, false);
        assert_int_equal(told->slabs, kept.slabs);
        assert_int_equal(told->slabs, i == 0 ? 2 : 1);
        assert_true(told->device_bytes > 0 && told->host_bytes > 0);
        assert_true(told->launch_count > 0);
        for (uint32_t k = 0; k < told->launch_count; k++) {
            assert_launch(told->launch[k]);
        }
        gpu_clear(&kept);
        scree_explanation_free(&told);
        scree_field_release(&field);
    }
}

/* The device works after a rehearsal as before, and the rehearsal has left a buffer alone. */
static void a_rehearsal_computes_nothing(void **state)
{
    static const scree_noise_params params = {.octaves = 2};
    static const scree_grid grid = {.axes = 2, .count = {64, 50}, .step = {0.1}};
    enum { WORDS = 64 * 50 };
    scree_device *device = gpu_open(0);
    scree_buffer *buffer = fixture_buffer(device, WORDS * sizeof(uint32_t));
    scree_field *field = fixture_field(&params);
    uint32_t *words = malloc(WORDS * sizeof *words);
    scree_explanation *told = NULL;
    assert_int_equal(scree_buffer_fill(buffer, GPU_CANARY, NULL), SCREE_OK);
    assert_int_equal(scree_job_explain_fill_buffer(device, field, &grid, buffer, 0, &told), SCREE_OK);
    assert_int_equal(told->slabs, 1);
    assert_int_equal(scree_buffer_read(buffer, 0, WORDS * sizeof *words, words), SCREE_OK);
    for (size_t i = 0; i < WORDS; i++) {
        assert_int_equal(words[i], GPU_CANARY);
    }
    gpu_assert_works(device);
    scree_explanation_free(&told);
    free(words);
    scree_field_release(&field);
    scree_buffer_destroy(&buffer);
}

/* Distances are prepared before their first box: by all passes of jump flooding, which are noted, too. */
static void distances_are_explained(void **state)
{
    static const scree_distance_method methods[] = {SCREE_DISTANCE_EXACT, SCREE_DISTANCE_JFA};
    enum { SIDE = 32, LAYERS = 16 };
    scree_device *device = gpu_open(0);
    float *heights = calloc(SIDE * SIDE, sizeof *heights);
    heights[5] = 9.0f;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        const scree_distance_params params = {.count = {SIDE, SIDE, LAYERS}, .method = methods[i]};
        const scree_distance_source source = {.heights = heights};
        scree_field *field = NULL;
        scree_explanation *told = NULL;
        assert_int_equal(scree_field_from_distance(fixture_context, &params, &source, &field), SCREE_OK);
        assert_int_equal(scree_job_explain_stream(device, field, NULL, NULL, NULL, &told), SCREE_OK);
        assert_int_equal(told->slabs, 1);
        assert_true(told->launch_count >= 2);
        assert_true(told->device_bytes >= SIDE * SIDE * LAYERS * sizeof(float));
        scree_explanation_free(&told);
        scree_field_release(&field);
    }
    gpu_assert_works(device);
    free(heights);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test_in_one_order(slabs_are_those_of_a_stream),
        gpu_test_in_one_order(a_rehearsal_computes_nothing),
        gpu_test_in_one_order(distances_are_explained),
    };
    return gpu_run(tests);
}
