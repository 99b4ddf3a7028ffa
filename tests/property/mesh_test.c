/*
 * Distances to a surface of triangles: near the truth, the smallest over all cells, and the same however they are made.
 */
#include "mesh_terrains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "distance_mesh.h"
#include "mesh_truth.h"

static mesh_truth truth_of(const mesh_terrain *land, const float *heights)
{
    return (mesh_truth){.columns = land->columns,
                        .rows = land->rows,
                        .heights = heights,
                        .side = {land->side[0], land->side[1], land->side[2]}};
}

/* How far a computed distance may be from the true one: src/field/distance/distance_mesh.h has the reasons. To that
   comes what float32 leaves of heights and sides. */
typedef struct allowance {
    double part;
    double length;
} allowance;

static allowance allowance_of(const mesh_terrain *land, const mesh_truth *map)
{
    const double unit = 0x1p-20;
    const double steepness = sqrt(1.0 + pow(mesh_truth_steepness(map), 2.0));
    const double drift = 2.0 * unit * steepness;
    const bool is_steep = drift >= 0.0625;
    return (allowance){.part = unit + (is_steep ? 0.0 : drift * drift),
                       .length = (unit + (is_steep ? steepness : drift)) * hypot(land->side[0], land->side[1]) +
                                 0x1p-23 * fmax(land->high, land->layers * land->side[2])};
}

static void assert_near(const mesh_terrain *land, uint64_t voxel, double distance, double expected, allowance allowed)
{
    const double most = allowed.part * fabs(expected) + allowed.length;
    if (!(fabs(distance - expected) <= most)) {
        fail_msg("terrain %zu, voxel %llu: %.9g is %.3g from %.9g; at most %.3g is allowed",
                 (size_t)(land - mesh_terrains), (unsigned long long)voxel, distance, distance - expected, expected,
                 most);
    }
}

static void distances_are_near_the_truth(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < MESH_TERRAINS; i++) {
        const mesh_terrain *land = &mesh_terrains[i];
        float *heights = mesh_make_heights(land);
        const mesh_truth map = truth_of(land, heights);
        const allowance allowed = allowance_of(land, &map);
        const scree_distance_params params = mesh_params(land);
        float *distance = mesh_fill(device, &params, heights, NULL, NULL);
        for (uint64_t v = 0; v < mesh_voxels(land); v++) {
            const uint32_t x = (uint32_t)(v % land->columns);
            const uint32_t y = (uint32_t)(v / land->columns % land->rows);
            const uint32_t layer = (uint32_t)(v / land->columns / land->rows);
            const double expected = mesh_truth_voxel(&map, x, y, layer);
            assert_near(land, v, (double)distance[v], expected, allowed);
            if (fabs(expected) > allowed.length && (distance[v] < 0.0f) != (expected < 0.0)) {
                fail_msg("terrain %zu, voxel %llu: %.9g, not %.9g", i, (unsigned long long)v, (double)distance[v],
                         expected);
            }
        }
        free(distance);
        free(heights);
    }
}

static scree_mesh_cell read_cell(const scree_distance_plan *plan, uint64_t index)
{
    const uint64_t right = (index + 1) % plan->columns != 0 ? 1 : 0;
    const uint64_t below = index + plan->columns < plan->plane ? plan->columns : 0;
    const float *inverses = plan->mesh->inverses + index * SCREE_MESH_INVERSES;
    return (scree_mesh_cell){.height = plan->heights[index],
                             .height_x = plan->heights[index + right],
                             .height_y = plan->heights[index + below],
                             .height_xy = plan->heights[index + below + right],
                             .inverse_x = inverses[0],
                             .inverse_y = inverses[1],
                             .inverse_xy = inverses[2],
                             .inverse_low = inverses[3],
                             .inverse_high = inverses[4],
                             .has_x = right != 0,
                             .has_y = below != 0};
}

/* The kernels' own numbers, over all cells instead of those that the search thinks worth a visit. */
static float min_of_cells(const scree_distance_plan *plan, float x, float y, float level)
{
    const scree_mesh_sides sides = plan->mesh->sides;
    float best = INFINITY;
    for (uint64_t i = 0; i < plan->plane; i++) {
        const scree_mesh_cell cell = read_cell(plan, i);
        const float column = (float)(i % plan->columns);
        const float row = (float)(i / plan->columns);
        const float square = scree_mesh_cell_square(cell, sides, column - x, row - y, level);
        const float bound =
            scree_mesh_bound(scree_mesh_gap(level, scree_mesh_cell_lowest(cell), scree_mesh_cell_highest(cell)),
                             scree_mesh_gap(y, row, row + (cell.has_y ? 1.0f : 0.0f)),
                             scree_mesh_gap(x, column, column + (cell.has_x ? 1.0f : 0.0f)), sides);
        best = fminf(best, fmaxf(square, bound));
    }
    return best;
}

static void the_search_misses_nothing(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < MESH_TERRAINS; i++) {
        const mesh_terrain *land = &mesh_terrains[i];
        float *heights = mesh_make_heights(land);
        const scree_distance_params params = mesh_params(land);
        const scree_distance_source source = {.heights = heights};
        scree_distance_plan *plan = NULL;
        assert_int_equal(scree_distance_plan_create(fixture_context, &params, &source, &plan), SCREE_OK);
        float *distance = mesh_fill(device, &params, heights, NULL, NULL);
        for (uint64_t v = 0; v < mesh_voxels(land); v++) {
            const uint64_t index = v % plan->plane;
            const float level = plan->levels[v / plan->plane];
            const float square =
                min_of_cells(plan, (float)(index % plan->columns), (float)(index / plan->columns), level);
            float expected = scree_distance_from_square(square, plan->unit, plan->margin, plan->clip);
            expected = level < plan->heights[index] && expected > 0.0f ? -expected : expected;
            assert_memory_equal(&distance[v], &expected, sizeof expected);
        }
        scree_distance_plan_destroy(&plan);
        free(distance);
        free(heights);
    }
}

static void one_side_alone_is_the_same(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < MESH_TERRAINS; i++) {
        float *heights = mesh_make_heights(&mesh_terrains[i]);
        scree_distance_params params = mesh_params(&mesh_terrains[i]);
        float *both = mesh_fill(device, &params, heights, NULL, NULL);
        params.sign = SCREE_DISTANCE_SIGN_OUTSIDE;
        float *outside = mesh_fill(device, &params, heights, NULL, NULL);
        params.sign = SCREE_DISTANCE_SIGN_INSIDE;
        params.clip = 2.0;
        float *inside = mesh_fill(device, &params, heights, NULL, NULL);
        for (uint64_t v = 0; v < mesh_voxels(&mesh_terrains[i]); v++) {
            const float expected_outside = both[v] > 0.0f ? both[v] : 0.0f;
            const float expected_inside = both[v] < 0.0f ? fminf(-both[v], 2.0f) : 0.0f;
            assert_memory_equal(&outside[v], &expected_outside, sizeof(float));
            assert_memory_equal(&inside[v], &expected_inside, sizeof(float));
        }
        free(inside);
        free(outside);
        free(both);
        free(heights);
    }
}

/* A step changes the distance by the step's length at most. */
static void distances_change_no_faster_than_the_way(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < MESH_TERRAINS; i++) {
        const mesh_terrain *land = &mesh_terrains[i];
        float *heights = mesh_make_heights(land);
        const mesh_truth map = truth_of(land, heights);
        const allowance allowed = allowance_of(land, &map);
        const scree_distance_params params = mesh_params(land);
        const uint64_t stride[3] = {1, land->columns, (uint64_t)land->columns * land->rows};
        float *distance = mesh_fill(device, &params, heights, NULL, NULL);
        for (uint64_t v = 0; v < mesh_voxels(land); v++) {
            const uint64_t at[3] = {v % land->columns, v / land->columns % land->rows, v / stride[2]};
            for (int a = 0; a < 3; a++) {
                if (at[a] + 1 < params.count[a]) {
                    const double one = (double)distance[v];
                    const double other = (double)distance[v + stride[a]];
                    /* Across a cliff the sign changes; both distances are within the step then. */
                    const double change = fmax(fabs(fabs(one) - fabs(other)), a == 2 ? fabs(one - other) : 0.0);
                    assert_true(change <=
                                land->side[a] + 2.0 * allowed.length + allowed.part * (fabs(one) + fabs(other)));
                }
            }
        }
        free(distance);
        free(heights);
    }
}

static void assert_conservative(const mesh_terrain *land, uint64_t voxel, double distance, double truth)
{
    if (!(distance >= 0.0 && distance <= truth)) {
        fail_msg("terrain %zu, voxel %llu: %.9g is more than %.9g", (size_t)(land - mesh_terrains),
                 (unsigned long long)voxel, distance, truth);
    }
}

/* Conservative fields keep below what they approach: boxes for voxels, triangles for columns and mesh. */
static void conservative_fields_never_exceed_the_truth(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < MESH_TERRAINS; i++) {
        const mesh_terrain *land = &mesh_terrains[i];
        float *heights = mesh_make_heights(land);
        for (uint32_t p = 0; p < land->columns * land->rows; p++) {
            heights[p] = fminf(heights[p], (float)(land->layers * land->side[2]));
        }
        const mesh_truth map = truth_of(land, heights);
        const allowance allowed = allowance_of(land, &map);
        scree_distance_params params = mesh_params(land);
        float *distance[3];
        params.is_conservative = true;
        /* Columns that are full or empty are no targets without this, but the triangles between them are. */
        params.edge = SCREE_DISTANCE_EDGE_CLAMP;
        for (int surface = 0; surface < 3; surface++) {
            params.surface = (scree_distance_surface)surface;
            distance[surface] = mesh_fill(device, &params, heights, NULL, NULL);
        }
        for (uint64_t v = 0; v < mesh_voxels(land); v++) {
            const uint32_t x = (uint32_t)(v % land->columns);
            const uint32_t y = (uint32_t)(v / land->columns % land->rows);
            const uint32_t layer = (uint32_t)(v / land->columns / land->rows);
            const double truth = fabs(mesh_truth_voxel(&map, x, y, layer));
            const double mesh = fabs((double)distance[SCREE_DISTANCE_SURFACE_MESH][v]);
            assert_conservative(land, v, mesh, truth);
            assert_conservative(land, v, fabs((double)distance[SCREE_DISTANCE_SURFACE_COLUMNS][v]), truth);
            assert_conservative(land, v, fabs((double)distance[SCREE_DISTANCE_SURFACE_VOXELS][v]),
                                mesh_truth_box(&map, land->layers, x, y, layer));
            /* Nor far below. */
            assert_true(mesh >= truth - 2.0 * (allowed.part * truth + allowed.length));
        }
        for (int surface = 0; surface < 3; surface++) {
            free(distance[surface]);
        }
        free(heights);
    }
}

static void levels_and_threads_do_not_matter(void **state)
{
    static const uint32_t threads[] = {1, 2, 5};
    float *heights = mesh_make_heights(&mesh_large);
    const scree_distance_params params = mesh_params(&mesh_large);
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_SCALAR, 1);
    scree_job_status expected_status;
    float *expected = mesh_fill(device, &params, heights, NULL, &expected_status);
    scree_device_close(&device);
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
            const scree_device_params wanted = {.cpu_level = (scree_cpu_level)level, .threads = threads[i]};
            if (scree_device_open(fixture_context, &wanted, &device) != SCREE_OK) {
                continue;
            }
            scree_job_status status;
            float *distance = mesh_fill(device, &params, heights, NULL, &status);
            assert_memory_equal(distance, expected, mesh_voxels(&mesh_large) * sizeof(float));
            assert_true(status.minimum == expected_status.minimum && status.maximum == expected_status.maximum);
            assert_int_equal(status.done, status.total);
            free(distance);
            scree_device_close(&device);
        }
    }
    free(expected);
    free(heights);
}

/* A stream's slabs against the whole. */
typedef struct slab_check {
    const float *expected;
    uint64_t next;
} slab_check;

static scree_result check_slab(void *user, const scree_slab *slab)
{
    slab_check *check = user;
    assert_int_equal(slab->first, check->next);
    assert_memory_equal(slab->values, check->expected + slab->first, slab->count * sizeof(float));
    check->next += slab->count;
    return SCREE_OK;
}

static void slabs_do_not_matter(void **state)
{
    /* More than one slab: 2^22 voxels each. */
    static const mesh_terrain wide = {MESH_HILLS, 1200, 700, 11, {1, 1, 1}, 9};
    float *heights = mesh_make_heights(&wide);
    const scree_distance_params params = mesh_params(&wide);
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    float *expected = mesh_fill(device, &params, heights, NULL, NULL);
    slab_check check = {.expected = expected};
    const scree_sink sink = {.write = check_slab, .user = &check};
    const scree_distance_source source = {.heights = heights};
    scree_job *job = NULL;
    assert_int_equal(distance_job_stream(device, &params, &source, &sink, &job), SCREE_OK);
    fixture_finish(&job);
    assert_int_equal(check.next, (uint64_t)wide.columns * wide.rows * wide.layers);
    free(expected);
    free(heights);
}

static void nearest_voxels_are_those_of_columns(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    mesh_assert_nearest(device);
}

static void what_float32_cannot_hold_is_refused(void **state)
{
    static const float heights[4] = {0.0f, 1.0f, 2.0f, 3e12f};
    static const float high[4] = {2e18f, 2e18f, 2e18f, 2e18f};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_distance_params params = {.count = {2, 2, 3}, .surface = SCREE_DISTANCE_SURFACE_MESH};
    scree_distance_source source = {.heights = heights};
    float distance[12];
    distance_memory field = {.distance = distance};
    scree_job *job = NULL;
    assert_int_equal(distance_job_fill(device, &params, &source, &field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "rises by 3000000053248 times"));
    source.heights = high;
    assert_int_equal(distance_job_fill(device, &params, &source, &field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "is 1.999999968613499e18 long or high"));
    params.voxel[0] = 1e10;
    params.count[1] = 1;
    params.count[0] = 2;
    source.heights = heights;
    assert_int_equal(distance_job_fill(device, &params, &source, &field, &job), SCREE_OK);
    fixture_finish(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_near_the_truth),
        cmocka_unit_test(the_search_misses_nothing),
        cmocka_unit_test(one_side_alone_is_the_same),
        cmocka_unit_test(distances_change_no_faster_than_the_way),
        cmocka_unit_test(conservative_fields_never_exceed_the_truth),
        cmocka_unit_test(levels_and_threads_do_not_matter),
        cmocka_unit_test(slabs_do_not_matter),
        cmocka_unit_test(nearest_voxels_are_those_of_columns),
        cmocka_unit_test(what_float32_cannot_hold_is_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
