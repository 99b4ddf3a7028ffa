/*
 * Pictures without a window: the bytes that are shown are those that were given, whatever the size, and the validation
 * layer is silent. Without a Vulkan device the tests are skipped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/scree.h>
#include <scree/vulkan.h>

#include "screen.h"
#include "vulkan_base.h"

#define SKIPPED 77

static screen *shown;

static int set_up(void **unused)
{
    char error[256];
    shown = screen_offscreen_open(-1, error, sizeof error);
    return shown == NULL;
}

static int tear_down(void **unused)
{
    const unsigned complaints = shown->vulkan->complaints;
    screen_destroy(&shown);
    return complaints != 0;
}

static uint32_t *make_pixels(size_t count)
{
    uint64_t state = count;
    uint32_t *pixels = malloc(count * sizeof *pixels);
    assert_non_null(pixels);
    for (size_t i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        pixels[i] = (uint32_t)(state >> 32) | 0xff000000u;
    }
    return pixels;
}

static uint32_t *read_back(uint32_t width, uint32_t height)
{
    const size_t count = (size_t)width * height;
    uint32_t *pixels = malloc(count * sizeof *pixels);
    assert_non_null(pixels);
    assert_true(screen_read(shown, pixels, count));
    return pixels;
}

static void sizes_are_shown_exactly(void **unused)
{
    static const uint32_t sizes[][2] = {{64, 36}, {1, 1}, {333, 77}, {4096, 3}, {3, 4096}, {2, 1}, {640, 360}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const uint32_t width = sizes[i][0];
        const uint32_t height = sizes[i][1];
        uint32_t *pixels = make_pixels((size_t)width * height);
        const screen_frame frame = {.width = width,
                                    .height = height,
                                    .pixels = pixels,
                                    .picture_width = width,
                                    .picture_height = height,
                                    .number = i + 1};
        assert_int_equal(screen_show(shown, &frame), SCREEN_SHOWN);
        uint32_t *found = read_back(width, height);
        assert_memory_equal(found, pixels, (size_t)width * height * sizeof *pixels);
        free(found);
        free(pixels);
    }
}

static void large_areas_are_shown(void **unused)
{
    const screen_frame frame = {.width = 8192, .height = 8192, .background = 0xff332211u};
    const uint32_t most = shown->vulkan->properties.limits.maxImageDimension2D;
    if (most < 8192) {
        skip();
    }
    assert_int_equal(screen_show(shown, &frame), SCREEN_SHOWN);
    uint32_t *found = read_back(8192, 8192);
    assert_int_equal(found[0], 0xff332211u);
    assert_int_equal(found[(size_t)8192 * 8192 - 1], 0xff332211u);
    free(found);
}

static void areas_that_are_too_large_are_refused(void **unused)
{
    const uint32_t most = shown->vulkan->properties.limits.maxImageDimension2D;
    const screen_frame frame = {.width = most + 1, .height = 1};
    assert_int_equal(screen_show(shown, &frame), SCREEN_LOST);
    assert_non_null(strstr(shown->error, "larger than the device's"));
}

static void areas_without_pixels_are_hidden(void **unused)
{
    const screen_frame frame = {.width = 0, .height = 10};
    uint32_t pixel;
    assert_int_equal(screen_show(shown, &frame), SCREEN_HIDDEN);
    assert_false(screen_read(shown, &pixel, 1));
}

static void small_pictures_fill_the_area(void **unused)
{
    const uint32_t pixels[4] = {0xff0000ffu, 0xff00ff00u, 0xffff0000u, 0xffffffffu};
    const screen_frame frame = {
        .width = 64, .height = 64, .pixels = pixels, .picture_width = 2, .picture_height = 2, .number = 1};
    assert_int_equal(screen_show(shown, &frame), SCREEN_SHOWN);
    uint32_t *found = read_back(64, 64);
    assert_int_equal(found[0], pixels[0]);
    assert_int_equal(found[63], pixels[1]);
    assert_int_equal(found[64 * 63], pixels[2]);
    assert_int_equal(found[64 * 64 - 1], pixels[3]);
    free(found);
}

/* Only a new number says that the pixels are others. */
static void pictures_are_sent_once(void **unused)
{
    uint32_t pixel = 0xff010203u;
    screen_frame frame = {
        .width = 1, .height = 1, .pixels = &pixel, .picture_width = 1, .picture_height = 1, .number = 7};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(screen_show(shown, &frame), SCREEN_SHOWN);
        uint32_t *found = read_back(1, 1);
        assert_int_equal(found[0], i < 2 ? 0xff010203u : 0xff040506u);
        free(found);
        pixel = 0xff040506u;
        frame.number += i;
    }
}

static void draw_widgets(ui *interface, uint32_t texture)
{
    ui_begin(interface, 1.0 / 60.0, 200, 100);
    ui_window_begin("left", 0.0, 0.0, 100.0, 100.0, NULL);
    ui_text(UI_TONE_PLAIN, "text");
    ui_image(texture, 16.0, 16.0);
    ui_window_end();
}

/* The interface covers the picture where it is, with its own colours, and nothing else. */
static void interfaces_lie_over_pictures(void **unused)
{
    const uint32_t red[4] = {0xff0000ffu, 0xff0000ffu, 0xff0000ffu, 0xff0000ffu};
    uint32_t texture = 0;
    uint32_t *pixels = make_pixels(200 * 100);
    ui *interface = ui_create(&(ui_options){.scale = 1.0});
    assert_non_null(interface);
    assert_true(ui_texture_set(interface, red, 2, 2, &texture));
    draw_widgets(interface, texture);
    const screen_frame frame = {.width = 200,
                                .height = 100,
                                .pixels = pixels,
                                .picture_width = 200,
                                .picture_height = 100,
                                .number = 1,
                                .interface = interface,
                                .drawing = ui_end(interface)};
    assert_int_equal(screen_show(shown, &frame), SCREEN_SHOWN);
    uint32_t *found = read_back(200, 100);
    unsigned reds = 0;
    assert_int_equal(found[0], ui_background(UI_THEME_DARK));
    for (size_t i = 0; i < 200 * 100; i++) {
        assert_true(i % 200 < 100 || found[i] == pixels[i]);
        reds += i % 200 < 100 && found[i] == red[0];
    }
    assert_int_equal(reds, 256);
    free(found);
    free(pixels);
    ui_destroy(&interface);
}

/* A buffer of the library on the screen's own device is shown without a copy in between. */
static void buffers_are_shown_where_they_are(void **unused)
{
    const scree_device_params params = {.backend = SCREE_BACKEND_VULKAN, .index = shown->vulkan->index};
    stage opened;
    scree_buffer *buffer = NULL;
    uint32_t *pixels = make_pixels(96 * 54);
    stage_open(&opened, shown, NULL, &params);
    assert_non_null(opened.device);
    assert_int_equal(scree_buffer_create(opened.device, 96 * 54 * 4, &buffer), SCREE_OK);
    assert_int_equal(scree_buffer_write(buffer, 0, 96 * 54 * 4, pixels), SCREE_OK);
    const screen_frame frame = {.width = 96,
                                .height = 54,
                                .buffer = scree_vulkan_buffer_handle(buffer),
                                .picture_width = 96,
                                .picture_height = 54,
                                .number = 1};
    assert_true(frame.buffer != 0);
    assert_int_equal(screen_show(shown, &frame), SCREEN_SHOWN);
    uint32_t *found = read_back(96, 54);
    assert_memory_equal(found, pixels, 96 * 54 * 4);
    free(found);
    free(pixels);
    scree_buffer_destroy(&buffer);
    scree_device_close(&opened.device);
}

#define MAP_WIDTH 96u
#define MAP_HEIGHT 54u

/* A map of samples, drawn by a device into a buffer of its own. */
static scree_buffer *draw_map(scree_device *device, const float *samples)
{
    scree_scene_data data = {0};
    scree_scene_target target = {.width = MAP_WIDTH, .height = MAP_HEIGHT};
    const scree_scene_params params = {.kind = SCREE_SCENE_MAP,
                                       .count = {MAP_WIDTH, MAP_HEIGHT, 1},
                                       .range = {-1.0f, 1.0f},
                                       .height_scale = 1.0,
                                       .relief = 0.5,
                                       .ambient = 0.3,
                                       .light_elevation = 40.0,
                                       .samples_a_pixel = 1.0};
    assert_int_equal(scree_buffer_create(device, MAP_WIDTH * MAP_HEIGHT * 4, &data.samples), SCREE_OK);
    assert_int_equal(scree_buffer_create(device, MAP_WIDTH * MAP_HEIGHT * 4, &target.pixels), SCREE_OK);
    assert_int_equal(scree_buffer_write(data.samples, 0, MAP_WIDTH * MAP_HEIGHT * 4, samples), SCREE_OK);
    assert_int_equal(scree_scene_draw(device, &params, &data, &target, NULL), SCREE_OK);
    scree_buffer_destroy(&data.samples);
    return target.pixels;
}

/* The picture that the processor draws of the same samples; free() it. */
static uint32_t *draw_expected(const float *samples)
{
    scree_device *device = NULL;
    uint32_t *pixels = malloc(MAP_WIDTH * MAP_HEIGHT * sizeof *pixels);
    assert_non_null(pixels);
    assert_int_equal(scree_device_open(NULL, NULL, &device), SCREE_OK);
    scree_buffer *buffer = draw_map(device, samples);
    assert_int_equal(scree_buffer_read(buffer, 0, MAP_WIDTH * MAP_HEIGHT * 4, pixels), SCREE_OK);
    scree_buffer_destroy(&buffer);
    scree_device_close(&device);
    return pixels;
}

/* A scene that the screen's own device draws is shown from its buffer, and has the bytes of the processor's picture. */
static void scenes_are_shown_where_they_are_drawn(void **unused)
{
    static float samples[MAP_WIDTH * MAP_HEIGHT];
    const scree_device_params params = {.backend = SCREE_BACKEND_VULKAN, .index = shown->vulkan->index};
    stage opened;
    for (size_t i = 0; i < MAP_WIDTH * MAP_HEIGHT; i++) {
        samples[i] = (float)((i % MAP_WIDTH) * (i / MAP_WIDTH) % 200) / 100.0f - 1.0f;
    }
    uint32_t *expected = draw_expected(samples);
    stage_open(&opened, shown, NULL, &params);
    assert_non_null(opened.device);
    scree_buffer *buffer = draw_map(opened.device, samples);
    const screen_frame frame = {.width = MAP_WIDTH,
                                .height = MAP_HEIGHT,
                                .buffer = scree_vulkan_buffer_handle(buffer),
                                .picture_width = MAP_WIDTH,
                                .picture_height = MAP_HEIGHT,
                                .number = 1};
    assert_int_equal(screen_show(shown, &frame), SCREEN_SHOWN);
    uint32_t *found = read_back(MAP_WIDTH, MAP_HEIGHT);
    assert_memory_equal(found, expected, MAP_WIDTH * MAP_HEIGHT * sizeof *found);
    free(found);
    free(expected);
    scree_buffer_destroy(&buffer);
    scree_device_close(&opened.device);
}

/* Behind a Vulkan device that is the processor, the CPU device is the faster one. */
static void processors_are_not_adopted(void **unused)
{
    const scree_device_params params = {.backend = SCREE_BACKEND_AUTO};
    stage opened;
    stage_open(&opened, shown, NULL, &params);
    if (shown->vulkan->is_software) {
        assert_null(opened.device);
        assert_int_equal(opened.params.backend, SCREE_BACKEND_CPU);
        assert_non_null(strstr(opened.note, "no GPU"));
    } else {
        assert_non_null(opened.device);
        assert_int_equal(opened.params.backend, SCREE_BACKEND_VULKAN);
    }
    scree_device_close(&opened.device);
}

static void devices_that_are_not_there_are_named(void **unused)
{
    char error[256] = "";
    assert_null(screen_offscreen_open(63, error, sizeof error));
    assert_string_equal(error, "this Vulkan device cannot show the picture");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(sizes_are_shown_exactly),
        TEST(large_areas_are_shown),
        TEST(areas_that_are_too_large_are_refused),
        TEST(areas_without_pixels_are_hidden),
        TEST(small_pictures_fill_the_area),
        TEST(pictures_are_sent_once),
        TEST(interfaces_lie_over_pictures),
        TEST(buffers_are_shown_where_they_are),
        TEST(scenes_are_shown_where_they_are_drawn),
        TEST(processors_are_not_adopted),
        cmocka_unit_test(devices_that_are_not_there_are_named),
    };
    char error[256];
    screen *first = screen_offscreen_open(-1, error, sizeof error);
    if (first == NULL) {
        printf("skipped: %s\n", error);
        return SKIPPED;
    }
    screen_destroy(&first);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
