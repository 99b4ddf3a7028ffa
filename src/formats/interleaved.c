#include "interleaved.h"

#include <stdlib.h>
#include <string.h>

static size_t cell_bytes(const scree_interleaved *samples)
{
    return (size_t)samples->channels * samples->number.bytes;
}

uint64_t scree_interleaved_bytes(const scree_interleaved *samples)
{
    return scree_product(samples->cells, cell_bytes(samples));
}

scree_result scree_interleaved_start(const scree_reader *reader, scree_interleaved *samples)
{
    samples->taken = 0;
    samples->partial_bytes = 0;
    samples->partial = malloc(cell_bytes(samples));
    return samples->partial != NULL ? SCREE_OK : scree_reader_fail_memory(reader);
}

void scree_interleaved_finish(scree_interleaved *samples)
{
    free(samples->partial);
    samples->partial = NULL;
}

static void take_cells(const scree_reader *reader, scree_interleaved *samples, const uint8_t *bytes, size_t count)
{
    for (uint32_t channel = samples->first; channel < samples->end && count > 0; channel++) {
        const scree_run run = {.bytes = bytes + (size_t)channel * samples->number.bytes,
                               .pitch = cell_bytes(samples),
                               .count = count,
                               .first = samples->taken,
                               .step = 1,
                               .channel = samples->channel + channel};
        scree_collector_take(reader->collector, &samples->number, &run);
    }
    samples->taken += count;
}

/* Adds bytes to the cell that has begun to arrive, and returns their number. */
static size_t complete_cell(const scree_reader *reader, scree_interleaved *samples, const uint8_t *bytes, size_t size)
{
    const size_t missing = cell_bytes(samples) - samples->partial_bytes;
    const size_t part = size < missing ? size : missing;
    memcpy(samples->partial + samples->partial_bytes, bytes, part);
    samples->partial_bytes += part;
    if (part == missing) {
        take_cells(reader, samples, samples->partial, 1);
        samples->partial_bytes = 0;
    }
    return part;
}

void scree_interleaved_take(const scree_reader *reader, scree_interleaved *samples, const uint8_t *bytes, size_t size)
{
    const size_t part = samples->partial_bytes > 0 ? complete_cell(reader, samples, bytes, size) : 0;
    const size_t whole = (size - part) / cell_bytes(samples);
    take_cells(reader, samples, bytes + part, whole);
    const size_t done = part + whole * cell_bytes(samples);
    if (done < size) {
        complete_cell(reader, samples, bytes + done, size - done);
    }
}
