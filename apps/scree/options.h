/*
 * The one table of the command's options. Parser, --help, --help --json, shell completion and manual page are all made
 * from it, so that none of them can know an option that the others do not.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/scree.h>

#include "option.h"

struct command;

/* A row of the table of options each. */
enum option_id {
#define OPTION(number, ...) number,
#define OPTION_RANGE(first, last, count) first, last = first + (count)-1,
#include "options_table.h"
#undef OPTION
#undef OPTION_RANGE
    OPTION_COUNT
};

/* Groups of options, and the headings over them. */
#define OPTION_GROUPS(X)                \
    X(GROUP_DISTANCE, "Distance field") \
    X(GROUP_MAP, "Map")                 \
    X(GROUP_PARTICLES, "Particles")     \
    X(GROUP_SCENE, "Scene")             \
    X(GROUP_PICTURE, "Picture")         \
    X(GROUP_CAMERA, "Camera")           \
    X(GROUP_FIELD, "Field")             \
    X(GROUP_GRID, "Grid")               \
    X(GROUP_FRAMES, "Frames")           \
    X(GROUP_OUTPUT, "File")             \
    X(GROUP_DEVICE, "Computing")        \
    X(GROUP_BENCH, "Benchmark")         \
    X(GROUP_IMPORT, "Import")           \
    X(GROUP_REPORT, "Reporting")

#define LIST_GROUP(group, heading) group,
enum option_group { OPTION_GROUPS(LIST_GROUP) GROUP_COUNT };
#undef LIST_GROUP

/* The smallest and the largest step that a grid may have (grid.h). */
#define STEP_MIN 0x1p-48
#define STEP_MOST 0x1p20

#define OPERANDS_MOST 65

/* A command line that was read. */
struct arguments {
    const struct command *command;
    struct option_value values[OPTION_COUNT];
    const char *operands[OPERANDS_MOST]; /* Borrowed from argv. */
    unsigned operand_count;
    const struct recipe_scene *scene; /* Noise gets its samples where no size is given; NULL = none. */
    const char *recipe_text; /* The contents of the first operand, where they have been read already; NULL otherwise. */
};

/* Complete once options_bind() was called. */
extern struct option option_table[OPTION_COUNT];
extern const char *const option_group_names[GROUP_COUNT];

/*
 * Fills in the library's descriptions of the parameters that options set, and adds an option for each parameter that no
 * row names, such as those of single kinds. Call it once, before the table is used.
 */
void options_bind(void);

/* The option that sets a parameter of noise; -1 where there is none. */
int option_of_parameter(const char *parameter);

/* Whether options of other parameters of noise than those that `is_left_out` names were given. */
bool options_change_noise(const struct option_value *values, bool (*is_left_out)(const char *parameter));

/* Whether a command takes an option. */
bool option_is_of(const struct option *option, const struct command *command);

/* The number of an option, or the usual one where it is not given. */
double option_real_or(const struct option_value *values, enum option_id id, double usual);

/* Takes three numbers over, if they are given. Prints one line and returns an exit code, as does the next one. */
int option_take_three(const struct option_value *values, enum option_id id, double *numbers);

/* Refuses a picture that --supersample makes too large. */
int option_check_supersample(uint32_t supersample, uint32_t width, uint32_t height);

/* The value of an option as it was typed; empty for a flag, and for an option that was not given. */
const char *option_value_text(const struct option_value *values, enum option_id id);

/* Prints "--name value: reason", and returns the exit code for wrong usage. */
__attribute__((format(printf, 3, 4))) int option_refuse(const struct option_value *values, enum option_id id,
                                                        const char *format, ...);

/* The first option of a list that is given, or -1. */
int option_find_given(const struct option_value *values, const enum option_id *ids, size_t count);

/* Refuses the first option of a list that is given. Returns an exit code. */
int option_refuse_given(const struct option_value *values, const enum option_id *ids, size_t count, const char *reason);

/* Refuses options of noise beside something else, which messages call `name`. Returns an exit code. */
int option_refuse_noise(const struct option_value *values, const char *name);

/*
 * Reads the arguments that follow the command's name. `--help` ends the reading. On an error prints one line and
 * returns false.
 */
bool arguments_read(struct arguments *arguments, const struct command *command, int count, char **texts);

/* Whether this build has devices of the kind that is asked for. Where it has none, prints one line that says so. */
bool arguments_check_build(const struct arguments *arguments);

#endif
