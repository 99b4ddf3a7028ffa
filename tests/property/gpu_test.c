/*
 * Properties of every GPU: the bits of the CPU, however samples leave the device and however the grid is divided. The
 * conformance table covers fields; these tests cover sizes, boxes and outputs.
 */
#include "gpu_suite.h"
#include "noise_kinds_fixture.h"

#include <stdlib.h>
#include <string.h>

/* Slabs of so many bytes instead of 64 MiB. */
#define SMALL_SLAB ((uint32_t)1 << 20)

#define SHAPES 5

static void check_points(scree_device *device, scree_device *scalar, const scree_noise_params *params, uint32_t axes,
                         size_t count)
{
    double *positions = malloc(count * axes * sizeof *positions);
    float *expected = malloc(count * sizeof *expected);
    float *actual = malloc(count * sizeof *actual);
    uint64_t state = axes;
    for (size_t i = 0; i < count * axes; i++) {
        positions[i] = fixture_draw_unit(&state) * 600.0 - 300.0;
    }
    assert_int_equal(noise_points(scalar, params, axes, positions, count, expected), SCREE_OK);
    assert_int_equal(noise_points(device, params, axes, positions, count, actual), SCREE_OK);
    assert_memory_equal(actual, expected, count * sizeof *expected);
    free(positions);
    free(expected);
    free(actual);
}

static void points_are_those_of_scalar_c(void **state)
{
    scree_device *scalar = fixture_cpu(SCREE_CPU_LEVEL_SCALAR, 1);
    scree_device *device = gpu_open(0);
    for (uint32_t axes = 1; axes <= SCREE_MAX_AXES; axes++) {
        for (uint32_t variant = 0; variant < 6; variant++) {
            scree_noise_params params = {.kind = fixture_kind_of_axes(variant, axes),
                                         .hash = (axes + variant) % 3 == 0 ? SCREE_NOISE_HASH_PERLIN2002
                                                                           : SCREE_NOISE_HASH_SCREE,
                                         .gradients = (scree_noise_gradients)(variant / 2),
                                         .fade = (scree_noise_fade)(axes % 4),
                                         .fractal = fixture_fractal(axes + variant),
                                         .seed = axes * 100 + variant,
                                         .octaves = 1 + variant};
            fixture_permit(&params);
            check_points(device, scalar, &params, axes, 301);
        }
    }
    /* More than a batch. */
    scree_noise_params params = {.octaves = 2};
    check_points(device, scalar, &params, 3, 150001);
    check_points(device, scalar, &params, 1, 1);
    gpu_close(&device);
}

/* Cut by planes, by rows, inside a row, and both of many axes; one axis is the longer, the larger small slabs are. */
static scree_grid shape(size_t number)
{
    static const struct {
        scree_grid grid;
        uint32_t longer;
    } shapes[SHAPES] = {
        {{.axes = 3, .count = {150, 100, 90}, .step = {0.01}}, 2},
        {{.axes = 2, .count = {1500, 1001}, .step = {0.01}}, 1},
        {{.axes = 1, .count = {1500003}, .step = {0.01}}, 0},
        {{.axes = 2, .count = {700001, 2}, .step = {0.001}}, 0},
        {{.axes = 5, .count = {30, 20, 20, 13, 9}, .step = {0.1}}, 4},
    };
    scree_grid grid = shapes[number].grid;
    grid.count[shapes[number].longer] *= gpu_small_slab / SMALL_SLAB;
    return grid;
}

static const scree_output outputs[] = {
    {.type = SCREE_TYPE_F32},
    {.type = SCREE_TYPE_F32, .range_mode = SCREE_RANGE_GIVEN, .low = -0.5, .high = 0.25},
    {.type = SCREE_TYPE_F32, .range_mode = SCREE_RANGE_MEASURED},
    {.type = SCREE_TYPE_U16},
    {.type = SCREE_TYPE_U16, .range_mode = SCREE_RANGE_GIVEN, .low = -0.125, .high = 0.5},
    {.type = SCREE_TYPE_U16, .range_mode = SCREE_RANGE_MEASURED},
    {.type = SCREE_TYPE_U8},
    {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_GIVEN, .low = -1.0, .high = 1.0},
    {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_MEASURED},
};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static void streams_are_the_cpus(void **state)
{
    gpu_limit_slabs(gpu_small_slab);
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.octaves = 2, .seed = 5};
    for (size_t i = 0; i < SHAPES; i++) {
        const scree_grid grid = shape(i);
        kept_stream actual = gpu_compare_stream(device, &params, &grid, NULL, false);
        /* More than there are slots. */
        assert_true(actual.slabs > 4);
        gpu_clear(&actual);
    }
}

static void outputs_are_the_cpus(void **state)
{
    gpu_limit_slabs(SMALL_SLAB);
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.octaves = 2, .seed = 5};
    /* Odd: slabs end inside the words that converted samples are written in. */
    scree_grid grid = {.axes = 3, .count = {251, 151, 41}, .step = {0.02}};
    for (size_t i = 0; i < COUNT_OF(outputs); i++) {
        for (int wants_values = 0; wants_values < 2; wants_values++) {
            kept_stream actual = gpu_compare_stream(device, &params, &grid, &outputs[i], wants_values != 0);
            bool is_mapped = i > 0;
            assert_int_equal(actual.values != NULL, !is_mapped || wants_values);
            assert_true(actual.slabs > 4);
            gpu_clear(&actual);
        }
    }
    /* Once more what needs the smallest of what the others left. */
    kept_stream actual = gpu_compare_stream(device, &params, &grid, &outputs[0], false);
    assert_non_null(actual.values);
    gpu_clear(&actual);
}

/* Slabs as large as they are without a limit. */
static void large_slabs_are_the_cpus(void **state)
{
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.kind = SCREE_NOISE_VALUE, .seed = 6};
    scree_grid grid = {.axes = 2, .count = {5003, 4001}, .step = {0.003}};
    scree_output output = {.type = SCREE_TYPE_U8};
    kept_stream actual = gpu_compare_stream(device, &params, &grid, &output, false);
    assert_true(actual.slabs > 1);
    gpu_clear(&actual);
}

/* Longer than the tables of a submission along one axis after the other. */
static const scree_grid long_grids[] = {
    {.axes = 2, .count = {70001, 5}, .step = {0.013}},
    {.axes = 2, .count = {5, 40001}, .step = {0.013}},
    {.axes = 2, .count = {66000, 66}, .step = {1.7}},
};

static void check_long_grid(scree_device *device, const scree_grid *grid, scree_noise_method method)
{
    scree_noise_params params = {.seed = 9, .octaves = 2};
    gpu_assert_fill(device, &params, method, grid, fixture_samples(grid) * sizeof(float));
}

static void long_grids_are_the_cpus(void **state)
{
    scree_device *device = gpu_open(0);
    for (size_t i = 0; i < COUNT_OF(long_grids); i++) {
        check_long_grid(device, &long_grids[i], SCREE_NOISE_METHOD_CONTRACTION);
        check_long_grid(device, &long_grids[i], SCREE_NOISE_METHOD_DIRECT);
    }
}

/*
 * An outer axis that is too long for one table: a submission starts near its end, and the next behind it anew. What a
 * slab holds suffices for the tables of 65536 planes, and not for those of the whole axis.
 */
static void a_long_outer_axis_is_the_cpus(void **state)
{
    gpu_limit_slabs(4400128);
    scree_device *device = gpu_open(0);
    scree_grid grid = {.axes = 4, .count = {2, 1, 70001, 1}, .step = {0.013}};
    check_long_grid(device, &grid, SCREE_NOISE_METHOD_DIRECT);
    grid.axes = 3;
    check_long_grid(device, &grid, SCREE_NOISE_METHOD_CONTRACTION);
}

/* The tables of a line are the larger, the more octaves there are. */
static void long_lines_of_many_octaves_are_the_cpus(void **state)
{
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.octaves = 24, .seed = 9};
    scree_grid grid = {.axes = 1, .count = {1500001}, .step = {0.7}};
    scree_job_status status;
    float *expected = fixture_fill(gpu_reference, &params, &grid, NULL);
    float *actual = fixture_fill(device, &params, &grid, &status);
    assert_true(memcmp(actual, expected, fixture_samples(&grid) * sizeof(float)) == 0);
    free(expected);
    free(actual);
}

/* Fields of every number of octaves: one pass of up to eight of them, and more that add to it. */
static void octaves_are_added_in_passes(void **state)
{
    scree_device *device = gpu_open(0);
    for (uint32_t octaves = 1; octaves <= SCREE_MAX_OCTAVES; octaves++) {
        for (uint32_t axes = 2; axes <= 4; axes++) {
            scree_noise_params params = {.octaves = octaves,
                                         .seed = octaves,
                                         .lacunarity = 1.3,
                                         .kind = (scree_noise_kind)(octaves % 2),
                                         .fractal = fixture_fractal(octaves + axes)};
            scree_grid grid = {.axes = axes, .count = {37, 19, 3, 2}, .step = {0.01}};
            for (int method = SCREE_NOISE_METHOD_CONTRACTION; method <= SCREE_NOISE_METHOD_DIRECT; method++) {
                gpu_assert_fill(device, &params, (scree_noise_method)method, &grid,
                                fixture_samples(&grid) * sizeof(float));
            }
        }
    }
}

/* Memory of the caller's, with gaps, and rows that start anywhere. */
static void fills_keep_their_gaps(void **state)
{
    gpu_limit_slabs(1 << 16);
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.octaves = 3, .seed = 4};
    for (uint64_t gap = 0; gap < 5; gap++) {
        scree_grid grid = {.axes = 4, .count = {63 + gap, 40, 7, 5}, .step = {0.11}};
        grid.row_stride = grid.count[0] + gap;
        grid.plane_stride = grid.row_stride * 40 + 3 * gap;
        gpu_assert_fill(device, &params, SCREE_NOISE_METHOD_AUTO, &grid, grid.plane_stride * 35 * sizeof(float));
    }
}

/* Only the range: no sample leaves the device. */
static void ranges_are_the_cpus(void **state)
{
    gpu_limit_slabs(gpu_small_slab);
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.octaves = 3, .seed = 6};
    for (size_t i = 0; i < SHAPES; i++) {
        const scree_grid grid = shape(i);
        gpu_assert_range(device, &params, SCREE_NOISE_METHOD_AUTO, &grid);
    }
}

/* Fills a buffer of canaries with a field and compares all of it with memory that the CPU filled. */
static void check_buffer(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                         uint64_t extent, uint64_t offset)
{
    uint64_t words = extent + offset + 100;
    uint32_t *expected = gpu_fill_canaries(params, grid, words, offset);
    uint32_t *actual = malloc(words * sizeof *actual);
    scree_job *job = NULL;
    scree_buffer *buffer = fixture_buffer(device, words * 4);
    assert_int_equal(scree_buffer_fill(buffer, GPU_CANARY, NULL), SCREE_OK);
    assert_int_equal(noise_job_fill_buffer(device, params, grid, buffer, offset * 4, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    assert_true(scree_job_poll(job).device_seconds > 0.0);
    scree_job_release(&job);
    assert_int_equal(scree_buffer_read(buffer, 0, words * 4, actual), SCREE_OK);
    assert_true(memcmp(actual, expected, words * 4) == 0);
    scree_buffer_destroy(&buffer);
    free(expected);
    free(actual);
}

static void a_buffer_keeps_its_gaps(void **state)
{
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.octaves = 3, .seed = 4};
    scree_grid grid = {
        .axes = 4, .count = {33, 20, 3, 2}, .step = {0.11}, .row_stride = 41, .plane_stride = 41 * 20 + 7};
    for (uint64_t offset = 0; offset < 10; offset += 3) {
        check_buffer(device, &params, &grid, (41 * 20 + 7) * 6, offset);
    }
}

/* Boxes that stay on the device. */
static void check_buffers(scree_device *device)
{
    scree_noise_params params = {.octaves = 2, .seed = 4};
    for (size_t i = 0; i < SHAPES; i++) {
        const scree_grid grid = shape(i);
        check_buffer(device, &params, &grid, fixture_samples(&grid), 3);
    }
    scree_grid strided = {.axes = 3, .count = {100, 50, 30}, .step = {0.01}, .row_stride = 150, .plane_stride = 20001};
    check_buffer(device, &params, &strided, 20001 * 30, 5);
}

static void a_buffer_has_every_shape(void **state)
{
    scree_device *device = gpu_open(0);
    check_buffers(device);
}

/* More than a binding or a slab holds: submissions and windows start at every offset that bindings may have. */
static void a_buffer_may_exceed_a_binding(void **state)
{
    gpu_limit_slabs(gpu_small_slab);
    scree_device *device = gpu_open(0);
    check_buffers(device);
}

/* Reading goes by way of windows of 16 MiB. */
static void a_large_buffer_is_read_in_order(void **state)
{
    scree_device *device = gpu_open(0);
    scree_noise_params params = {.kind = SCREE_NOISE_VALUE, .seed = 4};
    scree_grid grid = {.axes = 2, .count = {4801, 4001}, .step = {0.003}};
    check_buffer(device, &params, &grid, fixture_samples(&grid), 1);
}

static void a_buffer_is_filled_and_read_in_parts(void **state)
{
    scree_device *device = gpu_open(0);
    uint32_t words[1025];
    double seconds = -1.0;
    scree_buffer *buffer = fixture_buffer(device, sizeof words);
    assert_int_equal(scree_buffer_bytes(buffer), sizeof words);
    assert_int_equal(scree_buffer_fill(buffer, 0xdeadbeefu, &seconds), SCREE_OK);
    assert_true(seconds > 0.0);
    memset(words, 0, sizeof words);
    assert_int_equal(scree_buffer_read(buffer, 4, sizeof words - 8, words + 1), SCREE_OK);
    assert_int_equal(words[0], 0);
    assert_int_equal(words[1024], 0);
    for (size_t i = 1; i < 1024; i++) {
        assert_int_equal(words[i], 0xdeadbeefu);
    }
    assert_int_equal(scree_buffer_read(buffer, sizeof words, 0, NULL), SCREE_OK);
    scree_buffer_destroy(&buffer);
    assert_null(buffer);
    scree_buffer_destroy(&buffer);
    scree_buffer_destroy(NULL);
}

/* By way of windows of 16 MiB, between memory that the device knows; and a word, which must leave others alone. */
static void a_buffer_is_written_in_parts(void **state)
{
    const uint64_t words = ((uint64_t)40 << 20) / sizeof(uint32_t) + 3;
    scree_device *device = gpu_open(0);
    void *to = NULL;
    void *from = NULL;
    scree_buffer *buffer = fixture_buffer(device, 4 * words);
    assert_int_equal(scree_host_memory_create(device, 4 * words, &to), SCREE_OK);
    assert_int_equal(scree_host_memory_create(device, 4 * words, &from), SCREE_OK);
    uint32_t *written = from;
    for (uint64_t i = 0; i < words; i++) {
        written[i] = (uint32_t)i * 0x9e3779b9u;
    }
    assert_int_equal(scree_buffer_fill(buffer, GPU_CANARY, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_write(buffer, 4, 4 * (words - 2), written + 1), SCREE_OK);
    assert_int_equal(scree_buffer_read(buffer, 0, 4 * words, to), SCREE_OK);
    written[0] = written[words - 1] = GPU_CANARY;
    assert_true(memcmp(to, from, 4 * words) == 0);
    written[words / 2] = 0x01020304u;
    assert_int_equal(scree_buffer_write(buffer, 4 * (words / 2), 4, &written[words / 2]), SCREE_OK);
    assert_int_equal(scree_buffer_read(buffer, 0, 4 * words, to), SCREE_OK);
    assert_true(memcmp(to, from, 4 * words) == 0);
    assert_int_equal(scree_buffer_write(buffer, 0, 0, NULL), SCREE_OK);
    scree_host_memory_destroy(device, &to);
    scree_host_memory_destroy(device, &from);
    assert_null(from);
    scree_buffer_destroy(&buffer);
}

static void buffers_are_checked(void **state)
{
    scree_device *device = gpu_open(0);
    scree_device *other = gpu_open(0);
    scree_noise_params params = {.octaves = 1};
    scree_grid grid = {.axes = 2, .count = {8, 4}, .step = {0.1}};
    scree_buffer *none = NULL;
    scree_job *job = NULL;
    uint32_t word = 0;
    scree_buffer *buffer = fixture_buffer(device, 8 * 4 * 4);
    scree_buffer *others = fixture_buffer(other, 8 * 4 * 4);
    static const uint64_t wrong_sizes[] = {0, 1, 2, 3, 6, UINT64_MAX, UINT64_MAX - 3};
    for (size_t i = 0; i < COUNT_OF(wrong_sizes); i++) {
        assert_int_equal(scree_buffer_create(device, wrong_sizes[i], &none), SCREE_ERROR_INVALID);
        assert_null(none);
    }
    /* More than there can be. */
    static const uint64_t large_sizes[] = {UINT64_C(1) << 40, (uint64_t)INT64_MAX - 3};
    for (size_t i = 0; i < COUNT_OF(large_sizes); i++) {
        assert_int_equal(scree_buffer_create(device, large_sizes[i], &none), SCREE_ERROR_OUT_OF_MEMORY);
        assert_null(none);
    }
    assert_int_equal(scree_buffer_read(buffer, 2, 4, &word), SCREE_ERROR_INVALID);
    assert_int_equal(scree_buffer_read(buffer, 0, 3, &word), SCREE_ERROR_INVALID);
    assert_int_equal(scree_buffer_read(buffer, 128, 4, &word), SCREE_ERROR_INVALID);
    assert_int_equal(scree_buffer_read(buffer, 4, UINT64_MAX - 3, &word), SCREE_ERROR_INVALID);
    assert_int_equal(scree_buffer_read(buffer, 0, 4, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_buffer_write(buffer, 4, UINT64_MAX - 3, &word), SCREE_ERROR_INVALID);
    assert_int_equal(scree_buffer_write(buffer, 0, 4, NULL), SCREE_ERROR_INVALID);
    static const uint64_t wrong_offsets[] = {1, 4, 128, UINT64_MAX - 3};
    for (size_t i = 0; i < COUNT_OF(wrong_offsets); i++) {
        assert_int_equal(noise_job_fill_buffer(device, &params, &grid, buffer, wrong_offsets[i], &job),
                         SCREE_ERROR_INVALID);
        assert_null(job);
    }
    grid.row_stride = 9;
    assert_int_equal(noise_job_fill_buffer(device, &params, &grid, buffer, 0, &job), SCREE_ERROR_INVALID);
    grid.row_stride = 0;
    assert_int_equal(noise_job_fill_buffer(device, &params, &grid, others, 0, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "another device"));
    assert_int_equal(noise_job_fill_buffer(device, &params, &grid, NULL, 0, &job), SCREE_ERROR_INVALID);
    scree_buffer_destroy(&buffer);
    scree_buffer_destroy(&others);
    gpu_close(&other);
    gpu_assert_works(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(points_are_those_of_scalar_c),
        gpu_test(streams_are_the_cpus),
        gpu_test(outputs_are_the_cpus),
        gpu_test_in_one_order(large_slabs_are_the_cpus),
        gpu_test_in_one_order(long_grids_are_the_cpus),
        gpu_test_in_one_order(a_long_outer_axis_is_the_cpus),
        gpu_test_in_one_order(long_lines_of_many_octaves_are_the_cpus),
        gpu_test_in_one_order(octaves_are_added_in_passes),
        gpu_test(fills_keep_their_gaps),
        gpu_test(ranges_are_the_cpus),
        gpu_test(a_buffer_keeps_its_gaps),
        gpu_test(a_buffer_has_every_shape),
        gpu_test(a_buffer_may_exceed_a_binding),
        gpu_test(a_large_buffer_is_read_in_order),
        gpu_test(a_buffer_is_filled_and_read_in_parts),
        gpu_test(a_buffer_is_written_in_parts),
        gpu_test(buffers_are_checked),
    };
    return gpu_run(tests);
}
