#include "old_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "target_internal.h"

/* The bytes of a MetaImage header that are searched for the name of its samples. */
#define HEADER_BYTES 4096
#define HEADER_ENDING ".mhd"
#define HEADER_KEY "ElementDataFile"
#define SAMPLES_ENDING ".raw"

static int look_at(const scree_file_target *target, uint64_t file)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_os_file_info old;
    scree_temporary_files_name(target->files, file, name);
    if (scree_os_file_look(target->files->folder, name, false, &old) != 0) {
        return 0;
    }
    if (!target->files->replaces) {
        return EEXIST;
    }
    return old.kind == SCREE_OS_FOLDER ? EISDIR : 0;
}

static scree_result check_file(const scree_file_target *target, uint64_t file)
{
    int error = look_at(target, file);
    return error == 0 ? SCREE_OK : scree_file_target_fail_file(target, "write", file, error);
}

/* Finds the name of the samples' file in the text of a header, and ends it there with a zero byte. NULL if there is
   none. */
static char *find_samples_name(char *text)
{
    char *key = strstr(text, HEADER_KEY);
    char *value = key == NULL ? NULL : key + strlen(HEADER_KEY);
    if (value == NULL) {
        return NULL;
    }
    value += strspn(value, " \t=");
    value[strcspn(value, "\r\n")] = '\0';
    return value;
}

static bool is_samples_of(const scree_temporary_files *files, const char *header)
{
    char text[HEADER_BYTES + 1];
    size_t size = 0;
    scree_os_file file;
    if (scree_os_file_open(files->folder, header, SCREE_OS_READ | SCREE_OS_NO_WAIT, &file) != 0) {
        return false;
    }
    scree_os_file_read(file, text, HEADER_BYTES, 0, &size);
    scree_os_file_close(file);
    text[size] = '\0';
    const char *samples = find_samples_name(text);
    return samples != NULL && strcmp(samples, files->name) == 0;
}

/* A header beside the file would describe the new samples wrongly, because it was written for the old ones. */
static scree_result check_header(const scree_file_target *target)
{
    const scree_temporary_files *files = target->files;
    char header[SCREE_FILE_NAME_SIZE];
    bool fits = files->stem_length + sizeof HEADER_ENDING <= sizeof header;
    if (files->numbered || !fits ||
        !scree_same_letters(files->name + files->stem_length, SAMPLES_ENDING, sizeof SAMPLES_ENDING)) {
        return SCREE_OK;
    }
    memcpy(header, files->name, files->stem_length);
    strcpy(header + files->stem_length, HEADER_ENDING);
    if (!is_samples_of(files, header)) {
        return SCREE_OK;
    }
    return scree_fail(target->context, SCREE_ERROR_IO,
                      "cannot write %s: it holds the samples of %s; remove that first, or choose another name",
                      target->path, header);
}

scree_result scree_old_files_check(const scree_file_target *target)
{
    const scree_temporary_files *files = target->files;
    scree_result result = SCREE_OK;
    for (uint64_t file = 0; file < target->file_count && result == SCREE_OK; file++) {
        result = check_file(target, file);
    }
    if (result == SCREE_OK && files->sidecar != SCREE_SIDECAR_UNUSED) {
        result = check_file(target, SCREE_SIDECAR_FILE);
    }
    if (result == SCREE_OK && files->companion_name[0] != '\0') {
        result = check_file(target, SCREE_COMPANION_FILE);
        result = result == SCREE_OK ? check_file(target, SCREE_COMPANION_SIDECAR_FILE) : result;
    }
    return result == SCREE_OK ? check_header(target) : result;
}

bool scree_old_files_open(const scree_temporary_files *files, uint64_t number, scree_os_file *file, uint64_t *bytes)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_os_file_info info;
    const unsigned flags = SCREE_OS_READ | SCREE_OS_NO_LINK | SCREE_OS_NO_WAIT;
    scree_temporary_files_name(files, number, name);
    if (scree_os_file_open(files->folder, name, flags, file) != 0) {
        return false;
    }
    if (scree_os_file_describe(*file, &info) != 0 || info.kind != SCREE_OS_REGULAR) {
        scree_os_file_close(*file);
        return false;
    }
    *bytes = info.bytes;
    return true;
}

/* Whether scree wrote a file, so that it may be removed. */
static bool is_recognised(const scree_file_target *target, uint64_t number)
{
    scree_os_file file;
    uint64_t bytes;
    if (!scree_old_files_open(target->files, number, &file, &bytes)) {
        return false;
    }
    bool recognised = target->recognises != NULL && target->recognises(target, file, bytes);
    scree_os_file_close(file);
    return recognised;
}

/* Whether there is an old file that may be removed. */
static bool is_left_over(const scree_file_target *target, uint64_t number)
{
    char name[SCREE_FILE_NAME_SIZE];
    scree_os_file_info old;
    scree_temporary_files_name(target->files, number, name);
    if (scree_os_file_look(target->files->folder, name, false, &old) != 0) {
        return false;
    }
    if (is_recognised(target, number)) {
        return true;
    }
    if (!scree_file_target_is_interrupted(target)) {
        scree_log(target->context, SCREE_LOG_WARNING,
                  "%s is kept: it carries on the numbers of the new files, but nothing says that scree wrote it", name);
    }
    return false;
}

uint64_t scree_old_files_count_later(const scree_file_target *target)
{
    const scree_temporary_files *files = target->files;
    uint64_t count = 0;
    if (files == NULL) {
        return 0;
    }
    if (target->file_count == 0) {
        return is_left_over(target, 0) ? 1 : 0;
    }
    while (files->replaces && files->numbered && is_left_over(target, target->file_count + count)) {
        count++;
    }
    return count;
}
