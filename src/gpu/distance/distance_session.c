/* Distance fields on a GPU: the source is uploaded, a method computes layers, and these are delivered. */
#include <stdlib.h>

#include "context_internal.h"
#include "distance_type.h"
#include "gpu_device.h"
#include "gpu_distance.h"
#include "gpu_slot.h"
#include "range_scan.h"

/* Maximum voxels of a part of the layers, and the part of the free memory that one may take. */
#define PART_VOXELS ((uint64_t)1 << 24)
#define PART_SHARE 16u
/* Parts of a box that stays on the device. */
#define RESIDENT_PARTS 16u
/* Number of boxes in flight. */
#define PARTS 2u
/* Number of layers that methods compute efficiently together. */
#define BLOCK_LAYERS ((uint64_t)32)

static const struct scree_gpu_distance_method *method_of(const scree_distance_params *params)
{
    return params->method != SCREE_DISTANCE_EXACT           ? &scree_gpu_flood_method
           : params->surface == SCREE_DISTANCE_SURFACE_MESH ? &scree_gpu_mesh_method
                                                            : &scree_gpu_exact_method;
}

static scree_result make_commands(scree_distance_state *state)
{
    scree_gpu_commands **all[] = {&state->commands, &state->part[0].commands, &state->part[1].commands};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == SCREE_OK; i++) {
        result = scree_gpu_commands_create(state->gpu, SCREE_GPU_DISPATCHES, all[i]);
    }
    return result;
}

/* Programs access a layer through one span. */
static scree_result check_plane(const scree_distance_state *state)
{
    const scree_gpu *gpu = state->gpu;
    uint64_t bytes = state->plan->plane * SCREE_GPU_WORD;
    uint64_t most = scree_gpu_window_bytes(gpu);
    return bytes <= most ? SCREE_OK
                         : scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                                      "%s: a layer of the distance field has %llu bytes; its shaders reach %llu",
                                      gpu->base.label, (unsigned long long)bytes, (unsigned long long)most);
}

void scree_gpu_distance_send(const scree_distance_state *state, const void *from, uint64_t bytes, scree_gpu_memory *to,
                             scree_result *result)
{
    if (from == NULL || bytes == 0) {
        return;
    }
    scree_gpu_reserve(state->gpu, SCREE_GPU_ON_DEVICE, bytes, to, "a distance field's solid", result);
    if (*result == SCREE_OK) {
        *result = scree_gpu_write(state->gpu, (scree_gpu_span){to, 0, bytes}, from);
    }
}

static scree_result send_source(scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    scree_result result = SCREE_OK;
    scree_gpu_distance_send(state, plan->tops, plan->plane * sizeof *plan->tops, &state->tops, &result);
    if (state->method != &scree_gpu_mesh_method || state->wants_nearest) { /* A mesh has them in its tables. */
        scree_gpu_distance_send(state, plan->heights, plan->plane * sizeof *plan->heights, &state->heights, &result);
    }
    scree_gpu_distance_send(state, plan->levels, plan->layers * sizeof *plan->levels, &state->levels, &result);
    if (state->method == &scree_gpu_flood_method) {
        scree_gpu_distance_send(state, plan->occupancy, plan->voxels, &state->occupancy, &result);
    }
    return result;
}

/* About `layers` layers, rounded to whole blocks if they are enough for one. */
static uint64_t whole_blocks(const scree_distance_state *state, uint64_t layers)
{
    uint64_t rounded = layers > BLOCK_LAYERS ? layers / BLOCK_LAYERS * BLOCK_LAYERS : layers;
    return scree_min(rounded > 0 ? rounded : 1, state->plan->layers);
}

/* Memory for two parts, halved until they fit. */
static scree_result take_parts(scree_distance_state *state)
{
    scree_gpu *gpu = state->gpu;
    scree_gpu_memory *all[] = {&state->part[0].distance, &state->part[0].nearest, &state->part[1].distance,
                               &state->part[1].nearest, NULL};
    for (;; state->part_layers = whole_blocks(state, state->part_layers / 2)) {
        uint64_t bytes = state->part_layers * state->plan->plane * sizeof(float);
        uint64_t parts = state->part_layers < state->plan->layers ? 2 : 1;
        scree_result result = SCREE_OK;
        for (uint64_t i = 0; i < parts; i++) {
            scree_gpu_take(gpu, SCREE_GPU_ON_DEVICE, bytes, &state->part[i].distance, &result);
            scree_gpu_take(gpu, SCREE_GPU_ON_DEVICE, state->wants_nearest ? bytes : 0, &state->part[i].nearest,
                           &result);
        }
        if (result != SCREE_ERROR_OUT_OF_MEMORY) {
            return result;
        }
        if (state->part_layers == 1) {
            return scree_fail(gpu->base.context, result,
                              "%s: no memory for layers of a distance field of %llu bytes each", gpu->base.label,
                              (unsigned long long)bytes);
        }
        scree_gpu_free_all(gpu, all);
    }
}

/* Allocates memory for the whole field on the device, for methods that need it. */
static scree_result take_whole(scree_distance_state *state)
{
    static const char purpose[] = "a distance field, which this method needs whole,";
    uint64_t bytes = state->plan->voxels * sizeof(float);
    scree_result result = SCREE_OK;
    scree_gpu_reserve(state->gpu, SCREE_GPU_ON_DEVICE, bytes, &state->own_distance, purpose, &result);
    state->distance = scree_gpu_whole(&state->own_distance);
    if (state->wants_nearest) {
        scree_gpu_reserve(state->gpu, SCREE_GPU_ON_DEVICE, bytes, &state->own_nearest, purpose, &result);
        state->nearest = scree_gpu_whole(&state->own_nearest);
    }
    return result;
}

/* Chooses how many layers are computed at a time, and their destination if it is known. */
static void choose_parts(scree_distance_state *state)
{
    const scree_delivery *delivery = &state->delivery;
    uint64_t bytes = state->gpu->functions->memory_available(state->gpu) / PART_SHARE;
    uint64_t voxels = scree_min(bytes / sizeof(float), PART_VOXELS);
    if (delivery->most_samples != 0) {
        voxels = scree_min(voxels, delivery->most_samples);
    }
    state->part_layers = whole_blocks(state, voxels / state->plan->plane);
    if (delivery->buffer != NULL) {
        state->distance.memory = &((const scree_gpu_buffer *)delivery->buffer)->memory;
        state->distance.offset = delivery->offset;
    }
}

static scree_result prepare_method(scree_distance_state *state)
{
    const bool has_destination = state->delivery.buffer != NULL;
    const bool needs_whole = state->method->needs_whole;
    scree_result result = needs_whole && !has_destination ? take_whole(state) : SCREE_OK;
    if (result == SCREE_OK) {
        result = state->method->prepare(state);
    }
    return result == SCREE_OK && !needs_whole && !has_destination ? take_parts(state) : result;
}

static scree_result prepare(scree_distance_state *state)
{
    scree_result result = check_plane(state);
    if (result == SCREE_OK) {
        result = make_commands(state);
    }
    if (result == SCREE_OK) {
        result = send_source(state);
    }
    if (result == SCREE_OK) {
        choose_parts(state);
        result = prepare_method(state);
    }
    return result == SCREE_OK ? scree_gpu_mark_time(state->gpu) : result;
}

static void empty_state(scree_distance_state *state)
{
    scree_gpu *gpu = state->gpu;
    scree_gpu_commands *commands[] = {state->commands, state->part[0].commands, state->part[1].commands};
    scree_gpu_memory *memory[] = {&state->tops,
                                  &state->heights,
                                  &state->levels,
                                  &state->occupancy,
                                  &state->own_distance,
                                  &state->own_nearest,
                                  &state->part[0].distance,
                                  &state->part[0].nearest,
                                  &state->part[1].distance,
                                  &state->part[1].nearest,
                                  NULL};
    /* Submitted work may still write to this memory. */
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        scree_gpu_commands_destroy(commands[i]);
    }
    state->method->destroy(state);
    scree_gpu_free_all(gpu, memory);
}

static void destroy_session(scree_session **session)
{
    scree_distance_state *closing = (scree_distance_state *)*session;
    if (closing == NULL) {
        return;
    }
    if (scree_gpu_enter_lost(closing->gpu) == SCREE_OK) {
        empty_state(closing);
        scree_gpu_leave(closing->gpu);
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
    state->gpu = (scree_gpu *)device;
    state->plan = scree_distance_plan_of(field);
    state->method = method_of(&state->plan->params);
    state->delivery = *delivery;
    state->wants_nearest = delivery->wants_nearest;
    state->progress = progress;
    scree_result result = scree_gpu_enter(state->gpu);
    if (result == SCREE_OK) {
        result = prepare(state);
        scree_gpu_leave(state->gpu);
    }
    if (result != SCREE_OK) {
        destroy_session(session);
    }
    return result;
}

/* A field with its own memory on the device needs none for its parts. */
static scree_division divide_field(const scree_session *session)
{
    const scree_distance_state *state = (const scree_distance_state *)session;
    uint64_t parts = state->delivery.buffer != NULL ? RESIDENT_PARTS : 1;
    uint64_t layers = scree_min(parts * state->part_layers, state->plan->layers);
    return (scree_division){.samples = layers * state->plan->plane, .slots = PARTS, .depth = PARTS};
}

/* The device memory of a part's layers. */
static scree_gpu_span find_span(const scree_distance_state *state, scree_gpu_span whole, const scree_gpu_memory *memory,
                                uint64_t first)
{
    if (whole.memory == NULL) {
        return scree_gpu_whole(memory);
    }
    whole.offset += first * state->plan->plane * SCREE_GPU_WORD;
    return whole;
}

/* Starts the layers of a box. */
static scree_result start_part(scree_distance_state *state, scree_gpu_distance_part *part, const scree_box *box)
{
    const scree_gpu_layers output = {.commands = part->commands,
                                     .first = box->first_plane,
                                     .layers = box->planes,
                                     .distance = find_span(state, state->distance, &part->distance, box->first_plane),
                                     .nearest = find_span(state, state->nearest, &part->nearest, box->first_plane)};
    part->commands->reports_times = true;
    if (scree_gpu_begin(part->commands) == SCREE_OK) {
        state->method->layers(state, &output);
    }
    part->first = output.first;
    part->layers = output.layers;
    return scree_gpu_submit(part->commands);
}

static scree_result download(const scree_distance_state *state, scree_gpu_span from, uint64_t voxels, void *out)
{
    from.bytes = voxels * SCREE_GPU_WORD;
    return scree_gpu_read(state->gpu, from, out);
}

/* Adds the times of a part to the timeline, unless they are unknown. */
static void add_span(const scree_distance_state *state, const scree_gpu_distance_part *part, scree_span_kind kind,
                     scree_gpu_while span)
{
    if (span.end > 0.0) {
        scree_progress_add_span(state->progress, &(scree_job_span){.device = state->delivery.member,
                                                                   .box = part->target.number,
                                                                   .kind = kind,
                                                                   .start = span.start,
                                                                   .end = span.end});
    }
}

/* Waits for a part and downloads it, if it goes to the host. */
static scree_result finish_part(const scree_distance_state *state, const scree_gpu_distance_part *part,
                                scree_range *range)
{
    const scree_target *target = &part->target;
    uint64_t voxels = part->layers * state->plan->plane;
    scree_result result = scree_gpu_distance_await(state, part->commands, voxels);
    if (result != SCREE_OK) {
        return result;
    }
    add_span(state, part, SCREE_SPAN_COMPUTE, part->commands->computing);
    double start = scree_os_clock_seconds();
    if (target->values != NULL) {
        result =
            download(state, find_span(state, state->distance, &part->distance, part->first), voxels, target->values);
    }
    if (result == SCREE_OK && target->nearest != NULL) {
        result =
            download(state, find_span(state, state->nearest, &part->nearest, part->first), voxels, target->nearest);
    }
    if (result == SCREE_OK && target->values != NULL) {
        add_span(state, part, SCREE_SPAN_DOWNLOAD, (scree_gpu_while){start, scree_os_clock_seconds()});
        scree_range_scan(target->values, voxels, range);
    }
    return result;
}

static scree_result start_box(scree_session *session, uint32_t slot, const scree_box *box, const scree_target *target,
                              scree_progress *progress)
{
    (void)progress;
    scree_distance_state *state = (scree_distance_state *)session;
    scree_gpu_distance_part *part = &state->part[slot];
    scree_result result = scree_gpu_distance_check_cancelled(state);
    part->target = *target;
    if (result == SCREE_OK) {
        result = scree_gpu_enter(state->gpu);
    }
    if (result == SCREE_OK) {
        result = start_part(state, part, box);
        scree_gpu_leave(state->gpu);
    }
    return result;
}

static scree_result finish_box(scree_session *session, uint32_t slot, scree_progress *progress, scree_range *range)
{
    (void)progress;
    scree_distance_state *state = (scree_distance_state *)session;
    scree_result result = scree_gpu_enter(state->gpu);
    if (result == SCREE_OK) {
        result = finish_part(state, &state->part[slot], range);
        scree_gpu_leave(state->gpu);
    }
    return result;
}

const scree_field_functions scree_gpu_distance_functions = {
    .create = create_session,
    .division = divide_field,
    .start = start_box,
    .finish = finish_box,
    .destroy = destroy_session,
};
