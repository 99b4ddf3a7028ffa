/* Distance fields on the CPU: the memory of the field, and the method that computes it. */
#include "distance_state.h"

#include <stdlib.h>

#include "context_internal.h"
#include "distance_type.h"
#include "range_scan.h"
#include "stream.h"

static bool is_flooding(const scree_distance_state *state)
{
    return state->plan->params.method != SCREE_DISTANCE_EXACT;
}

static bool is_mesh(const scree_distance_state *state)
{
    return state->plan->params.surface == SCREE_DISTANCE_SURFACE_MESH;
}

static scree_result prepare(scree_distance_state *state)
{
    if (is_flooding(state)) {
        return scree_cpu_flood_prepare(state);
    }
    return is_mesh(state) ? scree_cpu_mesh_prepare(state) : scree_cpu_exact_prepare(state);
}

/* Methods that do not work layer by layer need the whole field in memory, also for a stream. */
static scree_result take_volume(scree_distance_state *state)
{
    const scree_delivery *delivery = &state->delivery;
    state->distance = delivery->buffer != NULL ? scree_cpu_buffer_values(delivery->buffer, delivery->offset)
                                               : delivery->whole;
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

static void destroy_session(scree_session **session)
{
    scree_distance_state *closing = (scree_distance_state *)*session;
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
    *session = NULL;
}

static scree_result create_session(scree_device *device, const scree_field_plan *field, const scree_delivery *delivery,
                                   scree_progress *progress, scree_session **session)
{
    scree_distance_state *state = calloc(1, sizeof *state);
    *session = (scree_session *)state;
    if (state == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a distance field");
    }
    state->device = (scree_cpu_device *)device;
    state->plan = scree_distance_plan_of(field);
    state->delivery = *delivery;
    state->wants_nearest = delivery->wants_nearest;
    state->progress = progress;
    scree_result result = take_volume(state);
    if (result == SCREE_OK) {
        result = prepare(state);
    }
    if (result != SCREE_OK) {
        destroy_session(session);
    }
    return result;
}

static uint64_t count_bytes(const scree_session *session)
{
    const scree_distance_state *state = (const scree_distance_state *)session;
    const uint64_t own = state->is_owned ? state->plan->voxels * sizeof(float) : 0;
    return own + scree_cpu_exact_bytes(state) + scree_cpu_mesh_bytes(state) + scree_cpu_flood_bytes(state);
}

static scree_division divide_field(const scree_session *session)
{
    const scree_distance_state *state = (const scree_distance_state *)session;
    return (scree_division){
        .samples = scree_cpu_distance_slab(state) * state->plan->plane, .slots = SCREE_CPU_DISTANCE_SLOTS, .depth = 1};
}

static scree_result make_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                uint32_t *nearest, scree_range *range)
{
    if (is_flooding(state)) {
        return scree_cpu_flood_layers(state, first, layers, distance, nearest, range);
    }
    return is_mesh(state) ? scree_cpu_mesh_layers(state, first, layers, distance, nearest, range)
                          : scree_cpu_exact_layers(state, first, layers, distance, nearest, range);
}

static scree_result start_box(scree_session *session, uint32_t slot, const scree_box *box, const scree_target *target,
                              scree_progress *progress)
{
    scree_distance_state *state = (scree_distance_state *)session;
    scree_job_span span = {.device = state->delivery.member, .box = target->number, .start = scree_os_clock_seconds()};
    float *distance = state->delivery.buffer != NULL ? state->distance + box->first_plane * state->plan->plane
                                                     : target->values;
    state->ranges[slot] = scree_range_empty();
    scree_result result =
        make_layers(state, box->first_plane, box->planes, distance, target->nearest, &state->ranges[slot]);
    span.end = scree_os_clock_seconds();
    scree_progress_add_span(progress, &span);
    return result;
}

static scree_result finish_box(scree_session *session, uint32_t slot, scree_progress *progress, scree_range *range)
{
    (void)progress;
    const scree_range *found = &((const scree_distance_state *)session)->ranges[slot];
    scree_range_widen(range, found->minimum, found->maximum);
    return SCREE_OK;
}

const scree_field_functions scree_cpu_distance_functions = {
    .create = create_session,
    .division = divide_field,
    .start = start_box,
    .finish = finish_box,
    .destroy = destroy_session,
    .bytes = count_bytes,
};
