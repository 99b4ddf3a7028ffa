/* Distance fields on a Vulkan device: the source goes there, a method makes layers, and these go where they should. */
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

static scree_result make_recordings(scree_distance_state *state)
{
    scree_vulkan_commands *all[] = {&state->commands, &state->part[0].commands, &state->part[1].commands};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == SCREE_OK; i++) {
        result = scree_vulkan_commands_create(state->device, SCREE_VULKAN_DISTANCE_SETS, all[i]);
    }
    return result;
}

/* Shaders address a layer by one binding. */
static scree_result check_plane(const scree_distance_state *state)
{
    uint64_t bytes = state->plan->plane * sizeof(float);
    const VkPhysicalDeviceLimits *limits = &state->device->traits.limits;
    uint64_t most = limits->maxStorageBufferRange - limits->minStorageBufferOffsetAlignment;
    return bytes <= most ? SCREE_OK
                         : scree_fail(state->device->base.context, SCREE_ERROR_UNSUPPORTED,
                                      "%s: a layer of the distance field has %llu bytes; its shaders reach %llu",
                                      state->device->base.label, (unsigned long long)bytes, (unsigned long long)most);
}

/* Sends a part of the source; nothing where the plan has none. */
static void send(scree_distance_state *state, const void *from, uint64_t bytes, scree_vulkan_memory *to,
                 scree_result *result)
{
    if (from == NULL || *result != SCREE_OK) {
        return;
    }
    /* Shaders read whole words. */
    uint64_t words_bytes = scree_parts(bytes, 4) * 4;
    *result =
        scree_vulkan_memory_reserve(state->device, SCREE_VULKAN_ON_DEVICE, words_bytes, to, "a distance field's solid");
    if (*result == SCREE_OK) {
        *result = scree_vulkan_write(state->device, to->handle, 0, bytes, from);
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
    scree_vulkan_device *device = state->device;
    for (;; state->part_layers = whole_blocks(state, state->part_layers / 2)) {
        uint64_t bytes = state->part_layers * state->plan->plane * sizeof(float);
        uint64_t turns = state->part_layers < state->plan->layers ? 2 : 1;
        scree_result result = SCREE_OK;
        for (uint64_t i = 0; i < turns && result == SCREE_OK; i++) {
            result = scree_vulkan_memory_create(device, SCREE_VULKAN_ON_DEVICE, bytes, &state->part[i].distance);
            if (result == SCREE_OK && state->wants_nearest) {
                result = scree_vulkan_memory_create(device, SCREE_VULKAN_ON_DEVICE, bytes, &state->part[i].nearest);
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
            scree_vulkan_memory_destroy(device, &state->part[i].distance);
            scree_vulkan_memory_destroy(device, &state->part[i].nearest);
        }
    }
}

/* Where the field lies on the device, for a method that works in the whole of it. */
static scree_result take_whole(scree_distance_state *state)
{
    static const char purpose[] = "a distance field, which this method needs whole,";
    uint64_t bytes = state->plan->voxels * sizeof(float);
    scree_result result =
        scree_vulkan_memory_reserve(state->device, SCREE_VULKAN_ON_DEVICE, bytes, &state->own_distance, purpose);
    if (result == SCREE_OK && state->wants_nearest) {
        result =
            scree_vulkan_memory_reserve(state->device, SCREE_VULKAN_ON_DEVICE, bytes, &state->own_nearest, purpose);
    }
    state->distance.buffer = state->own_distance.handle;
    state->nearest.buffer = state->own_nearest.handle;
    return result;
}

/* How many layers are made at a time, and where they go if that is said. */
static void choose_parts(scree_distance_state *state, const scree_distance_place *whole)
{
    uint64_t bytes = scree_vulkan_free_bytes(&state->device->instance, &state->device->traits) / PART_SHARE;
    uint64_t voxels = scree_least(bytes / sizeof(float), PART_VOXELS);
    state->part_layers = whole_blocks(state, voxels / state->plan->plane);
    if (whole->buffer != NULL) {
        state->distance.buffer = ((const scree_vulkan_buffer *)whole->buffer)->memory.handle;
        state->distance.offset = whole->offset;
    }
}

static scree_result prepare_method(scree_distance_state *state, const scree_distance_place *whole)
{
    scree_result result = SCREE_OK;
    if (is_flooding(state)) {
        result = whole->buffer == NULL ? take_whole(state) : SCREE_OK;
        return result == SCREE_OK ? scree_vulkan_flood_prepare(state) : result;
    }
    result = is_mesh(state) ? scree_vulkan_mesh_prepare(state) : scree_vulkan_exact_prepare(state);
    return result == SCREE_OK && whole->buffer == NULL ? take_parts(state) : result;
}

static scree_result prepare(scree_distance_state *state, const scree_distance_place *whole)
{
    scree_result result = scree_vulkan_check_lost(state->device);
    if (result == SCREE_OK) {
        result = check_plane(state);
    }
    if (result == SCREE_OK) {
        result = make_recordings(state);
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

scree_result scree_vulkan_distance_create(scree_device *device, const scree_distance_plan *plan,
                                          const scree_distance_place *whole, bool wants_nearest,
                                          scree_progress *progress, scree_distance_state **state)
{
    scree_distance_state *made = calloc(1, sizeof *made);
    *state = made;
    if (made == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a distance field");
    }
    made->device = (scree_vulkan_device *)device;
    made->plan = plan;
    made->wants_nearest = wants_nearest;
    made->progress = progress;
    made->is_stream = whole->buffer == NULL && whole->distance == NULL;
    scree_result result = prepare(made, whole);
    if (result != SCREE_OK) {
        scree_vulkan_distance_destroy(state);
    }
    return result;
}

void scree_vulkan_distance_destroy(scree_distance_state **state)
{
    scree_distance_state *closing = *state;
    if (closing == NULL) {
        return;
    }
    scree_vulkan_device *device = closing->device;
    scree_vulkan_commands *recordings[] = {&closing->commands, &closing->part[0].commands, &closing->part[1].commands};
    scree_vulkan_memory *memory[] = {&closing->tops,
                                     &closing->heights,
                                     &closing->levels,
                                     &closing->occupancy,
                                     &closing->own_distance,
                                     &closing->own_nearest,
                                     &closing->part[0].distance,
                                     &closing->part[0].nearest,
                                     &closing->part[1].distance,
                                     &closing->part[1].nearest};
    /* Waits for what was started, which may still write. */
    for (size_t i = 0; i < sizeof recordings / sizeof recordings[0]; i++) {
        scree_vulkan_commands_destroy(device, recordings[i]);
    }
    scree_vulkan_exact_destroy(closing);
    scree_vulkan_mesh_destroy(closing);
    scree_vulkan_flood_destroy(closing);
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++) {
        scree_vulkan_memory_destroy(device, memory[i]);
    }
    free(closing);
    *state = NULL;
}

/* What came before, in whatever queue, is waited for or has a fence: the barrier makes it seen. */
static scree_result begin(scree_distance_state *state, scree_vulkan_commands *commands)
{
    scree_result result = scree_vulkan_commands_begin(state->device, commands);
    if (result == SCREE_OK) {
        scree_vulkan_barrier_of_all(state->device, commands->compute);
    }
    return result;
}

/* Waits for submitted work, and adds its time and its voxels. */
static scree_result await(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t voxels)
{
    uint64_t nanoseconds = 0;
    scree_result result = scree_vulkan_commands_wait(state->device, commands, &nanoseconds);
    if (result == SCREE_OK) {
        atomic_fetch_add(&state->progress->device_nanoseconds, nanoseconds);
        atomic_fetch_add(&state->progress->done, voxels);
    }
    return result;
}

static scree_result check_cancelled(const scree_distance_state *state)
{
    return atomic_load(&state->progress->is_cancelled) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}

scree_result scree_vulkan_distance_begin(scree_distance_state *state)
{
    return begin(state, &state->commands);
}

scree_result scree_vulkan_distance_end(scree_distance_state *state, uint64_t voxels)
{
    scree_result result = scree_vulkan_commands_submit(state->device, &state->commands, false);
    if (result == SCREE_OK) {
        result = await(state, &state->commands, voxels);
    }
    return result == SCREE_OK ? check_cancelled(state) : result;
}

uint64_t scree_vulkan_distance_slab(const scree_distance_state *state)
{
    uint64_t parts = state->is_stream ? 1 : state->distance.buffer == VK_NULL_HANDLE ? HOST_PARTS : RESIDENT_PARTS;
    return scree_least(parts * state->part_layers, state->plan->layers);
}

/* The place of a part's layers on the device. */
static scree_vulkan_span place_in(const scree_distance_state *state, scree_vulkan_span whole,
                                  const scree_vulkan_memory *own, uint64_t first)
{
    if (whole.buffer == VK_NULL_HANDLE) {
        return (scree_vulkan_span){.buffer = own->handle};
    }
    whole.offset += first * state->plan->plane * sizeof(float);
    return whole;
}

static scree_result start_part(scree_distance_state *state, scree_vulkan_distance_part *part, uint64_t first,
                               uint64_t layers)
{
    scree_vulkan_span distance = place_in(state, state->distance, &part->distance, first);
    scree_vulkan_span nearest = place_in(state, state->nearest, &part->nearest, first);
    scree_result result = begin(state, &part->commands);
    if (result == SCREE_OK) {
        result = is_flooding(state)
                     ? scree_vulkan_flood_layers(state, &part->commands, first, layers, distance, nearest)
                 : is_mesh(state) ? scree_vulkan_mesh_layers(state, &part->commands, first, layers, distance, nearest)
                                  : scree_vulkan_exact_layers(state, &part->commands, first, layers, distance, nearest);
    }
    if (result == SCREE_OK) {
        result = scree_vulkan_commands_submit(state->device, &part->commands, false);
    }
    part->first = first;
    part->layers = result == SCREE_OK ? layers : 0;
    return result;
}

static scree_result download(scree_distance_state *state, scree_vulkan_span from, uint64_t words, void *out)
{
    return scree_vulkan_read(state->device, from.buffer, from.offset, words * sizeof(float), out);
}

/* Waits for a part, and brings it to the host where it should go there. */
static scree_result finish_part(scree_distance_state *state, scree_vulkan_distance_part *part, uint64_t first,
                                const scree_distance_place *place, scree_range *range)
{
    if (part->layers == 0) {
        return SCREE_OK;
    }
    uint64_t voxels = part->layers * state->plan->plane;
    uint64_t skipped = (part->first - first) * state->plan->plane;
    part->layers = 0;
    scree_result result = await(state, &part->commands, voxels);
    if (result == SCREE_OK && place->distance != NULL) {
        result = download(state, place_in(state, state->distance, &part->distance, part->first), voxels,
                          place->distance + skipped);
        if (result == SCREE_OK) {
            scree_range_scan(place->distance + skipped, voxels, range);
        }
    }
    if (result == SCREE_OK && place->nearest != NULL) {
        result = download(state, place_in(state, state->nearest, &part->nearest, part->first), voxels,
                          place->nearest + skipped);
    }
    return result;
}

scree_result scree_vulkan_distance_layers(scree_distance_state *state, uint64_t first, uint64_t layers,
                                          const scree_distance_place *place, scree_progress *progress,
                                          scree_range *range)
{
    (void)progress;
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
