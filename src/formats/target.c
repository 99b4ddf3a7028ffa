#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "../core/context_internal.h"

#define BUFFER_SIZE ((size_t)256 << 10)

/* So that looking whether any of them exists ends. */
#define MAX_NUMBERED_FILES 1000000u

/* What of a long name is kept in the temporary one, whose own parts need the rest of 255 bytes. */
#define KEPT_NAME_LENGTH 200

struct scree_target {
    scree_context *context;
    char *path;
    scree_temporary_files *files; /* NULL for a stream. */
    uint64_t file_count;
    int descriptor; /* -1: none open. */
    bool committed;
    atomic_uint_fast64_t bytes;
    uint8_t *buffer;
    size_t buffered;
};

static scree_result fail_system(scree_context *context, const char *doing, const char *path, int error)
{
    return scree_fail(context, SCREE_ERROR_IO, "cannot %s %s: %s", doing, path, strerror(error));
}

static scree_result fail_file(const scree_target *target, const char *doing, uint64_t file, int error)
{
    if (target->files == NULL) {
        return fail_system(target->context, doing, target->path, error);
    }
    char name[SCREE_FILE_NAME_SIZE];
    scree_temporary_files_name(target->files, file, name);
    const char *slash = strrchr(target->path, '/');
    int folder = slash == NULL ? 0 : (int)(slash - target->path + 1);
    scree_result result = error == EEXIST ? SCREE_ERROR_EXISTS : SCREE_ERROR_IO;
    return scree_fail(target->context, result, "cannot %s %.*s%s: %s", doing, folder, target->path, name,
                      strerror(error));
}

/* The descriptor of this process that a path stands for; -1 where it stands for none. */
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

/* Finds out whether the path is to be written to directly, and where a symbolic link leads. */
static scree_result inspect_path(scree_target *target, bool numbered, bool *stream)
{
    struct stat status;
    *stream = false;
    if (stat(target->path, &status) != 0) {
        if (errno == ENOENT && lstat(target->path, &status) == 0) {
            return scree_fail(target->context, SCREE_ERROR_IO, "cannot write %s: it is a symbolic link to nothing",
                              target->path);
        }
        /* Any other reason shows, with its message, when the file is made. */
        return SCREE_OK;
    }
    if (S_ISDIR(status.st_mode)) {
        return numbered ? SCREE_OK : fail_system(target->context, "write", target->path, EISDIR);
    }
    *stream = !S_ISREG(status.st_mode) || named_descriptor(target->path) >= 0;
    if (*stream || numbered || lstat(target->path, &status) != 0 || !S_ISLNK(status.st_mode)) {
        return SCREE_OK;
    }
    char *resolved = realpath(target->path, NULL);
    if (resolved == NULL) {
        return fail_system(target->context, "write", target->path, errno);
    }
    free(target->path);
    target->path = resolved;
    return SCREE_OK;
}

static scree_result open_stream(scree_target *target, const scree_target_params *params)
{
    if (params->numbered || params->seeks || params->companion != NULL) {
        return scree_fail(target->context, SCREE_ERROR_UNSUPPORTED, "cannot write %s: %s, and this is no regular file",
                          target->path,
                          params->numbered            ? "several numbered files are needed"
                          : params->companion != NULL ? "two files are needed"
                                                      : "this format is not written from its beginning to its end");
    }
    /* A descriptor of ours is written where it stands: opened anew, a file would be written from its beginning. */
    int descriptor = named_descriptor(target->path);
    target->descriptor = descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
                                         : open(target->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return target->descriptor >= 0 ? SCREE_OK : fail_system(target->context, "write", target->path, errno);
}

static unsigned count_digits(uint64_t number)
{
    unsigned digits = 1;
    for (; number >= 10; number /= 10) {
        digits++;
    }
    return digits;
}

static void make_temporary_name(scree_temporary_files *files)
{
    static atomic_uint_fast64_t counter;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t token = ((uint64_t)now.tv_sec << 30) ^ (uint64_t)now.tv_nsec ^ ((uint64_t)getpid() << 40) ^
                     (atomic_fetch_add(&counter, 1) * UINT64_C(0x9e3779b97f4a7c15));
    char letters[9];
    for (size_t i = 0; i < sizeof letters - 1; i++) {
        letters[i] = "0123456789abcdefghijklmnopqrstuv"[token >> (5 * i + 24) & 31u];
    }
    letters[sizeof letters - 1] = '\0';
    snprintf(files->temporary_name, sizeof files->temporary_name, ".%.*s.%s", KEPT_NAME_LENGTH, files->name, letters);
}

/* The companion has the name with another ending or, where that is the name itself, with a second one. */
static bool make_companion_name(scree_temporary_files *files, const char *ending)
{
    files->companion_name[0] = '\0';
    if (ending == NULL) {
        return true;
    }
    size_t kept = strcasecmp(files->name + files->stem_length, ending) == 0 ? strlen(files->name) : files->stem_length;
    if (kept + strlen(ending) >= SCREE_FILE_NAME_SIZE) {
        return false;
    }
    memcpy(files->companion_name, files->name, kept);
    strcpy(files->companion_name + kept, ending);
    return true;
}

/* Fills in the names; false where one of them would be too long. */
static bool make_names(scree_temporary_files *files, const scree_target_params *params, const char *name)
{
    unsigned digits = count_digits(params->files > 0 ? params->files - 1 : 0);
    files->digits = digits < 4 ? 4 : digits;
    size_t ending = params->numbered ? files->digits + 1 : params->sidecar ? 5 : 0;
    if (strlen(name) + ending >= SCREE_FILE_NAME_SIZE) {
        return false;
    }
    strcpy(files->name, name);
    const char *dot = strrchr(name, '.');
    files->stem_length = dot == NULL || dot == name ? strlen(name) : (size_t)(dot - name);
    make_temporary_name(files);
    return make_companion_name(files, params->companion);
}

static int open_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    }
    char *folder = strndup(path, slash == path ? 1 : (size_t)(slash - path));
    if (folder == NULL) {
        errno = ENOMEM;
        return -1;
    }
    int descriptor = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int error = errno;
    free(folder);
    errno = error;
    return descriptor;
}

static scree_result claim_files(scree_target *target, const scree_target_params *params)
{
    const char *slash = strrchr(target->path, '/');
    const char *name = slash == NULL ? target->path : slash + 1;
    if (*name == '\0') {
        return scree_fail(target->context, SCREE_ERROR_IO, "cannot write %s: it does not end with the name of a file",
                          target->path[0] == '\0' ? "a file without a name" : target->path);
    }
    scree_temporary_files *files = scree_temporary_files_claim();
    if (files == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    files->replace = params->replace;
    files->sidecar = params->sidecar;
    files->numbered = params->numbered;
    atomic_store(&files->made, 0);
    files->directory = -1;
    int error = ENAMETOOLONG;
    if (make_names(files, params, name)) {
        files->directory = open_folder(target->path);
        error = errno;
    }
    if (files->directory < 0) {
        scree_temporary_files_release(files);
        return error == ENOMEM ? SCREE_ERROR_OUT_OF_MEMORY : fail_system(target->context, "write", target->path, error);
    }
    target->files = files;
    scree_temporary_files_publish(files);
    return SCREE_OK;
}

static scree_result check_file(const scree_target *target, uint64_t file)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_temporary_files_name(target->files, file, name);
    bool exists = faccessat(target->files->directory, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    return exists ? fail_file(target, "write", file, EEXIST) : SCREE_OK;
}

static scree_result check_existing(const scree_target *target)
{
    if (target->files->replace) {
        return SCREE_OK;
    }
    for (uint64_t file = 0; file < target->file_count; file++) {
        scree_result result = check_file(target, file);
        if (result != SCREE_OK) {
            return result;
        }
    }
    scree_result result = target->files->sidecar ? check_file(target, SCREE_SIDECAR_FILE) : SCREE_OK;
    bool has_companion = target->files->companion_name[0] != '\0';
    return result == SCREE_OK && has_companion ? check_file(target, SCREE_COMPANION_FILE) : result;
}

static scree_result check_room(const scree_target *target, const scree_target_params *params)
{
    uint64_t needed = params->needed_bytes;
    struct statvfs room;
    /* Some file systems do not know their size. */
    if (fstatvfs(target->files->directory, &room) != 0 || room.f_blocks == 0) {
        return SCREE_OK;
    }
    uint64_t block = room.f_frsize != 0 ? room.f_frsize : room.f_bsize;
    uint64_t available = (uint64_t)room.f_bavail > UINT64_MAX / block ? UINT64_MAX : (uint64_t)room.f_bavail * block;
    if (needed <= available) {
        return SCREE_OK;
    }
    return scree_fail(target->context, SCREE_ERROR_IO,
                      "cannot write %s: it needs %s%" PRIu64 " bytes, and the disk has %" PRIu64 " bytes free",
                      target->path, params->needs_more ? "at least " : "", needed, available);
}

static scree_result open_files(scree_target *target, const scree_target_params *params)
{
    if (params->files > MAX_NUMBERED_FILES) {
        return scree_fail(target->context, SCREE_ERROR_UNSUPPORTED,
                          "%s: %" PRIu64 " numbered files are needed; at most %u can be made", target->path,
                          params->files, MAX_NUMBERED_FILES);
    }
    scree_result result = claim_files(target, params);
    if (result == SCREE_OK) {
        result = check_existing(target);
    }
    if (result == SCREE_OK) {
        result = check_room(target, params);
    }
    return result == SCREE_OK ? scree_target_begin(target, 0) : result;
}

scree_result scree_target_open(scree_context *context, const scree_target_params *params, scree_target **target)
{
    *target = NULL;
    scree_target *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    made->context = context;
    made->descriptor = -1;
    made->file_count = params->files;
    made->path = strdup(params->path);
    made->buffer = malloc(BUFFER_SIZE);
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    if (made->path != NULL && made->buffer != NULL) {
        bool stream;
        result = inspect_path(made, params->numbered, &stream);
        if (result == SCREE_OK) {
            result = stream ? open_stream(made, params) : open_files(made, params);
        }
    }
    if (result != SCREE_OK) {
        scree_target_close(&made);
        return result;
    }
    *target = made;
    return SCREE_OK;
}

static int open_new(scree_target *target, uint64_t file)
{
    scree_temporary_files *files = target->files;
    for (int attempt = 0;; attempt++) {
        char name[SCREE_FILE_NAME_SIZE];
        scree_temporary_files_temporary_name(files, file, name);
        int descriptor = openat(files->directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0666);
        if (descriptor >= 0 || errno != EEXIST || attempt >= 100 || atomic_load(&files->made) != 0) {
            return descriptor;
        }
        /* Somebody else's: it is not ours to remove, so handlers must not see this name. */
        scree_temporary_files_withdraw(files);
        make_temporary_name(files);
        scree_temporary_files_publish(files);
    }
}

scree_result scree_target_begin(scree_target *target, uint64_t file)
{
    scree_temporary_files *files = target->files;
    if (files == NULL) {
        return SCREE_OK;
    }
    target->descriptor = open_new(target, file);
    if (target->descriptor < 0) {
        return fail_file(target, "write", file, errno);
    }
    if (file < SCREE_COMPANION_FILE) {
        atomic_store(&files->made, file + 1);
    }
    /* A handler that ran before it could know of this file did not remove it. */
    if (atomic_load(&files->state) != SCREE_RECORD_WRITING) {
        scree_temporary_files_remove(files);
        return fail_file(target, "write", file, ECANCELED);
    }
    return SCREE_OK;
}

scree_result scree_target_reopen(scree_target *target, uint64_t file)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_temporary_files_temporary_name(target->files, file, name);
    target->descriptor = openat(target->files->directory, name, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
    return target->descriptor >= 0 ? SCREE_OK : fail_file(target, "write", file, errno);
}

/* Waits until a descriptor that does not block can take more. */
static bool wait_until_writable(int descriptor)
{
    struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
    return poll(&wait, 1, -1) > 0 || errno == EINTR;
}

/* Writes everything; 0 or an error number. An offset below zero means the place where the file stands. */
static int write_all(int descriptor, const uint8_t *data, size_t size, int64_t offset)
{
    while (size > 0) {
        ssize_t written = offset < 0 ? write(descriptor, data, size) : pwrite(descriptor, data, size, (off_t)offset);
        if (written < 0) {
            bool again = errno == EINTR || ((errno == EAGAIN) && wait_until_writable(descriptor));
            if (!again) {
                return errno;
            }
            continue;
        }
        if (written == 0) {
            return EIO;
        }
        data += written;
        size -= (size_t)written;
        offset += offset < 0 ? 0 : (int64_t)written;
    }
    return 0;
}

/* Writes with the signals held back that a failing write raises, and takes them away again. */
static scree_result write_quietly(scree_target *target, const uint8_t *data, size_t size, int64_t offset)
{
    sigset_t held;
    sigset_t before;
    sigset_t pending;
    sigemptyset(&held);
    sigaddset(&held, SIGPIPE);
    sigaddset(&held, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    sigpending(&pending);
    int error = write_all(target->descriptor, data, size, offset);
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
    if (error != 0) {
        return fail_system(target->context, "write", target->path, error);
    }
    atomic_fetch_add(&target->bytes, size);
    return SCREE_OK;
}

static scree_result flush(scree_target *target)
{
    if (target->buffered == 0) {
        return SCREE_OK;
    }
    size_t size = target->buffered;
    target->buffered = 0;
    return write_quietly(target, target->buffer, size, -1);
}

scree_result scree_target_write(scree_target *target, const void *data, size_t size)
{
    if (size > BUFFER_SIZE - target->buffered) {
        scree_result result = flush(target);
        if (result != SCREE_OK) {
            return result;
        }
        if (size >= BUFFER_SIZE) {
            return write_quietly(target, data, size, -1);
        }
    }
    memcpy(target->buffer + target->buffered, data, size);
    target->buffered += size;
    return SCREE_OK;
}

scree_result scree_target_write_at(scree_target *target, const void *data, size_t size, uint64_t offset)
{
    scree_result result = flush(target);
    return result == SCREE_OK ? write_quietly(target, data, size, (int64_t)offset) : result;
}

scree_result scree_target_end(scree_target *target)
{
    if (target->descriptor < 0) {
        return SCREE_OK;
    }
    scree_result result = flush(target);
    int closed = close(target->descriptor);
    target->descriptor = -1;
    /* Some file systems report a full disk only now. EINTR has closed the file all the same. */
    if (result == SCREE_OK && closed != 0 && errno != EINTR) {
        result = fail_system(target->context, "write", target->path, errno);
    }
    return result;
}

/* Takes back the names that the sidecar, the companion and files 0 to `count` - 1 were given. */
static void remove_renamed(const scree_target *target, bool sidecar, bool companion, uint64_t count)
{
    char name[SCREE_FILE_NAME_SIZE];
    if (sidecar) {
        scree_temporary_files_name(target->files, SCREE_SIDECAR_FILE, name);
        unlinkat(target->files->directory, name, 0);
    }
    if (companion) {
        scree_temporary_files_name(target->files, SCREE_COMPANION_FILE, name);
        unlinkat(target->files->directory, name, 0);
    }
    for (uint64_t file = 0; file < count; file++) {
        scree_temporary_files_name(target->files, file, name);
        unlinkat(target->files->directory, name, 0);
    }
}

static scree_result rename_all(scree_target *target)
{
    bool sidecar = target->files->sidecar;
    bool companion = target->files->companion_name[0] != '\0';
    int error = sidecar ? scree_temporary_files_rename(target->files, SCREE_SIDECAR_FILE) : 0;
    if (error != 0) {
        return fail_file(target, "write", SCREE_SIDECAR_FILE, error);
    }
    error = companion ? scree_temporary_files_rename(target->files, SCREE_COMPANION_FILE) : 0;
    if (error != 0) {
        remove_renamed(target, sidecar, false, 0);
        return fail_file(target, "write", SCREE_COMPANION_FILE, error);
    }
    for (uint64_t file = 0; file < target->file_count; file++) {
        error = scree_temporary_files_rename(target->files, file);
        if (error != 0) {
            remove_renamed(target, sidecar, companion, file);
            return fail_file(target, "write", file, error);
        }
    }
    return SCREE_OK;
}

scree_result scree_target_commit(scree_target *target)
{
    if (target->files == NULL) {
        target->committed = true;
        return SCREE_OK;
    }
    int expected = SCREE_RECORD_WRITING;
    if (!atomic_compare_exchange_strong(&target->files->state, &expected, SCREE_RECORD_COMMITTING)) {
        return fail_file(target, "write", 0, ECANCELED);
    }
    scree_result result = rename_all(target);
    target->committed = result == SCREE_OK;
    return result;
}

bool scree_target_is_stream(const scree_target *target)
{
    return target->files == NULL;
}

const char *scree_target_path(const scree_target *target)
{
    return target->path;
}

const char *scree_target_companion(const scree_target *target)
{
    return target->files == NULL ? "" : target->files->companion_name;
}

uint64_t scree_target_bytes(const scree_target *target)
{
    return atomic_load(&target->bytes);
}

void scree_target_close(scree_target **target)
{
    if (target == NULL || *target == NULL) {
        return;
    }
    scree_target *closing = *target;
    if (closing->descriptor >= 0) {
        close(closing->descriptor);
    }
    if (closing->files != NULL) {
        scree_temporary_files_withdraw(closing->files);
        if (!closing->committed) {
            scree_temporary_files_remove(closing->files);
        }
        close(closing->files->directory);
        scree_temporary_files_release(closing->files);
    }
    free(closing->buffer);
    free(closing->path);
    free(closing);
    *target = NULL;
}
