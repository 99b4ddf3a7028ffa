/*
 * Each reader describes a file of its format and hands the samples to a collector, which keeps them or only their
 * range.
 *
 * A reader gets a stream at its beginning (a file, or memory in tests), fills in an info whose fields are zero, and on
 * an error leaves in it only what scree_file_info_clear() frees. What it allocates is bounded by the size of the file,
 * whatever the file claims. The range is over the samples other than no-data cells; without any, both ends are
 * NaN. Errors, all logged with `name`: SCREE_ERROR_FORMAT, SCREE_ERROR_IO, SCREE_ERROR_OUT_OF_MEMORY;
 * SCREE_ERROR_UNSUPPORTED if a method of compression is not known; SCREE_ERROR_INVALID if the file cannot satisfy the
 * caller's parameters.
 */
#ifndef SCREE_READERS_H
#define SCREE_READERS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <scree/file.h>
#include <scree/input.h>
#include <scree/volume.h>

#include "message_text.h"
#include "collector.h"
#include "format_row.h"

/* The entries of a sidecar that describe its file. */
typedef struct scree_sidecar {
    scree_format format;
    scree_type type;
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES];
    uint32_t channels; /* Numbers of a sample, where there are several; otherwise 0. */
    char channel_name[SCREE_MAX_VOLUME_CHANNELS][SCREE_MAX_VOLUME_NAME_BYTES + 1];
    bool is_big_endian;
    scree_geometry geometry;
    bool has_data; /* Whether `data_bytes` and `data_crc` identify the file that the sidecar was written for. */
    uint64_t data_bytes;
    uint32_t data_crc; /* CRC-32. */
} scree_sidecar;

/* A file that is being read. `info->file_bytes` is set before the reader is called. */
typedef struct scree_reader {
    scree_context *context;
    const char *name; /* The file's name in messages. */
    FILE *stream;
    scree_file_info *info;
    scree_collector *collector;
    const scree_sidecar *sidecar; /* Describes samples without a header; NULL if there is no sidecar. */
    /* NULL if the file is only described; samples of all channels are then collected together. */
    const scree_samples_params *wanted;
} scree_reader;

scree_result scree_png_read(const scree_reader *reader);
scree_result scree_npy_read(const scree_reader *reader);
scree_result scree_pfm_read(const scree_reader *reader);
scree_result scree_text_read(const scree_reader *reader);
scree_result scree_mhd_read(const scree_reader *reader);
scree_result scree_vti_read(const scree_reader *reader);

/* Reads the formats without a header. A sidecar must be one of them. */
scree_result scree_raw_read(const scree_reader *reader);

/* Opens the file of the reader's name, finds its format and reads it. Even after an error the caller must free the info
   and the collector. */
scree_result scree_file_read(scree_reader *reader);

/* file_open.c. Logs why a file could not be read, and returns SCREE_ERROR_IO. */
scree_result scree_file_fail_read(scree_context *context, const char *path, int error);

/* Opens a regular file. It is opened without waiting, because a pipe without a writer would block. Errors, logged:
   SCREE_ERROR_IO, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_file_open_regular(scree_context *context, const char *path, FILE **stream, uint64_t *size);

/* The same for the reader's context. If there is no such file, the result is SCREE_OK and `*stream` is NULL. */
scree_result scree_reader_open_if_there(const scree_reader *reader, const char *path, FILE **stream, uint64_t *bytes);

/*
 * Opens a regular file that the reader's file names. A relative name is one of the folder of the reader's file or, if
 * that is a link and there is none, of the folder of the link's target. `*path` is allocated in any case. If there is
 * no such file, the result is SCREE_OK and `*stream` is NULL. Errors, which are logged: SCREE_ERROR_IO,
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_reader_open_beside(const scree_reader *reader, const char *name, char **path, FILE **stream,
                                      uint64_t *bytes);

/* Reads a sidecar's text. Errors: SCREE_ERROR_FORMAT, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_sidecar_parse(scree_context *context, const char *text, size_t length, const char *name,
                                 scree_sidecar *sidecar);

/* Stores the size of a stream and returns to its beginning; false if the system does not report it. */
bool scree_stream_size(FILE *stream, uint64_t *size);

/* Finds the number of a channel by its full name, by a letter in any case, or by the number itself. */
bool scree_channel_find(const char *const *names, uint32_t count, const char *wanted, uint32_t *chosen);

/* Finds the wanted channel of a file that has several, and stores its number in `*chosen`. If the file is only
   described, the channels are stored in the info, where their ranges will be, and `*chosen` is 0. Errors:
   SCREE_ERROR_INVALID. */
scree_result scree_reader_choose(const scree_reader *reader, const char *const *names, uint32_t count,
                                 uint32_t *chosen);

/*
 * Call this when the info's axes and counts are known, before the first sample. It sets the info's type, and allocates
 * memory for all samples if they are kept. `packed_ratio` is the maximum number of bytes that one byte of the file
 * unpacks to, and `raw_bytes` the size of the whole unpacked picture.
 */
scree_result scree_reader_begin(const scree_reader *reader, const scree_number *number, uint64_t raw_bytes,
                                uint64_t packed_ratio);

/* Call this after the last sample. It sets the info's range. */
void scree_reader_end(const scree_reader *reader);

/* Reads the next `count` samples of the stream, whose indices are `first`, `first + step`, and so on. */
scree_result scree_read_run(const scree_reader *reader, const scree_number *number, uint64_t count, uint64_t first,
                            uint64_t step);

/* Begins as scree_reader_begin() for unpacked samples that fill the rest of the stream, and checks their number. */
scree_result scree_begin_plain(const scree_reader *reader, const scree_number *number);

/* Reads these samples in the order of the file. If each has the channels of the sidecar side by side, one of them is
   read. */
scree_result scree_read_plain(const scree_reader *reader, const scree_number *number, bool has_channels);

/* Reads the bytes of a stream one by one, without locking it for each. `size` bytes are read ahead, which must be 1 if
   the stream itself is read afterwards. */
typedef struct scree_bytes {
    FILE *stream;
    uint8_t *ahead;
    size_t size;
    size_t next;  /* Index of the next byte in `ahead`. */
    size_t count; /* Number of bytes in `ahead`. */
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

/* Reads a word between blanks into `size` bytes, and stores the byte after it, or EOF, in `*end`. Returns its length, 0
   at the end of the file, or `size` for a word that is too long and was read in part. */
size_t scree_read_word(scree_bytes *bytes, char *word, size_t size, int *end);

/* Logs "NAME: REASON" for a damaged file and returns SCREE_ERROR_FORMAT. */
__attribute__((format(printf, 2, 3))) scree_result scree_reader_fail(const scree_reader *reader, const char *format,
                                                                     ...);

/* Logs the same kind of message for a file that is intact but that this build cannot read, and returns
   SCREE_ERROR_UNSUPPORTED. */
__attribute__((format(printf, 2, 3))) scree_result scree_reader_fail_unsupported(const scree_reader *reader,
                                                                                 const char *format, ...);

/*
 * Logs why a stream could not be read, by the system's reason or because it became shorter, and returns SCREE_ERROR_IO.
 */
scree_result scree_reader_fail_system(const scree_reader *reader);

scree_result scree_reader_fail_memory(const scree_reader *reader);

/*
 * Allocates memory and stores the pointer in `*memory`, which is a pointer of any type. It checks the free memory
 * first, because a system may promise more than it has, and kill the program when it uses it. `what` needs the memory,
 * such as "12 samples". Error, logged: SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_reader_take_memory(const scree_reader *reader, uint64_t bytes, const char *what, void *memory);

/* The product of two numbers, or UINT64_MAX if it overflows. */
uint64_t scree_product(uint64_t a, uint64_t b);

/* Stores the product of the info's counts; false if it is more than 2^59 or a count is 0. */
bool scree_count_product(const scree_file_info *info, uint64_t *product);

#endif
