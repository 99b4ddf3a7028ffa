/* The exact method against trying everything, on small volumes of all shapes, and what follows from its definition. */
#include "distance_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Relative error of a float32 rounding. */
#define ROUNDING 0x1p-24

static const double equal_sides[] = {1.0, 0.3, 1e6, 0x1p-7, 30.0};
static const double unequal_sides[][3] = {
    {0.7, 1.3, 0.4}, {30.0, 30.0, 1.0}, {1.0, 1.0, 2.5},    {1e-3, 1.0, 1e3},
    {2.0, 1.0, 1.0}, {1e3, 1.0, 1e-3},  {1e-6, 2e-6, 3e-6}, {1e4, 1e4, 1.0},
};

static void draw_sides(trial *tried, uint64_t *state)
{
    double side = equal_sides[fixture_draw(state) % 5];
    const double *sides = unequal_sides[fixture_draw(state) % 8];
    bool is_equal = fixture_draw(state) % 2 == 0;
    for (int a = 0; a < 3; a++) {
        tried->params.voxel[a] = is_equal ? side : sides[a];
    }
}

static trial draw_trial(scree_distance_surface surface, uint64_t most, uint64_t *state)
{
    trial tried = {.params.surface = surface};
    trial_draw_shape(&tried, most, state);
    draw_sides(&tried, state);
    bool is_terrain = surface != SCREE_DISTANCE_SURFACE_VOXELS || fixture_draw(state) % 2 == 0;
    tried.kind = is_terrain ? (volume_kind)(fixture_draw(state) % VOLUME_FIRST_VOXELS)
                            : (volume_kind)(VOLUME_FIRST_VOXELS +
                                            fixture_draw(state) % (unsigned)(VOLUME_COUNT - VOLUME_FIRST_VOXELS));
    tried.params.sign = (scree_distance_sign)(fixture_draw(state) % 3);
    tried.params.edge = is_terrain ? (scree_distance_edge)(fixture_draw(state) % 2) : SCREE_DISTANCE_EDGE_OPEN;
    if (fixture_draw(state) % 4 == 0) {
        tried.params.clip = (0.1 + fixture_draw_unit(state) * 6.0) * tried.params.voxel[fixture_draw(state) % 3];
    }
    for (int a = 0; surface == SCREE_DISTANCE_SURFACE_MESH && a < 3;
         a++) { /* Not steeper than a million, and not clipped. */
        tried.params.voxel[a] = fmin(fmax(tried.params.voxel[a], 1e-6), tried.params.voxel[0] * 100.0);
        tried.params.clip = 0.0;
    }
    tried.seed = fixture_draw(state);
    return tried;
}

static void fail_at(const trial *tried, uint64_t i, const char *what, double expected, double actual)
{
    uint64_t columns = tried->params.count[0];
    uint64_t rows = tried->params.count[1];
    fail_msg("%s\n  voxel %llu (%llu, %llu, %llu), %s: expected %.9g, got %.9g", trial_name(tried),
             (unsigned long long)i, (unsigned long long)(i % columns), (unsigned long long)(i / columns % rows),
             (unsigned long long)(i / columns / rows), what, expected, actual);
}

/* Vertical terms of float32 heights and levels: against float64 they are off by what both were rounded by. */
static double max_height(const trial *tried)
{
    double maximum = (double)tried->params.count[2] * tried->params.voxel[2];
    for (uint64_t i = 0; i < tried->params.count[0] * tried->params.count[1]; i++) {
        double height = (double)tried->source.heights[i] * tried->source.scale + tried->source.offset;
        maximum = fmax(maximum, fabs(height));
    }
    return maximum;
}

/*
 * The same bits, which are close to float64. A length is rounded twice (its side, the product), its square once more
 * than twice that, and two sums follow: seven roundings of a squared distance at most, half of them of its root, which
 * is rounded itself, and so is its product with an equal side.
 */
static void assert_exact(const trial *tried, const brute_field *expected, const kept_field *actual)
{
    double clip = tried->params.clip > 0.0 ? tried->params.clip : (double)INFINITY;
    double rest = tried->params.surface == SCREE_DISTANCE_SURFACE_COLUMNS ? 2.0 * ROUNDING * max_height(tried) : 0.0;
    for (uint64_t i = 0; i < expected->voxels; i++) {
        double real = fabs(expected->real[i]) < clip ? expected->real[i] : copysign(clip, expected->real[i]);
        double got = (double)actual->distance[i];
        if (memcmp(&expected->distance[i], &actual->distance[i], sizeof(float)) != 0) {
            fail_at(tried, i, "distance", (double)expected->distance[i], got);
        }
        if (isinf(real) ? got != real : !(fabs(got - real) <= 5.5 * ROUNDING * fabs(real) + rest)) {
            fail_at(tried, i, "distance in float64", real, got);
        }
    }
}

/* Within what is promised. */
static void assert_mesh(const trial *tried, const brute_field *expected, const kept_field *actual)
{
    double rest = trial_mesh_error(tried, 0.0);
    double share = trial_mesh_error(tried, 1.0) - rest;
    for (uint64_t i = 0; i < expected->voxels; i++) {
        double real = expected->real[i];
        double got = (double)actual->distance[i];
        if (!(fabs(got - real) <= share * fabs(real) + rest)) {
            fail_at(tried, i, "distance to the mesh", real, got);
        }
    }
}

static void assert_nearest(const trial *tried, const brute_field *expected, const kept_field *actual)
{
    for (uint64_t i = 0; i < expected->voxels; i++) {
        if (expected->nearest[i] != actual->nearest[i]) {
            fail_at(tried, i, "nearest", expected->nearest[i], actual->nearest[i]);
        }
    }
}

static void assert_range(const trial *tried, const kept_field *actual)
{
    float minimum = INFINITY;
    float maximum = -INFINITY;
    for (uint64_t i = 0; i < actual->voxels; i++) {
        minimum = actual->distance[i] < minimum ? actual->distance[i] : minimum;
        maximum = actual->distance[i] > maximum ? actual->distance[i] : maximum;
    }
    if (actual->status.minimum != minimum || actual->status.maximum != maximum) {
        fail_msg("%s: range %g to %g, expected %g to %g", trial_name(tried), (double)actual->status.minimum,
                 (double)actual->status.maximum, (double)minimum, (double)maximum);
    }
    assert_int_equal(actual->status.done, actual->status.total);
}

/* Devices: the reference, and all that the processor has on two threads. */
#define DEVICES 2

typedef struct devices {
    scree_device *device[DEVICES];
} devices;

static devices open_devices(void)
{
    return (devices){{fixture_device(SCREE_CPU_LEVEL_SCALAR, 1), fixture_device(SCREE_CPU_LEVEL_AUTO, 2)}};
}

static void close_devices(devices *opened)
{
    for (int i = 0; i < DEVICES; i++) {
        scree_device_close(&opened->device[i]);
    }
}

/* Makes a field on each device, without and with indices, and compares it with trying everything. */
static void check_trial(trial *tried, const devices *opened)
{
    trial_make(tried, opened->device[0]);
    brute_field expected = brute_exact(&tried->params, &tried->source);
    for (int i = 0; i < 2 * DEVICES; i++) {
        const bool has_nearest = i % 2 == 1;
        kept_field actual = distance_fill(opened->device[i / 2], &tried->params, &tried->source, has_nearest);
        if (tried->params.surface == SCREE_DISTANCE_SURFACE_MESH) {
            assert_mesh(tried, &expected, &actual);
        } else {
            assert_exact(tried, &expected, &actual);
        }
        if (has_nearest) {
            assert_nearest(tried, &expected, &actual);
        }
        assert_range(tried, &actual);
        kept_field_free(&actual);
    }
    brute_free(&expected);
    trial_free(tried);
}

static void check_trials(scree_distance_surface surface, int iterations, uint64_t most, uint64_t often, uint64_t draws)
{
    devices opened = open_devices();
    for (int iteration = 0; iteration < iterations; iteration++) {
        trial tried = draw_trial(surface, iteration % 10 == 0 ? most : often, &draws);
        check_trial(&tried, &opened);
    }
    close_devices(&opened);
}

static void voxels_are_trying_everything(void **state)
{
    check_trials(SCREE_DISTANCE_SURFACE_VOXELS, 600, 2500, 400, 1);
}

static void columns_are_trying_everything(void **state)
{
    check_trials(SCREE_DISTANCE_SURFACE_COLUMNS, 700, 600, 600, 3);
}

/* The nearest columns are those of the surface of columns. */
static void mesh_is_trying_everything(void **state)
{
    check_trials(SCREE_DISTANCE_SURFACE_MESH, 300, 400, 400, 5);
}

/* Lines and towers whose squares are beyond 16 bits, at distances that they fill exactly, or by one too much. */
static void long_volumes_are_trying_everything(void **state)
{
    static const uint64_t counts[][3] = {{1700, 1, 1}, {1, 1700, 1}, {1, 1, 1700}, {520, 2, 2}, {2, 520, 2},
                                         {2, 2, 520},  {3, 5, 150},  {300, 3, 3},  {257, 7, 1}, {182, 182, 1}};
    devices opened = open_devices();
    uint64_t draws = 8;
    for (int iteration = 0; iteration < 60; iteration++) {
        trial tried = {.kind = (volume_kind)(fixture_draw(&draws) % VOLUME_COUNT), .seed = fixture_draw(&draws)};
        memcpy(tried.params.count, counts[iteration % 10], sizeof counts[0]);
        tried.params.count[0] = iteration % 10 == 9 && iteration > 10 ? 20 : tried.params.count[0];
        tried.params.edge = iteration / 10 % 2 == 1 && tried.kind < VOLUME_FIRST_VOXELS ? SCREE_DISTANCE_EDGE_CLAMP
                                                                                        : SCREE_DISTANCE_EDGE_OPEN;
        for (int a = 0; a < 3; a++) {
            tried.params.voxel[a] = 1.0;
        }
        check_trial(&tried, &opened);
    }
    close_devices(&opened);
}

/* Too long for trying everything: one voxel, whose distance is known everywhere, by both kinds of method. */
static void one_voxel_is_seen_from_everywhere(void **state)
{
    static const uint64_t counts[][3] = {{32767, 2, 1}, {2, 32767, 3}, {1, 2, 32767}, {32768, 2, 1}, {3, 32769, 1},
                                         {1, 1, 40001}, {9001, 3, 2},  {2, 9001, 3},  {3, 2, 9001},  {70001, 1, 1}};
    devices opened = open_devices();
    uint64_t draws = 9;
    for (int iteration = 0; iteration < 20; iteration++) {
        scree_distance_params params = {.method = iteration < 10 ? SCREE_DISTANCE_EXACT : SCREE_DISTANCE_JFA};
        memcpy(params.count, counts[iteration % 10], sizeof counts[0]);
        uint64_t voxels = distance_voxels(&params);
        uint64_t solid = iteration % 3 == 0 ? 0 : iteration % 3 == 1 ? voxels - 1 : fixture_draw(&draws) % voxels;
        uint8_t *occupancy = calloc(voxels, 1);
        assert_non_null(occupancy);
        occupancy[solid] = 1;
        scree_distance_source source = {.occupancy = occupancy};
        kept_field field = distance_fill(opened.device[iteration % DEVICES], &params, &source, true);
        for (uint64_t i = 0; i < voxels; i++) {
            double x = (double)(i % params.count[0]) - (double)(solid % params.count[0]);
            double y = (double)(i / params.count[0] % params.count[1]) -
                       (double)(solid / params.count[0] % params.count[1]);
            double z = (double)(i / params.count[0] / params.count[1]) -
                       (double)(solid / params.count[0] / params.count[1]);
            float expected = i == solid ? -1.0f : sqrtf((float)(x * x + y * y + z * z));
            if (field.distance[i] != expected || (i != solid && field.nearest[i] != solid)) {
                fail_msg("%llu x %llu x %llu, %s: voxel %llu is %.9g away from %u, not %.9g from %llu",
                         (unsigned long long)params.count[0], (unsigned long long)params.count[1],
                         (unsigned long long)params.count[2], scree_distance_method_name(params.method),
                         (unsigned long long)i, (double)field.distance[i], field.nearest[i], (double)expected,
                         (unsigned long long)solid);
            }
        }
        kept_field_free(&field);
        free(occupancy);
    }
    close_devices(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(voxels_are_trying_everything),      cmocka_unit_test(columns_are_trying_everything),
        cmocka_unit_test(mesh_is_trying_everything),         cmocka_unit_test(long_volumes_are_trying_everything),
        cmocka_unit_test(one_voxel_is_seen_from_everywhere),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
