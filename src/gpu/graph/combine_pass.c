/* Runs of instructions: their words, and the dispatches that evaluate them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "combine_layout.h"
#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_graph.h"

_Static_assert(COMBINE_AXES == SCREE_POSITION_AXES, "positions are read along every axis that has them");
_Static_assert(SCREE_INSTRUCTION_NUMBERS <= COMBINE_NUMBER_MASK + 1 && SCREE_INSTRUCTION_INPUTS + 3 == COMBINE_WORDS,
               "an instruction fits its words");

/* Whether an instruction only trims a register in its place, which every load from it by an instruction does. A source
   that it displaces loads it as it is: such a value is kept. */
static bool only_trims(const scree_program_step *step, bool is_kept)
{
    return step->instruction == SCREE_INSTRUCTION_VALUE && step->input[0] == step->result && !is_kept;
}

/* Registers of how far a source is displaced along an axis: with slopes those are behind the first one. */
static uint32_t displacing_registers(const scree_program_step *source)
{
    return source->block > 0 ? source->block : 1;
}

/* Finds the values that displace sources: the last of each register before. */
static void find_kept(const scree_program_code *program, uint32_t *writer, bool *is_kept)
{
    for (uint32_t i = 0; i < program->step_count; i++) {
        const scree_program_step *step = &program->step[i];
        for (uint32_t axis = 0; axis < step->displaced_axes; axis++) {
            for (uint32_t part = 0; part < displacing_registers(step); part++) {
                is_kept[writer[step->input[1 + axis] + part]] = true;
            }
        }
        if (step->result != SCREE_PROGRAM_OUT) {
            writer[step->result] = i;
        }
    }
}

/* The use of a register, from step to step. */
typedef struct register_use {
    uint32_t axis_end; /* The axis of its position plus 1, or 0 where it has another value. */
    uint32_t word;     /* How programs find it. */
} register_use;

/* Notes what a step writes. Slopes of a source are there when it is. */
static void note_result(const scree_program_step *step, register_use *uses)
{
    const bool is_block = scree_program_is_source(step) && step->block > 0;
    const uint32_t channels = step->block > 0 ? step->block : 1;
    if (step->result == SCREE_PROGRAM_OUT || step->instruction == SCREE_STEP_SLOPE) {
        return;
    }
    for (uint32_t i = 0; i < (is_block ? step->block : 1); i++) {
        const uint32_t channel = step->block_index + i;
        uses[step->result + i] =
            (register_use){.axis_end = scree_program_is_position(step) ? step->input[0] + 1 : 0,
                           .word = COMBINE_OF_REGISTER(step->result - step->block_index, channel, channels)};
    }
}

/* How the samples of a register are spread along those of a step of more axes. */
static uint32_t spread_of(uint32_t from, uint32_t to)
{
    const bool has_rows = scree_varies_with_rows(from) || !scree_varies_with_rows(to);
    const bool has_planes = scree_gpu_varies_with_planes(from) || !scree_gpu_varies_with_planes(to);
    if (has_rows && has_planes) {
        return 0;
    }
    /* Where a step has rows or planes alone, one row is spread along all of them. */
    return scree_varies_with_rows(from)         ? COMBINE_SPREADS_PLANE
           : scree_gpu_varies_with_planes(from) ? COMBINE_SPREADS_ROWS
                                                : COMBINE_SPREADS_ROW;
}

/* Writes an instruction that follows the one whose result is `before`, but not whether its own result is stored. */
static void write_instruction(const scree_program_code *program, const scree_program_step *step, uint32_t before,
                              const register_use *uses, bool is_of_grid, uint32_t *word)
{
    word[0] = step->instruction | COMBINE_OF_INPUTS(scree_instruction_inputs(step->instruction));
    for (uint32_t i = 0; i < scree_instruction_inputs(step->instruction); i++) {
        const uint32_t input = step->input[i];
        if (scree_instruction_is_file(step->instruction) && i == SCREE_FILE_AXES) {
            word[2 + i] = scree_program_file_of(program, step); /* Its first word, once that is known. */
        } else if ((input & SCREE_STEP_NUMBER) != 0) {
            memcpy(&word[2 + i], &program->number[input & ~SCREE_STEP_NUMBER], sizeof word[0]);
        } else if (uses[input].axis_end > 0) {
            word[0] |= COMBINE_OF_KIND(COMBINE_IS_POSITION, i);
            word[2 + i] = uses[input].axis_end - 1;
        } else {
            word[0] |= COMBINE_OF_KIND(input == before ? COMBINE_IS_BEFORE : COMBINE_IS_REGISTER, i);
            word[2 + i] = uses[input].word;
            word[7] |= is_of_grid ? COMBINE_OF_SPREAD(spread_of(program->register_varies[input], step->varies), i) : 0;
        }
    }
}

/* Nothing reads the result of a program, so that `before` has its number where no instruction comes before. Positions
   and slopes have no instructions: those before and behind them follow one another. */
static void write_instructions(const scree_program_code *program, const bool *is_kept, bool is_of_grid,
                               scree_gpu_code *code, register_use *uses)
{
    uint32_t before = SCREE_PROGRAM_OUT;
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->step_count; i++) {
        const scree_program_step *step = &program->step[i];
        uint32_t *word = code->word + (uint64_t)count * COMBINE_WORDS;
        code->first[i] = count;
        if (i > 0 && scree_gpu_parts_run(&program->step[i - 1], step)) {
            before = SCREE_PROGRAM_OUT;
        }
        if (only_trims(step, is_kept[i])) {
            continue;
        }
        if (scree_program_is_instruction(step)) {
            write_instruction(program, step, before, uses, is_of_grid, word);
            before = step->result;
            count++;
        } else if (scree_program_is_source(step)) {
            before = SCREE_PROGRAM_OUT;
        }
        note_result(step, uses);
        if (scree_program_is_instruction(step) && step->result != SCREE_PROGRAM_OUT) {
            word[1] = uses[step->result].word;
        } else if (step->result == SCREE_PROGRAM_OUT && scree_program_channel_of(program, i) > 0) {
            word[0] |= COMBINE_IS_CHANNEL;
            word[1] = scree_program_channel_of(program, i);
        }
    }
    code->first[program->step_count] = count;
}

/* The first word of a file, which follows the instructions and the files before it; behind the last one, of nothing. */
static uint64_t first_word_of(const scree_gpu_code *code, const scree_program_code *program, uint32_t file)
{
    uint64_t first = (uint64_t)code->first[program->step_count] * COMBINE_WORDS;
    for (uint32_t i = 0; i < file; i++) {
        first += program->file[i].words;
    }
    return first;
}

/* Tells instructions where the files begin that they read. */
static void place_files(const scree_program_code *program, scree_gpu_code *code)
{
    for (uint32_t i = 0; i < program->step_count; i++) {
        if (scree_instruction_is_file(program->step[i].instruction)) {
            uint32_t *word = code->word + (uint64_t)code->first[i] * COMBINE_WORDS + 2 + SCREE_FILE_AXES;
            *word = (uint32_t)first_word_of(code, program, *word);
        }
    }
}

/* Programs read files through one span, with words of 32 bits as their numbers. */
static scree_result check_files(const scree_gpu *gpu, const scree_program_code *program, const scree_gpu_code *code)
{
    const uint64_t bytes = scree_gpu_code_bytes(code, program);
    const uint64_t most = scree_min(scree_gpu_window_bytes(gpu), (uint64_t)UINT32_MAX * SCREE_GPU_WORD);
    return program->file_count == 0 || bytes <= most
               ? SCREE_OK
               : scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                            "the files of a graph have %" PRIu64 " bytes, and this device reads at most %" PRIu64
                            "; the processor reads any",
                            bytes, most);
}

/* Marks the results that are stored, from the last instruction to the first: those that a later one, or a source that
   they displace, loads. */
static void mark_stores(const scree_program_code *program, const bool *is_kept, const scree_gpu_code *code,
                        bool *is_loaded)
{
    for (uint32_t i = program->step_count; i-- > 0;) {
        const scree_program_step *step = &program->step[i];
        uint32_t *word = code->word + (uint64_t)code->first[i] * COMBINE_WORDS;
        if (only_trims(step, is_kept[i])) {
            continue;
        }
        const bool is_stored = step->result != SCREE_PROGRAM_OUT && is_loaded[step->result];
        if (is_stored) {
            is_loaded[step->result] = false;
        }
        for (uint32_t axis = 0; axis < step->displaced_axes; axis++) {
            memset(&is_loaded[step->input[1 + axis]], true, displacing_registers(step) * sizeof *is_loaded);
        }
        if (!scree_program_is_instruction(step)) {
            continue;
        }
        word[0] |= is_stored ? COMBINE_STORES : 0;
        for (uint32_t input = 0; input < SCREE_INSTRUCTION_INPUTS; input++) {
            if (COMBINE_KIND(word[0], input) == COMBINE_IS_REGISTER) {
                is_loaded[COMBINE_REGISTER(word[2 + input]) + COMBINE_CHANNEL(word[2 + input])] = true;
            }
        }
    }
}

scree_result scree_gpu_code_make(scree_gpu *gpu, const scree_program_code *program, bool is_of_grid,
                                 scree_gpu_code *code)
{
    *code = (scree_gpu_code){.number = program->identity};
    if (scree_program_is_plain(program)) {
        return SCREE_OK;
    }
    const size_t registers = (size_t)program->register_count + SCREE_POSITION_AXES + 1;
    bool *is_loaded = calloc(registers + program->step_count, sizeof *is_loaded);
    register_use *uses = calloc(registers, sizeof *uses);
    uint32_t *writer = calloc(registers, sizeof *writer);
    code->word = calloc(program->step_count, COMBINE_WORDS * sizeof *code->word);
    code->first = calloc((size_t)program->step_count + 1, sizeof *code->first);
    const bool has_memory = is_loaded != NULL && uses != NULL && writer != NULL && code->word != NULL &&
                            code->first != NULL;
    if (has_memory) {
        bool *is_kept = is_loaded + registers;
        find_kept(program, writer, is_kept);
        write_instructions(program, is_kept, is_of_grid, code, uses);
        mark_stores(program, is_kept, code, is_loaded);
        place_files(program, code);
    }
    free(writer);
    free(uses);
    free(is_loaded);
    return has_memory ? check_files(gpu, program, code)
                      : scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a program of %u steps",
                                   program->step_count);
}

void scree_gpu_code_clear(scree_gpu_code *code)
{
    free(code->word);
    free(code->first);
    *code = (scree_gpu_code){0};
}

uint64_t scree_gpu_code_bytes(const scree_gpu_code *code, const scree_program_code *program)
{
    return code->first != NULL ? first_word_of(code, program, program->file_count) * SCREE_GPU_WORD : 0;
}

void scree_gpu_code_write(const scree_gpu_code *code, const scree_program_code *program, uint32_t *words)
{
    memcpy(words, code->word, (size_t)code->first[program->step_count] * COMBINE_WORDS * SCREE_GPU_WORD);
    for (uint32_t i = 0; i < program->file_count; i++) {
        memcpy(words + first_word_of(code, program, i), program->file[i].word,
               (size_t)program->file[i].words * SCREE_GPU_WORD);
    }
}

uint64_t scree_gpu_register_samples(const scree_program_code *program, uint64_t bytes)
{
    const uint64_t registers = program->register_count > 0 ? program->register_count : 1;
    const uint64_t runs = bytes / sizeof(float) / registers / SCREE_GPU_REGISTER_ALIGNMENT;
    return scree_program_is_plain(program) ? UINT64_MAX : (runs > 0 ? runs : 1) * SCREE_GPU_REGISTER_ALIGNMENT;
}

/* The program of a run of steps. That of partial derivatives takes more than twice as long for all instructions. */
static scree_gpu_program program_of(const scree_gpu_code *code, uint32_t step, uint32_t end)
{
    bool has_partials = false;
    if ((code->word[(uint64_t)code->first[step] * COMBINE_WORDS] & COMBINE_NUMBER_MASK) % SCREE_PARTIAL_NUMBERS ==
        SCREE_FILE_INSTRUCTION) {
        return SCREE_GPU_COMBINE_FILES;
    }
    for (uint32_t i = code->first[step]; i < code->first[end]; i++) {
        const uint32_t number = code->word[(uint64_t)i * COMBINE_WORDS] & COMBINE_NUMBER_MASK;
        has_partials = has_partials || number >= SCREE_PARTIAL_NUMBERS;
    }
    return has_partials ? SCREE_GPU_COMBINE_DUALS : SCREE_GPU_COMBINE;
}

void scree_gpu_combine_prepare(scree_gpu *gpu, const scree_gpu_code *code, const scree_program_code *program)
{
    uint32_t end = 0;
    for (uint32_t step = 0; step < program->step_count; step = end) {
        end = scree_gpu_run_end(program, step);
        if (scree_gpu_has_instructions(code, step, end)) {
            const scree_gpu_dispatch dispatch = {.program = program_of(code, step, end)};
            scree_gpu_prepare(gpu, &dispatch);
        }
    }
}

/* The samples of a dispatch. Those that lie side by side in the values as they do in registers are one row. */
static scree_gpu_combine_pass start_pass(const scree_gpu_combination *combination)
{
    const uint64_t row_words = combination->width * combination->channels;
    const bool is_row = (combination->rows == 1 || combination->row_stride == row_words) &&
                        (combination->planes == 1 || combination->plane_stride == row_words * combination->rows);
    const uint64_t width = combination->width * (is_row ? combination->rows * combination->planes : 1);
    const uint32_t of_thread = scree_gpu_noise_programs_of(combination->commands->gpu)->combined_samples;
    return (scree_gpu_combine_pass){
        .width = (uint32_t)width,
        .rows = is_row ? 1 : (uint32_t)combination->rows,
        .row_groups = (uint32_t)scree_div_round_up(width, (uint64_t)DIRECT_GROUP * of_thread),
        .row_stride = (uint32_t)combination->row_stride,
        .plane_stride = (uint32_t)combination->plane_stride,
        .first_value = combination->first_value,
        .first_sample = (uint32_t)combination->first,
        .register_stride = (uint32_t)scree_gpu_register_stride(combination->samples),
        .row_samples = (uint32_t)combination->row_samples,
        .plane_samples = (uint32_t)combination->plane_samples,
        .channels = combination->channels,
        .wide_row_stride = combination->row_stride,
        .wide_plane_stride = combination->plane_stride,
    };
}

static void set_positions(const scree_gpu_positions *positions, scree_gpu_combine_pass *pass)
{
    const scree_gpu_point_layout *layout = &positions->layout;
    pass->is_wide = positions->are_wide;
    for (uint32_t axis = 0; axis < COMBINE_AXES; axis++) {
        pass->repeats[axis] = (uint32_t)positions->repeats[axis];
        pass->positions[axis] = (uint32_t)positions->count[axis];
        pass->offset[axis] = (uint32_t)(layout->offset[axis] / SCREE_GPU_WORD);
        pass->stride[axis] = (uint32_t)(layout->stride[axis] / (int64_t)SCREE_GPU_WORD);
        pass->address[axis] = layout->span.memory->handle + layout->span.offset + layout->offset[axis];
        pass->wide_stride[axis] = layout->stride[axis];
    }
}

static scree_gpu_dispatch start_dispatch(scree_gpu_program combine, const scree_gpu_combination *combination,
                                         const scree_gpu_combine_pass *pass)
{
    const uint64_t planes = pass->width == combination->width ? combination->planes : 1;
    scree_gpu_dispatch dispatch = {
        .program = combine,
        .constants = pass,
        .constants_bytes = sizeof *pass,
        .spans = {[BINDING_ENTRIES] = combination->code,
                  [BINDING_VALUES] = combination->values,
                  [BINDING_DATA] = scree_gpu_whole(combination->registers)},
    };
    if (combination->positions != NULL) {
        dispatch.spans[BINDING_NODES] = combination->positions->layout.span;
    }
    if (combination->range != NULL) {
        dispatch.spans[BINDING_RANGE] = scree_gpu_whole(combination->range);
    }
    scree_gpu_number_groups(combination->commands->gpu, (uint64_t)pass->row_groups * pass->rows, planes, &dispatch);
    return dispatch;
}

void scree_gpu_combine_record(const scree_gpu_code *code, uint32_t step, uint32_t end,
                              const scree_gpu_combination *combination)
{
    scree_gpu_combine_pass pass = start_pass(combination);
    const scree_gpu_dispatch dispatch = start_dispatch(program_of(code, step, end), combination, &pass);
    if (combination->positions != NULL) {
        set_positions(combination->positions, &pass);
    }
    pass.first_instruction = code->first[step];
    pass.instructions = code->first[end] - code->first[step];
    pass.stores_values = combination->values.memory != NULL;
    pass.finds_range = combination->range != NULL;
    scree_gpu_run(combination->commands, &dispatch);
}
