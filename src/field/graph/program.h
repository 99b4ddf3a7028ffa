/*
 * Programs: what devices compute. A program is a list of stages: a source evaluates noise into a register, and runs of
 * instructions combine registers. Noise by itself is a program of one source. Registers hold a sample each, for as many
 * samples as a device works on at a time.
 */
#ifndef SCREE_PROGRAM_H
#define SCREE_PROGRAM_H

#include <math.h>

#include "field_type.h"
#include "op_definition.h"
#include "plan.h"

/* A step evaluates a source, the position of samples along an axis, or an instruction; a slope of a source is there. */
typedef struct scree_program_step {
    uint32_t
        instruction; /* The number of an instruction, SCREE_STEP_SOURCE, SCREE_STEP_POSITION or SCREE_STEP_SLOPE. */
    uint32_t result; /* The register of its value; SCREE_PROGRAM_OUT in the last step. */
    /* Registers or, with SCREE_STEP_NUMBER, indices of numbers; of a source its number among them and, where it is
       displaced, the registers of how far along each axis; of a position its axis. Unused ones are 0. */
    uint32_t input[SCREE_INSTRUCTION_INPUTS];
    /* Registers side by side that the result is one of, and its number among them; 0 where it is by itself. A source
       with slopes fills them all: the value, and the slope along each axis. */
    uint32_t block;
    uint32_t block_index;
    uint32_t displaced_axes; /* Axes along which a source is displaced; 0 = none. */
} scree_program_step;

#define SCREE_STEP_SOURCE 0xffffffffu
#define SCREE_STEP_POSITION 0xfffffffeu
#define SCREE_STEP_SLOPE 0xfffffffdu
#define SCREE_STEP_NUMBER 0x80000000u
/* The result that leaves the program: that of an instruction or, in a plain program, of its source. */
#define SCREE_PROGRAM_OUT 0x7fffffffu

/* The axes along which programs may have positions. */
#define SCREE_POSITION_AXES 4u

/* A program without a grid: what a field is made of. */
typedef struct scree_program_code {
    uint32_t step_count;
    uint32_t source_count;
    uint32_t register_count;
    uint32_t number_count;
    uint32_t position_axes; /* A bit for each axis along which steps have positions. */
    bool has_slopes;        /* Some sources have slopes, or steps are partial derivatives. */
    const scree_program_step *step;
    const float *number;
    const scree_noise_field *const *source;
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
    scree_plan **source; /* A plan for each source. */
    uint32_t capacity;   /* Plans that there is memory for. */
} scree_program;

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

static inline bool scree_program_is_position(const scree_program_step *step)
{
    return step->instruction == SCREE_STEP_POSITION;
}

/* Whether some steps are positions along an axis. */
static inline bool scree_program_has_position(const scree_program_code *code, uint32_t axis)
{
    return (code->position_axes >> axis & 1) != 0;
}

/* The first step after the run of instructions that begins at a step; after any other step the next. */
static inline uint32_t scree_program_run_end(const scree_program_code *code, uint32_t step)
{
    const bool is_run = scree_program_is_instruction(&code->step[step]);
    for (step++; is_run && step < code->step_count && scree_program_is_instruction(&code->step[step]); step++) {
    }
    return step;
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
    const scree_point_plan *source;
} scree_plain_points;

/* The program of a plan of points, which is made in `room` where the plan is one of noise. */
const scree_point_program *scree_point_program_of(const scree_field_plan *plan, scree_plain_points *room);

#endif
