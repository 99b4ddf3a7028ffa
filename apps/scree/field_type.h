/* Types of field, as commands that make one know them: a request, and a row of functions for what only the type knows.
 */
#ifndef FIELD_TYPE_H
#define FIELD_TYPE_H

#include <stddef.h>
#include <stdint.h>

#include <scree/scree.h>

#include "engine.h"
#include "json_writer.h"
#include "options.h"
#include "outcome.h"
#include "output_file.h"
#include "progress.h"
#include "text.h"

/* Files of a run, pictures and all. */
#define FIELD_WRITERS_MOST (WHOLES_MOST + 2)

struct field_request {
    const struct arguments *arguments; /* Borrowed. */
    const struct option_value *values; /* The arguments' own. */
    const struct field_type *type;
    void *part;                /* The type's own. */
    const char *key;           /* Key of the field's description in JSON, where it is not that of the type. */
    struct output_file file;   /* -o. */
    scree_type stored;         /* Type of the samples in that file. */
    uint32_t axes;             /* Number of axes of the field. */
    const uint64_t *count;     /* Number of samples along each axis. */
    uint64_t samples;          /* Number of samples of the whole field. */
    struct engine *engine;     /* Makes the field, */
    struct progress *progress; /* shows how far it is, */
    struct outcome *outcome;   /* and this tells how it went; it comes with the device. */
};

/* The pieces of the line that reports a field: "FILES: SIZE TYPE DETAIL, values ... RANGE, SPEED CHOICES". */
struct field_line {
    struct text files;
    const char *before; /* Before the size; empty at first, like the others. */
    char detail[120];
    char values[120]; /* "values -0.5 to 0.7", which the type may replace. */
    char range[120];
    char choices[240];
};

/* The memory of the host that a field needs, and for what; 0 where it streams. */
struct field_memory {
    double bytes;
    const char *name;  /* Names what the field is made of. */
    char purpose[120]; /* "1024x1024x64 voxels by the method jfa". */
    const char *hint;  /* How less would do; empty where nothing would. */
};

struct field_type {
    const char *noun;  /* "samples" or "voxels" */
    const char *key;   /* Key of the field's description in JSON. */
    const char *wants; /* Why there is nothing to do without one of these options. */
    /* OPTION_COUNT behind the last of less than four; as the first, there is always something. */
    enum option_id uses[4];
    size_t part_bytes;
    /* Functions that return an int print one line and return an exit code other than 0 when something is wrong. */
    /* Reads the options into the part, which is zeroed, and finds out what the field is made of. Sets the file and its
       type, the axes, the counts and the samples. */
    int (*make)(struct field_request *request);
    void (*clear)(struct field_request *request);
    struct work (*work)(const struct field_request *request);
    /* NULL where the field streams. */
    void (*memory)(const struct field_request *request, struct field_memory *memory);
    /* Makes the field, on the engine's device, with its files. */
    int (*run)(struct field_request *request);
    /* The field as a JSON object, freed with scree_recipe_text_free(); NULL without memory. */
    char *(*describe)(const struct field_request *request);
    void (*complete_line)(const struct field_request *request, struct field_line *line);
    /* Adds members of JSON: about the field (NULL for none), and about what was made of it. */
    void (*emit_field)(const struct field_request *request, struct json_writer *json);
    void (*emit_results)(const struct field_request *request, struct json_writer *json);
    /* Prints warnings; NULL for none. */
    void (*warn)(const struct field_request *request);
    /* Prints further lines of a report on stdout; NULL for none. */
    void (*print)(const struct field_request *request);
};

/* Calls functions one after another, until one returns an exit code other than 0. Returns the last one's code. */
int field_take_steps(struct field_request *request, int (*const *steps)(struct field_request *), size_t count);

/*
 * Runs a command that makes a field: what was asked for becomes a request, the request a field, and the field goes into
 * files and a report. This is the same for all types of field. Returns the exit code.
 */
int field_command(const struct arguments *arguments, const struct field_type *type);

#endif
