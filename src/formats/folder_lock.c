#include "folder_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "descriptor.h"

scree_folder_lock scree_folder_lock_of(const scree_temporary_files *files)
{
    scree_folder_lock lock = {.descriptor = -1, .directory = files->directory};
    int length = (int)(files->stem_length < SCREE_KEPT_NAME_LENGTH ? files->stem_length : SCREE_KEPT_NAME_LENGTH);
    snprintf(lock.name, sizeof lock.name, ".%.*s%slock", length, files->name, SCREE_TEMPORARY_MARK);
    return lock;
}

/* Whoever held the lock has removed its file, so a lock counts only on the file that still has the name. */
int scree_folder_lock_take(scree_folder_lock *lock)
{
    struct stat held;
    struct stat named;
    int descriptor = scree_descriptor_open(lock->directory, lock->name, O_RDWR | O_CREAT | O_NOFOLLOW);
    if (descriptor < 0) {
        return errno;
    }
    int error = flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno == EWOULDBLOCK ? EAGAIN : errno;
    if (error == 0 &&
        (fstat(descriptor, &held) != 0 || fstatat(lock->directory, lock->name, &named, AT_SYMLINK_NOFOLLOW) != 0 ||
         held.st_dev != named.st_dev || held.st_ino != named.st_ino)) {
        error = EAGAIN;
    }
    if (error != 0) {
        close(descriptor);
        return error;
    }
    lock->descriptor = descriptor;
    return 0;
}

void scree_folder_lock_release(scree_folder_lock *lock)
{
    if (lock->descriptor >= 0) {
        unlinkat(lock->directory, lock->name, 0);
        close(lock->descriptor);
        lock->descriptor = -1;
    }
}
