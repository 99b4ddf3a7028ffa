/* Writes the files of a target. */
#include <errno.h>
#include <libdeflate.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "parallel_write.h"
#include "target_internal.h"

/* Writing to the disk starts after this many bytes, and proceeds while the next ones are made. */
#define SYNC_BYTES ((uint64_t)32 << 20)

/* Until a new file is locked, another run may mistake it for one of a dead run and remove it, so creation is tried
   again. */
#define OPEN_ATTEMPTS 100

/* Locks the first file, which shows other runs that this one is alive. Returns EAGAIN if another run was faster and has
   removed the file. It is no error if the file system has no locks, because other runs cannot lock there either. */
static int lock_first(scree_file_target *target, scree_os_file file)
{
    scree_os_file_info info;
    scree_os_file lock;
    int error = scree_os_file_duplicate(file, &lock);
    if (error != 0) {
        return error;
    }
    bool taken = scree_os_file_lock(lock) == EAGAIN;
    if (taken || scree_os_file_describe(lock, &info) != 0 || info.names == 0) {
        scree_os_file_close(lock);
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
        /* Set before the file exists, so that a handler never misses it. */
        atomic_store(&files->made, file + 1);
    }
    scree_temporary_files_temporary_name(files, file, name);
    const unsigned flags = SCREE_OS_READ | SCREE_OS_WRITE | SCREE_OS_CREATE | SCREE_OS_NEW;
    return scree_os_file_open(files->folder, name, flags, &target->file);
}

/* Opens the first file, which determines the token of all files of the target. */
static int open_first(scree_file_target *target)
{
    for (int attempt = 0;; attempt++) {
        int error = open_new(target, 0);
        if (error == 0) {
            error = lock_first(target, target->file);
        }
        if (error == 0) {
            return 0;
        }
        if (target->file != SCREE_OS_NO_FILE) {
            scree_os_file_close(target->file);
            target->file = SCREE_OS_NO_FILE;
        }
        if ((error != EEXIST && error != EAGAIN) || attempt == OPEN_ATTEMPTS) {
            return error;
        }
        /* The name belongs to another run's file, which handlers must not remove. */
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
    int error = file == 0 ? open_first(target) : open_new(target, file);
    if (error != 0) {
        return scree_file_target_fail_file(target, "write", file, error);
    }
    target->open_bytes = 0;
    target->unsynced = 0;
    target->open_crc = 0;
    target->out_of_order = false;
    target->is_appended = false;
    target->has_offsets = false;
    /* A handler that ran before the file existed has not removed it. */
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
    target->is_appended = true;
    int error = scree_os_file_open(target->files->folder, name, SCREE_OS_WRITE | SCREE_OS_APPEND, &target->file);
    return error == 0 ? SCREE_OK : scree_file_target_fail_file(target, "write", file, error);
}

bool scree_file_target_is_interrupted(const scree_file_target *target)
{
    return target->patience.interrupted != NULL && target->patience.interrupted(target->patience.user);
}

/* Whether the checksum of the open file goes on with bytes at an offset. */
static bool continues_checksum(scree_file_target *target, uint64_t first)
{
    target->out_of_order = target->out_of_order || first != target->open_bytes;
    return !target->out_of_order && scree_file_target_has_sidecar(target);
}

static void count_bytes(scree_file_target *target, size_t size, uint64_t first)
{
    target->open_bytes = first + size > target->open_bytes ? first + size : target->open_bytes;
    atomic_fetch_add(&target->bytes, size);
}

/* Starts writing to the disk without waiting, which makes the wait at the end short. */
static void start_sync(scree_file_target *target, size_t size, uint64_t minimum)
{
    target->unsynced += size;
    if (target->synced && target->files != NULL && target->unsynced >= minimum) {
        scree_os_file_start_sync(target->file);
        target->unsynced = 0;
    }
}

static scree_result fail_write(const scree_file_target *target, int error)
{
    return error == ECANCELED
               ? scree_fail(target->context, SCREE_ERROR_CANCELLED, "writing %s was interrupted", target->path)
               : scree_file_target_fail(target, "write", error);
}

/* A negative offset stands for the end of the open file. */
static scree_result write_out(scree_file_target *target, const uint8_t *data, size_t size, int64_t offset)
{
    uint64_t first = offset < 0 ? target->open_bytes : (uint64_t)offset;
    bool is_summed = continues_checksum(target, first);
    bool is_parallel = target->files != NULL && !target->is_appended && scree_parallel_write_pays(size);
    int error = 0;
    target->has_offsets = target->has_offsets || is_parallel;
    if (is_parallel) {
        error = scree_parallel_write(target->file, data, size, first, is_summed ? &target->open_crc : NULL);
    } else {
        int64_t position = target->has_offsets ? (int64_t)first : offset;
        error = scree_os_file_write(target->file, data, size, position, target->waits, &target->patience);
        target->open_crc = is_summed && error == 0 ? libdeflate_crc32(target->open_crc, data, size) : target->open_crc;
    }
    if (error != 0) {
        return fail_write(target, error);
    }
    count_bytes(target, size, first);
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

int scree_file_target_find_checksum(const scree_file_target *target, scree_os_file file, uint64_t bytes, uint32_t *crc)
{
    uint64_t offset = 0;
    *crc = 0;
    while (offset < bytes) {
        size_t got = 0;
        int error = scree_file_target_is_interrupted(target)
                        ? ECANCELED
                        : scree_os_file_read(file, target->buffer, SCREE_TARGET_BUFFER_SIZE, offset, &got);
        if (error != 0 || got == 0) {
            return error != 0 ? error : EIO;
        }
        *crc = libdeflate_crc32(*crc, target->buffer, got);
        offset += got;
    }
    return 0;
}

scree_os_file scree_file_target_handle(const scree_file_target *target)
{
    return target->file;
}

scree_result scree_file_target_take_over(scree_file_target *target)
{
    scree_os_file_info info;
    int error = scree_os_file_describe(target->file, &info);
    if (error != 0) {
        return scree_file_target_fail(target, "write", error);
    }
    if (info.bytes == 0) {
        return scree_fail(target->context, SCREE_ERROR_IO, "cannot write %s: the program that makes it wrote nothing",
                          target->path);
    }
    target->out_of_order = true;
    count_bytes(target, (size_t)info.bytes, 0);
    return SCREE_OK;
}

static int complete_file(scree_file_target *target)
{
    int error = 0;
    if (target->files == NULL) {
        return 0;
    }
    if (scree_file_target_has_sidecar(target) && target->out_of_order) {
        /* It is read again, because its bytes were not written in order. */
        error = scree_file_target_find_checksum(target, target->file, target->open_bytes, &target->open_crc);
    }
    target->data = (scree_file_target_data){.bytes = target->open_bytes, .crc = target->open_crc};
    if (error != 0 || !target->synced) {
        return error;
    }
    if (target->files->numbered) {
        /* The wait for the disk comes once for all files, in scree_file_target_sync(). */
        start_sync(target, 0, 0);
        return 0;
    }
    return scree_os_file_sync(target->file);
}

scree_result scree_file_target_end(scree_file_target *target)
{
    if (target->file == SCREE_OS_NO_FILE) {
        return SCREE_OK;
    }
    scree_result result = flush(target);
    int error = result == SCREE_OK ? complete_file(target) : 0;
    /* Some file systems report a full disk only when the file is closed. */
    int closing_error = scree_os_file_close(target->file);
    error = error != 0 ? error : closing_error;
    target->file = SCREE_OS_NO_FILE;
    return result == SCREE_OK && error != 0 ? fail_write(target, error) : result;
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
        scree_os_file synced;
        int error = scree_os_file_open(target->files->folder, name, SCREE_OS_READ, &synced);
        if (error == 0) {
            error = scree_os_file_sync(synced);
            scree_os_file_close(synced);
        }
        if (error != 0) {
            return scree_file_target_fail_file(target, "write", file, error);
        }
    }
    return SCREE_OK;
}
