/* Targets: where their files go, and whether they may go there. */
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "context_internal.h"
#include "descriptor.h"
#include "leftover_files.h"
#include "old_files.h"
#include "os.h"
#include "target_internal.h"

/* So that looking whether any of them exists ends. */
#define MAX_NUMBERED_FILES 1000000u

/* How often a pipe is tried that nobody reads from yet. */
#define READER_MILLISECONDS 20u

static scree_result fail_path(scree_context *context, const char *doing, const char *path, int error)
{
    scree_result result = error == EEXIST ? SCREE_ERROR_EXISTS : SCREE_ERROR_IO;
    return scree_fail(context, result, "cannot %s %s: %s", doing, path, strerror(error));
}

scree_result scree_file_target_fail(const scree_file_target *target, const char *doing, int error)
{
    return fail_path(target->context, doing, target->path, error);
}

scree_result scree_file_target_fail_file(const scree_file_target *target, const char *doing, uint64_t file, int error)
{
    if (target->files == NULL) {
        return scree_file_target_fail(target, doing, error);
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
static scree_result inspect_path(scree_file_target *target, bool numbered, bool *stream)
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
        return numbered ? SCREE_OK : scree_file_target_fail(target, "write", EISDIR);
    }
    *stream = !S_ISREG(status.st_mode) || named_descriptor(target->path) >= 0;
    if (*stream || numbered || lstat(target->path, &status) != 0 || !S_ISLNK(status.st_mode)) {
        return SCREE_OK;
    }
    char *resolved = realpath(target->path, NULL);
    if (resolved == NULL) {
        return scree_file_target_fail(target, "write", errno);
    }
    free(target->path);
    target->path = resolved;
    return SCREE_OK;
}

/* Opens a device, or a pipe as soon as it has a reader. -1 with errno ECANCELED where the caller does not want to wait.
 */
static int open_device(const scree_file_target *target)
{
    for (;;) {
        int descriptor = scree_descriptor_open(AT_FDCWD, target->path, O_WRONLY | O_NONBLOCK);
        if (descriptor >= 0) {
            int flags = fcntl(descriptor, F_GETFL);
            (void)fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
            return descriptor;
        }
        struct stat status;
        bool is_pipe = errno == ENXIO && stat(target->path, &status) == 0 && S_ISFIFO(status.st_mode);
        if (!is_pipe) {
            return -1;
        }
        if (scree_file_target_is_interrupted(target)) {
            errno = ECANCELED;
            return -1;
        }
        scree_os_sleep(READER_MILLISECONDS);
    }
}

static scree_result open_stream(scree_file_target *target, const scree_file_target_params *params)
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
    target->descriptor = descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : open_device(target);
    if (target->descriptor < 0 && errno == ECANCELED) {
        return scree_fail(target->context, SCREE_ERROR_CANCELLED, "waiting for a reader of %s was interrupted",
                          target->path);
    }
    if (target->descriptor < 0) {
        return scree_file_target_fail(target, "write", errno);
    }
    struct stat status;
    target->waits = fstat(target->descriptor, &status) == 0 &&
                    (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || S_ISCHR(status.st_mode));
    return SCREE_OK;
}

static unsigned count_digits(uint64_t number)
{
    unsigned digits = 1;
    for (; number >= 10; number /= 10) {
        digits++;
    }
    return digits;
}

void scree_file_target_choose_token(scree_temporary_files *files)
{
    static atomic_uint_fast64_t counter;
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    uint64_t token = ((uint64_t)now.tv_sec << 30) ^ (uint64_t)now.tv_nsec ^ ((uint64_t)scree_os_process_id() << 40) ^
                     (atomic_fetch_add(&counter, 1) * UINT64_C(0x9e3779b97f4a7c15));
    char letters[SCREE_TOKEN_LENGTH + 1];
    for (size_t i = 0; i < SCREE_TOKEN_LENGTH; i++) {
        letters[i] = "0123456789abcdefghijklmnopqrstuv"[token >> (5 * i + 24) & 31u];
    }
    letters[SCREE_TOKEN_LENGTH] = '\0';
    snprintf(files->temporary_name, sizeof files->temporary_name, ".%.*s%s%s", SCREE_KEPT_NAME_LENGTH, files->name,
             SCREE_TEMPORARY_MARK, letters);
}

/* The companion has the name with another ending or, where that is the name itself, with a second one. */
static bool make_companion_name(scree_temporary_files *files, const char *ending)
{
    files->companion_name[0] = '\0';
    if (ending == NULL) {
        return true;
    }
    size_t kept = strcasecmp(files->name + files->stem_length, ending) == 0 ? strlen(files->name) : files->stem_length;
    /* An old sidecar of the companion has a name, too. */
    if (kept + strlen(ending) + strlen(".json") >= SCREE_FILE_NAME_SIZE) {
        return false;
    }
    memcpy(files->companion_name, files->name, kept);
    strcpy(files->companion_name + kept, ending);
    return true;
}

/* Fills in the names; false where one of them would be too long. */
static bool make_names(scree_temporary_files *files, const scree_file_target_params *params, const char *name)
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
    scree_file_target_choose_token(files);
    return make_companion_name(files, params->companion);
}

static int open_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return scree_descriptor_open(AT_FDCWD, ".", O_PATH | O_DIRECTORY);
    }
    char *folder = strndup(path, slash == path ? 1 : (size_t)(slash - path));
    if (folder == NULL) {
        errno = ENOMEM;
        return -1;
    }
    int descriptor = scree_descriptor_open(AT_FDCWD, folder, O_PATH | O_DIRECTORY);
    int error = errno;
    free(folder);
    errno = error;
    return descriptor;
}

static scree_result claim_files(scree_file_target *target, const scree_file_target_params *params)
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
        return error == ENOMEM ? SCREE_ERROR_OUT_OF_MEMORY : scree_file_target_fail(target, "write", error);
    }
    target->files = files;
    scree_temporary_files_publish(files);
    return SCREE_OK;
}

static scree_result check_room(const scree_file_target *target, const scree_file_target_params *params)
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

static scree_result open_files(scree_file_target *target, const scree_file_target_params *params)
{
    if (params->files > MAX_NUMBERED_FILES) {
        return scree_fail(target->context, SCREE_ERROR_UNSUPPORTED,
                          "%s: %" PRIu64 " numbered files are needed; at most %u can be made", target->path,
                          params->files, MAX_NUMBERED_FILES);
    }
    scree_result result = claim_files(target, params);
    if (result == SCREE_OK) {
        scree_leftover_files_remove(target->files);
        result = scree_old_files_check(target);
    }
    if (result == SCREE_OK) {
        result = check_room(target, params);
    }
    return result == SCREE_OK ? scree_file_target_begin(target, 0) : result;
}

scree_result scree_file_target_open(scree_context *context, const scree_file_target_params *params,
                                    scree_file_target **target)
{
    *target = NULL;
    scree_file_target *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    made->context = context;
    made->descriptor = -1;
    made->lock = -1;
    made->file_count = params->files;
    made->synced = !params->without_sync;
    made->recognises = params->recognises;
    made->interrupted = params->interrupted;
    made->interrupted_user = params->interrupted_user;
    made->path = strdup(params->path);
    made->buffer = malloc(SCREE_TARGET_BUFFER_SIZE);
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    if (made->path != NULL && made->buffer != NULL) {
        bool stream;
        result = inspect_path(made, params->numbered, &stream);
        if (result == SCREE_OK) {
            result = stream ? open_stream(made, params) : open_files(made, params);
        }
    }
    if (result != SCREE_OK) {
        scree_file_target_close(&made);
        return result;
    }
    *target = made;
    return SCREE_OK;
}

bool scree_file_target_is_stream(const scree_file_target *target)
{
    return target->files == NULL;
}

const char *scree_file_target_path(const scree_file_target *target)
{
    return target->path;
}

const char *scree_file_target_companion(const scree_file_target *target)
{
    return target->files == NULL ? "" : target->files->companion_name;
}

uint64_t scree_file_target_bytes(const scree_file_target *target)
{
    return atomic_load(&target->bytes);
}

/* The record stays in the handlers' care until no file is left, so that a signal at any time leaves none. */
static void close_files(const scree_file_target *target)
{
    scree_temporary_files *files = target->files;
    if (!target->committed && scree_temporary_files_are_own(files)) {
        scree_temporary_files_remove(files);
    }
    scree_temporary_files_withdraw(files);
    close(files->directory);
    scree_temporary_files_release(files);
}

void scree_file_target_close(scree_file_target **target)
{
    if (target == NULL || *target == NULL) {
        return;
    }
    scree_file_target *closing = *target;
    if (closing->descriptor >= 0) {
        close(closing->descriptor);
    }
    if (closing->files != NULL) {
        close_files(closing);
    }
    if (closing->lock >= 0) {
        close(closing->lock);
    }
    free(closing->buffer);
    free(closing->path);
    free(closing);
    *target = NULL;
}
