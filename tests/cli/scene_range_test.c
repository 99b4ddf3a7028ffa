/* Units of samples and ranges of scenes, at the ends of what float32 holds. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../apps/scree/scene_range.h"

#define SUBNORMAL_LEAST 0x1p-149f

static void test_samples_that_a_device_computes_with_keep_their_unit(void **state)
{
    const scree_range kept[] = {{0.0f, 0.0f},   {-1.0f, 1.0f}, {0.0f, 1.1e-12f},
                                {-9e11f, 0.0f}, {NAN, NAN},    {-INFINITY, INFINITY}};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        assert_true(scene_unit(kept[i]) == 1.0);
    }
}

static void test_other_units_are_powers_of_two_that_bring_the_greatest_near_1(void **state)
{
    const float greatest[] = {SUBNORMAL_LEAST, 1e-42f, FLT_MIN, 1e-27f, 9e-13f, 1.1e12f, 1e30f, FLT_MAX};
    for (size_t i = 0; i < sizeof greatest / sizeof greatest[0]; i++) {
        for (int sign = -1; sign < 2; sign += 2) {
            const float end = (float)sign * greatest[i];
            const double unit = scene_unit((scree_range){fminf(end, 0.0f), fmaxf(end, 0.0f)});
            const double scaled = (double)greatest[i] / unit;
            int exponent = 0;
            assert_true(frexp(unit, &exponent) == 0.5);
            assert_true(scaled >= 0.5 && scaled < 1.0);
            assert_true((double)(float)scaled * unit == (double)greatest[i]);
        }
    }
}

static void test_ranges_are_within_the_limits_of_scenes(void **state)
{
    const double ends[][2] = {{0.0, 1.0},     {1e40, 1e50}, {-1e50, -1e40}, {-1e300, 1e300}, {1e30, 1e30},
                              {-1e30, -1e30}, {0.0, 1e-21}, {5.0, 5.0},     {0.0, 1e31},     {1e29, 1e300}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const scree_range range = scene_range_between(ends[i][0], ends[i][1]);
        assert_true((double)range.minimum >= -SCREE_MAX_SCENE_VALUE);
        assert_true((double)range.maximum <= SCREE_MAX_SCENE_VALUE);
        assert_true((double)range.maximum - (double)range.minimum >= SCENE_RANGE_LEAST);
    }
    const scree_range plain = scene_range_between(0.25, 3.0);
    assert_true(plain.minimum == 0.25f && plain.maximum == 3.0f);
}

static void test_a_scene_is_told_in_the_unit_of_its_samples(void **state)
{
    const double unit = 0x1p-90;
    scree_scene_params scene = {.colour = SCREE_SCENE_COLOUR_VALUE,
                                .range = {-0.5f, 0.75f},
                                .threshold = 0.25,
                                .interval = 0.125,
                                .height_scale = 2.0,
                                .density = 20.0};
    const scree_scene_params told = scene_in_unit(&scene, unit);
    assert_true(told.range.minimum == -0x1p-91f && told.range.maximum == 0.75f * 0x1p-90f);
    assert_true(told.threshold == 0x1p-92 && told.interval == 0x1p-93);
    assert_true(told.height_scale == 0x1p91 && told.density == 20.0 * 0x1p90);
    assert_true(scene_value(told.threshold, unit) == scene.threshold);
    assert_true(scene_value(1e20, unit) == SCREE_MAX_SCENE_VALUE);
    scene.colour = SCREE_SCENE_COLOUR_HEIGHT;
    assert_true(scene_in_unit(&scene, unit).range.minimum == -0.5f);
}

static void test_samples_beyond_the_limit_are_named(void **state)
{
    char text[512];
    scree_samples samples = {.type = SCREE_TYPE_F32, .minimum = -(double)FLT_MAX, .maximum = 5.0, .scale = 1.0};
    assert_false(scene_shows_magnitudes("map.tif", &samples, "give", text, sizeof text));
    assert_string_equal(text, "map.tif: its samples go from -3.40282e+38 to 5; a scene shows magnitudes up to 1e30; if "
                              "-3.4028235e38 stands for no data, give --nodata -3.4028235e38 --holes lowest");
    samples = (scree_samples){.type = SCREE_TYPE_F64, .minimum = 0.0, .maximum = 1.2e31, .scale = 1.0};
    assert_false(scene_shows_magnitudes("a.npy", &samples, "give", text, sizeof text));
    assert_non_null(strstr(text, "--nodata 1.2e31 "));
    samples.maximum = (double)1e30f;
    assert_true(scene_shows_magnitudes("a.npy", &samples, "give", text, sizeof text));
    samples.minimum = samples.maximum = NAN;
    assert_true(scene_shows_magnitudes("a.npy", &samples, "give", text, sizeof text));
}

static void test_columns_have_whole_cells(void **state)
{
    /* Counts, sides, the share of the longer side; the cells, and the longest edge of the box. */
    static const struct {
        uint64_t count[3];
        double sides[3];
        double share;
        uint32_t cells;
        double edge;
    } rows[] = {
        {{40, 30, 1}, {1, 1, 1}, 0.2, 8, 40},       {{40, 30, 1}, {1, 1, 1}, 0.21, 8, 40},
        {{40, 30, 1}, {1, 1, 1}, 1e-6, 1, 40},      {{40, 30, 1}, {1, 1, 1}, 2.0, 80, 80},
        {{40, 30, 1}, {1, 1, 1}, 1e3, 4096, 4096},  {{4096, 4096, 1}, {1, 1, 1}, 1.0, 255, 4096},
        {{40, 30, 1}, {0.5, 0.25, 1}, 0.2, 16, 80}, {{1, 1, 1}, {3, 3, 3}, 0.2, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t cells = 0;
        const scree_scene_box box = scene_box_of_columns(rows[i].count, rows[i].sides, rows[i].share, &cells);
        assert_int_equal(cells, rows[i].cells);
        assert_true(box.edge == rows[i].edge && box.side[2] == 1.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_that_a_device_computes_with_keep_their_unit),
        cmocka_unit_test(test_other_units_are_powers_of_two_that_bring_the_greatest_near_1),
        cmocka_unit_test(test_ranges_are_within_the_limits_of_scenes),
        cmocka_unit_test(test_a_scene_is_told_in_the_unit_of_its_samples),
        cmocka_unit_test(test_samples_beyond_the_limit_are_named),
        cmocka_unit_test(test_columns_have_whole_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
