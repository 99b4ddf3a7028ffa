#include "stream.h"

#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "rehearsal.h"
#include "slot_queue.h"
#include "whole_numbers.h"

scree_range scree_range_empty(void)
{
    return (scree_range){.minimum = INFINITY, .maximum = -INFINITY};
}

scree_range scree_range_without_signed_zero(scree_range range)
{
    range.minimum = range.minimum == 0.0f ? 0.0f : range.minimum;
    range.maximum = range.maximum == 0.0f ? 0.0f : range.maximum;
    return range;
}

scree_result scree_session_create(scree_device *device, const scree_field_plan *plan, const scree_delivery *delivery,
                                  scree_progress *progress, scree_session **session)
{
    scree_job_span span = {.device = delivery->member, .kind = SCREE_SPAN_PREPARE, .start = scree_os_clock_seconds()};
    scree_result result = scree_device_fields(device, plan->type)->create(device, plan, delivery, progress, session);
    span.end = scree_os_clock_seconds();
    /* Members of a group add their own spans. */
    if (result == SCREE_OK && plan->type->needs_preparing && device->info.members == 1) {
        scree_progress_add_span(progress, &span);
    }
    return result;
}

static uint64_t rows_of(const scree_field_plan *plan)
{
    return plan->grid.axes > 1 ? plan->grid.count[1] : 1;
}

/* Planes in a box of whole planes. */
static uint64_t whole_planes(const scree_field_plan *plan, uint64_t samples)
{
    uint64_t planes = samples / (plan->grid.count[0] * rows_of(plan));
    return planes > 0 ? planes : 1;
}

/* A box is whole planes, or rows of one plane, or a part of one row, so it is always contiguous in grid order. */
bool scree_next_box(const scree_field_plan *plan, uint64_t samples, uint64_t *position, scree_box *box)
{
    uint64_t width = plan->grid.count[0];
    uint64_t rows = rows_of(plan);
    bool has_whole_planes = plan->type->has_whole_planes;
    if (*position >= plan->samples) {
        return false;
    }
    uint64_t row = *position / width;
    *box = (scree_box){.first_plane = row / rows,
                       .planes = 1,
                       .first_row = row % rows,
                       .rows = 1,
                       .first_x = *position % width,
                       .width = width - *position % width};
    if (!has_whole_planes && (width > samples || width > SCREE_BOX_WIDTH)) {
        box->width = scree_min(box->width, scree_min(samples, SCREE_BOX_WIDTH));
    } else if (!has_whole_planes && (width * rows > samples || rows > SCREE_BOX_WIDTH)) {
        box->rows = scree_min(rows - box->first_row, scree_min(samples / width, SCREE_BOX_WIDTH));
    } else {
        box->rows = rows;
        box->planes = scree_min(plan->planes - box->first_plane, whole_planes(plan, samples));
    }
    *position += box->planes * box->rows * box->width;
    return true;
}

scree_box_walk scree_box_walk_start(const scree_field_plan *plan, uint64_t samples)
{
    scree_box_walk walk = {.plan = plan, .width = plan->grid.count[0], .rows = rows_of(plan)};
    if (!plan->type->has_whole_planes) {
        walk.width = scree_min(walk.width, scree_min(samples, SCREE_BOX_WIDTH));
        walk.rows = scree_min(walk.rows, scree_min(samples / walk.width, SCREE_BOX_WIDTH));
    }
    uint64_t planes = samples / (walk.width * walk.rows);
    walk.planes = scree_min(plan->planes, planes > 0 ? planes : 1);
    return walk;
}

/* Planes vary fastest, so that a box's tables along x and y are used by many planes. */
bool scree_box_walk_next(scree_box_walk *walk)
{
    const scree_field_plan *plan = walk->plan;
    scree_box *box = &walk->box;
    if (walk->is_started) {
        box->first_plane += box->planes;
    }
    if (box->first_plane == plan->planes) {
        box->first_plane = 0;
        box->first_x += box->width;
    }
    if (box->first_x == plan->grid.count[0]) {
        box->first_x = 0;
        box->first_row += box->rows;
    }
    walk->is_started = true;
    box->planes = scree_min(walk->planes, plan->planes - box->first_plane);
    box->width = scree_min(walk->width, plan->grid.count[0] - box->first_x);
    box->rows = scree_min(walk->rows, rows_of(plan) - box->first_row);
    return box->first_row < rows_of(plan);
}

/* The second output has no gaps; it exists only for boxes of whole planes. */
static scree_target target_in_grid(const scree_stream *stream, const scree_box *box, float *out, uint32_t *nearest)
{
    const scree_grid *grid = &stream->plan->grid;
    const uint32_t channels = stream->plan->channels;
    scree_target target = {.channels = channels,
                           .row_stride = grid->row_stride * channels,
                           .plane_stride = grid->plane_stride * channels,
                           .number = stream->progress->boxes++};
    if (out != NULL) {
        target.values = out + scree_box_offset(grid, channels, box);
    }
    if (nearest != NULL) {
        target.nearest = nearest + box->first_plane * rows_of(stream->plan) * grid->count[0];
    }
    return target;
}

/*
 * Runs all boxes through the session's slots, `depth` of them at a time. Waits for all boxes in flight, also after an
 * error.
 */
scree_result scree_stream_fill(const scree_stream *stream, float *out, uint32_t *nearest, scree_range *range)
{
    const scree_field_functions *call = scree_device_fields(stream->device, stream->plan->type);
    scree_division division = call->division(stream->session);
    scree_box_walk walk = scree_box_walk_start(stream->plan, division.samples);
    scree_result result = SCREE_OK;
    uint64_t started = 0;
    uint64_t finished = 0;
    bool is_over = false;
    while (!is_over || finished < started) {
        is_over = is_over || result != SCREE_OK || !scree_box_walk_next(&walk);
        if (!is_over) {
            scree_target target = target_in_grid(stream, &walk.box, out, nearest);
            uint32_t slot = (uint32_t)(started % division.slots);
            result = call->start(stream->session, slot, &walk.box, &target, stream->progress);
            started += result == SCREE_OK;
        }
        if (finished < started && (is_over || result != SCREE_OK || started - finished == division.depth)) {
            scree_result ended =
                call->finish(stream->session, (uint32_t)(finished++ % division.slots), stream->progress, range);
            result = result == SCREE_OK ? ended : result;
        }
    }
    return result;
}

/* A slab in the ring buffer between the generating thread and the sink's thread. */
typedef struct slab_buffer {
    float *values;
    uint32_t *nearest; /* NULL without a second output. */
    void *data;        /* NULL for unmapped f32. */
    scree_slab slab;
} slab_buffer;

typedef struct slab_ring {
    scree_slot_queue queue;
    slab_buffer buffer[SCREE_MOST_GROUP_SLOTS];
    scree_division division;
    const scree_sink *sink;
} slab_ring;

static scree_result deliver_slab(void *user, uint32_t slot)
{
    const slab_ring *ring = user;
    return ring->sink->write(ring->sink->user, &ring->buffer[slot].slab);
}

/* State of the generating thread for one run. */
typedef struct slab_run {
    const scree_stream *stream;
    const scree_field_functions *call;
    const scree_mapping *mapping;
    scree_range mapped;
    scree_range *range;
    uint64_t position;
} slab_run;

/* Starts the box that ends at the run's position, in a slot that is empty. */
static scree_result start_box(const slab_run *run, slab_ring *ring, uint32_t slot, uint64_t first, const scree_box *box)
{
    slab_buffer *buffer = &ring->buffer[slot];
    bool is_mapped = buffer->data != NULL;
    const uint32_t channels = run->stream->plan->channels;
    scree_target target = {.values = buffer->values,
                           .channels = channels,
                           .row_stride = box->width * channels,
                           .plane_stride = box->width * box->rows * channels,
                           .nearest = buffer->nearest,
                           .data = buffer->data,
                           .mapping = *run->mapping,
                           .number = run->stream->progress->boxes++};
    buffer->slab = (scree_slab){.first = first,
                                .count = run->position - first,
                                .channels = channels,
                                .values = is_mapped && !ring->sink->wants_values ? NULL : buffer->values,
                                .nearest = buffer->nearest,
                                .data = is_mapped ? buffer->data : buffer->values,
                                .mapped = run->mapped};
    return run->call->start(run->stream->session, slot, box, &target, run->stream->progress);
}

/* Starts the next box; `*is_over` becomes true when there is none. */
static scree_result start_slab(slab_run *run, slab_ring *ring, uint32_t slot, bool *is_over)
{
    scree_box box;
    uint64_t first = run->position;
    if (!scree_next_box(run->stream->plan, ring->division.samples, &run->position, &box)) {
        *is_over = true;
        return SCREE_OK;
    }
    scree_result result = scree_slot_queue_await(&ring->queue, slot);
    return result == SCREE_OK ? start_box(run, ring, slot, first, &box) : result;
}

/* Computes the boxes as scree_stream_fill() does, and hands over every finished one. */
static scree_result generate_slabs(slab_run *run, slab_ring *ring)
{
    scree_result result = SCREE_OK;
    uint64_t started = 0;
    uint64_t finished = 0;
    bool is_over = false;
    while (!is_over || finished < started) {
        is_over = is_over || result != SCREE_OK;
        if (!is_over) {
            result = start_slab(run, ring, (uint32_t)(started % ring->division.slots), &is_over);
            started += result == SCREE_OK && !is_over;
        }
        if (finished < started && (is_over || result != SCREE_OK || started - finished == ring->division.depth)) {
            uint32_t slot = (uint32_t)(finished++ % ring->division.slots);
            scree_result ended = run->call->finish(run->stream->session, slot, run->stream->progress, run->range);
            result = result == SCREE_OK ? ended : result;
            if (result == SCREE_OK) {
                scree_slot_queue_hand_over(&ring->queue, slot);
            }
        }
    }
    return result;
}

/* Bytes of a slab, where the library lends its memory. */
static uint64_t lent_bytes(const scree_stream *stream, const scree_division *division)
{
    uint64_t plane = stream->plan->grid.count[0] * rows_of(stream->plan);
    return scree_min(whole_planes(stream->plan, division->samples), stream->plan->planes) * plane *
           stream->plan->channels * sizeof(float);
}

/* Allocates host memory for every slot. */
static scree_result take_memory(const scree_stream *stream, slab_ring *ring)
{
    uint64_t bytes = lent_bytes(stream, &ring->division);
    scree_result result = SCREE_OK;
    for (uint32_t slot = 0; slot < ring->division.slots && result == SCREE_OK; slot++) {
        void *memory = NULL;
        result = scree_host_memory_make(stream->device, bytes, &memory);
        ring->buffer[slot].values = memory;
        if (result == SCREE_OK && ring->sink->wants_nearest) {
            memory = NULL;
            result = scree_host_memory_make(stream->device, bytes, &memory);
            ring->buffer[slot].nearest = memory;
        }
    }
    return result;
}

/* Finds the memory of every slot: the session's, or the library's where that has none to lend. Give it back in any
   case. */
static scree_result borrow_memory(const slab_run *run, slab_ring *ring)
{
    if (run->call->memory == NULL) {
        return take_memory(run->stream, ring);
    }
    for (uint32_t slot = 0; slot < ring->division.slots; slot++) {
        run->call->memory(run->stream->session, slot, &ring->buffer[slot].values, &ring->buffer[slot].data);
    }
    return SCREE_OK;
}

static void give_memory_back(const slab_run *run, slab_ring *ring)
{
    const scree_stream *stream = run->stream;
    for (uint32_t slot = 0; slot < ring->division.slots && run->call->memory == NULL; slot++) {
        void *memory[] = {ring->buffer[slot].values, ring->buffer[slot].nearest};
        for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++) {
            if (memory[i] != NULL) {
                scree_host_memory_free(stream->device, memory[i]);
            }
        }
    }
}

static scree_result run_ring(slab_run *run, slab_ring *ring)
{
    ring->queue = (scree_slot_queue){.slots = ring->division.slots,
                                     .device = run->stream->device,
                                     .deliver = deliver_slab,
                                     .user = ring,
                                     .progress = run->stream->progress};
    scree_result result = scree_slot_queue_start(&ring->queue);
    if (result != SCREE_OK) {
        return result;
    }
    result = generate_slabs(run, ring);
    scree_result delivered = scree_slot_queue_finish(&ring->queue);
    return result == SCREE_OK ? delivered : result;
}

scree_result scree_stream_run(const scree_stream *stream, const scree_mapping *mapping, scree_range mapped,
                              const scree_sink *sink, scree_range *range)
{
    const scree_field_functions *call = scree_device_fields(stream->device, stream->plan->type);
    slab_ring ring = {.sink = sink, .division = call->division(stream->session)};
    slab_run run = {.stream = stream, .call = call, .mapping = mapping, .mapped = mapped, .range = range};
    scree_result result = borrow_memory(&run, &ring);
    if (result == SCREE_OK) {
        result = run_ring(&run, &ring);
    }
    give_memory_back(&run, &ring);
    return result;
}

/* Reports the first of the boxes, and how many there are: along each side all but the last are as long as the first. */
static void explain_boxes(const scree_field_plan *plan, const scree_box *first, uint32_t slots,
                          scree_explanation *explanation)
{
    explanation->samples = plan->samples;
    explanation->channels = plan->channels;
    explanation->slab_count[0] = first->width;
    explanation->slab_count[1] = first->rows;
    explanation->slab_count[2] = first->planes;
    explanation->slabs = scree_div_round_up(plan->grid.count[0], first->width) *
                         scree_div_round_up(rows_of(plan), first->rows) *
                         scree_div_round_up(plan->planes, first->planes);
    explanation->slabs_at_once = (uint32_t)scree_min(slots, explanation->slabs);
}

/* Rehearses the first slab of a stream. */
static scree_result explain_slab(const scree_stream *stream, const scree_delivery *delivery, const scree_sink *sink,
                                 scree_explanation *explanation)
{
    const scree_field_functions *call = scree_device_fields(stream->device, stream->plan->type);
    const scree_mapping mapping = {.type = delivery->type, .top = 1.0f};
    slab_ring ring = {.sink = sink, .division = call->division(stream->session)};
    slab_run run = {.stream = stream, .call = call, .mapping = &mapping, .mapped = stream->plan->bound};
    scree_box box = {0};
    scree_result result = borrow_memory(&run, &ring);
    if (result == SCREE_OK && scree_next_box(stream->plan, ring.division.samples, &run.position, &box)) {
        explain_boxes(stream->plan, &box, ring.division.slots, explanation);
        result = start_box(&run, &ring, 0, 0, &box);
    }
    if (call->memory == NULL) {
        explanation->host_bytes += ring.division.slots * lent_bytes(stream, &ring.division) *
                                   (sink->wants_nearest ? 2 : 1);
    }
    give_memory_back(&run, &ring);
    return result;
}

/* Rehearses the first box of a fill. */
static scree_result explain_fill(const scree_stream *stream, scree_explanation *explanation)
{
    const scree_field_functions *call = scree_device_fields(stream->device, stream->plan->type);
    const scree_division division = call->division(stream->session);
    scree_box_walk walk = scree_box_walk_start(stream->plan, division.samples);
    scree_box_walk_next(&walk);
    explain_boxes(stream->plan, &walk.box, division.slots, explanation);
    const scree_target target = target_in_grid(stream, &walk.box, NULL, NULL);
    return call->start(stream->session, 0, &walk.box, &target, stream->progress);
}

static scree_result explain(scree_device *device, const scree_field_plan *plan, const scree_delivery *delivery,
                            const scree_sink *sink, scree_explanation *explanation)
{
    const scree_field_functions *call = scree_device_fields(device, plan->type);
    scree_progress progress = {.boxes = 0};
    scree_stream stream = {.device = device, .plan = plan, .progress = &progress};
    scree_rehearsal_begin(device, explanation);
    scree_result result = scree_session_create(device, plan, delivery, &progress, &stream.session);
    if (result == SCREE_OK) {
        result = delivery->lends_memory ? explain_slab(&stream, delivery, sink, explanation)
                                        : explain_fill(&stream, explanation);
    }
    if (result == SCREE_OK && call->bytes != NULL) {
        explanation->host_bytes += call->bytes(stream.session);
    }
    call->destroy(&stream.session);
    scree_rehearsal_end(device);
    return result;
}

scree_result scree_stream_explain(scree_device *device, const scree_field_plan *plan, const scree_delivery *delivery,
                                  const scree_sink *sink, uint32_t passes, scree_explanation **explanation)
{
    scree_explanation *explained = scree_explanation_create();
    if (explained == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for an explanation");
    }
    explained->passes = passes;
    const scree_result result = explain(device, plan, delivery, sink, explained);
    if (result == SCREE_OK) {
        *explanation = explained;
    } else {
        scree_explanation_free(&explained);
    }
    return result;
}
