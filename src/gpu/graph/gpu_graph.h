/*
 * Programs (program.h) on a GPU. A source is evaluated into a register like any noise (gpu_noise.h); a run of
 * instructions is one dispatch, in which a thread evaluates all of them at its sample. Registers are arrays of samples
 * in the device's memory. Loads from registers are trimmed, so that instructions that only trim the value of a
 * source in its register need not run. Positions have no registers, because instructions read them where they are: in
 * tables that are uploaded for a submission of a grid, or among the coordinates of points. Noise by itself, a plain
 * program, has no registers: its source writes the values.
 */
#ifndef SCREE_GPU_GRAPH_H
#define SCREE_GPU_GRAPH_H

#include "gpu_noise.h"
#include "gpu_slot.h"
#include "point_pass.h"
#include "program.h"
#include "whole_numbers.h"

/* The instructions of a program as devices read them (combine_layout.h). */
typedef struct scree_gpu_code {
    uint32_t *word;
    uint32_t *first; /* For each step, and behind the last one: the instructions before it. */
    uint64_t number; /* The identity of the program. */
} scree_gpu_code;

/* Whether values differ from plane to plane of a submission, which has one index along all axes from the fourth on
   where some steps have fewer axes than others. */
static inline bool scree_gpu_varies_with_planes(uint32_t varies)
{
    return (varies >> 2 & 1) != 0;
}

/* Makes the instructions of a program on a grid, or at points, where registers have all points; none of a plain one.
   Errors, logged: SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_UNSUPPORTED for files that are too large for the device. The
   code is to be cleared all the same. */
scree_result scree_gpu_code_make(scree_gpu *gpu, const scree_program_code *program, bool is_of_grid,
                                 scree_gpu_code *code);
void scree_gpu_code_clear(scree_gpu_code *code);

/* The size of the instructions, and of the files that they read, which follow them; and how both are written. */
uint64_t scree_gpu_code_bytes(const scree_gpu_code *code, const scree_program_code *program);
void scree_gpu_code_write(const scree_gpu_code *code, const scree_program_code *program, uint32_t *words);

/* Whether a step is not of one run with the step before. */
static inline bool scree_gpu_parts_run(const scree_program_step *before, const scree_program_step *step)
{
    return scree_program_is_source(before) || scree_program_is_source(step) || before->varies != step->varies ||
           scree_instruction_is_file(before->instruction) != scree_instruction_is_file(step->instruction);
}

/* The step behind the run of instructions, and of positions among them, that begins at a step; behind a source the
   next. All of a run vary along the same axes, and either all or none read files. */
static inline uint32_t scree_gpu_run_end(const scree_program_code *code, uint32_t step)
{
    for (step++; step < code->step_count && !scree_gpu_parts_run(&code->step[step - 1], &code->step[step]); step++) {
    }
    return step;
}

/* Whether some steps have instructions: positions and trims have none. */
static inline bool scree_gpu_has_instructions(const scree_gpu_code *code, uint32_t step, uint32_t end)
{
    return code->first[end] > code->first[step];
}

/* Positions of samples, which lie as coordinates of points do. Along an axis, sample `i` of the registers has number
   i / repeats % count of them. */
typedef struct scree_gpu_positions {
    scree_gpu_point_layout layout;
    bool are_wide; /* They are float64. */
    uint64_t repeats[COMBINE_AXES];
    uint64_t count[COMBINE_AXES];
} scree_gpu_positions;

/* Samples of a register that are combined. */
typedef struct scree_gpu_combination {
    scree_gpu_commands *commands;
    scree_gpu_span code;
    const scree_gpu_positions *positions; /* NULL where the program has none. */
    const scree_gpu_memory *registers;
    uint64_t samples; /* Samples of the registers. */
    uint64_t first;   /* The first that is combined. */
    uint64_t width;
    uint64_t rows;
    uint64_t planes;
    uint64_t row_samples; /* Samples of a row, and of a plane, of registers. */
    uint64_t plane_samples;
    uint32_t channels; /* Words of a sample among the values. */
    /* The last run only: where values go, and the range pairs or NULL. */
    scree_gpu_span values;
    uint32_t first_value;
    uint64_t row_stride;
    uint64_t plane_stride;
    const scree_gpu_memory *range;
} scree_gpu_combination;

/* Says that the programs that combine registers will be dispatched soon. */
void scree_gpu_combine_prepare(scree_gpu *gpu, const scree_gpu_code *code, const scree_program_code *program);

/* Records a run of instructions: those of the steps from `step` to the one before `end`, of which there are some. The
   caller records a barrier before it. */
void scree_gpu_combine_record(const scree_gpu_code *code, uint32_t step, uint32_t end,
                              const scree_gpu_combination *combination);

/* Registers begin where spans may, and where four floats can be read at a time. */
#define SCREE_GPU_REGISTER_ALIGNMENT ((uint64_t)64)

/* Words from a register of N samples to the next, and the bytes of all registers of a program. */
static inline uint64_t scree_gpu_register_stride(uint64_t samples)
{
    return scree_div_round_up(samples, SCREE_GPU_REGISTER_ALIGNMENT) * SCREE_GPU_REGISTER_ALIGNMENT;
}

static inline uint64_t scree_gpu_register_bytes(const scree_program_code *program, uint64_t samples)
{
    return program->register_count * scree_gpu_register_stride(samples) * sizeof(float);
}

/* The registers by which a source is displaced. */
static inline scree_gpu_displacing scree_gpu_displacing_of(const scree_program_step *step,
                                                           const scree_gpu_memory *registers, uint64_t samples)
{
    scree_gpu_displacing displacing = {.memory = registers, .stride = scree_gpu_register_stride(samples)};
    for (uint32_t axis = 0; axis < step->displaced_axes; axis++) {
        displacing.number[axis] = step->input[1 + axis];
    }
    return displacing;
}

/* Samples whose registers N bytes hold, a multiple of the alignment. A plain program has no registers, and no limit. */
uint64_t scree_gpu_register_samples(const scree_program_code *program, uint64_t bytes);

/* A program on a grid, and what all of its submissions share. */
typedef struct scree_gpu_graph {
    scree_gpu *gpu;
    const scree_program *program;
    scree_gpu_field *source; /* A field for each source, */
    scree_box *source_box;   /* and its part of the submission at hand. */
    scree_gpu_code code;
    uint64_t most_samples; /* The most samples of a submission. */
} scree_gpu_graph;

/* Errors, logged: SCREE_ERROR_OUT_OF_MEMORY. The graph is to be cleared all the same. */
scree_result scree_gpu_graph_init(scree_gpu_graph *graph, scree_gpu *gpu, const scree_program *program);
void scree_gpu_graph_clear(scree_gpu_graph *graph);

/* Chooses how much of the available memory a submission may take. */
void scree_gpu_graph_choose_batch(scree_gpu_graph *graph, uint64_t available);

/* The submissions of a box that fit all sources, and the registers. `has_strides`: samples get the grid's strides on
   the device. */
scree_submission_walk scree_gpu_graph_submissions(const scree_gpu_graph *graph, const scree_box *box, bool has_strides);

/*
 * Begins the commands of a slot, whose earlier submission must have ended, and records all of a submission in them. The
 * target's tables and displacements are those of the slot, and need not be set.
 */
scree_result scree_gpu_graph_record(scree_gpu_graph *graph, const scree_box *submission, scree_gpu_slot *slot,
                                    const scree_gpu_submission_target *target);

#endif
