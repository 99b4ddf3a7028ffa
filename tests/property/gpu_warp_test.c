/*
 * Warped fields on GPUs: with displacements in little memory, so that submissions are cut in every direction; in
 * streams, in buffers with gaps and at points, with the bits of the CPU; and where calls of the driver fail.
 */
#include "gpu_suite.h"

#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* A field, and a grid that is wider, higher or deeper than the displacements that there is memory for. */
typedef struct warped_case {
    scree_noise_params params;
    scree_grid grid;
} warped_case;

/* Both fractals of warps, components of either sort of lattice, a fractal with state, a rotated lattice, and
   derivatives. */
static const warped_case cases[] = {
    {{.octaves = 2, .seed = 4, .warp = {.amplitude = 0.6, .octaves = 2, .times = 2}},
     {.axes = 2, .count = {9001, 3}, .step = {0.013}, .origin = {-7.0, 2.0}}},
    {{.kind = SCREE_NOISE_CELLULAR,
      .seed = 5,
      .cellular.feature = SCREE_NOISE_FEATURE_F2,
      .warp = {.amplitude = 0.4, .fractal = SCREE_NOISE_WARP_PROGRESSIVE, .octaves = 3, .times = 2}},
     {.axes = 2, .count = {70, 301}, .step = {0.05}}},
    {{.fractal = SCREE_NOISE_FRACTAL_HYBRID,
      .seed = 6,
      .octaves = 3,
      .warp = {.amplitude = 0.3, .kind = SCREE_NOISE_VALUE, .fractal = SCREE_NOISE_WARP_PROGRESSIVE, .octaves = 2}},
     {.axes = 3, .count = {41, 37, 11}, .step = {0.11}, .origin = {0.0, -3.0, 1.0}}},
    {{.seed = 7, .octaves = 2, .has_octave_rotation = true, .warp = {.amplitude = 1.5, .kind = SCREE_NOISE_SIMPLEX}},
     {.axes = 4, .count = {17, 13, 7, 9}, .step = {0.23}}},
    /* A line has the longest tables. */
    {{.octaves = 2, .warp = {.amplitude = 0.7, .fractal = SCREE_NOISE_WARP_PROGRESSIVE, .octaves = 5, .times = 3}},
     {.axes = 1, .count = {20011}, .step = {0.07}}},
    {{.octaves = 2, .seed = 8, .warp = {.amplitude = 0.4, .octaves = 2, .times = 2}, .sample.has_derivatives = true},
     {.axes = 3, .count = {43, 39, 9}, .step = {0.12}}},
    {{.kind = SCREE_NOISE_SIMPLEX,
      .octaves = 2,
      .seed = 9,
      .warp = {.amplitude = 0.7, .kind = SCREE_NOISE_VALUE, .fractal = SCREE_NOISE_WARP_PROGRESSIVE, .octaves = 3},
      .sample.is_curl = true},
     {.axes = 2, .count = {5003, 5}, .step = {0.021}}},
};

/* The most floats of a sample, and those of a case. */
#define MOST_CHANNELS 4u

static uint32_t channels_of(const warped_case *c)
{
    return c->params.sample.has_derivatives ? c->grid.axes + 1 : c->params.sample.is_curl ? c->grid.axes : 1;
}

static void check_stream(scree_device *device, const warped_case *c)
{
    const scree_output mapped = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED};
    kept_stream kept = gpu_compare_stream(device, &c->params, &c->grid, &mapped, true);
    gpu_clear(&kept);
}

/* With gaps behind rows and between planes. */
static void check_buffer(scree_device *device, const warped_case *c)
{
    scree_grid grid = c->grid;
    const uint64_t rows = grid.axes > 1 ? grid.count[1] : 1;
    const uint64_t planes = fixture_samples(&grid) / grid.count[0] / rows;
    grid.row_stride = grid.count[0] + 5;
    grid.plane_stride = grid.row_stride * rows + 3;
    gpu_assert_fill(device, &c->params, SCREE_NOISE_METHOD_AUTO, &grid,
                    planes * grid.plane_stride * channels_of(c) * sizeof(float));
}

static void check_all(scree_device *device)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (channels_of(&cases[i]) == 1) {
            check_stream(device, &cases[i]);
        }
        check_buffer(device, &cases[i]);
    }
}

static void warped_fields_are_the_cpus(void **state)
{
    scree_device *device = gpu_open(0);
    check_all(device);
    gpu_assert_works(device);
    gpu_close(&device);
}

/* Displacements of a submission take no more memory than a slab may. */
static void submissions_are_cut(void **state)
{
    gpu_limit_slabs((uint32_t)1 << 16);
    scree_device *device = gpu_open(0);
    check_all(device);
    gpu_close(&device);
}

/* The same points in a buffer, their values behind them. */
static void check_buffer_points(scree_device *device, const warped_case *c, const double *positions, size_t count,
                                const float *expected)
{
    const uint32_t axes = c->grid.axes;
    const size_t value_bytes = count * channels_of(c) * sizeof *expected;
    const uint64_t bytes = count * axes * sizeof *positions;
    scree_buffer_points points = {.axes = axes, .count = count, .type = SCREE_TYPE_F64};
    float *actual = malloc(value_bytes);
    scree_field *field = NULL;
    scree_buffer *buffer = NULL;
    assert_int_equal(scree_field_from_noise(fixture_context, &c->params, &field), SCREE_OK);
    assert_int_equal(scree_buffer_create(device, bytes + value_bytes, &buffer), SCREE_OK);
    assert_int_equal(scree_buffer_write(buffer, 0, bytes, positions), SCREE_OK);
    points.buffer = buffer;
    for (uint32_t axis = 0; axis < axes; axis++) {
        points.offset[axis] = axis * sizeof *positions;
        points.stride[axis] = axes * sizeof *positions;
    }
    assert_int_equal(scree_device_at_buffer(device, field, &points, buffer, bytes, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_read(buffer, bytes, value_bytes, actual), SCREE_OK);
    assert_memory_equal(actual, expected, value_bytes);
    scree_buffer_destroy(&buffer);
    scree_field_release(&field);
    free(actual);
}

/* Near and far points, and one that is nowhere. */
static void check_points(void)
{
    enum { MANY = 6000 };
    float *expected = malloc(MANY * MOST_CHANNELS * sizeof *expected);
    float *actual = malloc(MANY * MOST_CHANNELS * sizeof *actual);
    double *positions = malloc(MANY * 4 * sizeof *positions);
    uint64_t draws = 3;
    scree_device *device = gpu_open(0);
    for (size_t i = 0; i < (size_t)MANY * 4; i++) {
        positions[i] = (fixture_draw_unit(&draws) - 0.5) * (i % 64 == 5 ? 0x1p45 : 200.0);
    }
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const scree_noise_params *params = &cases[i].params;
        const uint32_t axes = cases[i].grid.axes;
        assert_int_equal(noise_points(gpu_reference, params, axes, positions, MANY, expected), SCREE_OK);
        assert_int_equal(noise_points(device, params, axes, positions, MANY, actual), SCREE_OK);
        assert_memory_equal(actual, expected, MANY * channels_of(&cases[i]) * sizeof *expected);
        check_buffer_points(device, &cases[i], positions, MANY, expected);
    }
    positions[2 * (MANY - 2) + 1] = 0x1p61;
    assert_int_equal(noise_points(device, &cases[0].params, 2, positions, MANY, actual), SCREE_ERROR_INVALID);
    gpu_assert_message("coordinate 1 of point 5998 is ");
    gpu_close(&device);
    free(expected);
    free(actual);
    free(positions);
}

static void points_are_the_cpus(void **state)
{
    check_points();
}

/* Then components that are no sites are located by whole numbers, or by the host. */
static void points_without_float64_are_the_cpus(void **state)
{
    for (int is_inexact = 0; is_inexact < 2 && gpu_take_float64(is_inexact != 0); is_inexact++) {
        check_points();
    }
}

/* A job of a warped field, and points of another. */
static scree_result use_device(scree_device *device, float *out, float *values)
{
    static const scree_grid grid = {.axes = 3, .count = {8, 8, 4}, .step = {0.4}};
    static const double positions[6] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5};
    scree_job *job = NULL;
    scree_result result = noise_job_fill(device, &cases[0].params, &grid, out, &job);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    scree_job_release(&job);
    return result == SCREE_OK ? noise_points(device, &cases[2].params, 3, positions, 2, values) : result;
}

/* Every call of the driver fails in turn; the device goes on, and nothing is left behind. */
static void every_call_may_fail(void **state)
{
    float expected[2][8 * 8 * 4] = {{0}};
    float actual[2][8 * 8 * 4] = {{0}};
    scree_device *device = gpu_open(0);
    assert_int_equal(use_device(device, expected[0], expected[1]), SCREE_OK);
    gpu_close(&device);
    device = gpu_open(0);
    unsigned number = 1;
    for (bool is_over = false; !is_over; number++) {
        gpu_fail_call(number);
        const scree_result result = use_device(device, actual[0], actual[1]);
        is_over = gpu_count_calls() < number;
        assert_true(result == SCREE_OK || (!is_over && result == SCREE_ERROR_OUT_OF_MEMORY));
        if (result == SCREE_OK) {
            assert_memory_equal(actual, expected, sizeof expected);
        }
    }
    assert_true(number > 30);
    gpu_fail_call(0);
    gpu_assert_works(device);
    gpu_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(warped_fields_are_the_cpus),          gpu_test(submissions_are_cut), gpu_test(points_are_the_cpus),
        gpu_test(points_without_float64_are_the_cpus), gpu_test(every_call_may_fail),
    };
    return gpu_run(tests);
}
