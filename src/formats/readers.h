/*
 * Readers: each finds out what a file holds, and hands its samples to a collector, which keeps them or only their
 * range.
 *
 * A reader gets a stream at its beginning (a file, or memory in tests), fills in an info whose fields are zero, and on
 * an error leaves in it only what scree_file_info_clear() frees. What it allocates is bounded by the size of the file,
 * whatever the file claims. The range is over the samples that are no holes; where there is none, both ends are NaN.
 * Errors, all logged with `name`: SCREE_ERROR_FORMAT, SCREE_ERROR_IO, SCREE_ERROR_OUT_OF_MEMORY;
 * SCREE_ERROR_UNSUPPORTED where a method of compression is not known; SCREE_ERROR_INVALID where something else must be
 * asked for.
 */
#ifndef SCREE_READERS_H
#define SCREE_READERS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <scree/file.h>
#include <scree/samples.h>

#include "message_text.h"
#include "collector.h"
#include "format_row.h"

/* What a sidecar says of its file. */
typedef struct scree_sidecar {
    scree_format format;
    scree_type type;
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES];
    bool big_endian;
    bool has_data; /* What identifies the file that it lies beside: */
    uint64_t data_bytes;
    uint32_t data_crc; /* CRC-32. */
} scree_sidecar;

/* A file that is being read. `info->file_bytes` is set before the reader is called. */
typedef struct scree_reader {
    scree_context *context;
    const char *name; /* For messages. */
    FILE *stream;
    scree_file_info *info;
    scree_collector *collector;
    const scree_sidecar *sidecar;       /* What is known of samples without a header; NULL where nothing is. */
    const scree_samples_params *wanted; /* NULL: the file is described, and samples of all channels go in as one. */
} scree_reader;

scree_result scree_png_read(const scree_reader *reader);
scree_result scree_npy_read(const scree_reader *reader);
scree_result scree_pfm_read(const scree_reader *reader);
scree_result scree_text_read(const scree_reader *reader);

/* Formats without a header. */
scree_result scree_raw_read(const scree_reader *reader);

/* Opens the file of the reader's name, finds its format and reads it. On an error, what it left in the info and the
   collector is still to be freed. */
scree_result scree_file_read(scree_reader *reader);

/* Reads a sidecar's text. Errors: SCREE_ERROR_FORMAT, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_sidecar_parse(scree_context *context, const char *text, size_t length, const char *name,
                                 scree_sidecar *sidecar);

/* The bytes of a stream, which is left at its beginning; false where the system does not tell. */
bool scree_stream_size(FILE *stream, uint64_t *size);

/* The number of a channel: by the whole name, by a letter in any case, or by the number itself. */
bool scree_channel_find(const char *const *names, uint32_t count, const char *wanted, uint32_t *chosen);

/*
 * Names the channels of a file that has several, and finds the one that is wanted: `*chosen` is its number. Where the
 * file is only described, its names go into the info and `*chosen` becomes 0. Errors: SCREE_ERROR_INVALID.
 */
scree_result scree_reader_choose(const scree_reader *reader, const char *const *names, uint32_t count,
                                 uint32_t *chosen);

/*
 * The info's axes and counts are known, and the samples are about to come: sets its type, and takes memory for all of
 * them where they are kept. `packed_ratio` is how many bytes one byte of the file can stand for at most, and
 * `raw_bytes` what the whole picture has unpacked.
 */
scree_result scree_reader_begin(const scree_reader *reader, const scree_number *number, uint64_t raw_bytes,
                                uint64_t packed_ratio);

/* All samples have come: sets the info's range. */
void scree_reader_end(const scree_reader *reader);

/* Reads the next samples of the stream, `count` of them, to `first`, `first + step`, ... */
scree_result scree_read_run(const scree_reader *reader, const scree_number *number, uint64_t count, uint64_t first,
                            uint64_t step);

/* Begins with samples that stand from here to the end of the stream, exactly as many as the info's counts say. */
scree_result scree_begin_plain(const scree_reader *reader, const scree_number *number);

/* Reads them all, in the order that they have in the file. */
scree_result scree_read_plain(const scree_reader *reader, const scree_number *number);

/*
 * The bytes of a stream, one by one and without its lock. `size` of them are read ahead: 1 where something else reads
 * on from the stream.
 */
typedef struct scree_bytes {
    FILE *stream;
    uint8_t *ahead;
    size_t size;
    size_t next;  /* The place in `ahead` of the next byte, */
    size_t count; /* and how many are there. */
} scree_bytes;

/* The next byte, or EOF. */
static inline int scree_next_byte(scree_bytes *bytes)
{
    if (bytes->next == bytes->count) {
        bytes->next = 0;
        bytes->count = fread(bytes->ahead, 1, bytes->size, bytes->stream);
    }
    return bytes->count > 0 ? bytes->ahead[bytes->next++] : EOF;
}

/*
 * Reads a word between blanks into `size` bytes; `*end` gets the byte behind it, or EOF. Returns its length, 0 at the
 * end of the file, and `size` for a word that is too long, which is read in part.
 */
size_t scree_read_word(scree_bytes *bytes, char *word, size_t size, int *end);

/* A damaged file: "NAME: REASON". */
__attribute__((format(printf, 2, 3))) scree_result scree_reader_fail(const scree_reader *reader, const char *format,
                                                                     ...);

/* A file that is not damaged, but that this build cannot read: SCREE_ERROR_UNSUPPORTED with the same kind of message.
 */
__attribute__((format(printf, 2, 3))) scree_result scree_reader_fail_unsupported(const scree_reader *reader,
                                                                                 const char *format, ...);

/* A stream that could not be read: SCREE_ERROR_IO with the system's reason, or that it became shorter. */
scree_result scree_reader_fail_system(const scree_reader *reader);

scree_result scree_reader_fail_memory(const scree_reader *reader);

/* A product, or the greatest number where it is greater still. */
uint64_t scree_product(uint64_t a, uint64_t b);

/* The product of the info's counts; false where it is more than 2^59 or a count is 0. */
bool scree_count_product(const scree_file_info *info, uint64_t *product);

#endif
