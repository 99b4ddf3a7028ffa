/*
 * The steps of a program with the memory of their values, for batches of rows. A value that only instructions of its
 * own run read has one row for all of a batch, which stays in the first cache. Where rows are short, all rows of a
 * batch are computed as one.
 */
#ifndef SCREE_CPU_PROGRAM_STEPS_H
#define SCREE_CPU_PROGRAM_STEPS_H

#include "arena.h"
#include "cpu_kernels.h"
#include "program.h"

/* Rows of a batch: the first one, and floats from a row to the next. */
typedef struct scree_batch_rows {
    float *first;
    size_t stride;
} scree_batch_rows;

typedef struct scree_cpu_step {
    scree_batch_rows result; /* Unset in the last step, whose values leave the program. */
    scree_batch_rows input[SCREE_INSTRUCTION_INPUTS];
    size_t input_step[SCREE_INSTRUCTION_INPUTS]; /* 1, or 0 for a number. */
} scree_cpu_step;

typedef struct scree_cpu_steps {
    const scree_program_code *code;
    size_t line_stride; /* Floats from a row of a register to the next. */
    bool joins_rows;
    scree_cpu_step *step; /* One for each of the code. */
} scree_cpu_steps;

/* Takes the memory of a program's values, for batches of at most so many rows of so many samples. */
void scree_cpu_steps_allocate(scree_cpu_steps *steps, scree_arena *arena, const scree_program_code *code, uint32_t rows,
                              size_t width);

/* Computes the run of instructions from step `first` up to `end`, for rows of `count` samples. The last step of the
   program writes to `out`. */
void scree_cpu_steps_run(const scree_cpu_steps *steps, const scree_combine_kernels *kernels, uint32_t first,
                         uint32_t end, uint32_t rows, size_t count, const scree_batch_rows *out);

#endif
