/*
 * A lock between runs that give files of one name. It is a file of its own, which is there only while it is held: the
 * folder itself is left to the user's own locks.
 */
#ifndef SCREE_FOLDER_LOCK_H
#define SCREE_FOLDER_LOCK_H

#include "temporary_files.h"

typedef struct scree_folder_lock {
    scree_os_file file;   /* SCREE_OS_NO_FILE: not held. */
    scree_os_file folder; /* Borrowed. */
    char name[SCREE_FILE_NAME_SIZE];
} scree_folder_lock;

/* The lock of a record's name, not yet taken. */
scree_folder_lock scree_folder_lock_of(const scree_temporary_files *files);

/*
 * Takes it, without waiting. 0; EAGAIN where another run holds it; or another error number where this file system has
 * no such locks. Signals are to be blocked until it is released, or a handler that ends the program leaves its file.
 */
int scree_folder_lock_take(scree_folder_lock *lock);

/* Releases a lock; one that is not held is left as it is. */
void scree_folder_lock_release(scree_folder_lock *lock);

#endif
