#include "mesh_terrains.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const mesh_terrain mesh_terrains[MESH_TERRAINS] = {
    {MESH_FLAT, 9, 7, 5, {1, 1, 1}, 2.25},
    {MESH_SLOPE, 13, 9, 8, {1, 1, 1}, 8},
    {MESH_SLOPE, 6, 21, 8, {0.25, 3, 1.5}, 12},
    {MESH_CLIFF, 16, 11, 9, {1, 1, 1}, 9},
    {MESH_CLIFF, 12, 12, 6, {1, 1, 20}, 120},
    {MESH_CLIFF, 10, 6, 6, {1, 1, 500}, 3000},
    {MESH_SPIKES, 17, 18, 10, {1, 1, 1}, 10},
    {MESH_SPIKES, 11, 13, 7, {0.5, 2, 0.75}, 40},
    {MESH_SPIKES, 9, 9, 5, {30, 0.01, 2}, 10},
    {MESH_SPIKES, 7, 8, 5, {1e-4, 1e-4, 10}, 50},
    {MESH_ROUGH, 15, 14, 12, {1, 1, 1}, 12},
    {MESH_ROUGH, 14, 19, 6, {3, 1, 2}, 12},
    {MESH_ROUGH, 13, 13, 4, {1, 1, 1}, 90},
    {MESH_HILLS, 31, 17, 16, {1, 1, 1}, 16},
    {MESH_HILLS, 19, 23, 10, {1e6, 1e6, 2e5}, 2e6},
    {MESH_HILLS, 19, 23, 10, {1e-6, 1e-6, 1e-6}, 1e-5},
    {MESH_ROUGH, 1, 23, 8, {1, 1.5, 1}, 8},
    {MESH_ROUGH, 26, 1, 8, {0.7, 1, 1}, 8},
    {MESH_SLOPE, 2, 1, 5, {1, 1, 1}, 5},
    {MESH_ROUGH, 2, 2, 6, {1, 1, 1}, 6},
    {MESH_ROUGH, 3, 2, 1, {1, 1, 1}, 1},
    {MESH_FLAT, 1, 1, 9, {1, 1, 1}, 4.5},
};

const mesh_terrain mesh_large = {MESH_HILLS, 301, 143, 23, {1, 1.25, 0.8}, 18};

static double height_at(const mesh_terrain *land, uint32_t x, uint32_t y, uint64_t *draws)
{
    const double along = (double)x / land->columns;
    switch (land->shape) {
    case MESH_FLAT:
        return land->high;
    case MESH_SLOPE:
        return land->high * (0.7 * along + 0.3 * y / land->rows);
    case MESH_CLIFF:
        return x + y / 3 < land->columns / 2 ? land->high * 0.02 : land->high * (0.95 + 0.05 * along);
    case MESH_SPIKES:
        return fixture_draw_unit(draws) < 0.05 ? land->high * fixture_draw_unit(draws) : land->high * 0.1;
    case MESH_ROUGH:
        return land->high * fixture_draw_unit(draws);
    default:
        return land->high * (0.5 + 0.3 * sin(0.4 * x) * cos(0.3 * y) + 0.1 * fixture_draw_unit(draws));
    }
}

float *mesh_make_heights(const mesh_terrain *land)
{
    float *heights = malloc(sizeof(float) * land->columns * land->rows);
    uint64_t draws = 11 * land->columns + land->rows;
    assert_non_null(heights);
    for (uint32_t y = 0; y < land->rows; y++) {
        for (uint32_t x = 0; x < land->columns; x++) {
            heights[(size_t)y * land->columns + x] = (float)height_at(land, x, y, &draws);
        }
    }
    return heights;
}

scree_distance_params mesh_params(const mesh_terrain *land)
{
    return (scree_distance_params){.count = {land->columns, land->rows, land->layers},
                                   .voxel = {land->side[0], land->side[1], land->side[2]},
                                   .surface = SCREE_DISTANCE_SURFACE_MESH};
}

uint64_t mesh_voxels(const mesh_terrain *land)
{
    return (uint64_t)land->columns * land->rows * land->layers;
}

float *mesh_fill(scree_device *device, const scree_distance_params *params, const float *heights, uint32_t *nearest,
                 scree_job_status *status)
{
    scree_job *job = NULL;
    scree_distance_source source = {.heights = heights};
    distance_memory field = {.nearest = nearest};
    field.distance = malloc(sizeof(float) * params->count[0] * params->count[1] * params->count[2]);
    assert_non_null(field.distance);
    assert_int_equal(distance_job_fill(device, params, &source, &field, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    if (status != NULL) {
        *status = scree_job_poll(job);
    }
    scree_job_release(&job);
    return field.distance;
}

/* The same by way of a buffer that it does not begin. */
static void assert_buffer(scree_device *device, const scree_distance_params *params, const float *heights,
                          const float *expected, uint64_t voxels)
{
    const uint64_t offset = 20;
    const uint64_t bytes = voxels * sizeof(float);
    const scree_distance_source source = {.heights = heights};
    scree_job *job = NULL;
    float *actual = malloc(bytes);
    assert_non_null(actual);
    scree_buffer *buffer = fixture_buffer(device, bytes + offset);
    assert_int_equal(distance_job_fill_buffer(device, params, &source, buffer, offset, &job), SCREE_OK);
    fixture_finish(&job);
    assert_int_equal(scree_buffer_read(buffer, offset, bytes, actual), SCREE_OK);
    assert_memory_equal(actual, expected, bytes);
    scree_buffer_destroy(&buffer);
    free(actual);
}

static void assert_terrain(scree_device *device, scree_device *scalar, const mesh_terrain *land, bool is_plain)
{
    scree_distance_params params = mesh_params(land);
    float *heights = mesh_make_heights(land);
    if (!is_plain) {
        params.sign = land->columns % 2 != 0 ? SCREE_DISTANCE_SIGN_INSIDE : SCREE_DISTANCE_SIGN_OUTSIDE;
        params.clip = 2.0 * land->side[2];
        params.is_conservative = true;
        params.edge = SCREE_DISTANCE_EDGE_CLAMP;
    }
    scree_job_status expected_status;
    scree_job_status status;
    float *expected = mesh_fill(scalar, &params, heights, NULL, &expected_status);
    float *actual = mesh_fill(device, &params, heights, NULL, &status);
    assert_memory_equal(actual, expected, mesh_voxels(land) * sizeof(float));
    assert_memory_equal(&status.minimum, &expected_status.minimum, sizeof(float));
    assert_memory_equal(&status.maximum, &expected_status.maximum, sizeof(float));
    assert_int_equal(status.done, status.total);
    assert_buffer(device, &params, heights, expected, mesh_voxels(land));
    free(actual);
    free(expected);
    free(heights);
}

void mesh_assert_device(scree_device *device)
{
    scree_device *scalar = fixture_device(SCREE_CPU_LEVEL_SCALAR, 2);
    for (size_t i = 0; i < MESH_TERRAINS; i++) {
        assert_terrain(device, scalar, &mesh_terrains[i], true);
        assert_terrain(device, scalar, &mesh_terrains[i], false);
    }
    assert_terrain(device, scalar, &mesh_large, true);
    scree_device_close(&scalar);
}

void mesh_assert_nearest(scree_device *device)
{
    for (size_t i = 0; i < MESH_TERRAINS; i++) {
        const uint64_t voxels = mesh_voxels(&mesh_terrains[i]);
        float *heights = mesh_make_heights(&mesh_terrains[i]);
        uint32_t *nearest[2] = {malloc(voxels * sizeof(uint32_t)), malloc(voxels * sizeof(uint32_t))};
        scree_distance_params params = mesh_params(&mesh_terrains[i]);
        float *alone = mesh_fill(device, &params, heights, NULL, NULL);
        scree_job_status status;
        float *mesh = mesh_fill(device, &params, heights, nearest[0], &status);
        params.surface = SCREE_DISTANCE_SURFACE_COLUMNS;
        float *columns = mesh_fill(device, &params, heights, nearest[1], NULL);
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
}
