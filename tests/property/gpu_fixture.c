#include "gpu_fixture.h"

#include <stdlib.h>
#include <string.h>

scree_device *gpu_reference;

static scree_result keep(void *user, const scree_slab *slab)
{
    kept_stream *to = user;
    to->is_in_order = to->is_in_order && slab->first == to->samples;
    to->samples += slab->count;
    to->mapped = slab->mapped;
    to->slabs++;
    if (slab->values != NULL) {
        memcpy(to->values + slab->first, slab->values, slab->count * sizeof(float));
    } else {
        free(to->values);
        to->values = NULL;
    }
    memcpy(to->data + slab->first * to->data_bytes, slab->data, slab->count * to->data_bytes);
    return SCREE_OK;
}

kept_stream gpu_stream(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                       const scree_output *output, bool wants_values)
{
    uint64_t samples = fixture_samples(grid);
    kept_stream kept = {.data_bytes = scree_type_bytes(output != NULL ? output->type : SCREE_TYPE_F32),
                        .is_in_order = true};
    kept.values = malloc(samples * sizeof(float));
    kept.data = malloc(samples * kept.data_bytes);
    scree_sink sink = {.write = keep, .user = &kept, .wants_values = wants_values};
    scree_job *job = NULL;
    kept.result = noise_job_stream(device, params, grid, output, &sink, &job);
    assert_int_equal(kept.result, SCREE_OK);
    kept.result = scree_job_wait(job, UINT64_MAX);
    kept.status = scree_job_poll(job);
    scree_job_release(&job);
    return kept;
}

void gpu_clear(kept_stream *kept)
{
    free(kept->values);
    free(kept->data);
    *kept = (kept_stream){0};
}

void gpu_assert_part(const kept_stream *actual, const kept_stream *expected)
{
    assert_true(actual->is_in_order);
    assert_true(actual->samples <= expected->samples);
    assert_true(memcmp(actual->data, expected->data, actual->samples * actual->data_bytes) == 0);
    if (actual->values != NULL && expected->values != NULL) {
        assert_true(memcmp(actual->values, expected->values, actual->samples * sizeof(float)) == 0);
    }
}

static void assert_same_range(const scree_job_status *actual, const scree_job_status *expected)
{
    assert_memory_equal(&actual->minimum, &expected->minimum, sizeof(float));
    assert_memory_equal(&actual->maximum, &expected->maximum, sizeof(float));
    assert_int_equal(actual->done, expected->done);
}

void gpu_assert_whole(const kept_stream *actual, const kept_stream *expected)
{
    assert_int_equal(actual->result, SCREE_OK);
    gpu_assert_part(actual, expected);
    assert_int_equal(actual->samples, expected->samples);
    assert_int_equal(actual->values != NULL, expected->values != NULL);
    assert_memory_equal(&actual->mapped, &expected->mapped, sizeof actual->mapped);
    assert_same_range(&actual->status, &expected->status);
}

kept_stream gpu_compare_stream(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                               const scree_output *output, bool wants_values)
{
    kept_stream expected = gpu_stream(gpu_reference, params, grid, output, wants_values);
    kept_stream actual = gpu_stream(device, params, grid, output, wants_values);
    gpu_assert_whole(&actual, &expected);
    assert_true(actual.status.device_seconds > 0.0);
    gpu_clear(&expected);
    return actual;
}

void gpu_assert_range(scree_device *device, const scree_noise_params *params, scree_noise_method method,
                      const scree_grid *grid)
{
    scree_job_status status[2];
    for (int i = 0; i < 2; i++) {
        scree_job *job = NULL;
        assert_int_equal(noise_job_range_by(i == 0 ? gpu_reference : device, params, method, grid, &job), SCREE_OK);
        assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
        status[i] = scree_job_poll(job);
        scree_job_release(&job);
    }
    assert_same_range(&status[1], &status[0]);
}

static scree_job_status fill(scree_device *device, const scree_noise_params *params, scree_noise_method method,
                             const scree_grid *grid, float *out)
{
    scree_job *job = NULL;
    assert_int_equal(noise_job_fill_by(device, params, method, grid, out, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    const scree_job_status status = scree_job_poll(job);
    scree_job_release(&job);
    return status;
}

void gpu_assert_fill(scree_device *device, const scree_noise_params *params, scree_noise_method method,
                     const scree_grid *grid, uint64_t bytes)
{
    scree_job_status status[2];
    float *out[2];
    for (int i = 0; i < 2; i++) {
        out[i] = malloc(bytes);
        memset(out[i], 0x7f, bytes);
        status[i] = fill(i == 0 ? gpu_reference : device, params, method, grid, out[i]);
    }
    assert_true(memcmp(out[0], out[1], bytes) == 0);
    assert_same_range(&status[1], &status[0]);
    free(out[0]);
    free(out[1]);
}

uint32_t *gpu_fill_canaries(const scree_noise_params *params, const scree_grid *grid, uint64_t words, uint64_t offset)
{
    uint32_t *filled = malloc(words * sizeof *filled);
    for (uint64_t i = 0; i < words; i++) {
        filled[i] = GPU_CANARY;
    }
    fill(gpu_reference, params, SCREE_NOISE_METHOD_AUTO, grid, (float *)(filled + offset));
    return filled;
}

static void assert_points_work(scree_device *device)
{
    enum { POINTS = 100 };
    scree_noise_params params = {.kind = SCREE_NOISE_VALUE, .octaves = 2, .seed = 12};
    double positions[3 * POINTS];
    float expected[POINTS];
    float actual[POINTS];
    uint64_t state = 1;
    for (size_t i = 0; i < 3 * POINTS; i++) {
        positions[i] = fixture_draw_unit(&state) * 20.0 - 10.0;
    }
    assert_int_equal(noise_points(gpu_reference, &params, 3, positions, POINTS, expected), SCREE_OK);
    assert_int_equal(noise_points(device, &params, 3, positions, POINTS, actual), SCREE_OK);
    assert_memory_equal(actual, expected, sizeof expected);
}

static void assert_buffer_works(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                                const float *expected)
{
    uint64_t bytes = fixture_samples(grid) * sizeof(float);
    float *actual = malloc(bytes);
    scree_job *job = NULL;
    scree_buffer *buffer = fixture_buffer(device, bytes);
    assert_int_equal(noise_job_fill_buffer(device, params, grid, buffer, 0, &job), SCREE_OK);
    fixture_finish(&job);
    assert_int_equal(scree_buffer_read(buffer, 0, bytes, actual), SCREE_OK);
    assert_memory_equal(actual, expected, bytes);
    scree_buffer_destroy(&buffer);
    free(actual);
}

void gpu_assert_works(scree_device *device)
{
    scree_noise_params params = {.kind = SCREE_NOISE_VALUE, .octaves = 2, .seed = 77};
    scree_grid grid = {.axes = 3, .count = {35, 25, 9}, .step = {0.31}};
    scree_output output = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED};
    float *expected = fixture_fill(gpu_reference, &params, &grid, NULL);
    float *actual = fixture_fill(device, &params, &grid, NULL);
    assert_memory_equal(actual, expected, fixture_samples(&grid) * sizeof(float));
    kept_stream expected_stream = gpu_stream(gpu_reference, &params, &grid, &output, true);
    kept_stream actual_stream = gpu_stream(device, &params, &grid, &output, true);
    gpu_assert_whole(&actual_stream, &expected_stream);
    assert_points_work(device);
    assert_buffer_works(device, &params, &grid, expected);
    gpu_clear(&expected_stream);
    gpu_clear(&actual_stream);
    free(expected);
    free(actual);
}

void gpu_assert_message(const char *part)
{
    if (strstr(fixture_message, part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", fixture_message, part);
    }
}
