/* Functions that all readers share. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "readers.h"

/* Bytes of a file that are read at once. The buffer is on the stack, which in a fibre may have only 64 KiB. */
#define BATCH_SIZE 8192

/* Smaller allocations are made without a check of the free memory. */
#define LARGE_MEMORY ((uint64_t)1 << 24)

/* A lower limit, because a fuzzer would spend its time on large pictures that unpack from small files. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define MAX_RATIO 16u
#else
#define MAX_RATIO UINT64_MAX
#endif

bool scree_stream_size(FILE *stream, uint64_t *size)
{
    if (!scree_os_seek(stream, 0, SEEK_END)) {
        return false;
    }
    int64_t end = scree_os_tell(stream);
    if (end < 0 || !scree_os_seek(stream, 0, SEEK_SET)) {
        return false;
    }
    *size = (uint64_t)end;
    return true;
}

static bool is_blank(int byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

size_t scree_read_word(scree_bytes *bytes, char *word, size_t size, int *end)
{
    size_t length = 0;
    int byte = scree_next_byte(bytes);
    while (is_blank(byte)) {
        byte = scree_next_byte(bytes);
    }
    while (byte != EOF && !is_blank(byte)) {
        if (length == size - 1) {
            return size;
        }
        word[length++] = (char)byte;
        byte = scree_next_byte(bytes);
    }
    word[length] = '\0';
    *end = byte;
    return length;
}

uint64_t scree_product(uint64_t a, uint64_t b)
{
    return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

bool scree_count_product(const scree_file_info *info, uint64_t *product)
{
    *product = 1;
    for (uint32_t a = 0; a < info->axes; a++) {
        if (info->count[a] == 0 || info->count[a] > (UINT64_C(1) << 59) / *product) {
            return false;
        }
        *product *= info->count[a];
    }
    return true;
}

scree_result scree_reader_take_memory(const scree_reader *reader, uint64_t bytes, const char *what, void *memory)
{
    uint64_t limit = bytes >= LARGE_MEMORY ? scree_os_memory_available() : bytes;
    if (bytes > limit || bytes > SIZE_MAX) {
        return scree_fail(reader->context, SCREE_ERROR_OUT_OF_MEMORY,
                          "%s: its %s need %" PRIu64 " bytes of memory, and there are %" PRIu64, reader->name, what,
                          bytes, limit < SIZE_MAX ? limit : SIZE_MAX);
    }
    void *taken = malloc((size_t)bytes);
    memcpy(memory, &taken, sizeof taken);
    return taken != NULL ? SCREE_OK : scree_reader_fail_memory(reader);
}

static scree_result take_memory(const scree_reader *reader, uint64_t samples)
{
    char what[40];
    snprintf(what, sizeof what, "%" PRIu64 " samples", samples);
    return scree_reader_take_memory(reader, samples * sizeof(float), what, &reader->collector->values);
}

/* Prints a size such as 40x30. */
static void print_size(const uint64_t *count, uint32_t axes, char text[200])
{
    size_t length = 0;
    for (uint32_t a = 0; a < axes; a++) {
        length += (size_t)snprintf(text + length, 200 - length, "%s%" PRIu64, a == 0 ? "" : "x", count[a]);
    }
}

/* If the caller wants a certain size, the file must have it. */
static scree_result check_wanted_size(const scree_reader *reader)
{
    const scree_file_info *info = reader->info;
    const scree_samples_params *wanted = reader->wanted;
    bool same = wanted->axes == 0 || wanted->axes == info->axes;
    for (uint32_t a = 0; a < wanted->axes && same; a++) {
        same = wanted->count[a] == info->count[a];
    }
    if (same) {
        return SCREE_OK;
    }
    char given[200];
    char found[200];
    print_size(wanted->count, wanted->axes, given);
    print_size(info->count, info->axes, found);
    return scree_fail(reader->context, SCREE_ERROR_INVALID,
                      "%s: the size that was given is %s, and the file says of itself that it has %s", reader->name,
                      given, found);
}

scree_result scree_reader_begin(const scree_reader *reader, const scree_number *number, uint64_t raw_bytes,
                                uint64_t packed_ratio)
{
    uint64_t samples;
    reader->info->type = scree_number_type(number);
    if (!scree_count_product(reader->info, &samples)) {
        return scree_reader_fail(reader, "the header's size is zero or too large");
    }
    packed_ratio = packed_ratio < MAX_RATIO ? packed_ratio : MAX_RATIO;
    if (raw_bytes / packed_ratio > reader->info->file_bytes) {
        return scree_reader_fail(reader,
                                 "its %" PRIu64 " bytes cannot hold the %" PRIu64 " bytes of samples that it claims",
                                 reader->info->file_bytes, raw_bytes);
    }
    if (reader->wanted == NULL) {
        return SCREE_OK;
    }
    if (reader->collector->channel[0] == '\0') {
        strcpy(reader->collector->channel, "y");
    }
    scree_result result = check_wanted_size(reader);
    return result == SCREE_OK ? take_memory(reader, samples) : result;
}

void scree_reader_end(const scree_reader *reader)
{
    reader->info->range = scree_collector_range(reader->collector);
}

scree_result scree_read_run(const scree_reader *reader, const scree_number *number, uint64_t count, uint64_t first,
                            uint64_t step)
{
    uint8_t batch[BATCH_SIZE];
    while (count > 0) {
        const size_t most = BATCH_SIZE / (size_t)number->bytes;
        const size_t part = count < most ? (size_t)count : most;
        if (fread(batch, number->bytes, part, reader->stream) != part) {
            return scree_reader_fail_system(reader);
        }
        const scree_run run = {.bytes = batch, .pitch = number->bytes, .count = part, .first = first, .step = step};
        scree_collector_take(reader->collector, number, &run);
        first += part * step;
        count -= part;
    }
    return SCREE_OK;
}
