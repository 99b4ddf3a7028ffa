/*
 * Programs: what devices compute. A program is a list of stages: a source evaluates noise into a register, and runs of
 * instructions combine registers. Noise by itself is a program of one source. Registers hold a sample each, for as many
 * samples as a device works on at a time.
 */
#ifndef SCREE_PROGRAM_H
#define SCREE_PROGRAM_H

#include <math.h>

#include "device_internal.h"
#include "field_limits.h"
#include "field_type.h"
#include "op_definition.h"
#include "plan.h"

/* A step evaluates a source, the position of samples along an axis, or an instruction; a slope of a source is there. */
typedef struct scree_program_step {
    uint32_t
        instruction; /* The number of an instruction, SCREE_STEP_SOURCE, SCREE_STEP_POSITION or SCREE_STEP_SLOPE. */
    uint32_t result; /* The register of its value; SCREE_PROGRAM_OUT in the last steps. */
    /* Registers or, with SCREE_STEP_NUMBER, indices of numbers; of a source its number among them and, where it is
       displaced, the registers of how far along each axis; of a position its axis. Unused ones are 0. */
    uint32_t input[SCREE_INSTRUCTION_INPUTS];
    /* Registers side by side that the result is one of, and its number among them; 0 where it is by itself. A source
       with slopes fills them all: the value, and the slope along each axis. */
    uint32_t block;
    uint32_t block_index;
    uint32_t displaced_axes; /* Axes along which a source is displaced; 0 = none. */
    /* A bit for each axis of the grid beyond the first along which the value may vary. Inputs of instructions may vary
       along fewer; those of sources do not. */
    uint32_t varies;
} scree_program_step;

#define SCREE_STEP_SOURCE 0xffffffffu
#define SCREE_STEP_POSITION 0xfffffffeu
#define SCREE_STEP_SLOPE 0xfffffffdu
#define SCREE_STEP_NUMBER 0x80000000u
/* The result that leaves the program: that of an instruction or, in a plain program, of its source. With several
   channels there is a last instruction for each, the first channel's behind all others. */
#define SCREE_PROGRAM_OUT 0x7fffffffu

/* The axes along which programs may have positions. */
#define SCREE_POSITION_AXES 4u

/* Noise that a program evaluates, in a domain of some axes of the grid or of points, in their order; behind them there
   may be axes along which all samples have the same coordinate. */
typedef struct scree_program_source {
    const scree_noise_field *noise;
    uint32_t axes;
    uint32_t of[SCREE_MAX_AXES]; /* The axis of the grid that each follows; SCREE_NO_AXIS where it has none. */
} scree_program_source;

#define SCREE_NO_AXIS UINT32_MAX

/* The samples of a file as instructions read them: the words of ops/file.h, which a field owns. */
typedef struct scree_program_file {
    const uint32_t *word;
    uint64_t words;
    uint32_t taps;     /* Samples that a value is made of. */
    scree_range bound; /* No value is beyond it. */
} scree_program_file;

/* A program without a grid: what a field is made of. Steps of fewer axes precede those that read them. */
typedef struct scree_program_code {
    uint64_t identity; /* Another one for each code of a graph, from 1 on: devices keep what they have made of it. */
    uint32_t step_count;
    uint32_t source_count;
    uint32_t register_count; /* Registers of values. Those behind them, one for each axis, are of positions. */
    uint32_t number_count;
    uint32_t channels;      /* Numbers of a sample; 0 for noise by itself. */
    uint32_t position_axes; /* A bit for each axis along which steps have positions. */
    uint32_t source_axes;   /* A bit for each axis that some source follows, and checks coordinates along. */
    double point_limit; /* The largest magnitude of coordinates of points: with factors that positions have it is less
                           than that of all points. */
    uint32_t varies;    /* As the last step has it: all axes beyond the first. */
    bool has_slopes;    /* Some sources have slopes, or steps are partial derivatives. */
    bool is_reduced;    /* Some steps vary along fewer axes than others, or some sources have fewer. */
    const scree_program_step *step;
    const float *number;
    const scree_program_source *source;
    const scree_program_file *file;
    uint32_t file_count;
    const uint32_t *register_varies; /* For each register, as its steps have it. */
} scree_program_code;

/* A program on a grid. Plans of sources are in memory that the program keeps when it is made again. */
typedef struct scree_program {
    scree_program_code code;
    scree_grid grid; /* With defaults filled in. */
    uint32_t axes;
    uint32_t channels;
    uint32_t octaves; /* The sum over all sources. */
    uint64_t samples;
    uint64_t planes;
    scree_range bound;
    scree_plan **source;        /* A plan for each source. */
    uint32_t capacity;          /* Plans that there is memory for. */
    scree_program_source plain; /* The source of noise by itself. */
} scree_program;

/* Whether rows of a source are those of the program. */
static inline bool scree_program_source_has_rows(const scree_program_source *source)
{
    return source->axes > 1 && source->of[1] == 1;
}

/* The same at points: plans that the sources keep. */
typedef struct scree_point_program {
    scree_program_code code;
    uint32_t axes;
    uint32_t channels;
    const scree_point_plan *const *source;
} scree_point_program;

/* Whether a step evaluates a source. */
static inline bool scree_program_is_source(const scree_program_step *step)
{
    return step->instruction == SCREE_STEP_SOURCE;
}

static inline bool scree_program_is_instruction(const scree_program_step *step)
{
    return step->instruction < SCREE_INSTRUCTION_NUMBERS;
}

/* The channel that the last step, or one before it, makes of several ones. */
static inline uint32_t scree_program_channel_of(const scree_program_code *code, uint32_t step)
{
    return code->step_count - 1 - step;
}

/* Whether an instruction reads samples of a file, or a partial derivative. */
static inline bool scree_instruction_is_file(uint32_t instruction)
{
    return instruction < SCREE_INSTRUCTION_NUMBERS && instruction % SCREE_PARTIAL_NUMBERS == SCREE_FILE_INSTRUCTION;
}

/* The number of the file that such an instruction reads. */
static inline uint32_t scree_program_file_of(const scree_program_code *code, const scree_program_step *step)
{
    return (uint32_t)code->number[step->input[SCREE_FILE_AXES] & ~SCREE_STEP_NUMBER];
}

static inline bool scree_program_is_position(const scree_program_step *step)
{
    return step->instruction == SCREE_STEP_POSITION;
}

/* Whether some steps are positions along an axis. */
static inline bool scree_program_has_position(const scree_program_code *code, uint32_t axis)
{
    return (code->position_axes >> axis & 1) != 0;
}

/* The first step after the run of instructions that begins at a step; after any other step the next. All of a run vary
   along the same axes. */
static inline uint32_t scree_program_run_end(const scree_program_code *code, uint32_t step)
{
    const uint32_t varies = code->step[step].varies;
    const bool is_run = scree_program_is_instruction(&code->step[step]);
    for (step++; is_run && step < code->step_count && scree_program_is_instruction(&code->step[step]) &&
                 code->step[step].varies == varies;
         step++) {
    }
    return step;
}

/* Whether values that vary along some axes differ from row to row, or from plane to plane. */
static inline bool scree_varies_with_rows(uint32_t varies)
{
    return (varies >> 1 & 1) != 0;
}

static inline bool scree_varies_with_planes(uint32_t varies)
{
    return varies >> 2 != 0;
}

/* The axes along which a source varies that is not displaced: as steps have them. */
static inline uint32_t scree_program_source_varies(const scree_program_source *source)
{
    uint32_t varies = 0;
    for (uint32_t axis = 0; axis < source->axes; axis++) {
        const bool is_fixed = source->of[axis] == SCREE_NO_AXIS || source->noise->origin.domain.scale[axis] == 0.0;
        varies |= is_fixed ? 0 : UINT32_C(1) << source->of[axis];
    }
    return varies & ~UINT32_C(1);
}

/* A coordinate of a point along an axis of a source: the same number where that follows none, whatever it is. */
static inline uint32_t scree_program_source_of(const scree_program_source *source, uint32_t axis)
{
    return source->of[axis] != SCREE_NO_AXIS ? source->of[axis] : 0;
}

/* Whether rows and planes of a source have the numbers of those of the grid: it has no others, but axes of one
   coordinate behind them. */
static inline bool scree_program_source_is_aligned(const scree_program_source *source, uint32_t axes)
{
    bool is_aligned = source->axes >= axes;
    for (uint32_t axis = 0; axis < source->axes; axis++) {
        is_aligned = is_aligned && source->of[axis] == (axis < axes ? axis : SCREE_NO_AXIS);
    }
    return is_aligned;
}

/* Whether a source has the axes of the grid, all of them and no others. */
static inline bool scree_program_source_is_whole(const scree_program_source *source, uint32_t axes)
{
    return source->axes == axes && scree_program_source_is_aligned(source, axes);
}

/* A bit for each axis that a source follows. */
static inline uint32_t scree_program_source_axes(const scree_program_source *source)
{
    uint32_t axes = 0;
    for (uint32_t axis = 0; axis < source->axes; axis++) {
        axes |= source->of[axis] != SCREE_NO_AXIS ? UINT32_C(1) << source->of[axis] : 0;
    }
    return axes;
}

/* Whether the sources of a program check all coordinates of points. */
static inline bool scree_program_checks_points(const scree_program_code *code, uint32_t axes)
{
    return code->source_axes == (UINT32_C(1) << axes) - 1 && code->point_limit >= SCREE_MAX_ORIGIN;
}

/* Points as a source sees them. */
static inline scree_points scree_program_source_points(const scree_program_source *source, const scree_points *points)
{
    scree_points seen = *points;
    seen.axes = source->axes;
    for (uint32_t axis = 0; axis < source->axes; axis++) {
        seen.coordinate[axis] = points->coordinate[scree_program_source_of(source, axis)];
        seen.stride[axis] = points->stride[scree_program_source_of(source, axis)];
    }
    return seen;
}

/* Whether a program is noise by itself: its only step writes the result. */
static inline bool scree_program_is_plain(const scree_program_code *code)
{
    return code->step_count == 1 && scree_program_is_source(&code->step[0]);
}

/*
 * Makes the program of a field of noise, or of a graph, on a grid, in memory that was zero at first and may hold an
 * older program. Errors, logged: as scree_plan_make(); SCREE_ERROR_INVALID for ranges that an operator does not take.
 */
scree_result scree_program_make(scree_context *context, const scree_field *field, const scree_grid *grid,
                                scree_program *program);

void scree_program_clear(scree_program *program);

/* The row, and the plane, of a source's own grid that has the samples of a row and of a plane of a program. */
typedef struct scree_source_place {
    uint64_t row;
    uint64_t plane;
} scree_source_place;

scree_source_place scree_program_source_place(const scree_program *program, uint32_t source, uint64_t row,
                                              uint64_t plane);

/* The box of a source's own grid that has the samples of a box of a program: all planes, and the rows of those of the
   program where its rows are not the source's. */
scree_box scree_program_source_box(const scree_program *program, uint32_t source, const scree_box *box);

/*
 * Positions along an axis, rounded to float32: of columns and of rows from one on that counts from the grid's first.
 * Along other axes they are those of planes, whose numbers run through all of these axes like digits.
 */
void scree_program_positions(const scree_program *program, uint32_t axis, uint64_t first, size_t count, float *out);

/* The coordinate of a point as such a position. */
static inline float scree_program_position_of(double coordinate)
{
    return fabs(coordinate) < 0x1p-63 ? 0.0f : (float)coordinate;
}

/* The plan of a field of noise, or of a graph, on a grid: it owns its program. Errors, logged: as above. */
scree_result scree_program_plan(scree_context *context, const scree_field *field, const scree_grid *grid,
                                scree_field_plan *plan);
void scree_program_plan_clear(scree_field_plan *plan);

/* The program of a plan of noise or of a graph, on a grid. */
static inline const scree_program *scree_program_of(const scree_field_plan *plan)
{
    return plan->part;
}

/* Room for the program of noise by itself at points. */
typedef struct scree_plain_points {
    scree_point_program program;
    scree_program_source own;
    const scree_point_plan *source;
} scree_plain_points;

/* The program of a plan of points, which is made in `room` where the plan is one of noise. */
const scree_point_program *scree_point_program_of(const scree_field_plan *plan, scree_plain_points *room);

#endif
