/* R16 and R32: samples in little endian and nothing else. Also what other formats with such samples share. */
#include <stdlib.h>

#include "writer_internal.h"

#define SWAP_SAMPLES 4096

static scree_result write_bytes(scree_writer *writer, const void *data, size_t size, uint64_t offset)
{
    return offset == UINT64_MAX ? scree_target_write(writer->target, data, size)
                                : scree_target_write_at(writer->target, data, size, offset);
}

scree_result scree_writer_write_little(scree_writer *writer, const void *data, uint64_t count, uint64_t offset)
{
    size_t sample_bytes = scree_type_bytes(writer->recipe.output.type);
    if (sample_bytes == 1 || scree_host_is_little_endian()) {
        return write_bytes(writer, data, (size_t)count * sample_bytes, offset);
    }
    uint8_t swapped[SWAP_SAMPLES * 4];
    const uint8_t *from = data;
    scree_result result = SCREE_OK;
    while (count > 0 && result == SCREE_OK) {
        size_t part = count < SWAP_SAMPLES ? (size_t)count : SWAP_SAMPLES;
        scree_swap_bytes(swapped, from, part, sample_bytes);
        result = write_bytes(writer, swapped, part * sample_bytes, offset);
        from += part * sample_bytes;
        offset += offset == UINT64_MAX ? 0 : part * sample_bytes;
        count -= part;
    }
    return result;
}

static scree_result plan(scree_writer *writer, scree_target_params *target)
{
    target->needed_bytes = writer->samples * scree_type_bytes(writer->recipe.output.type);
    return SCREE_OK;
}

static scree_result start(scree_writer *writer)
{
    (void)writer;
    return SCREE_OK;
}

static scree_result write_samples(scree_writer *writer, const void *data, uint64_t count)
{
    return scree_writer_write_little(writer, data, count, UINT64_MAX);
}

const scree_format_writer scree_raw_writer = {
    .plan = plan,
    .start = start,
    .write = write_samples,
    .sidecar = true,
};
