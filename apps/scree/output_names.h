/* The files that a command would make: that no two of them are one, and that they can be where they are
   named; and the names of numbered frames. */
#ifndef OUTPUT_NAMES_H
#define OUTPUT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "output_file.h"

struct text;

/* A file, and the option that asks for it. */
struct output_name {
    enum option_id option;
    const char *given; /* The option's own text. */
    const char *path;
    scree_format format;
};

/*
 * Checks that files of different options differ, and so do their accompanying files (the samples of an .mhd, sidecars).
 * Prints one line and returns an exit code other than 0 if not.
 */
int output_names_check(const struct output_name *names, size_t count);

/* The same for files of one option, which are all to differ. */
int output_names_check_all(const struct output_name *names, size_t count);

/*
 * Whether a file can be written: its folder is there, and nothing that may not be replaced. Otherwise prints one line
 * and returns an exit code.
 */
int output_names_check_path(const char *path, bool is_replaced);

/* The file of an output: "land_mask.png" of "land.png" and of "land_%s.png", which has a place for the name. Allocated;
   NULL if memory runs out. */
char *output_name(const char *path, const char *name);
bool output_name_has_place(const char *path);

/* Whether a path can be the names of several files: it has at most one place, and is no pipe or device. Otherwise
   prints one line and returns an exit code. */
int output_name_check(const char *path);

/* The file of a frame: "turn_0007.png" of "turn.png" and of "turn_%04d.png". Allocated; NULL if memory runs out. */
char *frame_name(const char *path, uint64_t frame);

/* Adds "turn_0000.png to turn_0119.png" to a list of files; of 0 frames, the path itself. */
void frame_name_add_all(const char *path, uint64_t frames, struct text *files);

/* Before the work: whether all frames may be written, or, of 0 frames, the path itself. Otherwise prints one line and
   returns an exit code. */
int frame_name_check_all(const char *path, scree_format format, uint64_t frames, bool is_replaced);

/* After the work: with --force, removes the files that a longer run left behind the last of these frames, up to one
   that is an operand. */
scree_result frame_name_remove_later(scree_context *context, const struct arguments *arguments,
                                     const struct output_file *file, uint64_t frames);

#endif
