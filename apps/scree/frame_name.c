#include "frame_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "output_names.h"
#include "text.h"

/* For "_", a number and the end of the text. */
#define NAME_ROOM 24

char *frame_name(const char *path, uint64_t frame)
{
    const char *dot = strrchr(path, '.');
    const size_t size = strlen(path) + NAME_ROOM;
    const size_t stem = (size_t)(dot - path);
    char *name = malloc(size);
    if (name != NULL) {
        snprintf(name, size, "%.*s_%04" PRIu64 "%s", (int)stem, path, frame, dot);
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

int frame_name_check_all(const char *path, uint64_t frames, bool is_replaced)
{
    int code = EXIT_CODE_OK;
    for (uint64_t frame = 0; frame < frames && code == EXIT_CODE_OK; frame++) {
        char *name = frame_name(path, frame);
        code = name != NULL ? output_names_check_path(name, is_replaced) : EXIT_CODE_FAILED;
        free(name);
    }
    return code;
}
