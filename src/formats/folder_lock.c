#include "folder_lock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

scree_folder_lock scree_folder_lock_of(const scree_temporary_files *files)
{
    scree_folder_lock lock = {.file = SCREE_OS_NO_FILE, .folder = files->folder};
    int length = (int)(files->stem_length < SCREE_KEPT_NAME_LENGTH ? files->stem_length : SCREE_KEPT_NAME_LENGTH);
    snprintf(lock.name, sizeof lock.name, ".%.*s%slock", length, files->name, SCREE_TEMPORARY_MARK);
    return lock;
}

/* The previous holder removes the file, so a lock is valid only on the file that still has the name. */
static bool has_name(const scree_folder_lock *lock, scree_os_file file)
{
    scree_os_file_info held;
    scree_os_file_info named;
    return scree_os_file_describe(file, &held) == 0 &&
           scree_os_file_look(lock->folder, lock->name, false, &named) == 0 && scree_os_is_same_file(&held, &named);
}

int scree_folder_lock_take(scree_folder_lock *lock)
{
    scree_os_file file;
    const unsigned flags = SCREE_OS_READ | SCREE_OS_WRITE | SCREE_OS_CREATE | SCREE_OS_NO_LINK;
    int error = scree_os_file_open(lock->folder, lock->name, flags, &file);
    if (error != 0) {
        return error;
    }
    error = scree_os_file_lock(file);
    if (error == 0 && !has_name(lock, file)) {
        error = EAGAIN;
    }
    if (error != 0) {
        scree_os_file_close(file);
        return error;
    }
    lock->file = file;
    return 0;
}

void scree_folder_lock_release(scree_folder_lock *lock)
{
    if (lock->file != SCREE_OS_NO_FILE) {
        scree_os_remove(lock->folder, lock->name);
        scree_os_file_close(lock->file);
        lock->file = SCREE_OS_NO_FILE;
    }
}
