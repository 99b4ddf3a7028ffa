/* Numbers of contour lines, against fields that are known at every point, and their strokes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../apps/scree/contour_numbers.h"
#include "../../src/field/scene/scene_facts.h"

#define COLUMNS 240u
#define ROWS 160u
#define WIDTH 480u
#define HEIGHT 320u
#define MOST 256u
#define INTERVAL 0.2

typedef double (*field)(double x, double y);

static double plane(double x, double y)
{
    return 0.03 * x - 0.011 * y - 1.0;
}

static double gentle(double x, double y)
{
    return plane(x / 2.0, y / 2.0);
}

static double cone(double x, double y)
{
    return 2.0 - 0.02 * hypot(x - 117.3, y - 80.2);
}

static double waves(double x, double y)
{
    return sin(x / 23.0) + cos(y / 17.0 + x / 60.0);
}

static double level(double x, double y)
{
    return 0.4;
}

static float samples[ROWS * COLUMNS];
static struct stroke_text numbers[MOST];
static double lines[MOST];

/* Fills the samples; those of a circle are holes. */
static struct contour_map make_map(field of, double hole)
{
    for (uint32_t y = 0; y < ROWS; y++) {
        for (uint32_t x = 0; x < COLUMNS; x++) {
            samples[y * COLUMNS + x] = hypot(x - 120.0, y - 80.0) < hole ? NAN : (float)of(x, y);
        }
    }
    return (struct contour_map){.samples = samples,
                                .columns = COLUMNS,
                                .rows = ROWS,
                                .left = 10.0,
                                .top = -5.0,
                                .samples_a_pixel = {0.5, 0.5},
                                .width = WIDTH,
                                .height = HEIGHT,
                                .interval = INTERVAL,
                                .unit = 3.0};
}

/* The field at a point of the picture. */
static double field_at(field of, const struct contour_map *map, double x, double y)
{
    return of(map->left + x * map->samples_a_pixel[0] - 0.5, map->top + y * map->samples_a_pixel[1] - 0.5);
}

/* Every number says the value of the field below its middle, in the unit of the source, and its line does not leave the
   text by more than its half height; it is read from left to right. */
static void check_number(field of, const struct contour_map *map, size_t i)
{
    const struct stroke_text *number = &numbers[i];
    const double value = lines[i] * INTERVAL;
    assert_true(fabs(lines[i] - floor(lines[i])) == 0.0);
    /* The value is a multiple of 0.6, which seven digits say; the product is off by rounding alone, far below this. */
    assert_true(fabs(strtod(number->text, NULL) - value * map->unit) < 1e-6);
    /* The parts are quotients in float32, and off by some 2^-23. */
    assert_true(fabs(hypot((double)number->direction[0], (double)number->direction[1]) - 1.0) < 1e-5);
    assert_true(number->direction[0] >= 0.0f);
    assert_true(fabs(field_at(of, map, (double)number->centre[0], (double)number->centre[1]) - value) < 0.01);
    const double half = (double)stroke_font_width(number->text) / 2.0;
    for (int end = -1; end <= 1; end += 2) {
        const double x = (double)number->centre[0] + end * half * (double)number->direction[0];
        const double y = (double)number->centre[1] + end * half * (double)number->direction[1];
        const double across = 4.0;
        const double left =
            field_at(of, map, x - across * (double)number->direction[1], y + across * (double)number->direction[0]);
        const double right =
            field_at(of, map, x + across * (double)number->direction[1], y - across * (double)number->direction[0]);
        assert_true((left - value) * (right - value) < 0.0);
        assert_true(contour_map_value(map, (float)x, (float)y) > -100.0f);
    }
}

static void numbers_say_what_the_field_is(void **state)
{
    const field fields[] = {plane, cone, waves};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const struct contour_map map = make_map(fields[i], i == 2 ? 20.0 : 0.0);
        const size_t count = contour_numbers_find(&map, numbers, lines, MOST);
        assert_true(count >= 8 && count < MOST);
        for (size_t number = 0; number < count; number++) {
            check_number(fields[i], &map, number);
        }
    }
}

static void numbers_stay_apart(void **state)
{
    const struct contour_map map = make_map(waves, 0.0);
    const size_t count = contour_numbers_find(&map, numbers, lines, MOST);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            const float distance =
                hypotf(numbers[i].centre[0] - numbers[k].centre[0], numbers[i].centre[1] - numbers[k].centre[1]);
            assert_true(distance >= (lines[i] == lines[k] ? 120.0f : 40.0f));
        }
    }
    assert_true(count > 3 && contour_numbers_find(&map, numbers, lines, 3) == 3);
}

/* Level land, lines closer than digits, infinities, and maps of one sample have no numbers. */
static void some_maps_have_none(void **state)
{
    struct contour_map map = make_map(level, 0.0);
    assert_int_equal(contour_numbers_find(&map, numbers, lines, MOST), 0);
    map = make_map(plane, 0.0);
    map.interval = 0.02;
    assert_int_equal(contour_numbers_find(&map, numbers, lines, MOST), 0);
    map = make_map(level, 0.0);
    for (uint32_t i = 0; i < ROWS * COLUMNS; i += 7) {
        samples[i] = i % 2 == 0 ? INFINITY : -INFINITY;
    }
    assert_int_equal(contour_numbers_find(&map, numbers, lines, MOST), 0);
    map.columns = map.rows = 1;
    assert_int_equal(contour_numbers_find(&map, numbers, lines, MOST), 0);
}

/* A map whose pixels are 16 samples each, which are rough; so the four in the middle of a pixel say nothing of it. */
static void means_are_numbered(void **state)
{
    enum { SIDE = 4 };
    static float rough[SIDE * ROWS * SIDE * COLUMNS];
    const scree_scene_params scene = {.kind = SCREE_SCENE_MAP,
                                      .count = {SIDE * COLUMNS, SIDE * ROWS},
                                      .range = {0.0f, 1.0f},
                                      .is_smooth = true,
                                      .samples_a_pixel = SIDE};
    for (uint32_t y = 0; y < SIDE * ROWS; y++) {
        for (uint32_t x = 0; x < SIDE * COLUMNS; x++) {
            const bool is_middle = x % SIDE % 3 != 0 && y % SIDE % 3 != 0;
            const double mean = gentle((x - 1.5) / SIDE, (y - 1.5) / SIDE);
            rough[y * SIDE * COLUMNS + x] = (float)(mean + (is_middle ? 3.0 : -1.0));
        }
    }
    struct contour_map map = make_map(level, 0.0);
    map.left = map.top = 0.0;
    map.samples_a_pixel[0] = map.samples_a_pixel[1] = 1.0;
    map.width = COLUMNS;
    map.height = ROWS;
    scree_scene_means(&scene, rough, COLUMNS, ROWS, samples);
    const size_t count = contour_numbers_find(&map, numbers, lines, MOST);
    assert_true(count >= 4);
    for (size_t i = 0; i < count; i++) {
        check_number(gentle, &map, i);
    }
}

/* Texts are the same whether a picture is drawn whole or in bands, and nothing is drawn outside of it. */
static void bands_fit_together(void **state)
{
    enum { SIDE = 64, BAND = 5, GUARD = 32 };
    static uint8_t whole[SIDE * SIDE * 3];
    static uint8_t bands[SIDE * SIDE * 3 + 2 * GUARD];
    const struct stroke_text texts[] = {
        {.centre = {32.0f, 30.0f}, .direction = {0.8f, 0.6f}, .ground = {200, 100, 50}, .text = "-12.5e+03"},
        {.centre = {2.0f, 63.0f}, .direction = {1.0f, 0.0f}, .ink = {255, 255, 255}, .text = "z=46789"},
        {.centre = {-500.0f, 4.0f}, .direction = {1.0f, 0.0f}, .text = "0"},
        {.centre = {30.0f, 1e9f}, .direction = {0.0f, 1.0f}, .text = "0"}};
    memset(whole, 90, sizeof whole);
    memset(bands, 90, sizeof bands);
    stroke_font_draw(texts, 4, &(struct picture_band){.colours = whole, .width = SIDE, .rows = SIDE});
    for (uint32_t top = 0; top < SIDE; top += BAND) {
        const struct picture_band band = {.colours = bands + GUARD + (size_t)top * SIDE * 3,
                                          .width = SIDE,
                                          .top = top,
                                          .rows = SIDE - top < BAND ? SIDE - top : BAND};
        stroke_font_draw(texts, 4, &band);
    }
    assert_memory_equal(whole, bands + GUARD, sizeof whole);
    for (size_t i = 0; i < GUARD; i++) {
        assert_int_equal(bands[i], 90);
        assert_int_equal(bands[GUARD + sizeof whole + i], 90);
    }
    assert_memory_equal(whole + 3 * (size_t)(30 * SIDE + 8), ((uint8_t[]){90, 90, 90}), 3);
    assert_true(memcmp(whole + 3 * (size_t)(30 * SIDE + 32), ((uint8_t[]){90, 90, 90}), 3) != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_say_what_the_field_is),
        cmocka_unit_test(numbers_stay_apart),
        cmocka_unit_test(some_maps_have_none),
        cmocka_unit_test(means_are_numbered),
        cmocka_unit_test(bands_fit_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
