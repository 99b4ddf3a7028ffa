/* The insides of targets: what opening, writing and committing share. */
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
    bool (*recognises)(scree_os_file file, uint64_t bytes); /* See scree_file_target_params. */
    scree_os_file file;                                     /* SCREE_OS_NO_FILE: none is open. */
    scree_os_file
        lock;    /* The first file, locked for as long as the target lives; SCREE_OS_NO_FILE where there is none. */
    bool waits;  /* The stream may make a write wait, for a reader for example. */
    bool synced; /* Files reach the disk before they get their names. */
    bool committed;
    scree_os_patience patience; /* Whether the caller of the library wants the work to end. */
    atomic_uint_fast64_t bytes;
    uint8_t *buffer;
    size_t buffered;
    uint64_t open_bytes;         /* Size of the open file. */
    uint64_t unsynced;           /* Bytes at its end that the disk was not asked to take yet. */
    uint32_t open_crc;           /* CRC-32 of the open file as far as it was written in order, */
    bool out_of_order;           /* which is no more the case. */
    scree_file_target_data data; /* The file that was ended last, sidecars left out. */
};

/* Logs "cannot DOING PATH: reason" and returns SCREE_ERROR_IO, or SCREE_ERROR_EXISTS for EEXIST. */
scree_result scree_file_target_fail(const scree_file_target *target, const char *doing, int error);

/* The same with the name of one of the target's files. */
scree_result scree_file_target_fail_file(const scree_file_target *target, const char *doing, uint64_t file, int error);

/* Makes the temporary name of a record from its name and a new token. */
void scree_file_target_choose_token(scree_temporary_files *files);

/* Whether the caller of the library wants the work to end. */
bool scree_file_target_is_interrupted(const scree_file_target *target);

#endif
