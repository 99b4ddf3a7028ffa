/*
 * Fractals against their definitions. The octaves by themselves are asked of the library, one at a time, as a sum in
 * which all others have weight 0; what becomes of them is computed here, in float64.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "gradients.h"
#include "noise_kinds_fixture.h"

#define POINTS 64
#define MAX_TEST_OCTAVES 13

/* A field's parameters, and the values of its octaves at some points, not weighted. */
typedef struct fractal_case {
    scree_noise_params params;
    uint32_t axes;
    double position[POINTS * SCREE_MAX_AXES];
    float octave[MAX_TEST_OCTAVES][POINTS];
} fractal_case;

/* The headroom of a weight; plain fbm needs none, for its weights are in the octaves themselves. */
static double weight_of(const scree_noise_params *params, uint32_t octave)
{
    const bool is_plain = params->fractal == SCREE_NOISE_FRACTAL_FBM && params->weighted_strength == 0.0;
    const double weight = params->weight_count > 0 ? params->weights[octave] : pow(params->gain, octave);
    return weight * (is_plain ? 1.0 : 1.0 - SCREE_HEADROOM);
}

/* A triangle wave of period 2 that is 0 at 0 and 1 at 1. */
static double wave(double x)
{
    const double rest = fabs(fmod(x, 2.0));
    return rest < 1.0 ? rest : 2.0 - rest;
}

static double shaped(const scree_noise_params *params, double v)
{
    switch (params->fractal) {
    case SCREE_NOISE_FRACTAL_FBM:
        return v;
    case SCREE_NOISE_FRACTAL_BILLOW:
        return fabs(v);
    case SCREE_NOISE_FRACTAL_RIDGED:
        return (1.0 - fabs(v)) * (1.0 - fabs(v));
    default:
        return 2.0 * wave((v + 1.0) * params->ping_pong.strength) - 1.0;
    }
}

static double height(const scree_noise_params *params, double v)
{
    switch (params->fractal) {
    case SCREE_NOISE_FRACTAL_FBM:
        return fmin(fmax((v + 1.0) / 2.0, 0.0), 1.0);
    case SCREE_NOISE_FRACTAL_BILLOW:
        return fmin(fabs(v), 1.0);
    case SCREE_NOISE_FRACTAL_RIDGED:
        return 1.0 - fmin(fabs(v), 1.0);
    default:
        return wave((v + 1.0) * params->ping_pong.strength);
    }
}

static double sum_of_shaped(const scree_noise_params *params, const double *v, const double *weight, uint32_t count)
{
    double amplitude = 1.0;
    double sum = 0.0;
    for (uint32_t o = 0; o < count; o++) {
        sum += weight[o] * amplitude * shaped(params, v[o]);
        amplitude *= 1.0 + params->weighted_strength * (height(params, v[o]) - 1.0);
    }
    return sum;
}

static double hybrid(const scree_noise_params *params, const double *v, const double *weight, uint32_t count)
{
    double result = weight[0] * (v[0] + params->musgrave.offset);
    double product = result;
    for (uint32_t o = 1; o < count; o++) {
        product = fmin(product, 1.0) * weight[o] * (v[o] + params->musgrave.offset);
        result += product;
    }
    return result;
}

static double ridged_multifractal(const scree_noise_params *params, const double *v, const double *weight,
                                  uint32_t count)
{
    double result = 0.0;
    double signal = 0.0;
    for (uint32_t o = 0; o < count; o++) {
        const double share = o == 0 ? 1.0 : fmin(fmax(signal * params->musgrave.gain, 0.0), 1.0);
        signal = pow(params->musgrave.offset - fabs(v[o]), 2.0) * share;
        result += signal * weight[o];
    }
    return result;
}

static double hetero_terrain(const scree_noise_params *params, const double *v, const double *weight, uint32_t count)
{
    double altitude = weight[0] * (v[0] + params->musgrave.offset);
    for (uint32_t o = 1; o < count; o++) {
        altitude *= 1.0 + weight[o] * (v[o] + params->musgrave.offset);
    }
    return altitude;
}

/* The field at a point, from its octaves; where octaves depend on one another those of weight 0 are left out. */
static double definition_of(const fractal_case *c, uint32_t point)
{
    const scree_noise_params *params = &c->params;
    double v[MAX_TEST_OCTAVES] = {0};
    double weight[MAX_TEST_OCTAVES] = {0};
    uint32_t count = 0;
    for (uint32_t o = 0; o < params->octaves; o++) {
        v[count] = (double)c->octave[o][point];
        weight[count] = weight_of(params, o);
        count += weight[count] != 0.0;
    }
    switch (params->fractal) {
    case SCREE_NOISE_FRACTAL_HYBRID:
        return hybrid(params, v, weight, count);
    case SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL:
        return ridged_multifractal(params, v, weight, count);
    case SCREE_NOISE_FRACTAL_HETERO_TERRAIN:
        return hetero_terrain(params, v, weight, count);
    default:
        return sum_of_shaped(params, v, weight, count);
    }
}

static void draw_weights(scree_noise_params *params, uint64_t *state)
{
    params->weight_count = params->octaves;
    for (uint32_t o = 0; o < params->octaves; o++) {
        params->weights[o] = fixture_draw(state) % 5 == 0 ? 0.0 : fixture_draw_unit(state) * 1.6 - 0.6;
    }
    params->weights[fixture_draw(state) % params->octaves] = 0.75;
}

static void draw_case(uint32_t variant, uint64_t *state, fractal_case *c)
{
    const scree_noise_kind kind = fixture_kind(variant / 7);
    const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
    c->axes = info->min_axes + variant % ((info->max_axes < 4 ? info->max_axes : 4) - info->min_axes + 1);
    c->params = (scree_noise_params){.kind = kind,
                                     .fractal = (scree_noise_fractal)(variant % 7),
                                     .octaves = 1 + (uint32_t)(fixture_draw(state) % MAX_TEST_OCTAVES),
                                     .gain = variant % 5 == 0 ? -0.6 : 0.3 + fixture_draw_unit(state) * 0.6,
                                     .lacunarity = 1.7,
                                     .seed = variant,
                                     .ping_pong.strength = 0.1 + 6.0 * fixture_draw_unit(state),
                                     .musgrave.offset = 0.05 + 1.5 * fixture_draw_unit(state),
                                     .musgrave.gain = 0.1 + 4.0 * fixture_draw_unit(state)};
    if (variant % 3 == 1 && c->params.fractal <= SCREE_NOISE_FRACTAL_PING_PONG) {
        c->params.weighted_strength = fixture_draw(state) % 4 == 0 ? 1.0 : fixture_draw_unit(state);
    }
    if (variant % 4 == 2) {
        draw_weights(&c->params, state);
    }
    for (uint32_t i = 0; i < POINTS * c->axes; i++) {
        c->position[i] = i < c->axes ? 3.0 : fixture_draw_unit(state) * 200.0 - 100.0;
    }
}

static void find_octaves(scree_device *device, fractal_case *c)
{
    for (uint32_t o = 0; o < c->params.octaves; o++) {
        scree_noise_params alone = c->params;
        alone.fractal = SCREE_NOISE_FRACTAL_FBM;
        alone.weighted_strength = 0.0;
        alone.weight_count = alone.octaves;
        memset(alone.weights, 0, sizeof alone.weights);
        alone.weights[o] = 1.0;
        assert_int_equal(noise_points(device, &alone, c->axes, c->position, POINTS, c->octave[o]), SCREE_OK);
    }
}

/* Every rounding of a sum or product of what stays within the bound is 6e-8 of it at most; there are some hundred. */
static void fractals_agree_with_their_definitions(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    uint64_t random = 5;
    for (uint32_t variant = 0; variant < 7 * 60; variant++) {
        fractal_case c;
        float values[POINTS];
        scree_range bound;
        draw_case(variant, &random, &c);
        find_octaves(device, &c);
        const scree_grid grid = {.axes = c.axes, .count = {2, 2, 2, 2}, .step = {0.1}};
        assert_int_equal(noise_bound(&c.params, &grid, &bound, NULL), SCREE_OK);
        assert_int_equal(noise_points(device, &c.params, c.axes, c.position, POINTS, values), SCREE_OK);
        const double reach = fmax(fabs((double)bound.minimum), fabs((double)bound.maximum));
        for (uint32_t i = 0; i < POINTS; i++) {
            const double expected = definition_of(&c, i);
            if (!(fabs((double)values[i] - expected) < 3e-6 * fmax(reach, 1.0))) {
                fail_msg("variant %u (%s), point %u: %.9g, by definition %.12g", variant,
                         scree_noise_fractal_name(c.params.fractal), i, (double)values[i], expected);
            }
            if (values[i] < bound.minimum || values[i] > bound.maximum) {
                fail_msg("variant %u (%s), point %u: %.9g, bound %.9g to %.9g", variant,
                         scree_noise_fractal_name(c.params.fractal), i, (double)values[i], (double)bound.minimum,
                         (double)bound.maximum);
            }
        }
    }
}

/* Perlin's gradients are not scaled, so that octaves leave [-1, 1]; folds and heights must bear that. */
static void octaves_beyond_one_stay_within_the_bound(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (uint32_t variant = 0; variant < 7 * 2 * 4; variant++) {
        const bool is_product = variant % 7 >= SCREE_NOISE_FRACTAL_HYBRID;
        const scree_noise_params params = {.hash = SCREE_NOISE_HASH_PERLIN2002,
                                           .fractal = (scree_noise_fractal)(variant % 7),
                                           .octaves = 5,
                                           .gain = variant % 3 == 0 ? -0.8 : 0.8,
                                           .seed = variant,
                                           .musgrave.offset = variant % 4 == 0 ? 0.4 : 1.0,
                                           .weighted_strength = variant / 7 % 2 == 0 || is_product ? 0.0 : 1.0};
        const scree_grid grid = {.axes = 3, .count = {40, 40, 20}, .step = {0.5}, .origin = {0.5, 0.5, 0.5}};
        scree_range bound;
        scree_job_status status;
        assert_int_equal(noise_bound(&params, &grid, &bound, NULL), SCREE_OK);
        free(fixture_fill(device, &params, &grid, &status));
        if (!(status.minimum >= bound.minimum && status.maximum <= bound.maximum)) {
            fail_msg("variant %u: %.9g to %.9g, bound %.9g to %.9g", variant, (double)status.minimum,
                     (double)status.maximum, (double)bound.minimum, (double)bound.maximum);
        }
    }
}

/* The bounds of Musgrave's fractals are those of his formulas where octaves are 1, or -1 where that is less. */
static void bounds_are_the_extremes(void **state)
{
    static const struct {
        scree_noise_params params;
        scree_range bound;
    } rows[] = {
        {{.fractal = SCREE_NOISE_FRACTAL_PING_PONG, .octaves = 3}, {-1.75f, 1.75f}},
        {{.fractal = SCREE_NOISE_FRACTAL_HYBRID, .octaves = 3, .gain = 0.5}, {0.0f, 3.5f}},
        {{.fractal = SCREE_NOISE_FRACTAL_HYBRID, .octaves = 2, .gain = 1.0, .musgrave.offset = 0.5}, {-1.25f, 3.0f}},
        {{.fractal = SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL, .octaves = 3}, {0.0f, 1.75f}},
        {{.fractal = SCREE_NOISE_FRACTAL_HETERO_TERRAIN, .octaves = 3}, {0.0f, 6.0f}},
        {{.octaves = 3, .weighted_strength = 0.5}, {-1.75f, 1.75f}},
        {{.fractal = SCREE_NOISE_FRACTAL_BILLOW, .octaves = 3, .weighted_strength = 0.5}, {0.0f, 1.75f}},
    };
    const scree_grid grid = {.axes = 2, .count = {8, 8}, .step = {0.1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scree_range bound;
        assert_int_equal(noise_bound(&rows[i].params, &grid, &bound, NULL), SCREE_OK);
        if (bound.minimum != rows[i].bound.minimum || bound.maximum != rows[i].bound.maximum) {
            fail_msg("row %zu: bound %.9g to %.9g", i, (double)bound.minimum, (double)bound.maximum);
        }
    }
}

/* Octaves of weight 0 are computed where they leave a sum as it is, and left out where others would feel them. */
static void octaves_of_weight_zero_are_left_out(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {8, 8}, .step = {0.1}};
    for (int fractal = SCREE_NOISE_FRACTAL_FBM; fractal <= SCREE_NOISE_FRACTAL_HETERO_TERRAIN; fractal++) {
        const scree_noise_params params = {
            .fractal = (scree_noise_fractal)fractal, .octaves = 4, .weights = {0.0, 1.0, 0.0, 0.5}, .weight_count = 4};
        const scree_noise_params nothing = {.fractal = (scree_noise_fractal)fractal, .octaves = 2, .weight_count = 2};
        scree_range bound;
        uint32_t octaves = 0;
        assert_int_equal(noise_bound(&params, &grid, &bound, &octaves), SCREE_OK);
        assert_int_equal(octaves, fractal >= SCREE_NOISE_FRACTAL_HYBRID ? 2 : 4);
        assert_int_equal(noise_bound(&nothing, &grid, &bound, &octaves), SCREE_OK);
        assert_int_equal(octaves, fractal >= SCREE_NOISE_FRACTAL_HYBRID ? 1 : 2);
        assert_true(bound.minimum == 0.0f && bound.maximum == 0.0f);
    }
}

/* A strength that rounds away leaves the fractal what it was. */
static void a_weighted_strength_of_nothing_is_none(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    const scree_grid grid = {.axes = 2, .count = {33, 17}, .step = {0.1}};
    for (int fractal = SCREE_NOISE_FRACTAL_FBM; fractal <= SCREE_NOISE_FRACTAL_PING_PONG; fractal++) {
        scree_noise_params params = {.fractal = (scree_noise_fractal)fractal, .octaves = 6};
        float *expected = fixture_fill(device, &params, &grid, NULL);
        params.weighted_strength = 0x1p-33;
        float *actual = fixture_fill(device, &params, &grid, NULL);
        assert_memory_equal(actual, expected, (size_t)fixture_samples(&grid) * sizeof(float));
        free(expected);
        free(actual);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fractals_agree_with_their_definitions),
        cmocka_unit_test(octaves_beyond_one_stay_within_the_bound),
        cmocka_unit_test(bounds_are_the_extremes),
        cmocka_unit_test(octaves_of_weight_zero_are_left_out),
        cmocka_unit_test(a_weighted_strength_of_nothing_is_none),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
