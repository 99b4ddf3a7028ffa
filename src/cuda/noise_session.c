/* Sessions of the CUDA device: slots, the memory that they take, and boxes cut into frames. */
#include <stdlib.h>

#include "context_internal.h"
#include "noise_frame.h"
#include "noise_slot.h"
#include "parallel_copy.h"
#include "range_pairs.h"
#include "whole_numbers.h"

/* Bytes of a slab of float32 at most: long transfers, and several fit any GPU. At least so many before giving up. */
#define MOST_SLAB_BYTES ((uint64_t)64 << 20)
#define LEAST_SLAB_BYTES ((uint64_t)64 << 10)
/* The same where samples do not leave the device: so long that the host is ahead of it. */
#define MOST_RANGE_BYTES ((uint64_t)1 << 30)
/* The part of the free memory that one slab may take. */
#define SLAB_SHARE 16u
/* Samples of one box that stays on the device: some milliseconds of work, so that jobs can be cancelled. */
#define RESIDENT_SAMPLES ((uint64_t)1 << 30)
/* Slabs that are started before the first is waited for; the others are with the sink. */
#define DEPTH 2u

struct scree_session {
    scree_cuda_field field;
    scree_delivery delivery;
    uint64_t slab_samples;
    uint32_t slot_count;
    scree_cuda_slot *slots; /* The device's. */
    CUevent epoch;          /* When spans are counted from, */
    double epoch_seconds;   /* by the host's clock. */
};

static bool is_resident(const scree_session *session)
{
    return session->delivery.buffer != NULL;
}

static void choose_slab(scree_session *session)
{
    const scree_delivery *delivery = &session->delivery;
    uint64_t unused = scree_cuda_unused_bytes(session->field.device);
    bool leaves_device = delivery->keeps_values || delivery->converts || delivery->lends_memory;
    uint64_t bytes = scree_least(unused / SLAB_SHARE, leaves_device ? MOST_SLAB_BYTES : MOST_RANGE_BYTES);
    bytes = bytes < LEAST_SLAB_BYTES ? LEAST_SLAB_BYTES : bytes;
    session->slab_samples = is_resident(session) ? RESIDENT_SAMPLES : bytes / sizeof(float);
    if (delivery->most_samples != 0) {
        session->slab_samples = scree_least(session->slab_samples, delivery->most_samples);
    }
    session->slab_samples = scree_least(session->slab_samples, session->field.plan->samples);
}

/* As many slots as there are slabs, with slabs that are halved until they fit into what memory there is. */
static scree_result take_slots(scree_session *session)
{
    scree_cuda_device *device = session->field.device;
    const scree_delivery *delivery = &session->delivery;
    for (;; session->slab_samples /= 2) {
        uint64_t bytes = session->slab_samples * sizeof(float);
        uint64_t slabs = scree_parts(session->field.plan->samples, session->slab_samples);
        scree_cuda_slot_bytes needed = {0};
        if (!is_resident(session)) {
            needed.values = bytes;
            needed.data = delivery->converts ? session->slab_samples * scree_type_bytes(delivery->type) : 0;
            needed.host_values = delivery->keeps_values ? bytes : 0;
        }
        session->slot_count = (uint32_t)scree_least(slabs, SCREE_MOST_SLOTS);
        scree_result result = scree_cuda_slots_reserve(device, session->slot_count, &needed, &session->slots);
        if (result != SCREE_ERROR_OUT_OF_MEMORY) {
            return result;
        }
        if (is_resident(session) || bytes / 2 < LEAST_SLAB_BYTES) {
            return scree_fail(device->base.context, result, "%s: no memory for %u slabs of %llu bytes",
                              device->base.label, session->slot_count, (unsigned long long)bytes);
        }
        scree_log(device->base.context, SCREE_LOG_INFO, "%s: slabs of %llu bytes do not fit; halved",
                  device->base.label, (unsigned long long)bytes);
    }
}

/* Spans are told by the host's clock: the moment at which both are known. */
static scree_result mark_epoch(scree_session *session)
{
    scree_cuda_device *device = session->field.device;
    const scree_cuda_functions *call = &device->driver.call;
    scree_result result = scree_cuda_check(device, call->cuEventCreate(&session->epoch, CU_EVENT_DEFAULT), "a session");
    if (result == SCREE_OK) {
        result = scree_cuda_check(device, call->cuEventRecord(session->epoch, device->compute), "a session");
    }
    if (result == SCREE_OK) {
        result = scree_cuda_check(device, call->cuEventSynchronize(session->epoch), "a session");
        session->epoch_seconds = scree_clock_seconds();
    }
    return result;
}

static scree_result prepare_session(scree_session *session)
{
    scree_result result = scree_cuda_check_lost(session->field.device);
    if (result == SCREE_OK) {
        result = mark_epoch(session);
    }
    if (result == SCREE_OK) {
        choose_slab(session);
        result = take_slots(session);
    }
    return result;
}

scree_result scree_cuda_session_create(scree_device *device, const scree_plan *plan, const scree_delivery *delivery,
                                       scree_session **session)
{
    scree_cuda_device *cuda = (scree_cuda_device *)device;
    scree_session *made = calloc(1, sizeof *made);
    *session = made;
    if (made == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a session");
    }
    scree_cuda_field_init(&made->field, cuda, plan);
    made->delivery = *delivery;
    scree_result result = scree_cuda_enter(cuda);
    if (result == SCREE_OK) {
        result = prepare_session(made);
        scree_cuda_leave(cuda);
    }
    if (result != SCREE_OK) {
        scree_cuda_session_destroy(session);
    }
    return result;
}

/* Waits for the frame or the box that a slot has under way; adds the time that it took. */
static scree_result await_slot(scree_session *session, scree_cuda_slot *slot)
{
    scree_cuda_device *device = session->field.device;
    const scree_cuda_functions *call = &device->driver.call;
    float milliseconds = 0.0f;
    if (!slot->is_computing) {
        return SCREE_OK;
    }
    slot->is_computing = false;
    scree_result result =
        scree_cuda_check(device, call->cuEventSynchronize(slot->is_last ? slot->done : slot->computed), "computing");
    if (result == SCREE_OK) {
        result = scree_cuda_check(device, call->cuEventElapsedTime(&milliseconds, slot->started, slot->computed),
                                  "telling the time");
        slot->nanoseconds += (uint64_t)(1e6 * (double)milliseconds);
    }
    return result;
}

void scree_cuda_session_destroy(scree_session **session)
{
    if (*session == NULL) {
        return;
    }
    scree_cuda_device *device = (*session)->field.device;
    if (scree_cuda_enter(device) == SCREE_OK) {
        /* What was started may still write where it was told to. */
        device->driver.call.cuStreamSynchronize(device->compute);
        device->driver.call.cuStreamSynchronize(device->transfer);
        for (uint32_t i = 0; i < (*session)->slot_count && (*session)->slots != NULL; i++) {
            (*session)->slots[i].is_computing = false;
        }
        if ((*session)->epoch != NULL) {
            device->driver.call.cuEventDestroy_v2((*session)->epoch);
        }
        scree_cuda_leave(device);
    }
    scree_cuda_field_clear(&(*session)->field);
    free(*session);
    *session = NULL;
}

scree_division scree_cuda_session_division(const scree_session *session)
{
    return (scree_division){.samples = session->slab_samples,
                            .slots = session->slot_count,
                            .depth = session->slot_count < DEPTH ? session->slot_count : DEPTH};
}

void scree_cuda_session_memory(scree_session *session, uint32_t slot, float **values, void **data)
{
    /* A slot may hold more than this session asked for. */
    *values = session->delivery.keeps_values ? session->slots[slot].host_values.mapped : NULL;
    *data = session->delivery.converts ? session->slots[slot].host_data.mapped : NULL;
}

/* Where the samples of a frame go. */
static scree_cuda_order_target find_target(scree_session *session, scree_cuda_slot *slot, const scree_frame_walk *walk)
{
    const scree_box *box = &slot->box;
    const scree_box *frame = &walk->frame;
    const scree_grid *grid = &session->field.plan->grid;
    scree_cuda_order_target target = {
        .stream = session->field.device->compute,
        .tables = &slot->tables,
        .range = slot->range_pairs.handle,
        .clears_range = walk->is_first,
        .started = slot->started,
        .row_stride = box->width,
        .plane_stride = box->width * box->rows,
    };
    if (is_resident(session)) {
        target.row_stride = grid->row_stride;
        target.plane_stride = grid->plane_stride;
        target.values = ((const scree_cuda_buffer *)session->delivery.buffer)->memory.handle +
                        session->delivery.offset + scree_box_place(grid, frame) * sizeof(float);
    } else {
        target.values = slot->values.handle +
                        sizeof(float) *
                            ((frame->first_plane - box->first_plane) * target.plane_stride +
                             (frame->first_row - box->first_row) * target.row_stride + (frame->first_x - box->first_x));
    }
    return target;
}

static scree_result convert(scree_session *session, scree_cuda_slot *slot)
{
    const scree_mapping *mapping = &slot->target.mapping;
    scree_cuda_conversion parameters = {
        .values = (const float *)(uintptr_t)slot->values.handle,
        .data = (uint32_t *)(uintptr_t)slot->data.handle,
        .samples = slot->samples,
        .bits = 8u * (uint32_t)scree_type_bytes(mapping->type),
        .low = mapping->low,
        .scale = mapping->scale,
        .top = mapping->top,
    };
    uint64_t words = scree_parts(slot->samples, 32u / parameters.bits);
    const scree_cuda_launch launch = {.part = SCREE_CUDA_CONVERT,
                                      .kernel = "convert",
                                      .grid = {(uint32_t)scree_parts(words, SCREE_CUDA_CONVERT_THREADS), 1, 1},
                                      .block = {SCREE_CUDA_CONVERT_THREADS, 1, 1}};
    return scree_cuda_run(session->field.device, &launch, &parameters, session->field.device->compute);
}

/* A copy to the host, on the transfer stream. */
static void copy(scree_cuda_device *device, const scree_cuda_memory *to, const scree_cuda_memory *from, uint64_t bytes,
                 scree_result *result)
{
    if (*result == SCREE_OK) {
        *result = scree_cuda_check(
            device, device->driver.call.cuMemcpyDtoHAsync_v2(to->mapped, from->handle, bytes, device->transfer),
            "transferring samples");
    }
}

static void record(scree_cuda_device *device, CUevent event, CUstream stream, scree_result *result)
{
    if (*result == SCREE_OK) {
        *result = scree_cuda_check(device, device->driver.call.cuEventRecord(event, stream), "computing");
    }
}

/* What goes to the host when a box is computed, while the compute stream goes on with the next. */
static scree_result download(scree_session *session, scree_cuda_slot *slot)
{
    scree_cuda_device *device = session->field.device;
    scree_result result = scree_cuda_check(
        device, device->driver.call.cuStreamWaitEvent(device->transfer, slot->computed, 0), "computing");
    record(device, slot->copying, device->transfer, &result);
    if (slot->has_values) {
        copy(device, &slot->host_values, &slot->values, slot->samples * sizeof(float), &result);
    }
    if (slot->target.data != NULL) {
        copy(device, &slot->host_data, &slot->data, slot->samples * scree_type_bytes(slot->target.mapping.type),
             &result);
    }
    copy(device, &slot->host_range, &slot->range_pairs, SCREE_CUDA_RANGE_BYTES, &result);
    record(device, slot->done, device->transfer, &result);
    return result;
}

/* A frame of a slot's box, and after the last all that becomes of the box. */
static scree_result start_frame(scree_session *session, scree_cuda_slot *slot, const scree_frame_walk *walk)
{
    scree_cuda_device *device = session->field.device;
    const scree_cuda_order_target target = find_target(session, slot, walk);
    /* Frames of one slot follow one another: they share its tables. */
    scree_result result = await_slot(session, slot);
    if (result == SCREE_OK) {
        result = scree_cuda_frame_enqueue(&session->field, &walk->frame, &target);
    }
    if (result == SCREE_OK && walk->is_last && slot->target.data != NULL) {
        result = convert(session, slot);
    }
    record(device, slot->computed, device->compute, &result);
    if (result == SCREE_OK && walk->is_last) {
        result = download(session, slot);
    }
    slot->is_last = walk->is_last;
    slot->is_computing = result == SCREE_OK;
    return result;
}

static scree_result start_box(scree_session *session, scree_cuda_slot *slot, const scree_progress *progress)
{
    scree_frame_walk walk = scree_cuda_frames_of(session->field.plan, &slot->box);
    scree_result result = SCREE_OK;
    while (result == SCREE_OK && scree_frame_next(&walk)) {
        if (atomic_load(&progress->is_cancelled)) {
            return SCREE_ERROR_CANCELLED;
        }
        result = start_frame(session, slot, &walk);
    }
    return result;
}

scree_result scree_cuda_session_start(scree_session *session, uint32_t number, const scree_box *box,
                                      const scree_target *target, scree_progress *progress)
{
    scree_cuda_device *device = session->field.device;
    scree_cuda_slot *slot = &session->slots[number];
    slot->box = *box;
    slot->target = *target;
    slot->samples = box->planes * box->rows * box->width;
    slot->has_values = session->delivery.keeps_values && target->values != NULL;
    slot->nanoseconds = 0;
    scree_result result = scree_cuda_enter(device);
    if (result == SCREE_OK) {
        result = start_box(session, slot, progress);
        scree_cuda_leave(device);
    }
    return result;
}

static void add_span(const scree_session *session, const scree_cuda_slot *slot, scree_span_kind kind, CUevent start,
                     CUevent end, scree_progress *progress)
{
    const scree_cuda_functions *call = &session->field.device->driver.call;
    float started = 0.0f;
    float ended = 0.0f;
    if (call->cuEventElapsedTime(&started, session->epoch, start) == CUDA_SUCCESS &&
        call->cuEventElapsedTime(&ended, session->epoch, end) == CUDA_SUCCESS) {
        scree_progress_add_span(progress, &(scree_job_span){.device = session->delivery.member,
                                                            .box = slot->target.number,
                                                            .kind = kind,
                                                            .start = session->epoch_seconds + 1e-3 * (double)started,
                                                            .end = session->epoch_seconds + 1e-3 * (double)ended});
    }
}

static scree_result finish_box(scree_session *session, scree_cuda_slot *slot, scree_progress *progress,
                               scree_range *range)
{
    scree_result result = await_slot(session, slot);
    if (result != SCREE_OK) {
        return result;
    }
    add_span(session, slot, SCREE_SPAN_COMPUTE, slot->started, slot->computed, progress);
    if (slot->has_values || slot->target.data != NULL) {
        add_span(session, slot, SCREE_SPAN_DOWNLOAD, slot->copying, slot->done, progress);
    }
    if (slot->has_values) {
        scree_parallel_copy_box(&slot->target, &slot->box, slot->host_values.mapped);
    }
    scree_range_pairs_gather(slot->host_range.mapped, SCREE_CUDA_RANGE_PAIRS, SCREE_CUDA_RANGE_PAIR_WORDS, range);
    atomic_fetch_add(&progress->done, slot->samples);
    atomic_fetch_add(&progress->device_nanoseconds, slot->nanoseconds);
    return SCREE_OK;
}

scree_result scree_cuda_session_finish(scree_session *session, uint32_t number, scree_progress *progress,
                                       scree_range *range)
{
    scree_cuda_device *device = session->field.device;
    scree_result result = scree_cuda_enter(device);
    if (result == SCREE_OK) {
        result = finish_box(session, &session->slots[number], progress, range);
        scree_cuda_leave(device);
    }
    if (result != SCREE_OK) {
        return result;
    }
    return atomic_load(&progress->is_cancelled) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}
