/* Removes files that a longer run left behind the last of several that were written one by one, such as frames. */
#include "format_row.h"
#include "old_files.h"
#include "os.h"
#include "readers.h"
#include "target_internal.h"
#include "writer_open.h"

/* Reads the sidecar of a file through the target's buffer, which holds all that describe a numbered file. */
static bool read_sidecar(const scree_file_target *target, scree_sidecar *sidecar)
{
    scree_os_file file;
    uint64_t bytes;
    size_t size = 0;
    if (!scree_old_files_open(target->files, SCREE_SIDECAR_FILE, &file, &bytes)) {
        return false;
    }
    int error = scree_os_file_read(file, target->buffer, SCREE_TARGET_BUFFER_SIZE, 0, &size);
    scree_os_file_close(file);
    return error == 0 &&
           scree_sidecar_parse(NULL, (const char *)target->buffer, size, target->path, sidecar) == SCREE_OK;
}

static bool fits(const scree_file_target *target, const scree_sidecar *sidecar, scree_os_file file, uint64_t bytes)
{
    uint32_t crc;
    return sidecar->has_data && sidecar->data_bytes == bytes &&
           scree_file_target_find_checksum(target, file, bytes, &crc) == 0 && sidecar->data_crc == crc;
}

/* Whether the sidecar of a file names the size and the checksum of its samples, which lie beside a header. */
static bool is_described(const scree_file_target *target, scree_os_file file, uint64_t bytes)
{
    scree_sidecar sidecar;
    if (!read_sidecar(target, &sidecar)) {
        return false;
    }
    if (target->files->companion_name[0] == '\0') {
        return fits(target, &sidecar, file, bytes);
    }
    scree_os_file samples;
    if (!scree_old_files_open(target->files, SCREE_COMPANION_FILE, &samples, &bytes)) {
        return false;
    }
    bool described = fits(target, &sidecar, samples, bytes);
    scree_os_file_close(samples);
    return described;
}

scree_result scree_writer_remove_old(scree_context *context, const scree_writer_params *file, bool *removed)
{
    const scree_format_row *row = scree_format_row_of(file->format);
    /* There is no wait for the disk: a file that comes back after a loss of power is whole, and as old as before. */
    const scree_file_target_params params = {
        .path = file->path,
        .replaces = true,
        .sidecar = row->info.has_sidecar ? SCREE_SIDECAR_REMOVED : SCREE_SIDECAR_UNUSED,
        .companion = scree_companion_ending(&row->info, file->path),
        .recognises = row->info.has_sidecar ? is_described : row->recognises,
        .skips_sync = true,
        .interrupted = file->interrupted,
        .interrupted_user = file->interrupted_user,
    };
    scree_file_target *target;
    scree_os_file_info old;
    *removed = false;
    if (scree_os_file_look(SCREE_OS_WORKING_FOLDER, file->path, false, &old) != 0) {
        return SCREE_OK;
    }
    scree_result result = scree_file_target_open(context, &params, &target);
    if (result == SCREE_OK) {
        /* While it is read signals arrive, which a commit holds back. */
        target->later_count = scree_old_files_count_later(target);
        result = scree_file_target_is_interrupted(target) ? SCREE_ERROR_CANCELLED
                                                          : scree_file_targets_commit(&target, 1);
        *removed = result == SCREE_OK && target->later_count > 0;
        scree_file_target_close(&target);
    }
    return result;
}
