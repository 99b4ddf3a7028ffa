#include "distance_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t distance_voxels(const scree_distance_params *params)
{
    return params->count[0] * params->count[1] * (params->count[2] == 0 ? 1 : params->count[2]);
}

kept_field distance_fill(scree_device *device, const scree_distance_params *params, const scree_distance_source *source,
                         bool wants_nearest)
{
    kept_field kept = {.voxels = distance_voxels(params)};
    size_t bytes = (size_t)kept.voxels * sizeof(uint32_t);
    kept.distance = malloc(bytes);
    kept.nearest = wants_nearest ? malloc(bytes) : NULL;
    assert_non_null(kept.distance);
    memset(kept.distance, 0xff, bytes);
    if (wants_nearest) {
        assert_non_null(kept.nearest);
        memset(kept.nearest, 0x5a, bytes);
    }
    distance_memory field = {.distance = kept.distance, .nearest = kept.nearest};
    scree_job *job = NULL;
    fixture_message[0] = '\0';
    scree_result result = distance_job_fill(device, params, source, &field, &job);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        kept.status = scree_job_poll(job);
    }
    scree_job_release(&job);
    if (result != SCREE_OK) {
        fail_msg("%s: %s", scree_result_name(result), fixture_message);
    }
    return kept;
}

void kept_field_free(kept_field *field)
{
    free(field->distance);
    free(field->nearest);
    *field = (kept_field){0};
}

void trial_draw_shape(trial *tried, uint64_t most, uint64_t *state)
{
    static const uint64_t lengths[] = {1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 31, 32, 33, 47, 64, 65};
    bool is_flat = fixture_draw(state) % 3 == 0;
    do {
        for (int a = 0; a < 3; a++) {
            tried->params.count[a] = lengths[fixture_draw(state) % (sizeof lengths / sizeof lengths[0])];
        }
        if (is_flat) {
            tried->params.count[fixture_draw(state) % 3] = 1;
        }
    } while (distance_voxels(&tried->params) > most);
}

void trial_make(trial *tried, scree_device *device)
{
    double side = tried->params.voxel[2] == 0.0 ? 1.0 : tried->params.voxel[2];
    tried->solid = volume_make(tried->kind, tried->params.count, side, tried->seed, device);
    tried->source = volume_source(&tried->solid);
}

void trial_free(trial *tried)
{
    volume_free(&tried->solid);
}

static double height_of(const trial *tried, uint64_t x, uint64_t y)
{
    const scree_distance_params *params = &tried->params;
    uint64_t right = x < params->count[0] ? x : params->count[0] - 1;
    uint64_t back = y < params->count[1] ? y : params->count[1] - 1;
    double height = (double)tried->source.heights[back * params->count[0] + right] * tried->source.scale;
    height += tried->source.offset;
    if (params->edge == SCREE_DISTANCE_EDGE_CLAMP) {
        height = fmin(fmax(height, 0.0), (double)params->count[2] * params->voxel[2]);
    }
    return height;
}

/* Steepness of the steepest triangle: rise divided by length. */
static double steepness(const trial *tried)
{
    double steepest = 0.0;
    for (uint64_t i = 0; i < tried->params.count[0] * tried->params.count[1]; i++) {
        uint64_t x = i % tried->params.count[0];
        uint64_t y = i / tried->params.count[0];
        double own = height_of(tried, x, y);
        double right = height_of(tried, x + 1, y);
        double back = height_of(tried, x, y + 1);
        double last = height_of(tried, x + 1, y + 1);
        double lower = hypot((right - own) / tried->params.voxel[0], (last - right) / tried->params.voxel[1]);
        double upper = hypot((last - back) / tried->params.voxel[0], (back - own) / tried->params.voxel[1]);
        steepest = fmax(steepest, fmax(lower, upper));
    }
    return steepest;
}

double trial_mesh_error(const trial *tried, double distance)
{
    double steepest = steepness(tried);
    double q = 0x1p-19 * sqrt(1.0 + steepest * steepest);
    double sides = tried->params.voxel[0] + tried->params.voxel[1];
    return fabs(distance) * (0x1p-19 + q * q) + (0x1p-18 + 4.0 * q) * sides;
}

const char *trial_name(const trial *tried)
{
    static char name[256];
    const scree_distance_params *params = &tried->params;
    snprintf(name, sizeof name, "%s %s %s %llu x %llu x %llu, sides %g %g %g, %s, %s, clip %g%s, seed %llu",
             volume_name(tried->kind), scree_distance_method_name(params->method),
             scree_distance_surface_name(params->surface), (unsigned long long)params->count[0],
             (unsigned long long)params->count[1], (unsigned long long)params->count[2], params->voxel[0],
             params->voxel[1], params->voxel[2], scree_distance_sign_name(params->sign),
             scree_distance_edge_name(params->edge), params->clip, params->is_conservative ? ", conservative" : "",
             (unsigned long long)tried->seed);
    return name;
}
