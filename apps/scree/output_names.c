#include "output_names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "message.h"

/* A file and those that accompany it: absolute paths without links; allocated. */
struct file_list {
    char *paths[3];
    uint32_t count;
    bool failed; /* No memory. */
};

const char *output_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The folder of a path, allocated: "." where it names none. */
static char *find_folder(const char *path)
{
    const size_t length = (size_t)(output_base_name(path) - path);
    return length == 0 ? strdup(".") : strndup(path, length > 1 ? length - 1 : 1);
}

static char *join(const char *first, size_t length, const char *second, const char *third)
{
    char *text = NULL;
    return asprintf(&text, "%.*s%s%s", (int)length, first, second, third) >= 0 ? text : NULL;
}

/* Where a writer would put a file: links are followed. Of a folder that is not there the path stays as it is. */
static char *resolve(const char *path)
{
    char *resolved = realpath(path, NULL);
    char *folder = resolved == NULL ? find_folder(path) : NULL;
    char *real_folder = folder != NULL ? realpath(folder, NULL) : NULL;
    if (real_folder != NULL) {
        resolved = join(real_folder, strlen(real_folder), "/", output_base_name(path));
    } else if (folder != NULL) {
        resolved = strdup(path);
    }
    free(folder);
    free(real_folder);
    return resolved;
}

static void add_path(struct file_list *list, char *path)
{
    if (path == NULL) {
        list->failed = true;
        return;
    }
    list->paths[list->count++] = path;
}

/* The file beside a header: the same name with another ending in place of its own, or after it where both are equal. */
static char *name_companion(const char *path, const char *ending)
{
    const char *name = output_base_name(path);
    const char *dot = strrchr(name, '.');
    const bool is_kept = dot == NULL || dot == name || strcasecmp(dot, ending) == 0;
    return join(path, is_kept ? strlen(path) : (size_t)(dot - path), ending, "");
}

static void add_files(struct file_list *list, const char *name, scree_format format)
{
    const char *companion = scree_format_companion(format, name);
    char *path = resolve(name);
    *list = (struct file_list){.count = 0};
    add_path(list, path);
    if (path == NULL) {
        return;
    }
    if (companion != NULL) {
        add_path(list, name_companion(path, companion));
    }
    if (scree_format_describe(format)->has_sidecar) {
        add_path(list, join(path, strlen(path), ".json", ""));
    }
}

static void clear_files(struct file_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        free(list->paths[i]);
    }
}

/* Refuses the second of two files if a file of it is one of the first. */
static int compare(const struct output_name *first, const struct output_name *second)
{
    const bool is_output = first->option == OPTION_OUTPUT;
    const char *option = is_output ? "o" : option_table[first->option].name;
    struct file_list lists[2];
    add_files(&lists[0], first->path, first->format);
    add_files(&lists[1], second->path, second->format);
    int code = EXIT_CODE_OK;
    if (lists[0].failed || lists[1].failed) {
        message_error("--%s %s: out of memory", option_table[second->option].name, second->given);
        code = EXIT_CODE_FAILED;
    }
    for (uint32_t i = 0; i < lists[0].count; i++) {
        for (uint32_t k = 0; k < lists[1].count && code == EXIT_CODE_OK; k++) {
            if (strcmp(lists[0].paths[i], lists[1].paths[k]) == 0) {
                message_error("--%s %s: %s would be a file of %s%s %s, too", option_table[second->option].name,
                              second->given, output_base_name(lists[1].paths[k]), is_output ? "-" : "--", option,
                              first->given);
                code = EXIT_CODE_USAGE;
            }
        }
    }
    clear_files(&lists[0]);
    clear_files(&lists[1]);
    return code;
}

int output_names_check(const struct output_name *names, size_t count)
{
    int code = EXIT_CODE_OK;
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < i && code == EXIT_CODE_OK; k++) {
            code = names[i].option != names[k].option ? compare(&names[k], &names[i]) : EXIT_CODE_OK;
        }
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

int output_names_check_path(const char *path, bool is_replaced)
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
    if (!is_replaced) {
        message_error("cannot write %s: %s; --force replaces it", path, strerror(EEXIST));
        return EXIT_CODE_FAILED;
    }
    return check_folder(path);
}

int output_names_check_file(const char *path, scree_format format, bool is_replaced)
{
    const char *companion = scree_format_companion(format, path);
    int code = output_names_check_path(path, is_replaced);
    if (code != EXIT_CODE_OK || companion == NULL) {
        return code;
    }
    char *beside = name_companion(path, companion);
    code = beside != NULL ? output_names_check_path(beside, is_replaced) : refuse_path(path, "out of memory");
    free(beside);
    return code;
}
