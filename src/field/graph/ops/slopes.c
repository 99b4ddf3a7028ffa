/* Operators: the slopes of a field. */
#include "op_parts.h"

/* The slopes come before the axis, and along axes that are not there they are 0. */
static scree_operand emit_derivative(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand axis = input[SCREE_SHAPE_AXES];
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
