/*
 * PGM (J. Poskanzer's portable grey map, "P5" of Netpbm): a header of four words, then rows from the top, of one byte a
 * sample or, where the largest value is more than 255, of two with the higher one first.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "readers.h"
#include "writer_internal.h"

#define HEADER_SIZE 64
#define WORD_SIZE 32

/* Samples whose bytes are swapped at once. */
#define BATCH_SAMPLES 1024

static size_t make_header(const scree_content *content, char header[HEADER_SIZE])
{
    const uint64_t height = content->axes > 1 ? content->count[1] : 1;
    const unsigned largest = content->conversion.type == SCREE_TYPE_U8 ? UINT8_MAX : UINT16_MAX;
    return (size_t)snprintf(header, HEADER_SIZE, "P5\n%" PRIu64 " %" PRIu64 "\n%u\n", content->count[0], height,
                            largest);
}

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    char header[HEADER_SIZE];
    target->needed_bytes = make_header(&writer->content, header) + scree_content_bytes(&writer->content);
    return SCREE_OK;
}

static scree_result start(scree_writer *writer)
{
    char header[HEADER_SIZE];
    const size_t size = make_header(&writer->content, header);
    return scree_file_target_write(writer->target, header, size);
}

static scree_result write_rotated(scree_writer *writer, const uint8_t *from, uint64_t count)
{
    uint8_t batch[BATCH_SAMPLES * 2];
    scree_result result = SCREE_OK;
    while (count > 0 && result == SCREE_OK) {
        const size_t part = count < BATCH_SAMPLES ? (size_t)count : BATCH_SAMPLES;
        scree_swap_bytes(batch, from, part, 2);
        result = scree_file_target_write(writer->target, batch, part * 2);
        from += part * 2;
        count -= part;
    }
    return result;
}

static scree_result write_samples(scree_writer *writer, const void *data, uint64_t count)
{
    const size_t sample_bytes = scree_content_sample_bytes(&writer->content);
    if (sample_bytes == 1 || !scree_host_is_little_endian()) {
        return scree_file_target_write(writer->target, data, (size_t)count * sample_bytes);
    }
    return write_rotated(writer, data, count);
}

static void skip_line(scree_bytes *bytes)
{
    int byte = scree_next_byte(bytes);
    while (byte != '\n' && byte != EOF) {
        byte = scree_next_byte(bytes);
    }
}

/* Reads a word and the single blank after it, and skips comments; false if it is too long or the file ends. */
static bool read_word(scree_bytes *bytes, char word[WORD_SIZE])
{
    int end = ' ';
    size_t length = scree_read_word(bytes, word, WORD_SIZE, &end);
    while (length > 0 && word[0] == '#') {
        if (length == WORD_SIZE || end != '\n') {
            skip_line(bytes);
        }
        length = scree_read_word(bytes, word, WORD_SIZE, &end);
    }
    return length > 0 && length < WORD_SIZE && end != EOF;
}

static bool read_number(scree_bytes *bytes, uint64_t *number)
{
    char word[WORD_SIZE];
    if (!read_word(bytes, word) || strspn(word, "0123456789") != strlen(word)) {
        return false;
    }
    *number = strtoull(word, NULL, 10);
    return true;
}

static scree_result read_file(const scree_reader *reader)
{
    char magic[WORD_SIZE];
    uint64_t largest;
    uint8_t ahead[1]; /* One byte only, because the samples after the header are read from the stream itself. */
    scree_bytes bytes = {.stream = reader->stream, .ahead = ahead, .size = sizeof ahead};
    scree_file_info *info = reader->info;
    info->axes = 2;
    if (!read_word(&bytes, magic) || strcmp(magic, "P5") != 0) {
        return scree_reader_fail(reader, "it is not a binary PGM: it does not begin with \"P5\"");
    }
    if (!read_number(&bytes, &info->count[0]) || !read_number(&bytes, &info->count[1]) ||
        !read_number(&bytes, &largest) || largest < 1 || largest > UINT16_MAX) {
        return scree_reader_fail(reader, "its PGM header must have width, height and a largest value of 1 to 65535 "
                                         "behind \"P5\"");
    }
    const scree_number number = scree_number_of(largest > UINT8_MAX ? SCREE_TYPE_U16 : SCREE_TYPE_U8, true);
    return scree_read_plain(reader, &number, false);
}

const scree_format_row scree_format_pgm = {
    .info =
        {
            .name = "pgm",
            .extensions = ".pgm",
            .description = "portable grey map of Netpbm, binary, 8 or 16 bits",
            .types = SCREE_TYPE_BIT(SCREE_TYPE_U16) | SCREE_TYPE_BIT(SCREE_TYPE_U8),
            .preferred = SCREE_TYPE_U8,
            .max_axes = 2,
            .is_read = true,
            .is_written = true,
            .is_streamed = true,
            .is_big_endian = true,
            .is_picture = true,
            .has_sidecar = true,
        },
    .beginnings = {{"P5", 2}},
    .read = read_file,
    .plan = plan,
    .start = start,
    .write = write_samples,
};
