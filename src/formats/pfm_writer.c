/*
 * PFM (P. Debevec's portable float map) has a header of three lines, then rows from the bottom up. Samples arrive from
 * the top down, so rows are collected in a buffer that is filled from its end, and batches are written from the end of
 * the file towards its beginning.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "readers.h"
#include "writer_internal.h"

#define BUFFER_SIZE ((size_t)256 << 10)

typedef struct pfm_state {
    char header[80];
    size_t header_size;
    uint64_t width;
    uint64_t height;
    uint64_t batch_rows; /* Rows collected at once; 0 if a row is too wide for that. */
    float *buffer;       /* batch_rows rows. */
    uint64_t row;        /* The row that is being filled. */
    uint64_t column;
} pfm_state;

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    pfm_state *state = calloc(1, sizeof *state);
    if (state == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    writer->format_state = state;
    state->width = writer->content.count[0];
    state->height = writer->content.axes > 1 ? writer->content.count[1] : 1;
    state->header_size = (size_t)snprintf(state->header, sizeof state->header, "Pf\n%" PRIu64 " %" PRIu64 "\n-1.0\n",
                                          state->width, state->height);
    target->needed_bytes = state->header_size + scree_content_bytes(&writer->content);
    target->seeks = state->height > 1;
    return SCREE_OK;
}

static scree_result start(scree_writer *writer)
{
    pfm_state *state = writer->format_state;
    if (state->height > 1 && state->width <= BUFFER_SIZE / sizeof(float)) {
        state->batch_rows = BUFFER_SIZE / sizeof(float) / state->width;
        if (state->batch_rows > state->height) {
            state->batch_rows = state->height;
        }
        state->buffer = malloc((size_t)(state->batch_rows * state->width) * sizeof(float));
        if (state->buffer == NULL) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
    }
    return scree_file_target_write(writer->target, state->header, state->header_size);
}

/* The offset of a row in the file. */
static uint64_t row_offset(const pfm_state *state, uint64_t row)
{
    return state->header_size + (state->height - 1 - row) * state->width * sizeof(float);
}

/* Writes the rows of a batch that are full; the last of them lies first in the buffer. */
static scree_result write_batch(scree_writer *writer, uint64_t rows)
{
    pfm_state *state = writer->format_state;
    const float *data = state->buffer + (state->batch_rows - rows) * state->width;
    return scree_writer_write_little_at(writer, data, rows * state->width, row_offset(state, state->row - 1));
}

static scree_result end_row(scree_writer *writer)
{
    pfm_state *state = writer->format_state;
    state->column = 0;
    state->row++;
    if (state->batch_rows == 0) {
        return SCREE_OK;
    }
    uint64_t rows = (state->row - 1) % state->batch_rows + 1;
    return rows == state->batch_rows || state->row == state->height ? write_batch(writer, rows) : SCREE_OK;
}

static scree_result write_samples(scree_writer *writer, const void *data, uint64_t count)
{
    pfm_state *state = writer->format_state;
    const float *from = data;
    if (state->height == 1) {
        return scree_writer_append_little(writer, data, count);
    }
    scree_result result = SCREE_OK;
    while (count > 0 && result == SCREE_OK) {
        uint64_t part = state->width - state->column < count ? state->width - state->column : count;
        if (state->batch_rows > 0) {
            uint64_t buffer_row = state->batch_rows - 1 - state->row % state->batch_rows;
            memcpy(state->buffer + buffer_row * state->width + state->column, from, (size_t)part * sizeof(float));
        } else {
            result = scree_writer_write_little_at(writer, from, part,
                                                  row_offset(state, state->row) + state->column * sizeof(float));
        }
        from += part;
        count -= part;
        state->column += part;
        if (state->column == state->width && result == SCREE_OK) {
            result = end_row(writer);
        }
    }
    return result;
}

static void close_state(scree_writer *writer)
{
    pfm_state *state = writer->format_state;
    if (state != NULL) {
        free(state->buffer);
        free(state);
    }
}

const scree_format_row scree_format_pfm = {
    .info =
        {
            .name = "pfm",
            .extensions = ".pfm",
            .description = "portable float map, grey, 32-bit floating point",
            .types = SCREE_TYPE_BIT(SCREE_TYPE_F32),
            .preferred = SCREE_TYPE_F32,
            .max_axes = 2,
            .is_read = true,
            .is_written = true,
            .is_picture = true,
            .has_sidecar = true,
        },
    .beginnings = {{"Pf", 2}},
    .read = scree_pfm_read,
    .plan = plan,
    .start = start,
    .write = write_samples,
    .close = close_state,
};
