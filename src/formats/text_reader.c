/* Reads text files; text_writer.c describes their form. Values may be separated by any blanks. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "readers.h"
#include "writer_internal.h"

#define WORD_SIZE 64

/* Values that are handed to the collector at once. */
#define BATCH 256

/* Bytes that are read at once. */
#define BYTES_AHEAD 4096

/* Reads the numbers of the first line, at most SCREE_MAX_AXES sides and the number of axes. */
static bool read_first_line(scree_bytes *bytes, uint64_t numbers[SCREE_MAX_AXES + 1], uint32_t *count)
{
    int end = ' ';
    *count = 0;
    while (end == ' ' || end == '\t') {
        char word[WORD_SIZE];
        size_t length = scree_read_word(bytes, word, WORD_SIZE, &end);
        if (length == 0 || length > 19 || strspn(word, "0123456789") != length || *count > SCREE_MAX_AXES) {
            return false;
        }
        numbers[(*count)++] = strtoull(word, NULL, 10);
        while (end == ' ' || end == '\t' || end == '\r') {
            end = scree_next_byte(bytes);
        }
        if (end != '\n' && end != EOF) {
            bytes->next--;
            end = ' ';
        }
    }
    return true;
}

static bool read_header(const scree_reader *reader, scree_bytes *bytes)
{
    uint64_t numbers[SCREE_MAX_AXES + 1];
    uint32_t count;
    if (!read_first_line(bytes, numbers, &count) || count < 2) {
        return false;
    }
    uint64_t axes = numbers[count - 1];
    if (axes < 1 || axes > SCREE_MAX_AXES || (count != 2 && count != axes + 1)) {
        return false;
    }
    reader->info->axes = (uint32_t)axes;
    for (uint32_t a = 0; a < axes; a++) {
        reader->info->count[a] = numbers[count == 2 ? 0 : a];
    }
    return true;
}

/* Reads a value. Error messages count values from 1. */
static scree_result read_value(const scree_reader *reader, scree_bytes *bytes, uint64_t number,
                               const scree_os_locale *locale, float *value)
{
    char word[WORD_SIZE];
    int end = 0;
    size_t length = scree_read_word(bytes, word, WORD_SIZE, &end);
    if (end == EOF && ferror(reader->stream)) {
        return scree_reader_fail_system(reader);
    }
    char *rest = word;
    *value = length > 0 && length < WORD_SIZE ? scree_os_locale_read_float(locale, word, &rest) : 0.0f;
    if (rest == word || *rest != '\0') {
        return scree_reader_fail(reader, "value %" PRIu64 " is %s", number, length == 0 ? "missing" : "not a number");
    }
    return SCREE_OK;
}

static scree_result read_values(const scree_reader *reader, scree_bytes *bytes, const scree_number *number,
                                uint64_t samples, const scree_os_locale *locale)
{
    float values[BATCH];
    size_t held = 0;
    for (uint64_t i = 0; i < samples; i++) {
        scree_result result = read_value(reader, bytes, i + 1, locale, &values[held]);
        if (result != SCREE_OK) {
            return result;
        }
        held++;
        if (held == BATCH || i + 1 == samples) {
            scree_collector_take(reader->collector, number,
                                 &(scree_run){.bytes = (const uint8_t *)values,
                                              .pitch = sizeof values[0],
                                              .count = held,
                                              .first = i + 1 - held,
                                              .step = 1});
            held = 0;
        }
    }
    char word[WORD_SIZE];
    int end;
    if (scree_read_word(bytes, word, WORD_SIZE, &end) != 0) {
        return scree_reader_fail(reader, "there is more behind its %" PRIu64 " values", samples);
    }
    return SCREE_OK;
}

scree_result scree_text_read(const scree_reader *reader)
{
    uint64_t samples;
    uint8_t ahead[BYTES_AHEAD];
    scree_bytes bytes = {.stream = reader->stream, .ahead = ahead, .size = sizeof ahead};
    if (!read_header(reader, &bytes) || !scree_count_product(reader->info, &samples)) {
        return scree_reader_fail(reader, "its first line must be a side and the number of axes, or all sides and the "
                                         "number of axes");
    }
    /* A value and the blank before it take at least two bytes. */
    if (samples > reader->info->file_bytes / 2) {
        return scree_reader_fail(reader, "it has %" PRIu64 " bytes, too few for its %" PRIu64 " values",
                                 reader->info->file_bytes, samples);
    }
    const char *const names[] = {"y"};
    uint32_t chosen;
    const scree_number number = scree_number_of(SCREE_TYPE_F32, !scree_host_is_little_endian());
    scree_result result = scree_reader_choose(reader, names, 1, &chosen);
    if (result == SCREE_OK) {
        result = scree_reader_begin(reader, &number, samples * 2, 1);
    }
    if (result != SCREE_OK) {
        return result;
    }
    scree_os_locale *locale = scree_os_locale_create();
    if (locale == NULL) {
        return scree_reader_fail_memory(reader);
    }
    result = read_values(reader, &bytes, &number, samples, locale);
    scree_os_locale_destroy(locale);
    scree_reader_end(reader);
    return result;
}
