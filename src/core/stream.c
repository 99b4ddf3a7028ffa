#include "stream.h"

#include <float.h>
#include <stdlib.h>

#include "context_internal.h"
#include "thread.h"
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

/* Slabs go round between the generating thread and the sink's. */
typedef struct slab_buffer {
    float *values;
    void *data; /* NULL for unmapped f32. */
    scree_slab slab;
    bool is_full;
} slab_buffer;

typedef struct slab_queue {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    slab_buffer buffer[SCREE_MOST_GROUP_SLOTS];
    scree_division division;
    const scree_sink *sink;
    const scree_progress *progress; /* Tells of a cancelled job: its sink is not called again. */
    bool is_closed;                 /* No slab will follow. */
    scree_result result;            /* Of the sink. */
} slab_queue;

static void *run_sink(void *argument)
{
    slab_queue *queue = argument;
    for (uint32_t turn = 0;; turn = (turn + 1) % queue->division.slots) {
        slab_buffer *buffer = &queue->buffer[turn];
        pthread_mutex_lock(&queue->mutex);
        while (!buffer->is_full && !queue->is_closed) {
            pthread_cond_wait(&queue->changed, &queue->mutex);
        }
        if (buffer->is_full && queue->result == SCREE_OK && atomic_load(&queue->progress->is_cancelled)) {
            queue->result = SCREE_ERROR_CANCELLED;
            pthread_cond_broadcast(&queue->changed);
        }
        bool is_over = !buffer->is_full || queue->result != SCREE_OK;
        pthread_mutex_unlock(&queue->mutex);
        if (is_over) {
            return NULL;
        }
        scree_result result = queue->sink->write(queue->sink->user, &buffer->slab);
        pthread_mutex_lock(&queue->mutex);
        queue->result = result;
        buffer->is_full = false;
        pthread_cond_broadcast(&queue->changed);
        pthread_mutex_unlock(&queue->mutex);
        if (result != SCREE_OK) {
            return NULL;
        }
    }
}

/* Waits until a buffer is empty; tells how the sink fares. */
static scree_result await_buffer(slab_queue *queue, slab_buffer *buffer)
{
    pthread_mutex_lock(&queue->mutex);
    while (buffer->is_full && queue->result == SCREE_OK) {
        pthread_cond_wait(&queue->changed, &queue->mutex);
    }
    scree_result result = queue->result;
    pthread_mutex_unlock(&queue->mutex);
    return result;
}

static void hand_over(slab_queue *queue, slab_buffer *buffer)
{
    pthread_mutex_lock(&queue->mutex);
    buffer->is_full = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

static void close_queue(slab_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->is_closed = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
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
static scree_result start_slab(slab_run *run, slab_queue *queue, uint32_t slot, bool *is_over)
{
    slab_buffer *buffer = &queue->buffer[slot];
    scree_box box;
    uint64_t first = run->position;
    bool is_mapped = buffer->data != NULL;
    if (!scree_next_box(run->plan, queue->division.samples, &run->position, &box)) {
        *is_over = true;
        return SCREE_OK;
    }
    scree_result result = await_buffer(queue, buffer);
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
                                .values = is_mapped && !queue->sink->wants_values ? NULL : buffer->values,
                                .data = is_mapped ? buffer->data : buffer->values,
                                .mapped = run->mapped};
    return run->device->functions->session_start(run->session, slot, &box, &target, run->progress);
}

/* As run_walk(), with every finished box handed over. */
static scree_result generate_slabs(slab_run *run, slab_queue *queue)
{
    const scree_device_functions *call = run->device->functions;
    scree_result result = SCREE_OK;
    uint64_t started = 0;
    uint64_t finished = 0;
    bool is_over = false;
    while (!is_over || finished < started) {
        is_over = is_over || result != SCREE_OK;
        if (!is_over) {
            result = start_slab(run, queue, (uint32_t)(started % queue->division.slots), &is_over);
            started += result == SCREE_OK && !is_over;
        }
        if (finished < started && (is_over || result != SCREE_OK || started - finished == queue->division.depth)) {
            uint32_t slot = (uint32_t)(finished++ % queue->division.slots);
            scree_result ended = call->session_finish(run->session, slot, run->progress, run->range);
            result = result == SCREE_OK ? ended : result;
            if (result == SCREE_OK) {
                hand_over(queue, &queue->buffer[slot]);
            }
        }
    }
    return result;
}

static scree_result run_queue(slab_run *run, slab_queue *queue)
{
    pthread_t thread;
    if (scree_thread_start(&thread, run_sink, queue) != 0) {
        return scree_fail(run->device->context, SCREE_ERROR_INTERNAL, "no thread could be started for a sink");
    }
    scree_result result = generate_slabs(run, queue);
    close_queue(queue);
    pthread_join(thread, NULL);
    return result == SCREE_OK ? queue->result : result;
}

scree_result scree_stream_run(scree_session *session, const scree_device *device, const scree_plan *plan,
                              const scree_mapping *mapping, scree_range mapped, const scree_sink *sink,
                              scree_progress *progress, scree_range *range)
{
    slab_queue queue = {.sink = sink, .progress = progress, .result = SCREE_OK};
    slab_run run = {.session = session,
                    .device = device,
                    .plan = plan,
                    .mapping = mapping,
                    .mapped = mapped,
                    .progress = progress,
                    .range = range};
    queue.division = device->functions->session_division(session);
    for (uint32_t slot = 0; slot < queue.division.slots; slot++) {
        device->functions->session_memory(session, slot, &queue.buffer[slot].values, &queue.buffer[slot].data);
    }
    pthread_mutex_init(&queue.mutex, NULL);
    pthread_cond_init(&queue.changed, NULL);
    scree_result result = run_queue(&run, &queue);
    pthread_cond_destroy(&queue.changed);
    pthread_mutex_destroy(&queue.mutex);
    return result;
}
