/* Files of scenes: pixels as they were handed over, metadata that tell how they were drawn, and what is refused. */
#include "formats_fixture.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 5, HEIGHT = 4, PIXELS = WIDTH * HEIGHT };

static const scree_scene_params cloud = {
    .kind = SCREE_SCENE_CLOUD,
    .count = {8, 9, 10},
    .colour = SCREE_SCENE_COLOUR_HEIGHT,
    .range = {-1.0f, 1.0f},
    .camera = {.azimuth = 12.0, .elevation = 34.0, .distance = 5.5, .field_of_view = 40.0},
    .threshold = 0.25,
    .density = 7.0,
    .light_azimuth = 99.0,
    .has_shadows = true,
};

static void write_pixels(scree_writer *writer, uint8_t pixels[3 * PIXELS])
{
    for (int i = 0; i < 3 * PIXELS; i++) {
        pixels[i] = (uint8_t)(i * 4 + 1);
    }
    /* In two pieces, the first of which ends within a row. */
    assert_int_equal(scree_writer_write(writer, pixels, 7), SCREE_OK);
    assert_int_equal(scree_writer_write(writer, pixels + 3 * 7, PIXELS - 7), SCREE_OK);
    assert_int_equal(scree_writer_finish(writer, NULL, NULL), SCREE_OK);
}

static void assert_channel(const char *path, const char *channel, const uint8_t *pixels)
{
    const scree_samples_params params = {.path = path, .channel = channel};
    scree_samples samples;
    assert_int_equal(scree_samples_read(fixture_context, &params, &samples), SCREE_OK);
    assert_int_equal(samples.count[0], WIDTH);
    assert_int_equal(samples.count[1], HEIGHT);
    for (int i = 0; i < PIXELS; i++) {
        assert_true(samples.values[i] == (float)pixels[3 * i]);
    }
    scree_samples_clear(&samples);
}

static void a_picture_has_its_pixels_and_tells_its_scene(void **state)
{
    const scree_writer_params file = {.path = "s.png"};
    const scree_scene_file picture = {
        .width = WIDTH, .height = HEIGHT, .scene = &cloud, .ramp = "magma", .metadata = "{\"a\": 1}", .key = "mine"};
    uint8_t pixels[3 * PIXELS];
    scree_writer *writer = NULL;
    scree_file_info info;
    assert_int_equal(scree_scene_open_file(fixture_context, &picture, &file, &writer), SCREE_OK);
    write_pixels(writer, pixels);
    scree_writer_close(&writer);
    assert_channel("s.png", "r", pixels);
    assert_channel("s.png", "g", pixels + 1);
    assert_channel("s.png", "b", pixels + 2);
    assert_int_equal(scree_file_describe(fixture_context, "s.png", &info), SCREE_OK);
    static const char *const told[] = {"\"kind\": \"cloud\"", "\"counts\": [8, 9, 10]", "\"ramp\": \"magma\"",
                                       "\"threshold\": 0.25", "\"density\": 7",         "\"azimuth\": 12",
                                       "\"distance\": 5.5",   "\"light_azimuth\": 99",  "\"shadows\": true",
                                       "\"mine\": {\"a\": 1}"};
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        assert_non_null(strstr(info.metadata, told[i]));
    }
    scree_file_info_clear(&info);
    unlink("s.png");
}

static void wrong_files_are_refused(void **state)
{
    const scree_writer_params file = {.path = "t.png"};
    const scree_scene_file good = {.width = WIDTH, .height = HEIGHT, .scene = &cloud};
    scree_scene_file video = good;
    scree_scene_file sceneless = good;
    scree_scene_params unknown = cloud;
    scree_scene_file nameless = good;
    scree_writer *writer = NULL;
    video.frames = 3;
    sceneless.scene = NULL;
    unknown.colour = (scree_scene_colour)17;
    nameless.scene = &unknown;
    assert_int_equal(scree_scene_open_file(fixture_context, &good, &file, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_scene_open_file(fixture_context, NULL, &file, &writer), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "picture is NULL");
    assert_int_equal(scree_scene_open_file(fixture_context, &good, NULL, &writer), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "file is NULL");
    assert_int_equal(scree_scene_open_file(fixture_context, &sceneless, &file, &writer), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "scene is NULL");
    assert_int_equal(scree_scene_open_file(fixture_context, &nameless, &file, &writer), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "17"));
    assert_int_equal(scree_scene_open_file(fixture_context, &video, &file, &writer), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "format is 0; it must be one that holds videos");
    const scree_writer_params samples = {.path = "t.npy", .format = SCREE_FORMAT_NPY};
    assert_int_equal(scree_scene_open_file(fixture_context, &good, &samples, &writer), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "format is 3; it must be one that holds pictures in colours");
    assert_null(writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_has_its_pixels_and_tells_its_scene),
        cmocka_unit_test(wrong_files_are_refused),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
