/* The row of a format: its description, and how it is recognised, read and written. */
#ifndef SCREE_FORMAT_ROW_H
#define SCREE_FORMAT_ROW_H

#include <scree/file.h>

#include "format_list.h"
#include "target.h"

struct scree_reader;

/* The maximum number of first bytes that identify a format. */
#define SCREE_BEGINNING_SIZE 8

/* Bytes with which a format's files begin. */
typedef struct scree_beginning {
    const char *bytes;
    size_t size; /* 1 to SCREE_BEGINNING_SIZE; 0 ends a list. */
} scree_beginning;

#define SCREE_MAX_BEGINNINGS 4

/* All functions log their errors. */
typedef struct scree_format_row {
    scree_format_info info;
    scree_beginning beginnings[SCREE_MAX_BEGINNINGS];
    size_t sample_bytes; /* Bytes of a sample in a headerless format; 0 if it may hold any type. */
    /* Reads a file (readers.h); NULL for a format that is only written. */
    scree_result (*read)(const struct scree_reader *reader);
    /* Whether scree wrote a file, by the metadata inside. NULL for a format with sidecars, which say that. */
    bool (*recognises)(const scree_file_target *target, scree_os_file file, uint64_t bytes);
    /*
     * Fills in what the file needs before the target is opened: `seeks`, `numbered`, `files`, `needed_bytes`.
     * `writer->content` is valid and within the limits of `info`. Errors: SCREE_ERROR_INVALID if the format cannot hold
     * it, SCREE_ERROR_UNSUPPORTED if a plug-in is missing. NULL for a format that is only read.
     */
    scree_result (*plan)(scree_writer *writer, scree_file_target_params *target);
    /* Starts the output; the target is open at its first file. Optional. */
    scree_result (*start)(scree_writer *writer);
    /* Writes samples of the file's type, never more than are missing. */
    scree_result (*write)(scree_writer *writer, const void *data, uint64_t count);
    /* Completes the files, except for the sidecar, after all samples were written. Optional. */
    scree_result (*finish)(scree_writer *writer, const scree_range *mapped, const scree_range *measured);
    /* Frees `writer->format_state`; called before the target is closed. Optional. */
    void (*close)(scree_writer *writer);
} scree_format_row;

#define SCREE_DECLARE_FORMAT(NUMBER, name) extern const scree_format_row scree_format_##name;
SCREE_FORMAT_LIST(SCREE_DECLARE_FORMAT)
#undef SCREE_DECLARE_FORMAT

/* The row of a format; NULL if the number is not a format. */
const scree_format_row *scree_format_row_of(scree_format format);

/* The ending of the second file of a format (target_base.c); NULL if a file of this path needs none. */
const char *scree_companion_ending(const scree_format_info *format, const char *path);

/* Masks for the types of `scree_format_info`. */
#define SCREE_ANY_TYPE (SCREE_TYPE_BIT(SCREE_TYPE_COUNT) - 1)
#define SCREE_ANY_TYPE_BUT_HALF (SCREE_ANY_TYPE & ~SCREE_TYPE_BIT(SCREE_TYPE_F16))

#endif
