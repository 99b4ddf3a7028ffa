/* Distance fields on a CUDA device: the source goes there, a method makes layers, and these go where they should. */
#include "distance_state.h"

#include <stdlib.h>

#include "context_internal.h"
#include "range_scan.h"
#include "whole_numbers.h"

/* Voxels of a part of the layers at most, and the part of the free memory that one may take. */
#define PART_VOXELS ((uint64_t)1 << 24)
#define PART_SHARE 16u
/* Parts of one call, so that jobs can be cancelled: of a field on the host, and on the device. A stream has one. */
#define HOST_PARTS 4u
#define RESIDENT_PARTS 16u
/* Layers that methods like to have together. */
#define BLOCK_LAYERS ((uint64_t)32)

static bool is_flooding(const scree_distance_state *state)
{
    return state->plan->params.method != SCREE_DISTANCE_EXACT;
}

static bool is_mesh(const scree_distance_state *state)
{
    return state->plan->params.surface == SCREE_SURFACE_MESH;
}

static scree_result make_event(scree_cuda_device *device, CUevent *event)
{
    return scree_cuda_check(device, device->driver.call.cuEventCreate(event, CU_EVENT_DEFAULT),
                            "events of a distance field");
}

static scree_result make_events(scree_distance_state *state)
{
    CUevent *events[] = {&state->started,       &state->ended,           &state->part[0].started,
                         &state->part[0].ended, &state->part[1].started, &state->part[1].ended};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < sizeof events / sizeof events[0] && result == SCREE_OK; i++) {
        result = make_event(state->device, events[i]);
    }
    return result;
}

/* Sends a part of the source; nothing where the plan has none. */
static void send(scree_distance_state *state, const void *from, uint64_t bytes, scree_cuda_memory *to,
                 scree_result *result)
{
    if (from == NULL || *result != SCREE_OK) {
        return;
    }
    /* Kernels read whole words. */
    uint64_t words_bytes = scree_parts(bytes, 4) * 4;
    *result = scree_cuda_memory_reserve(state->device, false, words_bytes, to, "a distance field's solid");
    if (*result == SCREE_OK) {
        /* Read only: the transfer goes one way. */
        *result = scree_cuda_transfer(state->device, to->handle, (void *)(uintptr_t)from, bytes, false);
    }
}

static scree_result send_source(scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    scree_result result = SCREE_OK;
    send(state, plan->tops, plan->plane * sizeof *plan->tops, &state->tops, &result);
    send(state, plan->heights, plan->plane * sizeof *plan->heights, &state->heights, &result);
    send(state, plan->levels, plan->layers * sizeof *plan->levels, &state->levels, &result);
    if (is_flooding(state)) {
        send(state, plan->occupancy, plan->voxels, &state->occupancy, &result);
    }
    return result;
}

/* About so many layers, in whole blocks where they are enough for one. */
static uint64_t whole_blocks(const scree_distance_state *state, uint64_t layers)
{
    uint64_t rounded = layers > BLOCK_LAYERS ? layers / BLOCK_LAYERS * BLOCK_LAYERS : layers;
    return scree_least(rounded > 0 ? rounded : 1, state->plan->layers);
}

/* Memory for two parts in turn, which are halved until they fit. */
static scree_result take_parts(scree_distance_state *state)
{
    scree_cuda_device *device = state->device;
    for (;; state->part_layers = whole_blocks(state, state->part_layers / 2)) {
        uint64_t bytes = state->part_layers * state->plan->plane * sizeof(float);
        uint64_t turns = state->part_layers < state->plan->layers ? 2 : 1;
        scree_result result = SCREE_OK;
        for (uint64_t i = 0; i < turns && result == SCREE_OK; i++) {
            result = scree_cuda_memory_take(device, false, bytes, &state->part[i].distance);
            if (result == SCREE_OK && state->wants_nearest) {
                result = scree_cuda_memory_take(device, false, bytes, &state->part[i].nearest);
            }
        }
        if (result != SCREE_ERROR_OUT_OF_MEMORY) {
            return result;
        }
        if (state->part_layers == 1) {
            return scree_fail(device->base.context, result,
                              "%s: no memory for layers of a distance field of %llu bytes each", device->base.label,
                              (unsigned long long)bytes);
        }
        for (uint64_t i = 0; i < 2; i++) {
            scree_cuda_memory_free(device, &state->part[i].distance);
            scree_cuda_memory_free(device, &state->part[i].nearest);
        }
    }
}

/* Where the field lies on the device, for a method that works in the whole of it. */
static scree_result take_whole(scree_distance_state *state)
{
    static const char purpose[] = "a distance field, which this method needs whole,";
    uint64_t bytes = state->plan->voxels * sizeof(float);
    scree_result result = scree_cuda_memory_reserve(state->device, false, bytes, &state->own_distance, purpose);
    if (result == SCREE_OK && state->wants_nearest) {
        result = scree_cuda_memory_reserve(state->device, false, bytes, &state->own_nearest, purpose);
    }
    state->distance = state->own_distance.handle;
    state->nearest = state->own_nearest.handle;
    return result;
}

/* How many layers are made at a time, and where they go if that is said. */
static void choose_parts(scree_distance_state *state, const scree_distance_place *whole)
{
    uint64_t unused = scree_cuda_unused_bytes(state->device) / PART_SHARE / sizeof(float);
    state->part_layers = whole_blocks(state, scree_least(unused, PART_VOXELS) / state->plan->plane);
    if (whole->buffer != NULL) {
        state->distance = ((const scree_cuda_buffer *)whole->buffer)->memory.handle + whole->offset;
    }
}

static scree_result prepare_method(scree_distance_state *state, const scree_distance_place *whole)
{
    scree_result result = SCREE_OK;
    if (is_flooding(state)) {
        result = whole->buffer == NULL ? take_whole(state) : SCREE_OK;
        return result == SCREE_OK ? scree_cuda_flood_prepare(state) : result;
    }
    result = is_mesh(state) ? scree_cuda_mesh_prepare(state) : scree_cuda_exact_prepare(state);
    return result == SCREE_OK && whole->buffer == NULL ? take_parts(state) : result;
}

static scree_result prepare(scree_distance_state *state, const scree_distance_place *whole)
{
    scree_result result = scree_cuda_check_lost(state->device);
    if (result == SCREE_OK) {
        result = make_events(state);
    }
    if (result == SCREE_OK) {
        result = send_source(state);
    }
    if (result == SCREE_OK) {
        choose_parts(state, whole);
        result = prepare_method(state, whole);
    }
    return result;
}

scree_result scree_cuda_distance_create(scree_device *device, const scree_distance_plan *plan,
                                        const scree_distance_place *whole, bool wants_nearest, scree_progress *progress,
                                        scree_distance_state **state)
{
    scree_distance_state *made = calloc(1, sizeof *made);
    *state = made;
    if (made == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a distance field");
    }
    made->device = (scree_cuda_device *)device;
    made->plan = plan;
    made->wants_nearest = wants_nearest;
    made->progress = progress;
    made->is_stream = whole->buffer == NULL && whole->distance == NULL;
    scree_result result = scree_cuda_enter(made->device);
    if (result == SCREE_OK) {
        result = prepare(made, whole);
        scree_cuda_leave(made->device);
    }
    if (result != SCREE_OK) {
        scree_cuda_distance_destroy(state);
    }
    return result;
}

static void empty_state(scree_distance_state *state)
{
    scree_cuda_device *device = state->device;
    scree_cuda_memory *all[] = {&state->tops,
                                &state->heights,
                                &state->levels,
                                &state->occupancy,
                                &state->own_distance,
                                &state->own_nearest,
                                &state->part[0].distance,
                                &state->part[0].nearest,
                                &state->part[1].distance,
                                &state->part[1].nearest};
    CUevent events[] = {state->started,       state->ended,           state->part[0].started,
                        state->part[0].ended, state->part[1].started, state->part[1].ended};
    /* What was started may still write. */
    device->driver.call.cuStreamSynchronize(device->compute);
    scree_cuda_exact_destroy(state);
    scree_cuda_mesh_destroy(state);
    scree_cuda_flood_destroy(state);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        scree_cuda_memory_free(device, all[i]);
    }
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (events[i] != NULL) {
            device->driver.call.cuEventDestroy_v2(events[i]);
        }
    }
}

void scree_cuda_distance_destroy(scree_distance_state **state)
{
    scree_distance_state *closing = *state;
    if (closing == NULL) {
        return;
    }
    if (scree_cuda_enter(closing->device) == SCREE_OK) {
        empty_state(closing);
        scree_cuda_leave(closing->device);
    }
    free(closing);
    *state = NULL;
}

static scree_result record(scree_distance_state *state, CUevent event)
{
    scree_cuda_device *device = state->device;
    return scree_cuda_check(device, device->driver.call.cuEventRecord(event, device->compute), "computing distances");
}

/* Waits for the end of timed work, and adds its time and its voxels. */
static scree_result await(scree_distance_state *state, CUevent started, CUevent ended, uint64_t voxels)
{
    scree_cuda_device *device = state->device;
    float milliseconds = 0.0f;
    scree_result result =
        scree_cuda_check(device, device->driver.call.cuEventSynchronize(ended), "computing distances");
    if (result == SCREE_OK) {
        result = scree_cuda_check(device, device->driver.call.cuEventElapsedTime(&milliseconds, started, ended),
                                  "telling the time");
    }
    if (result == SCREE_OK) {
        atomic_fetch_add(&state->progress->device_nanoseconds, (uint64_t)(1e6 * (double)milliseconds));
        atomic_fetch_add(&state->progress->done, voxels);
    }
    return result;
}

static scree_result check_cancelled(const scree_distance_state *state)
{
    return atomic_load(&state->progress->is_cancelled) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}

scree_result scree_cuda_distance_begin(scree_distance_state *state)
{
    return record(state, state->started);
}

scree_result scree_cuda_distance_end(scree_distance_state *state, uint64_t voxels)
{
    scree_result result = record(state, state->ended);
    if (result == SCREE_OK) {
        result = await(state, state->started, state->ended, voxels);
    }
    return result == SCREE_OK ? check_cancelled(state) : result;
}

uint64_t scree_cuda_distance_slab(const scree_distance_state *state)
{
    uint64_t parts = state->is_stream ? 1 : state->distance == 0 ? HOST_PARTS : RESIDENT_PARTS;
    return scree_least(parts * state->part_layers, state->plan->layers);
}

/* The place of a part's layers on the device. */
static CUdeviceptr place_in(const scree_distance_state *state, CUdeviceptr whole, const scree_cuda_memory *own,
                            uint64_t first)
{
    return whole != 0 ? whole + first * state->plan->plane * sizeof(float) : own->handle;
}

static scree_result start_part(scree_distance_state *state, scree_cuda_distance_part *part, uint64_t first,
                               uint64_t layers)
{
    CUdeviceptr distance = place_in(state, state->distance, &part->distance, first);
    CUdeviceptr nearest = state->wants_nearest ? place_in(state, state->nearest, &part->nearest, first) : 0;
    scree_result result = record(state, part->started);
    if (result == SCREE_OK) {
        result = is_flooding(state) ? scree_cuda_flood_layers(state, first, layers, distance, nearest)
                 : is_mesh(state)   ? scree_cuda_mesh_layers(state, first, layers, distance, nearest)
                                    : scree_cuda_exact_layers(state, first, layers, distance, nearest);
    }
    if (result == SCREE_OK) {
        result = record(state, part->ended);
    }
    part->first = first;
    part->layers = result == SCREE_OK ? layers : 0;
    return result;
}

/* Waits for a part, and brings it to the host where it should go there. */
static scree_result finish_part(scree_distance_state *state, scree_cuda_distance_part *part, uint64_t first,
                                const scree_distance_place *place, scree_range *range)
{
    if (part->layers == 0) {
        return SCREE_OK;
    }
    uint64_t voxels = part->layers * state->plan->plane;
    uint64_t skipped = (part->first - first) * state->plan->plane;
    part->layers = 0;
    scree_result result = await(state, part->started, part->ended, voxels);
    if (result == SCREE_OK && place->distance != NULL) {
        result = scree_cuda_transfer(state->device, place_in(state, state->distance, &part->distance, part->first),
                                     place->distance + skipped, voxels * sizeof(float), true);
        if (result == SCREE_OK) {
            scree_range_scan(place->distance + skipped, voxels, range);
        }
    }
    if (result == SCREE_OK && place->nearest != NULL) {
        result = scree_cuda_transfer(state->device, place_in(state, state->nearest, &part->nearest, part->first),
                                     place->nearest + skipped, voxels * sizeof(uint32_t), true);
    }
    return result;
}

static scree_result run_parts(scree_distance_state *state, uint64_t first, uint64_t layers,
                              const scree_distance_place *place, scree_range *range)
{
    uint64_t most = place->buffer != NULL ? layers : state->part_layers;
    scree_result result = SCREE_OK;
    unsigned turn = 0;
    for (uint64_t done = 0; done < layers && result == SCREE_OK; done += most, turn ^= 1) {
        result = check_cancelled(state);
        if (result == SCREE_OK) {
            result = start_part(state, &state->part[turn], first + done, scree_least(layers - done, most));
        }
        if (result == SCREE_OK) {
            result = finish_part(state, &state->part[turn ^ 1], first, place, range);
        }
    }
    if (result == SCREE_OK) {
        result = finish_part(state, &state->part[turn ^ 1], first, place, range);
    }
    return result;
}

scree_result scree_cuda_distance_layers(scree_distance_state *state, uint64_t first, uint64_t layers,
                                        const scree_distance_place *place, scree_progress *progress, scree_range *range)
{
    (void)progress;
    scree_result result = scree_cuda_enter(state->device);
    if (result == SCREE_OK) {
        result = run_parts(state, first, layers, place, range);
        scree_cuda_leave(state->device);
    }
    return result;
}
