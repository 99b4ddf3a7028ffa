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

enum option_group {
    GROUP_DISTANCE,
    GROUP_MAP,
    GROUP_PARTICLES,
    GROUP_SCENE,
    GROUP_PICTURE,
    GROUP_CAMERA,
    GROUP_FIELD,
    GROUP_GRID,
    GROUP_FRAMES,
    GROUP_OUTPUT,
    GROUP_DEVICE,
    GROUP_BENCH,
    GROUP_REPORT,
    GROUP_COUNT
};

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
