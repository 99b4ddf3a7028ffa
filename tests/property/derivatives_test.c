/*
 * Derivatives: the value beside them has the bits of the field without them; they are those of that field, by
 * differences of its values, for every kind and through every fractal; and flows have no sources.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "noise_kinds_fixture.h"

#include <scree/scree.h>

#define POINTS 200
#define TRIALS 5
#define METRICS (SCREE_NOISE_METRIC_HYBRID + 1)
#define MOST_CHANNELS (1 + SCREE_MAX_AXES)
/* All fractals, and the simple ones with octaves that weaken one another. */
#define OWN_FRACTALS (SCREE_NOISE_FRACTAL_HETERO_TERRAIN + 1u)
#define WEIGHTED_FRACTALS 4u
#define FRACTALS (OWN_FRACTALS + WEIGHTED_FRACTALS)

static double draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

static scree_noise_params fractal_params(scree_noise_kind kind, unsigned number)
{
    const bool is_weighted = number >= OWN_FRACTALS;
    scree_noise_params params = {.kind = kind, .octaves = 3, .seed = 11 + number, .lacunarity = 2.0};
    params.fractal = (scree_noise_fractal)(is_weighted ? number - OWN_FRACTALS : number);
    params.weighted_strength = is_weighted ? 0.75 : 0.0;
    params.gradients = number % 2 == 0 ? SCREE_NOISE_GRADIENTS_EDGES : SCREE_NOISE_GRADIENTS_SPHERE;
    params.fade = (scree_noise_fade)(number % 3);
    return params;
}

static scree_field *make_field(const scree_noise_params *params)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_noise(NULL, params, &field), SCREE_OK);
    return field;
}

static scree_result evaluate(const scree_field *field, uint32_t axes, const double *positions, size_t count, float *out)
{
    const scree_points points = scree_points_packed(axes, positions, count);
    return scree_field_at(field, &points, out);
}

/* Weights of values that lie a step apart, from a sample on: the derivative to fourth order. */
#define SIDE 5
static const double side_weight[SIDE] = {-25.0 / 12.0, 4.0, -3.0, 4.0 / 3.0, -0.25};

/* Values along an axis, so many to either side of a sample. */
#define REACH (2 * (SIDE - 1))
#define LINE (2 * REACH + 1)
#define LINE_STEP 0x1p-9

/* The derivative by values on one side alone, of which every `stride`th is taken. */
static double one_sided(const float *line, int stride)
{
    double sum = 0.0;
    for (int i = 0; i < SIDE; i++) {
        sum += side_weight[i] * (double)line[REACH + i * stride];
    }
    return sum / (stride * LINE_STEP);
}

/* The differences that were found in a field. */
typedef struct comparison {
    unsigned compared;
    unsigned wrong;
    double tolerance; /* For the rounding of values. */
} comparison;

/*
 * A crease changes the differences on its side of the sample alone. Where those to both sides, far and near, agree, no
 * crease is in their reach that bends the field by more than the tolerance, nor is it so curved that they say nothing.
 * The derivative is theirs then. Roundings of values are the same for all four in part, so their mean may be off by
 * more than they differ.
 */
static void compare_derivative(const float *line, double derivative, comparison *found)
{
    const double sides[] = {one_sided(line, 2), one_sided(line, -2), one_sided(line, 1), one_sided(line, -1)};
    double least = sides[0];
    double most = sides[0];
    for (int i = 1; i < 4; i++) {
        least = fmin(least, sides[i]);
        most = fmax(most, sides[i]);
    }
    const double mean = (sides[0] + sides[1] + sides[2] + sides[3]) / 4.0;
    const double tolerance = found->tolerance + 1e-3 * fabs(mean);
    const bool is_smooth = most - least < tolerance;
    found->wrong += is_smooth && !(fabs(derivative - mean) < 1.5 * tolerance);
    found->compared += is_smooth;
}

/* Compares the derivatives of a sample along all axes. */
static void compare_sample(const scree_field *values, uint32_t axes, const double *position, const float *sample,
                           comparison *found)
{
    float lines[SCREE_MAX_AXES][LINE];
    double packed[SCREE_MAX_AXES * LINE * SCREE_MAX_AXES];
    size_t count = 0;
    for (uint32_t axis = 0; axis < axes; axis++) {
        for (int i = 0; i < LINE; i++, count++) {
            memcpy(packed + count * axes, position, axes * sizeof *packed);
            packed[count * axes + axis] += (i - REACH) * LINE_STEP;
        }
    }
    assert_int_equal(evaluate(values, axes, packed, count, lines[0]), SCREE_OK);
    for (uint32_t axis = 0; axis < axes; axis++) {
        compare_derivative(lines[axis], (double)sample[1 + axis], found);
    }
}

/* Values have errors of a few units in the last place of what is summed, which weights of differences add up. */
static double rounding_of(const scree_field *values, uint32_t axes)
{
    const scree_grid grid = {.axes = axes, .step = {0x1p-10}};
    scree_range bound;
    uint32_t octaves = 0;
    assert_int_equal(scree_field_bound(values, &grid, &bound, &octaves), SCREE_OK);
    return 0x1p-8 * fmax(1.0, fmax(-(double)bound.minimum, (double)bound.maximum));
}

static void compare_with_differences(const scree_noise_params *params, uint32_t axes, unsigned points)
{
    scree_noise_params plain = *params;
    plain.sample.has_derivatives = false;
    scree_field *field = make_field(params);
    scree_field *values = make_field(&plain);
    uint64_t state = params->seed;
    comparison found = {.tolerance = rounding_of(values, axes)};
    for (unsigned i = 0; i < points; i++) {
        double position[SCREE_MAX_AXES];
        float sample[MOST_CHANNELS];
        for (uint32_t axis = 0; axis < axes; axis++) {
            position[axis] = draw(&state) * 40.0 - 20.0;
        }
        assert_int_equal(evaluate(field, axes, position, 1, sample), SCREE_OK);
        compare_sample(values, axes, position, sample, &found);
    }
    if (found.wrong > 0 || found.compared <= points * axes / 16) {
        char *recipe = NULL;
        scree_recipe_print(&(scree_recipe){.noise = *params, .grid = {.axes = axes}}, NULL, &recipe);
        fail_msg("%u of %u derivatives in %u axes are not those of differences, which are smooth for %u points: %s",
                 found.wrong, found.compared, axes, points, recipe);
    }
    scree_field_release(&field);
    scree_field_release(&values);
}

static double draw_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * draw(state);
}

static unsigned cellular_features(uint32_t axes)
{
    return SCREE_NOISE_FEATURE_OFFSET_X + (axes < 4 ? axes : 4);
}

static scree_noise_cellular draw_cellular(uint64_t *state, uint32_t axes)
{
    scree_noise_cellular cellular = {.jitter = draw_between(state, -0.2, 1.0)};
    cellular.metric = (scree_noise_metric)draw_between(state, 0.0, METRICS);
    cellular.feature = (scree_noise_feature)draw_between(state, 0.0, cellular_features(axes));
    cellular.jitter = cellular.jitter > 0.0 ? cellular.jitter : SCREE_ZERO;
    if (cellular.feature == SCREE_NOISE_FEATURE_BORDER) {
        cellular.metric = SCREE_NOISE_METRIC_EUCLIDEAN;
    }
    return cellular;
}

/* Draws what fractals and kinds have of their own. */
static void draw_options(scree_noise_params *params, unsigned number, uint32_t axes)
{
    uint64_t state = number;
    params->gain = draw_between(&state, 0.3, 0.8);
    params->lacunarity = draw_between(&state, 1.6, 2.4);
    params->ping_pong.strength = draw_between(&state, 0.5, 2.5);
    params->musgrave.offset = draw_between(&state, 0.5, 1.5);
    params->musgrave.gain = draw_between(&state, 1.0, 3.0);
    params->lattice.orientation = (scree_noise_orientation)(number % (SCREE_NOISE_ORIENTATION_XYZ + 1u));
    params->cellular = draw_cellular(&state, axes);
    params->gabor.frequency = draw_between(&state, 0.5, 1.5);
    params->gabor.azimuth = draw_between(&state, -180.0, 180.0);
    params->gabor.elevation = draw_between(&state, -90.0, 90.0);
    params->gabor.isotropy = draw(&state);
    params->stripes.profile = (scree_noise_profile)(number / 2 % 2);
    params->rivers.measure = (scree_noise_measure)(number / 2 % 2);
    params->rivers.levels = 1; /* Creases of brooks lie too near to one another. */
    if (number % 3 == 2) {
        params->lacunarity = 2.0;
        for (uint32_t axis = 0; axis < axes; axis++) {
            params->period[axis] = 1 + (uint64_t)draw_between(&state, 0.0, 9.0);
        }
        params->hash = number % 2 == 0 ? SCREE_NOISE_HASH_SCREE : SCREE_NOISE_HASH_PERLIN2002;
    }
    fixture_permit(params);
}

static void derivatives_are_those_of_the_field(void **state)
{
    (void)state;
    for (unsigned number = 0; number < fixture_kind_count(); number++) {
        const scree_noise_kind kind = (scree_noise_kind)number;
        const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
        for (unsigned trial = 0; trial < TRIALS * FRACTALS && info->has_derivatives; trial++) {
            scree_noise_params params = fractal_params(kind, trial % FRACTALS);
            const uint32_t most = info->max_axes < 4 ? info->max_axes : 4;
            const uint32_t axes = info->min_axes + trial % (most - info->min_axes + 1);
            params.sample.has_derivatives = true;
            params.has_octave_rotation = axes > 1 && trial % 4 == 1;
            draw_options(&params, trial, axes);
            compare_with_differences(&params, axes, POINTS);
        }
    }
}

/* Every feature by every metric, which is smoothed where it can be. */
static void derivatives_of_cells_are_theirs(void **state)
{
    (void)state;
    for (unsigned number = 0; number < METRICS * (SCREE_NOISE_FEATURE_OFFSET_W + 1u); number++) {
        uint64_t random = number;
        scree_noise_params params = {.kind = SCREE_NOISE_CELLULAR, .seed = number, .sample.has_derivatives = true};
        params.cellular.metric = (scree_noise_metric)(number % METRICS);
        params.cellular.feature = (scree_noise_feature)(number / METRICS);
        params.cellular.jitter = draw_between(&random, 0.3, 1.0);
        for (uint32_t axes = 1; axes <= 4; axes++) {
            const bool has_border = params.cellular.feature == SCREE_NOISE_FEATURE_BORDER;
            const bool is_one = !has_border || params.cellular.metric == SCREE_NOISE_METRIC_EUCLIDEAN;
            const bool is_first = params.cellular.feature == SCREE_NOISE_FEATURE_F1;
            params.cellular.smoothness = is_first ? draw_between(&random, 0.1, 1.0) : 0.0;
            if (is_one && (unsigned)params.cellular.feature < cellular_features(axes)) {
                compare_with_differences(&params, axes, POINTS / 4);
            }
        }
    }
}

/* Every kind that has derivatives, warped by another one, once or more often. */
static scree_noise_params warped_params(scree_noise_kind kind, unsigned number, uint32_t axes)
{
    scree_noise_params params = fractal_params(kind, number % FRACTALS);
    params.octaves = 2;
    params.has_octave_rotation = axes > 1 && number % 3 == 1;
    params.warp = (scree_noise_warp){.amplitude = number % 2 == 0 ? 0.2 : -0.15,
                                     .frequency = number % 3 == 0 ? 0.5 : 0.75,
                                     .kind = fixture_kind_of_axes(number, axes),
                                     .fractal = (scree_noise_warp_fractal)(number / 2 % 2),
                                     .seed = number,
                                     .octaves = 1 + number % 2,
                                     .times = 1 + number % 3};
    if (!scree_noise_kind_describe(params.warp.kind)->has_derivatives) {
        params.warp.kind = SCREE_NOISE_PERLIN;
    }
    params.sample.has_derivatives = true;
    return params;
}

static void derivatives_of_warped_fields_are_theirs(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 3 * fixture_kind_count(); number++) {
        const scree_noise_kind kind = (scree_noise_kind)(number % fixture_kind_count());
        const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
        const uint32_t most = info->max_axes < 4 ? info->max_axes : 4;
        const uint32_t axes = info->min_axes + (number + number / fixture_kind_count()) % (most - info->min_axes + 1);
        if (info->has_derivatives) {
            scree_noise_params params = warped_params(kind, number, axes);
            draw_options(&params, number, axes);
            memset(params.period, 0, sizeof params.period); /* Warps have other cells. */
            params.hash = SCREE_NOISE_HASH_SCREE;           /* And no other hash. */
            compare_with_differences(&params, axes, POINTS / 2);
        }
    }
}

/* Both kinds that have more than four axes, through every fractal: every one in two numbers of axes. */
static void derivatives_in_many_axes_are_those_of_the_field(void **state)
{
    (void)state;
    for (unsigned fractal = 0; fractal < 2 * FRACTALS; fractal++) {
        for (unsigned kind = 0; kind < 2; kind++) {
            scree_noise_params params =
                fractal_params(kind == 0 ? SCREE_NOISE_PERLIN : SCREE_NOISE_VALUE, fractal % FRACTALS);
            const uint32_t axes = 5 + (fractal + fractal / FRACTALS + 2 * kind) % 4;
            params.sample.has_derivatives = true;
            params.hash = fractal % 5 == 4 ? SCREE_NOISE_HASH_PERLIN2002 : SCREE_NOISE_HASH_SCREE;
            draw_options(&params, fractal, axes);
            compare_with_differences(&params, axes, POINTS / 8);
        }
    }
}

/* Samples of a grid against those of the field without derivatives, and against points. */
static void check_samples(const scree_field *field, const scree_field *values, const scree_grid *grid, size_t samples)
{
    const uint32_t axes = grid->axes;
    const uint32_t channels = scree_field_channels(field, axes);
    float *whole = malloc(samples * channels * sizeof *whole);
    float *alone = malloc(samples * sizeof *alone);
    float *points = malloc(samples * channels * sizeof *points);
    double *positions = malloc(samples * axes * sizeof *positions);
    assert_int_equal(channels, 1 + axes);
    assert_int_equal(scree_field_fill(field, grid, whole), SCREE_OK);
    assert_int_equal(scree_field_fill(values, grid, alone), SCREE_OK);
    for (size_t i = 0; i < samples; i++) {
        assert_memory_equal(&whole[i * channels], &alone[i], sizeof *alone);
        size_t rest = i;
        for (uint32_t axis = 0; axis < axes; axis++) {
            positions[i * axes + axis] = grid->origin[axis] + (double)(rest % grid->count[axis]) * grid->step[0];
            rest /= grid->count[axis];
        }
    }
    assert_int_equal(evaluate(field, axes, positions, samples, points), SCREE_OK);
    assert_memory_equal(points, whole, samples * channels * sizeof *points);
    assert_int_equal(evaluate(field, axes, positions + 3 * axes, 1, points), SCREE_OK);
    assert_memory_equal(points, whole + 3 * channels, channels * sizeof *points);
    free(positions);
    free(points);
    free(alone);
    free(whole);
}

static void check_grid(const scree_noise_params *params, uint32_t axes)
{
    scree_noise_params plain = *params;
    plain.sample.has_derivatives = false;
    scree_field *field = make_field(params);
    scree_field *values = make_field(&plain);
    const scree_grid grid = {.axes = axes,
                             .count = {37, 5, 3, 2, 2, 1, 2, 2},
                             .step = {1.0 / 32},
                             .origin = {-1.25, 3.5, 7.75, 0.125, -9.5, 2.25, 0.0, 1.75}};
    size_t samples = 1;
    scree_range range;
    scree_range of_values;
    for (uint32_t axis = 0; axis < axes; axis++) {
        samples *= grid.count[axis];
    }
    check_samples(field, values, &grid, samples);
    assert_int_equal(scree_field_range(field, &grid, &range), SCREE_OK);
    assert_int_equal(scree_field_range(values, &grid, &of_values), SCREE_OK);
    assert_memory_equal(&range, &of_values, sizeof range);
    scree_field_release(&field);
    scree_field_release(&values);
}

static void values_keep_their_bits(void **state)
{
    (void)state;
    for (unsigned number = 0; number < fixture_kind_count(); number++) {
        const scree_noise_kind kind = (scree_noise_kind)number;
        const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
        for (uint32_t axes = info->min_axes; axes <= info->max_axes; axes++) {
            for (unsigned fractal = 0; fractal < FRACTALS && info->has_derivatives; fractal++) {
                scree_noise_params params = fractal_params(kind, fractal);
                params.sample.has_derivatives = true;
                check_grid(&params, axes);
            }
        }
    }
}

static void values_of_warped_fields_keep_their_bits(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 4 * fixture_kind_count(); number++) {
        const scree_noise_kind kind = (scree_noise_kind)(number % fixture_kind_count());
        const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
        const uint32_t axes = 1 + number / fixture_kind_count();
        if (info->has_derivatives && fixture_kind_has_axes(kind, axes)) {
            const scree_noise_params params = warped_params(kind, number, axes);
            check_grid(&params, axes);
        }
    }
}

/* The samples of a grid by a method, `offset` floats behind a multiple of 64 bytes, and their range. */
static float *fill_by(const scree_noise_params *params, scree_noise_method method, const scree_grid *grid,
                      size_t floats, size_t offset, scree_range *range)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_noise_by(fixture_context, params, method, &field), SCREE_OK);
    const size_t bytes = (floats + 32) / 16 * 16 * sizeof(float);
    float *memory = aligned_alloc(64, bytes);
    assert_non_null(memory);
    memset(memory, 0x55, bytes);
    assert_int_equal(scree_field_fill(field, grid, memory + offset), SCREE_OK);
    assert_int_equal(scree_field_range(field, grid, range), SCREE_OK);
    scree_field_release(&field);
    return memory;
}

/*
 * Grids so large that they leave the caches, of rows that end within a vector and begin beside a line of the cache,
 * have the bits of samples that are evaluated by themselves, and nothing round them is written to.
 */
static void compare_methods(const scree_noise_params *params, uint32_t axes, size_t offset)
{
    static const uint64_t counts[][SCREE_MAX_AXES] = {{1u << 18},
                                                      {503, 400},
                                                      {90, 63, 41},
                                                      {27, 26, 15, 14},
                                                      {43, 17, 9, 8, 7},
                                                      {43, 17, 6, 5, 4, 4},
                                                      {43, 17, 5, 4, 3, 3, 2},
                                                      {43, 17, 5, 3, 3, 2, 2, 2}};
    scree_grid grid = {.axes = axes,
                       .step = {0.031, 0.043, 0.27, 0.11, 0.43, 0.37, 0.3, 0.5},
                       .origin = {-1.25, 3.5, -0.75, 0.125, 8.5, -0.5, 0.25, 1.0}};
    size_t floats = params->sample.is_curl ? axes : 1 + axes;
    scree_range folded_range;
    scree_range direct_range;
    memcpy(grid.count, counts[axes - 1], sizeof counts[0]);
    grid.count[0] += offset;
    for (uint32_t axis = 0; axis < axes; axis++) {
        floats *= grid.count[axis];
    }
    float *folded = fill_by(params, SCREE_NOISE_METHOD_CONTRACTION, &grid, floats, offset, &folded_range);
    float *direct = fill_by(params, SCREE_NOISE_METHOD_DIRECT, &grid, floats, offset, &direct_range);
    assert_memory_equal(folded, direct, (floats + 32) / 16 * 16 * sizeof *folded);
    assert_memory_equal(&folded_range, &direct_range, sizeof folded_range);
    free(folded);
    free(direct);
}

static void folded_grids_have_the_bits_of_samples(void **state)
{
    (void)state;
    for (uint32_t axes = 1; axes <= SCREE_MAX_AXES; axes++) {
        for (unsigned trial = 0; trial < 8; trial++) {
            scree_noise_params params = fractal_params(trial % 2 == 0 ? SCREE_NOISE_PERLIN : SCREE_NOISE_VALUE,
                                                       trial < 2 ? 0 : (trial + axes) % FRACTALS);
            params.lacunarity = 1.9;
            params.octaves = 2;
            params.sample.is_curl = trial / 2 == 2 && (axes == 2 || axes == 3);
            params.sample.has_derivatives = !params.sample.is_curl;
            compare_methods(&params, axes, trial < 2 ? 0 : trial);
        }
    }
}

/* In two axes the curl is the gradient, rotated, with its bits. */
static void flows_of_planes_are_rotated_gradients(void **state)
{
    (void)state;
    for (unsigned fractal = 0; fractal < FRACTALS; fractal++) {
        scree_noise_params params =
            fractal_params(fractal % 2 == 0 ? SCREE_NOISE_PERLIN : SCREE_NOISE_SIMPLEX, fractal);
        params.sample.has_derivatives = true;
        scree_field *field = make_field(&params);
        params.sample = (scree_noise_sample){.is_curl = true};
        scree_field *flow = make_field(&params);
        const scree_grid grid = {.axes = 2, .count = {37, 11}, .step = {1.0 / 16}, .origin = {-3.25, 8.5}};
        float samples[37 * 11][3];
        float velocity[37 * 11][2];
        assert_int_equal(scree_field_channels(flow, 2), 2);
        assert_int_equal(scree_field_fill(field, &grid, samples[0]), SCREE_OK);
        assert_int_equal(scree_field_fill(flow, &grid, velocity[0]), SCREE_OK);
        for (size_t i = 0; i < 37 * 11; i++) {
            const float expected[2] = {samples[i][2], -samples[i][1]};
            assert_memory_equal(velocity[i], expected, sizeof expected);
        }
        scree_field_release(&field);
        scree_field_release(&flow);
    }
}

/* A part of a flow's potential as a field: octaves of one frequency, whose other parts weigh nothing. */
static scree_field *make_potential(const scree_noise_params *flow, uint32_t part)
{
    scree_noise_params params = *flow;
    params.sample = (scree_noise_sample){.has_derivatives = true};
    params.octaves = params.weight_count = 3 * flow->octaves;
    for (uint32_t o = 0; o < flow->octaves; o++) {
        params.weights[part * flow->octaves + o] = pow(flow->gain, o);
    }
    return make_field(&params);
}

/*
 * In three axes a flow is the curl of its potential within rounding, and so it has no sources: mixed derivatives of the
 * parts of the potential are those of fields, and cancel.
 */
static void check_flow(const scree_noise_params *params)
{
    uint64_t random = params->seed;
    scree_field *flow = make_field(params);
    scree_field *potential[3] = {make_potential(params, 0), make_potential(params, 1), make_potential(params, 2)};
    float largest = 0.0f;
    assert_int_equal(scree_field_channels(flow, 3), 3);
    for (int i = 0; i < POINTS; i++) {
        const double position[3] = {draw(&random) * 20.0, draw(&random) * 20.0, draw(&random) * 20.0};
        float velocity[3];
        float sample[3][4];
        assert_int_equal(evaluate(flow, 3, position, 1, velocity), SCREE_OK);
        for (uint32_t part = 0; part < 3; part++) {
            assert_int_equal(evaluate(potential[part], 3, position, 1, sample[part]), SCREE_OK);
        }
        for (uint32_t axis = 0; axis < 3; axis++) {
            const uint32_t next = (axis + 1) % 3;
            const uint32_t last = (axis + 2) % 3;
            const float curl = sample[last][1 + next] - sample[next][1 + last];
            /* Weights scale the octaves of a flow and of a field in different places: some roundings of slopes of up to
               4, each by 2^-23 at most. */
            assert_true(fabsf(velocity[axis] - curl) <= 0x1p-20f);
            largest = fmaxf(largest, fabsf(curl));
        }
    }
    assert_true(largest > 0.5f);
    for (uint32_t part = 0; part < 3; part++) {
        scree_field_release(&potential[part]);
    }
    scree_field_release(&flow);
}

static void flows_have_no_sources(void **state)
{
    (void)state;
    static const scree_noise_kind kinds[] = {SCREE_NOISE_PERLIN, SCREE_NOISE_VALUE, SCREE_NOISE_OPENSIMPLEX2S,
                                             SCREE_NOISE_VALUE_CUBIC};
    for (unsigned k = 0; k < 2 * sizeof kinds / sizeof kinds[0]; k++) {
        scree_noise_params params = {
            .kind = kinds[k / 2], .octaves = 2, .lacunarity = 1.0, .gain = 0.5, .seed = 3, .sample.is_curl = true};
        params.warp.amplitude = k % 2 == 0 ? 0.0 : 0.4;
        check_flow(&params);
    }
}

static void limits_of_axes_and_octaves_hold(void **state)
{
    (void)state;
    float sample[MOST_CHANNELS];
    const double position[SCREE_MAX_AXES + 1] = {0};
    scree_field *field =
        make_field(&(scree_noise_params){.kind = SCREE_NOISE_CELLULAR, .sample.has_derivatives = true});
    assert_int_equal(evaluate(field, 5, position, 1, sample), SCREE_ERROR_INVALID);
    scree_field_release(&field);
    field = make_field(&(scree_noise_params){.sample.has_derivatives = true});
    assert_int_equal(evaluate(field, SCREE_MAX_AXES, position, 1, sample), SCREE_OK);
    assert_int_equal(scree_field_channels(field, 3), 4);
    assert_int_equal(scree_field_channels(field, SCREE_MAX_AXES), 1 + SCREE_MAX_AXES);
    assert_int_equal(scree_field_channels(NULL, 3), 0);
    scree_field_release(&field);
    field = make_field(&(scree_noise_params){.sample.is_curl = true, .octaves = SCREE_MAX_CURL_OCTAVES + 1});
    assert_int_equal(evaluate(field, 2, position, 1, sample), SCREE_OK);
    assert_int_equal(evaluate(field, 3, position, 1, sample), SCREE_ERROR_INVALID);
    assert_int_equal(evaluate(field, 1, position, 1, sample), SCREE_ERROR_INVALID);
    scree_field_release(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_those_of_the_field),
        cmocka_unit_test(derivatives_of_cells_are_theirs),
        cmocka_unit_test(derivatives_in_many_axes_are_those_of_the_field),
        cmocka_unit_test(derivatives_of_warped_fields_are_theirs),
        cmocka_unit_test(values_keep_their_bits),
        cmocka_unit_test(values_of_warped_fields_keep_their_bits),
        cmocka_unit_test(folded_grids_have_the_bits_of_samples),
        cmocka_unit_test(flows_of_planes_are_rotated_gradients),
        cmocka_unit_test(flows_have_no_sources),
        cmocka_unit_test(limits_of_axes_and_octaves_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
