/* Operators: the slopes of a field. */
#include "op_parts.h"

/* The slopes come before the inputs, and along axes that are not there they are 0. */
static scree_operand emit_derivative(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand axis = input[SCREE_SHAPE_AXES + 1];
    (void)builder;
    return axis.is_number && axis.number >= 0.0f && axis.number < (float)SCREE_SHAPE_AXES ? input[(uint32_t)axis.number]
                                                                                          : scree_number_operand(0.0f);
}

static const char *find_derivative_fault(const scree_range *input)
{
    const float axis = input[1].minimum;
    return axis == input[1].maximum && (axis == 0.0f || axis == 1.0f || axis == 2.0f || axis == 3.0f)
               ? NULL
               : "has an axis that is none of the numbers 0 to 3";
}

const scree_op_definition scree_op_definition_derivative = {
    .info = {"derivative", "how a field changes along an axis", 2},
    .input = {{"field", false, 0.0}, {"axis", true, 0.0}},
    .emit = emit_derivative,
    .reads_slopes = true,
    .find_fault = find_derivative_fault,
};

static scree_operand emit_slope(scree_code_builder *builder, const scree_operand *input)
{
    return SCREE_EMIT(builder, LENGTH, input[0], input[1], input[2], input[3]);
}

const scree_op_definition scree_op_definition_slope = {
    .info = {"slope", "how steep a field is: the length of its gradient", 1},
    .input = {{"field", false, 0.0}},
    .emit = emit_slope,
    .reads_slopes = true,
};

enum { EROSION_GAIN = 4, EROSION_LOW, EROSION_HIGH, EROSION_ONSET };

static const char *find_erosion_fault(const scree_range *input)
{
    if (!scree_range_is_below(input[EROSION_LOW], input[EROSION_HIGH])) {
        return "has low and high that may be equal, or less than 2^-60 apart";
    }
    if (input[EROSION_GAIN].minimum < 0.0f) {
        return "has a gain that may be negative";
    }
    return input[EROSION_ONSET].minimum >= 0x1p-20f ? NULL : "has an onset that may be below 2^-20";
}

#define EROSION_INPUTS                                                                                    \
    {                                                                                                     \
        {"field", false, 0.0}, {"strength", true, 0.2}, {"frequency", true, 2.0}, {"octaves", true, 5.0}, \
            {"gain", true, 0.5}, {"low", true, -0.5}, {"high", true, 0.5}, {"onset", true, 1.0},          \
        {                                                                                                 \
            "seed", true, 0.0                                                                             \
        }                                                                                                 \
    }

const scree_op_definition scree_op_definition_erosion = {
    .info = {"erosion", "a map with gullies down its slopes, which branch", 9},
    .input = EROSION_INPUTS,
    .emit = scree_code_emit_erosion,
    .reads_slopes = true,
    .find_fault = find_erosion_fault,
};

const scree_op_definition scree_op_definition_erosion_ridges = {
    .info = {"erosion-ridges", "where erosion leaves ridges, 1, and creases, -1", 9},
    .input = EROSION_INPUTS,
    .emit = scree_code_emit_ridges,
    .reads_slopes = true,
    .find_fault = find_erosion_fault,
};
