#include "program_steps.h"

#include "warp_rows.h"

/* Floats of a number, which inputs read as a vector of any width. */
#define NUMBER_FLOATS SCREE_LINE_SAMPLES

void scree_cpu_steps_allocate(scree_cpu_steps *steps, scree_arena *arena, const scree_program_code *code, uint32_t rows,
                              size_t width)
{
    const size_t line_stride = scree_whole_line(width);
    *steps = (scree_cpu_steps){.code = code, .line_stride = line_stride, .register_floats = rows * line_stride};
    steps->registers = scree_arena_words(arena, code->register_count * steps->register_floats);
    steps->numbers = scree_arena_words(arena, code->number_count * NUMBER_FLOATS);
    steps->sample_stride = (1 + SCREE_POSITION_AXES) * line_stride;
    steps->samples = scree_arena_words(arena, code->has_slopes ? rows * steps->sample_stride : 0);
    for (uint32_t i = 0; steps->numbers != NULL && i < code->number_count * NUMBER_FLOATS; i++) {
        steps->numbers[i] = code->number[i / NUMBER_FLOATS];
    }
}

/* An input of a step, from a row on. */
static scree_cpu_operand operand_of(const scree_cpu_steps *steps, uint32_t input, uint32_t row)
{
    if ((input & SCREE_STEP_NUMBER) != 0) {
        return (scree_cpu_operand){.at = steps->numbers + (input & ~SCREE_STEP_NUMBER) * NUMBER_FLOATS};
    }
    return (scree_cpu_operand){.at = steps->registers + input * steps->register_floats + row * steps->line_stride,
                               .step = 1};
}

static void run_step(const scree_cpu_steps *steps, const scree_combine_kernels *kernels, uint32_t number, uint32_t row,
                     size_t count, float *out)
{
    const scree_program_step *step = &steps->code->step[number];
    scree_cpu_operand operand[SCREE_INSTRUCTION_INPUTS];
    for (uint32_t i = 0; i < scree_instruction_inputs(step->instruction); i++) {
        operand[i] = operand_of(steps, step->input[i], row);
    }
    kernels->instruction[step->instruction](operand, count, out);
}

/* Fills rows of a register up to whole vectors. */
static void pad_rows(const scree_cpu_steps *steps, float *row, uint32_t rows, size_t count)
{
    for (uint32_t i = 0; i < rows; i++, row += steps->line_stride) {
        for (size_t end = count; end < scree_whole_line(count); end++) {
            row[end] = row[count - 1];
        }
    }
}

scree_cpu_displacement scree_cpu_steps_displacement(const scree_cpu_steps *steps, const scree_program_step *step,
                                                    uint32_t rows, size_t count)
{
    scree_cpu_displacement displacement = {.row_stride = steps->line_stride, .slope_stride = steps->register_floats};
    for (uint32_t axis = 0; axis < step->displaced_axes; axis++) {
        float *by = steps->registers + step->input[1 + axis] * steps->register_floats;
        displacement.along[axis] = by;
        for (uint32_t part = 0; part == 0 || part < step->block; part++, by += steps->register_floats) {
            pad_rows(steps, by, rows, count);
        }
    }
    return displacement;
}

void scree_cpu_steps_split(const scree_cpu_steps *steps, uint32_t step, uint32_t rows, size_t count)
{
    float *out = scree_cpu_steps_register(steps, step);
    for (uint32_t row = 0; row < rows; row++) {
        scree_warp_row_split(steps->samples + row * steps->sample_stride, steps->code->step[step].block, count, count,
                             out + row * steps->line_stride, steps->register_floats);
    }
}

void scree_cpu_steps_run(const scree_cpu_steps *steps, const scree_combine_kernels *kernels, uint32_t first,
                         uint32_t end, uint32_t rows, size_t count, const scree_batch_rows *out)
{
    const size_t all = (rows - 1) * steps->line_stride + count;
    for (uint32_t s = first; s < end; s++) {
        if (steps->code->step[s].result != SCREE_PROGRAM_OUT) {
            run_step(steps, kernels, s, 0, all, scree_cpu_steps_register(steps, s));
            continue;
        }
        for (uint32_t row = 0; row < rows; row++) {
            run_step(steps, kernels, s, row, count, out->first + row * out->stride);
        }
    }
}
