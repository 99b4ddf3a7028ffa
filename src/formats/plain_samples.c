/* Samples as they lie in a file, behind its header if it has one. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "context_internal.h"
#include "interleaved.h"
#include "os.h"
#include "readers.h"

/* Bytes of a file that are read at once. */
#define BATCH_SIZE 8192

/* Checks that the rest of the stream has `channels` numbers for each sample of the info. */
static scree_result check_plain(const scree_reader *reader, const scree_number *number, uint32_t channels,
                                uint64_t *samples)
{
    int64_t position = scree_os_tell(reader->stream);
    if (position < 0) {
        return scree_fail(reader->context, SCREE_ERROR_IO, "cannot read %s: %s", reader->name, strerror(errno));
    }
    if (!scree_count_product(reader->info, samples) || *samples > (UINT64_C(1) << 59) / channels) {
        return scree_reader_fail(reader, "the header's size is zero or too large");
    }
    uint64_t needed = (uint64_t)position + *samples * channels * number->bytes;
    if (needed != reader->info->file_bytes) {
        return scree_reader_fail(reader, "the file has %" PRIu64 " bytes, and must have %" PRIu64 " for its size",
                                 reader->info->file_bytes, needed);
    }
    return SCREE_OK;
}

scree_result scree_begin_plain(const scree_reader *reader, const scree_number *number)
{
    const char *const names[] = {"y"};
    uint64_t samples;
    uint32_t chosen;
    scree_result result = check_plain(reader, number, 1, &samples);
    if (result == SCREE_OK) {
        result = scree_reader_choose(reader, names, 1, &chosen);
    }
    return result == SCREE_OK ? scree_reader_begin(reader, number, samples * number->bytes, 1) : result;
}

static scree_result choose_channels(const scree_reader *reader, scree_interleaved *samples)
{
    const char *names[SCREE_MAX_VOLUME_CHANNELS];
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < samples->channels; i++) {
        names[i] = reader->sidecar->channel_name[i];
    }
    const scree_result result = scree_reader_choose(reader, names, samples->channels, &chosen);
    const bool is_all = reader->wanted == NULL;
    samples->first = is_all ? 0 : chosen;
    samples->end = is_all ? samples->channels : chosen + 1;
    return result;
}

static scree_result read_interleaved(const scree_reader *reader, scree_interleaved *samples)
{
    uint8_t batch[BATCH_SIZE];
    uint64_t left = scree_interleaved_bytes(samples);
    scree_result result = scree_interleaved_start(reader, samples);
    while (left > 0 && result == SCREE_OK) {
        const size_t part = left < BATCH_SIZE ? (size_t)left : BATCH_SIZE;
        if (fread(batch, 1, part, reader->stream) != part) {
            result = scree_reader_fail_system(reader);
        } else {
            scree_interleaved_take(reader, samples, batch, part);
        }
        left -= part;
    }
    scree_interleaved_finish(samples);
    return result;
}

/* Reads one of the channels, or describes all of them. */
static scree_result read_channels(const scree_reader *reader, const scree_number *number)
{
    scree_interleaved samples = {.number = *number, .channels = reader->sidecar->channels};
    scree_result result = check_plain(reader, number, samples.channels, &samples.cells);
    if (result == SCREE_OK) {
        result = choose_channels(reader, &samples);
    }
    if (result == SCREE_OK) {
        result = scree_reader_begin(reader, number, scree_interleaved_bytes(&samples), 1);
    }
    return result == SCREE_OK ? read_interleaved(reader, &samples) : result;
}

scree_result scree_read_plain(const scree_reader *reader, const scree_number *number, bool has_channels)
{
    uint64_t samples;
    scree_result result = SCREE_OK;
    if (has_channels) {
        result = read_channels(reader, number);
    } else {
        result = scree_begin_plain(reader, number);
        if (result == SCREE_OK && scree_count_product(reader->info, &samples)) {
            result = scree_read_run(reader, number, samples, 0, 1);
        }
    }
    scree_reader_end(reader);
    return result;
}
