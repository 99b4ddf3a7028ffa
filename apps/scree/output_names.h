/* The files that a command would make: that no two of them are one, and that they can be where they are named. */
#ifndef OUTPUT_NAMES_H
#define OUTPUT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include <scree/file.h>

#include "options.h"

/* A file, and the option that asks for it. */
struct output_name {
    enum option_id option;
    const char *given; /* The option's own text. */
    const char *path;
    scree_format format;
};

/* The last part of a path. */
const char *output_base_name(const char *path);

/*
 * Checks that files of different options differ, and so do their accompanying files (the samples of an .mhd, sidecars).
 * Prints one line and returns an exit code other than 0 if not.
 */
int output_names_check(const struct output_name *names, size_t count);

/*
 * Whether a file can be written: its folder is there, and nothing that may not be replaced. Otherwise prints one line
 * and returns an exit code.
 */
int output_names_check_path(const char *path, bool is_replaced);

/* The same of a file and of the samples that lie beside it, as in a .raw beside an .mhd. */
int output_names_check_file(const char *path, scree_format format, bool is_replaced);

#endif
