#include "frame_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/os.h"
#include "../../src/formats/writer_open.h"
#include "command.h"
#include "message.h"
#include "output_names.h"
#include "text.h"

/* For "_", a number and the end of the text. */
#define NAME_ROOM 24
#define USUAL_DIGITS 4

/* Where the number of a frame stands in a path. */
struct number_position {
    size_t first; /* Offset of what it replaces, */
    size_t next;  /* and behind that. */
    int digits;   /* At least so many, with zeros in front. */
    bool is_joined;
};

/* Reads "%d" or "%04d", the only conversion in a name. */
static bool find_conversion(const char *path, struct number_position *position)
{
    const char *percent = strchr(output_base_name(path), '%');
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
        const char *dot = strrchr(output_base_name(path), '.');
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
    if (frames > 0 && strchr(output_base_name(path), '%') != NULL && !find_conversion(path, &position)) {
        message_error("--output %s: the name of frames has one number, such as %%d or %%04d, and no other %%", path);
        return EXIT_CODE_USAGE;
    }
    for (uint64_t frame = 0; frame < frames && code == EXIT_CODE_OK; frame++) {
        char *name = frame_name(path, frame);
        if (name == NULL) {
            message_error("--output %s: out of memory", path);
            return EXIT_CODE_FAILED;
        }
        code = output_names_check_file(name, format, is_replaced);
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
