/* The file that -o and a command's --format ask for. */
#ifndef OUTPUT_FILE_H
#define OUTPUT_FILE_H

#include <stdbool.h>

#include <scree/scree.h>

#include "options.h"

struct text;

struct output_file {
    const char *path; /* -o; NULL without. Borrowed. */
    bool has_format;
    scree_format format;
    enum option_id option; /* Which chooses the format, */
    const char *text;      /* and what it says. Borrowed. */
    bool has_type;         /* Whether --type is given. */
};

/* Prints one line and returns an exit code other than 0 when there is no such format, or it is only read. */
int output_file_find(const struct option_value *values, enum option_id format_option, struct output_file *file);

/* As above, for another option's file and by its extension alone. `offered` are the formats that a message names. */
int output_file_find_by_name(const struct option *option, const struct enumeration *offered, const char *path,
                             scree_format *format);

/* Adds the extensions of the formats that an enumeration of formats offers: ".mhd .mha .vti". */
void output_file_list_extensions(const struct enumeration *offered, struct text *text);

/*
 * Whether a file can hold samples of a type. `types` are those of `what`, such as "distances", and `in_words` says
 * them. Prints one line, about --type only where it is given, and returns an exit code other than 0 if not.
 */
int output_file_check_type(const struct output_file *file, scree_type type, const struct enumeration *types,
                           const char *what, const char *in_words);

/*
 * Refuses a file whose format does not hold the channels of a sample, or not so many axes. `channels` are their names
 * with blanks between, or NULL where a sample is one number; colours are also held by formats of pictures. Likewise.
 */
int output_file_check_layout(const struct output_file *file, uint32_t axes, const char *channels, bool are_colours);

/*
 * Refuses --frame-rate where the file is no video, and a video without frames. Prints one line and returns an exit code
 * other than 0 then.
 */
int output_file_check_video(const struct option_value *values, bool has_frames, const struct output_file *file);

/* Parameters of a writer for a file of this run, from the options. The caller adds the contents. */
scree_writer_params output_file_writer_params(const struct option_value *values, const char *path, scree_format format);

/* Completes a file, and gives it its name unless Ctrl-C was pressed: SCREE_ERROR_CANCELLED. */
scree_result output_file_finish(scree_writer *writer, const scree_range *mapped, const scree_range *measured);

#endif
