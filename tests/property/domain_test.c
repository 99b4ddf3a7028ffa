/* Fields with domains of their own: coordinates that are scaled and offset, fixed, added and removed. */
#include "graph_fixture.h"

#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define MOST_SAMPLES 13000u
#define MOST_KEPT 64u

/* Fields of a test, which are released behind it. */
static scree_field *kept[MOST_KEPT];
static unsigned kept_count;

static scree_field *keep(scree_field *field)
{
    assert_true(kept_count < MOST_KEPT);
    kept[kept_count++] = field;
    return field;
}

static int release_kept(void **state)
{
    while (kept_count > 0) {
        scree_field_release(&kept[--kept_count]);
    }
    return 0;
}

#define KEPT_OP(OP, ...) keep(GRAPH_OP(OP, __VA_ARGS__))

static float found[MOST_SAMPLES];
static float expected[MOST_SAMPLES];
static double positions[MOST_SAMPLES * SCREE_MAX_AXES];

/* The fixture's grid with a step along each axis. */
static scree_grid stepped_grid(uint32_t axes)
{
    static const uint64_t counts[] = {35, 9, 3, 2, 2};
    scree_grid grid = graph_grid(axes);
    for (uint32_t axis = 0; axis < axes; axis++) {
        grid.count[axis] = counts[axis];
        grid.step[axis] = 0.0625;
    }
    return grid;
}

/* Samples are equal, unless an error is given. */
static void check_samples(const scree_field *field, const scree_grid *grid, const char *what, float error)
{
    const uint64_t samples = fixture_samples(grid);
    graph_fill(field, grid, found);
    for (uint64_t i = 0; i < samples; i++) {
        const float value = graph_trimmed(expected[i]);
        if (memcmp(&found[i], &value, sizeof value) != 0 && !(fabsf(found[i] - value) < error)) {
            fail_msg("%s in %u axes: sample %llu is %.9g, not %.9g", what, grid->axes, (unsigned long long)i,
                     (double)found[i], (double)value);
        }
    }
}

typedef void check_noise(const scree_noise_params *params, uint32_t axes);

/* Checks noise of all kinds, with shaped, rotated and repeated octaves, with warps and another distribution. */
static void check_all_noise(check_noise *check, uint32_t least, uint32_t most)
{
    static const scree_noise_params others[] = {
        {.octaves = 3, .fractal = SCREE_NOISE_FRACTAL_RIDGED},
        {.octaves = 3, .kind = SCREE_NOISE_VALUE, .lacunarity = 2.5},
        {.octaves = 2, .period = {4, 8, 2, 4}},
        {.octaves = 2, .warp = {.amplitude = 0.75, .octaves = 2, .times = 2}},
        {.octaves = 2, .warp = {.amplitude = 0.75, .octaves = 3, .fractal = SCREE_NOISE_WARP_PROGRESSIVE}},
    };
    for (uint32_t axes = least; axes <= most; axes++) {
        for (unsigned kind = 0; scree_noise_kind_describe((scree_noise_kind)kind) != NULL; kind++) {
            const scree_noise_kind_info *info = scree_noise_kind_describe((scree_noise_kind)kind);
            if (axes >= info->min_axes && axes <= info->max_axes) {
                check(&(scree_noise_params){.kind = (scree_noise_kind)kind, .octaves = 2, .seed = kind}, axes);
            }
        }
        for (size_t i = 0; i < COUNT_OF(others); i++) {
            check(&others[i], axes);
        }
        if (axes > 1) {
            check(&(scree_noise_params){.octaves = 3, .has_octave_rotation = true}, axes);
        }
    }
}

static void check_scaled(const scree_noise_params *params, uint32_t axes)
{
    static const double factors[] = {1.5, 0.5, 1.0, 0.25};
    const scree_grid grid = stepped_grid(axes);
    scree_grid scaled = grid;
    scree_op_operand input[6] = {[1] = {.number = 2.0}};
    scree_op_operand moved[5] = {{0}};
    scree_field *noise = fixture_field(params);
    input[0].field = noise;
    for (uint32_t axis = 0; axis < axes; axis++) {
        input[2 + axis].number = factors[axis];
        moved[1 + axis].number = 0.5 * axis - 3.0;
        scaled.step[axis] = 2.0 * factors[axis] * grid.step[axis];
        scaled.origin[axis] = 2.0 * factors[axis] * (grid.origin[axis] + moved[1 + axis].number);
    }
    scree_field *scale = graph_op(SCREE_OP_SCALE, input, 2 + axes);
    moved[0].field = scale;
    scree_field *field = graph_op(SCREE_OP_OFFSET, moved, 1 + axes);
    graph_fill(noise, &scaled, expected);
    /* In skewed lattices, which cannot repeat, each share of a position is rounded down. */
    const bool is_skewed = scree_noise_kind_describe(params->kind)->min_period == 0 || params->has_octave_rotation;
    check_samples(field, &grid, scree_noise_kind_name(params->kind), is_skewed ? 4e-6f : 0.0f);
    scree_field_release(&field);
    scree_field_release(&scale);
    scree_field_release(&noise);
}

static void scales_and_offsets_are_those_of_the_grid(void **state)
{
    check_all_noise(check_scaled, 1, 4);
    check_scaled(&(scree_noise_params){.octaves = 2, .values.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM}, 2);
}

/* Spreads the samples of a grid with one sample along an axis along that axis of another, from the last one on. */
static void spread(const scree_grid *grid, uint32_t axis)
{
    const uint64_t samples = fixture_samples(grid);
    uint64_t inner = 1;
    for (uint32_t i = 0; i < axis; i++) {
        inner *= grid->count[i];
    }
    for (uint64_t i = samples; i-- > 0;) {
        expected[i] = expected[i / inner / grid->count[axis] * inner + i % inner];
    }
}

static void check_fixed(const scree_noise_params *params, uint32_t axes)
{
    scree_field *noise = fixture_field(params);
    for (uint32_t axis = 0; axis < axes; axis++) {
        const scree_grid grid = stepped_grid(axes);
        scree_grid one = grid;
        scree_field *field = GRAPH_OP(FIX_AXIS, {noise}, {.number = axis != 0 ? axis : SCREE_ZERO}, {.number = 1.375});
        one.count[axis] = 1;
        one.origin[axis] = 1.375;
        graph_fill(noise, &one, expected);
        spread(&grid, axis);
        check_samples(field, &grid, scree_noise_kind_name(params->kind), 0.0f);
        scree_field_release(&field);
    }
    scree_field_release(&noise);
}

static void a_fixed_axis_has_one_coordinate(void **state)
{
    check_all_noise(check_fixed, 1, 4);
}

static void check_added(const scree_noise_params *params, uint32_t axes)
{
    const scree_grid grid = stepped_grid(axes - 1);
    scree_grid more = stepped_grid(axes);
    scree_field *noise = fixture_field(params);
    scree_field *field = GRAPH_OP(ADD_AXIS, {noise}, {.number = -2.625});
    more.count[axes - 1] = 1;
    more.origin[axes - 1] = -2.625;
    graph_fill(noise, &more, expected);
    check_samples(field, &grid, scree_noise_kind_name(params->kind), 0.0f);
    scree_field_release(&field);
    scree_field_release(&noise);
}

static void an_added_axis_has_one_coordinate(void **state)
{
    check_all_noise(check_added, 2, 4);
}

static void check_removed(const scree_noise_params *params, uint32_t axes)
{
    scree_field *noise = fixture_field(params);
    for (uint32_t axis = 1; axis < axes + 1; axis++) {
        const scree_grid grid = stepped_grid(axes + 1);
        scree_grid less = grid;
        scree_field *field = GRAPH_OP(REMOVE_AXIS, {noise}, {.number = axis});
        less.axes = axes;
        for (uint32_t i = axis; i < axes; i++) {
            less.count[i] = grid.count[i + 1];
            less.origin[i] = grid.origin[i + 1];
            less.step[i] = grid.step[i + 1];
        }
        graph_fill(noise, &less, expected);
        spread(&grid, axis);
        check_samples(field, &grid, scree_noise_kind_name(params->kind), 0.0f);
        scree_field_release(&field);
    }
    scree_field_release(&noise);
}

static void a_removed_axis_leaves_all_samples_along_it_alike(void **state)
{
    check_all_noise(check_removed, 1, 4);
}

/* A map of two axes in a volume whose samples are displaced along all three: it is where they take it. */
static void a_field_of_fewer_axes_is_displaced_along_all(void **state)
{
    const scree_grid grid = stepped_grid(3);
    const uint64_t samples = fixture_samples(&grid);
    static float by[2][MOST_SAMPLES];
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 2, .seed = 3});
    scree_field *wave = fixture_field(&(scree_noise_params){.octaves = 2, .seed = 9});
    scree_field *map = GRAPH_OP(REMOVE_AXIS, {noise}, {.number = 1.0});
    scree_field *along[2] = {GRAPH_OP(MUL, {wave}, {.number = 1.5}), GRAPH_OP(ADD, {wave}, {.number = 0.25})};
    scree_field *field = GRAPH_OP(DISPLACE, {map}, {along[0]}, {wave}, {along[1]});
    uint64_t near = 0;
    graph_fill(along[0], &grid, by[0]);
    graph_fill(along[1], &grid, by[1]);
    for (uint64_t i = 0; i < samples; i++) {
        const uint64_t plane = i / grid.count[0] / grid.count[1];
        positions[2 * i] = grid.origin[0] + (double)(i % grid.count[0]) * 0.0625 + (double)by[0][i];
        positions[2 * i + 1] = grid.origin[2] + (double)plane * 0.0625 + (double)by[1][i];
    }
    graph_fill(field, &grid, found);
    assert_int_equal(field_at_packed(noise, 2, positions, (size_t)samples, expected), SCREE_OK);
    for (uint64_t i = 0; i < samples; i++) {
        /* Not equal: a graph adds a displacement in float32, and a point is displaced here in float64. */
        near += fabsf(found[i] - expected[i]) < 2e-3f;
    }
    assert_int_equal(near, samples);
    scree_field_release(&field);
    scree_field_release(&along[0]);
    scree_field_release(&along[1]);
    scree_field_release(&map);
    scree_field_release(&wave);
    scree_field_release(&noise);
}

/* The value of a field in three axes at one sample. */
static double value_at(const scree_field *field, const double *point)
{
    const scree_grid grid = {
        .axes = 3, .count = {1, 1, 1}, .origin = {point[0], point[1], point[2]}, .step = {1.0, 1.0, 1.0}};
    float value;
    graph_fill(field, &grid, &value);
    return (double)value;
}

/* Positions say where a field is: domains apply from the outermost to the innermost, and fields displace. */
static void positions_follow_domains(void **state)
{
    const double point[] = {1.25, -2.5, 3.0};
    scree_field *x = keep(graph_op(SCREE_OP_POSITION_X, NULL, 0));
    scree_field *y = keep(graph_op(SCREE_OP_POSITION_Y, NULL, 0));
    scree_field *z = keep(graph_op(SCREE_OP_POSITION_Z, NULL, 0));
    const struct {
        scree_field *field;
        double expected;
    } rows[] = {
        {KEPT_OP(SCALE, {KEPT_OP(OFFSET, {x}, {.number = 1.0})}, {.number = 2.0}), 2.0 * 1.25 + 1.0},
        {KEPT_OP(OFFSET, {KEPT_OP(SCALE, {x}, {.number = 2.0})}, {.number = 1.0}), 2.0 * (1.25 + 1.0)},
        {KEPT_OP(SCALE, {y}, {.number = 2.0}, {.number = 9.0}, {.number = 0.5}), -2.5},
        {KEPT_OP(SCALE, {x}, {z}), 3.75},
        {KEPT_OP(SCALE, {KEPT_OP(SCALE, {x}, {z})}, {.number = 2.0}), 2.0 * 1.25 * 2.0 * 3.0},
        {KEPT_OP(OFFSET, {y}, {.number = 7.0}, {z}), 0.5},
        {KEPT_OP(FIX_AXIS, {y}, {.number = 1.0}, {.number = 4.0}), 4.0},
        {KEPT_OP(FIX_AXIS, {y}, {.number = 1.0}, {x}), 1.25},
        {KEPT_OP(REMOVE_AXIS, {y}, {.number = 1.0}), 3.0},
        {KEPT_OP(REMOVE_AXIS, {y}, {.number = 2.0}), -2.5},
        {KEPT_OP(ADD_AXIS, {keep(graph_op(SCREE_OP_POSITION_W, NULL, 0))}, {.number = 0.25}), 0.25},
        {KEPT_OP(ADD_AXIS, {keep(graph_op(SCREE_OP_POSITION_W, NULL, 0))}, {x}), 1.25},
        {KEPT_OP(ADD_AXIS, {KEPT_OP(REMOVE_AXIS, {z}, {.number = 1.0})}, {.number = 0.25}), 0.25},
        {KEPT_OP(DISPLACE, {KEPT_OP(SCALE, {x}, {.number = 4.0})}, {z}), 4.0 * (1.25 + 3.0)},
        {KEPT_OP(SCALE, {KEPT_OP(DISPLACE, {x}, {z})}, {.number = 4.0}), 4.0 * 1.25 + 4.0 * 3.0},
        {KEPT_OP(SCALE, {KEPT_OP(SPHERE, {.number = 1.0})}, {.number = 2.0}),
         2.0 * sqrt(1.25 * 1.25 + 2.5 * 2.5 + 9.0) - 1.0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const double actual = value_at(rows[i].field, point);
        if (fabs(actual - rows[i].expected) > 1e-5) {
            fail_msg("row %zu is %.9g, not %.9g", i, actual, rows[i].expected);
        }
    }
}

/* The difference of values on both sides of a point along an axis. */
static double difference_at(const scree_field *field, const double *point, uint32_t axis, double step)
{
    double before[] = {point[0], point[1], point[2]};
    double behind[] = {point[0], point[1], point[2]};
    before[axis] -= step;
    behind[axis] += step;
    return value_at(field, behind) - value_at(field, before);
}

/* Derivatives of fields in domains are near the differences of values, which are those of float32 numbers. */
static void derivatives_follow_domains(void **state)
{
    const double step = 0x1p-7;
    scree_field *noise = keep(fixture_field(&(scree_noise_params){.octaves = 2, .seed = 5}));
    scree_field *warped =
        keep(fixture_field(&(scree_noise_params){.octaves = 2, .seed = 6, .warp = {.amplitude = 0.5}}));
    scree_field *wave = keep(fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_SIMPLEX, .seed = 9}));
    scree_field *x = keep(graph_op(SCREE_OP_POSITION_X, NULL, 0));
    scree_field *squeezed = KEPT_OP(SCALE, {noise}, {.number = 1.5}, {.number = 0.5}, {.number = 2.0});
    scree_field *product = KEPT_OP(MUL, {warped}, {x});
    scree_field *const fields[] = {
        squeezed,
        KEPT_OP(SCALE, {product}, {.number = 0.75}),
        KEPT_OP(OFFSET, {product}, {.number = 9.5}, {.number = -3.25}),
        KEPT_OP(SCALE, {squeezed}, {KEPT_OP(SCALE_BIAS, {wave}, {.number = 0.02}, {.number = 1.0})}),
        KEPT_OP(DISPLACE, {squeezed}, {wave}, {noise}),
        KEPT_OP(SCALE, {KEPT_OP(DISPLACE, {product}, {wave}, {noise})}, {.number = 0.5}),
        KEPT_OP(REMOVE_AXIS, {product}, {.number = 1.0}),
        KEPT_OP(FIX_AXIS, {product}, {.number = 1.0}, {.number = 0.625}),
        KEPT_OP(FIX_AXIS, {noise}, {.number = 1.0}, {wave}),
        KEPT_OP(ADD_AXIS, {product}, {.number = 0.625}),
        KEPT_OP(ADD_AXIS, {noise}, {wave}),
        KEPT_OP(REMOVE_AXIS, {KEPT_OP(ADD_AXIS, {squeezed}, {wave})}, {.number = 2.0}),
    };
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        unsigned near = 0;
        for (unsigned number = 0; number < 300; number++) {
            const uint32_t axis = number % 3;
            const double point[] = {0.02 * number - 3.0, 0.11 * number + 3.0, 7.0 - 0.23 * number};
            scree_field *slope = GRAPH_OP(DERIVATIVE, {fields[i]}, {.number = axis != 0 ? (double)axis : SCREE_ZERO});
            const double actual = value_at(slope, point);
            const double difference = (8.0 * difference_at(fields[i], point, axis, step) -
                                       difference_at(fields[i], point, axis, 2.0 * step)) /
                                      (12.0 * step);
            near += fabs(actual - difference) < 0.02 + 0.02 * fabs(difference);
            scree_field_release(&slope);
        }
        /* Few differences are across an edge of a lattice, where noise has no third derivative. */
        if (near < 285) {
            fail_msg("field %zu: %u of 300 derivatives are near the differences", i, near);
        }
    }
}

/* A derivative inside a domain is along its coordinates: that of x is 1 at any scale. */
static void a_derivative_within_a_domain_is_along_its_coordinates(void **state)
{
    const double point[] = {1.25, -2.5, 3.0};
    scree_field *noise = keep(fixture_field(&(scree_noise_params){.octaves = 2, .seed = 5}));
    scree_field *x = keep(graph_op(SCREE_OP_POSITION_X, NULL, 0));
    scree_field *one = KEPT_OP(SCALE, {KEPT_OP(DERIVATIVE, {x})}, {.number = 4.0});
    scree_field *inner = KEPT_OP(SCALE, {KEPT_OP(DERIVATIVE, {noise})}, {.number = 2.0});
    scree_field *outer = KEPT_OP(DERIVATIVE, {KEPT_OP(SCALE, {noise}, {.number = 2.0})});
    assert_true(value_at(one, point) == 1.0);
    assert_true(value_at(inner, point) != 0.0);
    /* Equal, because a scale of 2 rounds nothing. */
    assert_true(2.0 * value_at(inner, point) == value_at(outer, point));
}

/* Octaves are the field itself at finer scales, with other seeds and weights. */
static void a_fractal_is_a_sum_of_octaves(void **state)
{
    const scree_grid grid = stepped_grid(2);
    const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t samples = fixture_samples(&grid);
    scree_field *noise = keep(fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_CELLULAR, .seed = 5}));
    scree_field *sum = KEPT_OP(FRACTAL, {noise}, {.number = 3.0}, {.number = 0.25}, {.number = 4.0});
    scree_field *one = KEPT_OP(FRACTAL, {noise}, {.number = 1.0});
    float octave[3][MOST_SAMPLES / 4];
    for (unsigned i = 0; i < 3; i++) {
        scree_grid finer = grid;
        for (uint32_t axis = 0; axis < 2; axis++) {
            finer.step[axis] *= 1u << 2 * i;
            finer.origin[axis] *= 1u << 2 * i;
        }
        graph_fill(keep(fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_CELLULAR, .seed = 5 + i * golden})),
                   &finer, octave[i]);
    }
    for (uint64_t i = 0; i < samples; i++) {
        expected[i] = octave[0][i] + 0.25f * octave[1][i] + 0.0625f * octave[2][i];
    }
    check_samples(sum, &grid, "fractal", 0.0f);
    memcpy(expected, octave[0], sizeof octave[0]);
    check_samples(one, &grid, "an octave", 0.0f);
}

/* Noise at its own positions is itself, but for the rounding of these to float32; with the axes exchanged it is that of
   a grid whose axes are, and at numbers it is one value. */
static void fields_are_at_coordinates(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {16, 16}, .origin = {-3.25, 7.5}, .step = {0.0625, 0.0625}};
    const scree_grid other = {.axes = 2, .count = {16, 16}, .origin = {7.5, -3.25}, .step = {0.0625, 0.0625}};
    const scree_grid line = {.axes = 1, .count = {9}, .origin = {8.0}, .step = {1.0}};
    scree_field *noise =
        keep(fixture_field(&(scree_noise_params){.octaves = 3, .seed = 5, .warp = {.amplitude = 0.5}}));
    scree_field *x = keep(graph_op(SCREE_OP_POSITION_X, NULL, 0));
    scree_field *y = keep(graph_op(SCREE_OP_POSITION_Y, NULL, 0));
    scree_field *fixed = KEPT_OP(AT, {noise}, {.number = 1.25});
    graph_fill(noise, &grid, expected);
    check_samples(KEPT_OP(AT, {noise}, {x}, {y}), &grid, "at its positions", 1e-5f);
    graph_fill(noise, &other, found);
    for (unsigned i = 0; i < 256; i++) {
        expected[i] = found[i % 16 * 16 + i / 16];
    }
    check_samples(KEPT_OP(AT, {noise}, {y}, {x}), &grid, "with axes exchanged", 1e-5f);
    const double point[] = {1.25};
    assert_int_equal(field_at_packed(noise, 1, point, 1, expected), SCREE_OK);
    for (unsigned i = 1; i < 9; i++) {
        expected[i] = expected[0];
    }
    check_samples(fixed, &line, "at a number", 0.0f);
    const double far[] = {0x1p59, -0x1p59};
    scree_field *repeated = KEPT_OP(AT, {noise}, {KEPT_OP(MOD, {x}, {.number = 4.0})}, {KEPT_OP(SINE, {y})});
    assert_int_equal(field_at_packed(repeated, 2, far, 1, found), SCREE_OK);
    assert_true(fabsf(found[0]) < 4.0f);
}

static void seeds_are_offset(void **state)
{
    const scree_grid grid = stepped_grid(3);
    const scree_noise_params params = {
        .octaves = 2, .seed = 4, .warp = {.amplitude = 0.5}, .values.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM};
    scree_noise_params other = params;
    other.seed = 1;
    scree_field *noise = keep(fixture_field(&params));
    scree_field *twice = KEPT_OP(SEED_OFFSET, {KEPT_OP(SEED_OFFSET, {noise}, {.number = -4.0})});
    graph_fill(keep(fixture_field(&other)), &grid, expected);
    check_samples(KEPT_OP(SEED_OFFSET, {noise}, {.number = -3.0}), &grid, "a seed", 0.0f);
    check_samples(twice, &grid, "two offsets", 0.0f);
}

/* Positions times factors have limits of their own at points. */
static void points_of_scaled_positions_are_evaluated(void **state)
{
    scree_field *x = keep(graph_op(SCREE_OP_POSITION_X, NULL, 0));
    scree_field *sine = KEPT_OP(SINE, {KEPT_OP(CLAMP, {x}, {.number = -100.0}, {.number = 100.0})});
    scree_field *sum = KEPT_OP(FRACTAL, {sine}, {.number = 5.0}, {.number = 1.0}, {.number = 4.0});
    const double points[] = {0.0625, 0x1p53};
    float values[2];
    assert_int_equal(field_at_packed(sum, 1, points, 1, values), SCREE_OK);
    /* Sines of 1/16 and 1/4 of a turn. The kernel's sine is a polynomial: one unit in the last place of the sum. */
    assert_true(fabsf(values[0] - (0.38268343f + 1.0f)) < 2e-7f);
    assert_int_equal(field_at_packed(sum, 1, points, 2, values), SCREE_ERROR_INVALID);
    assert_non_null(strstr(scree_last_error(), "coordinate 0 of point 1"));
}

/* All coordinates of points are checked, also those that no noise has. */
static void points_are_checked_along_all_axes(void **state)
{
    static const double bad[] = {(double)NAN, (double)INFINITY, 1e30};
    scree_field *noise = keep(fixture_field(&(scree_noise_params){.octaves = 2}));
    scree_field *y = keep(graph_op(SCREE_OP_POSITION_Y, NULL, 0));
    scree_field *const fields[] = {
        KEPT_OP(SUB, {y}, {KEPT_OP(REMOVE_AXIS, {noise}, {.number = 1.0})}),
        KEPT_OP(SCALE, {keep(fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_SIMPLEX}))}, {.number = 1e-18}),
        KEPT_OP(FIX_AXIS, {keep(fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_CELLULAR}))}, {.number = 1.0})};
    for (size_t i = 0; i < COUNT_OF(fields) * COUNT_OF(bad); i++) {
        double points[40 * 3] = {0.0};
        points[(i % 7) * 3 + 1] = bad[i / COUNT_OF(fields)];
        assert_int_equal(field_at_packed(fields[i % COUNT_OF(fields)], 3, points, 40, found), SCREE_ERROR_INVALID);
        assert_int_equal(field_at_packed(fields[i % COUNT_OF(fields)], 3, points + (i % 7) * 3, 1, found),
                         SCREE_ERROR_INVALID);
        assert_non_null(strstr(scree_last_error(), "coordinate 1 of point 0"));
    }
}

static void bad_domains_are_refused(void **state)
{
    scree_field *noise = keep(fixture_field(&(scree_noise_params){.octaves = 2}));
    scree_field *x = keep(graph_op(SCREE_OP_POSITION_X, NULL, 0));
    scree_field *w = keep(graph_op(SCREE_OP_POSITION_W, NULL, 0));
    const struct {
        scree_field *field;
        uint32_t axes;
        const char *message;
    } rows[] = {
        {KEPT_OP(SCALE, {noise}, {.number = -1.0}), 2, "scale: a product of factors is -1; it must be a number from 0"},
        {KEPT_OP(SCALE, {noise}, {.number = 0x1p20}, {.number = 0x1p11}), 2, "2147483648; it must be a number from 0"},
        {KEPT_OP(OFFSET, {noise}, {.number = 0x1p61}), 2, "must be a number of a magnitude up to 2^60, or a field"},
        {KEPT_OP(FIX_AXIS, {noise}, {.number = 2.0}), 2, "fix-axis: axis is 2; it must be a whole number from 0 to 1"},
        {KEPT_OP(FIX_AXIS, {noise}, {.number = 0.5}), 2, "fix-axis: axis is 0.5; it must be a whole number"},
        {KEPT_OP(FIX_AXIS, {noise}, {x}), 2, "fix-axis: axis is a field; it must be a whole number"},
        {KEPT_OP(REMOVE_AXIS, {noise}, {.number = SCREE_ZERO}), 3, "remove-axis: axis is 0; it must be a whole number"},
        {KEPT_OP(REMOVE_AXIS, {noise}, {.number = 3.0}), 3, "remove-axis: axis is 3; it must be a whole number from 1"},
        {KEPT_OP(REMOVE_AXIS, {noise}, {.number = 1.0}), 1, "remove-axis: axes is 1; it must be at least 2"},
        {KEPT_OP(REMOVE_AXIS, {w}, {.number = 1.0}), 4, "w: axes is 3; it must be at least 4"},
        {KEPT_OP(SEED_OFFSET, {noise}, {.number = 0.5}), 2, "seed-offset: offset is 0.5; it must be a whole number"},
        {KEPT_OP(SEED_OFFSET, {noise}, {x}), 2, "seed-offset: offset is a field; it must be a whole number"},
        {KEPT_OP(FRACTAL, {noise}, {.number = 17.0}), 2,
         "fractal: octaves is 17; it must be a whole number from 1 to 16"},
        {KEPT_OP(FRACTAL, {noise}, {x}), 2, "fractal: octaves is a field; it must be a whole number from 1 to 16"},
        {KEPT_OP(FRACTAL, {noise}, {.number = 2.0}, {.number = 1.0}, {.number = 17.0}), 2,
         "it must be a number from 1/16"},
        {KEPT_OP(FRACTAL, {noise}, {.number = 16.0}, {.number = 1.0}, {.number = 16.0}), 2, "it must be at most 2^30"},
        {KEPT_OP(ADD_AXIS, {noise}, {.number = 1.0}), 8, "add-axis: axes is 8; it must be at most 7"},
        {KEPT_OP(AT, {noise}, {x}), 5, "at: axes is 5; it must be at most 4"},
        {KEPT_OP(AT, {noise}, {.number = 0x1p61}), 2, "at: a coordinate is"},
        {KEPT_OP(ADD_AXIS, {noise}, {x}), 4, "add-axis: axes is 4; it must be at most 3"},
        {KEPT_OP(SCALE, {KEPT_OP(SCALE, {noise}, {.number = 0x1p30})}, {.number = 0x1p30}), 2,
         "positions must stay below 2^62 cells"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        scree_grid grid = {.axes = rows[i].axes, .count = {9, 2, 2, 2, 2, 2, 2, 2}, .origin = {8.0}};
        for (uint32_t axis = 0; axis < grid.axes; axis++) {
            grid.step[axis] = 1.0;
        }
        assert_int_equal(scree_field_fill(rows[i].field, &grid, found), SCREE_ERROR_INVALID);
        if (strstr(scree_last_error(), rows[i].message) == NULL) {
            fail_msg("row %zu: %s", i, scree_last_error());
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scales_and_offsets_are_those_of_the_grid),
        cmocka_unit_test(a_fixed_axis_has_one_coordinate),
        cmocka_unit_test(an_added_axis_has_one_coordinate),
        cmocka_unit_test(a_removed_axis_leaves_all_samples_along_it_alike),
        cmocka_unit_test(a_field_of_fewer_axes_is_displaced_along_all),
        cmocka_unit_test_teardown(positions_follow_domains, release_kept),
        cmocka_unit_test_teardown(derivatives_follow_domains, release_kept),
        cmocka_unit_test_teardown(a_derivative_within_a_domain_is_along_its_coordinates, release_kept),
        cmocka_unit_test_teardown(a_fractal_is_a_sum_of_octaves, release_kept),
        cmocka_unit_test_teardown(fields_are_at_coordinates, release_kept),
        cmocka_unit_test_teardown(seeds_are_offset, release_kept),
        cmocka_unit_test_teardown(points_of_scaled_positions_are_evaluated, release_kept),
        cmocka_unit_test_teardown(points_are_checked_along_all_axes, release_kept),
        cmocka_unit_test_teardown(bad_domains_are_refused, release_kept),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
