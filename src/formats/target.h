/*
 * Targets: files under temporary names in the folder where they belong, which get their names together at the end.
 *
 * A target is one file with an optional sidecar (NAME and NAME.json) and an optional companion (STEM.raw), or a run of
 * numbered files (STEM_0000.EXT and so on). Temporary names are .NAME.scree-TOKEN with the same endings. What is there
 * already and is no regular file (a device, a pipe) is written to directly: it has no temporary name, no sidecar, and
 * is never removed.
 *
 * Folders are held open, so that neither a change of the working directory nor a renamed folder leads astray. Errors
 * are logged with the path and the system's reason. A signal that a write would raise (SIGPIPE, SIGXFSZ) is kept from
 * the program; the write fails instead.
 */
#ifndef SCREE_TARGET_H
#define SCREE_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>

#include "temporary_files.h"

typedef struct scree_file_target_params {
    const char *path;
    bool replace; /* Otherwise SCREE_ERROR_EXISTS for a file that exists, now or at the end. */
    bool sidecar;
    const char *companion; /* The ending of a second file that is made of the name; NULL where there is none. */
    bool seeks;            /* The format cannot be written in one go, so not to a pipe. */
    bool numbered;         /* `files` numbered files instead of one. */
    uint64_t files;
    bool (*recognises)(scree_os_file file,
                       uint64_t bytes); /* Whether a numbered file was written by this format. Optional. */
    uint64_t needed_bytes;              /* Room that the disk must have. */
    bool needs_more;                 /* The file may need more than that: how much is known only when it is written. */
    bool without_sync;               /* Do not wait until the disk has the files. */
    bool (*interrupted)(void *user); /* See scree_writer_params. */
    void *interrupted_user;
} scree_file_target_params;

typedef struct scree_file_target scree_file_target;

/* What identifies the bytes of a file. */
typedef struct scree_file_target_data {
    uint64_t bytes;
    uint32_t crc; /* CRC-32, as in gzip and PNG. */
} scree_file_target_data;

/*
 * Removes what runs that died left under this name, checks that the files may be made and that there is room, and makes
 * and opens the first one.
 * Errors: SCREE_ERROR_EXISTS, SCREE_ERROR_IO, SCREE_ERROR_UNSUPPORTED (no streaming), SCREE_ERROR_OUT_OF_MEMORY,
 * SCREE_ERROR_CANCELLED.
 */
scree_result scree_file_target_open(scree_context *context, const scree_file_target_params *params,
                                    scree_file_target **target);

/* Makes and opens another file of the target, a numbered one or SCREE_SIDECAR_FILE or SCREE_COMPANION_FILE; at most one
   is open at a time. */
scree_result scree_file_target_begin(scree_file_target *target, uint64_t file);

/* Opens a file that was made and ended, to write at its end. */
scree_result scree_file_target_reopen(scree_file_target *target, uint64_t file);

/* Appends to the open file. Small pieces are collected. */
scree_result scree_file_target_write(scree_file_target *target, const void *data, size_t size);

/* Writes at a place of the open file. */
scree_result scree_file_target_write_at(scree_file_target *target, const void *data, size_t size, uint64_t offset);

/* Writes what was collected, waits until the disk has it, and closes the open file. */
scree_result scree_file_target_end(scree_file_target *target);

/* The size and checksum of the file that was ended last: the data that a sidecar describes. */
scree_file_target_data scree_file_target_ended_data(const scree_file_target *target);

/* Waits until the disk has all files, whose names may then be given. */
scree_result scree_file_target_sync(scree_file_target *target);

/*
 * Gives all files of all targets their names: all of them, or none. Sidecars come last, so that none describes a file
 * that is not there. Files that are replaced are kept until all names are given. Waits until the disk has the names.
 */
scree_result scree_file_targets_commit(scree_file_target *const *targets, size_t count);

/* Whether it is written to directly; then there is no sidecar. */
bool scree_file_target_is_stream(const scree_file_target *target);

/* The path as it was asked for. */
const char *scree_file_target_path(const scree_file_target *target);

/* The companion's name, without a folder; empty where there is none. */
const char *scree_file_target_companion(const scree_file_target *target);

/* Bytes that left the buffer. May be called while another thread writes. */
uint64_t scree_file_target_bytes(const scree_file_target *target);

/* Removes what was not committed, frees the target and sets it to NULL. */
void scree_file_target_close(scree_file_target **target);

#endif
