/* Pictures of distances: sizes, colours, where lines lie, and the files. */
#include "volume_fixture.h"

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct picture {
    scree_picture_info info;
    uint8_t *pixels;
} picture;

static picture draw(const scree_picture_params *params, const float *distances)
{
    picture drawn;
    if (scree_picture_plan(fixture_context, params, distances, &drawn.info) != SCREE_OK) {
        fail_msg("%s", fixture_message);
    }
    size_t bytes = (size_t)(drawn.info.width * drawn.info.height) * 3;
    drawn.pixels = malloc(bytes + 1);
    assert_non_null(drawn.pixels);
    memset(drawn.pixels, 0x55, bytes + 1);
    assert_int_equal(scree_picture_draw(fixture_context, params, distances, drawn.pixels), SCREE_OK);
    assert_int_equal(drawn.pixels[bytes], 0x55);
    return drawn;
}

static const uint8_t *pixel_at(const picture *drawn, uint64_t x, uint64_t y)
{
    return drawn->pixels + 3 * (y * drawn->info.width + x);
}

/* OKLab's lightness and chroma, by its author's definition. */
static void find_lightness(const uint8_t *pixel, double *lightness, double *chroma)
{
    double light[3];
    for (int i = 0; i < 3; i++) {
        double stored = pixel[i] / 255.0;
        light[i] = stored <= 0.04045 ? stored / 12.92 : pow((stored + 0.055) / 1.055, 2.4);
    }
    double l = cbrt(0.4122214708 * light[0] + 0.5363325363 * light[1] + 0.0514459929 * light[2]);
    double m = cbrt(0.2119034982 * light[0] + 0.6806995451 * light[1] + 0.1073969566 * light[2]);
    double s = cbrt(0.0883024619 * light[0] + 0.2817188376 * light[1] + 0.6299787005 * light[2]);
    *lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    *chroma = hypot(1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                    0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s);
}

static void colours_are_symmetric_and_even(void **state)
{
    enum { COUNT = 201 };
    float distances[COUNT];
    for (int i = 0; i < COUNT; i++) {
        distances[i] = (float)(i - COUNT / 2) * 0.25f;
    }
    const scree_picture_params params = {.count = {COUNT, 1}, .skips_lines = true};
    picture drawn = draw(&params, distances);
    assert_true(drawn.info.limit == 25.0 && drawn.info.interval == 0.0);
    double before = 0;
    for (int i = 0; i <= COUNT / 2; i++) {
        double lightness[2];
        double chroma[2];
        const uint8_t *outside = pixel_at(&drawn, (uint64_t)(COUNT / 2 + i), 0);
        const uint8_t *inside = pixel_at(&drawn, (uint64_t)(COUNT / 2 - i), 0);
        find_lightness(outside, &lightness[0], &chroma[0]);
        find_lightness(inside, &lightness[1], &chroma[1]);
        assert_true(fabs(lightness[0] - lightness[1]) < 0.005);
        assert_true(fabs(chroma[0] - chroma[1]) < 0.005);
        assert_true(i == 0 || fabs(before - lightness[0] - 0.00385) < 0.003);
        assert_true(i == 0 || (outside[0] >= outside[2] && inside[2] >= inside[0]));
        before = lightness[0];
    }
    /* The same bytes on every machine. */
    assert_memory_equal(pixel_at(&drawn, 0, 0), "\x43\x81\xcf", 3);
    assert_memory_equal(pixel_at(&drawn, COUNT / 2, 0), "\xfa\xfa\xfa", 3);
    assert_memory_equal(pixel_at(&drawn, COUNT - 1, 0), "\xbc\x67\x1f", 3);
    free(drawn.pixels);
}

static void intervals_are_round_numbers(void **state)
{
    for (double limit = 1e-6; limit < 1e9; limit *= 1.17) {
        const float distances[] = {(float)limit, -(float)limit / 3};
        const scree_picture_params params = {.count = {2, 1}, .voxel = {limit / 1e4}};
        scree_picture_info info;
        assert_int_equal(scree_picture_plan(fixture_context, &params, distances, &info), SCREE_OK);
        assert_true(info.limit == (double)distances[0]);
        double lines = info.limit / info.interval;
        assert_true(lines > 6.2 && lines < 16.0);
        double mantissa = info.interval / pow(10, floor(log10(info.interval) + 1e-9));
        assert_true(fabs(mantissa - 1) < 1e-9 || fabs(mantissa - 2) < 1e-9 || fabs(mantissa - 5) < 1e-9);
    }
    /* A pixel is 1 or 1/8: ten lines would lie too close at first. */
    const float distances[] = {12, 0};
    scree_picture_params params = {.count = {2, 1}};
    scree_picture_info info;
    assert_int_equal(scree_picture_plan(fixture_context, &params, distances, &info), SCREE_OK);
    assert_true(info.interval == 5.0);
    params.scale[0] = 8;
    assert_int_equal(scree_picture_plan(fixture_context, &params, distances, &info), SCREE_OK);
    assert_true(info.interval == 1.0 && info.width == 16 && info.height == 8);
    params.scale[1] = 3;
    params.interval = 0.7;
    params.limit = 9;
    assert_int_equal(scree_picture_plan(fixture_context, &params, distances, &info), SCREE_OK);
    assert_true(info.interval == 0.7 && info.limit == 9.0 && info.width == 16 && info.height == 3);
}

/* A wall whose surface lies between two samples: what is dark, and what is not. */
static void lines_lie_where_the_distance_says(void **state)
{
    enum { WIDTH = 40, HEIGHT = 3, SCALE = 8 };
    float distances[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        distances[i] = (float)(i % WIDTH) - 19.25f;
    }
    scree_picture_params params = {.count = {WIDTH, HEIGHT}, .scale = {SCALE}, .interval = 5};
    picture drawn = draw(&params, distances);
    params.skips_lines = true;
    picture plain = draw(&params, distances);
    for (uint64_t y = 0; y < drawn.info.height; y++) {
        for (uint64_t x = 0; x < drawn.info.width; x++) {
            double distance = ((double)x + 0.5) / SCALE - 0.5 - 19.25;
            double lines = distance / 5;
            double away = fabs(lines - rint(lines)) * 5 * SCALE;
            const uint8_t *pixel = pixel_at(&drawn, x, y);
            bool same = memcmp(pixel, pixel_at(&plain, x, y), 3) == 0;
            bool zero = rint(lines) == 0;
            if (away < 0.7 && zero) {
                assert_true(pixel[0] < 30 && pixel[1] < 30 && pixel[2] < 30);
            } else if (away < 0.9) {
                assert_false(same);
            } else if (away > 1.9) {
                assert_true(same);
            }
        }
    }
    free(drawn.pixels);
    free(plain.pixels);
}

/* On the slope of a half, lines are as wide in pixels as on a whole one; on a plain there are none but at zero. */
static void widths_of_lines_follow_the_slope(void **state)
{
    enum { COUNT = 400 };
    static float distances[3][COUNT];
    for (int i = 0; i < COUNT; i++) {
        distances[0][i] = (float)i - 200.3f;
        distances[1][i] = 0.5f * distances[0][i];
        distances[2][i] = 10.0f;
    }
    int changed[3] = {0};
    for (int kind = 0; kind < 3; kind++) {
        scree_picture_params params = {.count = {COUNT, 1}, .interval = 10, .limit = 1e9};
        picture drawn = draw(&params, distances[kind]);
        params.skips_lines = true;
        picture plain = draw(&params, distances[kind]);
        for (uint64_t x = 0; x < COUNT; x++) {
            changed[kind] += memcmp(pixel_at(&drawn, x, 0), pixel_at(&plain, x, 0), 3) != 0;
        }
        free(drawn.pixels);
        free(plain.pixels);
    }
    assert_true(changed[0] >= 40 && changed[0] <= 90);
    assert_true(changed[1] >= 20 && changed[1] <= 45);
    assert_int_equal(changed[2], 0);
}

static void samples_are_interpolated(void **state)
{
    float distances[5 * 4];
    for (int i = 0; i < 20; i++) {
        distances[i] = (float)(i % 5) * 0.3f - (float)(i / 5) * 0.7f;
    }
    scree_picture_params params = {.count = {5, 4}, .limit = 3, .skips_lines = true};
    picture single = draw(&params, distances);
    params.scale[0] = 3;
    params.scale[1] = 5;
    picture scaled = draw(&params, distances);
    assert_true(scaled.info.width == 15 && scaled.info.height == 20);
    for (uint64_t y = 0; y < 4; y++) {
        for (uint64_t x = 0; x < 5; x++) {
            assert_memory_equal(pixel_at(&scaled, 3 * x + 1, 5 * y + 2), pixel_at(&single, x, y), 3);
        }
    }
    /* Between samples, and beyond the last. */
    params.scale[0] = params.scale[1] = 2;
    picture doubled = draw(&params, distances);
    const float between[] = {0.75f * 0.3f - 0.25f * 0.7f, 4.25f * 0.3f - 3.25f * 0.7f};
    const scree_picture_params two = {.count = {2, 1}, .limit = 3, .skips_lines = true};
    picture wanted = draw(&two, between);
    assert_memory_equal(pixel_at(&doubled, 2, 1), pixel_at(&wanted, 0, 0), 3);
    assert_memory_equal(pixel_at(&doubled, 9, 7), pixel_at(&wanted, 1, 0), 3);
    free(single.pixels);
    free(scaled.pixels);
    free(doubled.pixels);
    free(wanted.pixels);
}

static void the_first_row_may_lie_below(void **state)
{
    enum { SIDE = 24 };
    float distances[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        distances[i] = hypotf((float)(i % SIDE) - 9.0f, (float)i / SIDE - 6.0f) - 5.0f;
    }
    scree_picture_params params = {.count = {SIDE, SIDE}, .scale = {2}};
    picture above = draw(&params, distances);
    params.is_bottom_up = true;
    picture below = draw(&params, distances);
    for (uint64_t y = 0; y < above.info.height; y++) {
        assert_memory_equal(pixel_at(&above, 0, y), pixel_at(&below, 0, above.info.height - 1 - y), 3 * SIDE * 2);
    }
    free(above.pixels);
    free(below.pixels);
}

static void infinities_have_their_own_colours(void **state)
{
    const float distances[] = {INFINITY, -INFINITY, NAN, 1, -1, INFINITY, 2, 3};
    scree_picture_params params = {.count = {4, 2}, .scale = {3}};
    picture drawn = draw(&params, distances);
    assert_true(drawn.info.limit == 3.0);
    for (uint64_t y = 0; y < 3; y++) {
        for (uint64_t x = 0; x < 3; x++) {
            assert_memory_equal(pixel_at(&drawn, x, y), "\x5c\x32\x12", 3);
            assert_memory_equal(pixel_at(&drawn, x + 3, y), "\x12\x26\x54", 3);
            assert_memory_equal(pixel_at(&drawn, x + 6, y), "\xff\x00\xff", 3);
            assert_memory_equal(pixel_at(&drawn, x + 3, y + 3), "\x5c\x32\x12", 3);
        }
    }
    free(drawn.pixels);
    const float far[] = {INFINITY, -INFINITY};
    const float zero[] = {0, 0};
    params = (scree_picture_params){.count = {1, 2}};
    drawn = draw(&params, far);
    assert_true(drawn.info.limit == 1.0);
    assert_memory_equal(drawn.pixels, "\x5c\x32\x12\x12\x26\x54", 6);
    free(drawn.pixels);
    drawn = draw(&params, zero);
    assert_true(drawn.info.limit == 1.0);
    free(drawn.pixels);
}

static void the_rounding_mode_has_no_effect(void **state)
{
    float distances[400];
    for (int i = 0; i < 400; i++) {
        distances[i] = hypotf((float)(i % 20) - 7.3f, (float)i / 20.0f - 9.1f) - 6.0f;
    }
    const scree_picture_params params = {.count = {20, 20}, .scale = {5}};
    picture drawn = draw(&params, distances);
    assert_int_equal(fesetround(FE_UPWARD), 0);
    picture again = draw(&params, distances);
    assert_int_equal(fesetround(FE_TONEAREST), 0);
    assert_memory_equal(drawn.pixels, again.pixels, drawn.info.width * drawn.info.height * 3);
    free(drawn.pixels);
    free(again.pixels);
}

/* Reads a PNG by libpng alone: its pixels, and its text under the key "scree". */
static void check_png(const char *path, const picture *drawn, const char *const *expected, size_t expectations)
{
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    assert_non_null(info);
    if (setjmp(png_jmpbuf(png)) != 0) {
        fail_msg("%s: libpng does not read it", path);
    }
    png_init_io(png, stream);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    assert_int_equal(png_get_image_width(png, info), drawn->info.width);
    assert_int_equal(png_get_image_height(png, info), drawn->info.height);
    assert_int_equal(png_get_color_type(png, info), PNG_COLOR_TYPE_RGB);
    assert_int_equal(png_get_bit_depth(png, info), 8);
    png_bytepp rows = png_get_rows(png, info);
    for (uint64_t y = 0; y < drawn->info.height; y++) {
        assert_memory_equal(rows[y], pixel_at(drawn, 0, y), drawn->info.width * 3);
    }
    png_textp text;
    int texts = 0;
    png_get_text(png, info, &text, &texts);
    assert_int_equal(texts, 2);
    assert_string_equal(text[1].key, "scree");
    json_error_t error;
    json_t *root = json_loads(text[1].text, JSON_REJECT_DUPLICATES, &error);
    assert_non_null(root);
    json_decref(root);
    for (size_t i = 0; i < expectations; i++) {
        if (strstr(text[1].text, expected[i]) == NULL) {
            fail_msg("no %s in %s", expected[i], text[1].text);
        }
    }
    png_destroy_read_struct(&png, &info, NULL);
    fclose(stream);
}

static void files_hold_what_is_drawn(void **state)
{
    static const char *const expected[] = {"\"size\": [1089, 366]", "\"limit\": ", "\"interval\": ",
                                           "\"scale\": [3, 6], \"first_row_below\": false", "\"slice\": {\"z\": 7}"};
    enum { WIDTH = 363, HEIGHT = 61 };
    static float distances[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        distances[i] = hypotf((float)(i % WIDTH) - 150.0f, 2.0f * ((float)i / WIDTH - 20.0f)) - 60.0f;
    }
    const scree_picture_params params = {
        .count = {WIDTH, HEIGHT}, .scale = {3, 6}, .voxel = {1, 2}, .key = "slice", .metadata = "{\"z\": 7}"};
    picture drawn = draw(&params, distances);
    assert_int_equal(scree_picture_write(fixture_context, &params, distances, "a.png", false), SCREE_OK);
    assert_string_equal(formats_files(), "a.png ");
    check_png("a.png", &drawn, expected, sizeof expected / sizeof expected[0]);
    fixture_message[0] = '\0';
    assert_int_equal(scree_picture_write(fixture_context, &params, distances, "a.png", false), SCREE_ERROR_EXISTS);
    assert_string_equal(fixture_message, "cannot write a.png: File exists");
    assert_int_equal(scree_picture_write(fixture_context, &params, distances, "a.png", true), SCREE_OK);
    check_png("a.png", &drawn, NULL, 0);
    assert_string_equal(formats_files(), "a.png ");
    free(drawn.pixels);
}

typedef struct refused {
    scree_picture_params params;
    const char *message;
} refused;

static void wrong_parameters_are_refused(void **state)
{
    static const refused cases[] = {
        {{.count = {0, 1}}, "a picture of 0 samples along axis 0, each of 1 pixels; it must have 1 to 2147483647"},
        {{.count = {1, UINT64_C(1) << 31}}, "a picture of 2147483648 samples along axis 1"},
        {{.count = {UINT64_MAX, 1}, .scale = {2}}, "samples along axis 0, each of 2 pixels"},
        {{.count = {1, 1}, .scale = {257}}, "scale is 257; it must be 1 to 256, or 0"},
        {{.count = {1, 1}, .scale = {1, 300}}, "scale is 300"},
        {{.count = {1, 1}, .voxel = {-1}}, "voxel is -1; it must be 1e-100 to 1e100, or 0"},
        {{.count = {1, 1}, .voxel = {1, NAN}}, "voxel is nan"},
        {{.count = {1, 1}, .limit = INFINITY}, "limit is inf"},
        {{.count = {1, 1}, .voxel = {1e308}}, "voxel is 1e308"},
        {{.count = {1, 1}, .interval = -0.5}, "interval is -0.5; it must be 1e-100"},
        {{.count = {1, 1}, .interval = 1e-320}, "interval is "},
    };
    const float distance = 1;
    uint8_t pixels[3];
    scree_picture_info info;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const scree_picture_params *params = &cases[i].params;
        const scree_result results[] = {scree_picture_plan(fixture_context, params, &distance, &info),
                                        scree_picture_draw(fixture_context, params, &distance, pixels),
                                        scree_picture_write(fixture_context, params, &distance, "a.png", false)};
        for (size_t j = 0; j < 3; j++) {
            assert_int_equal(results[j], SCREE_ERROR_INVALID);
        }
        if (strstr(fixture_message, cases[i].message) == NULL) {
            fail_msg("case %zu: %s", i, fixture_message);
        }
    }
    const scree_picture_params good = {.count = {1, 1}};
    const scree_picture_params no_json = {.count = {1, 1}, .key = "a", .metadata = "b"};
    assert_int_equal(scree_picture_plan(fixture_context, &good, &distance, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_picture_plan(fixture_context, NULL, &distance, &info), SCREE_ERROR_INVALID);
    assert_int_equal(scree_picture_draw(fixture_context, &good, NULL, pixels), SCREE_ERROR_INVALID);
    assert_int_equal(scree_picture_draw(fixture_context, &good, &distance, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_picture_write(fixture_context, &good, &distance, NULL, false), SCREE_ERROR_INVALID);
    assert_int_equal(scree_picture_write(fixture_context, &no_json, &distance, "a.png", false), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "the volume's metadata is no object of JSON");
    assert_int_equal(scree_picture_write(fixture_context, &good, &distance, "no/a.png", false), SCREE_ERROR_IO);
    const scree_writer_params grey = {.path = "a.npy", .format = SCREE_FORMAT_NPY};
    const scree_writer_params none = {.path = "a.dat", .format = (scree_format)99};
    scree_writer *writer = NULL;
    assert_int_equal(scree_picture_draw_file(fixture_context, &good, &distance, &none, &writer), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "format is 99, which is none");
    scree_picture_draw_file(fixture_context, &good, &distance, &grey, &writer);
    assert_string_equal(fixture_message, "a.npy: npy holds no picture in colours");
    assert_null(writer);
    assert_string_equal(formats_files(), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_are_symmetric_and_even),
        cmocka_unit_test(intervals_are_round_numbers),
        cmocka_unit_test(lines_lie_where_the_distance_says),
        cmocka_unit_test(widths_of_lines_follow_the_slope),
        cmocka_unit_test(samples_are_interpolated),
        cmocka_unit_test(the_first_row_may_lie_below),
        cmocka_unit_test(infinities_have_their_own_colours),
        cmocka_unit_test(the_rounding_mode_has_no_effect),
        cmocka_unit_test_teardown(files_hold_what_is_drawn, formats_fixture_clear),
        cmocka_unit_test_teardown(wrong_parameters_are_refused, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
