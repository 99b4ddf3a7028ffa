/*
 * Writes text files. If all sides are equal, the first line is the side and the number of axes, "512 3". Otherwise it
 * is all sides, x first, and then the number of axes, "640 480 2". So the last number of the line always is the number
 * of axes, and a single number before it stands for all sides. Then follows one value per line, x fastest, with enough
 * digits to read back to the same float32.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "number_text.h"
#include "readers.h"
#include "writer_internal.h"

#define BATCH_SIZE 4096

static size_t make_header(const scree_writer *writer, char *header, size_t size)
{
    const scree_content *content = &writer->content;
    uint32_t sides = 1;
    for (uint32_t a = 1; a < content->axes; a++) {
        if (content->count[a] != content->count[0]) {
            sides = content->axes;
        }
    }
    size_t length = 0;
    for (uint32_t a = 0; a < sides; a++) {
        length += (size_t)snprintf(header + length, size - length, "%" PRIu64 " ", content->count[a]);
    }
    return length + (size_t)snprintf(header + length, size - length, "%" PRIu32 "\n", content->axes);
}

/* A value takes at least two bytes; its exact length is known only when it is written. */
static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    target->needed_bytes = writer->content.samples * 2;
    target->needs_more = true;
    return SCREE_OK;
}

static scree_result start(scree_writer *writer)
{
    char header[256];
    size_t length = make_header(writer, header, sizeof header);
    return scree_file_target_write(writer->target, header, length);
}

/* Prints minus zero as "-0", whose sign every reader of float numbers keeps. The "-0.0" of JSON would be the only zero
   with a point. */
static size_t print_value(char *text, float value)
{
    size_t length = scree_float_print(text, value);
    return value == 0.0f ? (size_t)(strchr(text, '0') - text) + 1 : length;
}

static scree_result write_samples(scree_writer *writer, const void *data, uint64_t count)
{
    const float *values = data;
    char batch[BATCH_SIZE];
    size_t length = 0;
    for (uint64_t i = 0; i < count; i++) {
        length += print_value(batch + length, values[i]);
        batch[length++] = '\n';
        if (length > BATCH_SIZE - SCREE_NUMBER_TEXT_SIZE - 1 || i + 1 == count) {
            scree_result result = scree_file_target_write(writer->target, batch, length);
            if (result != SCREE_OK) {
                return result;
            }
            length = 0;
        }
    }
    return SCREE_OK;
}

const scree_format_row scree_format_text = {
    .info =
        {
            .name = "text",
            .extensions = ".txt .text",
            .description = "sides and number of axes on the first line, then one value a line",
            .types = SCREE_TYPE_BIT(SCREE_TYPE_F32),
            .preferred = SCREE_TYPE_F32,
            .max_axes = SCREE_MAX_AXES,
            .is_read = true,
            .is_written = true,
            .is_streamed = true,
            .is_text = true,
            .has_sidecar = true,
        },
    .read = scree_text_read,
    .plan = plan,
    .start = start,
    .write = write_samples,
};
