/*
 * Targets: files under temporary names in the folder where they belong, which get their names together at the end.
 *
 * A target is one file with an optional sidecar (NAME and NAME.json) and an optional companion (STEM.raw), or a run of
 * numbered files (STEM_0000.EXT and so on). Temporary names are .NAME.TOKEN with the same endings. What is there
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

typedef struct scree_target_params {
    const char *path;
    bool replace; /* Otherwise SCREE_ERROR_EXISTS for a file that exists, now or at the end. */
    bool sidecar;
    const char *companion; /* The ending of a second file that is made of the name; NULL where there is none. */
    bool seeks;            /* The format cannot be written in one go, so not to a pipe. */
    bool numbered;         /* `files` numbered files instead of one. */
    uint64_t files;
    uint64_t needed_bytes; /* Room that the disk must have. */
    bool needs_more;       /* The file may need more than that: how much is known only when it is written. */
} scree_target_params;

typedef struct scree_target scree_target;

/*
 * Checks that the files may be made and that there is room, and makes and opens the first one.
 * Errors: SCREE_ERROR_EXISTS, SCREE_ERROR_IO, SCREE_ERROR_UNSUPPORTED (no streaming), SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_target_open(scree_context *context, const scree_target_params *params, scree_target **target);

/* Makes and opens another file of the target, a numbered one or SCREE_SIDECAR_FILE or SCREE_COMPANION_FILE; at most one
   is open at a time. */
scree_result scree_target_begin(scree_target *target, uint64_t file);

/* Opens a file that was made and ended, to write at its end. */
scree_result scree_target_reopen(scree_target *target, uint64_t file);

/* Appends to the open file. Small pieces are collected. */
scree_result scree_target_write(scree_target *target, const void *data, size_t size);

/* Writes at a place of the open file. */
scree_result scree_target_write_at(scree_target *target, const void *data, size_t size, uint64_t offset);

/* Writes what was collected and closes the open file. */
scree_result scree_target_end(scree_target *target);

/* Gives all files their names: all of them, or none. */
scree_result scree_target_commit(scree_target *target);

/* Whether it is written to directly; then there is no sidecar. */
bool scree_target_is_stream(const scree_target *target);

/* The path as it was asked for. */
const char *scree_target_path(const scree_target *target);

/* The companion's name, without a folder; empty where there is none. */
const char *scree_target_companion(const scree_target *target);

/* Bytes that left the buffer. May be called while another thread writes. */
uint64_t scree_target_bytes(const scree_target *target);

/* Removes what was not committed, frees the target and sets it to NULL. */
void scree_target_close(scree_target **target);

#endif
