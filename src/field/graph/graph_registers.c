/* Registers of graphs: each value has one from the step that makes it to the last that reads it. */
#include <stdlib.h>
#include <string.h>

#include "graph_builder.h"

/* The last step that reads each value: its own where none does. */
static void find_last_reads(const scree_code_builder *builder, uint32_t *last_read)
{
    for (uint32_t s = 0; s < builder->step_count; s++) {
        const scree_draft_step *step = &builder->step[s];
        last_read[s] = s;
        for (uint32_t i = 0; i < step->inputs; i++) {
            if (!step->input[i].is_number) {
                last_read[step->input[i].value] = s;
            }
        }
    }
}

/* Registers of values, and those that are free. */
typedef struct register_file {
    uint32_t *of_step;
    uint32_t *last_read;
    uint32_t *free;
    uint32_t free_count;
    uint32_t count;
} register_file;

/* Frees the registers of values that nothing reads after a step. Those of a block never are others: GPUs lay out its
   samples in another way, so that a thread would write where another one reads. */
static void free_registers(const scree_code_builder *builder, const scree_draft_step *step, uint32_t number,
                           register_file *registers)
{
    for (uint32_t i = 0; i < step->inputs; i++) {
        const uint32_t value = step->input[i].value;
        if (step->input[i].is_number || registers->last_read[value] != number) {
            continue;
        }
        registers->last_read[value] = SCREE_NO_STEP; /* It may be another input of the step, too. */
        if (builder->step[value].block == 0 && builder->step[value].instruction != SCREE_STEP_SLOPE) {
            registers->free[registers->free_count++] = registers->of_step[value];
        }
    }
}

/* A register, or as many side by side, which have never been others. */
static uint32_t take_registers(register_file *registers, uint32_t block)
{
    if (block == 0 && registers->free_count > 0) {
        return registers->free[--registers->free_count];
    }
    const uint32_t first = registers->count;
    registers->count += block > 0 ? block : 1;
    return first;
}

/* The register of a step's result. */
static uint32_t choose_result(const scree_draft_step *draft, uint32_t number, register_file *registers)
{
    if (draft->instruction == SCREE_STEP_SLOPE) {
        return registers->of_step[draft->of] + 1 + draft->source;
    }
    return draft->block_index > 0 ? registers->of_step[number - 1] + 1 : take_registers(registers, draft->block);
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
static void assign_step(const scree_code_builder *builder, uint32_t number, register_file *registers, float *numbers,
                        scree_program_code *code, scree_program_step *step)
{
    const scree_draft_step *draft = &builder->step[number];
    *step = (scree_program_step){
        .instruction = draft->instruction, .block = draft->block, .block_index = draft->block_index};
    const bool is_source = scree_program_is_source(step);
    if (!scree_program_is_instruction(step)) {
        step->input[0] = draft->source;
        step->displaced_axes = draft->inputs;
        code->position_axes |= scree_program_is_position(step) ? 1u << draft->source : 0;
    }
    const bool is_partial = scree_program_is_instruction(step) && draft->instruction >= SCREE_PARTIAL_NUMBERS;
    code->has_slopes = code->has_slopes || draft->block > 0 || is_partial;
    assign_inputs(draft, is_source ? 1 : 0, registers, numbers, code, step);
    const uint32_t own = is_source ? choose_result(draft, number, registers) : 0;
    free_registers(builder, draft, number, registers);
    step->result = is_source ? own : choose_result(draft, number, registers);
    registers->of_step[number] = step->result;
}

/* A code with memory for the builder's steps, all in one block. */
static scree_graph_code *allocate_code(const scree_code_builder *builder)
{
    const size_t steps = builder->step_count;
    const size_t bytes =
        sizeof(scree_graph_code) + builder->source_count * sizeof(scree_noise_field *) +
        builder->operator_count * sizeof(scree_code_operator) +
        steps * (sizeof(scree_program_step) + SCREE_INSTRUCTION_INPUTS * (sizeof(scree_operand) + sizeof(float)));
    return calloc(1, bytes);
}

/* Writes the steps of a code, whose last result leaves it. */
scree_graph_code *scree_code_finish(const scree_code_builder *builder)
{
    const uint32_t steps = builder->step_count;
    scree_graph_code *made = allocate_code(builder);
    register_file registers = {.of_step = calloc(3 * (size_t)steps, sizeof(uint32_t))};
    if (made == NULL || registers.of_step == NULL) {
        free(made);
        free(registers.of_step);
        return NULL;
    }
    registers.last_read = registers.of_step + steps;
    registers.free = registers.last_read + steps;
    const scree_noise_field **source = (const scree_noise_field **)(made + 1);
    made->operators = (scree_code_operator *)(source + builder->source_count);
    made->input = (scree_operand(*)[SCREE_INSTRUCTION_INPUTS])(made->operators + builder->operator_count);
    scree_program_step *step = (scree_program_step *)(made->input + steps);
    float *number = (float *)(step + steps);
    made->operator_count = builder->operator_count;
    made->code = (scree_program_code){
        .step_count = steps, .source_count = builder->source_count, .step = step, .number = number, .source = source};
    for (uint32_t i = 0; i < builder->source_count; i++) {
        source[i] = builder->source[i].evaluated;
    }
    memcpy(made->operators, builder->operators, builder->operator_count * sizeof *made->operators);
    find_last_reads(builder, registers.last_read);
    for (uint32_t s = 0; s < steps; s++) {
        memcpy(made->input[s], builder->step[s].input, sizeof made->input[s]);
        assign_step(builder, s, &registers, number, &made->code, &step[s]);
    }
    made->code.register_count = registers.count;
    step[steps - 1].result = SCREE_PROGRAM_OUT;
    free(registers.of_step);
    return made;
}
