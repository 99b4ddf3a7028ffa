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

enum option_id {
    OPTION_LAYERS,
    OPTION_SCALE,
    OPTION_OFFSET,
    OPTION_VOXEL,
    OPTION_DISTANCE_METHOD,
    OPTION_SURFACE,
    OPTION_SIGN,
    OPTION_EDGE,
    OPTION_CONSERVATIVE,
    OPTION_CLIP,
    OPTION_MASK,
    OPTION_THRESHOLD,
    OPTION_CHANNEL,
    OPTION_PAGE,
    OPTION_HOLES,
    OPTION_NODATA,
    OPTION_RAW_SIZE,
    OPTION_RAW_TYPE,
    OPTION_RAW_BIG_ENDIAN,
    OPTION_SYSTEM,
    OPTION_PARTICLES,
    OPTION_STEPS,
    OPTION_DT,
    OPTION_INTEGRATOR,
    OPTION_NUMBERS,
    OPTION_BOX,
    OPTION_PARTICLE_TYPE,
    OPTION_FROM,
    OPTION_SCENE,
    OPTION_SCENE_COLOUR,
    OPTION_SCENE_THRESHOLD,
    OPTION_WATER,
    OPTION_NO_WATER,
    OPTION_EDGE_FADE,
    OPTION_HEIGHT,
    OPTION_HEIGHT_SCALE,
    OPTION_OPACITY,
    OPTION_RELIEF,
    OPTION_NO_SMOOTHING,
    OPTION_CONTOURS,
    OPTION_SCENE_SLICE,
    OPTION_PLANE,
    OPTION_SHEET,
    OPTION_TILED,
    OPTION_DIFFERENCE,
    OPTION_LIGHT,
    OPTION_AMBIENT,
    OPTION_OCCLUSION,
    OPTION_NO_SHADOWS,
    OPTION_FOG,
    OPTION_SKY,
    OPTION_PICTURE_SIZE,
    OPTION_SUPERSAMPLE,
    OPTION_SHAPE,
    OPTION_QUAD_SIZE,
    OPTION_EVERY,
    OPTION_COLOUR,
    OPTION_COLOUR_RANGE,
    OPTION_EXPOSURE,
    OPTION_BRIGHTNESS,
    OPTION_WHITE,
    OPTION_GAMMA,
    OPTION_TINT,
    OPTION_BACKGROUND,
    OPTION_RAMP,
    OPTION_REVERSED,
    OPTION_GRAPHICS,
    OPTION_DEPTH,
    OPTION_CENTRE,
    OPTION_AZIMUTH,
    OPTION_ELEVATION,
    OPTION_ROLL,
    OPTION_DISTANCE,
    OPTION_FIELD_OF_VIEW,
    OPTION_EXTENT,
    OPTION_PRESET,
    OPTION_KIND,
    OPTION_SEED,
    OPTION_OCTAVES,
    OPTION_LACUNARITY,
    OPTION_GAIN,
    OPTION_WEIGHTS,
    OPTION_FRACTAL,
    OPTION_ABS,
    OPTION_HASH,
    OPTION_GRADIENTS,
    OPTION_FADE,
    OPTION_ORIENTATION,
    OPTION_PERIOD,
    OPTION_KEEP_FINE_OCTAVES,
    OPTION_OCTAVE_ROTATION,
    OPTION_DERIVATIVES,
    OPTION_CURL,
    OPTION_QUANTILES,
    OPTION_OF_PARAMETERS, /* From here on, options of parameters that no row of the table names. */
    OPTION_OF_PARAMETERS_LAST = OPTION_OF_PARAMETERS + 31,
    OPTION_SIZE,
    OPTION_SAMPLES,
    OPTION_DENSITY,
    OPTION_STEP,
    OPTION_CELL_SIZE,
    OPTION_ORIGIN,
    OPTION_FIRST,
    OPTION_NOISE_POINTS,
    OPTION_PROJECTION,
    OPTION_FRAMES,
    OPTION_FRAME_TURN,
    OPTION_FLIGHT,
    OPTION_FRAME_STEPS,
    OPTION_TIME_FRAMES,
    OPTION_TIME_STEP,
    OPTION_LOOP,
    OPTION_FRAME_RATE,
    OPTION_RESUME,
    OPTION_OUTPUT,
    OPTION_FORMAT,
    OPTION_TYPE,
    OPTION_RANGE,
    OPTION_NORMALS,
    OPTION_SLOPE,
    OPTION_SURFACE_HEIGHT,
    OPTION_HANDEDNESS,
    OPTION_DISTANCE_FORMAT,
    OPTION_DISTANCE_TYPE,
    OPTION_VALUE_SCALE,
    OPTION_BAND,
    OPTION_NEAREST,
    OPTION_POINTS,
    OPTION_CHECKPOINT,
    OPTION_CHECKPOINT_EVERY,
    OPTION_SLICE,
    OPTION_ZOOM,
    OPTION_COMPRESSION,
    OPTION_FORCE,
    OPTION_NO_SYNC,
    OPTION_NO_SIDECAR,
    OPTION_DEVICE,
    OPTION_LEVEL,
    OPTION_THREADS,
    OPTION_BASELINE,
    OPTION_REPEATS,
    OPTION_QUICK,
    OPTION_TIMELINE,
    OPTION_BENCH_THRESHOLD,
    OPTION_BENCH_OCTAVES,
    OPTION_PLOT,
    OPTION_COMPARE,
    OPTION_JSON,
    OPTION_PRINT_RECIPE,
    OPTION_EXPLAIN,
    OPTION_PROGRESS,
    OPTION_QUIET,
    OPTION_HELP,
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

/* options_table.c; complete once options_bind() was called. */
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
int option_refuse(const struct option_value *values, enum option_id id, const char *reason);

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
