/* Further ways to open a writer, and to remove what an earlier one left, for formats and for the command. */
#ifndef SCREE_WRITER_OPEN_H
#define SCREE_WRITER_OPEN_H

#include <scree/file.h>

/*
 * Opens a file of pixels in colours, of three numbers each, in a format that holds them, or a video;
 * scree_writer_write() then counts pixels. The parameters have a volume or a recipe of their type, and `picture` is
 * JSON that says how the colours were made. Errors: as scree_writer_open().
 */
scree_result scree_writer_open_picture(scree_context *context, const scree_writer_params *params, const char *picture,
                                       scree_writer **writer);

/* Opens a file for one frame: the samples of a recipe with one sample along its last axis, of at least two, which is
   time. The file has no such axis. Errors: as scree_writer_open(). */
scree_result scree_writer_open_frame(scree_context *context, const scree_writer_params *params, scree_writer **writer);

/* The demands of a file, as far as its format knows them beforehand. */
typedef struct scree_file_plan {
    uint64_t files;      /* Files: one, or numbered ones. */
    uint64_t bytes;      /* Bytes of all of them, without a sidecar; */
    bool is_least;       /* the files may need more. */
    uint64_t most_bytes; /* The most then, but for metadata; 0 where no bound is known. */
    bool has_sidecar;    /* A FILE.json belongs to it. */
    uint64_t free_bytes; /* Bytes that are free on the disk; 0 where that is unknown. */
} scree_file_plan;

/* The ways of opening a file: zeroed for samples, or one of the two above. */
typedef struct scree_file_use {
    const char *picture;
    bool is_frame;
} scree_file_use;

/*
 * Plans a file that would be opened with these parameters: checks everything that opening checks, the room on the disk
 * and files that are there included, and makes none. Errors: as scree_writer_open().
 */
scree_result scree_writer_plan(scree_context *context, const scree_writer_params *params, scree_file_use use,
                               scree_file_plan *plan);

/*
 * Removes a numbered file of an earlier, longer run, with its sidecar and the samples beside a header, if scree wrote
 * it: it has metadata inside, or a sidecar that fits its samples. Of the parameters the path, the format and
 * `interrupted` count. `*removed` is false where there is no file, and where one is kept, which is a warning. Errors:
 * SCREE_ERROR_IO, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_CANCELLED.
 */
scree_result scree_writer_remove_old(scree_context *context, const scree_writer_params *file, bool *removed);

#endif
