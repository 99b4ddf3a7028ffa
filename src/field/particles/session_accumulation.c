#include "session_accumulation.h"

#include <stdlib.h>

#include "context_internal.h"
#include "whole_numbers.h"

#define PIXEL_BYTES ((uint64_t)sizeof(uint64_t))
/* Bytes of an accumulation buffer, at most, and the share of a GPU's memory. */
#define ACCUMULATION_BYTES ((uint64_t)512 << 20)
#define MEMORY_SHARE 4u
/* Bytes of one that are on the host at a time. */
#define BATCH_BYTES ((uint64_t)16 << 20)

/* Bytes of an accumulation buffer that one row of the picture takes. */
static uint64_t row_bytes(const scree_histogram *histogram, uint32_t supersample)
{
    return (uint64_t)histogram->width * supersample * supersample * PIXEL_BYTES;
}

uint32_t scree_session_accumulation_rows(const scree_device *device, const scree_histogram *histogram,
                                         uint32_t supersample)
{
    uint64_t bytes = ACCUMULATION_BYTES;
    if (device->info.backend != SCREE_BACKEND_CPU) {
        bytes = scree_min(bytes, device->info.memory_bytes / device->info.members / MEMORY_SHARE);
        bytes = device->span_bytes != 0 ? scree_min(bytes, device->span_bytes) : bytes;
    }
    const uint64_t rows = bytes / row_bytes(histogram, supersample);
    return (uint32_t)scree_min(rows > 0 ? rows : 1, histogram->height);
}

scree_result scree_session_accumulation_open(scree_device *device, scree_painting *painting,
                                             scree_session_accumulation *accumulation)
{
    const uint32_t fine = painting->splat.supersample;
    const uint64_t bytes = row_bytes(painting->histogram, fine) * painting->rows;
    double unused = 0.0;
    scree_buffer *buffer = NULL;
    scree_result result = device->functions->buffer_create(device, bytes, &buffer);
    if (result != SCREE_OK) {
        return result;
    }
    buffer->device = device;
    buffer->bytes = bytes;
    *accumulation = (scree_session_accumulation){.painting = painting,
                                                 .window = {.buffer = buffer,
                                                            .width = painting->histogram->width * fine,
                                                            .height = painting->rows * fine,
                                                            .top = painting->first_row * fine,
                                                            .whole_width = painting->histogram->width * fine,
                                                            .whole_height = painting->histogram->height * fine}};
    return device->functions->buffer_fill(buffer, 0, &unused);
}

uint64_t scree_session_accumulation_steps(const scree_session_accumulation *accumulation, uint64_t particles,
                                          uint64_t steps)
{
    const uint64_t every = accumulation->painting != NULL ? accumulation->painting->splat.every : 0;
    const uint64_t times = SCREE_MAX_PIXEL_SPLATS / particles;
    return every == 0 || steps / every < times ? steps : times * every;
}

/* Adds the pixels of the buffer, a batch of rows at a time, to the histogram. A rehearsal has splatted nothing. */
static scree_result add_pixels(const scree_session_accumulation *accumulation)
{
    scree_painting *painting = accumulation->painting;
    const scree_accumulation *window = &accumulation->window;
    if (window->buffer->device->rehearsal != NULL) {
        return SCREE_OK;
    }
    const uint32_t fine = painting->splat.supersample;
    const uint64_t bytes = row_bytes(painting->histogram, fine);
    const uint32_t fitting = bytes < BATCH_BYTES ? (uint32_t)(BATCH_BYTES / bytes) : 1;
    const uint32_t most = (uint32_t)scree_min(fitting, painting->rows);
    uint64_t *batch = malloc((size_t)(bytes * most));
    scree_result result = batch != NULL ? SCREE_OK
                                        : scree_fail(window->buffer->device->context, SCREE_ERROR_OUT_OF_MEMORY,
                                                     "no memory for %u rows of a picture", most);
    for (uint32_t row = 0; row < painting->rows && result == SCREE_OK; row += most) {
        const uint32_t rows = (uint32_t)scree_min(painting->rows - row, most);
        result = window->buffer->device->functions->buffer_read(window->buffer, row * bytes, rows * bytes, batch);
        scree_os_mutex_lock(&painting->mutex);
        if (result == SCREE_OK) {
            result = scree_histogram_add(painting->histogram, batch, fine, 0, painting->first_row + row, window->width,
                                         rows * fine);
        }
        scree_os_mutex_unlock(&painting->mutex);
    }
    free(batch);
    return result;
}

scree_result scree_session_accumulation_reserve(scree_session_accumulation *accumulation, uint64_t splats)
{
    double unused = 0.0;
    scree_result result = SCREE_OK;
    if (accumulation->splats + splats > SCREE_MAX_PIXEL_SPLATS) {
        scree_buffer *buffer = accumulation->window.buffer;
        result = add_pixels(accumulation);
        result = result == SCREE_OK ? buffer->device->functions->buffer_fill(buffer, 0, &unused) : result;
        accumulation->splats = 0;
    }
    accumulation->splats += splats;
    return result;
}

uint64_t scree_session_accumulation_bytes(const scree_session_accumulation *accumulation)
{
    return accumulation->painting != NULL ? accumulation->window.buffer->bytes : 0;
}

void scree_session_accumulation_lose(scree_session_accumulation *accumulation, uint64_t particles)
{
    if (accumulation->painting != NULL && accumulation->painting->first_row == 0 &&
        accumulation->window.buffer->device->rehearsal == NULL) {
        scree_os_mutex_lock(&accumulation->painting->mutex);
        accumulation->painting->histogram->lost += particles;
        scree_os_mutex_unlock(&accumulation->painting->mutex);
    }
}

void scree_session_accumulation_close(scree_session_accumulation *accumulation)
{
    scree_painting *painting = accumulation->painting;
    if (painting == NULL) {
        return;
    }
    const scree_result result = accumulation->splats > 0 ? add_pixels(accumulation) : SCREE_OK;
    accumulation->window.buffer->device->functions->buffer_destroy(accumulation->window.buffer);
    scree_os_mutex_lock(&painting->mutex);
    painting->result = painting->result == SCREE_OK ? result : painting->result;
    scree_os_mutex_unlock(&painting->mutex);
    accumulation->painting = NULL;
}
