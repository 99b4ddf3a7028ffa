/* Bytes on their way into the files of a target. */
#include <errno.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "context_internal.h"
#include "descriptor.h"
#include "os.h"
#include "target_internal.h"

/* How long a stream may make us wait before we ask whether the work shall end. */
#define WAIT_MILLISECONDS 50

/* A file's bytes are handed to the disk in runs of this size while the next ones are made. */
#define SYNC_BYTES ((uint64_t)32 << 20)

/* Another run may take a new file for one that a dead run left, until it is locked. */
#define OPEN_ATTEMPTS 100

/*
 * Locks the first file, to tell other runs that this one is alive. Returns EAGAIN where a run that was faster has
 * removed the file. A file system without locks has no other runs that could lock, either.
 */
static int lock_first(scree_file_target *target, int descriptor)
{
    struct stat status;
    int lock = scree_descriptor_keep_above_standard(fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (lock < 0) {
        return errno;
    }
    bool taken = flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (taken || fstat(lock, &status) != 0 || status.st_nlink == 0) {
        close(lock);
        return EAGAIN;
    }
    target->lock = lock;
    return 0;
}

static int open_new(scree_file_target *target, uint64_t file)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_temporary_files *files = target->files;
    bool numbered = file < SCREE_COMPANION_SIDECAR_FILE;
    if (numbered) {
        /* Before the file is there, so that there is no time at which a handler would leave it. */
        atomic_store(&files->made, file + 1);
    }
    scree_temporary_files_temporary_name(files, file, name);
    return scree_descriptor_open(files->directory, name, O_RDWR | O_CREAT | O_EXCL);
}

/* The first file of a target settles the token of all. */
static int open_first(scree_file_target *target)
{
    for (int attempt = 0;; attempt++) {
        int descriptor = open_new(target, 0);
        int error = descriptor < 0 ? errno : lock_first(target, descriptor);
        if (error == 0) {
            return descriptor;
        }
        if (descriptor >= 0) {
            close(descriptor);
        }
        errno = error;
        if ((error != EEXIST && error != EAGAIN) || attempt == OPEN_ATTEMPTS) {
            return -1;
        }
        /* A name that is somebody else's is not ours to remove: handlers must not see it. */
        scree_temporary_files_withdraw(target->files);
        atomic_store(&target->files->made, 0);
        scree_file_target_choose_token(target->files);
        scree_temporary_files_publish(target->files);
    }
}

scree_result scree_file_target_begin(scree_file_target *target, uint64_t file)
{
    scree_temporary_files *files = target->files;
    if (files == NULL) {
        return SCREE_OK;
    }
    target->descriptor = file == 0 ? open_first(target) : open_new(target, file);
    if (target->descriptor < 0) {
        return scree_file_target_fail_file(target, "write", file, errno);
    }
    target->open_bytes = 0;
    target->unsynced = 0;
    target->open_crc = 0;
    target->out_of_order = false;
    /* A handler that ran before the file was there did not remove it. */
    if (atomic_load(&files->state) != SCREE_RECORD_WRITING) {
        scree_temporary_files_remove(files);
        return scree_file_target_fail_file(target, "write", file, ECANCELED);
    }
    return SCREE_OK;
}

scree_result scree_file_target_reopen(scree_file_target *target, uint64_t file)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_temporary_files_temporary_name(target->files, file, name);
    target->descriptor = scree_descriptor_open(target->files->directory, name, O_WRONLY | O_APPEND);
    return target->descriptor >= 0 ? SCREE_OK : scree_file_target_fail_file(target, "write", file, errno);
}

bool scree_file_target_is_interrupted(const scree_file_target *target)
{
    return target->interrupted != NULL && target->interrupted(target->interrupted_user);
}

/* Waits until a descriptor can take more; 0 or an error number. */
static int wait_until_writable(const scree_file_target *target)
{
    struct pollfd wait = {.fd = target->descriptor, .events = POLLOUT};
    for (;;) {
        int ready = poll(&wait, 1, target->interrupted != NULL ? WAIT_MILLISECONDS : -1);
        if (ready > 0) {
            return 0;
        }
        if (ready < 0 && errno != EINTR) {
            return errno;
        }
        if (scree_file_target_is_interrupted(target)) {
            return ECANCELED;
        }
    }
}

/* Writes everything; 0 or an error number. An offset below zero means the place where the file stands. */
static int write_all(const scree_file_target *target, const uint8_t *data, size_t size, int64_t offset)
{
    /* A pipe that can take something takes this many bytes at once; a larger write would wait for its reader. */
    bool in_steps = target->waits && target->interrupted != NULL;
    while (size > 0) {
        int error = in_steps ? wait_until_writable(target) : 0;
        if (error != 0) {
            return error;
        }
        size_t part = in_steps && size > PIPE_BUF ? PIPE_BUF : size;
        ssize_t written = offset < 0 ? write(target->descriptor, data, part)
                                     : pwrite(target->descriptor, data, part, (off_t)offset);
        if (written < 0 && errno == EAGAIN) {
            error = wait_until_writable(target);
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

/* Writes with the signals held back that a failing write raises, and takes them away again. */
static int write_quietly(const scree_file_target *target, const uint8_t *data, size_t size, int64_t offset)
{
    sigset_t held;
    sigset_t before;
    sigset_t pending;
    sigemptyset(&held);
    sigaddset(&held, SIGPIPE);
    sigaddset(&held, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    sigpending(&pending);
    int error = write_all(target, data, size, offset);
    int raised = error == EPIPE ? SIGPIPE : error == EFBIG ? SIGXFSZ : 0;
    if (raised != 0 && sigismember(&pending, raised) == 0) {
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, raised);
        const struct timespec now = {0};
        while (sigtimedwait(&one, NULL, &now) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

/* Keeps account of what the open file holds. */
static void count_bytes(scree_file_target *target, const uint8_t *data, size_t size, int64_t offset)
{
    uint64_t first = offset < 0 ? target->open_bytes : (uint64_t)offset;
    target->out_of_order = target->out_of_order || first != target->open_bytes;
    if (!target->out_of_order && target->files != NULL && target->files->sidecar) {
        target->open_crc = libdeflate_crc32(target->open_crc, data, size);
    }
    target->open_bytes = first + size > target->open_bytes ? first + size : target->open_bytes;
    atomic_fetch_add(&target->bytes, size);
}

/* Asks the disk to take what was written, without waiting for it. The wait at the end is short then. */
static void start_sync(scree_file_target *target, size_t size, uint64_t minimum)
{
    target->unsynced += size;
    if (target->synced && target->files != NULL && target->unsynced >= minimum) {
        (void)sync_file_range(target->descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
        target->unsynced = 0;
    }
}

static scree_result write_out(scree_file_target *target, const uint8_t *data, size_t size, int64_t offset)
{
    int error = write_quietly(target, data, size, offset);
    if (error == ECANCELED) {
        return scree_fail(target->context, SCREE_ERROR_CANCELLED, "writing %s was interrupted", target->path);
    }
    if (error != 0) {
        return scree_file_target_fail(target, "write", error);
    }
    count_bytes(target, data, size, offset);
    start_sync(target, size, SYNC_BYTES);
    return SCREE_OK;
}

static scree_result flush(scree_file_target *target)
{
    if (target->buffered == 0) {
        return SCREE_OK;
    }
    size_t size = target->buffered;
    target->buffered = 0;
    return write_out(target, target->buffer, size, -1);
}

scree_result scree_file_target_write(scree_file_target *target, const void *data, size_t size)
{
    if (size > SCREE_TARGET_BUFFER_SIZE - target->buffered) {
        scree_result result = flush(target);
        if (result != SCREE_OK) {
            return result;
        }
        if (size >= SCREE_TARGET_BUFFER_SIZE) {
            return write_out(target, data, size, -1);
        }
    }
    memcpy(target->buffer + target->buffered, data, size);
    target->buffered += size;
    return SCREE_OK;
}

scree_result scree_file_target_write_at(scree_file_target *target, const void *data, size_t size, uint64_t offset)
{
    scree_result result = flush(target);
    return result == SCREE_OK ? write_out(target, data, size, (int64_t)offset) : result;
}

/* The checksum of a file whose bytes were not written in order, by reading them. */
static int read_checksum(scree_file_target *target)
{
    uint64_t place = 0;
    target->open_crc = 0;
    while (place < target->open_bytes) {
        ssize_t got = pread(target->descriptor, target->buffer, SCREE_TARGET_BUFFER_SIZE, (off_t)place);
        if (got <= 0 && !(got < 0 && errno == EINTR)) {
            return got < 0 ? errno : EIO;
        }
        if (got > 0) {
            target->open_crc = libdeflate_crc32(target->open_crc, target->buffer, (size_t)got);
            place += (uint64_t)got;
        }
    }
    return 0;
}

/* Waits until the disk has a file. Some file systems and devices have nothing to wait for, and say so. */
static int sync_file(int descriptor)
{
    while (fdatasync(descriptor) != 0) {
        if (errno == EINVAL || errno == EROFS || errno == ENOSYS) {
            return 0;
        }
        if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

static int complete_file(scree_file_target *target)
{
    int error = 0;
    if (target->files == NULL) {
        return 0;
    }
    if (target->files->sidecar && target->out_of_order) {
        error = read_checksum(target);
    }
    target->data = (scree_file_target_data){.bytes = target->open_bytes, .crc = target->open_crc};
    if (error != 0 || !target->synced) {
        return error;
    }
    if (target->files->numbered) {
        /* They wait for the disk together, in scree_file_target_sync(). */
        start_sync(target, 0, 0);
        return 0;
    }
    return sync_file(target->descriptor);
}

scree_result scree_file_target_end(scree_file_target *target)
{
    if (target->descriptor < 0) {
        return SCREE_OK;
    }
    scree_result result = flush(target);
    int error = result == SCREE_OK ? complete_file(target) : 0;
    /* Some file systems report a full disk only now. EINTR has closed the file all the same. */
    if (close(target->descriptor) != 0 && error == 0 && errno != EINTR) {
        error = errno;
    }
    target->descriptor = -1;
    return result == SCREE_OK && error != 0 ? scree_file_target_fail(target, "write", error) : result;
}

scree_file_target_data scree_file_target_ended_data(const scree_file_target *target)
{
    return target->data;
}

scree_result scree_file_target_sync(scree_file_target *target)
{
    if (target->files == NULL || !target->synced || !target->files->numbered) {
        return SCREE_OK;
    }
    for (uint64_t file = 0; file < target->file_count; file++) {
        char name[SCREE_FILE_NAME_SIZE];
        scree_temporary_files_temporary_name(target->files, file, name);
        int descriptor = scree_descriptor_open(target->files->directory, name, O_RDONLY);
        int error = descriptor < 0 ? errno : sync_file(descriptor);
        if (descriptor >= 0) {
            close(descriptor);
        }
        if (error != 0) {
            return scree_file_target_fail_file(target, "write", file, error);
        }
    }
    return SCREE_OK;
}
