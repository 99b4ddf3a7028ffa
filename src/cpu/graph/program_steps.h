/*
 * The steps of a program with the memory of their values, for batches of rows. A register has all rows of a batch,
 * which an instruction computes as one: rows by themselves would stay in the first cache, but calls cost more than that
 * gains.
 */
#ifndef SCREE_CPU_PROGRAM_STEPS_H
#define SCREE_CPU_PROGRAM_STEPS_H

#include "arena.h"
#include "cpu_kernels.h"
#include "program.h"

typedef struct scree_cpu_steps {
    const scree_program_code *code;
    size_t line_stride;     /* Floats from a row of a register to the next. */
    size_t register_floats; /* Floats of a register. */
    float *registers;
    float *numbers;       /* Each as a vector of any width. */
    float *samples;       /* Rows of noise with slopes, whose floats lie side by side; */
    size_t sample_stride; /* floats from a row to the next. */
} scree_cpu_steps;

/* Rows where the values of a program go: the first one, and floats from a row to the next. */
typedef struct scree_batch_rows {
    float *first;
    size_t stride;
} scree_batch_rows;

/* Takes the memory of a program's values, for batches of at most `rows` rows of `width` samples. */
void scree_cpu_steps_allocate(scree_cpu_steps *steps, scree_arena *arena, const scree_program_code *code, uint32_t rows,
                              size_t width);

/* The memory of a step's value, which stays in the program. */
static inline float *scree_cpu_steps_register(const scree_cpu_steps *steps, uint32_t step)
{
    return steps->registers + steps->code->step[step].result * steps->register_floats;
}

/* How far rows of `count` samples are displaced, by the values that a displaced source reads. Rows are filled up to
   whole vectors with the last value. */
scree_cpu_displacement scree_cpu_steps_displacement(const scree_cpu_steps *steps, const scree_program_step *step,
                                                    uint32_t rows, size_t count);

/* Takes rows of samples of a source with slopes, `sample_stride` floats apart, apart: into its value and its slopes. */
void scree_cpu_steps_split(const scree_cpu_steps *steps, uint32_t step, uint32_t rows, size_t count);

/* Computes the run of instructions from step `first` up to `end`, for rows of `count` samples. The last step of the
   program writes to `out`. */
void scree_cpu_steps_run(const scree_cpu_steps *steps, const scree_combine_kernels *kernels, uint32_t first,
                         uint32_t end, uint32_t rows, size_t count, const scree_batch_rows *out);

#endif
