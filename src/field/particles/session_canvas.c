#include "session_canvas.h"

#include <stdlib.h>

#include "context_internal.h"
#include "whole_numbers.h"

#define PIXEL_BYTES ((uint64_t)sizeof(uint64_t))
/* Bytes of a canvas, at most, and the share of a GPU's memory. */
#define CANVAS_BYTES ((uint64_t)512 << 20)
#define MEMORY_SHARE 4u
/* Bytes of a canvas that are on the host at a time. */
#define STRIP_BYTES ((uint64_t)16 << 20)

/* Bytes of a canvas that one row of the picture takes. */
static uint64_t row_bytes(const scree_histogram *density, uint32_t supersample)
{
    return (uint64_t)density->width * supersample * supersample * PIXEL_BYTES;
}

uint32_t scree_session_canvas_rows(const scree_device *device, const scree_histogram *density, uint32_t supersample)
{
    uint64_t bytes = CANVAS_BYTES;
    if (device->info.backend != SCREE_BACKEND_CPU) {
        bytes = scree_min(bytes, device->info.memory_bytes / device->info.members / MEMORY_SHARE);
        bytes = device->span_bytes != 0 ? scree_min(bytes, device->span_bytes) : bytes;
    }
    const uint64_t rows = bytes / row_bytes(density, supersample);
    return (uint32_t)scree_min(rows > 0 ? rows : 1, density->height);
}

scree_result scree_session_canvas_open(scree_device *device, scree_painting *painting, scree_session_canvas *canvas)
{
    const uint32_t fine = painting->picture.supersample;
    const uint64_t bytes = row_bytes(painting->density, fine) * painting->rows;
    double unused = 0.0;
    scree_buffer *buffer = NULL;
    scree_result result = device->functions->buffer_create(device, bytes, &buffer);
    if (result != SCREE_OK) {
        return result;
    }
    buffer->device = device;
    buffer->bytes = bytes;
    *canvas = (scree_session_canvas){.painting = painting, .drawing = painting->picture.drawing};
    canvas->drawing.canvas = (scree_accumulation){.buffer = buffer,
                                            .width = painting->density->width * fine,
                                            .height = painting->rows * fine,
                                            .top = painting->first_row * fine,
                                            .whole_width = painting->density->width * fine,
                                            .whole_height = painting->density->height * fine};
    return device->functions->buffer_fill(buffer, 0, &unused);
}

uint64_t scree_session_canvas_steps(const scree_session_canvas *canvas, uint64_t particles, uint64_t steps)
{
    const uint64_t every = canvas->painting != NULL ? canvas->drawing.every : 0;
    const uint64_t times = SCREE_MAX_PIXEL_SPLATS / particles;
    return every == 0 || steps / every < times ? steps : times * every;
}

/* Reads the canvas strip by strip, and adds its pixels to the density. In a rehearsal nothing was drawn. */
static scree_result add_pixels(const scree_session_canvas *canvas)
{
    scree_painting *painting = canvas->painting;
    const scree_accumulation *window = &canvas->drawing.canvas;
    if (window->buffer->device->rehearsal != NULL) {
        return SCREE_OK;
    }
    const uint32_t fine = painting->picture.supersample;
    const uint64_t bytes = row_bytes(painting->density, fine);
    const uint32_t fitting = bytes < STRIP_BYTES ? (uint32_t)(STRIP_BYTES / bytes) : 1;
    const uint32_t most = (uint32_t)scree_min(fitting, painting->rows);
    uint64_t *strip = malloc((size_t)(bytes * most));
    scree_result result = strip != NULL ? SCREE_OK
                                        : scree_fail(window->buffer->device->context, SCREE_ERROR_OUT_OF_MEMORY,
                                                     "no memory for %u rows of a picture", most);
    for (uint32_t row = 0; row < painting->rows && result == SCREE_OK; row += most) {
        const uint32_t rows = (uint32_t)scree_min(painting->rows - row, most);
        result = window->buffer->device->functions->buffer_read(window->buffer, row * bytes, rows * bytes, strip);
        scree_os_mutex_lock(&painting->mutex);
        if (result == SCREE_OK) {
            result = scree_histogram_add(painting->density, strip, fine, 0, painting->first_row + row, window->width,
                                       rows * fine);
        }
        scree_os_mutex_unlock(&painting->mutex);
    }
    free(strip);
    return result;
}

scree_result scree_session_canvas_reserve(scree_session_canvas *canvas, uint64_t drawings)
{
    double unused = 0.0;
    scree_result result = SCREE_OK;
    if (canvas->drawings + drawings > SCREE_MAX_PIXEL_SPLATS) {
        scree_buffer *buffer = canvas->drawing.canvas.buffer;
        result = add_pixels(canvas);
        result = result == SCREE_OK ? buffer->device->functions->buffer_fill(buffer, 0, &unused) : result;
        canvas->drawings = 0;
    }
    canvas->drawings += drawings;
    return result;
}

uint64_t scree_session_canvas_bytes(const scree_session_canvas *canvas)
{
    return canvas->painting != NULL ? canvas->drawing.canvas.buffer->bytes : 0;
}

void scree_session_canvas_lose(scree_session_canvas *canvas, uint64_t particles)
{
    if (canvas->painting != NULL && canvas->painting->first_row == 0 &&
        canvas->drawing.canvas.buffer->device->rehearsal == NULL) {
        scree_os_mutex_lock(&canvas->painting->mutex);
        canvas->painting->density->lost += particles;
        scree_os_mutex_unlock(&canvas->painting->mutex);
    }
}

void scree_session_canvas_close(scree_session_canvas *canvas)
{
    scree_painting *painting = canvas->painting;
    if (painting == NULL) {
        return;
    }
    const scree_result result = canvas->drawings > 0 ? add_pixels(canvas) : SCREE_OK;
    canvas->drawing.canvas.buffer->device->functions->buffer_destroy(canvas->drawing.canvas.buffer);
    scree_os_mutex_lock(&painting->mutex);
    painting->result = painting->result == SCREE_OK ? result : painting->result;
    scree_os_mutex_unlock(&painting->mutex);
    canvas->painting = NULL;
}
