#include "stream.h"

#include <float.h>
#include <stdlib.h>

#include "context_internal.h"
#include "slot_queue.h"
#include "whole_numbers.h"

scree_range scree_range_empty(void)
{
    return (scree_range){.minimum = FLT_MAX, .maximum = -FLT_MAX};
}

static uint64_t rows_of(const scree_plan *plan)
{
    return plan->axes > 1 ? plan->grid.count[1] : 1;
}

/* A box is whole planes, or rows of one plane, or a part of one row: always a run in grid order. */
bool scree_next_box(const scree_plan *plan, uint64_t samples, uint64_t *position, scree_box *box)
{
    uint64_t width = plan->grid.count[0];
    uint64_t rows = rows_of(plan);
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
    if (width > samples || width > SCREE_BOX_WIDTH) {
        box->width = scree_least(box->width, scree_least(samples, SCREE_BOX_WIDTH));
    } else if (width * rows > samples || rows > SCREE_BOX_WIDTH) {
        box->rows = scree_least(rows - box->first_row, scree_least(samples / width, SCREE_BOX_WIDTH));
    } else {
        box->rows = rows;
        box->planes = scree_least(plan->planes - box->first_plane, samples / (width * rows));
    }
    *position += box->planes * box->rows * box->width;
    return true;
}

/* The boxes of a grid whose samples may come in any order: as wide and as high as tables allow. */
typedef struct box_walk {
    const scree_plan *plan;
    uint64_t width;
    uint64_t rows;
    uint64_t planes;
    scree_box box;
    bool is_started;
} box_walk;

static box_walk start_walk(const scree_plan *plan, uint64_t samples)
{
    box_walk walk = {.plan = plan};
    walk.width = scree_least(plan->grid.count[0], scree_least(samples, SCREE_BOX_WIDTH));
    walk.rows = scree_least(rows_of(plan), scree_least(samples / walk.width, SCREE_BOX_WIDTH));
    walk.planes = scree_least(plan->planes, samples / (walk.width * walk.rows));
    return walk;
}

/* Planes first, so that the tables of a box's x and y serve many. */
static bool next_part(box_walk *walk)
{
    const scree_plan *plan = walk->plan;
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
    box->planes = scree_least(walk->planes, plan->planes - box->first_plane);
    box->width = scree_least(walk->width, plan->grid.count[0] - box->first_x);
    box->rows = scree_least(walk->rows, rows_of(plan) - box->first_row);
    return box->first_row < rows_of(plan);
}

/*
 * Runs every box of a walk through the session's slots, `depth` of them at a time. What was started is waited for,
 * whatever happens.
 */
static scree_result run_walk(scree_session *session, const scree_device *device, box_walk *walk, float *out,
                             scree_progress *progress, scree_range *range)
{
    const scree_device_functions *call = device->functions;
    const scree_grid *grid = &walk->plan->grid;
    scree_division division = call->session_division(session);
    scree_result result = SCREE_OK;
    uint64_t started = 0;
    uint64_t finished = 0;
    bool is_over = false;
    while (!is_over || finished < started) {
        is_over = is_over || result != SCREE_OK || !next_part(walk);
        if (!is_over) {
            const scree_box *box = &walk->box;
            scree_target target = {
                .row_stride = grid->row_stride, .plane_stride = grid->plane_stride, .number = progress->boxes++};
            if (out != NULL) {
                target.values = out + scree_box_place(grid, box);
            }
            result = call->session_start(session, (uint32_t)(started % division.slots), box, &target, progress);
            started += result == SCREE_OK;
        }
        if (finished < started && (is_over || result != SCREE_OK || started - finished == division.depth)) {
            scree_result ended =
                call->session_finish(session, (uint32_t)(finished++ % division.slots), progress, range);
            result = result == SCREE_OK ? ended : result;
        }
    }
    return result;
}

scree_result scree_stream_fill(scree_session *session, const scree_device *device, const scree_plan *plan, float *out,
                               scree_progress *progress, scree_range *range)
{
    box_walk walk = start_walk(plan, device->functions->session_division(session).samples);
    return run_walk(session, device, &walk, out, progress, range);
}

scree_result scree_stream_measure(scree_session *session, const scree_device *device, const scree_plan *plan,
                                  scree_progress *progress, scree_range *range)
{
    return scree_stream_fill(session, device, plan, NULL, progress, range);
}

/* The slabs that go round between the generating thread and the sink's. */
typedef struct slab_buffer {
    float *values;
    void *data; /* NULL for unmapped f32. */
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

/* What the generating thread keeps of a run. */
typedef struct slab_run {
    scree_session *session;
    const scree_device *device;
    const scree_plan *plan;
    const scree_mapping *mapping;
    scree_range mapped;
    scree_progress *progress;
    scree_range *range;
    uint64_t position;
} slab_run;

/* Starts the box that follows; `*is_over` becomes true when there is none. */
static scree_result start_slab(slab_run *run, slab_ring *ring, uint32_t slot, bool *is_over)
{
    slab_buffer *buffer = &ring->buffer[slot];
    scree_box box;
    uint64_t first = run->position;
    bool is_mapped = buffer->data != NULL;
    if (!scree_next_box(run->plan, ring->division.samples, &run->position, &box)) {
        *is_over = true;
        return SCREE_OK;
    }
    scree_result result = scree_slot_queue_await(&ring->queue, slot);
    if (result != SCREE_OK) {
        return result;
    }
    scree_target target = {.values = buffer->values,
                           .row_stride = box.width,
                           .plane_stride = box.width * box.rows,
                           .data = buffer->data,
                           .mapping = *run->mapping,
                           .number = run->progress->boxes++};
    buffer->slab = (scree_slab){.first = first,
                                .count = run->position - first,
                                .values = is_mapped && !ring->sink->wants_values ? NULL : buffer->values,
                                .data = is_mapped ? buffer->data : buffer->values,
                                .mapped = run->mapped};
    return run->device->functions->session_start(run->session, slot, &box, &target, run->progress);
}

/* As run_walk(), with every finished box handed over. */
static scree_result generate_slabs(slab_run *run, slab_ring *ring)
{
    const scree_device_functions *call = run->device->functions;
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
            scree_result ended = call->session_finish(run->session, slot, run->progress, run->range);
            result = result == SCREE_OK ? ended : result;
            if (result == SCREE_OK) {
                scree_slot_queue_hand_over(&ring->queue, slot);
            }
        }
    }
    return result;
}

scree_result scree_stream_run(scree_session *session, const scree_device *device, const scree_plan *plan,
                              const scree_mapping *mapping, scree_range mapped, const scree_sink *sink,
                              scree_progress *progress, scree_range *range)
{
    slab_ring ring = {.sink = sink, .division = device->functions->session_division(session)};
    slab_run run = {.session = session,
                    .device = device,
                    .plan = plan,
                    .mapping = mapping,
                    .mapped = mapped,
                    .progress = progress,
                    .range = range};
    for (uint32_t slot = 0; slot < ring.division.slots; slot++) {
        device->functions->session_memory(session, slot, &ring.buffer[slot].values, &ring.buffer[slot].data);
    }
    ring.queue = (scree_slot_queue){
        .slots = ring.division.slots, .device = device, .deliver = deliver_slab, .user = &ring, .progress = progress};
    scree_result result = scree_slot_queue_start(&ring.queue);
    if (result != SCREE_OK) {
        return result;
    }
    result = generate_slabs(&run, &ring);
    scree_result delivered = scree_slot_queue_finish(&ring.queue);
    return result == SCREE_OK ? delivered : result;
}
