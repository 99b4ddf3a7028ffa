/* Pictures of densities: sums of canvases, exposures against their definitions, colours, and files. */
#include "formats_fixture.h"

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

enum { WIDTH = 37, HEIGHT = 19, PIXELS = WIDTH * HEIGHT, NUMBERS = 3 * PIXELS };

typedef struct planes {
    uint64_t counts[PIXELS];
    uint64_t sums[PIXELS];
} planes;

/* Planes in which a third of the pixels is empty, and counts are of all magnitudes. */
static scree_histogram make_planes(planes *made)
{
    uint64_t state = 5;
    for (int i = 0; i < PIXELS; i++) {
        const uint64_t bits = fixture_draw(&state);
        const uint64_t count = bits >> (44 + fixture_draw(&state) % 20);
        made->counts[i] = fixture_draw(&state) % 3 > 0 ? count : 0;
        made->sums[i] = made->counts[i] * (fixture_draw(&state) % 256);
    }
    return (scree_histogram){.width = WIDTH, .height = HEIGHT, .counts = made->counts, .sums = made->sums};
}

static uint64_t max_count(const scree_histogram *density)
{
    uint64_t most = 0;
    for (int i = 0; i < PIXELS; i++) {
        most = density->counts[i] > most ? density->counts[i] : most;
    }
    return most;
}

static void draw(const scree_histogram_params *params, const scree_histogram *density, scree_type type, void *pixels)
{
    scree_histogram_info info;
    if (scree_histogram_draw(fixture_context, params, density, type, pixels, &info) != SCREE_OK) {
        fail_msg("%s", fixture_message);
    }
    assert_int_equal(info.max_count, max_count(density));
}

static void windows_of_canvases_add_up(void **state)
{
    enum { S = 3 };
    static uint64_t canvas[PIXELS * S * S];
    static planes sums;
    static planes wanted;
    scree_histogram density = {.width = WIDTH, .height = HEIGHT, .counts = sums.counts, .sums = sums.sums};
    uint64_t seed = 9;
    memset(&sums, 0, sizeof sums);
    memset(&wanted, 0, sizeof wanted);
    for (int i = 0; i < PIXELS * S * S; i++) {
        canvas[i] = fixture_draw(&seed);
        const int pixel = i / (WIDTH * S) / S * WIDTH + i % (WIDTH * S) / S;
        wanted.counts[pixel] += 2 * (canvas[i] >> 36);
        wanted.sums[pixel] += 2 * (canvas[i] & 0xfffffffffu);
    }
    /* Once as a whole, once in two windows of rows. */
    assert_int_equal(scree_histogram_add(&density, canvas, S, 0, 0, WIDTH * S, HEIGHT * S), SCREE_OK);
    assert_int_equal(scree_histogram_add(&density, canvas, S, 0, 0, WIDTH * S, 7 * S), SCREE_OK);
    assert_int_equal(scree_histogram_add(&density, canvas + 7 * S * WIDTH * S, S, 0, 7, WIDTH * S, (HEIGHT - 7) * S),
                     SCREE_OK);
    assert_memory_equal(&sums, &wanted, sizeof sums);
}

static void windows_may_begin_anywhere(void **state)
{
    static planes sums;
    scree_histogram density = {.width = WIDTH, .height = HEIGHT, .counts = sums.counts};
    const uint64_t window[6] = {UINT64_C(1) << 36, UINT64_C(2) << 36, UINT64_C(3) << 36,
                                UINT64_C(4) << 36, UINT64_C(5) << 36, (UINT64_C(6) << 36) + 1};
    memset(&sums, 0, sizeof sums);
    assert_int_equal(scree_histogram_add(&density, window, 1, WIDTH - 3, HEIGHT - 2, 3, 2), SCREE_OK);
    assert_int_equal(sums.counts[(HEIGHT - 2) * WIDTH + WIDTH - 3], 1);
    assert_int_equal(sums.counts[PIXELS - 3], 4);
    assert_int_equal(sums.counts[PIXELS - 1], 6);
    assert_int_equal(sums.sums[PIXELS - 1], 0);
    assert_int_equal(scree_histogram_add(&density, window, 1, WIDTH - 2, 0, 3, 2), SCREE_ERROR_INVALID);
    assert_int_equal(scree_histogram_add(&density, window, 1, 0, HEIGHT - 1, 3, 2), SCREE_ERROR_INVALID);
    assert_int_equal(scree_histogram_add(&density, window, 2, 0, 0, 3, 2), SCREE_ERROR_INVALID);
    assert_int_equal(scree_histogram_add(&density, window, 9, 0, 0, 9, 9), SCREE_ERROR_INVALID);
    assert_int_equal(scree_histogram_add(&density, NULL, 1, 0, 0, 1, 1), SCREE_ERROR_INVALID);
}

static double clamp(double value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

static void additive_counts_are_colours(void **state)
{
    static planes made;
    static uint8_t pixels[NUMBERS];
    static uint16_t fine[NUMBERS];
    const double usual[3] = {0.0154, 0.05, 0.3};
    const double other[3] = {0.25, 0, 1e-6};
    const scree_histogram density = make_planes(&made);
    const scree_histogram_params params[2] = {
        {.factor = 0},
        {.factor = 0.5, .unit = 4, .has_tint = true, .tint = {0.25, 0, 1e-6}, .background = {0.125, 0.25, 0.5}},
    };
    for (int set = 0; set < 2; set++) {
        draw(&params[set], &density, SCREE_TYPE_U8, pixels);
        draw(&params[set], &density, SCREE_TYPE_U16, fine);
        for (int i = 0; i < NUMBERS; i++) {
            const double colour = (set == 0 ? usual : other)[i % 3];
            const double count = (double)made.counts[i / 3] * (set == 0 ? 1.0 : 0.125);
            const double value = params[set].background[i % 3] + count * colour;
            assert_int_equal(pixels[i], (int)floor(clamp(value) * 255 + 0.5));
            assert_int_equal(fine[i], (int)floor(clamp(value) * 65535 + 0.5));
        }
    }
}

/* The share of pixels with something in them that have no greater count. */
static double rank_of(const scree_histogram *density, uint64_t count)
{
    double drawn = 0;
    double below = 0;
    for (int i = 0; i < PIXELS; i++) {
        drawn += density->counts[i] > 0;
        below += density->counts[i] > 0 && density->counts[i] <= count;
    }
    return below / drawn;
}

static double expose(const scree_histogram_params *params, const scree_histogram *density, uint64_t count)
{
    const double most = (double)max_count(density) / params->unit;
    const double white = params->white > 0 ? params->white : most;
    const double drawings = (double)count / params->unit;
    switch (params->exposure) {
    case SCREE_EXPOSURE_LINEAR:
        return params->factor * drawings / white;
    case SCREE_EXPOSURE_LOG:
        return log2(1 + params->factor * drawings) / log2(1 + params->factor * white);
    default:
        return rank_of(density, count);
    }
}

/* Without a ramp, brightness is a grey between the background and white. */
static void exposures_are_as_defined(void **state)
{
    static planes made;
    static uint16_t pixels[NUMBERS];
    const scree_histogram density = make_planes(&made);
    const scree_histogram_params cases[] = {
        {.exposure = SCREE_EXPOSURE_LINEAR, .factor = 1, .unit = 1},
        {.exposure = SCREE_EXPOSURE_LINEAR, .factor = 3, .unit = 2, .white = 4000},
        {.exposure = SCREE_EXPOSURE_LOG, .factor = 1, .unit = 1},
        {.exposure = SCREE_EXPOSURE_LOG, .factor = 0.01, .unit = 1},
        {.exposure = SCREE_EXPOSURE_LOG, .factor = 1, .unit = 3, .white = 100, .gamma = 2.2},
        {.exposure = SCREE_EXPOSURE_EQUALISED, .factor = 1, .unit = 1, .background = {0.25, 0.5, 0.75}},
    };
    for (size_t set = 0; set < sizeof cases / sizeof cases[0]; set++) {
        const scree_histogram_params *params = &cases[set];
        draw(params, &density, SCREE_TYPE_U16, pixels);
        for (int i = 0; i < NUMBERS; i++) {
            const uint64_t count = made.counts[i / 3];
            const double gamma = params->gamma > 0 ? params->gamma : 1;
            const double brightness = count > 0 ? pow(expose(params, &density, count), 1 / gamma) : 0;
            const double background = params->background[i % 3];
            const double value = background + (1 - background) * brightness;
            /* Logarithms and powers of float32 err by less than 2^-20 here; where a number is rounded up, by a step. */
            assert_true(fabs(floor(clamp(value) * 65535 + 0.5) - pixels[i]) <= 1);
        }
    }
}

/* Beyond 2^16 only the leading bits are ranked, in their order. */
static void great_counts_keep_their_order(void **state)
{
    uint64_t counts[5] = {UINT64_C(1) << 62, 70000, 0, UINT64_C(1) << 40, UINT64_MAX};
    const scree_histogram density = {.width = 5, .height = 1, .counts = counts};
    const scree_histogram_params params = {.exposure = SCREE_EXPOSURE_EQUALISED};
    const uint16_t ranks[5] = {49151, 16384, 0, 32768, 65535};
    uint16_t pixels[15];
    assert_int_equal(scree_histogram_draw(fixture_context, &params, &density, SCREE_TYPE_U16, pixels, NULL), SCREE_OK);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(pixels[3 * i], ranks[i]);
    }
}

/* A ramp of 1024 colours, of which brightness and values take those at the ends and between. */
static void ramps_colour_density_and_values(void **state)
{
    uint64_t counts[3] = {4, 2, 4};
    uint64_t sums[3] = {0, 2 * 255, 4 * 51};
    uint8_t colours[3 * 1024];
    uint8_t pixels[9];
    const scree_histogram density = {.width = 3, .height = 1, .counts = counts, .sums = sums};
    scree_histogram_params params = {.exposure = SCREE_EXPOSURE_LINEAR, .has_ramp = true, .ramp = SCREE_RAMP_VIRIDIS};
    assert_int_equal(scree_ramp_colours(SCREE_RAMP_VIRIDIS, false, 1024, colours), SCREE_OK);
    assert_int_equal(scree_histogram_draw(fixture_context, &params, &density, SCREE_TYPE_U8, pixels, NULL), SCREE_OK);
    assert_memory_equal(pixels, colours + 3 * 1023, 3);
    for (int i = 0; i < 3; i++) {
        /* Half the brightness lies between two colours of the ramp, which differ by 1 at most. */
        assert_in_range(pixels[3 + i] + 1, colours[3 * 511 + i], colours[3 * 511 + i] + 2);
    }
    params.is_coloured_by_value = true;
    params.exposure = SCREE_EXPOSURE_EQUALISED;
    assert_int_equal(scree_histogram_draw(fixture_context, &params, &density, SCREE_TYPE_U8, pixels, NULL), SCREE_OK);
    assert_memory_equal(pixels, colours, 3);
    for (int i = 0; i < 3; i++) {
        /* The rank of the second pixel is 1/3, so that a third of the last colour is mixed with black. */
        assert_int_equal(pixels[3 + i], (int)floor(colours[3 * 1023 + i] / 3.0 + 0.5));
        assert_in_range(pixels[6 + i] + 1, colours[3 * 204 + i], colours[3 * 204 + i] + 2);
    }
}

static void the_callers_rounding_has_no_effect(void **state)
{
    static planes made;
    static uint16_t first[NUMBERS];
    static uint16_t again[NUMBERS];
    const scree_histogram density = make_planes(&made);
    const scree_histogram_params params = {
        .exposure = SCREE_EXPOSURE_LOG, .gamma = 1.7, .is_coloured_by_value = true, .ramp = SCREE_RAMP_MAGMA};
    draw(&params, &density, SCREE_TYPE_U16, first);
    fesetround(FE_UPWARD);
    const scree_result result = scree_histogram_draw(fixture_context, &params, &density, SCREE_TYPE_U16, again, NULL);
    fesetround(FE_TONEAREST);
    assert_int_equal(result, SCREE_OK);
    assert_memory_equal(first, again, sizeof first);
}

/* Every exposure with every ramp: FNV-1a of all pixels, as they are on every machine. */
static void colours_are_those_of_today(void **state)
{
    static planes made;
    static uint16_t pixels[NUMBERS];
    const scree_histogram density = make_planes(&made);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int exposure = 0; scree_exposure_name((scree_exposure)exposure) != NULL; exposure++) {
        for (int ramp = 0; scree_ramp_name((scree_ramp)ramp) != NULL; ramp++) {
            const scree_histogram_params params = {.exposure = (scree_exposure)exposure,
                                                   .factor = 0.01,
                                                   .gamma = 1.3,
                                                   .has_ramp = ramp % 2 == 0,
                                                   .is_coloured_by_value = ramp % 3 == 1,
                                                   .ramp = (scree_ramp)ramp,
                                                   .is_reversed = ramp % 2 == 1};
            draw(&params, &density, SCREE_TYPE_U16, pixels);
            for (int i = 0; i < NUMBERS; i++) {
                hash = (hash ^ pixels[i]) * UINT64_C(0x100000001b3);
            }
        }
    }
    assert_int_equal(hash, UINT64_C(0xfc7f965595a82fa4));
}

static void empty_planes_are_background(void **state)
{
    uint64_t counts[2] = {0, 0};
    uint8_t pixels[6];
    const scree_histogram density = {.width = 2, .height = 1, .counts = counts};
    for (int exposure = 0; scree_exposure_name((scree_exposure)exposure) != NULL; exposure++) {
        const scree_histogram_params params = {.exposure = (scree_exposure)exposure, .background = {1, 0.2, 0.6}};
        assert_int_equal(scree_histogram_draw(fixture_context, &params, &density, SCREE_TYPE_U8, pixels, NULL),
                         SCREE_OK);
        assert_true(pixels[3] == 255 && pixels[4] == 51 && pixels[5] == 153);
    }
}

/* The pixels of a PNG as numbers of the host. */
static void read_png(const char *path, int depth, void *pixels)
{
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, stream);
    png_read_png(png, info, PNG_TRANSFORM_SWAP_ENDIAN, NULL);
    assert_int_equal(png_get_bit_depth(png, info), depth);
    assert_int_equal(png_get_color_type(png, info), PNG_COLOR_TYPE_RGB);
    assert_int_equal(png_get_image_width(png, info), WIDTH);
    assert_int_equal(png_get_image_height(png, info), HEIGHT);
    const size_t row_bytes = (size_t)WIDTH * 3 * (size_t)depth / 8;
    for (size_t row = 0; row < HEIGHT; row++) {
        memcpy((uint8_t *)pixels + row * row_bytes, png_get_rows(png, info)[row], row_bytes);
    }
    png_destroy_read_struct(&png, &info, NULL);
    fclose(stream);
}

static void files_hold_what_is_drawn(void **state)
{
    static planes made;
    static uint16_t drawn[NUMBERS];
    static uint16_t stored[NUMBERS];
    const scree_histogram density = make_planes(&made);
    const scree_histogram_params params = {
        .exposure = SCREE_EXPOSURE_LOG, .has_ramp = true, .ramp = SCREE_RAMP_INFERNO, .key = "a", .metadata = "{}"};
    const scree_writer_params file = {.path = "a.png"};
    scree_writer *writer = NULL;
    assert_int_equal(
        scree_histogram_draw_file(fixture_context, &params, &density, SCREE_TYPE_U16, &file, &writer, NULL), SCREE_OK);
    assert_int_equal(scree_writer_commit(&writer, 1), SCREE_OK);
    scree_writer_close(&writer);
    draw(&params, &density, SCREE_TYPE_U16, drawn);
    read_png("a.png", 16, stored);
    assert_memory_equal(drawn, stored, sizeof drawn);
    assert_int_equal(scree_histogram_write(fixture_context, &params, &density, "a.png", false), SCREE_ERROR_EXISTS);
    assert_int_equal(scree_histogram_write(fixture_context, &params, &density, "a.png", true), SCREE_OK);
    draw(&params, &density, SCREE_TYPE_U8, drawn);
    read_png("a.png", 8, stored);
    assert_memory_equal(drawn, stored, NUMBERS);
    assert_string_equal(formats_files(), "a.png ");
}

typedef struct refused {
    scree_histogram_params params;
    const char *message;
} refused;

static void wrong_parameters_are_refused(void **state)
{
    static const refused cases[] = {
        {{.exposure = (scree_exposure)4}, "exposure is 4, which is none"},
        {{.factor = -1}, "factor is -1; it must be 1e-30 to 1e30, or 0"},
        {{.white = 1e31}, "white is 1e31"},
        {{.unit = NAN}, "unit is nan"},
        {{.gamma = 0.01}, "gamma is 0.01; it must be 0.1 to 10"},
        {{.has_tint = true, .tint = {0, 2}}, "tint[1] is 2; it must be 0 to 1"},
        {{.background = {0, 0, -1}}, "background[2] is -1"},
        {{.has_ramp = true, .ramp = (scree_ramp)99}, "ramp is 99, which is none"},
        {{.is_coloured_by_value = true}, "is_coloured_by_value is true and sums is NULL"},
    };
    uint64_t counts[1] = {1};
    uint8_t pixels[3];
    const scree_histogram density = {.width = 1, .height = 1, .counts = counts};
    const scree_histogram nothing = {.width = 1, .height = 0, .counts = counts};
    const scree_histogram_params good = {.factor = 1};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const scree_histogram_params *params = &cases[i].params;
        assert_int_equal(scree_histogram_draw(fixture_context, params, &density, SCREE_TYPE_U8, pixels, NULL),
                         SCREE_ERROR_INVALID);
        assert_int_equal(scree_histogram_write(fixture_context, params, &density, "a.png", false), SCREE_ERROR_INVALID);
        if (strstr(fixture_message, cases[i].message) == NULL) {
            fail_msg("case %zu: %s", i, fixture_message);
        }
    }
    assert_int_equal(scree_histogram_draw(fixture_context, &good, &nothing, SCREE_TYPE_U8, pixels, NULL),
                     SCREE_ERROR_INVALID);
    assert_int_equal(scree_histogram_draw(fixture_context, &good, &density, SCREE_TYPE_I16, pixels, NULL),
                     SCREE_ERROR_INVALID);
    assert_int_equal(scree_histogram_draw(fixture_context, &good, &density, SCREE_TYPE_U8, NULL, NULL),
                     SCREE_ERROR_INVALID);
    assert_int_equal(scree_histogram_draw(fixture_context, NULL, &density, SCREE_TYPE_U8, pixels, NULL),
                     SCREE_ERROR_INVALID);
    assert_int_equal(scree_histogram_write(fixture_context, &good, &density, "no/a.png", false), SCREE_ERROR_IO);
    assert_string_equal(formats_files(), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_of_canvases_add_up),
        cmocka_unit_test(windows_may_begin_anywhere),
        cmocka_unit_test(additive_counts_are_colours),
        cmocka_unit_test(exposures_are_as_defined),
        cmocka_unit_test(great_counts_keep_their_order),
        cmocka_unit_test(ramps_colour_density_and_values),
        cmocka_unit_test(the_callers_rounding_has_no_effect),
        cmocka_unit_test(colours_are_those_of_today),
        cmocka_unit_test(empty_planes_are_background),
        cmocka_unit_test_teardown(files_hold_what_is_drawn, formats_fixture_clear),
        cmocka_unit_test_teardown(wrong_parameters_are_refused, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
