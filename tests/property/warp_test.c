/*
 * Warped fields: the definition, evaluated by fields without a warp at positions in float64; equal bits on grids and at
 * points; periods.
 */
#include "at_once.h"
#include "fixture.h"
#include "noise_kinds_fixture.h"
#include "noise_type.h"
#include "warp_parameters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POINTS 200
/* Differences beyond this come from steps of the field, or from mistakes; few points may lie so near to a step. */
#define TOLERANCE 2e-3
#define MOST_AT_STEPS 4

/* Warps that follow one another make any error many times as large, and are weaker. */
static scree_noise_warp draw_warp(uint64_t *state, uint32_t axes)
{
    const uint32_t times = 1 + (uint32_t)(fixture_draw(state) % SCREE_MAX_WARPS);
    return (scree_noise_warp){.amplitude = (0.1 + fixture_draw_unit(state)) / times,
                              .frequency = fixture_draw(state) % 2 == 0 ? 0.0 : 0.75,
                              .kind = fixture_kind_of_axes(fixture_draw(state), axes),
                              .fractal = (scree_noise_warp_fractal)(fixture_draw(state) % 2),
                              .seed = fixture_draw(state),
                              .octaves = 1 + (uint32_t)(fixture_draw(state) % 3),
                              .times = times,
                              .gain = fixture_draw(state) % 2 == 0 ? 0.0 : -0.75};
}

static scree_noise_params draw_params(uint64_t *state, uint32_t axes)
{
    scree_noise_params params = {.kind = fixture_kind_of_axes(fixture_draw(state), axes),
                                 .gradients = (scree_noise_gradients)(fixture_draw(state) % 3),
                                 .fade = (scree_noise_fade)(fixture_draw(state) % 4),
                                 .fractal = (scree_noise_fractal)(fixture_draw(state) % 3),
                                 .seed = fixture_draw(state),
                                 .octaves = 1 + (uint32_t)(fixture_draw(state) % 3),
                                 .has_octave_rotation = axes > 1 && fixture_draw(state) % 4 == 0};
    params.warp = draw_warp(state, axes);
    return params;
}

/* Values of a field at points, one behind the other. */
static void evaluate(const scree_field *field, uint32_t axes, const double *positions, size_t count, float *values)
{
    const scree_points points = scree_points_packed(axes, positions, count);
    assert_int_equal(scree_field_at(field, &points, values), SCREE_OK);
}

static scree_field *make_field(const scree_noise_params *params)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_noise(fixture_context, params, &field), SCREE_OK);
    return field;
}

/* A component as a field whose samples stay where they are; of one octave, or of all. */
static scree_noise_field *twin_of(const scree_noise_field *component, uint32_t octave)
{
    scree_noise_params params = component->params;
    scree_noise_origin origin = component->origin;
    scree_noise_field *twin = NULL;
    origin.reach = 0.0;
    for (uint32_t o = 0; octave < SCREE_MAX_OCTAVES && o < params.octaves; o++) {
        params.weights[o] = o == octave ? params.weights[o] : 0.0;
    }
    assert_int_equal(scree_noise_field_make(fixture_context, &params, &origin, &twin), SCREE_OK);
    return twin;
}

/* Adds a component, where points are displaced to, to a sum along its axis. */
static void add_component(const scree_noise_field *component, uint32_t octave, uint32_t axes, const double *at,
                          double *sum)
{
    float values[POINTS];
    scree_noise_field *twin = twin_of(component, octave);
    const scree_points points = scree_points_packed(axes, at, POINTS);
    const scree_point_plan *plan = NULL;
    assert_int_equal(scree_plan_of_points(fixture_context, twin, axes, &plan), SCREE_OK);
    assert_int_equal(scree_at_once_points(fixture_context, plan, &points, values), SCREE_OK);
    for (size_t i = 0; i < POINTS; i++) {
        sum[i * axes] += (double)values[i];
    }
    scree_noise_field_destroy(&twin);
}

/* Moves `positions` by a displacement, or by two. */
static void displace(const double *positions, const double *a, const double *b, uint32_t axes, double *moved)
{
    for (size_t i = 0; i < (size_t)POINTS * axes; i++) {
        moved[i] = positions[i] + a[i] + b[i];
    }
}

/* The displacement of one warp after another, by the definition. */
static void find_displacement(const scree_field *field, uint32_t axes, const double *positions, double *found)
{
    static const double nothing[POINTS * SCREE_SITE_AXES];
    const scree_noise_field *noise = scree_noise_of(field);
    const scree_noise_params *params = &noise->params;
    const bool is_progressive = params->warp.fractal == SCREE_NOISE_WARP_PROGRESSIVE;
    double before[POINTS * SCREE_SITE_AXES] = {0};
    double at[POINTS * SCREE_SITE_AXES];
    for (uint32_t warp = 0; warp < params->warp.times; warp++) {
        const bool is_first = warp == 0 && !is_progressive;
        scree_noise_field *const *components = is_first ? noise->warp->first : noise->warp->displaced[warp];
        memset(found, 0, POINTS * axes * sizeof *found);
        for (uint32_t o = 0; o < (is_progressive ? params->warp.octaves : 1); o++) {
            displace(positions, before, is_progressive ? found : nothing, axes, at);
            for (uint32_t axis = 0; axis < axes; axis++) {
                add_component(components[axis], is_progressive ? o : SCREE_MAX_OCTAVES, axes, at, found + axis);
            }
        }
        memcpy(before, found, POINTS * axes * sizeof *found);
    }
}

static void draw_positions(uint64_t *state, uint32_t axes, double *positions)
{
    for (size_t i = 0; i < (size_t)POINTS * axes; i++) {
        positions[i] = (fixture_draw_unit(state) - 0.5) * 200.0;
    }
}

static unsigned count_differences(const float *a, const float *b, double tolerance)
{
    unsigned count = 0;
    for (size_t i = 0; i < POINTS; i++) {
        count += fabs((double)a[i] - (double)b[i]) <= tolerance ? 0 : 1;
    }
    return count;
}

static void a_warped_field_is_the_field_where_samples_are_displaced_to(void **state)
{
    uint64_t draws = 5;
    for (int round = 0; round < 300; round++) {
        const uint32_t axes = 1 + (uint32_t)round % SCREE_SITE_AXES;
        scree_noise_params params = draw_params(&draws, axes);
        if (params.warp.kind == SCREE_NOISE_PHASOR || params.warp.kind == SCREE_NOISE_STRIPES) {
            params.warp.times = 1; /* Its steep waves make any error many times as large with every warp. */
        }
        double positions[POINTS * SCREE_SITE_AXES];
        double found[POINTS * SCREE_SITE_AXES];
        double at[POINTS * SCREE_SITE_AXES];
        float warped[POINTS];
        float expected[POINTS];
        static const double nothing[POINTS * SCREE_SITE_AXES];
        scree_field *field = make_field(&params);
        draw_positions(&draws, axes, positions);
        find_displacement(field, axes, positions, found);
        displace(positions, found, nothing, axes, at);
        evaluate(field, axes, positions, POINTS, warped);
        params.warp.amplitude = 0.0;
        scree_field *plain = make_field(&params);
        evaluate(plain, axes, at, POINTS, expected);
        const unsigned differences = count_differences(warped, expected, TOLERANCE);
        if (differences > MOST_AT_STEPS) {
            fail_msg("round %d, %s warped by %s: %u of %d points differ", round, scree_noise_kind_name(params.kind),
                     scree_noise_kind_name(params.warp.kind), differences, POINTS);
        }
        scree_field_release(&plain);
        scree_field_release(&field);
    }
}

static void a_small_warp_changes_little(void **state)
{
    uint64_t draws = 6;
    for (int round = 0; round < 80; round++) {
        const uint32_t axes = 1 + (uint32_t)round % SCREE_SITE_AXES;
        scree_noise_params params = draw_params(&draws, axes);
        double positions[POINTS * SCREE_SITE_AXES];
        float warped[POINTS];
        float plain[POINTS];
        params.warp.amplitude = 1e-6;
        draw_positions(&draws, axes, positions);
        scree_field *field = make_field(&params);
        evaluate(field, axes, positions, POINTS, warped);
        scree_field_release(&field);
        params.warp.amplitude = 0.0;
        field = make_field(&params);
        evaluate(field, axes, positions, POINTS, plain);
        scree_field_release(&field);
        assert_in_range(count_differences(warped, plain, TOLERANCE), 0, MOST_AT_STEPS);
    }
}

/* The positions of a grid's samples. */
static double *place_samples(const scree_grid *grid)
{
    const uint64_t samples = fixture_samples(grid);
    double *positions = malloc((size_t)samples * grid->axes * sizeof *positions);
    assert_non_null(positions);
    for (uint64_t i = 0; i < samples; i++) {
        uint64_t rest = i;
        for (uint32_t axis = 0; axis < grid->axes; axis++) {
            const int64_t index = grid->first[axis] + (int64_t)(rest % grid->count[axis]);
            positions[i * grid->axes + axis] = grid->origin[axis] + (double)index * grid->step[axis];
            rest /= grid->count[axis];
        }
    }
    return positions;
}

static void assert_points_equal_grid(const scree_noise_params *params, const scree_grid *grid)
{
    const size_t samples = (size_t)fixture_samples(grid);
    scree_field *field = make_field(params);
    double *positions = place_samples(grid);
    float *filled = malloc(samples * sizeof *filled);
    float *points = malloc(samples * sizeof *points);
    assert_int_equal(scree_field_fill(field, grid, filled), SCREE_OK);
    evaluate(field, grid->axes, positions, samples, points);
    for (size_t i = 0; i < samples; i++) {
        if (memcmp(&filled[i], &points[i], sizeof *filled) != 0) {
            fail_msg("%s warped by %s: sample %zu is %.9g on the grid, and %.9g at its point",
                     scree_noise_kind_name(params->kind), scree_noise_kind_name(params->warp.kind), i,
                     (double)filled[i], (double)points[i]);
        }
    }
    free(filled);
    free(points);
    free(positions);
    scree_field_release(&field);
}

/* Near and far, and beside the cells where counting begins again. */
static void points_have_the_bits_of_grids(void **state)
{
    static const double origins[] = {0.0, -3.25, 1e3, 0x1p31 - 1.0, -0x1p31, 0x1p40, -0x1p45};
    uint64_t draws = 7;
    for (int round = 0; round < 120; round++) {
        const uint32_t axes = 1 + (uint32_t)round % SCREE_SITE_AXES;
        scree_noise_params params = draw_params(&draws, axes);
        scree_grid grid = {.axes = axes, .step = {0x1p-4, 0x1p-4, 0x1p-4, 0x1p-4}};
        const uint64_t counts[] = {axes == 1 ? 700 : 1 + fixture_draw(&draws) % 300, 1 + fixture_draw(&draws) % 19,
                                   1 + fixture_draw(&draws) % 9, 2};
        params.warp.frequency = 0.0;
        for (uint32_t axis = 0; axis < axes; axis++) {
            grid.count[axis] = counts[axis];
            grid.origin[axis] = origins[fixture_draw(&draws) % 7];
            grid.first[axis] = (int64_t)(fixture_draw(&draws) % 100) - 50;
        }
        assert_points_equal_grid(&params, &grid);
    }
}

/* A part of a field has the bits of the whole. */
static void parts_equal_the_whole(void **state)
{
    uint64_t draws = 8;
    for (int round = 0; round < 24; round++) {
        const uint32_t axes = 2 + (uint32_t)round % 2;
        scree_noise_params params = draw_params(&draws, axes);
        scree_grid whole = {.axes = axes, .count = {390, 70, axes == 3 ? 6 : 1}, .step = {0.03}};
        scree_grid part = whole;
        part.first[0] = 131;
        part.first[1] = 17;
        part.first[2] = axes == 3 ? 3 : 0;
        part.count[0] = 77;
        part.count[1] = 40;
        part.count[2] = axes == 3 ? 2 : 1;
        scree_field *field = make_field(&params);
        float *all = malloc((size_t)fixture_samples(&whole) * sizeof *all);
        float *some = malloc((size_t)fixture_samples(&part) * sizeof *some);
        assert_int_equal(scree_field_fill(field, &whole, all), SCREE_OK);
        assert_int_equal(scree_field_fill(field, &part, some), SCREE_OK);
        for (uint64_t plane = 0; plane < part.count[2]; plane++) {
            for (uint64_t row = 0; row < part.count[1]; row++) {
                const float *expected =
                    all +
                    ((plane + (uint64_t)part.first[2]) * whole.count[1] + row + (uint64_t)part.first[1]) *
                        whole.count[0] +
                    part.first[0];
                assert_memory_equal(some + (plane * part.count[1] + row) * part.count[0], expected,
                                    part.count[0] * sizeof *some);
            }
        }
        free(all);
        free(some);
        scree_field_release(&field);
    }
}

static void a_period_holds_through_a_warp(void **state)
{
    uint64_t draws = 9;
    for (int round = 0; round < 60; round++) {
        const uint32_t axes = 1 + (uint32_t)round % 3;
        scree_noise_params params = draw_params(&draws, axes);
        double positions[POINTS * SCREE_SITE_AXES];
        float first[POINTS];
        float again[POINTS];
        params.has_octave_rotation = false;
        params.warp.frequency = (const double[]){0.0, 2.0, 0.5}[round % 3];
        params.warp.amplitude *= round % 5 == 0 ? 100.0 : 1.0;
        for (uint32_t axis = 0; axis < axes; axis++) {
            params.period[axis] = 6;
        }
        if (scree_noise_kind_describe(params.kind)->min_period == 0 ||
            scree_noise_kind_describe(params.warp.kind)->min_period == 0) {
            continue;
        }
        for (size_t i = 0; i < (size_t)POINTS * axes; i++) {
            positions[i] = floor((fixture_draw_unit(&draws) - 0.5) * 0x1p20) * 0x1p-14;
        }
        scree_field *field = make_field(&params);
        evaluate(field, axes, positions, POINTS, first);
        for (size_t i = 0; i < (size_t)POINTS * axes; i++) {
            positions[i] += 6.0 * (double)(i % 7) - 18.0;
        }
        evaluate(field, axes, positions, POINTS, again);
        assert_memory_equal(first, again, sizeof first);
        scree_field_release(&field);
    }
}

/* A field that repeats has the same bits however many periods away. */
static void a_warp_is_as_exact_far_from_the_origin(void **state)
{
    uint64_t draws = 10;
    for (int round = 0; round < 12; round++) {
        scree_noise_params params = draw_params(&draws, 2);
        scree_grid grid = {.axes = 2, .count = {300, 20}, .step = {0x1p-7}};
        float near[300 * 20];
        float far[300 * 20];
        params.has_octave_rotation = false;
        params.kind = round % 2 == 0 ? SCREE_NOISE_PERLIN : SCREE_NOISE_CELLULAR;
        params.warp.kind = round % 3 == 0 ? SCREE_NOISE_VALUE_CUBIC : SCREE_NOISE_PERLIN;
        params.warp.frequency = 0.5;
        params.warp.amplitude *= 10.0;
        params.period[0] = 64;
        params.period[1] = 64;
        scree_field *field = make_field(&params);
        assert_int_equal(scree_field_fill(field, &grid, near), SCREE_OK);
        grid.origin[0] = 0x1p50;
        grid.origin[1] = -0x1p44;
        assert_int_equal(scree_field_fill(field, &grid, far), SCREE_OK);
        assert_memory_equal(near, far, sizeof near);
        scree_field_release(&field);
    }
}

static void every_parameter_of_a_warp_has_an_effect(void **state)
{
    const scree_noise_params usual = {.octaves = 2, .warp = {.amplitude = 0.5, .octaves = 2, .times = 2}};
    scree_noise_params changed[8];
    const double position[2] = {3.3, -7.1};
    for (int i = 0; i < 8; i++) {
        changed[i] = usual;
    }
    changed[0].warp.amplitude = -0.5;
    changed[1].warp.frequency = 2.0;
    changed[2].warp.kind = SCREE_NOISE_SIMPLEX;
    changed[3].warp.fractal = SCREE_NOISE_WARP_PROGRESSIVE;
    changed[4].warp.seed = 1;
    changed[5].warp.octaves = 3;
    changed[6].warp.gain = 0.7;
    changed[7].warp.times = 1;
    scree_field *field = make_field(&usual);
    const float expected = scree_field_at_2d(field, position[0], position[1]);
    scree_field_release(&field);
    for (int i = 0; i < 8; i++) {
        field = make_field(&changed[i]);
        assert_true(scree_field_at_2d(field, position[0], position[1]) != expected);
        scree_field_release(&field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_warped_field_is_the_field_where_samples_are_displaced_to),
        cmocka_unit_test(a_small_warp_changes_little),
        cmocka_unit_test(points_have_the_bits_of_grids),
        cmocka_unit_test(parts_equal_the_whole),
        cmocka_unit_test(a_period_holds_through_a_warp),
        cmocka_unit_test(a_warp_is_as_exact_far_from_the_origin),
        cmocka_unit_test(every_parameter_of_a_warp_has_an_effect),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
