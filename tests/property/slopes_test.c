/* Slopes of graphs: those of noise are its own, and all others are near to differences. */
#include "graph_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define MOST_SAMPLES 7000u

static float found[MOST_SAMPLES];
static float expected[5 * MOST_SAMPLES];
static float ends[2][MOST_SAMPLES];
static double positions[MOST_SAMPLES * SCREE_MAX_AXES];

static scree_field *derivative(const scree_field *field, uint32_t axis)
{
    return GRAPH_OP(DERIVATIVE, {field}, {.number = (double)axis});
}

/* Components of the normal are those of the surface whose slopes the derivatives are, and lie within the bound. */
static void check_normals(const scree_field *field, double height, uint32_t axes)
{
    const scree_grid grid = graph_grid(axes);
    const uint64_t samples = fixture_samples(&grid);
    double sum[MOST_SAMPLES] = {0.0};
    for (uint32_t axis = 0; axis < axes; axis++) {
        scree_field *slope = derivative(field, axis);
        graph_fill(slope, &grid, expected + axis * samples);
        scree_field_release(&slope);
        for (uint64_t i = 0; i < samples; i++) {
            sum[i] += pow(height * (double)expected[axis * samples + i], 2.0);
        }
    }
    for (uint32_t axis = 0; axis <= axes; axis++) {
        scree_field *normal = GRAPH_OP(NORMAL, {field}, {.number = (double)axis}, {.number = height});
        scree_range bound;
        assert_int_equal(scree_field_bound(normal, &grid, &bound, NULL), SCREE_OK);
        assert_true(bound.minimum >= -1.0f && bound.maximum <= 1.0f);
        graph_fill(normal, &grid, found);
        for (uint64_t i = 0; i < samples; i++) {
            const double along = axis < axes ? -height * (double)expected[axis * samples + i] : 1.0;
            // The expected number is in float64; the graph rounds each product, the length and the
            // quotient to float32, each by up to 2^-24 of a number that is at most 1 in the end.
            assert_true(fabs((double)found[i] - along / sqrt(1.0 + sum[i])) < 1e-6);
        }
        scree_field_release(&normal);
    }
}

static void normals_are_those_of_the_surface(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 3, .seed = 4});
    scree_field *level = GRAPH_OP(CONSTANT, {.number = 7.0});
    for (uint32_t axes = 1; axes <= 4; axes++) {
        check_normals(noise, 0.7, axes);
        check_normals(noise, -0x1p30, axes);
        check_normals(level, 3.0, axes);
    }
    scree_field *beyond = GRAPH_OP(NORMAL, {noise}, {.number = 4.0});
    const scree_grid grid = graph_grid(2);
    graph_fill(beyond, &grid, found);
    assert_true(found[0] == 0.0f); /* Two axes behind the last one there is nothing. */
    scree_field_release(&beyond);
    scree_field_release(&level);
    scree_field_release(&noise);
}

/* The derivatives of noise by itself, its own warp included, are what noise with derivatives has. */
static void check_noise(scree_noise_params params, uint32_t axes)
{
    const scree_grid grid = graph_grid(axes);
    const uint64_t samples = fixture_samples(&grid);
    scree_field *noise = fixture_field(&params);
    params.sample.has_derivatives = true;
    scree_field *own = fixture_field(&params);
    graph_fill(own, &grid, expected);
    for (uint32_t axis = 0; axis < axes; axis++) {
        scree_field *slope = derivative(noise, axis);
        graph_fill(slope, &grid, found);
        for (uint64_t i = 0; i < samples; i++) {
            const float is = graph_trimmed(expected[i * (1 + axes) + 1 + axis]);
            assert_memory_equal(&found[i], &is, sizeof is);
        }
        scree_field_release(&slope);
    }
    scree_field_release(&own);
    scree_field_release(&noise);
}

static void derivatives_of_noise_are_its_own(void **state)
{
    for (unsigned kind = 0; scree_noise_kind_describe((scree_noise_kind)kind) != NULL; kind++) {
        const scree_noise_kind_info *info = scree_noise_kind_describe((scree_noise_kind)kind);
        for (uint32_t axes = info->min_axes; info->has_derivatives && axes <= info->max_axes && axes <= 4; axes++) {
            check_noise((scree_noise_params){.kind = (scree_noise_kind)kind, .octaves = 2, .seed = kind}, axes);
        }
    }
    check_noise((scree_noise_params){.octaves = 3, .warp = {.amplitude = 0.5, .octaves = 2, .times = 2}}, 3);
    check_noise((scree_noise_params){.octaves = 3, .fractal = SCREE_NOISE_FRACTAL_RIDGED}, 2);
    check_noise((scree_noise_params){.octaves = 2, .values.distribution = SCREE_NOISE_DISTRIBUTION_NORMAL}, 2);
}

/* The values of a field where all samples lie a little farther along an axis. */
static void evaluate_beside(const scree_field *field, const scree_grid *grid, uint32_t axis, double by, float *out)
{
    const uint64_t samples = fixture_samples(grid);
    for (uint64_t i = 0; i < samples; i++) {
        uint64_t rest = i;
        for (uint32_t a = 0; a < grid->axes; a++) {
            positions[i * grid->axes + a] = grid->origin[a] + (double)(rest % grid->count[a]) * grid->step[0] +
                                            (a == axis ? by : 0.0);
            rest /= grid->count[a];
        }
    }
    assert_int_equal(field_at_packed(field, grid->axes, positions, (size_t)samples, out), SCREE_OK);
}

/* Nearly all samples have the derivative that two points beside them have; the rest lie at edges. */
static void check_differences(const char *name, const scree_field *field, uint32_t axes)
{
    scree_grid grid = graph_grid(axes);
    const double step = 0x1p-9;
    grid.origin[3] = 2.0;
    const uint64_t samples = fixture_samples(&grid);
    for (uint32_t axis = 0; axis < axes; axis++) {
        scree_field *slope = derivative(field, axis);
        uint64_t near = 0;
        graph_fill(slope, &grid, found);
        evaluate_beside(field, &grid, axis, -step, ends[0]);
        evaluate_beside(field, &grid, axis, step, ends[1]);
        for (uint64_t i = 0; i < samples; i++) {
            const double difference = ((double)ends[1][i] - (double)ends[0][i]) / (2.0 * step);
            near += fabs(difference - (double)found[i]) <= 0.02 * (1.0 + fabs(difference));
        }
        if (near * 100 < samples * 93) {
            fail_msg("%s: %llu of %llu samples along axis %u of %u", name, (unsigned long long)near,
                     (unsigned long long)samples, axis, axes);
        }
        scree_field_release(&slope);
    }
}

/* Inputs of all operators that are made of noise: positive ones, and limits that are apart. */
static void derivatives_of_operators_are_near_to_differences(void **state)
{
    scree_field *a = fixture_field(&(scree_noise_params){.seed = 1});
    scree_field *b = fixture_field(&(scree_noise_params){.seed = 2, .kind = SCREE_NOISE_VALUE});
    scree_field *half = GRAPH_OP(MUL, {b}, {.number = 0.25});
    scree_field *positive = GRAPH_OP(ADD, {half}, {.number = 0.5});
    const struct {
        scree_op op;
        uint32_t count;
        scree_op_operand input[SCREE_MAX_OP_INPUTS];
    } rows[] = {
        {SCREE_OP_CONSTANT, 1, {{a}}},
        {SCREE_OP_ADD, 2, {{a}, {b}}},
        {SCREE_OP_SUB, 2, {{a}, {b}}},
        {SCREE_OP_MUL, 2, {{a}, {b}}},
        {SCREE_OP_DIV, 2, {{a}, {positive}}},
        {SCREE_OP_MIN, 2, {{a}, {b}}},
        {SCREE_OP_MAX, 2, {{a}, {b}}},
        {SCREE_OP_SMIN, 3, {{a}, {b}, {positive}}},
        {SCREE_OP_SMAX, 3, {{a}, {b}, {positive}}},
        {SCREE_OP_ABS, 1, {{a}}},
        {SCREE_OP_NEG, 1, {{a}}},
        {SCREE_OP_SIGN, 1, {{a}}},
        {SCREE_OP_FLOOR, 2, {{a}, {.number = 0.7}}},
        {SCREE_OP_MOD, 2, {{a}, {.number = 0.7}}},
        {SCREE_OP_SQRT, 1, {{positive}}},
        {SCREE_OP_POW, 2, {{positive}, {a}}},
        {SCREE_OP_MIX, 3, {{a}, {b}, {half}}},
        {SCREE_OP_CLAMP, 3, {{a}, {half}, {positive}}},
        {SCREE_OP_REMAP, 5, {{a}, {.number = -1.5}, {positive}, {half}, {b}}},
        {SCREE_OP_SCALE_BIAS, 3, {{a}, {b}, {half}}},
        {SCREE_OP_SMOOTHSTEP, 3, {{a}, {.number = -1.0}, {positive}}},
        {SCREE_OP_BIAS, 2, {{positive}, {positive}}},
        {SCREE_OP_CURVE, 7, {{a}, {NULL, -0.8}, {NULL, 0.5}, {NULL, 0.1}, {NULL, 1.0}, {NULL, 0.9}, {NULL, 0.25}}},
        {SCREE_OP_SPLINE, 7, {{a}, {NULL, -0.5}, {b}, {half}, {positive}, {half}, {NULL, 2.0}}},
        {SCREE_OP_SELECT_MANY, 7, {{a}, {positive}, {b}, {NULL, -0.2}, {half}, {NULL, 0.3}, {a}}},
        {SCREE_OP_GAIN, 2, {{positive}, {positive}}},
        {SCREE_OP_TERRACE, 3, {{a}, {.number = 2.0}, {positive}}},
        {SCREE_OP_SELECT, 6, {{a}, {b}, {half}, {.number = -0.1}, {positive}, {.number = 0.1}}},
        {SCREE_OP_MASK, 2, {{a}, {positive}}},
        {SCREE_OP_LENGTH, 3, {{a}, {b}, {positive}}},
        {SCREE_OP_SINE, 1, {{a}}},
        {SCREE_OP_SPHERE, 1, {{a}}},
        {SCREE_OP_TORUS, 2, {{positive}, {half}}},
        {SCREE_OP_GRADIENT, 2, {{a}, {.number = 0.5}}},
        {SCREE_OP_DISTANCE_MANHATTAN, 2, {{a}, {b}}},
        {SCREE_OP_DISPLACE, 3, {{a}, {b}, {half}}},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        scree_field *field = graph_op(rows[i].op, rows[i].input, rows[i].count);
        check_differences(scree_op_name(rows[i].op), field, 2);
        check_differences(scree_op_name(rows[i].op), field, 3);
        scree_field_release(&field);
    }
    scree_field *all[] = {a, b, half, positive};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field_release(&all[i]);
    }
}

/* A field that displaces one which displaces another, all of them noise of several octaves. */
static void derivatives_follow_displacements(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 2, .seed = 1});
    scree_field *wave = fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_VALUE, .seed = 2});
    scree_field *warped = fixture_field(&(scree_noise_params){.seed = 3, .warp = {.amplitude = 0.3, .times = 2}});
    scree_field *inner = GRAPH_OP(DISPLACE, {noise}, {wave}, {.number = 0.5}, {warped});
    scree_field *sum = GRAPH_OP(ADD, {inner}, {warped});
    scree_field *outer = GRAPH_OP(DISPLACE, {sum}, {inner}, {wave}, {wave}, {wave});
    for (uint32_t axes = 1; axes <= 4; axes++) {
        check_differences("inner", inner, axes);
        check_differences("outer", outer, axes);
    }
    scree_field *all[] = {noise, wave, warped, inner, sum, outer};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field_release(&all[i]);
    }
}

/* A derivative that is displaced is that of the field, where it is displaced to: no slope of the displacement is in it.
   It is near to that and not equal, because a graph adds displacements in float32 and a point is displaced in float64;
   where noise is bent sharply a slope is farther away, for few samples. */
static void displaced_derivatives_are_those_of_the_field(void **state)
{
    const scree_grid grid = graph_grid(3);
    const uint64_t samples = fixture_samples(&grid);
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 3, .seed = 1});
    scree_field *x = graph_op(SCREE_OP_POSITION_X, NULL, 0);
    scree_field *field = GRAPH_OP(MUL, {noise}, {x});
    scree_field *slope = GRAPH_OP(SLOPE, {field});
    scree_field *wave = GRAPH_OP(MUL, {noise}, {.number = 0.75});
    scree_field *moved = GRAPH_OP(DISPLACE, {slope}, {wave}, {.number = 0.25});
    uint64_t near = 0;
    graph_fill(moved, &grid, found);
    graph_fill(wave, &grid, ends[0]);
    for (uint64_t i = 0; i < samples; i++) {
        uint64_t rest = i;
        for (uint32_t axis = 0; axis < 3; axis++) {
            positions[3 * i + axis] = grid.origin[axis] + (double)(rest % grid.count[axis]) * grid.step[0];
            rest /= grid.count[axis];
        }
        positions[3 * i] += (double)ends[0][i];
        positions[3 * i + 1] += 0.25;
    }
    assert_int_equal(field_at_packed(slope, 3, positions, (size_t)samples, expected), SCREE_OK);
    for (uint64_t i = 0; i < samples; i++) {
        near += fabsf(found[i] - expected[i]) < 1e-3f * (1.0f + expected[i]);
    }
    assert_true(near * 100 > samples * 98);
    scree_field *all[] = {noise, x, field, slope, wave, moved};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field_release(&all[i]);
    }
}

/* Asserts that a field has the values of another one but for rounding. */
static void assert_near(scree_field *field, scree_field *other, uint32_t axes)
{
    const scree_grid grid = graph_grid(axes);
    graph_fill(field, &grid, found);
    graph_fill(other, &grid, expected);
    for (uint64_t i = 0; i < fixture_samples(&grid); i++) {
        if (fabsf(found[i] - expected[i]) > 1e-4f * (1.0f + fabsf(expected[i]))) {
            fail_msg("sample %llu is %.9g, not %.9g", (unsigned long long)i, (double)found[i], (double)expected[i]);
        }
    }
    scree_field_release(&field);
    scree_field_release(&other);
}

/* A derivative may be displaced by the field that it is the derivative of. */
static void positions_that_displace_have_slopes_themselves(void **state)
{
    scree_field *x = graph_op(SCREE_OP_POSITION_X, NULL, 0);
    scree_field *y = graph_op(SCREE_OP_POSITION_Y, NULL, 0);
    scree_field *square = GRAPH_OP(MUL, {x}, {x});
    scree_field *of_x = derivative(x, 0);
    scree_field *of_y = derivative(y, 1);
    scree_field *of_square = derivative(square, 0);
    scree_field *half = GRAPH_OP(MUL, {y}, {.number = 0.5});
    scree_field *sum = GRAPH_OP(ADD, {x}, {half});
    assert_near(GRAPH_OP(DISPLACE, {of_x}, {x}), GRAPH_OP(CONSTANT, {.number = 1.0}), 2);
    assert_near(GRAPH_OP(DISPLACE, {of_x}, {.number = 0.0}, {x}), GRAPH_OP(CONSTANT, {.number = 1.0}), 2);
    assert_near(GRAPH_OP(DISPLACE, {of_y}, {y}, {x}), GRAPH_OP(CONSTANT, {.number = 1.0}), 2);
    assert_near(GRAPH_OP(DISPLACE, {of_square}, {.number = 0.0}, {x}), GRAPH_OP(MUL, {x}, {.number = 2.0}), 2);
    assert_near(GRAPH_OP(DISPLACE, {of_square}, {half}, {sum}), GRAPH_OP(MUL, {sum}, {.number = 2.0}), 2);
    scree_field *all[] = {x, y, square, of_x, of_y, of_square, half, sum};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field_release(&all[i]);
    }
}

/* Displacements by numbers may lead back to the samples. */
static void displacements_may_cancel(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 2, .seed = 1});
    scree_field *there = GRAPH_OP(DISPLACE, {noise}, {.number = -1.0});
    scree_field *slope = derivative(there, 0);
    assert_near(GRAPH_OP(DISPLACE, {slope}, {.number = 1.0}), derivative(noise, 0), 2);
    scree_field_release(&slope);
    scree_field_release(&there);
    scree_field_release(&noise);
}

/* The same noise is differentiated at a place and displaced to it in turn: each is there once. */
static void differentiated_noise_is_shared(void **state)
{
    scree_field *sum = fixture_field(&(scree_noise_params){.octaves = 1});
    scree_field *wave = fixture_field(&(scree_noise_params){.octaves = 1, .seed = 99});
    scree_field *all = GRAPH_OP(CONSTANT, {.number = 0.0});
    const scree_grid grid = {.axes = 2, .count = {9, 2}, .step = {0.3}};
    for (uint64_t i = 1; i < 20; i++) {
        sum = graph_op_taking(SCREE_OP_ADD, sum, fixture_field(&(scree_noise_params){.octaves = 1, .seed = i}));
    }
    for (int i = 0; i < 64; i++) {
        scree_field *term = GRAPH_OP(ADD, {sum}, {.number = i});
        scree_field *moved = GRAPH_OP(DISPLACE, {term}, {wave});
        scree_field *slope = derivative(term, 0);
        all = graph_op_taking(SCREE_OP_ADD, all, derivative(moved, 0));
        all = graph_op_taking(SCREE_OP_ADD, all, GRAPH_OP(DISPLACE, {slope}, {wave}));
        scree_field_release(&slope);
        scree_field_release(&moved);
        scree_field_release(&term);
    }
    graph_fill(all, &grid, found);
    scree_field_release(&all);
    scree_field_release(&wave);
    scree_field_release(&sum);
}

static void slopes_are_lengths_of_gradients(void **state)
{
    const scree_grid grid = graph_grid(2);
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 3, .seed = 1});
    scree_field *slope = GRAPH_OP(SLOPE, {noise});
    scree_field *x = derivative(noise, 0);
    scree_field *y = derivative(noise, 1);
    scree_field *z = derivative(noise, 2); /* An axis that is not there. */
    scree_field *length = GRAPH_OP(LENGTH, {x}, {y}, {z});
    graph_fill(slope, &grid, found);
    graph_fill(length, &grid, expected);
    assert_memory_equal(found, expected, fixture_samples(&grid) * sizeof *found);
    scree_field *all[] = {noise, slope, x, y, z, length};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field_release(&all[i]);
    }
}

static void assert_refused(const char *name, scree_field *field, uint32_t axes, const char *words)
{
    const scree_grid grid = graph_grid(axes);
    found[0] = 77.0f;
    assert_true(scree_field_fill(field, &grid, found) != SCREE_OK);
    assert_memory_equal(fixture_message, name, strlen(name));
    if (strstr(fixture_message, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", fixture_message, words);
    }
    assert_true(found[0] == 77.0f);
    scree_field_release(&field);
}

static void what_has_no_derivatives_is_refused(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 2});
    scree_noise_kind kind = (scree_noise_kind)0;
    char words[80];
    while (scree_noise_kind_describe(kind)->has_derivatives) {
        kind = (scree_noise_kind)((int)kind + 1);
    }
    snprintf(words, sizeof words, "noise of kind %s has no derivatives", scree_noise_kind_name(kind));
    scree_field *rough = fixture_field(&(scree_noise_params){.kind = kind});
    scree_field *fine = fixture_field(&(scree_noise_params){.octaves = 8, .lacunarity = 16.0});
    scree_field *slope = GRAPH_OP(SLOPE, {noise});
    assert_refused("derivative", derivative(rough, 0), 2, words);
    assert_refused("slope: ", GRAPH_OP(SLOPE, {rough}), 2, words);
    assert_refused("slope: ", GRAPH_OP(SLOPE, {slope}), 2, "made of derivatives");
    assert_refused("derivative", derivative(fine, 0), 2, "has a frequency of 268435456");
    assert_refused("derivative", derivative(slope, 0), 2, "made of derivatives");
    assert_refused("derivative", derivative(noise, 0), 5, "axes is 5");
    assert_refused("derivative", GRAPH_OP(DERIVATIVE, {noise}, {noise}), 2,
                   "an axis that is none of the numbers 0 to 3");
    assert_refused("derivative", GRAPH_OP(DERIVATIVE, {noise}, {.number = 1.5}), 2, "axis from 1.5 to 1.5");
    scree_field *all[] = {noise, rough, fine, slope};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        scree_field_release(&all[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_of_noise_are_its_own),
        cmocka_unit_test(normals_are_those_of_the_surface),
        cmocka_unit_test(derivatives_of_operators_are_near_to_differences),
        cmocka_unit_test(derivatives_follow_displacements),
        cmocka_unit_test(displaced_derivatives_are_those_of_the_field),
        cmocka_unit_test(positions_that_displace_have_slopes_themselves),
        cmocka_unit_test(displacements_may_cancel),
        cmocka_unit_test(differentiated_noise_is_shared),
        cmocka_unit_test(slopes_are_lengths_of_gradients),
        cmocka_unit_test(what_has_no_derivatives_is_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
