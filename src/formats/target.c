/* Opens targets: finds the folder of their files and checks that they may be written there. */
#include "target.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "leftover_files.h"
#include "old_files.h"
#include "os.h"
#include "target_internal.h"

/* Limits the time of the check whether any of the files exists. */
#define MAX_NUMBERED_FILES 1000000u

/* Replaces the path by the one that a symbolic link leads to. */
static scree_result follow_link(scree_file_target *target)
{
    char *resolved;
    int error = scree_os_path_resolve(target->path, &resolved);
    if (error != 0) {
        return scree_file_target_fail(target, "write", error);
    }
    free(target->path);
    target->path = resolved;
    return SCREE_OK;
}

/* Finds out whether the path is to be written to directly, and where a symbolic link leads. */
static scree_result inspect_path(scree_file_target *target, bool numbered, bool *stream)
{
    scree_os_file_info info;
    scree_os_file_info link;
    int error = scree_os_file_look(SCREE_OS_WORKING_FOLDER, target->path, true, &info);
    bool has_link = scree_os_file_look(SCREE_OS_WORKING_FOLDER, target->path, false, &link) == 0;
    *stream = false;
    if (error == ENOENT && has_link) {
        return scree_fail(target->context, SCREE_ERROR_IO, "cannot write %s: it is a symbolic link to nothing",
                          target->path);
    }
    if (error != 0) {
        /* Any other error occurs again, and is logged, when the file is created. */
        return SCREE_OK;
    }
    if (info.kind == SCREE_OS_FOLDER) {
        return numbered ? SCREE_OK : scree_file_target_fail(target, "write", EISDIR);
    }
    *stream = info.kind != SCREE_OS_REGULAR || scree_os_path_is_stream(target->path);
    return *stream || numbered || !has_link || link.kind != SCREE_OS_LINK ? SCREE_OK : follow_link(target);
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
    if (params->only_checks) {
        return SCREE_OK;
    }
    int error = scree_os_stream_open(target->path, &target->patience, &target->file, &target->waits);
    if (error == ECANCELED) {
        return scree_fail(target->context, SCREE_ERROR_CANCELLED, "waiting for a reader of %s was interrupted",
                          target->path);
    }
    return error == 0 ? SCREE_OK : scree_file_target_fail(target, "write", error);
}

static int open_folder(const char *path, scree_os_file *folder)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return scree_os_folder_open(".", folder);
    }
    char *name = scree_copy_text(path, slash == path ? 1 : (size_t)(slash - path));
    if (name == NULL) {
        return ENOMEM;
    }
    int error = scree_os_folder_open(name, folder);
    free(name);
    return error;
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
    files->replaces = params->replaces;
    files->sidecar = params->sidecar;
    files->numbered = params->numbered;
    atomic_store(&files->made, 0);
    files->folder = SCREE_OS_NO_FILE;
    int error = ENAMETOOLONG;
    if (scree_file_target_make_names(files, params, name)) {
        error = open_folder(target->path, &files->folder);
    }
    if (error != 0) {
        scree_temporary_files_release(files);
        return error == ENOMEM ? SCREE_ERROR_OUT_OF_MEMORY : scree_file_target_fail(target, "write", error);
    }
    target->files = files;
    scree_temporary_files_publish(files);
    return SCREE_OK;
}

uint64_t scree_file_target_room(const scree_file_target *target)
{
    uint64_t available = 0;
    const bool is_known = target->files != NULL && scree_os_folder_room(target->files->folder, &available);
    return is_known ? available : 0;
}

static scree_result check_room(const scree_file_target *target, const scree_file_target_params *params)
{
    uint64_t needed = params->needed_bytes;
    uint64_t available;
    if (!scree_os_folder_room(target->files->folder, &available) || needed <= available) {
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
        if (!params->only_checks) {
            scree_leftover_files_remove(target->files);
        }
        result = scree_old_files_check(target);
    }
    if (result == SCREE_OK) {
        result = check_room(target, params);
    }
    return result == SCREE_OK && !params->only_checks ? scree_file_target_begin(target, 0) : result;
}

static scree_result open_path(scree_file_target *target, const scree_file_target_params *params)
{
    bool stream;
    scree_result result = inspect_path(target, params->numbered, &stream);
    if (result != SCREE_OK) {
        return result;
    }
    return stream ? open_stream(target, params) : open_files(target, params);
}

scree_result scree_file_target_open(scree_context *context, const scree_file_target_params *params,
                                    scree_file_target **target)
{
    *target = NULL;
    scree_file_target *new_target = calloc(1, sizeof *new_target);
    if (new_target == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    new_target->context = context;
    new_target->file = SCREE_OS_NO_FILE;
    new_target->lock = SCREE_OS_NO_FILE;
    new_target->file_count = params->files;
    new_target->synced = !params->skips_sync;
    new_target->recognises = params->recognises;
    new_target->patience = (scree_os_patience){.interrupted = params->interrupted, .user = params->interrupted_user};
    new_target->path = scree_copy_text(params->path, strlen(params->path));
    new_target->buffer = malloc(SCREE_TARGET_BUFFER_SIZE);
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    if (new_target->path != NULL && new_target->buffer != NULL) {
        result = params->files == 0 ? claim_files(new_target, params) : open_path(new_target, params);
    }
    if (result != SCREE_OK) {
        scree_file_target_close(&new_target);
        return result;
    }
    *target = new_target;
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

/*
 * The record stays registered with the handlers until all files are removed, so that a signal at any time leaves none.
 */
static void close_files(const scree_file_target *target)
{
    scree_temporary_files *files = target->files;
    if (!target->committed && scree_temporary_files_are_own(files)) {
        scree_temporary_files_remove(files);
    }
    scree_temporary_files_withdraw(files);
    scree_os_file_close(files->folder);
    scree_temporary_files_release(files);
}

void scree_file_target_close(scree_file_target **target)
{
    if (target == NULL || *target == NULL) {
        return;
    }
    scree_file_target *closing = *target;
    if (closing->file != SCREE_OS_NO_FILE) {
        scree_os_file_close(closing->file);
    }
    if (closing->files != NULL) {
        close_files(closing);
    }
    if (closing->lock != SCREE_OS_NO_FILE) {
        scree_os_file_close(closing->lock);
    }
    free(closing->buffer);
    free(closing->path);
    free(closing);
    *target = NULL;
}
