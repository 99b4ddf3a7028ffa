/*
 * Scenes on the CPU are what their definitions say: voxels by comparing every ray with every voxel in float64, bricks
 * by a walk without them, maps and canvases by plain arithmetic; and what cannot be drawn is refused. That all devices
 * agree is tested by the conformance table.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device_group.h"
#include "scene_brute.h"

#define NO_NUMBER 0xff808080u

/* Samples of a volume: matter here and there, some of it in clumps, and some samples that are no numbers. */
static float *draw_volume(const uint32_t count[3], double share, uint64_t *state)
{
    const size_t all = (size_t)count[0] * count[1] * count[2];
    float *samples = malloc(all * sizeof *samples);
    assert_non_null(samples);
    for (size_t i = 0; i < all; i++) {
        const double unit = fixture_draw_unit(state);
        samples[i] = (float)draw_between(state, 20.0, 255.0);
        if (unit > share) {
            samples[i] = unit > 0.99 ? INFINITY : unit > 0.98 ? NAN : -samples[i];
        } else if (i > 0 && unit < share / 2) {
            samples[i] = samples[i - 1];
        }
    }
    return samples;
}

static test_scene draw_voxel_scene(uint64_t *state)
{
    test_scene scene =
        scene_plain(SCREE_SCENE_VOXELS, draw_count(state, 11), draw_count(state, 18), draw_count(state, 10));
    scree_scene_params *params = &scene.params;
    params->camera.azimuth = draw_between(state, 0.0, 360.0);
    params->camera.elevation = draw_between(state, -90.0, 90.0);
    params->camera.roll = draw_between(state, 0.0, 360.0);
    params->camera.distance = draw_between(state, 0.3, 4.0);
    params->camera.field_of_view = fixture_draw(state) % 3 == 0 ? 0.0 : draw_between(state, 30.0, 90.0);
    params->camera.extent = 2.5;
    params->light_azimuth = draw_between(state, 0.0, 360.0);
    params->light_elevation = draw_between(state, -30.0, 90.0);
    params->ambient = draw_between(state, 0.2, 0.8);
    params->occlusion = fixture_draw(state) % 2 == 0 ? 0.0 : 0.8;
    params->has_shadows = fixture_draw(state) % 2 == 0;
    params->fog = fixture_draw(state) % 2 == 0 ? 0.0 : 0.3;
    for (int i = 0; i < 6; i++) {
        params->background[i / 3][i % 3] = (uint8_t)fixture_draw(state);
    }
    return scene;
}

/* The range of colours that rays around the middle of a pixel see. */
typedef struct expected_pixel {
    double low[3];
    double high[3];
    bool is_clear; /* They all see much the same. */
} expected_pixel;

static expected_pixel expect_pixel(const test_scene *scene, uint32_t column, uint32_t row)
{
    /* float32 has 24 bits, and some steps take place at a thousand pixels' distance: less than a hundredth of one. */
    static const double aside[5][2] = {{0, 0}, {0.01, 0.01}, {-0.01, 0.01}, {0.01, -0.01}, {-0.01, -0.01}};
    expected_pixel expected = {{1e9, 1e9, 1e9}, {0.0, 0.0, 0.0}, true};
    for (int k = 0; k < 5; k++) {
        const brute_colour seen = brute_voxels(scene, column + 0.5 + aside[k][0], row + 0.5 + aside[k][1]);
        for (int i = 0; i < 3; i++) {
            expected.low[i] = fmin(expected.low[i], seen.channel[i]);
            expected.high[i] = fmax(expected.high[i], seen.channel[i]);
        }
    }
    for (int i = 0; i < 3; i++) {
        expected.is_clear = expected.is_clear && expected.high[i] - expected.low[i] < 3.0;
    }
    return expected;
}

/* A pixel has a colour of those around it, rounded. Returns how many pixels are clear. */
static uint32_t check_voxels(const test_scene *scene, const uint32_t *pixels)
{
    uint32_t clear = 0;
    for (uint32_t i = 0; i < scene->width * scene->height; i++) {
        const expected_pixel expected = expect_pixel(scene, i % scene->width, i / scene->width);
        clear += expected.is_clear;
        assert_int_equal(pixels[i] >> 24, 255);
        for (int k = 0; k < 3; k++) {
            if (channel(pixels[i], k) < expected.low[k] - 0.6 || channel(pixels[i], k) > expected.high[k] + 0.6) {
                fail_msg("pixel %u, %u: channel %d is %u, not %g to %g", i % scene->width, i / scene->width, k,
                         channel(pixels[i], k), expected.low[k], expected.high[k]);
            }
        }
    }
    return clear;
}

static void voxels_are_where_rays_meet_them(void **state)
{
    enum { SCENES = 12 };
    uint64_t random = 7;
    uint32_t clear = 0;
    uint32_t all = 0;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (int i = 0; i < SCENES; i++) {
        test_scene scene = draw_voxel_scene(&random);
        float *samples = draw_volume(scene.params.count, i % 2 == 0 ? 0.04 : 0.3, &random);
        scene.samples = samples;
        uint32_t *pixels = scene_pixels(device, &scene);
        clear += check_voxels(&scene, pixels);
        all += scene.width * scene.height;
        free(pixels);
        free(samples);
    }
    /* Otherwise the test would say little. */
    assert_true(clear > all / 10 * 8);
}

/* A scene of one voxel, from every side along its axes, and from within. */
static void rays_along_axes_see_a_voxel(void **state)
{
    const float sample = 255.0f;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (int i = 0; i < 12; i++) {
        test_scene scene = scene_plain(SCREE_SCENE_VOXELS, 1, 1, 1);
        scene.samples = &sample;
        scene.width = 9;
        scene.height = 9;
        scene.params.colour = SCREE_SCENE_COLOUR_PLAIN;
        scene.params.camera.azimuth = 90.0 * (i % 4);
        scene.params.camera.elevation = 90.0 * (i / 4 - 1);
        scene.params.camera.field_of_view = i % 2 == 0 ? 0.0 : 90.0;
        scene.params.camera.distance = 3.0;
        scene.params.camera.extent = 3.0;
        uint32_t *pixels = scene_pixels(device, &scene);
        assert_true(channel(pixels[40], 0) > 50);
        assert_int_equal(pixels[0], 0xff000000u);
        assert_int_equal(pixels[8], 0xff000000u);
        free(pixels);
        scene.params.camera.distance = 0.5;
        scene.params.camera.field_of_view = 45.0;
        pixels = scene_pixels(device, &scene);
        assert_true(channel(pixels[0], 0) > 50);
        free(pixels);
    }
}

/* Matter is what is above the threshold, to the last bit. */
static void the_threshold_is_exact(void **state)
{
    static const float cases[][2] = {{0.5f, 0.5f},
                                     {0x1.000002p-1f, 0.5f},
                                     {0.0f, 0.0f},
                                     {-0.0f, 0.0f},
                                     {0.0f, -0.0f},
                                     {0x1p-149f, 0.0f},
                                     {0.0f, -0x1p-149f},
                                     {0x1p-149f, 0x1p-149f},
                                     {-1.0f, -2.0f},
                                     {-2.0f, -1.0f},
                                     {0x1.fffffep127f, 0x1p99f}};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_scene scene = scene_plain(SCREE_SCENE_VOXELS, 1, 1, 1);
        scene.samples = &cases[i][0];
        scene.params.threshold = cases[i][1];
        scene.params.colour = SCREE_SCENE_COLOUR_PLAIN;
        uint32_t *pixels = scene_pixels(device, &scene);
        const bool is_seen = pixels[scene.width * scene.height / 2 + scene.width / 2] != 0xff000000u;
        assert_int_equal(is_seen, cases[i][0] > cases[i][1]);
        free(pixels);
    }
}

/* The samples of a volume whose voxels are the boxes of columns; those that are not there are no numbers. Adds how many
   boxes are there above the lowest ones. */
static float *fill_columns(const scree_scene_params *params, const float *samples, size_t *above_lowest)
{
    const uint32_t *count = params->count;
    const double edge =
        fmax(fmax(count[0] * params->voxel[0], count[1] * params->voxel[1]), count[2] * params->voxel[2]);
    const float boxes = (float)(params->height_scale * (edge / 2.0) / params->voxel[2]);
    float *volume = malloc((size_t)count[0] * count[1] * count[2] * sizeof *volume);
    float *voxel = volume;
    assert_non_null(volume);
    for (uint32_t z = 0; z < count[2]; z++) {
        for (uint32_t y = 0; y < count[1]; y++) {
            for (uint32_t x = 0; x < count[0]; x++) {
                const float sample = samples[(count[1] - 1 - y) * count[0] + x];
                const bool reaches = isfinite(sample) && (sample - (float)params->threshold) * boxes > (float)z;
                *voxel++ = z > 0 && !reaches ? NAN : isfinite(sample) ? sample : 0.0f;
                *above_lowest += z > 0 && reaches;
            }
        }
    }
    return volume;
}

/* Their pictures have the same bytes. */
static void columns_are_the_voxels_that_they_fill(void **state)
{
    enum { SCENES = 20 };
    uint64_t random = 11;
    size_t above_lowest = 0;
    size_t all = 0;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (int i = 0; i < SCENES; i++) {
        test_scene voxels = draw_voxel_scene(&random);
        const uint32_t *count = voxels.params.count;
        float *samples = draw_volume((const uint32_t[3]){count[0], count[1], 1}, 0.7, &random);
        voxels.params.colour = (scree_scene_colour)(i % 5);
        voxels.params.range = i % 5 == SCREE_SCENE_COLOUR_HEIGHT ? (scree_range){-1.0f, 1.0f}
                                                                 : (scree_range){-255.0f, 255.0f};
        voxels.params.voxel[0] = i % 2 == 0 ? 1.0 : 2.0;
        voxels.params.voxel[1] = i % 2 == 0 ? 1.0 : 3.0;
        voxels.params.voxel[2] = 1.0;
        voxels.params.threshold = -SCREE_MAX_SCENE_VALUE;
        test_scene columns = voxels;
        columns.samples = samples;
        columns.params.kind = SCREE_SCENE_COLUMNS;
        columns.params.threshold = draw_between(&random, -100.0, 100.0);
        columns.params.height_scale = draw_between(&random, 0.2, 2.0) / (i % 4 == 3 ? -255.0 : 255.0);
        float *volume = fill_columns(&columns.params, samples, &above_lowest);
        voxels.samples = volume;
        uint32_t *expected = scene_pixels(device, &voxels);
        uint32_t *pixels = scene_pixels(device, &columns);
        assert_memory_equal(pixels, expected, voxels.width * voxels.height * sizeof *pixels);
        all += (size_t)count[0] * count[1] * (count[2] - 1);
        free(pixels);
        free(expected);
        free(volume);
        free(samples);
    }
    assert_in_range(above_lowest, all / 10, all / 10 * 9);
}

static void canvases_show_counts_and_means(void **state)
{
    enum { COUNTS = 8 };
    const uint64_t counts[COUNTS] = {0, 1, 2, 10, 100, 1000, 123456, 0x0fffffff};
    uint64_t canvas[COUNTS];
    for (int i = 0; i < COUNTS; i++) {
        canvas[i] = counts[i] << 36 | counts[i] * 200;
    }
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (int k = 0; k < 4; k++) {
        test_scene scene = scene_plain(SCREE_SCENE_DENSITY, COUNTS, 1, 0);
        scene.samples = canvas;
        scene.width = COUNTS + 1;
        scene.height = 2;
        scene.params.white = 1000.0;
        scene.params.is_linear = k % 2 == 1;
        scene.params.colour = k / 2 == 1 ? SCREE_SCENE_COLOUR_PLAIN : SCREE_SCENE_COLOUR_VALUE;
        uint32_t *pixels = scene_pixels(device, &scene);
        for (int i = 0; i < COUNTS; i++) {
            const double count = (double)counts[i];
            const double part = fmin(k % 2 == 1 ? count / 1000.0 : log(1.0 + count) / log(1001.0), 1.0);
            const double grey = k / 2 == 1 ? floor(part * 255.0 + 0.5) : 200.0 * part;
            assert_near(pixels[i], grey, grey, grey);
        }
        assert_int_equal(pixels[COUNTS], 0xff000000u);
        assert_int_equal(pixels[COUNTS + 1], 0xff000000u);
        free(pixels);
    }
}

/* A parameter that is wrong, and what the message says. */
typedef struct wrong {
    const char *message;
    scree_scene_kind kind;
    void (*spoil)(scree_scene_params *params, scree_scene_data *data, scree_scene_target *target);
} wrong;

#define SPOIL(name, statement)                                                                       \
    static void name(scree_scene_params *params, scree_scene_data *data, scree_scene_target *target) \
    {                                                                                                \
        (void)params;                                                                                \
        (void)data;                                                                                  \
        (void)target;                                                                                \
        statement;                                                                                   \
    }
SPOIL(no_kind, params->kind = (scree_scene_kind)99)
SPOIL(no_count, params->count[1] = 0)
SPOIL(long_side, params->count[0] = SCREE_MAX_SCENE_VOLUME_SIDE + 1)
SPOIL(long_map, params->count[0] = SCREE_MAX_SCENE_MAP_SIDE + 1)
SPOIL(large_map, params->count[0] = params->count[1] = 1u << 16)
SPOIL(no_colour, params->colour = (scree_scene_colour)5)
SPOIL(map_colour, params->colour = SCREE_SCENE_COLOUR_NORMAL)
SPOIL(density_colour, params->colour = SCREE_SCENE_COLOUR_HEIGHT)
SPOIL(no_range, params->range.maximum = params->range.minimum)
SPOIL(nan_range, params->range.maximum = NAN)
SPOIL(large_range, params->range.maximum = 2e30f)
SPOIL(no_distance, params->camera.distance = 0.0)
SPOIL(far_camera, params->camera.centre[2] = 2e6)
SPOIL(wide_view, params->camera.field_of_view = 180.0)
SPOIL(wider_view, params->camera.field_of_view = 179.5)
SPOIL(small_extent, (params->camera.field_of_view = 0.0, params->camera.extent = 1e-9))
SPOIL(nan_threshold, params->threshold = NAN)
SPOIL(no_height, params->height_scale = 0.0)
SPOIL(no_boxes, params->count[2] = 0)
SPOIL(long_box, params->voxel[2] = 1001.0)
SPOIL(high_light, params->light_elevation = 91.0)
SPOIL(nan_light, params->light_azimuth = INFINITY)
SPOIL(much_ambient, params->ambient = 1.5)
SPOIL(much_occlusion, params->occlusion = -0.1)
SPOIL(negative_fog, params->fog = -1.0)
SPOIL(far_left, params->left = 2e9)
SPOIL(far_top, params->top = NAN)
SPOIL(no_samples_a_pixel, params->samples_a_pixel = 0.0)
SPOIL(much_relief, params->relief = 2.0)
SPOIL(small_interval, params->interval = 1e-30)
SPOIL(no_white, params->white = 0.5)
SPOIL(no_slice_axis, params->slice_axis = 4)
SPOIL(no_samples, data->samples = NULL)
SPOIL(odd_offset, data->offset = 2)
SPOIL(late_offset, data->offset = 8)
SPOIL(late_minus, (data->minus = data->samples, data->minus_offset = 4))
SPOIL(no_work, data->work = NULL)
SPOIL(no_pixels, target->pixels = NULL)
SPOIL(odd_pixels, target->offset = 1)
SPOIL(no_width, target->width = 0)
SPOIL(long_height, target->height = SCREE_MAX_SCENE_SIDE + 1)
SPOIL(small_stride, target->stride = 3)
SPOIL(outside, target->left = 1)
SPOIL(large_picture, target->whole_height = SCREE_MAX_PICTURE_SIDE + 1)

static const wrong wrongs[] = {
    {"kind is 99", SCREE_SCENE_MAP, no_kind},
    {"count is 4 x 0;", SCREE_SCENE_MAP, no_count},
    {"count is 4 x 0 x 4;", SCREE_SCENE_VOXELS, no_count},
    {"count is 4097 x 4 x 4; voxels: 1 to 4096 samples along each axis", SCREE_SCENE_VOXELS, long_side},
    {"count is 1073741825 x 4", SCREE_SCENE_MAP, long_map},
    {"count is 65536 x 65536; map: 1 to 1073741824 samples along each axis, and fewer than 2^32", SCREE_SCENE_MAP,
     large_map},
    {"colour is 5 (none)", SCREE_SCENE_VOXELS, no_colour},
    {"colour is 2 (normal), which kind map", SCREE_SCENE_MAP, map_colour},
    {"colour is 1 (height), which kind density", SCREE_SCENE_DENSITY, density_colour},
    {"range is 0 to 0", SCREE_SCENE_VOXELS, no_range},
    {"range is 0 to nan", SCREE_SCENE_MAP, nan_range},
    {"range is 0 to 2e+30", SCREE_SCENE_MAP, large_range},
    {"camera.distance is 0", SCREE_SCENE_VOXELS, no_distance},
    {"camera.centre[2] is 2e+06", SCREE_SCENE_VOXELS, far_camera},
    {"camera.field_of_view is 180", SCREE_SCENE_VOXELS, wide_view},
    {"camera.field_of_view is 179.5; it must be 0, or 0.001 to 179", SCREE_SCENE_VOXELS, wider_view},
    {"camera.extent is 1e-09; it must be 1e-06 to 1e+06", SCREE_SCENE_VOXELS, small_extent},
    {"threshold is nan", SCREE_SCENE_VOXELS, nan_threshold},
    {"threshold is nan", SCREE_SCENE_COLUMNS, nan_threshold},
    {"height_scale is 0; it must be 1e-20 to 1e+20", SCREE_SCENE_COLUMNS, no_height},
    {"count is 4 x 4 x 0; columns: 1 to 4096", SCREE_SCENE_COLUMNS, no_boxes},
    {"voxel has sides of 1 to 1001", SCREE_SCENE_COLUMNS, long_box},
    {"samples: 64 bytes from byte 2 on", SCREE_SCENE_COLUMNS, odd_offset},
    {"light_elevation is 91", SCREE_SCENE_VOXELS, high_light},
    {"light_azimuth is inf", SCREE_SCENE_MAP, nan_light},
    {"ambient is 1.5; it must be 0 to 1", SCREE_SCENE_VOXELS, much_ambient},
    {"occlusion is -0.1", SCREE_SCENE_VOXELS, much_occlusion},
    {"fog is -1", SCREE_SCENE_VOXELS, negative_fog},
    {"left is 2e+09", SCREE_SCENE_MAP, far_left},
    {"top is nan", SCREE_SCENE_MAP, far_top},
    {"samples_a_pixel is 0", SCREE_SCENE_MAP, no_samples_a_pixel},
    {"relief is 2", SCREE_SCENE_MAP, much_relief},
    {"interval is 1e-30; it must be 0, or 1e-20 to 1e+20", SCREE_SCENE_MAP, small_interval},
    {"white is 0.5", SCREE_SCENE_DENSITY, no_white},
    {"slice_axis is 4", SCREE_SCENE_VOXELS, no_slice_axis},
    {"samples is NULL", SCREE_SCENE_VOXELS, no_samples},
    {"samples: 256 bytes from byte 2 on", SCREE_SCENE_VOXELS, odd_offset},
    {"samples: 256 bytes from byte 8 on; they must lie in the buffer's 256", SCREE_SCENE_VOXELS, late_offset},
    {"minus: 64 bytes from byte 4 on; they must lie in the buffer's 64", SCREE_SCENE_MAP, late_minus},
    {"work is NULL", SCREE_SCENE_VOXELS, no_work},
    {"pixels is NULL", SCREE_SCENE_MAP, no_pixels},
    {"pixels: 64 bytes from byte 1 on", SCREE_SCENE_MAP, odd_pixels},
    {"width and height are 0 and 4", SCREE_SCENE_MAP, no_width},
    {"width and height are 4 and 16385", SCREE_SCENE_MAP, long_height},
    {"stride is 3, less than width, 4", SCREE_SCENE_MAP, small_stride},
    {"a window of 4 x 4 pixels at 1, 0 of a picture of 4 x 4", SCREE_SCENE_MAP, outside},
    {"of a picture of 4 x 65537", SCREE_SCENE_MAP, large_picture},
};

/* The buffers of a scene of 4 samples along each axis, and of 4 x 4 pixels. */
static void make_small(scree_device *device, const scree_scene_params *params, scree_scene_data *data,
                       scree_scene_target *target)
{
    const uint64_t bytes = params->kind == SCREE_SCENE_VOXELS ? 256 : params->kind == SCREE_SCENE_MAP ? 64 : 128;
    assert_int_equal(scree_buffer_create(device, bytes, &data->samples), SCREE_OK);
    assert_int_equal(scree_buffer_create(device, 68, &data->work), SCREE_OK);
    assert_int_equal(scree_buffer_create(device, 64, &target->pixels), SCREE_OK);
    assert_int_equal(scree_buffer_fill(data->samples, 0, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_fill(data->work, 0, NULL), SCREE_OK);
}

static void check_wrong(scree_device *device, const wrong *row)
{
    scree_scene_params params = scene_plain(row->kind, 4, 4, 4).params;
    scree_scene_data data = {.offset = 0};
    scree_scene_target target = {.width = 4, .height = 4};
    make_small(device, &params, &data, &target);
    assert_int_equal(scree_scene_draw(device, &params, &data, &target, NULL), SCREE_OK);
    scree_scene_data spoilt = data;
    scree_scene_target spoilt_target = target;
    row->spoil(&params, &spoilt, &spoilt_target);
    fixture_message[0] = 0;
    assert_int_equal(scree_scene_draw(device, &params, &spoilt, &spoilt_target, NULL), SCREE_ERROR_INVALID);
    if (strstr(fixture_message, row->message) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", fixture_message, row->message);
    }
    scree_buffer_destroy(&data.samples);
    scree_buffer_destroy(&data.work);
    scree_buffer_destroy(&target.pixels);
}

static void wrong_scenes_are_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        check_wrong(device, &wrongs[i]);
    }
}

static void missing_parameters_are_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_device *other = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    const scree_scene_params params = scene_plain(SCREE_SCENE_VOXELS, 4, 4, 4).params;
    scree_scene_data data = {.offset = 0};
    scree_scene_target target = {.width = 4, .height = 4};
    make_small(device, &params, &data, &target);
    assert_int_equal(scree_scene_draw(NULL, &params, &data, &target, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_scene_build(NULL, &params, &data, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_scene_draw(device, NULL, &data, &target, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_scene_draw(device, &params, NULL, &target, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_scene_draw(device, &params, &data, NULL, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_scene_draw(other, &params, &data, &target, NULL), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "samples is another device's buffer"));
    scree_buffer_destroy(&data.samples);
    scree_buffer_destroy(&data.work);
    scree_buffer_destroy(&target.pixels);
}

static void groups_draw_no_scenes(void **state)
{
    scree_device *members[2] = {fixture_device(SCREE_CPU_LEVEL_AUTO, 1), fixture_device(SCREE_CPU_LEVEL_AUTO, 1)};
    scree_device *group = NULL;
    const scree_scene_params params = scene_plain(SCREE_SCENE_MAP, 4, 4, 0).params;
    const scree_scene_data data = {.offset = 0};
    const scree_scene_target target = {.width = 4, .height = 4};
    assert_int_equal(scree_device_group_create(fixture_context, members, 2, &group), SCREE_OK);
    assert_int_equal(scree_scene_draw(group, &params, &data, &target, NULL), SCREE_ERROR_UNSUPPORTED);
    assert_non_null(strstr(fixture_message, "is a group"));
    scree_device_close(&group);
}

static void the_first_row_of_a_terrain_is_the_farthest(void **state)
{
    enum { SIDE = 8 };
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    float samples[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        samples[i] = i < SIDE * SIDE / 2 ? 200.0f : 40.0f;
    }
    test_scene scene = scene_plain(SCREE_SCENE_TERRAIN, SIDE, SIDE, 1);
    scene.params.height_scale = 1e-6;
    scene.params.camera.elevation = 60.0;
    scene.samples = samples;
    uint32_t *pixels = scene_pixels(device, &scene);
    assert_in_range(channel(pixels[7 * scene.width + scene.width / 2], 0), 195, 205);
    assert_in_range(channel(pixels[12 * scene.width + scene.width / 2], 0), 35, 45);
    free(pixels);
}

static void every_kind_and_colour_has_a_name(void **state)
{
    assert_string_equal(scree_scene_kind_name(SCREE_SCENE_VOXELS), "voxels");
    assert_string_equal(scree_scene_kind_name(SCREE_SCENE_DENSITY), "density");
    assert_string_equal(scree_scene_kind_name(SCREE_SCENE_COLUMNS), "columns");
    assert_null(scree_scene_kind_name((scree_scene_kind)99));
    assert_null(scree_scene_kind_name((scree_scene_kind)-1));
    assert_string_equal(scree_scene_colour_name(SCREE_SCENE_COLOUR_PLAIN), "plain");
    assert_null(scree_scene_colour_name((scree_scene_colour)5));
    assert_int_equal(scree_scene_work_bytes(NULL), 0);
    /* 2 x 1 x 2 bricks of 64 bytes, and a word for their bits. */
    assert_int_equal(scree_scene_work_bytes(&(scree_scene_params){.kind = SCREE_SCENE_VOXELS, .count = {9, 8, 16}}),
                     4 * 64 + 4);
    assert_int_equal(scree_scene_work_bytes(&(scree_scene_params){.kind = SCREE_SCENE_COLUMNS, .count = {9, 8, 16}}),
                     4 * 64 + 4);
    assert_int_equal(scree_scene_work_bytes(&(scree_scene_params){.kind = SCREE_SCENE_VOXELS, .count = {9, 8, 0}}), 0);
    assert_int_equal(scree_scene_work_bytes(&(scree_scene_params){.kind = SCREE_SCENE_MAP, .count = {9, 8}}), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(voxels_are_where_rays_meet_them),
        cmocka_unit_test(rays_along_axes_see_a_voxel),
        cmocka_unit_test(the_threshold_is_exact),
        cmocka_unit_test(columns_are_the_voxels_that_they_fill),
        cmocka_unit_test(canvases_show_counts_and_means),
        cmocka_unit_test(wrong_scenes_are_refused),
        cmocka_unit_test(missing_parameters_are_refused),
        cmocka_unit_test(groups_draw_no_scenes),
        cmocka_unit_test(the_first_row_of_a_terrain_is_the_farthest),
        cmocka_unit_test(every_kind_and_colour_has_a_name),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
