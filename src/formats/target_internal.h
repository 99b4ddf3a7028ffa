/* The internal structure of targets, which opening, writing and committing share. */
#ifndef SCREE_TARGET_INTERNAL_H
#define SCREE_TARGET_INTERNAL_H

#include <stdatomic.h>

#include "target.h"

#define SCREE_TARGET_BUFFER_SIZE ((size_t)256 << 10)

struct scree_file_target {
    scree_context *context;
    char *path;
    scree_temporary_files *files; /* NULL for a stream. */
    uint64_t file_count;
    uint64_t later_count; /* Old files behind the new ones that the commit removes; it counts them itself unless there
                             are no new ones. */
    /* See scree_file_target_params. */
    bool (*recognises)(const scree_file_target *target, scree_os_file file, uint64_t bytes);
    scree_os_file file; /* The open file, or SCREE_OS_NO_FILE. */
    scree_os_file lock; /* The first file, locked while the target exists; SCREE_OS_NO_FILE if it is not locked. */
    bool waits;         /* A write to the stream may have to wait, for example for a reader. */
    bool synced;        /* Whether files must reach the disk before they get their names. */
    bool committed;
    scree_os_patience patience; /* Reports whether the caller of the library wants the work to end. */
    atomic_uint_fast64_t bytes;
    uint8_t *buffer;
    size_t buffered;
    uint64_t open_bytes;         /* Size of the open file. */
    uint64_t unsynced;           /* Bytes at its end that scree_os_file_start_sync() has not covered yet. */
    uint32_t open_crc;           /* CRC-32 of the open file, valid unless `out_of_order`. */
    bool is_appended;            /* Opened to append, so that bytes cannot be written at offsets. */
    bool has_offsets;            /* The file's own position no longer is its end: everything is written at offsets. */
    bool out_of_order;           /* Whether bytes of the open file were written out of order. */
    scree_file_target_data data; /* Describes the file that was ended last, except for sidecars. */
};

/* Logs "cannot DOING PATH: reason" and returns SCREE_ERROR_IO, or SCREE_ERROR_EXISTS for EEXIST. */
scree_result scree_file_target_fail(const scree_file_target *target, const char *doing, int error);

/* Does the same with the name of one of the target's files. */
scree_result scree_file_target_fail_file(const scree_file_target *target, const char *doing, uint64_t file, int error);

/* Fills in the names of a record; false if one of them would be too long. */
bool scree_file_target_make_names(scree_temporary_files *files, const scree_file_target_params *params,
                                  const char *name);

/* Makes the temporary name of a record from its name and a new token. */
void scree_file_target_choose_token(scree_temporary_files *files);

/* Finds the CRC-32 of a file of `bytes` bytes through the target's buffer. Returns an error number, ECANCELED where the
   caller of the library wants the work to end. */
int scree_file_target_find_checksum(const scree_file_target *target, scree_os_file file, uint64_t bytes, uint32_t *crc);

/* Whether the caller of the library wants the work to end. */
bool scree_file_target_is_interrupted(const scree_file_target *target);

#endif
