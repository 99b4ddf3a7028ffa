/* Distance fields on the CPU: where the field lies, and which method makes it. */
#include "distance_state.h"

#include <stdlib.h>

#include "context_internal.h"
#include "whole_numbers.h"

/* Of a slab of a stream: enough that all threads are busy, and little memory. */
#define SLAB_VOXELS ((uint64_t)1 << 22)

static bool is_flooding(const scree_distance_state *state)
{
    return state->plan->params.method != SCREE_DISTANCE_EXACT;
}

static bool is_mesh(const scree_distance_state *state)
{
    return state->plan->params.surface == SCREE_SURFACE_MESH;
}

static scree_result prepare(scree_distance_state *state)
{
    if (is_flooding(state)) {
        return scree_cpu_flood_prepare(state);
    }
    return is_mesh(state) ? scree_cpu_mesh_prepare(state) : scree_cpu_exact_prepare(state);
}

/* A method that does not go layer by layer works in the whole field; a stream of it needs memory for that. */
static scree_result take_volume(scree_distance_state *state, const scree_distance_place *whole)
{
    state->distance = whole->buffer != NULL ? scree_cpu_buffer_values(whole->buffer, whole->offset) : whole->distance;
    if (state->distance != NULL || scree_distance_is_layered(state->plan)) {
        return SCREE_OK;
    }
    size_t bytes = (size_t)state->plan->voxels * sizeof(float);
    state->is_owned = true;
    state->distance = malloc(bytes);
    if (state->distance == NULL) {
        return scree_fail(state->device->base.context, SCREE_ERROR_OUT_OF_MEMORY,
                          "no memory for a field of %llu voxels, which this method needs whole",
                          (unsigned long long)state->plan->voxels);
    }
    return SCREE_OK;
}

scree_result scree_cpu_distance_create(scree_device *device, const scree_distance_plan *plan,
                                       const scree_distance_place *whole, bool wants_nearest, scree_progress *progress,
                                       scree_distance_state **state)
{
    scree_distance_state *made = calloc(1, sizeof *made);
    *state = made;
    if (made == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a distance field");
    }
    made->device = (scree_cpu_device *)device;
    made->plan = plan;
    made->wants_nearest = wants_nearest;
    made->progress = progress;
    scree_result result = take_volume(made, whole);
    if (result == SCREE_OK) {
        result = prepare(made);
    }
    if (result != SCREE_OK) {
        scree_cpu_distance_destroy(state);
    }
    return result;
}

void scree_cpu_distance_destroy(scree_distance_state **state)
{
    scree_distance_state *closing = *state;
    if (closing == NULL) {
        return;
    }
    scree_cpu_exact_destroy(closing);
    scree_cpu_mesh_destroy(closing);
    scree_cpu_flood_destroy(closing);
    if (closing->is_owned) {
        free(closing->distance);
    }
    free(closing);
    *state = NULL;
}

uint64_t scree_cpu_distance_slab(const scree_distance_state *state)
{
    uint64_t layers = scree_parts(SLAB_VOXELS, state->plan->plane);
    return scree_least(layers, state->plan->layers);
}

scree_result scree_cpu_distance_layers(scree_distance_state *state, uint64_t first, uint64_t layers,
                                       const scree_distance_place *place, scree_progress *progress, scree_range *range)
{
    (void)progress;
    float *distance = place->buffer != NULL ? scree_cpu_buffer_values(place->buffer, place->offset) : place->distance;
    if (is_flooding(state)) {
        return scree_cpu_flood_layers(state, first, layers, distance, place->nearest, range);
    }
    return is_mesh(state) ? scree_cpu_mesh_layers(state, first, layers, distance, place->nearest, range)
                          : scree_cpu_exact_layers(state, first, layers, distance, place->nearest, range);
}
