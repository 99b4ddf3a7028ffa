/*
 * The order of a graph's steps in its program: those that vary along fewer axes come first, because others read them
 * and devices evaluate them for fewer samples. Instructions read values of fewer axes as they are; for a displaced
 * source, which reads rows of samples, a VALUE of its own axes spreads them.
 */
#include <stdlib.h>
#include <string.h>

#include "graph_builder.h"

/* The steps of a program before they have registers. */
typedef struct spread_work {
    const scree_code_builder *builder;
    scree_ordered_steps *ordered;
    uint32_t capacity;
    uint32_t *varies; /* The axes of each step of the builder. */
    uint32_t *own;    /* The number of each in the program: that of the order. */
    uint32_t *spread; /* The number of what spreads it along the axes at hand; SCREE_NO_STEP: there is none. */
    bool has_failed;
} spread_work;

/* The axes along which a step varies whose inputs have theirs. */
static uint32_t find_varies(const spread_work *work, uint32_t number)
{
    const scree_draft_step *step = &work->builder->step[number];
    uint32_t varies = 0;
    if (step->instruction == SCREE_STEP_POSITION) {
        return UINT32_C(1) << step->source & ~UINT32_C(1);
    }
    if (step->instruction == SCREE_STEP_SLOPE) {
        return work->varies[step->of];
    }
    if (step->instruction == SCREE_STEP_SOURCE) {
        const scree_draft_source *source = &work->builder->source[step->source];
        const scree_program_source seen = scree_draft_source_of(work->builder, source);
        varies = scree_program_source_varies(&seen);
    }
    for (uint32_t i = 0; i < step->inputs; i++) {
        varies |= step->input[i].is_number ? 0 : work->varies[step->input[i].value];
    }
    return varies & ~UINT32_C(1);
}

/* The parts of a block, which follow one another. */
static uint32_t varies_of_block(const spread_work *work, uint32_t first)
{
    uint32_t varies = 0;
    for (uint32_t part = 0; part < work->builder->step[first].block; part++) {
        varies |= work->varies[first + part];
    }
    return varies;
}

/* A source reads its displacements with their slopes from registers side by side, which vary as it does. */
static void widen_blocks(spread_work *work, uint32_t number)
{
    const scree_draft_step *step = &work->builder->step[number];
    const bool has_blocks = step->instruction == SCREE_STEP_SOURCE && step->block > 0;
    for (uint32_t i = 0; i < step->inputs && has_blocks; i++) {
        work->varies[number] |= varies_of_block(work, step->input[i].value);
    }
    for (uint32_t i = 0; i < step->inputs && has_blocks; i++) {
        const uint32_t first = step->input[i].value;
        for (uint32_t part = 0; part < work->builder->step[first].block; part++) {
            work->varies[first + part] |= work->varies[number];
        }
    }
}

/* All axes of the grid beyond the first. */
static uint32_t all_axes(const scree_code_builder *builder)
{
    return ((UINT32_C(1) << builder->axes) - 1) & ~UINT32_C(1);
}

/* The last steps, of several channels, are one run. */
static void find_all_varies(spread_work *work)
{
    const scree_code_builder *builder = work->builder;
    for (uint32_t s = 0; s < builder->step_count; s++) {
        const bool is_channel = builder->channels > 1 && s + builder->channels >= builder->step_count;
        work->varies[s] = is_channel ? all_axes(builder) : find_varies(work, s);
        widen_blocks(work, s);
    }
}

static uint32_t append(spread_work *work, const scree_draft_step *step, uint32_t varies)
{
    scree_ordered_steps *ordered = work->ordered;
    if (ordered->count == work->capacity) {
        const uint32_t capacity = 2 * work->capacity + 64;
        scree_draft_step *steps = realloc(ordered->step, capacity * sizeof *steps);
        ordered->step = steps != NULL ? steps : ordered->step;
        uint32_t *all = steps != NULL ? realloc(ordered->varies, capacity * sizeof *all) : NULL;
        ordered->varies = all != NULL ? all : ordered->varies;
        work->capacity = all != NULL ? capacity : work->capacity;
        work->has_failed = work->has_failed || all == NULL;
    }
    if (work->has_failed) {
        return 0;
    }
    ordered->step[ordered->count] = *step;
    ordered->varies[ordered->count] = varies;
    return ordered->count++;
}

/* The number of a value as a source of some axes reads it. */
static uint32_t spread_value(spread_work *work, uint32_t value, uint32_t varies)
{
    if (work->varies[value] == varies) {
        return work->own[value];
    }
    if (work->spread[value] == SCREE_NO_STEP) {
        const scree_draft_step spread = {.instruction = SCREE_INSTRUCTION_VALUE,
                                         .inputs = 1,
                                         .input = {scree_step_operand(work->own[value])},
                                         .next = SCREE_NO_STEP,
                                         .maker = work->builder->step[value].maker};
        work->spread[value] = append(work, &spread, varies);
    }
    return work->spread[value];
}

/* Appends a step, behind what spreads the inputs of a source. */
static void order_step(spread_work *work, uint32_t number)
{
    scree_draft_step step = work->builder->step[number];
    const uint32_t varies = work->varies[number];
    for (uint32_t i = 0; i < step.inputs; i++) {
        const uint32_t value = step.input[i].value;
        if (!step.input[i].is_number) {
            step.input[i].value = step.instruction == SCREE_STEP_SOURCE ? spread_value(work, value, varies)
                                                                        : work->own[value];
        }
    }
    step.of = step.instruction == SCREE_STEP_SLOPE ? work->own[step.of] : 0;
    work->own[number] = append(work, &step, varies);
}

/* Appends all steps that vary along the same axes. */
static void order_steps(spread_work *work, uint32_t varies)
{
    memset(work->spread, 0xff, work->builder->step_count * sizeof *work->spread);
    for (uint32_t s = 0; s < work->builder->step_count; s++) {
        if (work->varies[s] == varies) {
            order_step(work, s);
        }
    }
}

/* Appends the steps, those of fewer axes first: a set of axes has a lesser number than one that contains it. The last
   one varies along all axes. */
static void order_all(spread_work *work)
{
    const uint32_t last = work->builder->step_count - 1;
    const uint32_t all = all_axes(work->builder);
    bool is_there[1u << SCREE_MAX_AXES] = {false};
    is_there[all] = true;
    for (uint32_t s = 0; s <= last; s++) {
        is_there[work->varies[s]] = true;
    }
    for (uint32_t varies = 0; varies <= all; varies += 2) {
        if (is_there[varies]) {
            order_steps(work, varies);
        }
    }
    if (work->varies[last] != all) {
        spread_value(work, last, all);
    }
    work->ordered->all = all;
}

bool scree_code_order(const scree_code_builder *builder, scree_ordered_steps *ordered)
{
    uint32_t *memory = calloc(2 * (size_t)builder->step_count, sizeof *memory);
    *ordered = (scree_ordered_steps){.own = calloc(builder->step_count, sizeof *ordered->own)};
    spread_work work = {.builder = builder, .ordered = ordered, .varies = memory, .own = ordered->own};
    work.has_failed = memory == NULL || ordered->own == NULL;
    if (!work.has_failed) {
        work.spread = memory + builder->step_count;
        find_all_varies(&work);
        order_all(&work);
    }
    free(memory);
    return !work.has_failed;
}

void scree_ordered_steps_clear(scree_ordered_steps *ordered)
{
    free(ordered->step);
    free(ordered->varies);
    free(ordered->own);
}
