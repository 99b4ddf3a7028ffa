/* What the readers share. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "../core/context_internal.h"
#include "readers.h"
#include "writer_internal.h"

#define CHUNK_SIZE 65536

scree_result scree_reader_fail(const scree_reader *reader, const char *format, ...)
{
    char reason[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return scree_fail(reader->context, SCREE_ERROR_FORMAT, "%s: %s", reader->name, reason);
}

scree_result scree_reader_fail_system(const scree_reader *reader)
{
    return scree_fail(reader->context, SCREE_ERROR_IO, "cannot read %s: %s", reader->name,
                      ferror(reader->stream) ? strerror(errno) : "it became shorter");
}

bool scree_stream_size(FILE *stream, uint64_t *size)
{
    if (fseeko(stream, 0, SEEK_END) != 0) {
        return false;
    }
    off_t end = ftello(stream);
    if (end < 0 || fseeko(stream, 0, SEEK_SET) != 0) {
        return false;
    }
    *size = (uint64_t)end;
    return true;
}

static bool is_blank(int byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

size_t scree_read_word(FILE *stream, char *word, size_t size, int *end)
{
    size_t length = 0;
    int byte = getc_unlocked(stream);
    while (is_blank(byte)) {
        byte = getc_unlocked(stream);
    }
    while (byte != EOF && !is_blank(byte)) {
        if (length == size - 1) {
            return size;
        }
        word[length++] = (char)byte;
        byte = getc_unlocked(stream);
    }
    word[length] = '\0';
    *end = byte;
    return length;
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

/* Whole numbers below 2^16 are exact as float32. */
static void add_value(scree_range_finder *finder, float value)
{
    if (!isfinite(value)) {
        return;
    }
    if (!finder->any) {
        finder->minimum = value;
        finder->maximum = value;
        finder->any = true;
    }
    finder->minimum = value < finder->minimum ? value : finder->minimum;
    finder->maximum = value > finder->maximum ? value : finder->maximum;
}

static void add_bytes(scree_range_finder *finder, const uint8_t *bytes, size_t count)
{
    uint8_t least = bytes[0];
    uint8_t greatest = bytes[0];
    for (size_t i = 1; i < count; i++) {
        least = bytes[i] < least ? bytes[i] : least;
        greatest = bytes[i] > greatest ? bytes[i] : greatest;
    }
    add_value(finder, (float)least);
    add_value(finder, (float)greatest);
}

static void add_words(scree_range_finder *finder, const uint8_t *bytes, size_t count, bool big_endian)
{
    size_t high = big_endian ? 0 : 1;
    unsigned least = UINT16_MAX;
    unsigned greatest = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned value = (unsigned)bytes[2 * i + high] << 8 | bytes[2 * i + 1 - high];
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
    }
    add_value(finder, (float)least);
    add_value(finder, (float)greatest);
}

static float load_float(const uint8_t *bytes, bool big_endian)
{
    uint32_t word = 0;
    for (size_t i = 0; i < 4; i++) {
        word = word << 8 | bytes[big_endian ? i : 3 - i];
    }
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

void scree_range_finder_add(scree_range_finder *finder, const uint8_t *bytes, size_t count, scree_type type,
                            bool big_endian)
{
    if (count == 0) {
        return;
    }
    if (type == SCREE_TYPE_U8) {
        add_bytes(finder, bytes, count);
    } else if (type == SCREE_TYPE_U16) {
        add_words(finder, bytes, count, big_endian);
    } else {
        for (size_t i = 0; i < count; i++) {
            add_value(finder, load_float(bytes + 4 * i, big_endian));
        }
    }
}

scree_range scree_range_finder_result(const scree_range_finder *finder)
{
    if (!finder->any) {
        return (scree_range){NAN, NAN};
    }
    return (scree_range){finder->minimum, finder->maximum};
}

static scree_result check_size(const scree_reader *reader, uint64_t *samples)
{
    uint64_t sample_bytes = scree_type_bytes(reader->info->type);
    off_t position = ftello(reader->stream);
    if (position < 0) {
        return scree_fail(reader->context, SCREE_ERROR_IO, "cannot read %s: %s", reader->name, strerror(errno));
    }
    if (!scree_count_product(reader->info, samples)) {
        return scree_reader_fail(reader, "the header's size is zero or too large");
    }
    uint64_t needed = (uint64_t)position + *samples * sample_bytes;
    if (needed != reader->info->file_bytes) {
        return scree_reader_fail(reader, "the file has %" PRIu64 " bytes, and must have %" PRIu64 " for its size",
                                 reader->info->file_bytes, needed);
    }
    return SCREE_OK;
}

scree_result scree_read_samples(const scree_reader *reader, bool big_endian)
{
    uint64_t samples = 0;
    scree_result result = check_size(reader, &samples);
    if (result != SCREE_OK) {
        return result;
    }
    uint8_t chunk[CHUNK_SIZE];
    size_t sample_bytes = scree_type_bytes(reader->info->type);
    scree_range_finder finder = {0};
    while (samples > 0) {
        size_t part = samples < CHUNK_SIZE / sample_bytes ? (size_t)samples : CHUNK_SIZE / sample_bytes;
        if (fread(chunk, sample_bytes, part, reader->stream) != part) {
            return scree_reader_fail_system(reader);
        }
        scree_range_finder_add(&finder, chunk, part, reader->info->type, big_endian);
        samples -= part;
    }
    reader->info->range = scree_range_finder_result(&finder);
    return SCREE_OK;
}

scree_result scree_raw_read(const scree_reader *reader, const scree_sidecar *sidecar)
{
    if (sidecar->format != SCREE_FORMAT_R16 && sidecar->format != SCREE_FORMAT_R32) {
        return scree_reader_fail(reader, "its sidecar is of the format %s, not r16 or r32",
                                 scree_format_describe(sidecar->format)->name);
    }
    scree_type type = sidecar->format == SCREE_FORMAT_R16 ? SCREE_TYPE_U16 : SCREE_TYPE_F32;
    if (sidecar->type != type) {
        return scree_reader_fail(reader, "its sidecar says %s and %s, which do not go together",
                                 scree_format_describe(sidecar->format)->name, scree_type_name(sidecar->type));
    }
    reader->info->format = sidecar->format;
    reader->info->type = type;
    reader->info->axes = sidecar->axes;
    memcpy(reader->info->count, sidecar->count, sizeof reader->info->count);
    return scree_read_samples(reader, sidecar->big_endian);
}
