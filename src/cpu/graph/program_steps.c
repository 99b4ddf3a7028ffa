#include "program_steps.h"

/* Samples of a batch up to which its rows are joined: calls would take longer than their work, and all of it stays in
   the first cache. */
#define JOINED_SAMPLES 1024u

/* Floats of a number, which inputs read as a vector of any width. */
#define NUMBER_FLOATS SCREE_LINE_SAMPLES

static bool is_number(uint32_t input)
{
    return (input & SCREE_STEP_NUMBER) != 0;
}

static uint32_t count_inputs(const scree_program_step *step)
{
    return scree_program_is_source(step) ? 0 : scree_instruction_inputs(step->instruction);
}

/* Marks the steps whose values only their own runs read; `maker` has room for the last step of each register. */
static void find_local_values(const scree_program_code *code, uint32_t *maker, bool *is_local)
{
    uint32_t run = 0; /* The first step of the run at hand. */
    for (uint32_t s = 0; s < code->step_count; s++) {
        const scree_program_step *step = &code->step[s];
        is_local[s] = !scree_program_is_source(step);
        run = scree_program_is_source(step) ? s + 1 : run;
        for (uint32_t i = 0; i < count_inputs(step); i++) {
            if (!is_number(step->input[i]) && maker[step->input[i]] < run) {
                is_local[maker[step->input[i]]] = false;
            }
        }
        if (step->result != SCREE_PROGRAM_OUT) {
            maker[step->result] = s;
        }
    }
}

/* Registers have a row of their own for values of a run, and rows of a batch. */
typedef struct register_memory {
    float *registers;
    float *numbers;
    uint32_t *maker;
    bool *is_local;
    size_t register_floats;
} register_memory;

static scree_batch_rows rows_of(const scree_cpu_steps *steps, const register_memory *memory, uint32_t number,
                                uint32_t maker)
{
    float *first = memory->registers + number * memory->register_floats;
    return !steps->joins_rows && memory->is_local[maker]
               ? (scree_batch_rows){.first = first}
               : (scree_batch_rows){.first = first + steps->line_stride, .stride = steps->line_stride};
}

/* Gives every step the memory of its values. */
static void place_values(const scree_cpu_steps *steps, const register_memory *memory)
{
    for (uint32_t s = 0; s < steps->code->step_count; s++) {
        const scree_program_step *step = &steps->code->step[s];
        for (uint32_t i = 0; i < count_inputs(step); i++) {
            const uint32_t input = step->input[i];
            steps->step[s].input_step[i] = is_number(input) ? 0 : 1;
            steps->step[s].input[i] =
                is_number(input)
                    ? (scree_batch_rows){.first = memory->numbers + (input & ~SCREE_STEP_NUMBER) * NUMBER_FLOATS}
                    : rows_of(steps, memory, input, memory->maker[input]);
        }
        if (step->result != SCREE_PROGRAM_OUT) {
            memory->maker[step->result] = s;
            steps->step[s].result = rows_of(steps, memory, step->result, s);
        }
    }
}

static void write_numbers(const scree_program_code *code, float *numbers)
{
    for (uint32_t i = 0; i < code->number_count * NUMBER_FLOATS; i++) {
        numbers[i] = code->number[i / NUMBER_FLOATS];
    }
}

void scree_cpu_steps_allocate(scree_cpu_steps *steps, scree_arena *arena, const scree_program_code *code, uint32_t rows,
                              size_t width)
{
    const size_t line_stride = scree_whole_line(width);
    register_memory memory = {.register_floats = (1 + rows) * line_stride};
    scree_cpu_step *step = scree_arena_allocate(arena, code->step_count * sizeof *step);
    memory.is_local = scree_arena_allocate(arena, code->step_count * sizeof *memory.is_local);
    memory.maker = scree_arena_words(arena, code->register_count);
    memory.numbers = scree_arena_words(arena, code->number_count * NUMBER_FLOATS);
    memory.registers = scree_arena_words(arena, code->register_count * memory.register_floats);
    if (arena->memory != NULL) {
        *steps = (scree_cpu_steps){.code = code,
                                   .line_stride = line_stride,
                                   .joins_rows = rows > 1 && rows * line_stride <= JOINED_SAMPLES,
                                   .step = step};
        write_numbers(code, memory.numbers);
        find_local_values(code, memory.maker, memory.is_local);
        place_values(steps, &memory);
    }
}

static void run_step(const scree_cpu_steps *steps, const scree_combine_kernels *kernels, uint32_t number, uint32_t row,
                     size_t count, float *out)
{
    const scree_cpu_step *step = &steps->step[number];
    scree_cpu_operand operand[SCREE_INSTRUCTION_INPUTS];
    for (uint32_t i = 0; i < count_inputs(&steps->code->step[number]); i++) {
        operand[i] =
            (scree_cpu_operand){.at = step->input[i].first + row * step->input[i].stride, .step = step->input_step[i]};
    }
    kernels->instruction[steps->code->step[number].instruction](
        operand, count, out != NULL ? out : step->result.first + row * step->result.stride);
}

static bool leaves(const scree_cpu_steps *steps, uint32_t number)
{
    return number + 1 == steps->code->step_count;
}

void scree_cpu_steps_run(const scree_cpu_steps *steps, const scree_combine_kernels *kernels, uint32_t first,
                         uint32_t end, uint32_t rows, size_t count, const scree_batch_rows *out)
{
    for (uint32_t s = first; steps->joins_rows && s < end && !leaves(steps, s); s++) {
        run_step(steps, kernels, s, 0, rows * steps->line_stride, NULL);
    }
    /* What leaves the program goes row by row in any case. */
    const uint32_t rest = !steps->joins_rows ? first : leaves(steps, end - 1) ? end - 1 : end;
    for (uint32_t row = 0; rest < end && row < rows; row++) {
        for (uint32_t s = rest; s < end; s++) {
            run_step(steps, kernels, s, row, count, leaves(steps, s) ? out->first + row * out->stride : NULL);
        }
    }
}
