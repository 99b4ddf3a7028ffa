/*
 * The compiler of graphs: operators become instructions in the order in which their inputs are met, equal ones become
 * one, and registers are taken for as long as their values are read.
 */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "graph_node.h"
#include "noise_parameters.h"
#include "noise_type.h"

/* Lists of instructions, by a hash of what they compute. */
#define BUCKETS 1024u
#define NONE UINT32_MAX

/* A step before it has registers. */
typedef struct draft_step {
    uint32_t instruction;
    uint32_t source; /* The number of a source, or the axis of a position. */
    scree_operand input[SCREE_INSTRUCTION_INPUTS];
    uint32_t next; /* The next one of its list. */
} draft_step;

/* A field that has been compiled. */
typedef struct visited_field {
    const scree_field *field; /* NULL for a free entry. */
    scree_operand operand;
} visited_field;

struct scree_code_builder {
    bool has_failed; /* There was no memory. */
    visited_field *visited;
    uint32_t visited_mask;
    draft_step *step;
    uint32_t step_count;
    uint32_t step_capacity;
    scree_code_operator *operators;
    uint32_t operator_count;
    const scree_noise_field **source;
    uint32_t *source_step; /* The step of each. */
    uint32_t source_count;
    scree_operand position[SCREE_POSITION_AXES]; /* Numbers where there are none. */
    uint32_t bucket[BUCKETS];
};

static uint32_t inputs_of(uint32_t instruction)
{
    return instruction < SCREE_INSTRUCTION_COUNT ? scree_instruction_inputs(instruction) : 0;
}

static uint32_t bits_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* The bits that distinguish operands of one kind. */
static uint32_t bits_of_operand(scree_operand operand)
{
    return operand.is_number ? bits_of(operand.number) : operand.value;
}

static bool is_same(scree_operand a, scree_operand b)
{
    return a.is_number == b.is_number && bits_of_operand(a) == bits_of_operand(b);
}

static uint32_t bucket_of(uint32_t instruction, const scree_operand *input)
{
    uint32_t hash = instruction;
    for (uint32_t i = 0; i < inputs_of(instruction); i++) {
        hash = (hash ^ bits_of_operand(input[i])) * 0x9e3779b1u;
        hash ^= hash >> 15;
    }
    return hash % BUCKETS;
}

static scree_operand value_operand(uint32_t step)
{
    return (scree_operand){.value = step};
}

/* Makes room for one more step. */
static bool reserve_step(scree_code_builder *builder)
{
    if (builder->step_count == builder->step_capacity) {
        const uint32_t capacity = 2 * builder->step_capacity + 16;
        draft_step *grown = realloc(builder->step, capacity * sizeof *grown);
        builder->has_failed = builder->has_failed || grown == NULL;
        builder->step = grown != NULL ? grown : builder->step;
        builder->step_capacity = grown != NULL ? capacity : builder->step_capacity;
    }
    return !builder->has_failed;
}

/* Appends a step whatever its inputs are. */
static scree_operand append_step(scree_code_builder *builder, const draft_step *step)
{
    if (!reserve_step(builder)) {
        return scree_number_operand(0.0f);
    }
    builder->step[builder->step_count] = *step;
    return value_operand(builder->step_count++);
}

static bool are_numbers(const scree_operand *input, uint32_t count)
{
    bool are = true;
    for (uint32_t i = 0; i < count; i++) {
        are = are && input[i].is_number;
    }
    return are;
}

static scree_operand evaluate_numbers(uint32_t instruction, const scree_operand *input)
{
    float number[SCREE_INSTRUCTION_INPUTS] = {0};
    for (uint32_t i = 0; i < inputs_of(instruction); i++) {
        number[i] = input[i].number;
    }
    return scree_number_operand(scree_instruction_at(instruction, number));
}

/* The step that computes the same; NONE where there is none. */
static uint32_t find_step(const scree_code_builder *builder, uint32_t bucket, uint32_t instruction,
                          const scree_operand *input)
{
    uint32_t found = builder->bucket[bucket];
    for (; found != NONE; found = builder->step[found].next) {
        bool is_equal = builder->step[found].instruction == instruction;
        for (uint32_t i = 0; is_equal && i < inputs_of(instruction); i++) {
            is_equal = is_same(builder->step[found].input[i], input[i]);
        }
        if (is_equal) {
            break;
        }
    }
    return found;
}

scree_operand scree_code_emit(scree_code_builder *builder, uint32_t instruction,
                              const scree_operand input[SCREE_INSTRUCTION_INPUTS])
{
    const uint32_t count = inputs_of(instruction);
    if (are_numbers(input, count)) {
        const scree_operand number = evaluate_numbers(instruction, input);
        if (fabsf(number.number) < SCREE_GRAPH_LIMIT) {
            return number; /* A larger one, or NaN, stays a step, whose range is refused. */
        }
    }
    /* Every value but that of a source is trimmed. */
    if (instruction == SCREE_INSTRUCTION_VALUE && builder->step[input[0].value].instruction != SCREE_STEP_SOURCE) {
        return input[0];
    }
    const uint32_t bucket = bucket_of(instruction, input);
    const uint32_t found = find_step(builder, bucket, instruction, input);
    if (found != NONE || builder->has_failed) {
        return found != NONE ? value_operand(found) : scree_number_operand(0.0f);
    }
    draft_step step = {.instruction = instruction, .next = builder->bucket[bucket]};
    memcpy(step.input, input, count * sizeof *input);
    const scree_operand operand = append_step(builder, &step);
    builder->bucket[bucket] = builder->has_failed ? builder->bucket[bucket] : operand.value;
    return operand;
}

scree_operand scree_code_position(scree_code_builder *builder, uint32_t axis)
{
    if (builder->position[axis].is_number) {
        builder->position[axis] =
            append_step(builder, &(draft_step){.instruction = SCREE_STEP_POSITION, .source = axis, .next = NONE});
    }
    return builder->position[axis];
}

/* The entry of a field among those that have been compiled, or the free one where it belongs. */
static visited_field *find_visited(const scree_code_builder *builder, const scree_field *field)
{
    uint32_t entry = (uint32_t)(((uintptr_t)field >> 4) * 0x9e3779b1u) & builder->visited_mask;
    while (builder->visited[entry].field != NULL && builder->visited[entry].field != field) {
        entry = (entry + 1) & builder->visited_mask;
    }
    return &builder->visited[entry];
}

/* The step of noise with the same parameters; NONE where there is none. */
static uint32_t find_source(const scree_code_builder *builder, const scree_noise_field *noise)
{
    for (uint32_t i = 0; i < builder->source_count; i++) {
        if (builder->source[i]->method == noise->method &&
            scree_noise_parameters_equal(&builder->source[i]->params, &noise->params)) {
            return builder->source_step[i];
        }
    }
    return NONE;
}

static scree_operand compile_source(scree_code_builder *builder, const scree_noise_field *noise)
{
    const uint32_t found = find_source(builder, noise);
    if (found != NONE) {
        return SCREE_EMIT(builder, VALUE, value_operand(found));
    }
    const scree_operand source = append_step(
        builder, &(draft_step){.instruction = SCREE_STEP_SOURCE, .source = builder->source_count, .next = NONE});
    builder->source_step[builder->source_count] = source.value;
    builder->source[builder->source_count++] = noise;
    return builder->has_failed ? source : SCREE_EMIT(builder, VALUE, source);
}

/* Appends what a node becomes whose inputs have been compiled. */
static scree_operand compile_node(scree_code_builder *builder, const scree_graph_node *node)
{
    const scree_op_definition *definition = node->definition;
    scree_code_operator *compiled = &builder->operators[builder->operator_count++];
    *compiled = (scree_code_operator){.definition = definition, .first_step = builder->step_count};
    for (uint32_t i = 0; i < definition->info.input_count; i++) {
        compiled->input[i] = node->input[i] != NULL ? find_visited(builder, node->input[i])->operand
                                                    : scree_number_operand(node->number[i]);
    }
    const scree_operand value = definition->emit != NULL
                                    ? definition->emit(builder, compiled->input)
                                    : scree_code_emit(builder, definition->instruction, compiled->input);
    compiled->end_step = builder->step_count;
    return value;
}

/* Compiles a field whose inputs have been compiled, outside the frames of the recursion, which is deep. */
__attribute__((noinline)) static void compile_one(scree_code_builder *builder, const scree_field *field)
{
    const scree_noise_field *noise = scree_noise_of(field);
    const scree_operand operand = noise != NULL ? compile_source(builder, noise)
                                                : compile_node(builder, scree_graph_node_of(field));
    *find_visited(builder, field) = (visited_field){.field = field, .operand = operand};
}

/* Compiles a field after all that it is made of. */
static void compile_field(scree_code_builder *builder, const scree_field *field)
{
    for (uint32_t i = 0; scree_noise_of(field) == NULL && i < SCREE_MAX_OP_INPUTS; i++) {
        const scree_field *input = scree_graph_node_of(field)->input[i];
        if (input != NULL && find_visited(builder, input)->field == NULL) {
            compile_field(builder, input);
        }
    }
    if (!builder->has_failed) {
        compile_one(builder, field);
    }
}

/* The last step that reads each value, or the number of steps for the last value. */
static void find_last_reads(const scree_code_builder *builder, uint32_t *last_read)
{
    for (uint32_t s = 0; s < builder->step_count; s++) {
        const draft_step *step = &builder->step[s];
        last_read[s] = s;
        for (uint32_t i = 0; i < inputs_of(step->instruction); i++) {
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

/* Frees the registers of values that nothing reads after a step. */
static void free_registers(const draft_step *step, uint32_t number, register_file *registers)
{
    for (uint32_t i = 0; i < inputs_of(step->instruction); i++) {
        const uint32_t value = step->input[i].value;
        if (!step->input[i].is_number && registers->last_read[value] == number) {
            registers->free[registers->free_count++] = registers->of_step[value];
            registers->last_read[value] = NONE; /* It may be another input of the step, too. */
        }
    }
}

/* Gives a step its registers; its result may take that of an input. */
static void assign_step(const draft_step *draft, uint32_t number, register_file *registers, float *numbers,
                        scree_program_code *code, scree_program_step *step)
{
    *step = (scree_program_step){.instruction = draft->instruction};
    if (!scree_program_is_instruction(step)) {
        step->input[0] = draft->source;
        code->position_axes |= scree_program_is_source(step) ? 0 : 1u << draft->source;
    }
    for (uint32_t i = 0; i < inputs_of(draft->instruction); i++) {
        if (draft->input[i].is_number) {
            numbers[code->number_count] = draft->input[i].number;
            step->input[i] = SCREE_STEP_NUMBER | code->number_count++;
        } else {
            step->input[i] = registers->of_step[draft->input[i].value];
        }
    }
    free_registers(draft, number, registers);
    step->result = registers->free_count > 0 ? registers->free[--registers->free_count] : registers->count++;
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
static scree_graph_code *finish_code(const scree_code_builder *builder)
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
    memcpy(source, builder->source, builder->source_count * sizeof(scree_noise_field *));
    memcpy(made->operators, builder->operators, builder->operator_count * sizeof *made->operators);
    find_last_reads(builder, registers.last_read);
    for (uint32_t s = 0; s < steps; s++) {
        memcpy(made->input[s], builder->step[s].input, sizeof made->input[s]);
        assign_step(&builder->step[s], s, &registers, number, &made->code, &step[s]);
    }
    made->code.register_count = registers.count;
    step[steps - 1].result = SCREE_PROGRAM_OUT;
    free(registers.of_step);
    return made;
}

/* Ends with the value of the field, which an instruction makes. No step before that one reads a later one. */
static void end_with(scree_code_builder *builder, scree_operand operand)
{
    if (!builder->has_failed && (operand.is_number || inputs_of(builder->step[operand.value].instruction) == 0)) {
        operand = append_step(builder,
                              &(draft_step){.instruction = SCREE_INSTRUCTION_VALUE, .input = {operand}, .next = NONE});
    }
    builder->step_count = builder->has_failed ? 0 : operand.value + 1;
}

/* Allocates for N fields at most. */
static bool reserve_fields(scree_code_builder *builder, uint32_t fields)
{
    uint32_t entries = 16;
    while (entries < 2 * fields) {
        entries *= 2;
    }
    builder->visited_mask = entries - 1;
    builder->visited = calloc(entries, sizeof *builder->visited);
    builder->operators = calloc(fields, sizeof *builder->operators);
    builder->source = calloc(fields, sizeof(scree_noise_field *));
    builder->source_step = calloc(fields, sizeof *builder->source_step);
    memset(builder->bucket, 0xff, sizeof builder->bucket);
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        builder->position[axis] = scree_number_operand(0.0f);
    }
    return builder->visited != NULL && builder->operators != NULL && builder->source != NULL &&
           builder->source_step != NULL;
}

static void free_builder(scree_code_builder *builder)
{
    if (builder != NULL) {
        free(builder->visited);
        free(builder->operators);
        free(builder->source);
        free(builder->source_step);
        free(builder->step);
        free(builder);
    }
}

static scree_graph_code *compile(const scree_field *field)
{
    const scree_graph_node *node = scree_graph_node_of(field);
    scree_graph_code *made = NULL;
    scree_code_builder *builder = calloc(1, sizeof *builder);
    if (builder == NULL) {
        return NULL;
    }
    if (reserve_fields(builder,
                       node->most_fields < SCREE_MAX_GRAPH_FIELDS ? node->most_fields : SCREE_MAX_GRAPH_FIELDS)) {
        compile_field(builder, field);
        end_with(builder, find_visited(builder, field)->operand);
        made = builder->has_failed ? NULL : finish_code(builder);
    }
    free_builder(builder);
    return made;
}

scree_result scree_graph_code_of(scree_context *context, const scree_field *field, const scree_graph_code **code)
{
    _Atomic(scree_graph_code *) *kept = &scree_graph_node_of(field)->code;
    scree_graph_code *found = atomic_load_explicit(kept, memory_order_acquire);
    if (found == NULL) {
        scree_graph_code *made = compile(field);
        if (made == NULL) {
            return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the instructions of a graph");
        }
        if (atomic_compare_exchange_strong(kept, &found, made)) {
            found = made;
        } else {
            free(made);
        }
    }
    *code = found;
    return SCREE_OK;
}

void scree_graph_code_free(scree_graph_code *code)
{
    free(code);
}

/* Enters a field and all that it is made of among those that are visited, until they are more than the limit. */
static void visit(const scree_field *field, uint32_t limit, uint32_t *count, scree_code_builder *builder)
{
    visited_field *visited = find_visited(builder, field);
    if (visited->field != NULL || *count > limit) {
        return;
    }
    visited->field = field;
    ++*count;
    for (uint32_t i = 0; scree_noise_of(field) == NULL && i < SCREE_MAX_OP_INPUTS; i++) {
        if (scree_graph_node_of(field)->input[i] != NULL) {
            visit(scree_graph_node_of(field)->input[i], limit, count, builder);
        }
    }
}

scree_result scree_graph_count_fields(scree_context *context, const scree_field *field, uint32_t limit, uint32_t *count)
{
    scree_code_builder *builder = calloc(1, sizeof *builder);
    *count = 0;
    const bool has_room = builder != NULL && reserve_fields(builder, limit + 1);
    if (has_room) {
        visit(field, limit, count, builder);
    }
    free_builder(builder);
    return has_room ? SCREE_OK : scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the fields of a graph");
}
