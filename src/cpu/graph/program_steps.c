#include "program_steps.h"

#include "warp_rows.h"

/* Floats of a number, which inputs read as a vector of any width. */
#define NUMBER_FLOATS SCREE_LINE_SAMPLES

/* A register without its memory. At points, where tiles have no rows, all are alike; in tiles positions beyond the
   first axis are one number in each row. */
static scree_cpu_register describe_register(const scree_cpu_steps *steps, uint32_t number, uint32_t rows,
                                            uint32_t tile_rows)
{
    const scree_program_code *code = steps->code;
    const bool is_position = number >= code->register_count;
    const bool is_constant = is_position && number > code->register_count && tile_rows > 0;
    const size_t stride = is_constant ? NUMBER_FLOATS : steps->line_stride;
    const uint32_t axis = number - code->register_count;
    const uint32_t varies = tile_rows > 0 ? code->register_varies[number] : code->varies;
    const scree_cpu_phase phase = scree_cpu_phase_of(code, varies);
    const uint32_t most = phase == SCREE_PHASE_TILE ? tile_rows : rows;
    const bool has_rows = phase == SCREE_PHASE_BATCH || scree_varies_with_rows(varies);
    const bool is_there = !is_position || scree_program_has_position(code, axis);
    return (scree_cpu_register){.phase = phase,
                                .has_rows = has_rows,
                                .is_constant = is_constant,
                                .stride = stride,
                                .floats = is_there ? (has_rows ? most : 1) * stride : 0};
}

static void allocate_registers(scree_cpu_steps *steps, scree_arena *arena, uint32_t rows, uint32_t tile_rows)
{
    const uint32_t count = steps->code->register_count + (steps->code->position_axes != 0 ? SCREE_POSITION_AXES : 0);
    size_t floats = 0;
    for (uint32_t i = 0; i < count; i++) {
        floats += describe_register(steps, i, rows, tile_rows).floats;
    }
    steps->registers = scree_arena_allocate(arena, count * sizeof *steps->registers);
    float *memory = scree_arena_words(arena, floats);
    for (uint32_t i = 0; i < count && memory != NULL; i++) {
        steps->registers[i] = describe_register(steps, i, rows, tile_rows);
        steps->registers[i].first = memory;
        memory += steps->registers[i].floats;
    }
}

void scree_cpu_steps_allocate(scree_cpu_steps *steps, scree_arena *arena, const scree_program_code *code, uint32_t rows,
                              uint32_t tile_rows, size_t width)
{
    const size_t line_stride = scree_whole_line(width);
    *steps = (scree_cpu_steps){.code = code, .line_stride = line_stride};
    allocate_registers(steps, arena, rows, tile_rows);
    steps->numbers = scree_arena_words(arena, code->number_count * NUMBER_FLOATS);
    steps->sample_stride = (1 + SCREE_POSITION_AXES) * line_stride;
    steps->samples = scree_arena_words(arena, code->has_slopes ? rows * steps->sample_stride : 0);
    for (uint32_t i = 0; steps->numbers != NULL && i < code->number_count * NUMBER_FLOATS; i++) {
        steps->numbers[i] = code->number[i / NUMBER_FLOATS];
    }
}

float *scree_cpu_steps_row(const scree_cpu_steps *steps, uint32_t number, const scree_cpu_rows *rows, uint32_t row)
{
    const scree_cpu_register *own = &steps->registers[number];
    const uint32_t first = rows->skipped + (own->phase == SCREE_PHASE_TILE ? rows->first : 0);
    return own->first + (own->has_rows ? (first + row) * own->stride : 0);
}

/* An input of a step, from a row on. */
static scree_cpu_operand operand_of(const scree_cpu_steps *steps, uint32_t input, const scree_cpu_rows *rows,
                                    uint32_t row)
{
    if ((input & SCREE_STEP_NUMBER) != 0) {
        return (scree_cpu_operand){.at = steps->numbers + (input & ~SCREE_STEP_NUMBER) * NUMBER_FLOATS};
    }
    return (scree_cpu_operand){.at = scree_cpu_steps_row(steps, input, rows, row),
                               .step = steps->registers[input].is_constant ? 0 : 1};
}

scree_cpu_operand scree_cpu_steps_first_channel(const scree_cpu_steps *steps, const scree_cpu_rows *rows, uint32_t row)
{
    return operand_of(steps, steps->code->step[steps->code->step_count - 1].input[0], rows, row);
}

/* Lays the channels of rows side by side, which the last steps copy. */
static void run_channels(const scree_cpu_steps *steps, const scree_combine_kernels *kernels, const scree_cpu_rows *rows,
                         const scree_batch_rows *out)
{
    const scree_program_code *code = steps->code;
    scree_cpu_operand channel[SCREE_MAX_OUTPUT_CHANNELS];
    for (uint32_t row = 0; row < rows->count; row++) {
        for (uint32_t s = code->step_count - code->channels; s < code->step_count; s++) {
            channel[scree_program_channel_of(code, s)] = operand_of(steps, code->step[s].input[0], rows, row);
        }
        kernels->interleave(channel, code->channels, rows->width, out->first + row * out->stride);
    }
}

static void run_step(const scree_cpu_steps *steps, const scree_combine_kernels *kernels, uint32_t number,
                     const scree_cpu_rows *rows, uint32_t row, size_t count, float *out)
{
    const scree_program_step *step = &steps->code->step[number];
    scree_cpu_operand operand[SCREE_INSTRUCTION_INPUTS];
    for (uint32_t i = 0; i < scree_instruction_inputs(step->instruction); i++) {
        operand[i] = operand_of(steps, step->input[i], rows, row);
    }
    if (scree_instruction_is_file(step->instruction)) {
        const scree_program_file *file = &steps->code->file[scree_program_file_of(steps->code, step)];
        operand[SCREE_FILE_AXES] = (scree_cpu_operand){.at = (const float *)(const void *)file->word};
    }
    kernels->instruction[step->instruction](operand, count, out);
}

/* Fills rows of a register up to whole vectors. */
static void pad_rows(const scree_cpu_steps *steps, float *row, const scree_cpu_rows *rows)
{
    const size_t count = rows->width;
    for (uint32_t i = 0; i < rows->count; i++, row += steps->line_stride) {
        for (size_t end = count; end < scree_whole_line(count); end++) {
            row[end] = row[count - 1];
        }
    }
}

scree_cpu_displacement scree_cpu_steps_displacement(const scree_cpu_steps *steps, const scree_program_step *step,
                                                    const scree_cpu_rows *rows)
{
    scree_cpu_displacement displacement = {.row_stride = steps->line_stride,
                                           .slope_stride = steps->registers[step->input[1]].floats};
    for (uint32_t axis = 0; axis < step->displaced_axes; axis++) {
        float *by = scree_cpu_steps_row(steps, step->input[1 + axis], rows, 0);
        displacement.along[axis] = by;
        for (uint32_t part = 0; part == 0 || part < step->block; part++, by += displacement.slope_stride) {
            pad_rows(steps, by, rows);
        }
    }
    return displacement;
}

void scree_cpu_steps_split(const scree_cpu_steps *steps, uint32_t step, const scree_cpu_rows *rows)
{
    const uint32_t result = steps->code->step[step].result;
    float *out = scree_cpu_steps_row(steps, result, rows, 0);
    for (uint32_t row = 0; row < rows->count; row++) {
        scree_warp_row_split(steps->samples + row * steps->sample_stride, steps->code->step[step].block, rows->width,
                             rows->width, out + row * steps->line_stride, steps->registers[result].floats);
    }
}

/* Whether an instruction reads registers of which it does not have all rows side by side. */
static bool reads_others(const scree_cpu_steps *steps, const scree_program_step *step)
{
    const scree_cpu_register *to = step->result != SCREE_PROGRAM_OUT ? &steps->registers[step->result] : NULL;
    bool reads = to == NULL;
    for (uint32_t i = 0; i < scree_instruction_inputs(step->instruction) && !reads; i++) {
        if ((step->input[i] & SCREE_STEP_NUMBER) == 0) {
            const scree_cpu_register *from = &steps->registers[step->input[i]];
            reads = from->is_constant || from->phase != to->phase || from->has_rows != to->has_rows;
        }
    }
    return reads;
}

void scree_cpu_steps_run(const scree_cpu_steps *steps, const scree_combine_kernels *kernels, uint32_t first,
                         uint32_t end, const scree_cpu_rows *rows, const scree_batch_rows *out)
{
    const scree_program_code *code = steps->code;
    const size_t all = (rows->count - 1) * steps->line_stride + rows->width;
    const uint32_t channels = code->channels > 1 ? code->channels : 0; /* Their steps copy all of them at once. */
    for (uint32_t s = first; s < end && s < code->step_count - channels; s++) {
        const scree_program_step *step = &code->step[s];
        if (!reads_others(steps, step)) {
            run_step(steps, kernels, s, rows, 0, all, scree_cpu_steps_row(steps, step->result, rows, 0));
            continue;
        }
        for (uint32_t row = 0; row < rows->count; row++) {
            float *to = step->result == SCREE_PROGRAM_OUT ? out->first + row * out->stride
                                                          : scree_cpu_steps_row(steps, step->result, rows, row);
            run_step(steps, kernels, s, rows, row, rows->width, to);
        }
    }
    if (channels > 0 && end == code->step_count) {
        run_channels(steps, kernels, rows, out);
    }
}
