/*
 * Slopes of values: the chain rule, over the steps of a graph. Instructions have partial derivatives, positions a slope
 * of 1 along their axis, and noise evaluates its own with its value. Those of noise that is displaced are chained with
 * the slopes of the displacements by its kernel (kernels/warp/warp_dual.h), which reads both.
 */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "graph_builder.h"
#include "noise_warp.h"

static const scree_operand zero = {.is_number = true, .number = 0.0f};

static bool is_number(scree_operand operand, float number)
{
    return operand.is_number && operand.number == number;
}

/* Whether a value is how far a place lies from the samples, which is the same for all coordinates of that place. */
static bool is_of_place(const scree_code_builder *builder, scree_operand operand, uint32_t place)
{
    bool is = false;
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES && place != SCREE_AT_SAMPLES; axis++) {
        const scree_operand along = builder->place[place].along[axis];
        is = is || (!along.is_number && !operand.is_number && along.value == operand.value);
    }
    return is;
}

/* The slope of an operand along an axis, which has been found where it is that of a step. */
static scree_operand slope_of(const scree_code_builder *builder, scree_operand operand, uint32_t place, uint32_t axis)
{
    return operand.is_number || is_of_place(builder, operand, place) ? zero
                                                                     : builder->slopes[operand.value].along[axis];
}

static scree_operand cut_off(scree_code_builder *builder, scree_operand slope)
{
    return SCREE_EMIT(builder, CLAMP, slope, scree_number_operand(-0x1p30f), scree_number_operand(0x1p30f));
}

/* The share of an input in a slope; sums and differences need no product. */
static scree_operand share_of(scree_code_builder *builder, const scree_draft_step *step, uint32_t input,
                              scree_operand slope)
{
    if (step->instruction == SCREE_INSTRUCTION_VALUE || step->instruction == SCREE_INSTRUCTION_ADD ||
        (step->instruction == SCREE_INSTRUCTION_SUB && input == 0)) {
        return slope;
    }
    if (step->instruction == SCREE_INSTRUCTION_SUB) {
        return SCREE_EMIT(builder, SUB, zero, slope);
    }
    const scree_operand partial = scree_code_emit(builder, SCREE_PARTIAL(step->instruction, input), step->input);
    return is_number(slope, 1.0f) ? partial : SCREE_EMIT(builder, MUL, partial, slope);
}

/* The slope of an instruction along an axis. */
static scree_operand slope_of_instruction(scree_code_builder *builder, const scree_draft_step *step, uint32_t place,
                                          uint32_t axis)
{
    scree_operand sum = zero;
    for (uint32_t i = 0; i < step->inputs && !scree_code_has_failed(builder); i++) {
        const scree_operand slope = slope_of(builder, step->input[i], place, axis);
        if (!is_number(slope, 0.0f)) {
            const scree_operand share = share_of(builder, step, i, slope);
            sum = is_number(sum, 0.0f) ? share : SCREE_EMIT(builder, ADD, sum, share);
        }
    }
    return sum.is_number || step->instruction == SCREE_INSTRUCTION_VALUE ? sum : cut_off(builder, sum);
}

/* Appends a value and its slopes side by side, as a displaced source reads them; returns the value's step. */
static scree_operand append_block(scree_code_builder *builder, scree_operand value, const scree_operand *slope,
                                  uint32_t axes)
{
    scree_draft_step step = {.instruction = SCREE_INSTRUCTION_VALUE,
                             .inputs = 1,
                             .input = {value},
                             .block = 1 + axes,
                             .next = SCREE_NO_STEP};
    const scree_operand first = scree_code_append(builder, &step);
    for (step.block_index = 1; step.block_index < step.block; step.block_index++) {
        step.input[0] = slope[step.block_index - 1];
        scree_code_append(builder, &step);
    }
    return first;
}

/* The blocks of a place that are read from another one, which become some of the graph's. A source there is displaced
   by a step's inputs; their slopes are 0 where both places are the same. */
static void find_blocks(scree_code_builder *builder, const scree_draft_step *displaced, uint32_t place, uint32_t from,
                        scree_operand *first)
{
    scree_code_blocks made = {.place = place, .from = from};
    for (uint32_t i = 0; i < builder->block_count; i++) {
        if (builder->blocks[i].place == place && builder->blocks[i].from == from) {
            memcpy(first, builder->blocks[i].first, sizeof made.first);
            return;
        }
    }
    for (uint32_t i = 0; i < displaced->inputs && !scree_code_has_failed(builder); i++) {
        scree_operand slope[SCREE_POSITION_AXES];
        for (uint32_t axis = 0; axis < displaced->inputs; axis++) {
            slope[axis] = place == from ? zero : slope_of(builder, displaced->input[i], from, axis);
        }
        made.first[i] = append_block(builder, displaced->input[i], slope, displaced->inputs);
    }
    builder->blocks =
        scree_code_grow(builder, builder->blocks, builder->block_count, &builder->block_capacity, sizeof made);
    if (!scree_code_has_failed(builder)) {
        builder->blocks[builder->block_count++] = made;
        memcpy(first, made.first, sizeof made.first);
    }
}

/* The source that is the same noise at the same place, with slopes that are counted from another one, or none. */
static uint32_t find_differentiated(const scree_code_builder *builder, uint32_t number, uint32_t from)
{
    const scree_draft_source *source = &builder->source[number];
    uint32_t found = 0;
    while (found < builder->source_count &&
           (builder->source[found].noise != source->noise || builder->source[found].octave != source->octave ||
            builder->source[found].place != source->place || builder->source[found].slopes_from != from)) {
        found++;
    }
    return found;
}

/* Gives a source slopes: in its place where it is not displaced, and otherwise in one more source. Returns the number
   of that one. */
static uint32_t differentiate(scree_code_builder *builder, uint32_t number, uint32_t from)
{
    scree_draft_source source = builder->source[number];
    const scree_draft_step displaced = builder->step[source.step];
    scree_draft_step step = {.instruction = SCREE_STEP_SOURCE,
                             .block = 1 + builder->place[source.place].axes,
                             .inputs = displaced.inputs,
                             .next = SCREE_NO_STEP};
    if (displaced.inputs == 0) {
        builder->result =
            scree_noise_differentiated(builder->context, source.noise, builder->finds_slopes, &source.evaluated);
        builder->source[number].evaluated = source.evaluated;
        builder->step[source.step].block = step.block;
        return number;
    }
    builder->result =
        scree_noise_displaced(builder->context, source.noise, source.octave, builder->finds_slopes, &source.evaluated);
    find_blocks(builder, &displaced, source.place, from, step.input);
    return scree_code_append_source(builder, &source, &step);
}

/* Appends the slopes of a source that has them, as operators take them: trimmed, and cut off. */
static void append_slopes(scree_code_builder *builder, const scree_draft_source *source, scree_operand *slope)
{
    const uint32_t axes = builder->place[source->place].axes;
    const uint32_t of = source->step;
    for (uint32_t axis = 0; axis < axes && !scree_code_has_failed(builder); axis++) {
        const scree_draft_step step = {
            .instruction = SCREE_STEP_SLOPE, .source = axis, .of = of, .next = SCREE_NO_STEP};
        const scree_operand raw = scree_code_append(builder, &step);
        slope[axis] = scree_code_has_failed(builder) ? zero : cut_off(builder, SCREE_EMIT(builder, VALUE, raw));
    }
}

/* The slopes of a source along the axes of its place, with displacements that are counted from another one. */
static void find_own_slopes(scree_code_builder *builder, uint32_t number, uint32_t from, scree_operand *slope)
{
    uint32_t found = find_differentiated(builder, number, from);
    if (found == builder->source_count) {
        scree_operand made[SCREE_POSITION_AXES] = {zero, zero, zero, zero};
        found = differentiate(builder, number, from);
        if (scree_code_has_failed(builder)) {
            return;
        }
        append_slopes(builder, &builder->source[found], made);
        builder->source[found].slopes_from = from;
        memcpy(builder->source[found].slope, made, sizeof made);
    }
    memcpy(slope, builder->source[found].slope, sizeof builder->source[found].slope);
}

/* How the coordinate of a place along one of its axes changes with one of another place. */
static scree_operand slope_of_coordinate(scree_code_builder *builder, const scree_domain_axis *relation,
                                         scree_operand along, uint32_t place, uint32_t axis)
{
    const scree_operand moves = scree_number_operand(relation->of == axis ? (float)relation->scale : 0.0f);
    const scree_operand slope = slope_of(builder, along, place, axis);
    return is_number(slope, 0.0f) ? moves : SCREE_EMIT(builder, ADD, slope, moves);
}

/* The slopes of a source along the axes of a place in another domain: the chain rule, from the source's own. */
static void chain_domains(scree_code_builder *builder, uint32_t source, uint32_t place, scree_operand *slope)
{
    const scree_code_place at = builder->place[builder->source[source].place];
    scree_domain_axis relation[SCREE_MAX_AXES];
    scree_operand sum[SCREE_POSITION_AXES] = {zero, zero, zero, zero};
    if (!scree_code_place_relation(builder, at.root, builder->place[place].root, relation)) {
        memcpy(slope, sum, sizeof sum);
        return;
    }
    for (uint32_t axis = 0; axis < builder->place[place].axes; axis++) {
        for (uint32_t own = 0; own < at.axes && own < SCREE_POSITION_AXES; own++) {
            const scree_operand moved = slope_of_coordinate(builder, &relation[own], at.along[own], place, axis);
            if (!is_number(moved, 0.0f) && !scree_code_has_failed(builder)) {
                const scree_operand share = SCREE_EMIT(builder, MUL, slope[own], moved);
                sum[axis] = is_number(sum[axis], 0.0f) ? share : SCREE_EMIT(builder, ADD, sum[axis], share);
            }
        }
        sum[axis] = sum[axis].is_number ? sum[axis] : cut_off(builder, sum[axis]);
    }
    memcpy(slope, sum, sizeof sum);
}

/* Noise that is not displaced changes with any place of its domain as with the coordinates: only numbers lead back. */
static void find_source_slopes(scree_code_builder *builder, uint32_t number, uint32_t place, scree_operand *slope)
{
    const uint32_t own = builder->source[number].place;
    const bool is_displaced = scree_code_place_is_displaced(&builder->place[own]);
    const bool is_related = builder->place[own].root == builder->place[place].root;
    if (builder->place[own].axes > SCREE_POSITION_AXES) {
        builder->result = scree_fail(builder->context, SCREE_ERROR_INVALID,
                                     "%s: noise has %u axes; graphs have derivatives in at most %u axes",
                                     builder->finds_slopes, builder->place[own].axes, SCREE_POSITION_AXES);
        return;
    }
    find_own_slopes(builder, number, is_displaced && is_related ? place : own, slope);
    if (!is_related && !scree_code_has_failed(builder)) {
        chain_domains(builder, number, place, slope);
    }
}

/* The slopes of a position of samples, or of a root, along the axes of a place. */
static void find_position_slopes(const scree_code_builder *builder, const scree_draft_step *step, uint32_t place,
                                 scree_operand *slope)
{
    scree_domain_axis relation[SCREE_MAX_AXES];
    if (scree_code_place_relation(builder, step->base_of, builder->place[place].root, relation) &&
        relation[step->source].of < SCREE_POSITION_AXES) {
        slope[relation[step->source].of] = scree_number_operand((float)relation[step->source].scale);
    }
}

static bool is_position(const scree_draft_step *step)
{
    return step->instruction == SCREE_STEP_POSITION || step->base_of != SCREE_AT_SAMPLES;
}

/* Finds the slopes of a step whose inputs have theirs. */
static void find_step_slopes(scree_code_builder *builder, uint32_t number, uint32_t place)
{
    const scree_draft_step step = builder->step[number];
    scree_operand slope[SCREE_POSITION_AXES] = {zero, zero, zero, zero};
    if (step.instruction == SCREE_STEP_SOURCE) {
        find_source_slopes(builder, step.source, place, slope);
    } else if (is_position(&step)) {
        find_position_slopes(builder, &step, place, slope);
    } else if (step.instruction >= SCREE_PARTIAL_NUMBERS) {
        builder->result = scree_fail(builder->context, SCREE_ERROR_UNSUPPORTED,
                                     "%s: the field is made of derivatives, which have none themselves",
                                     builder->finds_slopes);
    } else {
        for (uint32_t axis = 0; axis < SCREE_POSITION_AXES && axis < builder->place[place].axes; axis++) {
            slope[axis] = slope_of_instruction(builder, &step, place, axis);
        }
    }
    memcpy(builder->slopes[number].along, slope, sizeof slope);
    builder->slopes[number].is_found = true;
}

/* Whether the slopes of a step follow from those of its inputs: those of positions, and of a source that is at the
   place, do not. */
static bool reads_inputs(const scree_code_builder *builder, const scree_draft_step *step, uint32_t place)
{
    return step->instruction == SCREE_STEP_SOURCE ? builder->source[step->source].place != place : !is_position(step);
}

/* Marks all steps up to one whose slopes are needed and not known. */
static void mark_needed(scree_code_builder *builder, uint32_t last, uint32_t place)
{
    builder->slopes[last].is_needed = true;
    for (uint32_t s = last + 1; s-- > 0;) {
        const scree_draft_step *step = &builder->step[s];
        if (!builder->slopes[s].is_needed || builder->slopes[s].is_found || !reads_inputs(builder, step, place)) {
            continue;
        }
        for (uint32_t i = 0; i < step->inputs; i++) {
            if (!step->input[i].is_number && !is_of_place(builder, step->input[i], place)) {
                builder->slopes[step->input[i].value].is_needed = true;
            }
        }
    }
}

/* Makes room for the slopes of all steps that are there. What is known of another place is forgotten. */
static void reserve_slopes(scree_code_builder *builder, uint32_t place)
{
    const uint32_t count = builder->step_count;
    const uint32_t kept = builder->slopes_from == place ? builder->slopes_count : 0;
    if (count > builder->slopes_count) {
        scree_step_slopes *grown = realloc(builder->slopes, count * sizeof *grown);
        if (grown == NULL) {
            scree_code_fail_without_memory(builder);
            return;
        }
        builder->slopes = grown;
        builder->slopes_count = count;
    }
    builder->slopes_from = place;
    memset(builder->slopes + kept, 0, (builder->slopes_count - kept) * sizeof *builder->slopes);
}

void scree_code_slopes(scree_code_builder *builder, scree_operand value, uint32_t place,
                       scree_operand slope[SCREE_POSITION_AXES])
{
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        slope[axis] = zero;
    }
    if (builder->place[place].axes > SCREE_POSITION_AXES && !scree_code_has_failed(builder)) {
        builder->result = scree_fail(builder->context, SCREE_ERROR_INVALID,
                                     "%s: axes is %u; graphs have derivatives in at most %u axes",
                                     builder->finds_slopes, builder->place[place].axes, SCREE_POSITION_AXES);
    }
    if (value.is_number || scree_code_has_failed(builder)) {
        return;
    }
    reserve_slopes(builder, place);
    if (!scree_code_has_failed(builder)) {
        mark_needed(builder, value.value, place);
    }
    for (uint32_t s = 0; s <= value.value && !scree_code_has_failed(builder); s++) {
        if (builder->slopes[s].is_needed && !builder->slopes[s].is_found) {
            find_step_slopes(builder, s, place);
        }
    }
    if (!scree_code_has_failed(builder)) {
        memcpy(slope, builder->slopes[value.value].along, sizeof builder->slopes[value.value].along);
    }
}
