#include "stream.h"

#include <stdlib.h>

#include "context_internal.h"
#include "thread.h"

/* 16 MiB of float32: long enough that tables and threads start seldom, short enough that two need little memory. */
#define SLAB_SAMPLES ((uint64_t)1 << 22)

/* A box is whole planes, or rows of one plane, or a part of one row: always a run in grid order. */
bool scree_next_box(const scree_plan *plan, uint64_t samples, uint64_t *position, scree_box *box)
{
    uint64_t width = plan->grid.count[0];
    uint64_t rows = plan->axes > 1 ? plan->grid.count[1] : 1;
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
        uint64_t most = samples < SCREE_BOX_WIDTH ? samples : SCREE_BOX_WIDTH;
        box->width = box->width < most ? box->width : most;
    } else if (width * rows > samples || rows > SCREE_BOX_WIDTH) {
        uint64_t most = samples / width < SCREE_BOX_WIDTH ? samples / width : SCREE_BOX_WIDTH;
        box->rows = rows - box->first_row < most ? rows - box->first_row : most;
    } else {
        uint64_t most = samples / (width * rows);
        box->rows = rows;
        box->planes = plan->planes - box->first_plane < most ? plan->planes - box->first_plane : most;
    }
    *position += box->planes * box->rows * box->width;
    return true;
}

scree_result scree_stream_measure(scree_session *session, const scree_device *device, const scree_plan *plan,
                                  scree_progress *progress, scree_range *range)
{
    scree_target nowhere = {0};
    scree_box box;
    uint64_t position = 0;
    scree_result result = SCREE_OK;
    while (result == SCREE_OK && scree_next_box(plan, SLAB_SAMPLES, &position, &box)) {
        result = device->functions->session_generate(session, &box, &nowhere, progress, range);
    }
    return result;
}

/* Two slabs go round between the generating thread and the sink's. */
typedef struct slab_buffer {
    float *values;
    void *data; /* NULL for unmapped f32. */
    scree_slab slab;
    bool is_full;
} slab_buffer;

typedef struct slab_queue {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    slab_buffer buffer[2];
    const scree_sink *sink;
    const scree_progress *progress; /* Tells of a cancelled job: its sink is not called again. */
    bool is_closed;                 /* No slab will follow. */
    scree_result result;            /* Of the sink. */
} slab_queue;

static void *run_sink(void *argument)
{
    slab_queue *queue = argument;
    for (unsigned turn = 0;; turn ^= 1) {
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

static scree_result generate_slabs(scree_session *session, const scree_device *device, const scree_plan *plan,
                                   const scree_mapping *mapping, scree_range mapped, slab_queue *queue,
                                   scree_progress *progress, scree_range *range)
{
    scree_box box;
    uint64_t position = 0;
    for (unsigned turn = 0;; turn ^= 1) {
        slab_buffer *buffer = &queue->buffer[turn];
        uint64_t first = position;
        if (!scree_next_box(plan, SLAB_SAMPLES, &position, &box)) {
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
                               .mapping = *mapping};
        result = device->functions->session_generate(session, &box, &target, progress, range);
        if (result != SCREE_OK) {
            return result;
        }
        buffer->slab = (scree_slab){.first = first,
                                    .count = position - first,
                                    .values = buffer->values,
                                    .data = buffer->data != NULL ? buffer->data : buffer->values,
                                    .mapped = mapped};
        hand_over(queue, buffer);
    }
}

static scree_result allocate_buffers(slab_queue *queue, const scree_plan *plan, const scree_mapping *mapping,
                                     bool is_mapped)
{
    uint64_t samples = plan->samples < SLAB_SAMPLES ? plan->samples : SLAB_SAMPLES;
    for (unsigned i = 0; i < 2; i++) {
        /* Whole cache lines, with room for kernels that write past the end. */
        size_t bytes = ((size_t)samples * sizeof(float) + 127) / 64 * 64;
        queue->buffer[i].values = aligned_alloc(64, bytes);
        if (is_mapped) {
            queue->buffer[i].data = malloc((size_t)samples * scree_type_bytes(mapping->type));
        }
        if (queue->buffer[i].values == NULL || (is_mapped && queue->buffer[i].data == NULL)) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
    }
    return SCREE_OK;
}

static void free_buffers(slab_queue *queue)
{
    for (unsigned i = 0; i < 2; i++) {
        free(queue->buffer[i].values);
        free(queue->buffer[i].data);
    }
}

static scree_result run_queue(scree_session *session, const scree_device *device, const scree_plan *plan,
                              const scree_mapping *mapping, scree_range mapped, slab_queue *queue,
                              scree_progress *progress, scree_range *range)
{
    pthread_t thread;
    if (scree_thread_start(&thread, run_sink, queue) != 0) {
        return scree_fail(device->context, SCREE_ERROR_INTERNAL, "no thread could be started for a sink");
    }
    scree_result result = generate_slabs(session, device, plan, mapping, mapped, queue, progress, range);
    close_queue(queue);
    pthread_join(thread, NULL);
    return result == SCREE_OK ? queue->result : result;
}

scree_result scree_stream_run(scree_session *session, const scree_device *device, const scree_plan *plan,
                              const scree_mapping *mapping, scree_range mapped, const scree_sink *sink,
                              scree_progress *progress, scree_range *range)
{
    slab_queue queue = {.sink = sink, .progress = progress, .result = SCREE_OK};
    bool is_mapped = !(mapping->type == SCREE_TYPE_F32 && mapping->scale == 0.0f);
    scree_result result = allocate_buffers(&queue, plan, mapping, is_mapped);
    if (result != SCREE_OK) {
        free_buffers(&queue);
        return scree_fail(device->context, result, "no memory for two slabs");
    }
    pthread_mutex_init(&queue.mutex, NULL);
    pthread_cond_init(&queue.changed, NULL);
    result = run_queue(session, device, plan, mapping, mapped, &queue, progress, range);
    pthread_cond_destroy(&queue.changed);
    pthread_mutex_destroy(&queue.mutex);
    free_buffers(&queue);
    return result;
}
