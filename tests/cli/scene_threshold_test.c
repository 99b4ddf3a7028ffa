/* Usual thresholds: about a third of the samples lie above, and never all or none where they differ. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../apps/scree/scene_threshold.h"

#define COUNT 30000u

static float samples[COUNT];

static double share_above(const float *values, uint64_t count, double threshold)
{
    uint64_t above = 0;
    for (uint64_t i = 0; i < count; i++) {
        above += values[i] > (float)threshold;
    }
    return (double)above / (double)count;
}

/* A permutation of 0 to COUNT - 1, as numbers from 0 to 1. */
static double part_of(uint32_t i)
{
    return (double)(i * 7919u % COUNT) / COUNT;
}

static void test_a_third_of_the_samples_is_above(void **state)
{
    static const double scales[] = {1.0, 1e-9, 1e9, 1e-30};
    static const double offsets[] = {0.0, -0.5, -1.0, 100.0};
    for (size_t i = 0; i < 16; i++) {
        for (uint32_t k = 0; k < COUNT; k++) {
            samples[k] = (float)((pow(part_of(k), 3.0) + offsets[i / 4]) * scales[i % 4]);
        }
        const struct scene_threshold found = scene_threshold_of(samples, COUNT, 1.0);
        assert_int_equal(found.counted, COUNT);
        assert_true(found.share == share_above(samples, COUNT, found.value));
        /* A number with few digits is taken where it changes the share by at most a 500th. */
        assert_true(fabs(found.share - 1.0 / 3.0) < 0.0025);
    }
}

/* A third of the samples, which are from 0 to 0.99997, is above 0.66663. */
static void test_numbers_have_few_digits(void **state)
{
    for (uint32_t k = 0; k < COUNT; k++) {
        samples[k] = (float)part_of(k);
    }
    assert_true(scene_threshold_of(samples, COUNT, 1.0).value == 0.6666);
}

static void test_few_values_are_told_apart(void **state)
{
    static const struct {
        uint32_t ones; /* The number of ones in ten samples, the others of which are 0. */
        double share;
    } masks[] = {{1, 0.1}, {3, 0.3}, {5, 0.5}, {9, 0.9}};
    for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
        for (uint32_t k = 0; k < COUNT; k++) {
            samples[k] = k % 10 < masks[i].ones ? 1.0f : 0.0f;
        }
        const struct scene_threshold found = scene_threshold_of(samples, COUNT, 1.0);
        assert_true(found.value >= 0.0 && found.value < 1.0);
        assert_true(found.share == masks[i].share);
    }
}

static void test_equal_samples_and_none(void **state)
{
    for (uint32_t k = 0; k < COUNT; k++) {
        samples[k] = k % 3 == 0 ? NAN : 2.5f;
    }
    const struct scene_threshold equal = scene_threshold_of(samples, COUNT, 1.0);
    assert_true(equal.value == 2.5 && equal.share == 0.0 && equal.counted == COUNT - COUNT / 3);
    for (uint32_t k = 0; k < COUNT; k++) {
        samples[k] = NAN;
    }
    assert_int_equal(scene_threshold_of(samples, COUNT, 1.0).counted, 0);
    samples[0] = -INFINITY;
    samples[1] = INFINITY;
    samples[2] = 1.0f;
    const struct scene_threshold infinite = scene_threshold_of(samples, 3, 1.0);
    assert_true(infinite.value == 1.0 && infinite.counted == 3);
}

/* Large volumes are looked at here and there: 32 layers, and some samples of each. */
static void test_layers_of_large_volumes_are_enough(void **state)
{
    const uint64_t count[3] = {700, 600, 70};
    const uint64_t all = count[0] * count[1] * count[2];
    float *values = malloc((size_t)all * sizeof *values);
    struct scene_threshold found;
    assert_non_null(values);
    for (uint64_t i = 0; i < all; i++) {
        const double x = (double)(i % count[0]) / 50.0;
        const double y = (double)(i / count[0] % count[1]) / 40.0;
        values[i] = (float)(sin(x) * cos(y) + 0.01 * (double)(i / count[0] / count[1]));
    }
    assert_int_equal(scene_threshold_measure(values, NULL, count, 1.0, &found), SCREE_OK);
    assert_true(found.counted < all && found.counted > all / 50);
    /* Every fourth sample along rows and columns, of which waves are many samples long. */
    assert_true(fabs(share_above(values, all, found.value) - 1.0 / 3.0) < 0.01);
    free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_third_of_the_samples_is_above),    cmocka_unit_test(test_numbers_have_few_digits),
        cmocka_unit_test(test_few_values_are_told_apart),          cmocka_unit_test(test_equal_samples_and_none),
        cmocka_unit_test(test_layers_of_large_volumes_are_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
