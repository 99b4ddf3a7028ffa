/* A format as a row: what it says of itself, how it is recognised, read and written. */
#ifndef SCREE_FORMAT_ROW_H
#define SCREE_FORMAT_ROW_H

#include <scree/file.h>

#include "format_list.h"
#include "target.h"

struct scree_reader;

/* How many bytes of a file tell its format at most. */
#define SCREE_BEGINNING_SIZE 8

/* The first bytes of a format's files. */
typedef struct scree_beginning {
    const char *bytes;
    size_t size; /* 1 to SCREE_BEGINNING_SIZE; 0 behind the last one. */
} scree_beginning;

#define SCREE_MAX_BEGINNINGS 4

/* All functions log their errors. */
typedef struct scree_format_row {
    scree_format_info info;
    scree_beginning beginnings[SCREE_MAX_BEGINNINGS];
    size_t sample_bytes; /* Headerless formats: bytes of a sample when they are read; 0 = those of any type. */
    /* Reads a file (readers.h); NULL for a format that is only written. */
    scree_result (*read)(const struct scree_reader *reader);
    /* Fills in what the file needs before the target is opened: `seeks`, `numbered`, `files`, `needed_bytes`.
       `writer->content` is valid, and within what `info` says. Errors: SCREE_ERROR_INVALID for what the format never
       holds, SCREE_ERROR_UNSUPPORTED for a plug-in that is missing. NULL for a format that is only read. */
    scree_result (*plan)(scree_writer *writer, scree_file_target_params *target);
    /* The target is open at its first file. Optional. */
    scree_result (*start)(scree_writer *writer);
    /* Samples of the file's type, never more than are missing. */
    scree_result (*write)(scree_writer *writer, const void *data, uint64_t count);
    /* All samples are there: completes the files, except for the sidecar. Optional. */
    scree_result (*finish)(scree_writer *writer, const scree_range *mapped, const scree_range *measured);
    /* Frees `writer->format_state`; called before the target is closed. Optional. */
    void (*close)(scree_writer *writer);
} scree_format_row;

#define SCREE_DECLARE_FORMAT(NUMBER, name) extern const scree_format_row scree_format_##name;
SCREE_FORMAT_LIST(SCREE_DECLARE_FORMAT)
#undef SCREE_DECLARE_FORMAT

/* The row of a format; NULL for a number that is none. */
const scree_format_row *scree_format_row_of(scree_format format);

/* Types of `scree_format_info`. */
#define SCREE_ANY_TYPE                                       \
    {                                                        \
        true, true, true, true, true, true, true, true, true \
    }
#define SCREE_ANY_TYPE_BUT_HALF                                           \
    {                                                                     \
        true, true, true, true, [SCREE_TYPE_U32] = true, true, true, true \
    }

#endif
