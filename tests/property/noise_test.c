/* Properties of every noise field: published values, the definition, the range, tiles, points, periods. */
#include "fixture.h"
#include "float_environment.h"
#include "noise_kinds_fixture.h"

#include <fenv.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "axis_key.h"
#include "fade.h"
#include "gradients.h"
#include "noise/hash.h"
#include "plan.h"

/* Perlin's definition of 2002 in float64, straight from the paper: permutation, twelve gradients, quintic fade. */
static double perlin_gradient(uint32_t hash, double x, double y, double z)
{
    uint32_t h = hash & 15u;
    double u = h < 8 ? x : y;
    double v = h < 4 ? y : h == 12 || h == 14 ? x : z;
    return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
}

static uint32_t perlin_hash(int x, int y, int z)
{
    const uint32_t *p = scree_perlin2002_permutation;
    return p[(p[(p[x & 255] + (uint32_t)y) & 255] + (uint32_t)z) & 255];
}

static double perlin_mix(double t, double a, double b)
{
    return a + t * (b - a);
}

static double perlin_definition(double x, double y, double z)
{
    int cell[3] = {(int)floor(x), (int)floor(y), (int)floor(z)};
    double f[3] = {x - floor(x), y - floor(y), z - floor(z)};
    double corner[2][2][2];
    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < 2; j++) {
            for (int i = 0; i < 2; i++) {
                corner[k][j][i] =
                    perlin_gradient(perlin_hash(cell[0] + i, cell[1] + j, cell[2] + k), f[0] - i, f[1] - j, f[2] - k);
            }
        }
    }
    double u = scree_fade_quintic(f[0]);
    double v = scree_fade_quintic(f[1]);
    double w = scree_fade_quintic(f[2]);
    double plane[2];
    for (int k = 0; k < 2; k++) {
        plane[k] = perlin_mix(v, perlin_mix(u, corner[k][0][0], corner[k][0][1]),
                              perlin_mix(u, corner[k][1][0], corner[k][1][1]));
    }
    return perlin_mix(w, plane[0], plane[1]);
}

/* 2e-6 is what float32 leaves of three folds of values near one. */
static void perlin2002_gives_published_values(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_noise_params params = {.hash = SCREE_NOISE_HASH_PERLIN2002};
    double positions[21][3] = {{3.14, 42.0, 7.0}};
    float values[21];
    uint64_t seed = 2002;
    for (int i = 1; i < 21; i++) {
        for (int axis = 0; axis < 3; axis++) {
            positions[i][axis] = fixture_draw_unit(&seed) * 512.0 - 256.0;
        }
    }
    assert_int_equal(noise_points(device, &params, 3, &positions[0][0], 21, values), SCREE_OK);
    assert_true(fabs((double)values[0] - 0.136919958784) < 2e-6);
    for (int i = 0; i < 21; i++) {
        double expected = perlin_definition(positions[i][0], positions[i][1], positions[i][2]);
        if (!(fabs((double)values[i] - expected) < 2e-6)) {
            fail_msg("point %d: %.9g, by definition %.12g", i, (double)values[i], expected);
        }
    }
}

/* White noise by its definition: the number that the hash gives the cell. */
static double white_definition_of(const scree_plan *plan, const double *position)
{
    uint32_t key = 0;
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        key ^= scree_axis_key(&plan->octave[0].axis[axis].stream, (int64_t)floor(position[axis]));
    }
    return ((double)(scree_hash_mix(key) >> 8) * 0x1p-23 - 1.0) * (1.0 - SCREE_HEADROOM);
}

/* Gradient or value noise by its definition: every corner's share times its weight, in float64 and in no clever order.
 */
static double definition_of(const scree_plan *plan, const double *position)
{
    const scree_plan_octave *octave = &plan->octave[0];
    if (plan->params.kind == SCREE_NOISE_WHITE) {
        return white_definition_of(plan, position);
    }
    scree_gradient_set set;
    scree_gradient_set_make(&set, plan->params.gradients, plan->params.hash, plan->axes);
    double sum = 0.0;
    for (uint32_t corner = 0; corner < 1u << plan->axes; corner++) {
        double weight = 1.0;
        double offset[SCREE_MAX_AXES];
        uint32_t key = 0;
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            uint32_t upper = (corner >> axis) & 1;
            double cell = floor(position[axis]);
            double fraction = position[axis] - cell;
            double fade = scree_fade_weight(plan->params.fade, fraction);
            weight *= upper ? fade : 1.0 - fade;
            offset[axis] = fraction - upper;
            key ^= scree_axis_key(&octave->axis[axis].stream, (int64_t)cell + upper);
        }
        uint32_t hash = scree_hash_mix(key);
        if (plan->params.kind == SCREE_NOISE_VALUE) {
            sum += weight * ((double)(hash >> 8) * 0x1p-23 - 1.0) * (1.0 - SCREE_HEADROOM);
            continue;
        }
        double dot = 0.0;
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            dot += set.vector[scree_hash_gradient(hash, set.count)][axis] * set.scale * offset[axis];
        }
        sum += weight * dot;
    }
    return sum;
}

/* Kinds of cells; the others have tests of their own. */
#define CELL_KINDS 3u

/* 4e-6: eight folds in float32 of values that stay below two. */
static void every_dimension_agrees_with_the_definition(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    uint64_t seed = 7;
    for (uint32_t variant = 0; variant < 8 * 24; variant++) {
        uint32_t axes = variant % 8 + 1;
        scree_noise_params params = {.kind = (scree_noise_kind)(variant / 8 % CELL_KINDS),
                                     .gradients = (scree_noise_gradients)(variant / 16 % 3),
                                     .fade = (scree_noise_fade)(variant / 48 % 4),
                                     .seed = variant};
        scree_plan *plan = NULL;
        double positions[50][SCREE_MAX_AXES];
        double packed[50 * SCREE_MAX_AXES];
        float values[50];
        for (uint32_t i = 0; i < 50; i++) {
            for (uint32_t axis = 0; axis < axes; axis++) {
                positions[i][axis] = fixture_draw_unit(&seed) * 200.0 - 100.0;
                packed[i * axes + axis] = positions[i][axis];
            }
        }
        scree_noise_field *field = NULL;
        assert_int_equal(scree_noise_field_create(fixture_context, &params, &field), SCREE_OK);
        assert_int_equal(scree_plan_create(fixture_context, field, NULL, axes, &plan), SCREE_OK);
        assert_int_equal(noise_points(device, &params, axes, packed, 50, values), SCREE_OK);
        for (uint32_t i = 0; i < 50; i++) {
            double expected = definition_of(plan, positions[i]);
            if (!(fabs((double)values[i] - expected) < 4e-6)) {
                fail_msg("variant %u, point %u: %.9g, by definition %.12g", variant, i, (double)values[i], expected);
            }
        }
        scree_plan_destroy(&plan);
        scree_noise_field_destroy(&field);
    }
}

/* The middle of a cell is where the bound is met; grids of half cells visit nothing but middles and borders. */
static void samples_stay_within_the_bound(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0);
    for (uint32_t variant = 0; variant < 8 * 36; variant++) {
        uint32_t axes = variant % 8 + 1;
        scree_noise_params params = {.kind = fixture_kind_of_axes(variant / 8, axes),
                                     .gradients = (scree_noise_gradients)(variant / 16 % 3),
                                     .hash = variant % 5 == 0 ? SCREE_NOISE_HASH_PERLIN2002 : SCREE_NOISE_HASH_SCREE,
                                     .fade = (scree_noise_fade)(variant / 7 % 4),
                                     .fractal = fixture_fractal(variant / 48),
                                     .octaves = 1 + variant % 3,
                                     .gain = variant % 2 == 0 ? 1.0 : -0.7,
                                     .seed = variant};
        fixture_permit(&params);
        scree_grid grid = {.axes = axes, .step = {variant % 4 == 0 ? 0.5 : 0.21}, .origin = {0.5, 0.5}};
        for (uint32_t axis = 0; axis < axes; axis++) {
            grid.count[axis] = axes == 1 ? 5000 : axes == 2 ? 150 : axes == 3 ? 25 : axes < 6 ? 7 : 3;
        }
        scree_range bound;
        scree_job_status status;
        assert_int_equal(noise_bound(&params, &grid, &bound, NULL), SCREE_OK);
        free(fixture_fill(device, &params, &grid, &status));
        if (status.minimum < bound.minimum || status.maximum > bound.maximum) {
            fail_msg("variant %u: %.9g to %.9g, bound %.9g to %.9g", variant, (double)status.minimum,
                     (double)status.maximum, (double)bound.minimum, (double)bound.maximum);
        }
    }
}

static void the_range_is_that_of_the_samples(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_noise_params params = {.octaves = 4, .seed = 11};
    scree_grid grid = {.axes = 3, .count = {123, 45, 6}, .step = {0.07}};
    scree_job_status status;
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
    free(values);
}

static void tiles_are_the_whole(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_noise_params params = {.octaves = 6, .seed = 3, .lacunarity = 1.7};
    scree_grid whole = {.axes = 3, .count = {90, 70, 20}, .origin = {-1e6, 0.1, 5.5}, .step = {0.013, 0.02, 0.3}};
    fixture_assert_tiles(device, &params, &whole);
}

/* Positions that float64 holds exactly, so that a point and a sample of the grid are the same position. */
static void points_have_the_bits_of_the_grid(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (uint32_t axes = 1; axes <= 6; axes++) {
        scree_noise_params params = {.octaves = 3, .seed = axes, .fractal = fixture_fractal(axes)};
        scree_grid grid = {.axes = axes, .step = {0.09375}};
        for (uint32_t axis = 0; axis < axes; axis++) {
            grid.count[axis] = axes < 3 ? 61 : axes < 5 ? 9 : 4;
            grid.origin[axis] = 1024.0 * axis - 3.25;
        }
        float *expected = fixture_fill(device, &params, &grid, NULL);
        size_t count = (size_t)fixture_samples(&grid);
        double *positions = malloc(count * axes * sizeof(double));
        float *actual = malloc(count * sizeof(float));
        for (size_t i = 0; i < count; i++) {
            size_t rest = i;
            for (uint32_t axis = 0; axis < axes; axis++) {
                positions[i * axes + axis] = grid.origin[axis] + (double)(rest % grid.count[axis]) * grid.step[0];
                rest /= grid.count[axis];
            }
        }
        assert_int_equal(noise_points(device, &params, axes, positions, count, actual), SCREE_OK);
        assert_memory_equal(actual, expected, count * sizeof(float));
        free(positions);
        free(actual);
        free(expected);
    }
}

/* A far point sends its whole batch the general way; the values of the others may not show it. */
static void points_are_located_alike_both_ways(void **state)
{
    static const double magnitudes[] = {0.0,
                                        0x1p-1074,
                                        0x1p-70,
                                        0x1p-65,
                                        0x1.8p-64,
                                        0x1p-54,
                                        0x1.8p-53,
                                        1e-30,
                                        1e-9,
                                        0.5,
                                        0x1.fffffffffffffp-1,
                                        1.0,
                                        0x1.0000000000001p0,
                                        255.99999999,
                                        1234.56789,
                                        0x1p29 + 0.3};
    enum { MAGNITUDES = sizeof magnitudes / sizeof magnitudes[0], POINTS = 2 * MAGNITUDES * 2 * MAGNITUDES };
    static double positions[POINTS][2];
    float near_values[256];
    float far_values[257];
    for (int i = 0; i < POINTS; i++) {
        int x = i % (2 * MAGNITUDES);
        int y = i / (2 * MAGNITUDES);
        positions[i][0] = x % 2 == 0 ? magnitudes[x / 2] : -magnitudes[x / 2];
        positions[i][1] = y % 2 == 0 ? magnitudes[y / 2] : -magnitudes[y / 2];
    }
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        for (uint32_t trial = 0; trial < 16 && scree_cpu_level_available((scree_cpu_level)level); trial++) {
            scree_device *device = fixture_device((scree_cpu_level)level, 1);
            scree_noise_params params = {.octaves = 3,
                                         .seed = trial,
                                         .fade = (scree_noise_fade)(trial & 3u),
                                         .hash = (scree_noise_hash)(trial >> 2 & 1u),
                                         .kind = (scree_noise_kind)(trial >> 3)};
            for (int iteration = 0; iteration < POINTS; iteration += 256) {
                assert_int_equal(noise_points(device, &params, 2, &positions[iteration][0], 256, near_values),
                                 SCREE_OK);
                double last[257][2];
                memcpy(last, &positions[iteration], sizeof(double) * 2 * 256);
                last[256][0] = last[256][1] = 0x1p31 + 0.5;
                assert_int_equal(noise_points(device, &params, 2, &last[0][0], 257, far_values), SCREE_OK);
                assert_memory_equal(near_values, far_values, sizeof(float) * 256);
            }
            scree_device_close(&device);
        }
    }
}

static void a_period_repeats_exactly(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (uint32_t variant = 0; variant < 4 * fixture_kind_count(); variant++) {
        scree_noise_params params = {.octaves = 4,
                                     .period = {3, 5, 2},
                                     .lacunarity = variant % 2 == 0 ? 2.0 : 3.0,
                                     .kind = fixture_kind(variant / 2),
                                     .hash = (scree_noise_hash)(variant / 2 / fixture_kind_count())};
        if (!fixture_permits(params) || !fixture_kind_has_axes(params.kind, 3)) {
            continue;
        }
        scree_grid grid = {.axes = 3, .count = {48, 40, 16}, .step = {0.0625}};
        float *first = fixture_fill(device, &params, &grid, NULL);
        /* Periods of 48, 80 and 32 samples: a whole number of them further on, backwards as well. */
        grid.first[0] = 48 * 3;
        grid.first[1] = -80;
        grid.first[2] = 32 * 1000;
        float *second = fixture_fill(device, &params, &grid, NULL);
        assert_memory_equal(first, second, fixture_samples(&grid) * sizeof(float));
        params.period[0] = 0;
        float *endless = fixture_fill(device, &params, &grid, NULL);
        assert_memory_not_equal(first, endless, fixture_samples(&grid) * sizeof(float));
        free(first);
        free(second);
        free(endless);
    }
}

/* The fraction of a cell is the same at the origin and 2^50 cells away, because positions are integers. */
static void distance_costs_no_precision(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_noise_params params = {.period = {64, 64}, .octaves = 3};
    scree_grid near_grid = {.axes = 2, .count = {200, 100}, .step = {0.003}};
    scree_grid far_grid = near_grid;
    far_grid.origin[0] = 0x1p50;
    far_grid.origin[1] = -0x1p49;
    float *near_values = fixture_fill(device, &params, &near_grid, NULL);
    float *far_values = fixture_fill(device, &params, &far_grid, NULL);
    assert_memory_equal(near_values, far_values, fixture_samples(&near_grid) * sizeof(float));
    free(near_values);
    free(far_values);
}

/*
 * Neighbours are alike: along one axis the field cannot change faster than its Lipschitz bound. With t' at most 15/8
 * (quintic), a fold's value changes by at most t' |B - A| plus the larger slope, and |A|, |B| <= |g| sqrt(n).
 */
static void neighbours_are_alike(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (uint32_t axes = 1; axes <= 5; axes++) {
        scree_gradient_set set;
        scree_gradient_set_make(&set, SCREE_NOISE_GRADIENTS_EDGES, SCREE_NOISE_HASH_SCREE, axes);
        double gradient = set.scale * (axes < 3 ? 1.0 : sqrt((double)axes - 1.0));
        double lipschitz = 1.875 * 2.0 * gradient * sqrt((double)axes) + gradient;
        double step = 0.01;
        scree_noise_params params = {.octaves = 1, .seed = axes};
        scree_grid grid = {.axes = axes, .step = {step}};
        for (uint32_t axis = 0; axis < axes; axis++) {
            grid.count[axis] = axes == 1 ? 20000 : axis == 0 ? 2000 : 3;
        }
        float *values = fixture_fill(device, &params, &grid, NULL);
        double steepest = 0.0;
        for (uint64_t i = 1; i < fixture_samples(&grid); i++) {
            double change = fabs((double)values[i] - (double)values[i - 1]);
            if (i % grid.count[0] != 0 && change > steepest) {
                steepest = change;
            }
        }
        print_message("%u axes: steepest slope %.3f a cell, bound %.3f\n", axes, steepest / step, lipschitz);
        assert_true(steepest <= lipschitz * step);
        assert_true(steepest > 0.0);
        free(values);
    }
}

static void fine_octaves_are_left_out(void **state)
{
    scree_noise_params params = {.octaves = 10, .skips_fine_octaves = true};
    scree_grid grid = {.axes = 2, .count = {64, 64}, .step = {1.0 / 8.0}};
    scree_range bound;
    uint32_t octaves = 0;
    assert_int_equal(noise_bound(&params, &grid, &bound, &octaves), SCREE_OK);
    assert_int_equal(octaves, 4); /* steps of 1/8, 1/4, 1/2 and 1 cell */
    assert_true(bound.maximum == 1.875f);
    params.skips_fine_octaves = false;
    assert_int_equal(noise_bound(&params, &grid, &bound, &octaves), SCREE_OK);
    assert_int_equal(octaves, 10);
    grid.step[0] = 3.0;
    params.skips_fine_octaves = true;
    assert_int_equal(noise_bound(&params, &grid, &bound, &octaves), SCREE_OK);
    assert_int_equal(octaves, 1);
}

/* The caller's floating-point environment is left as it was. */
static void the_callers_rounding_does_not_matter(void **state)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    scree_noise_params params = {.octaves = 4, .fade = SCREE_NOISE_FADE_COSINE};
    scree_grid grid = {.axes = 3, .count = {64, 64, 4}, .step = {0.11}};
    double positions[6] = {0.11, 7.3, -2.2, 100.7, 0.3, 0.9};
    float values[4][2];
    float *field[4];
    for (int i = 0; i < 4; i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
        field[i] = fixture_fill(device, &params, &grid, NULL);
        assert_int_equal(noise_points(device, &params, 3, positions, 2, values[i]), SCREE_OK);
        scree_device_close(&device);
        assert_int_equal(fegetround(), modes[i]);
        fesetround(FE_TONEAREST);
        assert_memory_equal(field[i], field[0], (size_t)fixture_samples(&grid) * sizeof(float));
        assert_memory_equal(values[i], values[0], sizeof values[0]);
    }
    for (int i = 0; i < 4; i++) {
        free(field[i]);
    }
}

#if defined(__x86_64__)
/* Linked with --wrap, so that the environment of the library's threads can be another one here. */
void __real_scree_float_environment_enter(scree_float_environment *saved);
void __wrap_scree_float_environment_enter(scree_float_environment *saved);
static atomic_bool is_flushing;

void __wrap_scree_float_environment_enter(scree_float_environment *saved)
{
    __real_scree_float_environment_enter(saved);
    if (atomic_load(&is_flushing)) {
        _mm_setcsr(_mm_getcsr() | 0x8040u); /* Flush to zero, and read as zero. */
    }
}

/* Some GPUs take subnormal numbers for zero; here the processor does, and no bit may change. */
static void check_flushed(const scree_noise_params *params, scree_noise_method method, const scree_grid *grid,
                          uint32_t trial)
{
    float *field[2];
    for (int i = 0; i < 2; i++) {
        atomic_store(&is_flushing, i == 1);
        scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
        field[i] = fixture_fill_by(device, params, method, grid, NULL);
        scree_device_close(&device);
        atomic_store(&is_flushing, false);
    }
    if (memcmp(field[0], field[1], (size_t)fixture_samples(grid) * sizeof(float)) != 0) {
        fail_msg("trial %u differs where subnormals are zero", trial);
    }
    free(field[0]);
    free(field[1]);
}

static void subnormals_do_not_matter(void **state)
{
    static const double steps[] = {0.02, 0.1, 1e-3, 1e-9};
    for (uint32_t trial = 0; trial < 2 * 2 * 4 * 4 * 2; trial++) {
        scree_noise_params params = {.kind = trial & 1 ? SCREE_NOISE_VALUE : SCREE_NOISE_PERLIN,
                                     .fade = (scree_noise_fade)(trial >> 2 & 3u),
                                     .weights = {0x1p-32},
                                     .weight_count = trial >> 6};
        const scree_noise_method method = trial & 2 ? SCREE_NOISE_METHOD_DIRECT : SCREE_NOISE_METHOD_CONTRACTION;
        scree_grid grid = {.axes = 3, .count = {512, 101, 5}, .step = {steps[trial >> 4 & 3u]}};
        check_flushed(&params, method, &grid, trial);
    }
}

/* Factors that shrink to what would be subnormal, with weights that would make them large again. */
static void factors_do_not_become_subnormal(void **state)
{
    for (uint32_t trial = 0; trial < 7 * 2; trial++) {
        scree_noise_params params = {.kind = trial & 1 ? SCREE_NOISE_VALUE : SCREE_NOISE_PERLIN,
                                     .fractal = fixture_fractal(trial),
                                     .lacunarity = 1.1};
        scree_grid grid = {.axes = 2, .count = {256, 101}, .step = {0.02}};
        if (params.fractal <= SCREE_NOISE_FRACTAL_PING_PONG) {
            params.weighted_strength = 1.0;
            params.octaves = 31;
            params.gain = 16.0;
        } else {
            params.octaves = params.weight_count = 14;
            for (uint32_t o = 0; o < params.octaves; o++) {
                params.weights[o] = o < 4 ? 0x1p-32 : params.fractal == SCREE_NOISE_FRACTAL_HYBRID ? 1e6 : 1.0;
            }
        }
        check_flushed(&params, SCREE_NOISE_METHOD_AUTO, &grid, trial);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perlin2002_gives_published_values),
        cmocka_unit_test(every_dimension_agrees_with_the_definition),
        cmocka_unit_test(samples_stay_within_the_bound),
        cmocka_unit_test(the_range_is_that_of_the_samples),
        cmocka_unit_test(tiles_are_the_whole),
        cmocka_unit_test(points_have_the_bits_of_the_grid),
        cmocka_unit_test(points_are_located_alike_both_ways),
        cmocka_unit_test(a_period_repeats_exactly),
        cmocka_unit_test(distance_costs_no_precision),
        cmocka_unit_test(neighbours_are_alike),
        cmocka_unit_test(fine_octaves_are_left_out),
        cmocka_unit_test(the_callers_rounding_does_not_matter),
#if defined(__x86_64__)
        cmocka_unit_test(subnormals_do_not_matter),
        cmocka_unit_test(factors_do_not_become_subnormal),
#endif
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
