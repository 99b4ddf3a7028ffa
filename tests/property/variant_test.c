/* The variants beside the contraction: how near to it they are, and that nothing but the recipe decides their bits. */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_VARIANT SCREE_NOISE_VARIANT_UNOPTIMISED
#define LAST_VARIANT SCREE_NOISE_VARIANT_OPTIMISED

/* Maximum difference of folds near one, evaluated in two orders in float32. */
#define NEAR_ENOUGH 4e-6

typedef struct field {
    scree_noise_params params;
    scree_grid grid;
} field;

static const field fields[] = {
    {{0}, {.axes = 3, .count = {40, 33, 25}, .step = {0.125}}},
    {{.octaves = 8, .seed = 5}, {.axes = 3, .count = {65, 40, 31}, .origin = {-3.5}, .step = {0.01}}},
    {{.octaves = 8, .seed = 6, .fractal = SCREE_NOISE_FRACTAL_BILLOW},
     {.axes = 3, .count = {65, 40, 31}, .origin = {0x1p40}, .step = {0.01}}},
    {{.octaves = 4, .fractal = SCREE_NOISE_FRACTAL_RIDGED, .gain = 0.4},
     {.axes = 3, .count = {50, 50, 50}, .step = {0.03}}},
    {{.octaves = 3, .hash = SCREE_NOISE_HASH_PERLIN2002, .fade = SCREE_NOISE_FADE_COSINE},
     {.axes = 3, .count = {70, 30, 30}, .step = {0.07, 0.3, 1.4}}},
    {{.octaves = 4, .gradients = SCREE_NOISE_GRADIENTS_SPHERE, .fade = SCREE_NOISE_FADE_LINEAR, .period = {3, 5, 7}},
     {.axes = 3, .count = {70, 30, 30}, .step = {0.07}}},
    {{.octaves = 2, .gradients = SCREE_NOISE_GRADIENTS_CUBE, .fade = SCREE_NOISE_FADE_CUBIC},
     {.axes = 3, .count = {33, 29, 41}, .step = {1.1, 0.6, 0.02}}},
};

static double max_difference(const float *a, const float *b, uint64_t count)
{
    double maximum = 0.0;
    for (uint64_t i = 0; i < count; i++) {
        double difference = fabs((double)a[i] - (double)b[i]);
        maximum = difference > maximum ? difference : maximum;
    }
    return maximum;
}

static void variants_are_near_the_contraction(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        scree_noise_params params = fields[i].params;
        uint64_t samples = fixture_samples(&fields[i].grid);
        float *contraction = fixture_fill(device, &params, &fields[i].grid, NULL);
        params.variant = SCREE_NOISE_VARIANT_UNOPTIMISED;
        float *unoptimised = fixture_fill(device, &params, &fields[i].grid, NULL);
        double difference = max_difference(contraction, unoptimised, samples);
        if (difference > NEAR_ENOUGH || difference == 0.0) {
            fail_msg("field %zu differs from the contraction by %g", i, difference);
        }
        for (int variant = FIRST_VARIANT + 1; variant <= LAST_VARIANT; variant++) {
            params.variant = (scree_noise_variant)variant;
            float *other = fixture_fill(device, &params, &fields[i].grid, NULL);
            assert_memory_equal(other, unoptimised, samples * sizeof(float));
            free(other);
        }
        free(unoptimised);
        free(contraction);
    }
}

/* Cuts at indices that are no multiples of a group's side. */
static void tiles_are_the_whole(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_grid whole = {.axes = 3, .count = {90, 70, 20}, .origin = {-1e6, 0.1, 5.5}, .step = {0.013, 0.02, 0.1}};
    for (int variant = FIRST_VARIANT; variant <= LAST_VARIANT; variant++) {
        scree_noise_params params = {.octaves = 5, .seed = 3, .variant = (scree_noise_variant)variant};
        fixture_assert_tiles(device, &params, &whole);
    }
}

/* Positions that float64 holds exactly, so that a point and a sample of the grid are the same position. */
static void points_have_the_bits_of_the_grid(void **state)
{
    enum { SIDE = 21, POINTS = SIDE * SIDE * SIDE };
    static double positions[POINTS][3];
    static float actual[POINTS];
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_grid grid = {.axes = 3, .count = {SIDE, SIDE, SIDE}, .origin = {-3.25, 4.0, 1021.5}, .step = {0.09375}};
    for (int i = 0; i < POINTS; i++) {
        int index[3] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
        for (int axis = 0; axis < 3; axis++) {
            positions[i][axis] = grid.origin[axis] + index[axis] * 0.09375;
        }
    }
    for (int variant = FIRST_VARIANT; variant <= LAST_VARIANT; variant++) {
        for (int hash = 0; hash < 2; hash++) {
            scree_noise_params params = {
                .octaves = 3, .seed = 9, .hash = (scree_noise_hash)hash, .variant = (scree_noise_variant)variant};
            float *expected = fixture_fill(device, &params, &grid, NULL);
            assert_int_equal(noise_points(device, &params, 3, &positions[0][0], POINTS, actual), SCREE_OK);
            assert_memory_equal(actual, expected, sizeof actual);
            free(expected);
        }
    }
}

static void the_range_is_that_of_the_samples(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 3);
    scree_noise_params params = {.octaves = 4, .seed = 11, .variant = SCREE_NOISE_VARIANT_OPTIMISED};
    scree_grid grid = {.axes = 3, .count = {323, 45, 21}, .step = {0.07}};
    scree_job_status status;
    scree_range bound;
    float *values = fixture_fill(device, &params, &grid, &status);
    float minimum = values[0];
    float maximum = values[0];
    for (uint64_t i = 0; i < fixture_samples(&grid); i++) {
        minimum = values[i] < minimum ? values[i] : minimum;
        maximum = values[i] > maximum ? values[i] : maximum;
    }
    assert_memory_equal(&status.minimum, &minimum, sizeof minimum);
    assert_memory_equal(&status.maximum, &maximum, sizeof maximum);
    assert_int_equal(status.done, fixture_samples(&grid));
    assert_int_equal(noise_bound(&params, &grid, &bound, NULL), SCREE_OK);
    assert_true(minimum >= bound.minimum && maximum <= bound.maximum);
    free(values);
}

/* Data that a sink receives, and the expected data. */
typedef struct comparison {
    const float *expected;
    uint64_t samples;
} comparison;

static scree_result compare_slab(void *user, const scree_slab *slab)
{
    comparison *with = user;
    const uint8_t *data = slab->data;
    for (uint64_t i = 0; i < slab->count; i++) {
        float x = (with->expected[slab->first + i] + 2.0f) * 63.75f;
        x = x < 0.0f ? 0.0f : x > 255.0f ? 255.0f : x;
        if (data[i] != (uint8_t)(x + 0.5f)) {
            return SCREE_ERROR_INTERNAL;
        }
    }
    with->samples += slab->count;
    return SCREE_OK;
}

static void streams_hold_the_converted_field(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_noise_params params = {.octaves = 2, .variant = SCREE_NOISE_VARIANT_HALF_OPTIMISED};
    scree_grid grid = {.axes = 3, .count = {301, 45, 27}, .step = {0.07}};
    scree_output output = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_GIVEN, .low = -2.0, .high = 2.0};
    comparison with = {.expected = fixture_fill(device, &params, &grid, NULL)};
    scree_sink sink = {.write = compare_slab, .user = &with};
    scree_job *job = NULL;
    assert_int_equal(noise_job_stream(device, &params, &grid, &output, &sink, &job), SCREE_OK);
    fixture_finish(&job);
    assert_int_equal(with.samples, fixture_samples(&grid));
    free((float *)with.expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_are_near_the_contraction), cmocka_unit_test(tiles_are_the_whole),
        cmocka_unit_test(points_have_the_bits_of_the_grid),  cmocka_unit_test(the_range_is_that_of_the_samples),
        cmocka_unit_test(streams_hold_the_converted_field),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
