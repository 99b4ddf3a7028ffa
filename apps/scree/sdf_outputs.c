#include "sdf_outputs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "message.h"

/* For "_z" and an index, and the end of the text. */
#define NAME_ROOM 32

/* The field or the pictures, and the nearest voxels, each with its accompanying files. */
#define FILES_MOST ((WHOLES_MOST + 1) * 3)

/* Absolute paths without links; allocated. */
struct file_list {
    char *paths[FILES_MOST];
    bool is_nearest[FILES_MOST];
    uint32_t count;
    bool failed; /* No memory. */
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The folder of a path, allocated: "." where it names none. */
static char *find_folder(const char *path)
{
    const size_t length = (size_t)(base_name(path) - path);
    return length == 0 ? strdup(".") : strndup(path, length > 1 ? length - 1 : 1);
}

static char *join(const char *first, size_t length, const char *second)
{
    char *text = malloc(length + strlen(second) + 1);
    if (text != NULL) {
        memcpy(text, first, length);
        strcpy(text + length, second);
    }
    return text;
}

/* Where a writer would put a file: links are followed. Of a folder that is not there the path stays as it is. */
static char *resolve(const char *path)
{
    char *resolved = realpath(path, NULL);
    if (resolved != NULL) {
        return resolved;
    }
    char *folder = find_folder(path);
    char *real_folder = folder != NULL ? realpath(folder, NULL) : NULL;
    if (real_folder == NULL) {
        resolved = folder != NULL ? strdup(path) : NULL;
    } else {
        char *begin = join(real_folder, strlen(real_folder), "/");
        resolved = begin != NULL ? join(begin, strlen(begin), base_name(path)) : NULL;
        free(begin);
    }
    free(folder);
    free(real_folder);
    return resolved;
}

static void add_path(struct file_list *list, char *path, bool is_nearest)
{
    if (path == NULL) {
        list->failed = true;
        return;
    }
    list->is_nearest[list->count] = is_nearest;
    list->paths[list->count++] = path;
}

/* The file beside a header: the same name with another ending in place of its own, or after it where both are equal. */
static char *name_companion(const char *path, const char *ending)
{
    const char *name = base_name(path);
    const char *dot = strrchr(name, '.');
    const bool is_kept = dot == NULL || dot == name || strcasecmp(dot, ending) == 0;
    return join(path, is_kept ? strlen(path) : (size_t)(dot - path), ending);
}

static void add_file(struct file_list *list, const char *name, scree_format format, bool is_nearest)
{
    const char *companion = scree_format_companion(format, name);
    char *path = resolve(name);
    add_path(list, path, is_nearest);
    if (path == NULL) {
        return;
    }
    if (companion != NULL) {
        add_path(list, name_companion(path, companion), is_nearest);
    }
    if (scree_format_describe(format)->has_sidecar) {
        add_path(list, join(path, strlen(path), ".json"), is_nearest);
    }
}

char *sdf_outputs_slice_name(const struct sdf_request *request, uint32_t number)
{
    const struct option_value *slices = &request->values[OPTION_SLICE];
    const char *path = request->file.path;
    const char *dot = strrchr(path, '.');
    const size_t stem = dot != NULL && strchr(dot, '/') == NULL ? (size_t)(dot - path) : strlen(path);
    const size_t size = strlen(path) + NAME_ROOM;
    char *text = malloc(size);
    if (text != NULL && slices->count == 1) {
        strcpy(text, path);
    } else if (text != NULL) {
        snprintf(text, size, "%.*s_%c%" PRId64 "%s", (int)stem, path, slices->letters[number], slices->wholes[number],
                 path + stem);
    }
    return text;
}

static void add_output(struct file_list *list, const struct sdf_request *request)
{
    const uint32_t slices = request->values[OPTION_SLICE].count;
    if (request->file.path != NULL && slices == 0) {
        add_file(list, request->file.path, request->file.format, false);
    }
    for (uint32_t i = 0; i < slices; i++) {
        char *name = sdf_outputs_slice_name(request, i);
        if (name == NULL) {
            list->failed = true;
            return;
        }
        add_file(list, name, request->file.format, false);
        free(name);
    }
}

/* The name of a file of -o that is one of --nearest, too; NULL where there is none. */
static const char *find_shared(const struct file_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        for (uint32_t k = i + 1; k < list->count; k++) {
            if (list->is_nearest[i] != list->is_nearest[k] && strcmp(list->paths[i], list->paths[k]) == 0) {
                return base_name(list->paths[i]);
            }
        }
    }
    return NULL;
}

int sdf_outputs_check_names(const struct sdf_request *request)
{
    struct file_list list = {.count = 0};
    int code = EXIT_CODE_OK;
    if (request->file.path == NULL || request->nearest == NULL) {
        return EXIT_CODE_OK;
    }
    add_output(&list, request);
    add_file(&list, request->nearest, request->nearest_format, true);
    const char *shared = find_shared(&list);
    if (list.failed) {
        message_error("sdf: out of memory");
        code = EXIT_CODE_FAILED;
    } else if (shared != NULL) {
        message_error("--nearest %s: %s would be a file of -o %s, too", request->nearest, shared, request->file.path);
        code = EXIT_CODE_USAGE;
    }
    for (uint32_t i = 0; i < list.count; i++) {
        free(list.paths[i]);
    }
    return code;
}

static int refuse_path(const char *path, const char *reason)
{
    message_error("cannot write %s: %s", path, reason);
    return EXIT_CODE_FAILED;
}

/* Files are made under another name in the same folder. */
static int check_folder(const char *path)
{
    struct stat status;
    char *resolved = realpath(path, NULL);
    char *folder = find_folder(resolved != NULL ? resolved : path);
    int error = folder == NULL ? ENOMEM : stat(folder, &status) != 0 ? errno : 0;
    if (error == 0) {
        error = !S_ISDIR(status.st_mode) ? ENOTDIR : access(folder, W_OK | X_OK) != 0 ? errno : 0;
    }
    free(resolved);
    free(folder);
    return error == 0 ? EXIT_CODE_OK : refuse_path(path, strerror(error));
}

int sdf_outputs_check_path(const struct sdf_request *request, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        const int error = errno;
        if (error == ENOENT && lstat(path, &status) == 0) {
            return refuse_path(path, "it is a symbolic link to nothing");
        }
        return error == ENOENT ? check_folder(path) : refuse_path(path, strerror(error));
    }
    if (S_ISDIR(status.st_mode)) {
        return refuse_path(path, strerror(EISDIR));
    }
    if (!S_ISREG(status.st_mode)) {
        return EXIT_CODE_OK; /* Devices and pipes are written directly. */
    }
    if (!request->values[OPTION_FORCE].given) {
        message_error("cannot write %s: %s; --force replaces it", path, strerror(EEXIST));
        return EXIT_CODE_FAILED;
    }
    return check_folder(path);
}
