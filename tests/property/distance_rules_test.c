/*
 * Properties that the definition of distance fields promises: signs, infinities, edges, margins, and the maximum slope
 * of a field.
 */
#include "distance_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 0x1p-24

static scree_device *device;

static int open_device(void **state)
{
    device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    return 0;
}

static void assert_all(const kept_field *field, float distance, bool is_own)
{
    for (uint64_t i = 0; i < field->voxels; i++) {
        assert_memory_equal(&field->distance[i], &distance, sizeof distance);
        assert_int_equal(field->nearest[i], is_own ? i : SCREE_NO_VOXEL);
    }
    assert_memory_equal(&field->status.minimum, &distance, sizeof distance);
    assert_memory_equal(&field->status.maximum, &distance, sizeof distance);
}

/* A solid without a voxel of one kind: infinite as documented, 0 where nothing is measured, and no index. */
static void one_kind_is_infinitely_far(void **state)
{
    static const struct {
        volume_kind kind;
        bool is_solid;
    } solids[] = {{VOLUME_BELOW, false}, {VOLUME_VOXELS_NONE, false}, {VOLUME_ABOVE, true}, {VOLUME_VOXELS_ALL, true}};
    for (int iteration = 0; iteration < 4 * 3 * 2 * 2 * 8; iteration++) {
        trial tried = {.params = {.count = {37, 5, 4}}, .kind = solids[iteration % 4].kind, .seed = 5};
        bool is_solid = solids[iteration % 4].is_solid;
        tried.params.sign = (scree_distance_sign)(iteration / 4 % 3);
        tried.params.voxel[0] = iteration / 12 % 2 == 0 ? 1.0 : 0.37;
        tried.params.clip = iteration / 24 % 2 == 0 ? 0.0 : 2.5;
        tried.params.method = (scree_distance_method)(iteration / 48);
        bool has_no_error = tried.params.method == SCREE_DISTANCE_EXACT || tried.params.method == SCREE_DISTANCE_NAIVE;
        tried.params.is_conservative = has_no_error && iteration % 5 == 0;
        trial_make(&tried, device);
        kept_field field = distance_fill(device, &tried.params, &tried.source, true);
        float far = tried.params.clip > 0.0 ? 2.5f : INFINITY;
        bool is_measured = tried.params.sign != (is_solid ? SCREE_DISTANCE_SIGN_OUTSIDE : SCREE_DISTANCE_SIGN_INSIDE);
        bool is_negated = is_solid && tried.params.sign == SCREE_DISTANCE_SIGN_BOTH;
        assert_all(&field, is_measured ? (is_negated ? -far : far) : 0.0f, !is_measured);
        kept_field_free(&field);
        trial_free(&tried);
    }
}

/* With the edge rule clamp no terrain is infinitely far: the solid begins below, the empty space above. */
static void clamped_terrains_are_near(void **state)
{
    for (int iteration = 0; iteration < 12; iteration++) {
        trial tried = {.params = {.count = {9, 6, 5}, .edge = SCREE_DISTANCE_EDGE_CLAMP}, .seed = 5};
        bool is_above = iteration % 2 == 1;
        tried.kind = is_above ? VOLUME_ABOVE : VOLUME_BELOW;
        tried.params.surface = (scree_distance_surface)(iteration / 2 % 3);
        tried.params.voxel[2] = iteration / 6 == 0 ? 1.0 : 0.25;
        trial_make(&tried, device);
        /* The surface lies at the volume's bottom or top; the centre of a voxel beyond half a layer further. */
        float half = tried.params.surface == SCREE_DISTANCE_SURFACE_VOXELS ? 0.5f : 0.0f;
        kept_field field = distance_fill(device, &tried.params, &tried.source, false);
        for (uint64_t i = 0; i < field.voxels; i++) {
            float layer = (float)(i / 54);
            float steps = (is_above ? 4.5f - layer : layer + 0.5f) + half;
            float expected = steps * (float)tried.params.voxel[2];
            /* Heights a little within the volume are nearer than its top. */
            if (is_above ? -field.distance[i] > expected : field.distance[i] > expected) {
                fail_msg("%s: voxel %llu is %g away", trial_name(&tried), (unsigned long long)i,
                         (double)field.distance[i]);
            }
            assert_true(is_above ? field.distance[i] <= 0.0f : field.distance[i] >= 0.0f);
            assert_true(tried.params.surface != SCREE_DISTANCE_SURFACE_VOXELS || fabsf(field.distance[i]) == expected);
        }
        kept_field_free(&field);
        trial_free(&tried);
    }
}

static void assert_signs(const trial *tried)
{
    kept_field field = distance_fill(device, &tried->params, &tried->source, false);
    for (uint64_t i = 0; i < field.voxels; i++) {
        uint64_t x = i % tried->params.count[0];
        uint64_t y = i / tried->params.count[0] % tried->params.count[1];
        uint64_t layer = i / tried->params.count[0] / tried->params.count[1];
        bool is_solid = brute_is_solid(&tried->params, &tried->source, x, y, layer);
        float distance = field.distance[i];
        bool may_be_zero = tried->params.surface != SCREE_DISTANCE_SURFACE_VOXELS && distance == 0.0f &&
                           !signbit(distance);
        if (!may_be_zero && (is_solid ? !(distance < 0.0f) : !(distance > 0.0f))) {
            fail_msg("%s: voxel %llu is %s and %g away", trial_name(tried), (unsigned long long)i,
                     is_solid ? "solid" : "empty", (double)distance);
        }
    }
    kept_field_free(&field);
}

static void signs_are_right(void **state)
{
    static const double sides[] = {1.0, 0.1, 0.3, 1e-3, 7.0, 1e6};
    for (int iteration = 0; iteration < 54; iteration++) {
        trial tried = {.params = {.count = {61, 47, 19}, .surface = (scree_distance_surface)(iteration % 3)}};
        tried.kind = iteration / 3 % 3 == 0 ? VOLUME_FRACTAL : iteration / 3 % 3 == 1 ? VOLUME_CENTRES : VOLUME_RANDOM;
        tried.seed = (uint64_t)iteration;
        for (int a = 0; a < 3; a++) {
            tried.params.voxel[a] = sides[iteration / 9];
        }
        trial_make(&tried, device);
        assert_signs(&tried);
        trial_free(&tried);
    }
}

/* A voxel is solid where its centre is below the height in float64, by however little. */
static void heights_are_compared_in_float64(void **state)
{
    float heights[32];
    for (int iteration = 0; iteration < 6; iteration++) {
        scree_distance_params params = {.count = {8, 4, 7}, .surface = (scree_distance_surface)(iteration % 3)};
        double offset = iteration / 3 == 0 ? 1e-12 : -1e-12;
        scree_distance_source source = {.heights = heights, .offset = offset};
        for (int i = 0; i < 32; i++) {
            heights[i] = (float)(i % 7) + 0.5f;
        }
        kept_field field = distance_fill(device, &params, &source, false);
        for (uint64_t i = 0; i < field.voxels; i++) {
            bool is_solid = brute_is_solid(&params, &source, i % 8, i / 8 % 4, i / 32);
            double height = (double)heights[i % 32] + offset;
            /* Surfaces of real heights have float32 ones, where the offset is lost. */
            height = params.surface == SCREE_DISTANCE_SURFACE_VOXELS ? height : (double)(float)height;
            assert_true(is_solid == ((double)(i / 32) + 0.5 < height));
            assert_true(is_solid ? field.distance[i] <= 0.0f : field.distance[i] >= 0.0f);
            assert_true(params.surface != SCREE_DISTANCE_SURFACE_VOXELS || field.distance[i] != 0.0f);
            assert_false(field.distance[i] == 0.0f && signbit(field.distance[i]));
        }
        kept_field_free(&field);
    }
}

/* Samples whose heights are within some last places of a centre, by scales and offsets of all sizes. */
static void samples_near_centres_are_compared_exactly(void **state)
{
    static const struct {
        double scale, offset, side;
    } rules[] = {
        {1.0, 0.0, 1.0},    {-1.0, 9.0, 0.7},    {0.1, 0.3, 0.01},     {3e-7, -4e3, 1e2},  {1e12, -5e12, 1e10},
        {1e-9, 0.0, 1e-10}, {1e45, -1e40, 1e3},  {-2e-45, 1.0, 0.125}, {1e300, 1e5, 1e10}, {7.0, 1e9, 3.0},
        {1.0, -5.5, 1.0},   {1.0, -5.5e-7, 1.0}, {1.0, 1e39, 1.0},     {1e-300, 4.5, 1.0},
    };
    enum { COLUMNS = 130, ROWS = 9, LAYERS = 9 };
    static float samples[COLUMNS * ROWS];
    for (size_t iteration = 0; iteration < sizeof rules / sizeof rules[0]; iteration++) {
        trial tried = {.params = {.count = {COLUMNS, ROWS, LAYERS}, .voxel = {1.0, 1.0, rules[iteration].side}}};
        tried.source = (scree_distance_source){
            .heights = samples, .scale = rules[iteration].scale, .offset = rules[iteration].offset};
        for (int i = 0; i < COLUMNS * ROWS; i++) {
            double centre = ((double)(i / COLUMNS) + 0.5) * rules[iteration].side;
            double sample = (centre - rules[iteration].offset) / rules[iteration].scale;
            samples[i] = (float)fmax(fmin(sample, 3e38), -3e38);
            for (int step = 0; step < abs(i % 13 - 6); step++) {
                samples[i] = nextafterf(samples[i], i % 13 < 6 ? -INFINITY : INFINITY);
            }
        }
        assert_signs(&tried);
    }
}

/* The largest change from a voxel to its neighbour along an axis, and across the surface. */
static void assert_lipschitz(const trial *tried, const kept_field *field)
{
    bool is_mesh = tried->params.surface == SCREE_DISTANCE_SURFACE_MESH;
    uint64_t stride[3] = {1, tried->params.count[0], tried->params.count[0] * tried->params.count[1]};
    double error = is_mesh ? trial_mesh_error(tried, 40.0) : 0.0;
    for (uint64_t i = 0; i < field->voxels; i++) {
        for (int a = 0; a < 3; a++) {
            if (i / stride[a] % tried->params.count[a] + 1 == tried->params.count[a]) {
                continue;
            }
            double one = (double)field->distance[i];
            double other = (double)field->distance[i + stride[a]];
            double side = tried->params.voxel[a];
            bool is_across = (one < 0.0) != (other < 0.0);
            double most = is_across && !is_mesh ? 2.0 * side : side;
            double rounding = 16.0 * ROUNDING * (fabs(one) + fabs(other) + side) + 2.0 * error;
            if (!(fabs(one - other) <= most + rounding)) {
                fail_msg("%s: voxel %llu is %.9g away, its neighbour along axis %d %.9g", trial_name(tried),
                         (unsigned long long)i, one, a, other);
            }
        }
    }
}

static void fields_are_lipschitz(void **state)
{
    static const volume_kind kinds[] = {VOLUME_FRACTAL, VOLUME_RANDOM, VOLUME_SPIKES, VOLUME_VOXELS_BALLS};
    static const double sides[][3] = {{1.0, 1.0, 1.0}, {0.5, 1.3, 0.7}, {0.1, 0.1, 1.0}};
    for (int iteration = 0; iteration < 36; iteration++) {
        trial tried = {.params = {.count = {53, 41, 17}}, .kind = kinds[iteration % 4], .seed = (uint64_t)iteration};
        tried.params.surface = (scree_distance_surface)(iteration / 4 % 3);
        memcpy(tried.params.voxel, sides[iteration / 12], sizeof sides[0]);
        if (tried.kind >= VOLUME_FIRST_VOXELS) {
            tried.params.surface = SCREE_DISTANCE_SURFACE_VOXELS;
        }
        trial_make(&tried, device);
        kept_field field = distance_fill(device, &tried.params, &tried.source, false);
        assert_lipschitz(&tried, &field);
        kept_field_free(&field);
        trial_free(&tried);
    }
}

/* From a voxel's centre to the nearest point of the opposite side's voxels, which are boxes. */
static double to_boxes(const trial *tried, const bool *is_solid, uint64_t from)
{
    const uint64_t *count = tried->params.count;
    double minimum = INFINITY;
    for (uint64_t i = 0; i < distance_voxels(&tried->params); i++) {
        if (is_solid[i] == is_solid[from]) {
            continue;
        }
        double steps[3] = {fabs((double)(i % count[0]) - (double)(from % count[0])),
                           fabs((double)(i / count[0] % count[1]) - (double)(from / count[0] % count[1])),
                           fabs((double)(i / count[0] / count[1]) - (double)(from / count[0] / count[1]))};
        double square = 0.0;
        for (int a = 0; a < 3; a++) {
            double length = fmax(steps[a] - 0.5, 0.0) * tried->params.voxel[a];
            square += length * length;
        }
        minimum = fmin(minimum, square);
    }
    return sqrt(minimum);
}

/* Not above `true_distance`, and not further below `centres` than the margin and roundings that are documented. */
static void assert_conservative(const trial *tried, uint64_t i, float got, double true_distance, double centres,
                                double margin)
{
    double highest = (double)tried->params.count[2] * tried->params.voxel[2] * 2.5;
    double minimum = fmax(centres * (1.0 - 0x1p-19) - margin * 1.001 - 0x1p-22 * highest, 0.0);
    if (!((double)fabsf(got) <= true_distance && (double)fabsf(got) >= minimum)) {
        fail_msg("%s: voxel %llu is %.9g away, the surface %.9g, the nearest centre %.9g", trial_name(tried),
                 (unsigned long long)i, (double)got, true_distance, centres);
    }
}

static void draw_conservative(trial *tried, int iteration, uint64_t *draws)
{
    static const double sides[][3] = {{1.0, 1.0, 1.0}, {0.7, 1.3, 0.4}, {30.0, 30.0, 1.0}, {0.1, 0.1, 0.1}};
    tried->params.is_conservative = true;
    tried->seed = fixture_draw(draws);
    memcpy(tried->params.voxel, sides[iteration % 4], sizeof sides[0]);
    trial_draw_shape(tried, 400, draws);
}

static void conservative_voxels_never_reach_the_surface(void **state)
{
    uint64_t draws = 6;
    for (int iteration = 0; iteration < 120; iteration++) {
        trial tried = {.kind = (volume_kind)(fixture_draw(&draws) % VOLUME_COUNT)};
        draw_conservative(&tried, iteration, &draws);
        trial_make(&tried, device);
        kept_field field = distance_fill(device, &tried.params, &tried.source, false);
        brute_field centres = brute_exact(&tried.params, &tried.source);
        bool *is_solid = malloc(field.voxels);
        for (uint64_t i = 0; i < field.voxels; i++) {
            is_solid[i] = brute_is_solid(&tried.params, &tried.source, i % tried.params.count[0],
                                         i / tried.params.count[0] % tried.params.count[1],
                                         i / tried.params.count[0] / tried.params.count[1]);
        }
        const double *side = tried.params.voxel;
        double margin = 0.5 * sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]);
        for (uint64_t i = 0; i < field.voxels; i++) {
            assert_conservative(&tried, i, field.distance[i], to_boxes(&tried, is_solid, i), fabs(centres.real[i]),
                                margin);
            assert_true(is_solid[i] || !signbit(field.distance[i]));
            assert_true(field.distance[i] != 0.0f || !signbit(field.distance[i]));
        }
        free(is_solid);
        brute_free(&centres);
        kept_field_free(&field);
        trial_free(&tried);
    }
}

/* Distances to columns and to the mesh never exceed that to the mesh. */
static void conservative_surfaces_never_reach_the_mesh(void **state)
{
    uint64_t draws = 7;
    for (int iteration = 0; iteration < 120; iteration++) {
        trial tried = {.kind = (volume_kind)(fixture_draw(&draws) % VOLUME_FIRST_VOXELS)};
        draw_conservative(&tried, iteration, &draws);
        tried.params.edge = iteration % 2 == 0 ? SCREE_DISTANCE_EDGE_CLAMP : (scree_distance_edge)(iteration / 2 % 2);
        trial_make(&tried, device);
        const double *side = tried.params.voxel;
        double margin = sqrt(side[0] * side[0] + side[1] * side[1]);
        tried.params.surface = SCREE_DISTANCE_SURFACE_MESH;
        brute_field mesh = brute_exact(&tried.params, &tried.source);
        tried.params.surface = iteration % 2 == 0 ? SCREE_DISTANCE_SURFACE_COLUMNS : SCREE_DISTANCE_SURFACE_MESH;
        brute_field brute = brute_exact(&tried.params, &tried.source);
        kept_field field = distance_fill(device, &tried.params, &tried.source, false);
        for (uint64_t i = 0; i < field.voxels; i++) {
            double lost = iteration % 2 == 0 ? margin : 2.0 * trial_mesh_error(&tried, brute.real[i]);
            assert_conservative(&tried, i, field.distance[i], fabs(mesh.real[i]), fabs(brute.real[i]), lost);
        }
        brute_free(&mesh);
        brute_free(&brute);
        kept_field_free(&field);
        trial_free(&tried);
    }
}

/* Sides at their limits: the opposite side exists, so that no distance is infinite, and none is 0 that is not. */
/* The margin of a conservative field does not grow with tops that are not targets. */
static void far_tops_take_nothing_from_conservative_fields(void **state)
{
    enum { SIDE = 24, LAYERS = 12 };
    static float heights[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        heights[i] = 1.0f;
    }
    heights[5] = 3e38f;
    heights[6] = -3e38f;
    trial tried = {.params = {.count = {SIDE, SIDE, LAYERS}, .surface = SCREE_DISTANCE_SURFACE_COLUMNS}};
    tried.params.is_conservative = true;
    tried.source = (scree_distance_source){.heights = heights};
    kept_field field = distance_fill(device, &tried.params, &tried.source, false);
    /* The last voxel's height over the ground, less a diagonal, of which a ten-thousandth more is taken for roundings.
     */
    double expected = LAYERS - 0.5 - 1.0 - sqrt(2.0);
    assert_float_equal(field.distance[field.voxels - 1], expected, 2e-4);
    kept_field_free(&field);
}

static void extreme_sides_keep_distances_finite(void **state)
{
    static const double sides[][3] = {
        {1e10, 1e10, 1e10}, {1e10, 1e9, 1e10}, {1e-10, 1e-10, 1e-10}, {1e-10, 1e-9, 1e-10}, {1e-10, 1e10, 1.0}};
    float heights[33000 * 2];
    for (uint64_t iteration = 0; iteration < 5 * 3; iteration++) {
        scree_distance_params params = {.count = {33000, 1, 1}, .surface = SCREE_DISTANCE_SURFACE_VOXELS};
        params.count[iteration / 5 % 2] = 33000;
        params.count[1 - iteration / 5 % 2] = 2;
        params.surface = iteration / 5 == 2 ? SCREE_DISTANCE_SURFACE_COLUMNS : SCREE_DISTANCE_SURFACE_VOXELS;
        memcpy(params.voxel, sides[iteration % 5], sizeof sides[0]);
        scree_distance_source source = {.heights = heights, .scale = params.voxel[2]};
        for (size_t i = 0; i < 66000; i++) {
            heights[i] = i == 0 ? 0.75f : 0.0f;
        }
        kept_field field = distance_fill(device, &params, &source, false);
        for (uint64_t i = 0; i < field.voxels; i++) {
            double x = (double)(i % params.count[0]) * params.voxel[0];
            double y = (double)(i / params.count[0]) * params.voxel[1];
            double expected = sqrt(x * x + y * y);
            if (i != 0 && !(fabs((double)field.distance[i] - expected) <= 5.5 * ROUNDING * expected)) {
                fail_msg("%llu x %llu voxels of %g x %g x %g, %s: voxel %llu is %g away, expected %g",
                         (unsigned long long)params.count[0], (unsigned long long)params.count[1], params.voxel[0],
                         params.voxel[1], params.voxel[2], scree_distance_surface_name(params.surface),
                         (unsigned long long)i, (double)field.distance[i], expected);
            }
        }
        kept_field_free(&field);
    }
}

/* Heights near a centre, in the unit of very small voxels: squares of such lengths are not numbers of float32. */
static void tiny_lengths_keep_their_size(void **state)
{
    for (int iteration = 0; iteration < 4; iteration++) {
        double side = iteration % 2 == 0 ? 1e-9 : 1e-10;
        float heights[3] = {0.51f, 0.500001f, 0.4999f};
        scree_distance_params params = {.count = {3, 1, 1}, .voxel = {side, side, side}};
        params.surface = iteration / 2 == 0 ? SCREE_DISTANCE_SURFACE_COLUMNS : SCREE_DISTANCE_SURFACE_MESH;
        scree_distance_source source = {.heights = heights, .scale = side};
        kept_field field = distance_fill(device, &params, &source, false);
        brute_field expected = brute_exact(&params, &source);
        for (int i = 0; i < 3; i++) {
            double got = (double)field.distance[i];
            /* The error bound of distance.h for meshes, plus the roundings of heights and levels. */
            if (!(fabs(got - expected.real[i]) <= 1e-6 * fabs(expected.real[i]) + 8.0 * ROUNDING * side)) {
                fail_msg("%s, sides of %g: voxel %d is %g away, expected %g",
                         scree_distance_surface_name(params.surface), side, i, got, expected.real[i]);
            }
        }
        brute_free(&expected);
        kept_field_free(&field);
    }
}

static void comparisons_count(void **state)
{
    const float infinity = INFINITY;
    const float reference[] = {1.0f, -2.0f, 0.0f, infinity, -infinity, 3.0f, 5.0f};
    const float values[] = {1.0f, -2.5f, -0.0f, infinity, -infinity, 2.0f, 5.25f};
    scree_distance_comparison found = {0};
    scree_distance_compare(values, reference, 4, &found);
    scree_distance_compare(values + 4, reference + 4, 3, &found);
    assert_int_equal(found.voxels, 7);
    assert_int_equal(found.wrong, 3);
    assert_int_equal(found.below, 1);
    assert_true(found.maximum == 1.0);
    /* The mean of the first call is multiplied again: some roundings of float64. */
    assert_true(fabs(found.mean - 1.75 / 7.0) < 1e-15);
    scree_distance_compare(NULL, NULL, 0, &found);
    assert_int_equal(found.voxels, 7);
    scree_distance_compare(&infinity, &reference[0], 1, &found);
    assert_int_equal(found.wrong, 4);
    assert_true(isinf(found.maximum) && isinf(found.mean));
    scree_distance_compare(values, values, 7, &found);
    assert_true(isinf(found.mean));
    assert_int_equal(found.voxels, 15);
    scree_distance_comparison none = {0};
    scree_distance_compare(NULL, NULL, 0, &none);
    assert_true(none.voxels == 0 && none.mean == 0.0 && none.maximum == 0.0);
    const float inside = -infinity;
    scree_distance_compare(&infinity, &inside, 1, &none);
    assert_int_equal(none.wrong, 1);
    assert_true(isinf(none.maximum) && isinf(none.mean));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_kind_is_infinitely_far, open_device),
        cmocka_unit_test_setup(clamped_terrains_are_near, open_device),
        cmocka_unit_test_setup(signs_are_right, open_device),
        cmocka_unit_test_setup(heights_are_compared_in_float64, open_device),
        cmocka_unit_test_setup(samples_near_centres_are_compared_exactly, open_device),
        cmocka_unit_test_setup(fields_are_lipschitz, open_device),
        cmocka_unit_test_setup(conservative_voxels_never_reach_the_surface, open_device),
        cmocka_unit_test_setup(conservative_surfaces_never_reach_the_mesh, open_device),
        cmocka_unit_test_setup(far_tops_take_nothing_from_conservative_fields, open_device),
        cmocka_unit_test_setup(extreme_sides_keep_distances_finite, open_device),
        cmocka_unit_test_setup(tiny_lengths_keep_their_size, open_device),
        cmocka_unit_test(comparisons_count),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
