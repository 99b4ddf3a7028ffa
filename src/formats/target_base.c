/* The base of opening, writing and committing targets: the names of their files, and errors that name them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "context_internal.h"
#include "format_row.h"
#include "os.h"
#include "target_internal.h"

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

/* The bytes of a name without its last ending. */
static size_t name_stem(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot == NULL || dot == name ? strlen(name) : (size_t)(dot - name);
}

size_t scree_companion_stem(const char *name, const char *ending)
{
    size_t stem = name_stem(name);
    return scree_same_letters(name + stem, ending, strlen(ending) + 1) ? strlen(name) : stem;
}

const char *scree_companion_ending(const scree_format_info *format, const char *path)
{
    if (format->companion == NULL || format->joined == NULL) {
        return format->companion;
    }
    size_t ending = strlen(format->joined);
    size_t length = strlen(path);
    bool joined = length >= ending && scree_same_letters(path + length - ending, format->joined, ending);
    return joined ? NULL : format->companion;
}

/* The companion has the same name with another ending. */
static bool make_companion_name(scree_temporary_files *files, const char *ending)
{
    files->companion_name[0] = '\0';
    if (ending == NULL) {
        return true;
    }
    size_t kept = scree_companion_stem(files->name, ending);
    /* The name of the companion's old sidecar must fit as well. */
    if (kept + strlen(ending) + strlen(".json") >= SCREE_FILE_NAME_SIZE) {
        return false;
    }
    memcpy(files->companion_name, files->name, kept);
    strcpy(files->companion_name + kept, ending);
    return true;
}

bool scree_file_target_make_names(scree_temporary_files *files, const scree_file_target_params *params,
                                  const char *name)
{
    unsigned digits = count_digits(params->files > 0 ? params->files - 1 : 0);
    files->digits = digits < 4 ? 4 : digits;
    size_t ending = params->numbered ? files->digits + 1 : params->sidecar != SCREE_SIDECAR_UNUSED ? 5 : 0;
    if (strlen(name) + ending >= SCREE_FILE_NAME_SIZE) {
        return false;
    }
    strcpy(files->name, name);
    files->stem_length = name_stem(name);
    scree_file_target_choose_token(files);
    return make_companion_name(files, params->companion);
}

bool scree_file_target_has_sidecar(const scree_file_target *target)
{
    return target->files != NULL && target->files->sidecar == SCREE_SIDECAR_WRITTEN;
}
