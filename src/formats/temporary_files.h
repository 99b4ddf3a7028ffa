/*
 * The register of temporary files. A signal handler can read it: records are never freed, only used again, and all that
 * is done to files here is done by calls that a handler may make.
 *
 * A process that fork() made inherits its parent's records. They name files of the parent, so the child never removes
 * them: every record knows the process that owns it.
 */
#ifndef SCREE_TEMPORARY_FILES_H
#define SCREE_TEMPORARY_FILES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os.h"

/* Bytes of a file's name, the zero byte included (NAME_MAX of Linux and its file systems). */
#define SCREE_FILE_NAME_SIZE 256

/* A temporary name is ".", the name, this, and a token of some letters. */
#define SCREE_TEMPORARY_MARK ".scree-"
#define SCREE_TOKEN_LENGTH 8

/* A long name is cut to this length in the names that are derived from it, so that their own parts fit. */
#define SCREE_KEPT_NAME_LENGTH 200

enum {
    SCREE_RECORD_FREE = 0,
    SCREE_RECORD_CLAIMED,    /* Being filled in or taken down: there is no file for a handler to remove. */
    SCREE_RECORD_WRITING,    /* Its temporary files are to be removed. */
    SCREE_RECORD_COMMITTING, /* Its files are being renamed by a thread that no signal interrupts. */
    SCREE_RECORD_COMMITTED,  /* Its files have their names. */
    SCREE_RECORD_REMOVING,   /* A handler is at work. */
    SCREE_RECORD_REMOVED     /* A handler was here. */
};

/* The files of one target. All fields but the atomic ones stay as they are from WRITING on. */
typedef struct scree_temporary_files {
    atomic_int state;
    atomic_uint_fast64_t made; /* Numbered files that were begun. */
    int64_t owner;
    scree_os_file folder;
    bool replace;
    bool sidecar;
    bool numbered;
    unsigned digits;    /* Of the number. */
    size_t stem_length; /* Where in `name` the number goes. */
    char name[SCREE_FILE_NAME_SIZE];
    char companion_name[SCREE_FILE_NAME_SIZE]; /* Empty where there is none. */
    char temporary_name[SCREE_FILE_NAME_SIZE];
} scree_temporary_files;

/* Which file of a record is meant: one of these, or the number of a numbered file, from 0. */
#define SCREE_SIDECAR_FILE UINT64_MAX
#define SCREE_COMPANION_FILE (UINT64_MAX - 1)
/* The sidecar that an earlier file of the companion's name has. It is never written, only removed. */
#define SCREE_COMPANION_SIDECAR_FILE (UINT64_MAX - 2)

/* A record in the state CLAIMED; NULL where memory ran out. Give it back with scree_temporary_files_release(). */
scree_temporary_files *scree_temporary_files_claim(void);

/* Puts a record under the handlers' care. */
void scree_temporary_files_publish(scree_temporary_files *files);

/* Takes a record out of the handlers' care; waits for one that is at work. */
void scree_temporary_files_withdraw(scree_temporary_files *files);

/* Gives back a record that was withdrawn, or never published. */
void scree_temporary_files_release(scree_temporary_files *files);

/* Whether this process made the record, rather than inherited it. */
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
