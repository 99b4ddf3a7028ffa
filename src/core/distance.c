/* The public calls on distance fields: checks, plans and jobs; devices do the rest. */
#include <scree/distance.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "float_environment.h"
#include "job.h"
#include "slot_queue.h"
#include "stream.h"
#include "whole_numbers.h"

/* Slabs of a stream: one is delivered while the next is made. */
#define STREAM_SLOTS 2u

/* A job's copy of everything that it was asked. */
typedef struct distance_work {
    scree_device *device;
    scree_distance_plan *plan;
    scree_distance_place whole; /* A fill's. */
    scree_distance_sink sink;   /* A stream's. */
} distance_work;

static void destroy_work(void *argument)
{
    distance_work *work = argument;
    scree_distance_plan_destroy(&work->plan);
    free(work);
}

static scree_result start_work(const distance_work *prepared,
                               scree_result (*run)(void *, scree_progress *, scree_range *), scree_job **job)
{
    scree_device *device = prepared->device;
    distance_work *work = malloc(sizeof *work);
    if (work == NULL) {
        scree_distance_plan *plan = prepared->plan;
        scree_distance_plan_destroy(&plan);
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a job");
    }
    *work = *prepared;
    scree_job_work job_work = {.run = run,
                               .destroy = destroy_work,
                               .work = work,
                               .total = work->plan->voxels * scree_distance_steps(work->plan)};
    return scree_job_start(device, &job_work, job);
}

/* The place of some layers within a place of the whole field. */
static scree_distance_place place_of_layers(const scree_distance_plan *plan, const scree_distance_place *whole,
                                            uint64_t first)
{
    scree_distance_place place = *whole;
    place.distance = place.distance != NULL ? place.distance + first * plan->plane : NULL;
    place.nearest = place.nearest != NULL ? place.nearest + first * plan->plane : NULL;
    place.offset += first * plan->plane * sizeof(float);
    return place;
}

/* Layers at a time, so that a job can be cancelled and its progress seen. */
static scree_result fill_layers(const distance_work *work, scree_distance_state *state, scree_progress *progress,
                                scree_range *range)
{
    const scree_device_functions *call = work->device->functions;
    const scree_distance_plan *plan = work->plan;
    uint64_t most = call->distance_slab(state);
    scree_result result = SCREE_OK;
    for (uint64_t first = 0; first < plan->layers && result == SCREE_OK; first += most) {
        scree_distance_place place = place_of_layers(plan, &work->whole, first);
        uint64_t layers = scree_least(most, plan->layers - first);
        result = call->distance_layers(state, first, layers, &place, progress, range);
        if (result == SCREE_OK && atomic_load(&progress->is_cancelled)) {
            result = SCREE_ERROR_CANCELLED;
        }
    }
    return result;
}

static scree_result run_fill(void *argument, scree_progress *progress, scree_range *range)
{
    distance_work *work = argument;
    const scree_device_functions *call = work->device->functions;
    scree_distance_state *state = NULL;
    scree_range found = {.minimum = INFINITY, .maximum = -INFINITY};
    scree_result result =
        call->distance_create(work->device, work->plan, &work->whole, work->whole.nearest != NULL, progress, &state);
    if (result == SCREE_OK) {
        result = fill_layers(work, state, progress, &found);
    }
    call->distance_destroy(&state);
    if (work->whole.buffer == NULL) {
        *range = found;
    }
    return result;
}

/* A stream's slabs. */
typedef struct slab_ring {
    scree_slot_queue queue;
    const scree_distance_sink *sink;
    scree_distance_slab slab[STREAM_SLOTS];
    scree_distance_place place[STREAM_SLOTS];
} slab_ring;

static scree_result deliver_slab(void *user, uint32_t slot)
{
    const slab_ring *ring = user;
    return ring->sink->write(ring->sink->user, &ring->slab[slot]);
}

static void free_ring(const distance_work *work, slab_ring *ring)
{
    for (uint32_t i = 0; i < STREAM_SLOTS; i++) {
        if (ring->place[i].distance != NULL) {
            scree_host_memory_free(work->device, ring->place[i].distance);
        }
        if (ring->place[i].nearest != NULL) {
            scree_host_memory_free(work->device, ring->place[i].nearest);
        }
    }
}

static scree_result make_ring(const distance_work *work, slab_ring *ring, uint64_t layers)
{
    uint64_t bytes = layers * work->plan->plane * sizeof(float);
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < STREAM_SLOTS && result == SCREE_OK; i++) {
        void *memory = NULL;
        result = scree_host_memory_make(work->device, bytes, &memory);
        ring->place[i].distance = memory;
        if (result == SCREE_OK && work->sink.wants_nearest) {
            memory = NULL;
            result = scree_host_memory_make(work->device, bytes, &memory);
            ring->place[i].nearest = memory;
        }
    }
    return result;
}

static scree_result stream_layers(const distance_work *work, scree_distance_state *state, slab_ring *ring,
                                  uint64_t most, scree_progress *progress, scree_range *range)
{
    const scree_distance_plan *plan = work->plan;
    scree_result result = SCREE_OK;
    uint32_t slot = 0;
    for (uint64_t first = 0; first < plan->layers && result == SCREE_OK; first += most) {
        uint64_t layers = scree_least(most, plan->layers - first);
        result = scree_slot_queue_await(&ring->queue, slot);
        if (result == SCREE_OK) {
            result =
                work->device->functions->distance_layers(state, first, layers, &ring->place[slot], progress, range);
        }
        if (result == SCREE_OK && atomic_load(&progress->is_cancelled)) {
            result = SCREE_ERROR_CANCELLED;
        }
        if (result == SCREE_OK) {
            ring->slab[slot] = (scree_distance_slab){.first_layer = first,
                                                     .layers = layers,
                                                     .distance = ring->place[slot].distance,
                                                     .nearest = ring->place[slot].nearest};
            scree_slot_queue_hand_over(&ring->queue, slot);
            slot = (slot + 1) % STREAM_SLOTS;
        }
    }
    return result;
}

static scree_result run_ring(const distance_work *work, scree_distance_state *state, scree_progress *progress,
                             scree_range *range)
{
    slab_ring ring = {.sink = &work->sink};
    uint64_t most = scree_least(work->device->functions->distance_slab(state), work->plan->layers);
    scree_result result = make_ring(work, &ring, most);
    ring.queue = (scree_slot_queue){
        .slots = STREAM_SLOTS, .device = work->device, .deliver = deliver_slab, .user = &ring, .progress = progress};
    if (result == SCREE_OK) {
        result = scree_slot_queue_start(&ring.queue);
        if (result == SCREE_OK) {
            result = stream_layers(work, state, &ring, most, progress, range);
            scree_result delivered = scree_slot_queue_finish(&ring.queue);
            result = result == SCREE_OK ? delivered : result;
        }
    }
    free_ring(work, &ring);
    return result;
}

static scree_result run_stream(void *argument, scree_progress *progress, scree_range *range)
{
    distance_work *work = argument;
    const scree_device_functions *call = work->device->functions;
    scree_distance_state *state = NULL;
    scree_range found = {.minimum = INFINITY, .maximum = -INFINITY};
    scree_result result =
        call->distance_create(work->device, work->plan, &work->whole, work->sink.wants_nearest, progress, &state);
    if (result == SCREE_OK) {
        result = run_ring(work, state, progress, &found);
    }
    call->distance_destroy(&state);
    *range = found;
    return result;
}

/* The checks that all three calls share. */
static scree_result make_plan(scree_device *device, const scree_distance_params *params,
                              const scree_distance_source *source, bool wants_nearest, scree_distance_plan **plan)
{
    if (params == NULL || source == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", params == NULL ? "params" : "source");
    }
    if (device->functions->distance_create == NULL) {
        return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED, "%s makes no distance fields; open %s",
                          device->label, device->info.members > 1 ? "one of its devices alone" : "another device");
    }
    return scree_distance_plan_create(device->context, params, source, wants_nearest, plan);
}

scree_result scree_distance_fill(scree_device *device, const scree_distance_params *params,
                                 const scree_distance_source *source, const scree_distance_field *field,
                                 scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (field == NULL || field->distance == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL",
                          field == NULL ? "field" : "the field's distance");
    }
    distance_work work = {.device = device, .whole = {.distance = field->distance, .nearest = field->nearest}};
    scree_result result = make_plan(device, params, source, field->nearest != NULL, &work.plan);
    return result == SCREE_OK ? start_work(&work, run_fill, job) : result;
}

scree_result scree_distance_fill_buffer(scree_device *device, const scree_distance_params *params,
                                        const scree_distance_source *source, scree_buffer *buffer, uint64_t offset,
                                        scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (buffer == NULL || buffer->device != device) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          buffer == NULL ? "buffer is NULL" : "the buffer is another device's");
    }
    distance_work work = {.device = device, .whole = {.buffer = buffer, .offset = offset}};
    scree_result result = make_plan(device, params, source, false, &work.plan);
    if (result != SCREE_OK) {
        return result;
    }
    uint64_t bytes = work.plan->voxels * sizeof(float);
    if (offset % 4 != 0 || offset > buffer->bytes || bytes > buffer->bytes - offset) {
        scree_distance_plan_destroy(&work.plan);
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "%" PRIu64 " bytes from %" PRIu64 " on: the start must be a multiple of 4, and all must lie "
                          "within the buffer's %" PRIu64 " bytes",
                          bytes, offset, buffer->bytes);
    }
    return start_work(&work, run_fill, job);
}

scree_result scree_distance_stream(scree_device *device, const scree_distance_params *params,
                                   const scree_distance_source *source, const scree_distance_sink *sink,
                                   scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (sink == NULL || sink->write == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL",
                          sink == NULL ? "sink" : "the sink's write");
    }
    distance_work work = {.device = device, .sink = *sink};
    scree_result result = make_plan(device, params, source, sink->wants_nearest, &work.plan);
    return result == SCREE_OK ? start_work(&work, run_stream, job) : result;
}

static void compare(const float *values, const float *reference, uint64_t count, scree_distance_comparison *comparison)
{
    double sum = comparison->mean * (double)comparison->voxels;
    for (uint64_t i = 0; i < count; i++) {
        double difference = 0.0;
        if (values[i] != reference[i]) {
            difference = fabs((double)values[i] - (double)reference[i]);
            comparison->wrong++;
            comparison->below += fabsf(values[i]) < fabsf(reference[i]);
        }
        comparison->greatest = difference > comparison->greatest ? difference : comparison->greatest;
        sum += difference;
    }
    comparison->voxels += count;
    comparison->mean = comparison->voxels > 0 ? sum / (double)comparison->voxels : 0.0;
}

void scree_distance_compare(const float *values, const float *reference, uint64_t count,
                            scree_distance_comparison *comparison)
{
    fenv_t saved;
    scree_float_environment_enter(&saved);
    compare(values, reference, count, comparison);
    scree_float_environment_leave(&saved);
}
