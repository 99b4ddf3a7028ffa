/* R16, R32 and RAW hold only samples in little endian. Other formats with such samples use the functions here. */
#include <stdlib.h>

#include "readers.h"
#include "writer_internal.h"

#define SWAP_NUMBERS 1024
#define MAX_NUMBER_BYTES 8

/* A negative offset stands for the current position in the file. */
static scree_result write_bytes(scree_writer *writer, const void *data, size_t size, int64_t offset)
{
    return offset < 0 ? scree_file_target_write(writer->target, data, size)
                      : scree_file_target_write_at(writer->target, data, size, (uint64_t)offset);
}

static scree_result write_little(scree_writer *writer, const void *data, uint64_t count, int64_t offset)
{
    size_t number_bytes = scree_type_bytes(writer->content.conversion.type);
    uint64_t numbers = count * writer->content.channels;
    if (number_bytes == 1 || scree_host_is_little_endian()) {
        return write_bytes(writer, data, (size_t)numbers * number_bytes, offset);
    }
    uint8_t swapped[SWAP_NUMBERS * MAX_NUMBER_BYTES];
    const uint8_t *from = data;
    scree_result result = SCREE_OK;
    while (numbers > 0 && result == SCREE_OK) {
        size_t part = numbers < SWAP_NUMBERS ? (size_t)numbers : SWAP_NUMBERS;
        scree_swap_bytes(swapped, from, part, number_bytes);
        result = write_bytes(writer, swapped, part * number_bytes, offset);
        from += part * number_bytes;
        offset += offset < 0 ? 0 : (int64_t)(part * number_bytes);
        numbers -= part;
    }
    return result;
}

scree_result scree_writer_append_little(scree_writer *writer, const void *data, uint64_t count)
{
    return write_little(writer, data, count, -1);
}

scree_result scree_writer_write_little_at(scree_writer *writer, const void *data, uint64_t count, uint64_t offset)
{
    return write_little(writer, data, count, (int64_t)offset);
}

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    target->needed_bytes = scree_content_bytes(&writer->content);
    return SCREE_OK;
}

/* Formats that hold nothing but samples differ in their types; `bytes` is the size of a sample, 0 for any samples. */
#define HEADERLESS_FORMAT(format, types_held, usual_type, bytes, text) \
    const scree_format_row scree_format_##format = {                   \
        .info =                                                        \
            {                                                          \
                .name = #format,                                       \
                .extensions = "." #format,                             \
                .description = text,                                   \
                .types = types_held,                                   \
                .preferred = usual_type,                               \
                .max_axes = SCREE_MAX_AXES,                            \
                .is_read = true,                                       \
                .is_written = true,                                    \
                .is_streamed = true,                                   \
                .is_headerless = true,                                 \
                .holds_channels = (bytes) == 0,                        \
                .has_sidecar = true,                                   \
            },                                                         \
        .sample_bytes = bytes,                                         \
        .read = scree_raw_read,                                        \
        .plan = plan,                                                  \
        .write = scree_writer_append_little,                           \
    }

HEADERLESS_FORMAT(r16, SCREE_TYPE_BIT(SCREE_TYPE_U16), SCREE_TYPE_U16, 2,
                  "16-bit whole numbers, little endian, without a header");
HEADERLESS_FORMAT(r32, SCREE_TYPE_BIT(SCREE_TYPE_F32), SCREE_TYPE_F32, 4,
                  "32-bit floating point, little endian, without a header");
HEADERLESS_FORMAT(raw, SCREE_ANY_TYPE, SCREE_TYPE_F32, 0, "samples of any type, little endian, without a header");
