/*
 * Readers: each finds out what a file holds, and the range of its samples, without keeping them.
 *
 * A reader gets a stream at its beginning (a file, or memory in tests), fills in an info whose fields are zero, and on
 * an error leaves in it only what scree_file_info_clear() frees. What it allocates is bounded by the size of the file,
 * whatever the file claims. The range is over the samples that are finite; where there is none, both ends are NaN.
 * Errors, all logged with `name`: SCREE_ERROR_FORMAT, SCREE_ERROR_IO, SCREE_ERROR_OUT_OF_MEMORY.
 */
#ifndef SCREE_READERS_H
#define SCREE_READERS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <scree/file.h>

/* A file that is being read. `info->file_bytes` is set before the reader is called. */
typedef struct scree_reader {
    scree_context *context;
    const char *name; /* For messages. */
    FILE *stream;
    scree_file_info *info;
} scree_reader;

/* What a sidecar says of its file. */
typedef struct scree_sidecar {
    scree_format format;
    scree_type type;
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES];
    bool big_endian;
} scree_sidecar;

scree_result scree_png_read(const scree_reader *reader);
scree_result scree_npy_read(const scree_reader *reader);
scree_result scree_pfm_read(const scree_reader *reader);
scree_result scree_text_read(const scree_reader *reader);

/* R16 and R32, which say nothing of themselves. */
scree_result scree_raw_read(const scree_reader *reader, const scree_sidecar *sidecar);

/* Reads a sidecar's text. Errors: SCREE_ERROR_FORMAT, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_sidecar_parse(scree_context *context, const char *text, size_t length, const char *name,
                                 scree_sidecar *sidecar);

/* The bytes of a stream, which is left at its beginning; false where the system does not tell. */
bool scree_stream_size(FILE *stream, uint64_t *size);

/* The range of samples that come in pieces. */
typedef struct scree_range_finder {
    float minimum;
    float maximum;
    bool any;
} scree_range_finder;

/* Takes samples in, of bytes as they stand in the file. */
void scree_range_finder_add(scree_range_finder *finder, const uint8_t *bytes, size_t count, scree_type type,
                            bool big_endian);
scree_range scree_range_finder_result(const scree_range_finder *finder);

/* Reads the samples from where the stream stands to its end, which must be exactly where the info's counts say. */
scree_result scree_read_samples(const scree_reader *reader, bool big_endian);

/*
 * Reads a word between blanks into `size` bytes; `*end` gets the byte behind it, or EOF. Returns its length, 0 at the
 * end of the file, and `size` for a word that is too long, which is read in part.
 */
size_t scree_read_word(FILE *stream, char *word, size_t size, int *end);

/* A damaged file: "NAME: REASON". */
__attribute__((format(printf, 2, 3))) scree_result scree_reader_fail(const scree_reader *reader, const char *format,
                                                                     ...);

/* A stream that could not be read: SCREE_ERROR_IO with the system's reason, or that it became shorter. */
scree_result scree_reader_fail_system(const scree_reader *reader);

/* The product of the info's counts; false where it is more than 2^59 or a count is 0. */
bool scree_count_product(const scree_file_info *info, uint64_t *product);

#endif
