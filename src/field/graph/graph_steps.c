/*
 * The steps of a graph that is being compiled: instructions, of which equal ones become one, and those whose inputs are
 * all numbers become a number; and sources.
 */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "graph_builder.h"
#include "ops/file.h"

void scree_code_fail_without_memory(scree_code_builder *builder)
{
    if (!scree_code_has_failed(builder)) {
        builder->result =
            scree_fail(builder->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the instructions of a graph");
    }
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

bool scree_operand_equals(scree_operand a, scree_operand b)
{
    return a.is_number == b.is_number && bits_of_operand(a) == bits_of_operand(b);
}

static uint32_t bucket_of(uint32_t instruction, const scree_operand *input)
{
    uint32_t hash = instruction;
    for (uint32_t i = 0; i < scree_step_inputs(instruction); i++) {
        hash = (hash ^ bits_of_operand(input[i])) * 0x9e3779b1u;
        hash ^= hash >> 15;
    }
    return hash % SCREE_CODE_BUCKETS;
}

void *scree_code_grow(scree_code_builder *builder, void *array, uint32_t count, uint32_t *capacity, size_t bytes)
{
    void *grown = array;
    if (count == *capacity && !scree_code_has_failed(builder)) {
        grown = realloc(array, (2 * (size_t)count + 16) * bytes);
        if (grown == NULL) {
            scree_code_fail_without_memory(builder);
            return array;
        }
        *capacity = 2 * count + 16;
    }
    return grown;
}

void scree_code_fail_too_large(scree_code_builder *builder)
{
    if (!scree_code_has_failed(builder)) {
        builder->result = scree_fail(builder->context, SCREE_ERROR_INVALID,
                                     "%s: the graph has more than %d fields, the most that it may have; those that are "
                                     "evaluated at several places, the parts of their warps, and derivatives count, too",
                                     builder->finds_slopes != NULL ? builder->finds_slopes : "displace or fractal",
                                     SCREE_MAX_GRAPH_FIELDS);
    }
}

scree_operand scree_code_append(scree_code_builder *builder, const scree_draft_step *step)
{
    builder->step =
        scree_code_grow(builder, builder->step, builder->step_count, &builder->step_capacity, sizeof *builder->step);
    if (builder->step_count == SCREE_MAX_STEPS || builder->source_count > SCREE_MAX_GRAPH_FIELDS) {
        scree_code_fail_too_large(builder);
    }
    if (scree_code_has_failed(builder)) {
        return scree_number_operand(0.0f);
    }
    builder->step[builder->step_count] = *step;
    builder->step[builder->step_count].maker = builder->maker;
    return scree_step_operand(builder->step_count++);
}

static bool are_numbers(const scree_operand *input, uint32_t count)
{
    bool are = true;
    for (uint32_t i = 0; i < count; i++) {
        are = are && input[i].is_number;
    }
    return are;
}

/* The value or the derivative of an instruction that reads a file. */
static float read_file(const scree_code_builder *builder, uint32_t instruction, const float *input)
{
    const uint32_t along = instruction / SCREE_PARTIAL_NUMBERS;
    const scree_graph_file *file = builder->file[(uint32_t)input[SCREE_FILE_AXES]];
    return scree_file_sample(file->table.word, input[0], input[1], input[2],
                             along == 0 ? SCREE_FILE_VALUE : along - 1);
}

static scree_operand evaluate_numbers(const scree_code_builder *builder, uint32_t instruction,
                                      const scree_operand *input)
{
    float number[SCREE_INSTRUCTION_INPUTS] = {0};
    for (uint32_t i = 0; i < scree_step_inputs(instruction); i++) {
        number[i] = input[i].number;
    }
    return scree_number_operand(scree_instruction_is_file(instruction)
                                    ? read_file(builder, instruction, number)
                                    : scree_instruction_at(instruction, number));
}

/* The step that computes the same; SCREE_NO_STEP where there is none. */
static uint32_t find_step(const scree_code_builder *builder, uint32_t bucket, uint32_t instruction,
                          const scree_operand *input)
{
    uint32_t found = builder->bucket[bucket];
    for (; found != SCREE_NO_STEP; found = builder->step[found].next) {
        bool is_equal = builder->step[found].instruction == instruction;
        for (uint32_t i = 0; is_equal && i < scree_step_inputs(instruction); i++) {
            is_equal = scree_operand_equals(builder->step[found].input[i], input[i]);
        }
        if (is_equal) {
            break;
        }
    }
    return found;
}

/* Appends an instruction whose inputs are not all numbers, unless an equal one is there. */
static scree_operand emit_step(scree_code_builder *builder, uint32_t instruction, const scree_operand *input)
{
    const uint32_t bucket = bucket_of(instruction, input);
    const uint32_t found = find_step(builder, bucket, instruction, input);
    if (found != SCREE_NO_STEP || scree_code_has_failed(builder)) {
        return found != SCREE_NO_STEP ? scree_step_operand(found) : scree_number_operand(0.0f);
    }
    scree_draft_step step = {
        .instruction = instruction, .inputs = scree_step_inputs(instruction), .next = builder->bucket[bucket]};
    memcpy(step.input, input, step.inputs * sizeof *input);
    const scree_operand operand = scree_code_append(builder, &step);
    builder->bucket[bucket] = scree_code_has_failed(builder) ? builder->bucket[bucket] : operand.value;
    return operand;
}

static bool is_trimmed(const scree_code_builder *builder, scree_operand operand)
{
    const uint32_t instruction = operand.is_number ? 0 : builder->step[operand.value].instruction;
    return !operand.is_number && instruction != SCREE_STEP_SOURCE && instruction != SCREE_STEP_SLOPE;
}

scree_operand scree_code_emit(scree_code_builder *builder, uint32_t instruction,
                              const scree_operand input[SCREE_INSTRUCTION_INPUTS])
{
    if (are_numbers(input, scree_step_inputs(instruction))) {
        const scree_operand number = evaluate_numbers(builder, instruction, input);
        if (fabsf(number.number) < SCREE_GRAPH_LIMIT) {
            return number; /* A larger one, or NaN, stays a step, whose range is refused. */
        }
    }
    /* All values but those of a source are trimmed. */
    if (instruction == SCREE_INSTRUCTION_VALUE && is_trimmed(builder, input[0])) {
        return input[0];
    }
    return emit_step(builder, instruction, input);
}

scree_operand scree_code_keep(scree_code_builder *builder, scree_operand operand)
{
    const bool is_kept = !operand.is_number && scree_step_inputs(builder->step[operand.value].instruction) > 0;
    return is_kept || scree_code_has_failed(builder)
               ? operand
               : emit_step(builder, SCREE_INSTRUCTION_VALUE, (const scree_operand[SCREE_INSTRUCTION_INPUTS]){operand});
}

uint32_t scree_code_append_source(scree_code_builder *builder, const scree_draft_source *source,
                                  const scree_draft_step *step)
{
    scree_draft_step numbered = *step;
    numbered.source = builder->source_count;
    builder->source = scree_code_grow(builder, builder->source, builder->source_count, &builder->source_capacity,
                                      sizeof *builder->source);
    if (!scree_code_has_failed(builder)) {
        builder->source[builder->source_count] = *source;
        builder->source[builder->source_count].step = scree_code_append(builder, &numbered).value;
        builder->source[builder->source_count++].slopes_from = SCREE_NO_STEP;
    }
    return numbered.source;
}
