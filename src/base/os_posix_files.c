/* Files and folders by POSIX and extensions of Linux. */
#define _GNU_SOURCE 1
#ifndef __LP64__ /* On 64-bit systems it changes only the names of the calls, and tests that replace calls would miss \
                    them. */
#define _FILE_OFFSET_BITS 64
#endif
#include "os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

_Static_assert(sizeof(off_t) >= sizeof(int64_t), "files may be larger than an off_t can tell");

/* How long to wait for a stream before checking whether the caller wants the work to end. */
#define WAIT_MILLISECONDS 50

/* The time between two attempts to open a pipe that has no reader yet. */
#define READER_MILLISECONDS 20u

/* The descriptor of a folder for openat() and its relatives. */
static int folder_of(scree_os_file folder)
{
    return folder == SCREE_OS_WORKING_FOLDER ? AT_FDCWD : (int)folder;
}

/* 0 for a call that succeeded, or its error number. */
static int error_of(int result)
{
    return result == 0 ? 0 : errno;
}

/* Moves a descriptor above the standard streams, or closes it where that is not possible. */
static int take_descriptor(int descriptor, scree_os_file *file)
{
    *file = descriptor;
    if (descriptor < 0 || descriptor > STDERR_FILENO) {
        return descriptor < 0 ? errno : 0;
    }
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int error = moved < 0 ? errno : 0;
    close(descriptor);
    *file = moved;
    return error;
}

static int open_descriptor(scree_os_file folder, const char *name, int flags, scree_os_file *file)
{
    return take_descriptor(openat(folder_of(folder), name, flags | O_CLOEXEC | O_NOCTTY, 0666), file);
}

int scree_os_file_open(scree_os_file folder, const char *name, unsigned flags, scree_os_file *file)
{
    static const int others[][2] = {{SCREE_OS_CREATE, O_CREAT},
                                    {SCREE_OS_NEW, O_EXCL},
                                    {SCREE_OS_APPEND, O_APPEND},
                                    {SCREE_OS_NO_LINK, O_NOFOLLOW},
                                    {SCREE_OS_NO_WAIT, O_NONBLOCK}};
    int mode = (flags & SCREE_OS_WRITE) == 0 ? O_RDONLY : (flags & SCREE_OS_READ) == 0 ? O_WRONLY : O_RDWR;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        mode |= (flags & (unsigned)others[i][0]) != 0 ? others[i][1] : 0;
    }
    return open_descriptor(folder, name, mode, file);
}

int scree_os_file_open_temporary(char *path, scree_os_file *file)
{
    return take_descriptor(mkostemp(path, O_CLOEXEC), file);
}

int scree_os_folder_open(const char *path, scree_os_file *folder)
{
    return open_descriptor(SCREE_OS_WORKING_FOLDER, path, O_PATH | O_DIRECTORY, folder);
}

/* On Linux the file is closed even if close() fails with EINTR. */
int scree_os_file_close(scree_os_file file)
{
    return close((int)file) == 0 || errno == EINTR ? 0 : errno;
}

static int duplicate(int descriptor, scree_os_file *copy)
{
    *copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return *copy < 0 ? errno : 0;
}

int scree_os_file_duplicate(scree_os_file file, scree_os_file *copy)
{
    return duplicate((int)file, copy);
}

FILE *scree_os_file_stream(scree_os_file file, const char *mode)
{
    return fdopen((int)file, mode);
}

int scree_os_file_lock(scree_os_file file)
{
    if (flock((int)file, LOCK_EX | LOCK_NB) == 0) {
        return 0;
    }
    return errno == EWOULDBLOCK ? EAGAIN : errno;
}

static scree_os_kind kind_of(mode_t mode)
{
    return S_ISREG(mode)   ? SCREE_OS_REGULAR
           : S_ISDIR(mode) ? SCREE_OS_FOLDER
           : S_ISLNK(mode) ? SCREE_OS_LINK
                           : SCREE_OS_OTHER;
}

static void fill_info(const struct stat *status, scree_os_file_info *info)
{
    *info = (scree_os_file_info){
        .kind = kind_of(status->st_mode),
        .bytes = (uint64_t)status->st_size,
        .names = (uint64_t)status->st_nlink,
        .volume = (uint64_t)status->st_dev,
        .number = (uint64_t)status->st_ino,
        .is_own = status->st_uid == geteuid(),
        .others_may_write = (status->st_mode & (S_IWGRP | S_IWOTH)) != 0,
    };
}

int scree_os_file_describe(scree_os_file file, scree_os_file_info *info)
{
    struct stat status;
    if (fstat((int)file, &status) != 0) {
        return errno;
    }
    fill_info(&status, info);
    return 0;
}

int scree_os_file_look(scree_os_file folder, const char *name, bool follows_link, scree_os_file_info *info)
{
    struct stat status;
    if (fstatat(folder_of(folder), name, &status, follows_link ? 0 : AT_SYMLINK_NOFOLLOW) != 0) {
        return errno;
    }
    fill_info(&status, info);
    return 0;
}

int scree_os_file_read(scree_os_file file, void *data, size_t size, uint64_t offset, size_t *got)
{
    *got = 0;
    while (*got < size) {
        ssize_t part = pread((int)file, (char *)data + *got, size - *got, (off_t)(offset + *got));
        if (part == 0 || (part < 0 && errno != EINTR)) {
            return part < 0 ? errno : 0;
        }
        *got += part > 0 ? (size_t)part : 0;
    }
    return 0;
}

static bool is_interrupted(const scree_os_patience *patience)
{
    return patience->interrupted != NULL && patience->interrupted(patience->user);
}

/* Waits until a descriptor can take more; 0 or an error number. */
static int wait_until_writable(int descriptor, const scree_os_patience *patience)
{
    struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
    for (;;) {
        int ready = poll(&wait, 1, patience->interrupted != NULL ? WAIT_MILLISECONDS : -1);
        if (ready > 0) {
            return 0;
        }
        if (ready < 0 && errno != EINTR) {
            return errno;
        }
        if (is_interrupted(patience)) {
            return ECANCELED;
        }
    }
}

/* Writes everything; 0 or an error number. */
static int write_all(int descriptor, const char *data, size_t size, int64_t offset, bool in_steps,
                     const scree_os_patience *patience)
{
    while (size > 0) {
        int error = in_steps ? wait_until_writable(descriptor, patience) : 0;
        if (error != 0) {
            return error;
        }
        size_t part = in_steps && size > PIPE_BUF ? PIPE_BUF : size;
        ssize_t written = offset < 0 ? write(descriptor, data, part) : pwrite(descriptor, data, part, (off_t)offset);
        if (written < 0 && errno == EAGAIN) {
            error = wait_until_writable(descriptor, patience);
            if (error != 0) {
                return error;
            }
            continue;
        }
        if (written <= 0) {
            if (written < 0 && errno == EINTR) {
                continue;
            }
            return written < 0 ? errno : EIO;
        }
        data += written;
        size -= (size_t)written;
        offset += offset < 0 ? 0 : (int64_t)written;
    }
    return 0;
}

/* Removes a pending signal that this thread blocks. */
static void take_signal(int signal_number)
{
    sigset_t one;
    const struct timespec now = {0};
    sigemptyset(&one);
    sigaddset(&one, signal_number);
    while (sigtimedwait(&one, NULL, &now) < 0 && errno == EINTR) {
    }
}

int scree_os_file_write(scree_os_file file, const void *data, size_t size, int64_t offset, bool waits,
                        const scree_os_patience *patience)
{
    sigset_t held;
    sigset_t before;
    sigset_t pending;
    /* A writable pipe accepts at least PIPE_BUF bytes at once. A larger write would block until it is read. */
    bool in_steps = waits && patience->interrupted != NULL;
    sigemptyset(&held);
    sigaddset(&held, SIGPIPE);
    sigaddset(&held, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    sigpending(&pending);
    int error = write_all((int)file, data, size, offset, in_steps, patience);
    int raised = error == EPIPE ? SIGPIPE : error == EFBIG ? SIGXFSZ : 0;
    if (raised != 0 && sigismember(&pending, raised) == 0) {
        take_signal(raised);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

/* Some file systems and devices cannot be synchronised. The errors that say so are ignored. */
int scree_os_file_sync(scree_os_file file)
{
    while (fdatasync((int)file) != 0) {
        if (errno == EINVAL || errno == EROFS || errno == ENOSYS) {
            return 0;
        }
        if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

void scree_os_file_start_sync(scree_os_file file)
{
    (void)sync_file_range((int)file, 0, 0, SYNC_FILE_RANGE_WRITE);
}

int scree_os_folder_sync(scree_os_file folder)
{
    scree_os_file readable;
    if (open_descriptor(folder, ".", O_RDONLY | O_DIRECTORY, &readable) != 0) {
        return 0;
    }
    int error = fsync((int)readable) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
    close((int)readable);
    return error;
}

bool scree_os_folder_room(scree_os_file folder, uint64_t *bytes)
{
    struct statvfs room;
    /* Some file systems do not know their size. */
    if (fstatvfs((int)folder, &room) != 0 || room.f_blocks == 0) {
        return false;
    }
    uint64_t block = room.f_frsize != 0 ? room.f_frsize : room.f_bsize;
    *bytes = (uint64_t)room.f_bavail > UINT64_MAX / block ? UINT64_MAX : (uint64_t)room.f_bavail * block;
    return true;
}

void scree_os_folder_make(const char *path)
{
    (void)mkdir(path, 0700);
}

int scree_os_rename(scree_os_file folder, const char *from, const char *to)
{
    return error_of(renameat(folder_of(folder), from, folder_of(folder), to));
}

int scree_os_rename_to_free_name(scree_os_file folder, const char *from, const char *to)
{
    scree_os_file_info taken;
    if (renameat2(folder_of(folder), from, folder_of(folder), to, RENAME_NOREPLACE) == 0) {
        return 0;
    }
    /* A system or file system without this kind of rename returns one of these. Then the name is checked first. */
    if (errno != EINVAL && errno != ENOSYS) {
        return errno;
    }
    return scree_os_file_look(folder, to, false, &taken) == 0 ? EEXIST : scree_os_rename(folder, from, to);
}

int scree_os_link(scree_os_file folder, const char *name, const char *second)
{
    int error = error_of(linkat(folder_of(folder), name, folder_of(folder), second, 0));
    bool is_unknown = error == EPERM || error == EOPNOTSUPP || error == ENOSYS || error == EMLINK || error == EXDEV;
    return is_unknown ? ENOTSUP : error;
}

int scree_os_remove(scree_os_file folder, const char *name)
{
    return error_of(unlinkat(folder_of(folder), name, 0));
}

void scree_os_copy_rights(scree_os_file folder, const char *from, const char *to)
{
    struct stat old;
    int directory = folder_of(folder);
    if (fstatat(directory, from, &old, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(old.st_mode)) {
        return;
    }
    bool is_theirs = fchownat(directory, to, old.st_uid, old.st_gid, AT_SYMLINK_NOFOLLOW) == 0;
    /* If the new file belongs to another group, that group must not get the rights of the old file's group. */
    mode_t granted = is_theirs ? 0777 : 0707;
    (void)fchmodat(directory, to, old.st_mode & granted, 0);
}

scree_os_listing *scree_os_listing_open(scree_os_file folder)
{
    scree_os_file readable;
    if (open_descriptor(folder, ".", O_RDONLY | O_DIRECTORY, &readable) != 0) {
        return NULL;
    }
    DIR *listing = fdopendir((int)readable);
    if (listing == NULL) {
        close((int)readable);
    }
    return (scree_os_listing *)(void *)listing;
}

void scree_os_listing_close(scree_os_listing *listing)
{
    closedir((DIR *)(void *)listing);
}

const char *scree_os_listing_next(scree_os_listing *listing)
{
    const struct dirent *entry = readdir((DIR *)(void *)listing);
    return entry != NULL ? entry->d_name : NULL;
}

void scree_os_listing_rewind(scree_os_listing *listing)
{
    rewinddir((DIR *)(void *)listing);
}

int scree_os_path_resolve(const char *path, char **resolved)
{
    *resolved = realpath(path, NULL);
    return *resolved == NULL ? errno : 0;
}

/* The descriptor of this process that a path such as /dev/stdout stands for; -1 if it stands for none. */
static int named_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "/dev/stdout") == 0) {
        return STDOUT_FILENO;
    }
    if (strcmp(path, "/dev/stderr") == 0) {
        return STDERR_FILENO;
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        size_t length = strlen(folders[i]);
        size_t digits = strncmp(path, folders[i], length) == 0 ? strspn(path + length, "0123456789") : 0;
        if (digits > 0 && path[length + digits] == '\0') {
            long descriptor = strtol(path + length, NULL, 10);
            return descriptor <= INT_MAX ? (int)descriptor : -1;
        }
    }
    return -1;
}

bool scree_os_path_is_stream(const char *path)
{
    return named_descriptor(path) >= 0;
}

/* Whether opening a path without waiting has failed because it is a pipe without a reader. */
static bool lacks_reader(const char *path, int error)
{
    struct stat status;
    return error == ENXIO && stat(path, &status) == 0 && S_ISFIFO(status.st_mode);
}

/* Opens a device, or a pipe as soon as it has a reader. */
static int open_device(const char *path, const scree_os_patience *patience, scree_os_file *device)
{
    for (;;) {
        int error = open_descriptor(SCREE_OS_WORKING_FOLDER, path, O_WRONLY | O_NONBLOCK, device);
        if (error == 0) {
            int flags = fcntl((int)*device, F_GETFL);
            (void)fcntl((int)*device, F_SETFL, flags & ~O_NONBLOCK);
        }
        if (error == 0 || !lacks_reader(path, error)) {
            return error;
        }
        if (is_interrupted(patience)) {
            return ECANCELED;
        }
        scree_os_sleep(READER_MILLISECONDS);
    }
}

int scree_os_stream_open(const char *path, const scree_os_patience *patience, scree_os_file *stream, bool *waits)
{
    struct stat status;
    /* A descriptor of this process is written at its current position. If it were opened again, a file would be
       overwritten from its beginning. */
    int named = named_descriptor(path);
    int error = named >= 0 ? duplicate(named, stream) : open_device(path, patience, stream);
    *waits = error == 0 && fstat((int)*stream, &status) == 0 &&
             (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || S_ISCHR(status.st_mode));
    return error;
}

bool scree_os_seek(FILE *stream, int64_t offset, int whence)
{
    return fseeko(stream, (off_t)offset, whence) == 0;
}

int64_t scree_os_tell(FILE *stream)
{
    return ftello(stream);
}
