/* A lock between runs that rename files of the same name. It is a separate file, which exists only while the lock is
   held, so that the user's own locks on the folder are not affected. */
#ifndef SCREE_FOLDER_LOCK_H
#define SCREE_FOLDER_LOCK_H

#include "temporary_files.h"

typedef struct scree_folder_lock {
    scree_os_file file;   /* SCREE_OS_NO_FILE: not held. */
    scree_os_file folder; /* Owned by the caller. */
    char name[SCREE_FILE_NAME_SIZE];
} scree_folder_lock;

/* Makes the lock of a record's name without taking it. */
scree_folder_lock scree_folder_lock_of(const scree_temporary_files *files);

/*
 * Takes the lock without waiting. Returns 0, EAGAIN if another run holds it, or another error number if this file
 * system has no such locks. Signals must be blocked until it is released, because a handler that ends the program would
 * leave its file behind.
 */
int scree_folder_lock_take(scree_folder_lock *lock);

/* Releases a lock; does nothing if it is not held. */
void scree_folder_lock_release(scree_folder_lock *lock);

#endif
