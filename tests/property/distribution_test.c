/*
 * Distributions: shares above thresholds are those of the wanted one, on the samples of many cells and exactly on those
 * of a small grid; tiles, points and ranges agree; derivatives are multiplied by the slope of the map; and quantiles
 * that are given make the bits of those that a field measures.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

#include <scree/scree.h>

static void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance)) {
        fail_msg("%.9g is not %.9g within %g", found, expected, tolerance);
    }
}

static scree_field *make_field(const scree_noise_params *params)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_noise(NULL, params, &field), SCREE_OK);
    return field;
}

static float *fill(const scree_noise_params *params, const scree_grid *grid, size_t floats)
{
    scree_field *field = make_field(params);
    float *values = malloc(floats * sizeof *values);
    assert_non_null(values);
    assert_int_equal(scree_field_fill(field, grid, values), SCREE_OK);
    scree_field_release(&field);
    return values;
}

static double share_above(const float *values, size_t count, double threshold)
{
    size_t above = 0;
    for (size_t i = 0; i < count; i++) {
        above += (double)values[i] > threshold;
    }
    return (double)above / (double)count;
}

/*
 * A share of 2^22 measured points has a standard deviation of at most 0.025 %, one of 10^7 samples of at most 0.016 %,
 * so that 0.1 % is more than three of both. Which samples these are does not change from run to run.
 */
#define TOLERANCE 0.001

/* Samples further than two cells apart, so that no two share a node. */
static void shares_of_a_field_are_exact(void **state)
{
    static const scree_noise_params fields[] = {
        {.octaves = 4},
        {.kind = SCREE_NOISE_CELLULAR, .seed = 3},
        {.kind = SCREE_NOISE_SIMPLEX, .octaves = 3, .fractal = SCREE_NOISE_FRACTAL_RIDGED},
        {.octaves = 2, .warp = {.amplitude = 0.6}},
    };
    const scree_grid grid = {.axes = 2, .count = {3163, 3162}, .step = {2.6180339887}};
    const size_t samples = (size_t)(grid.count[0] * grid.count[1]);
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        scree_noise_params params = fields[i];
        params.values.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM;
        float *values = fill(&params, &grid, samples);
        for (int percent = 5; percent < 100; percent += 10) {
            const double share = 0.01 * percent;
            assert_near(share_above(values, samples, 1.0 - 2.0 * share), share, TOLERANCE);
        }
        free(values);
    }
}

/* The grid has so few cells that its distribution is another one than that of the field. */
static void shares_of_a_grid_are_exact(void **state)
{
    const scree_grid grid = {.axes = 3, .count = {60, 70, 80}, .step = {0.04}, .first = {-9, 100, 3}};
    const size_t samples = 60 * 70 * 80;
    scree_noise_params params = {.octaves = 3, .seed = 5};
    (void)state;
    params.values = (scree_noise_values){.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM};
    float *of_field = fill(&params, &grid, samples);
    assert_int_equal(scree_noise_measure_quantiles(NULL, &params, &grid, true, params.values.quantiles), SCREE_OK);
    params.values.quantile_count = SCREE_NOISE_QUANTILE_COUNT;
    float *of_grid = fill(&params, &grid, samples);
    assert_true(fabs(share_above(of_field, samples, 0.0) - 0.5) > 2.0 * TOLERANCE);
    for (int percent = 5; percent < 100; percent += 10) {
        const double share = 0.01 * percent;
        assert_near(share_above(of_grid, samples, 1.0 - 2.0 * share), share, TOLERANCE);
    }
    free(of_field);
    free(of_grid);
}

static void normal_values_have_mean_and_deviation(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {1500, 1500}, .step = {2.6180339887}};
    const size_t samples = 1500 * 1500;
    const scree_noise_params params = {.octaves = 3, .values.distribution = SCREE_NOISE_DISTRIBUTION_NORMAL};
    float *values = fill(&params, &grid, samples);
    double sum = 0.0;
    double squares = 0.0;
    (void)state;
    for (size_t i = 0; i < samples; i++) {
        sum += values[i];
        squares += (double)values[i] * values[i];
    }
    /* The mean of so many samples errs by 0.0007 as a standard deviation, their deviation by 0.0005. */
    assert_near(sum / (double)samples, 0.0, 0.004);
    assert_near(sqrt(squares / (double)samples), 1.0, 0.003);
    assert_near(share_above(values, samples, 1.0), 0.158655, 2.0 * TOLERANCE);
    free(values);
}

static void given_quantiles_are_those_that_a_field_measures(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {40, 30}, .step = {0.3}};
    scree_noise_params params = {.octaves = 6, .skips_fine_octaves = true};
    (void)state;
    params.values.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM;
    float *measured = fill(&params, &grid, 1200);
    assert_int_equal(scree_noise_measure_quantiles(NULL, &params, &grid, false, params.values.quantiles), SCREE_OK);
    params.values.quantile_count = SCREE_NOISE_QUANTILE_COUNT;
    float *given = fill(&params, &grid, 1200);
    assert_memory_equal(given, measured, 1200 * sizeof *given);
    free(measured);
    free(given);
}

static void tiles_points_and_ranges_agree(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {300, 200}, .step = {0.125}};
    const scree_grid tile = {.axes = 2, .count = {90, 50}, .step = {0.125}, .first = {128, 77}};
    scree_noise_params params = {.octaves = 4, .values.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM};
    scree_field *field = make_field(&params);
    float *whole = fill(&params, &grid, 300 * 200);
    float *part = fill(&params, &tile, 90 * 50);
    float least = INFINITY;
    float most = -INFINITY;
    scree_range range;
    (void)state;
    for (size_t row = 0; row < 50; row++) {
        assert_memory_equal(part + row * 90, whole + (row + 77) * 300 + 128, 90 * sizeof *part);
    }
    for (size_t i = 0; i < 300 * 200; i++) {
        least = fminf(least, whole[i]);
        most = fmaxf(most, whole[i]);
    }
    assert_int_equal(scree_field_range(field, &grid, &range), SCREE_OK);
    assert_true(range.minimum == least && range.maximum == most);
    for (size_t i = 0; i < 300 * 200; i += 977) {
        const double position[2] = {(double)(i % 300) * 0.125, (double)(i / 300) * 0.125};
        const scree_points points = scree_points_packed(2, position, 1);
        float value = 0.0f;
        assert_int_equal(scree_field_at(field, &points, &value), SCREE_OK);
        assert_memory_equal(&value, &whole[i], sizeof value);
    }
    scree_field_release(&field);
    free(whole);
    free(part);
}

/* The slope is that between two values near each other; where both lie in one interval it is exact but for rounding. */
static void derivatives_are_multiplied_by_the_slope(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {64, 64}, .step = {0.09}};
    scree_noise_params params = {.octaves = 3, .sample.has_derivatives = true};
    float *own = fill(&params, &grid, 64 * 64 * 3);
    params.values.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM;
    float *mapped = fill(&params, &grid, 64 * 64 * 3);
    unsigned compared = 0;
    (void)state;
    for (size_t i = 0; i < 64 * 64 * 3; i += 3) {
        const double slope = (double)mapped[i + 1] / own[i + 1];
        assert_true(slope > 0.0 || own[i + 1] == 0.0f);
        /* Both derivatives are rounded twice, and so is the slope that comes from the other one. */
        assert_near(mapped[i + 2], own[i + 2] * slope, 1e-5 * fabs(own[i + 2] * slope) + 1e-6);
        /* Two values lie in one interval if their slopes are equal but for rounding; they are so far apart that their
           own rounding is less than a thousandth of the difference, and so near that there are such pairs. */
        for (size_t j = i + 3; j < 64 * 64 * 3; j += 3) {
            const double apart = (double)own[j] - own[i];
            const double other = (double)mapped[j + 1] / own[j + 1];
            if (fabs(apart) > 1e-3 && fabs(apart) < 4e-3 && fabs(other / slope - 1.0) < 1e-5) {
                /* Values near 1 are rounded by 2^-25, and so are both of the noise. */
                assert_near((double)mapped[j] - mapped[i], slope * apart, 1e-3 * slope * fabs(apart) + 2e-7);
                compared++;
                break;
            }
        }
    }
    assert_true(compared > 1000);
    free(own);
    free(mapped);
}

static void what_cannot_be_measured_is_refused(void **state)
{
    double quantiles[SCREE_NOISE_QUANTILE_COUNT];
    const scree_noise_params params = {.octaves = 2};
    const scree_noise_params wrong = {.octaves = 99};
    const scree_grid grid = {.axes = 2, .count = {8, 8}, .step = {0.5}};
    (void)state;
    assert_int_equal(scree_noise_measure_quantiles(NULL, NULL, &grid, true, quantiles), SCREE_ERROR_INVALID);
    assert_int_equal(scree_noise_measure_quantiles(NULL, &params, NULL, true, quantiles), SCREE_ERROR_INVALID);
    assert_int_equal(scree_noise_measure_quantiles(NULL, &params, &grid, true, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_noise_measure_quantiles(NULL, &wrong, &grid, false, quantiles), SCREE_ERROR_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_of_a_field_are_exact),
        cmocka_unit_test(shares_of_a_grid_are_exact),
        cmocka_unit_test(normal_values_have_mean_and_deviation),
        cmocka_unit_test(given_quantiles_are_those_that_a_field_measures),
        cmocka_unit_test(tiles_points_and_ranges_agree),
        cmocka_unit_test(derivatives_are_multiplied_by_the_slope),
        cmocka_unit_test(what_cannot_be_measured_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
