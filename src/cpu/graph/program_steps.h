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

/* When a step is evaluated: once for a tile, for each plane of it, or for each batch of rows. */
typedef enum scree_cpu_phase { SCREE_PHASE_TILE, SCREE_PHASE_PLANE, SCREE_PHASE_BATCH } scree_cpu_phase;

/* The phase of values that vary along some axes in a program. */
static inline scree_cpu_phase scree_cpu_phase_of(const scree_program_code *code, uint32_t varies)
{
    const bool is_reduced = scree_varies_with_rows(varies) != scree_varies_with_rows(code->varies) ||
                            scree_varies_with_planes(varies) != scree_varies_with_planes(code->varies);
    return !is_reduced ? SCREE_PHASE_BATCH : scree_varies_with_planes(varies) ? SCREE_PHASE_PLANE : SCREE_PHASE_TILE;
}

/* A register: rows of values, a line apart, as many as differ in what it is evaluated for. */
typedef struct scree_cpu_register {
    float *first;
    scree_cpu_phase phase;
    bool has_rows;    /* It has a row for each one of the tile, or of the batch; otherwise one for all. */
    bool is_constant; /* A row is one number, as a vector of any width. */
    size_t stride;    /* Floats from a row to the next, */
    size_t floats;    /* and of all; registers of a block lie side by side and have the same. */
} scree_cpu_register;

typedef struct scree_cpu_steps {
    const scree_program_code *code;
    size_t line_stride; /* Floats from a row of a register to the next. */
    scree_cpu_register *registers;
    float *numbers;       /* Each as a vector of any width. */
    float *samples;       /* Rows of noise with slopes, whose floats lie side by side; */
    size_t sample_stride; /* floats from a row to the next. */
} scree_cpu_steps;

/* The rows for which steps are evaluated. */
typedef struct scree_cpu_rows {
    scree_cpu_phase phase;
    uint32_t first;   /* Counted from the tile's first: where registers of a tile have them. */
    uint32_t skipped; /* Rows of the batch before them. */
    uint32_t count;
    size_t width;
} scree_cpu_rows;

/* Rows where the values of a program go: the first one, and floats from a row to the next. */
typedef struct scree_batch_rows {
    float *first;
    size_t stride;
} scree_batch_rows;

/* Takes the memory of a program's values, for tiles of `tile_rows` rows and batches of `rows` at most, of `width`
   samples. At points, where a tile has no rows, all steps are of one phase. */
void scree_cpu_steps_allocate(scree_cpu_steps *steps, scree_arena *arena, const scree_program_code *code, uint32_t rows,
                              uint32_t tile_rows, size_t width);

/* The values of a register in a row, counted from the first of those that are evaluated. */
float *scree_cpu_steps_row(const scree_cpu_steps *steps, uint32_t number, const scree_cpu_rows *rows, uint32_t row);

/* How far rows are displaced, by the values that a displaced source reads. Rows are filled up to whole vectors with the
   last value. */
scree_cpu_displacement scree_cpu_steps_displacement(const scree_cpu_steps *steps, const scree_program_step *step,
                                                    const scree_cpu_rows *rows);

/* Takes rows of samples of a source with slopes, `sample_stride` floats apart, apart: into its value and its slopes. */
void scree_cpu_steps_split(const scree_cpu_steps *steps, uint32_t step, const scree_cpu_rows *rows);

/* The values of the first of several channels in a row, which the last step of the program copies. */
scree_cpu_operand scree_cpu_steps_first_channel(const scree_cpu_steps *steps, const scree_cpu_rows *rows, uint32_t row);

/* Computes the run of instructions from step `first` up to `end`, which are of the rows' phase. The last steps of the
   program write to `out`. */
void scree_cpu_steps_run(const scree_cpu_steps *steps, const scree_combine_kernels *kernels, uint32_t first,
                         uint32_t end, const scree_cpu_rows *rows, const scree_batch_rows *out);

#endif
