/*
 * A target writes files under temporary names in their folder. They get their final names together at the end.
 *
 * A target is one file with an optional sidecar (NAME and NAME.json) and an optional companion (STEM.raw), or a run of
 * numbered files (STEM_0000.EXT and so on). Temporary names are .NAME.scree-TOKEN with the same endings. An existing
 * file that is not a regular one (a device, a pipe) is written to directly: it has no temporary name and no sidecar,
 * and is never removed.
 *
 * Folders are held open, so that names stay valid if the working directory changes or the folder is renamed. Errors are
 * logged with the path and the system's reason. The program does not see the signals that a failing write raises
 * (SIGPIPE, SIGXFSZ); the write fails instead.
 */
#ifndef SCREE_TARGET_H
#define SCREE_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>

#include "temporary_files.h"

typedef struct scree_file_target scree_file_target;

typedef struct scree_file_target_params {
    const char *path;
    bool replaces; /* If false, a file that exists now or at the end is the error SCREE_ERROR_EXISTS. */
    scree_sidecar_use sidecar;
    const char *companion; /* The ending of a second file, whose name is made from the first; NULL for none. */
    bool seeks;            /* The format is not written sequentially, and so not to a pipe. */
    bool numbered;         /* There are `files` numbered files instead of one. */
    uint64_t files;        /* 0: none is written, and the old one of this path is removed if scree wrote it. */
    /* Returns whether scree wrote an old file, so that it may be removed. Optional. */
    bool (*recognises)(const scree_file_target *target, scree_os_file file, uint64_t bytes);
    uint64_t needed_bytes; /* Bytes that the disk must have free. */
    bool needs_more; /* The file may need more than `needed_bytes`, by an amount that is known only after writing. */
    uint64_t most_bytes; /* The most that it may need then, but for its metadata; 0 where no bound is known. */
    bool only_checks;    /* The target is only to be closed: no file is made, and none of a dead run is removed. */
    bool skips_sync;     /* Do not wait until the files have reached the disk. */
    bool (*interrupted)(void *user); /* See scree_writer_params. */
    void *interrupted_user;
} scree_file_target_params;

/* Identifies the content of a file. */
typedef struct scree_file_target_data {
    uint64_t bytes;
    uint32_t crc; /* CRC-32, as in gzip and PNG. */
} scree_file_target_data;

/*
 * Removes temporary files that dead runs left under this name, checks that the files may be created and that the disk
 * has room, and creates and opens the first one; nothing of that where no file is written. Errors: SCREE_ERROR_EXISTS,
 * SCREE_ERROR_IO, SCREE_ERROR_UNSUPPORTED (no streaming), SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_CANCELLED.
 */
scree_result scree_file_target_open(scree_context *context, const scree_file_target_params *params,
                                    scree_file_target **target);

/* Creates and opens another file of the target: a numbered one, SCREE_SIDECAR_FILE or SCREE_COMPANION_FILE. Only one
   file may be open at a time. */
scree_result scree_file_target_begin(scree_file_target *target, uint64_t file);

/* Opens a file that was ended, to append to it. */
scree_result scree_file_target_reopen(scree_file_target *target, uint64_t file);

/* Appends to the open file, through a buffer. */
scree_result scree_file_target_write(scree_file_target *target, const void *data, size_t size);

/* Writes at an offset in the open file. */
scree_result scree_file_target_write_at(scree_file_target *target, const void *data, size_t size, uint64_t offset);

/* The open file's handle, for another program that writes to it instead of this one. */
scree_os_file scree_file_target_handle(const scree_file_target *target);

/* Counts what another program has written to the open file, which is then ended as any. */
scree_result scree_file_target_take_over(scree_file_target *target);

/* Flushes the buffer and closes the open file, after a wait for the disk unless `skips_sync` is set. Numbered files
   are not waited for here but together, in scree_file_target_sync(). */
scree_result scree_file_target_end(scree_file_target *target);

/* The size and checksum of the file that was ended last: the data that a sidecar describes. */
scree_file_target_data scree_file_target_ended_data(const scree_file_target *target);

/* Waits until all files have reached the disk. They may then get their names. */
scree_result scree_file_target_sync(scree_file_target *target);

/*
 * Gives all files of all targets their names: all of them, or none. Sidecars come last, so that none describes a file
 * that does not exist. Files that are replaced are kept until all names are given. Waits until the names have reached
 * the disk.
 */
scree_result scree_file_targets_commit(scree_file_target *const *targets, size_t count);

/* Whether the target is written to directly, and so has no sidecar. */
bool scree_file_target_is_stream(const scree_file_target *target);

/* Whether a sidecar is to be written. */
bool scree_file_target_has_sidecar(const scree_file_target *target);

/* The path as the caller gave it. */
const char *scree_file_target_path(const scree_file_target *target);

/* How many bytes of a file's name begin that of its companion: those ahead of the last ending, or all of them where
   that ending is the companion's own. */
size_t scree_companion_stem(const char *name, const char *ending);

/* The companion's name without its folder; empty if there is none. */
const char *scree_file_target_companion(const scree_file_target *target);

/* Bytes that are free where the files are made; 0 where that is unknown. */
uint64_t scree_file_target_room(const scree_file_target *target);

/* Bytes written so far, without the buffered ones. May be called while another thread writes. */
uint64_t scree_file_target_bytes(const scree_file_target *target);

/* Removes the files unless they were committed, frees the target and sets it to NULL. */
void scree_file_target_close(scree_file_target **target);

#endif
