/* Operators: the lesser and the greater of fields, limits, and choices between fields. */
#include "op_parts.h"

const scree_op_definition scree_op_definition_min = {
    .info = {"min", "the lesser one", 2},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_MIN,
};

const scree_op_definition scree_op_definition_max = {
    .info = {"max", "the greater one", 2},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_MAX,
};

static scree_operand emit_smin(scree_code_builder *builder, const scree_operand *input)
{
    return SCREE_EMIT(builder, SMIN, input[0], input[1], input[2], scree_emit_inverse(builder, input[2]));
}

static scree_operand emit_smax(scree_code_builder *builder, const scree_operand *input)
{
    return SCREE_EMIT(builder, SMAX, input[0], input[1], input[2], scree_emit_inverse(builder, input[2]));
}

static const char *find_radius_fault(const scree_range *input)
{
    return input[2].minimum < 0x1p-20f ? "has a radius that may be below 2^-20" : NULL;
}

const scree_op_definition scree_op_definition_smin = {
    .info = {"smin", "the lesser one, rounded where both are near", 3},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}, {"radius", true, 0.25}},
    .emit = emit_smin,
    .find_fault = find_radius_fault,
};

const scree_op_definition scree_op_definition_smax = {
    .info = {"smax", "the greater one, rounded where both are near", 3},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}, {"radius", true, 0.25}},
    .emit = emit_smax,
    .find_fault = find_radius_fault,
};

const scree_op_definition scree_op_definition_clamp = {
    .info = {"clamp", "the nearest number from low to high", 3},
    .input = {{"x", false, 0.0}, {"low", true, -1.0}, {"high", true, 1.0}},
    .instruction = SCREE_INSTRUCTION_CLAMP,
};

const scree_op_definition scree_op_definition_step = {
    .info = {"step", "0 below the edge, otherwise 1", 2},
    .input = {{"x", false, 0.0}, {"edge", true, 0.0}},
    .instruction = SCREE_INSTRUCTION_STEP,
};

enum { OUTSIDE, INSIDE, CONTROL, LOWER, UPPER, FALLOFF };

/* The inverse of both sides' width is 0 where the falloff is 0, which to a band means that it has none. */
static scree_operand emit_select(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand falloff = SCREE_EMIT(builder, MAX, input[FALLOFF], scree_number_operand(0x1p-40f));
    const scree_operand per_width = SCREE_EMIT(builder, DIV, scree_number_operand(0.5f), falloff);
    const scree_operand has_falloff = SCREE_EMIT(builder, SIGN, input[FALLOFF]);
    const scree_operand inverse = SCREE_EMIT(builder, MUL, per_width, has_falloff);
    const scree_operand band = SCREE_EMIT(builder, BAND, input[CONTROL], input[LOWER], input[UPPER], inverse);
    return SCREE_EMIT(builder, MIX, input[OUTSIDE], input[INSIDE], band);
}

static const char *find_select_fault(const scree_range *input)
{
    if (!scree_range_lies_within(input[FALLOFF], 0.0f, 0x1p62f)) {
        return "has a falloff that may be negative or above 2^62";
    }
    return input[LOWER].maximum > input[UPPER].minimum ? "has a lower limit that may be above the upper one" : NULL;
}

const scree_op_definition scree_op_definition_select = {
    .info = {"select", "inside where the control is from lower to upper, otherwise outside", 6},
    .input = {[OUTSIDE] = {"outside", false, 0.0},
              [INSIDE] = {"inside", false, 0.0},
              [CONTROL] = {"control", false, 0.0},
              [LOWER] = {"lower", false, 0.0},
              [UPPER] = {"upper", false, 0.0},
              [FALLOFF] = {"falloff", true, 0.0}},
    .emit = emit_select,
    .find_fault = find_select_fault,
};

static scree_operand emit_mask(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand by =
        SCREE_EMIT(builder, CLAMP, input[1], scree_number_operand(0.0f), scree_number_operand(1.0f));
    return SCREE_EMIT(builder, MUL, input[0], by);
}

const scree_op_definition scree_op_definition_mask = {
    .info = {"mask", "x times a mask, which is limited to 0 to 1", 2},
    .input = {{"x", false, 0.0}, {"by", false, 0.0}},
    .emit = emit_mask,
};
