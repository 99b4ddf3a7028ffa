/* Distances to a surface of triangles: near the truth, the least over all cells, and the same however they are made. */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "distance_mesh.h"
#include "mesh_truth.h"

/* Terrains. Heights lie between 0 and `high`, or are what the shape says. */
typedef enum shape { SHAPE_FLAT, SHAPE_SLOPE, SHAPE_CLIFF, SHAPE_SPIKES, SHAPE_ROUGH, SHAPE_HILLS } shape;

typedef struct terrain {
    shape shape;
    uint32_t columns, rows, layers;
    double side[3];
    double high;
} terrain;

static const terrain terrains[] = {
    {SHAPE_FLAT, 9, 7, 5, {1, 1, 1}, 2.25},
    {SHAPE_SLOPE, 13, 9, 8, {1, 1, 1}, 8},
    {SHAPE_SLOPE, 6, 21, 8, {0.25, 3, 1.5}, 12},
    {SHAPE_CLIFF, 16, 11, 9, {1, 1, 1}, 9},
    {SHAPE_CLIFF, 12, 12, 6, {1, 1, 20}, 120},
    {SHAPE_CLIFF, 10, 6, 6, {1, 1, 500}, 3000},
    {SHAPE_SPIKES, 17, 18, 10, {1, 1, 1}, 10},
    {SHAPE_SPIKES, 11, 13, 7, {0.5, 2, 0.75}, 40},
    {SHAPE_SPIKES, 9, 9, 5, {30, 0.01, 2}, 10},
    {SHAPE_ROUGH, 15, 14, 12, {1, 1, 1}, 12},
    {SHAPE_ROUGH, 14, 19, 6, {3, 1, 2}, 12},
    {SHAPE_ROUGH, 13, 13, 4, {1, 1, 1}, 90},
    {SHAPE_HILLS, 31, 17, 16, {1, 1, 1}, 16},
    {SHAPE_HILLS, 19, 23, 10, {1e6, 1e6, 2e5}, 2e6},
    {SHAPE_HILLS, 19, 23, 10, {1e-6, 1e-6, 1e-6}, 1e-5},
    {SHAPE_ROUGH, 1, 23, 8, {1, 1.5, 1}, 8},
    {SHAPE_ROUGH, 26, 1, 8, {0.7, 1, 1}, 8},
    {SHAPE_SLOPE, 2, 1, 5, {1, 1, 1}, 5},
    {SHAPE_ROUGH, 2, 2, 6, {1, 1, 1}, 6},
    {SHAPE_ROUGH, 3, 2, 1, {1, 1, 1}, 1},
    {SHAPE_FLAT, 1, 1, 9, {1, 1, 1}, 4.5},
};

#define TERRAINS (sizeof terrains / sizeof terrains[0])

static double height_at(const terrain *land, uint32_t x, uint32_t y, uint64_t *draws)
{
    const double along = (double)x / land->columns;
    switch (land->shape) {
    case SHAPE_FLAT:
        return land->high;
    case SHAPE_SLOPE:
        return land->high * (0.7 * along + 0.3 * y / land->rows);
    case SHAPE_CLIFF:
        return x + y / 3 < land->columns / 2 ? land->high * 0.02 : land->high * (0.95 + 0.05 * along);
    case SHAPE_SPIKES:
        return fixture_draw_unit(draws) < 0.05 ? land->high * fixture_draw_unit(draws) : land->high * 0.1;
    case SHAPE_ROUGH:
        return land->high * fixture_draw_unit(draws);
    default:
        return land->high * (0.5 + 0.3 * sin(0.4 * x) * cos(0.3 * y) + 0.1 * fixture_draw_unit(draws));
    }
}

static float *make_heights(const terrain *land)
{
    float *heights = malloc(sizeof(float) * land->columns * land->rows);
    uint64_t draws = 11 + (uint64_t)(land - terrains);
    assert_non_null(heights);
    for (uint32_t y = 0; y < land->rows; y++) {
        for (uint32_t x = 0; x < land->columns; x++) {
            heights[(size_t)y * land->columns + x] = (float)height_at(land, x, y, &draws);
        }
    }
    return heights;
}

static mesh_truth truth_of(const terrain *land, const float *heights)
{
    return (mesh_truth){.columns = land->columns,
                        .rows = land->rows,
                        .heights = heights,
                        .side = {land->side[0], land->side[1], land->side[2]}};
}

static scree_distance_params params_of(const terrain *land)
{
    return (scree_distance_params){.count = {land->columns, land->rows, land->layers},
                                   .voxel = {land->side[0], land->side[1], land->side[2]},
                                   .surface = SCREE_SURFACE_MESH};
}

static uint64_t voxels_of(const terrain *land)
{
    return (uint64_t)land->columns * land->rows * land->layers;
}

/* Fills new memory with a field, which the caller frees. */
static float *fill(scree_device *device, const scree_distance_params *params, const float *heights, uint32_t *nearest,
                   scree_job_status *status)
{
    scree_job *job = NULL;
    scree_distance_source source = {.heights = heights};
    scree_distance_field field = {.nearest = nearest};
    field.distance = malloc(sizeof(float) * params->count[0] * params->count[1] * params->count[2]);
    assert_non_null(field.distance);
    assert_int_equal(scree_distance_fill(device, params, &source, &field, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    if (status != NULL) {
        *status = scree_job_poll(job);
    }
    scree_job_release(&job);
    return field.distance;
}

/* How far a computed distance may be from the true one: src/core/distance_mesh.h has the reasons. To that comes what
   float32 leaves of heights and sides. */
typedef struct allowance {
    double part;
    double length;
} allowance;

static allowance allowance_of(const terrain *land, const mesh_truth *map)
{
    const double unit = 0x1p-19;
    const double steepness = mesh_truth_steepness(map);
    const double drift = unit * sqrt(1.0 + steepness * steepness);
    return (allowance){.part = unit + drift * drift,
                       .length = (2.0 * unit + 4.0 * drift) * (land->side[0] + land->side[1]) +
                                 0x1p-23 * fmax(land->high, land->layers * land->side[2])};
}

static void assert_near(const terrain *land, uint64_t voxel, double distance, double expected, allowance allowed)
{
    const double most = allowed.part * fabs(expected) + allowed.length;
    if (!(fabs(distance - expected) <= most)) {
        fail_msg("terrain %zu, voxel %llu: %.9g is %.3g from %.9g; at most %.3g is allowed", (size_t)(land - terrains),
                 (unsigned long long)voxel, distance, distance - expected, expected, most);
    }
}

static void distances_are_near_the_truth(void **state)
{
    (void)state;
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < TERRAINS; i++) {
        const terrain *land = &terrains[i];
        float *heights = make_heights(land);
        const mesh_truth map = truth_of(land, heights);
        const allowance allowed = allowance_of(land, &map);
        const scree_distance_params params = params_of(land);
        float *distance = fill(device, &params, heights, NULL, NULL);
        for (uint64_t v = 0; v < voxels_of(land); v++) {
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
    scree_device_close(&device);
}

static scree_mesh_cell read_cell(const scree_distance_plan *plan, uint64_t place)
{
    const uint64_t right = (place + 1) % plan->columns != 0 ? 1 : 0;
    const uint64_t below = place + plan->columns < plan->plane ? plan->columns : 0;
    const float *inverses = plan->mesh->inverses + place * SCREE_MESH_INVERSES;
    return (scree_mesh_cell){.height = plan->heights[place],
                             .height_x = plan->heights[place + right],
                             .height_y = plan->heights[place + below],
                             .height_xy = plan->heights[place + below + right],
                             .inverse_x = inverses[0],
                             .inverse_y = inverses[1],
                             .inverse_xy = inverses[2],
                             .inverse_low = inverses[3],
                             .inverse_high = inverses[4],
                             .has_x = right != 0,
                             .has_y = below != 0};
}

/* The kernels' own numbers, over all cells instead of those that the search thinks worth a visit. */
static float least_of_cells(const scree_distance_plan *plan, float x, float y, float level)
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
    (void)state;
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < TERRAINS; i++) {
        const terrain *land = &terrains[i];
        float *heights = make_heights(land);
        const scree_distance_params params = params_of(land);
        const scree_distance_source source = {.heights = heights};
        scree_distance_plan *plan = NULL;
        assert_int_equal(scree_distance_plan_create(fixture_context, &params, &source, false, &plan), SCREE_OK);
        float *distance = fill(device, &params, heights, NULL, NULL);
        for (uint64_t v = 0; v < voxels_of(land); v++) {
            const uint64_t place = v % plan->plane;
            const float level = plan->levels[v / plan->plane];
            const float square =
                least_of_cells(plan, (float)(place % plan->columns), (float)(place / plan->columns), level);
            float expected = scree_distance_from_square(square, plan->unit, plan->margin, plan->clip);
            expected = level < plan->heights[place] && expected > 0.0f ? -expected : expected;
            assert_memory_equal(&distance[v], &expected, sizeof expected);
        }
        scree_distance_plan_destroy(&plan);
        free(distance);
        free(heights);
    }
    scree_device_close(&device);
}

static void one_side_alone_is_the_same(void **state)
{
    (void)state;
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < TERRAINS; i++) {
        float *heights = make_heights(&terrains[i]);
        scree_distance_params params = params_of(&terrains[i]);
        float *both = fill(device, &params, heights, NULL, NULL);
        params.sign = SCREE_SIGN_OUTSIDE;
        float *outside = fill(device, &params, heights, NULL, NULL);
        params.sign = SCREE_SIGN_INSIDE;
        params.clip = 2.0;
        float *inside = fill(device, &params, heights, NULL, NULL);
        for (uint64_t v = 0; v < voxels_of(&terrains[i]); v++) {
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
    scree_device_close(&device);
}

/* A step changes the distance by the step's length at most. */
static void distances_change_no_faster_than_the_way(void **state)
{
    (void)state;
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < TERRAINS; i++) {
        const terrain *land = &terrains[i];
        float *heights = make_heights(land);
        const mesh_truth map = truth_of(land, heights);
        const allowance allowed = allowance_of(land, &map);
        const scree_distance_params params = params_of(land);
        const uint64_t stride[3] = {1, land->columns, (uint64_t)land->columns * land->rows};
        float *distance = fill(device, &params, heights, NULL, NULL);
        for (uint64_t v = 0; v < voxels_of(land); v++) {
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
    scree_device_close(&device);
}

static void assert_conservative(const terrain *land, uint64_t voxel, double distance, double truth)
{
    if (!(distance >= 0.0 && distance <= truth)) {
        fail_msg("terrain %zu, voxel %llu: %.9g is more than %.9g", (size_t)(land - terrains),
                 (unsigned long long)voxel, distance, truth);
    }
}

/* Conservative fields keep below what they approach: boxes for voxels, triangles for columns and mesh. */
static void conservative_fields_never_exceed_the_truth(void **state)
{
    (void)state;
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < TERRAINS; i++) {
        const terrain *land = &terrains[i];
        float *heights = make_heights(land);
        for (uint32_t p = 0; p < land->columns * land->rows; p++) {
            heights[p] = fminf(heights[p], (float)(land->layers * land->side[2]));
        }
        const mesh_truth map = truth_of(land, heights);
        const allowance allowed = allowance_of(land, &map);
        scree_distance_params params = params_of(land);
        float *distance[3];
        params.is_conservative = true;
        /* Columns that are full or empty are no targets without this, but the triangles between them are. */
        params.edge = SCREE_EDGE_CLAMP;
        for (int surface = 0; surface < 3; surface++) {
            params.surface = (scree_distance_surface)surface;
            distance[surface] = fill(device, &params, heights, NULL, NULL);
        }
        for (uint64_t v = 0; v < voxels_of(land); v++) {
            const uint32_t x = (uint32_t)(v % land->columns);
            const uint32_t y = (uint32_t)(v / land->columns % land->rows);
            const uint32_t layer = (uint32_t)(v / land->columns / land->rows);
            const double truth = fabs(mesh_truth_voxel(&map, x, y, layer));
            const double mesh = fabs((double)distance[SCREE_SURFACE_MESH][v]);
            assert_conservative(land, v, mesh, truth);
            assert_conservative(land, v, fabs((double)distance[SCREE_SURFACE_COLUMNS][v]), truth);
            assert_conservative(land, v, fabs((double)distance[SCREE_SURFACE_VOXELS][v]),
                                mesh_truth_box(&map, land->layers, x, y, layer));
            /* Nor far below. */
            assert_true(mesh >= truth - 2.0 * (allowed.part * truth + allowed.length));
        }
        for (int surface = 0; surface < 3; surface++) {
            free(distance[surface]);
        }
        free(heights);
    }
    scree_device_close(&device);
}

/* A larger terrain, whose sides are no multiples of anything. */
static const terrain large = {SHAPE_HILLS, 301, 143, 23, {1, 1.25, 0.8}, 18};

static void levels_and_threads_do_not_matter(void **state)
{
    (void)state;
    static const uint32_t threads[] = {1, 2, 5};
    float *heights = make_heights(&large);
    const scree_distance_params params = params_of(&large);
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_SCALAR, 1);
    scree_job_status expected_status;
    float *expected = fill(device, &params, heights, NULL, &expected_status);
    scree_device_close(&device);
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
            const scree_device_params wanted = {.cpu_level = (scree_cpu_level)level, .threads = threads[i]};
            if (scree_device_open(fixture_context, &wanted, &device) != SCREE_OK) {
                continue;
            }
            scree_job_status status;
            float *distance = fill(device, &params, heights, NULL, &status);
            assert_memory_equal(distance, expected, voxels_of(&large) * sizeof(float));
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
    uint64_t plane;
    uint64_t next;
} slab_check;

static scree_result check_slab(void *user, const scree_distance_slab *slab)
{
    slab_check *check = user;
    assert_int_equal(slab->first_layer, check->next);
    assert_memory_equal(slab->distance, check->expected + slab->first_layer * check->plane,
                        slab->layers * check->plane * sizeof(float));
    check->next += slab->layers;
    return SCREE_OK;
}

static void slabs_do_not_matter(void **state)
{
    (void)state;
    /* More than one slab: 2^22 voxels each. */
    static const terrain wide = {SHAPE_HILLS, 1200, 700, 11, {1, 1, 1}, 9};
    float *heights = make_heights(&wide);
    const scree_distance_params params = params_of(&wide);
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    float *expected = fill(device, &params, heights, NULL, NULL);
    slab_check check = {.expected = expected, .plane = (uint64_t)wide.columns * wide.rows};
    const scree_distance_sink sink = {.write = check_slab, .user = &check};
    const scree_distance_source source = {.heights = heights};
    scree_job *job = NULL;
    assert_int_equal(scree_distance_stream(device, &params, &source, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    scree_job_release(&job);
    assert_int_equal(check.next, wide.layers);
    free(expected);
    free(heights);
    scree_device_close(&device);
}

static void nearest_voxels_are_those_of_columns(void **state)
{
    (void)state;
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    for (size_t i = 0; i < TERRAINS; i++) {
        const uint64_t voxels = voxels_of(&terrains[i]);
        float *heights = make_heights(&terrains[i]);
        uint32_t *nearest[2] = {malloc(voxels * sizeof(uint32_t)), malloc(voxels * sizeof(uint32_t))};
        scree_distance_params params = params_of(&terrains[i]);
        float *alone = fill(device, &params, heights, NULL, NULL);
        scree_job_status status;
        float *mesh = fill(device, &params, heights, nearest[0], &status);
        params.surface = SCREE_SURFACE_COLUMNS;
        float *columns = fill(device, &params, heights, nearest[1], NULL);
        assert_memory_equal(mesh, alone, voxels * sizeof(float));
        assert_memory_equal(nearest[0], nearest[1], voxels * sizeof(uint32_t));
        assert_int_equal(status.done, status.total);
        free(columns);
        free(mesh);
        free(alone);
        free(nearest[0]);
        free(nearest[1]);
        free(heights);
    }
    scree_device_close(&device);
}

static void what_float32_cannot_hold_is_refused(void **state)
{
    (void)state;
    static const float heights[4] = {0.0f, 1.0f, 2.0f, 3e6f};
    static const float high[4] = {2e18f, 2e18f, 2e18f, 2e18f};
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    scree_distance_params params = {.count = {2, 2, 3}, .surface = SCREE_SURFACE_MESH};
    scree_distance_source source = {.heights = heights};
    float distance[12];
    scree_distance_field field = {.distance = distance};
    scree_job *job = NULL;
    assert_int_equal(scree_distance_fill(device, &params, &source, &field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "rises by 3e+06"));
    source.heights = high;
    assert_int_equal(scree_distance_fill(device, &params, &source, &field, &job), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "2e+18"));
    params.voxel[0] = 1e15;
    params.count[1] = 1;
    params.count[0] = 2;
    source.heights = heights;
    assert_int_equal(scree_distance_fill(device, &params, &source, &field, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    scree_job_release(&job);
    scree_device_close(&device);
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
