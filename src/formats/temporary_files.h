/*
 * The register of temporary files, kept so that a signal handler can read it: records are never freed, only used again,
 * and all that is done to files is done by calls that a handler may make.
 */
#ifndef SCREE_TEMPORARY_FILES_H
#define SCREE_TEMPORARY_FILES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a file's name, the zero byte included (NAME_MAX of Linux and its file systems). */
#define SCREE_FILE_NAME_SIZE 256

enum {
    SCREE_RECORD_FREE = 0,
    SCREE_RECORD_CLAIMED,    /* Being filled in or taken down: handlers let it be. */
    SCREE_RECORD_WRITING,    /* Its temporary files are to be removed. */
    SCREE_RECORD_COMMITTING, /* Its files are being renamed: a handler completes that. */
    SCREE_RECORD_REMOVING,   /* A handler is at work. */
    SCREE_RECORD_REMOVED     /* A handler was here. */
};

/* The files of one target. All fields but the atomic ones stay as they are from WRITING on. */
typedef struct scree_temporary_files {
    atomic_int state;
    atomic_uint_fast64_t made; /* Numbered files that were begun. */
    int directory;
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

/* A record in the state CLAIMED; NULL where memory ran out. Give it back with scree_temporary_files_release(). */
scree_temporary_files *scree_temporary_files_claim(void);

/* Puts a record under the handlers' care. */
void scree_temporary_files_publish(scree_temporary_files *files);

/* Takes a record out of the handlers' care; waits for one that is at work. */
void scree_temporary_files_withdraw(scree_temporary_files *files);

/* Gives back a record that was withdrawn, or never published. */
void scree_temporary_files_release(scree_temporary_files *files);

/* The final and the temporary name of a file. */
void scree_temporary_files_name(const scree_temporary_files *files, uint64_t file, char name[SCREE_FILE_NAME_SIZE]);
void scree_temporary_files_temporary_name(const scree_temporary_files *files, uint64_t file,
                                          char name[SCREE_FILE_NAME_SIZE]);

/* Renames one file; 0, or an error number. A file that must not be replaced is EEXIST. */
int scree_temporary_files_rename(const scree_temporary_files *files, uint64_t file);

/* Removes all temporary files of a record. */
void scree_temporary_files_remove(const scree_temporary_files *files);

#endif
