#include "output_names.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/base/os.h"
#include "../../src/formats/writer_open.h"
#include "command.h"
#include "message.h"
#include "text.h"

/* For "_", a number and the end of the text. */
#define NAME_ROOM 24
#define USUAL_DIGITS 4

/* A file and those that accompany it: absolute paths without links; allocated. */
struct file_list {
    char *paths[3];
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

static char *join(const char *first, size_t length, const char *second, const char *third)
{
    char *text = NULL;
    return asprintf(&text, "%.*s%s%s", (int)length, first, second, third) >= 0 ? text : NULL;
}

/* The path at which a writer would put a file: links are followed. In a folder that is not there it stays as it is. */
static char *resolve(const char *path)
{
    char *resolved = realpath(path, NULL);
    char *folder = resolved == NULL ? find_folder(path) : NULL;
    char *real_folder = folder != NULL ? realpath(folder, NULL) : NULL;
    if (real_folder != NULL) {
        resolved = join(real_folder, strlen(real_folder), "/", base_name(path));
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
    const char *name = base_name(path);
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
                              second->given, base_name(lists[1].paths[k]), is_output ? "-" : "--", option,
                              first->given);
                code = EXIT_CODE_USAGE;
            }
        }
    }
    clear_files(&lists[0]);
    clear_files(&lists[1]);
    return code;
}

static int compare_all(const struct output_name *names, size_t count, bool are_of_one_option)
{
    int code = EXIT_CODE_OK;
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < i && code == EXIT_CODE_OK; k++) {
            const bool differ = are_of_one_option || names[i].option != names[k].option;
            code = differ ? compare(&names[k], &names[i]) : EXIT_CODE_OK;
        }
    }
    return code;
}

int output_names_check(const struct output_name *names, size_t count)
{
    return compare_all(names, count, false);
}

int output_names_check_all(const struct output_name *names, size_t count)
{
    return compare_all(names, count, true);
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

/* Checks a file and the samples that lie beside it, as in a .raw beside an .mhd. */
static int check_file(const char *path, scree_format format, bool is_replaced)
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

/* The place of a name in a path; NULL where it has none. */
static const char *find_place(const char *path)
{
    return strstr(base_name(path), "%s");
}

bool output_name_has_place(const char *path)
{
    return find_place(path) != NULL;
}

int output_name_check(const char *path)
{
    const char *place = find_place(path);
    struct stat status;
    if (place != NULL && strstr(place + 1, "%s") != NULL) {
        message_error("--output %s: has several places for the name of an output; it may have one %%s", path);
        return EXIT_CODE_USAGE;
    }
    if (place == NULL && stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
        message_error("--output %s: is no file beside which others may be, and each output has a file of its own; "
                      "--channel makes one output",
                      path);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

/* Without a place the name stands before the extension. */
char *output_name(const char *path, const char *name)
{
    const char *place = find_place(path);
    const char *dot = strrchr(base_name(path), '.');
    const char *end = place != NULL ? place : dot != NULL ? dot : path + strlen(path);
    const char *rest = place != NULL ? place + strlen("%s") : end;
    char *made = NULL;
    return asprintf(&made, "%.*s%s%s%s", (int)(end - path), path, place != NULL ? "" : "_", name, rest) >= 0 ? made
                                                                                                             : NULL;
}

/* The position of the number of a frame in a path. */
struct number_position {
    size_t first; /* Offset of what it replaces, */
    size_t next;  /* and behind that. */
    int digits;   /* At least so many, with zeros in front. */
    bool is_joined;
};

/* Reads "%d" or "%04d", the only conversion in a name. */
static bool find_conversion(const char *path, struct number_position *position)
{
    const char *percent = strchr(base_name(path), '%');
    if (percent == NULL || strchr(percent + 1, '%') != NULL) {
        return false;
    }
    const bool has_digits = percent[1] == '0' && percent[2] >= '1' && percent[2] <= '9';
    const char *letter = percent + (has_digits ? 3 : 1);
    *position = (struct number_position){.first = (size_t)(percent - path),
                                         .next = (size_t)(letter + 1 - path),
                                         .digits = has_digits ? percent[2] - '0' : 1};
    return *letter == 'd';
}

/* Without a conversion the number stands before the extension. */
static struct number_position find_number(const char *path)
{
    struct number_position position;
    if (!find_conversion(path, &position)) {
        const char *dot = strrchr(base_name(path), '.');
        const size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
        position = (struct number_position){.first = stem, .next = stem, .digits = USUAL_DIGITS, .is_joined = true};
    }
    return position;
}

char *frame_name(const char *path, uint64_t frame)
{
    const struct number_position position = find_number(path);
    const size_t size = strlen(path) + NAME_ROOM;
    char *name = malloc(size);
    if (name != NULL) {
        snprintf(name, size, "%.*s%s%0*" PRIu64 "%s", (int)position.first, path, position.is_joined ? "_" : "",
                 position.digits, frame, path + position.next);
    }
    return name;
}

void frame_name_add_all(const char *path, uint64_t frames, struct text *files)
{
    if (frames == 0) {
        text_add_word(files, path);
        return;
    }
    char *first = frame_name(path, 0);
    char *last = frame_name(path, frames - 1);
    if (first != NULL && last != NULL) {
        text_add_word(files, first);
    }
    if (first != NULL && last != NULL && frames > 1) {
        fprintf(files->stream, " to %s", last);
    }
    free(first);
    free(last);
}

int frame_name_check_all(const char *path, scree_format format, uint64_t frames, bool is_replaced)
{
    struct number_position position;
    int code = frames == 0 ? output_names_check_path(path, is_replaced) : EXIT_CODE_OK;
    if (frames > 0 && strchr(base_name(path), '%') != NULL && !find_conversion(path, &position)) {
        message_error("--output %s: the name of frames has one number, such as %%d or %%04d, and no other %%", path);
        return EXIT_CODE_USAGE;
    }
    for (uint64_t frame = 0; frame < frames && code == EXIT_CODE_OK; frame++) {
        char *name = frame_name(path, frame);
        if (name == NULL) {
            message_error("--output %s: out of memory", path);
            return EXIT_CODE_FAILED;
        }
        code = check_file(name, format, is_replaced);
        free(name);
    }
    return code;
}

/* Whether a name is that of a file that the run has read. */
static bool is_operand(const struct arguments *arguments, const char *name)
{
    scree_os_file_info found;
    scree_os_file_info read;
    bool is_read = false;
    for (unsigned i = 0; i < arguments->operand_count && !is_read; i++) {
        is_read = scree_os_file_look(SCREE_OS_WORKING_FOLDER, name, true, &found) == 0 &&
                  scree_os_file_look(SCREE_OS_WORKING_FOLDER, arguments->operands[i], true, &read) == 0 &&
                  scree_os_is_same_file(&found, &read);
    }
    return is_read;
}

scree_result frame_name_remove_later(scree_context *context, const struct arguments *arguments,
                                     const struct output_file *file, uint64_t frames)
{
    bool removed = arguments->values[OPTION_FORCE].given;
    scree_result result = SCREE_OK;
    for (uint64_t frame = frames; removed && result == SCREE_OK; frame++) {
        char *name = frame_name(file->path, frame);
        if (name == NULL) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
        const scree_writer_params old = output_file_writer_params(arguments->values, name, file->format);
        removed = !is_operand(arguments, name);
        result = removed ? scree_writer_remove_old(context, &old, &removed) : SCREE_OK;
        free(name);
    }
    return result;
}
