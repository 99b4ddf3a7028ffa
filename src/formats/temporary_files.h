/*
 * The registry of temporary files. Signal handlers can read it: records are never freed, only used again, and files are
 * removed only by calls that a handler may make.
 *
 * A child made by fork() inherits the records of its parent. They name files of the parent, which the child must not
 * remove, so every record knows the process that owns it.
 */
#ifndef SCREE_TEMPORARY_FILES_H
#define SCREE_TEMPORARY_FILES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os.h"

/* Bytes of a file's name, including the zero byte (NAME_MAX of Linux and its file systems). */
#define SCREE_FILE_NAME_SIZE 256

/* A temporary name consists of ".", the name, this mark, and a token of some letters. */
#define SCREE_TEMPORARY_MARK ".scree-"
#define SCREE_TOKEN_LENGTH 8

/* A longer name is cut to this length in the names that are derived from it, so that mark, token and endings fit. */
#define SCREE_KEPT_NAME_LENGTH 200

enum {
    SCREE_RECORD_FREE = 0,
    SCREE_RECORD_CLAIMED,    /* The record is being filled in or cleared, and has no file for a handler to remove. */
    SCREE_RECORD_WRITING,    /* A handler must remove its temporary files. */
    SCREE_RECORD_COMMITTING, /* Its files are being renamed by a thread that no signal interrupts. */
    SCREE_RECORD_COMMITTED,  /* Its files have their names. */
    SCREE_RECORD_REMOVING,   /* A handler is removing the files. */
    SCREE_RECORD_REMOVED     /* A handler has removed the files. */
};

/* The fate of a file's sidecar. */
typedef enum scree_sidecar_use {
    SCREE_SIDECAR_UNUSED = 0, /* The format has none. */
    SCREE_SIDECAR_WRITTEN,
    SCREE_SIDECAR_REMOVED /* None is written, and that of an earlier file is removed. */
} scree_sidecar_use;

/* The files of one target. From WRITING on, only the atomic fields may change. */
typedef struct scree_temporary_files {
    atomic_int state;
    atomic_uint_fast64_t made; /* Number of numbered files that were begun. */
    int64_t owner;
    scree_os_file folder;
    bool replaces;
    scree_sidecar_use sidecar;
    bool numbered;
    unsigned digits;    /* Digits of the number in a numbered file's name. */
    size_t stem_length; /* Offset of the number in `name`. */
    char name[SCREE_FILE_NAME_SIZE];
    char companion_name[SCREE_FILE_NAME_SIZE]; /* Empty if there is none. */
    char temporary_name[SCREE_FILE_NAME_SIZE];
} scree_temporary_files;

/* A file of a record is identified by one of these, or by the number of a numbered file, from 0. */
#define SCREE_SIDECAR_FILE UINT64_MAX
#define SCREE_COMPANION_FILE (UINT64_MAX - 1)
/* The sidecar of an earlier file that had the companion's name. It is never written, only removed. */
#define SCREE_COMPANION_SIDECAR_FILE (UINT64_MAX - 2)

/* Returns a record in the state CLAIMED; NULL if memory runs out. Give it back with scree_temporary_files_release(). */
scree_temporary_files *scree_temporary_files_claim(void);

/* Registers a record with the handlers. */
void scree_temporary_files_publish(scree_temporary_files *files);

/* Removes a record from the handlers' view. Waits for a handler that is at work on it. */
void scree_temporary_files_withdraw(scree_temporary_files *files);

/* Gives back a record that was withdrawn, or never published. */
void scree_temporary_files_release(scree_temporary_files *files);

/* Whether this process made the record, and did not inherit it. */
bool scree_temporary_files_are_own(const scree_temporary_files *files);

/* The final and the temporary name of a file, and the name under which an old file is kept while it is replaced. */
void scree_temporary_files_name(const scree_temporary_files *files, uint64_t file, char name[SCREE_FILE_NAME_SIZE]);
void scree_temporary_files_temporary_name(const scree_temporary_files *files, uint64_t file,
                                          char name[SCREE_FILE_NAME_SIZE]);
void scree_temporary_files_backup_name(const scree_temporary_files *files, uint64_t file,
                                       char name[SCREE_FILE_NAME_SIZE]);

/* Removes all temporary files of a record. */
void scree_temporary_files_remove(const scree_temporary_files *files);

#endif
