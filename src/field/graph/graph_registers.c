/* Registers of graphs: each value has one from the step that makes it to the last that reads it. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "graph_builder.h"

/* Registers of values, and those that are free. */
typedef struct register_file {
    const scree_ordered_steps *steps;
    uint32_t *of_step;
    uint32_t *last_read;                 /* The last step that reads each value: its own where none does. */
    uint32_t *next;                      /* The next free register of the same axes, for each free one. */
    uint32_t free[1u << SCREE_MAX_AXES]; /* The first free one of some axes; SCREE_NO_STEP where there is none. */
    uint32_t *varies;                    /* The axes of each register. */
    uint32_t count;
} register_file;

/* Values that steps of more axes read stay until the end: those steps are evaluated again and again. */
static void find_last_reads(register_file *registers)
{
    const scree_ordered_steps *steps = registers->steps;
    for (uint32_t s = 0; s < steps->count; s++) {
        const scree_draft_step *step = &steps->step[s];
        registers->last_read[s] = s;
        for (uint32_t i = 0; i < step->inputs; i++) {
            const uint32_t value = step->input[i].value;
            if (!step->input[i].is_number) {
                const bool is_kept = steps->varies[value] != steps->varies[s] ||
                                     registers->last_read[value] == SCREE_NO_STEP;
                registers->last_read[value] = is_kept ? SCREE_NO_STEP : s;
            }
        }
    }
}

/* The registers of positions, until the number of all others is known. */
#define POSITION_REGISTER 0x1000000u

/* Whether a value has registers that never are those of others: positions, and blocks, whose samples GPUs lay out in
   another way, so that a thread would write where another one reads. */
static bool has_own_register(const scree_draft_step *step)
{
    return step->block > 0 || step->instruction == SCREE_STEP_SLOPE || step->instruction == SCREE_STEP_POSITION;
}

/* Frees the registers of values that nothing reads after a step. */
static void free_registers(const scree_draft_step *step, uint32_t number, register_file *registers)
{
    for (uint32_t i = 0; i < step->inputs; i++) {
        const uint32_t value = step->input[i].value;
        if (step->input[i].is_number || registers->last_read[value] != number) {
            continue;
        }
        registers->last_read[value] = SCREE_NO_STEP; /* It may be another input of the step, too. */
        if (!has_own_register(&registers->steps->step[value])) {
            const uint32_t freed = registers->of_step[value];
            registers->next[freed] = registers->free[registers->varies[freed]];
            registers->free[registers->varies[freed]] = freed;
        }
    }
}

/* A register of some axes, or as many side by side, which have never been others. */
static uint32_t take_registers(register_file *registers, const scree_draft_step *step, uint32_t varies)
{
    const uint32_t found = registers->free[varies];
    if (!has_own_register(step) && found != SCREE_NO_STEP) {
        registers->free[varies] = registers->next[found];
        return found;
    }
    const uint32_t first = registers->count;
    for (uint32_t i = 0; i < (step->block > 0 ? step->block : 1); i++) {
        registers->varies[registers->count++] = varies;
    }
    return first;
}

/* The register of a step's result. */
static uint32_t choose_result(uint32_t number, register_file *registers)
{
    const scree_draft_step *draft = &registers->steps->step[number];
    if (draft->instruction == SCREE_STEP_SLOPE) {
        return registers->of_step[draft->of] + 1 + draft->source;
    }
    if (draft->instruction == SCREE_STEP_POSITION) {
        return POSITION_REGISTER + draft->source;
    }
    return draft->block_index > 0 ? registers->of_step[number - 1] + 1
                                  : take_registers(registers, draft, registers->steps->varies[number]);
}

/* Finds the registers of a step's inputs, the first of which has a number. */
static void assign_inputs(const scree_draft_step *draft, uint32_t first, const register_file *registers, float *numbers,
                          scree_program_code *code, scree_program_step *step)
{
    for (uint32_t i = 0; i < draft->inputs; i++) {
        if (draft->input[i].is_number) {
            numbers[code->number_count] = draft->input[i].number;
            step->input[first + i] = SCREE_STEP_NUMBER | code->number_count++;
        } else {
            step->input[first + i] = registers->of_step[draft->input[i].value];
        }
    }
}

/* Gives a step its registers. The result of an instruction may take that of an input; a source reads how far it is
   displaced again and again. */
static void assign_step(uint32_t number, register_file *registers, float *numbers, scree_program_code *code,
                        scree_program_step *step)
{
    const scree_draft_step *draft = &registers->steps->step[number];
    *step = (scree_program_step){.instruction = draft->instruction,
                                 .block = draft->block,
                                 .block_index = draft->block_index,
                                 .varies = registers->steps->varies[number]};
    const bool is_source = scree_program_is_source(step);
    if (!scree_program_is_instruction(step)) {
        step->input[0] = draft->source;
        step->displaced_axes = draft->inputs;
        code->position_axes |= scree_program_is_position(step) ? 1u << draft->source : 0;
    }
    const bool is_partial = scree_program_is_instruction(step) && draft->instruction >= SCREE_PARTIAL_NUMBERS;
    code->has_slopes = code->has_slopes || draft->block > 0 || is_partial;
    code->is_reduced = code->is_reduced || step->varies != code->varies;
    assign_inputs(draft, is_source ? 1 : 0, registers, numbers, code, step);
    const uint32_t own = is_source ? choose_result(number, registers) : 0;
    free_registers(draft, number, registers);
    step->result = is_source ? own : choose_result(number, registers);
    registers->of_step[number] = step->result;
}

/* Gives positions the registers behind all others. */
static void number_positions(const register_file *registers, scree_program_step *step)
{
    for (uint32_t s = 0; s < registers->steps->count; s++) {
        const bool is_source = scree_program_is_source(&step[s]);
        const uint32_t inputs = scree_program_is_instruction(&step[s]) ? registers->steps->step[s].inputs : 0;
        if (!is_source && step[s].result >= POSITION_REGISTER) {
            step[s].result += registers->count - POSITION_REGISTER;
        }
        for (uint32_t i = 0; i < inputs; i++) {
            const bool is_position = (step[s].input[i] & SCREE_STEP_NUMBER) == 0 &&
                                     step[s].input[i] >= POSITION_REGISTER;
            step[s].input[i] += is_position ? registers->count - POSITION_REGISTER : 0;
        }
    }
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        registers->varies[registers->count + axis] = UINT32_C(1) << axis & ~UINT32_C(1);
    }
}

/* The arrays of a code. */
typedef struct code_parts {
    const scree_field **maker;
    scree_code_step *draft;
    scree_program_source *source;
    scree_program_file *file;
    scree_program_step *step;
    float *number;
    uint32_t *register_varies;
} code_parts;

/* A block of memory that a code begins. */
typedef struct code_memory {
    char *first;
    size_t used;
} code_memory;

/* Takes memory for some items of a type, behind what is taken. NULL while bytes are counted. */
static void *take(code_memory *memory, size_t count, size_t size)
{
    void *taken = memory->first != NULL ? memory->first + memory->used : NULL;
    memory->used += (count * size + 15) / 16 * 16;
    return taken;
}

/* Lays a code out; without memory its bytes are counted. */
static scree_graph_code *lay_out(const scree_code_builder *builder, uint32_t steps, code_memory *memory,
                                 code_parts *parts)
{
    scree_graph_code *code = take(memory, 1, sizeof *code);
    scree_code_operator *operators = take(memory, builder->operator_count, sizeof *operators);
    scree_noise_field **placed = take(memory, builder->placed_count, sizeof *placed);
    scree_code_field *fields = take(memory, builder->visited_count, sizeof *fields);
    *parts = (code_parts){
        .maker = take(memory, steps, sizeof *parts->maker),
        .draft = take(memory, builder->step_count, sizeof *parts->draft),
        .source = take(memory, builder->source_count, sizeof *parts->source),
        .file = take(memory, builder->file_count, sizeof *parts->file),
        .step = take(memory, steps, sizeof *parts->step),
        .number = take(memory, (size_t)steps * SCREE_INSTRUCTION_INPUTS, sizeof *parts->number),
        .register_varies = take(memory, 2 * (size_t)steps + SCREE_POSITION_AXES, sizeof *parts->register_varies)};
    if (code != NULL) {
        code->operators = operators;
        code->placed = placed;
        code->fields = fields;
        code->maker = parts->maker;
        code->step = parts->draft;
    }
    return code;
}

static void copy_fields(const scree_code_builder *builder, scree_graph_code *code)
{
    for (uint32_t i = 0; i <= builder->visited_mask; i++) {
        const scree_visited_field *visited = &builder->visited[i];
        if (visited->field != NULL) {
            code->fields[code->field_count++] = (scree_code_field){.field = visited->field, .value = visited->operand};
        }
    }
}

/* Copies all of a builder that a code keeps as it is. */
static void copy_builder(const scree_code_builder *builder, const scree_ordered_steps *steps, scree_graph_code *code,
                         const code_parts *parts)
{
    code->step_count = builder->step_count;
    code->operator_count = builder->operator_count;
    memcpy(code->operators, builder->operators, builder->operator_count * sizeof *code->operators);
    for (uint32_t s = 0; s < builder->step_count; s++) {
        const scree_draft_step *draft = &builder->step[s];
        parts->draft[s] =
            (scree_code_step){.instruction = draft->instruction,
                              .source = draft->source,
                              .program_step = steps->own[s],
                              .displaced_axes = draft->instruction == SCREE_STEP_SOURCE ? draft->inputs : 0};
        memcpy(parts->draft[s].input, draft->input, sizeof draft->input);
        if (draft->instruction == SCREE_STEP_SLOPE) {
            parts->draft[s].input[0] = scree_step_operand(draft->of);
        }
    }
    for (uint32_t s = 0; s < steps->count; s++) {
        parts->maker[s] = steps->step[s].maker;
    }
    copy_fields(builder, code);
    for (uint32_t i = 0; i < builder->source_count; i++) {
        parts->source[i] = scree_draft_source_of(builder, &builder->source[i]);
    }
    for (uint32_t i = 0; i < builder->file_count; i++) {
        parts->file[i] = builder->file[i]->table;
    }
}

/* Gives all steps their registers; false without memory. */
static bool assign_steps(const scree_ordered_steps *steps, const code_parts *parts, scree_program_code *code)
{
    register_file registers = {.steps = steps,
                               .of_step = calloc(4 * (size_t)steps->count, sizeof(uint32_t)),
                               .varies = parts->register_varies};
    if (registers.of_step == NULL) {
        return false;
    }
    registers.last_read = registers.of_step + steps->count;
    registers.next = registers.last_read + steps->count; /* There may be twice as many registers as steps. */
    memset(registers.free, 0xff, sizeof registers.free);
    find_last_reads(&registers);
    for (uint32_t s = 0; s < steps->count; s++) {
        assign_step(s, &registers, parts->number, code, &parts->step[s]);
    }
    number_positions(&registers, parts->step);
    code->register_count = registers.count;
    for (uint32_t i = 1; i <= code->channels; i++) {
        parts->step[steps->count - i].result = SCREE_PROGRAM_OUT;
    }
    free(registers.of_step);
    return true;
}

/* The code of ordered steps; NULL without memory. */
static scree_graph_code *make_code(const scree_code_builder *builder, const scree_ordered_steps *steps)
{
    code_parts parts;
    code_memory memory = {.used = 0};
    lay_out(builder, steps->count, &memory, &parts);
    memory = (code_memory){.first = calloc(1, memory.used)};
    if (memory.first == NULL) {
        return NULL;
    }
    scree_graph_code *made = lay_out(builder, steps->count, &memory, &parts);
    copy_builder(builder, steps, made, &parts);
    static _Atomic uint64_t last;
    made->code = (scree_program_code){.identity = 1 + atomic_fetch_add(&last, 1),
                                      .step_count = steps->count,
                                      .source_count = builder->source_count,
                                      .channels = builder->channels,
                                      .point_limit = SCREE_MAX_ORIGIN / builder->most_scale,
                                      .varies = steps->all,
                                      .step = parts.step,
                                      .number = parts.number,
                                      .source = parts.source,
                                      .file = parts.file,
                                      .file_count = builder->file_count,
                                      .register_varies = parts.register_varies};
    for (uint32_t i = 0; i < builder->source_count; i++) {
        made->code.source_axes |= scree_program_source_axes(&parts.source[i]);
        made->code.is_reduced = made->code.is_reduced ||
                                !scree_program_source_is_whole(&parts.source[i], builder->axes);
    }
    if (!assign_steps(steps, &parts, &made->code)) {
        free(made);
        return NULL;
    }
    return made;
}

/* The noise of domains becomes the code's. */
scree_graph_code *scree_code_finish(scree_code_builder *builder)
{
    scree_ordered_steps steps;
    scree_graph_code *made = NULL;
    if (scree_code_order(builder, &steps)) {
        if (steps.count > SCREE_MAX_STEPS) {
            scree_code_fail_too_large(builder);
        } else {
            made = make_code(builder, &steps);
        }
    }
    for (uint32_t i = 0; made != NULL && i < builder->placed_count; i++) {
        made->placed[i] = builder->placed[i].noise;
    }
    if (made != NULL) {
        made->placed_count = builder->placed_count;
        builder->placed_count = 0;
    }
    scree_ordered_steps_clear(&steps);
    return made;
}
