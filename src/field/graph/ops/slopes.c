/* Operators: the slopes of a field. */
#include "op_parts.h"

#include <math.h>

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
    .info = {"derivative", "the derivative along an axis", 2, .group = "slopes",
             .limits = "axis is a number from 0 to 3; noise that has derivatives, in 1 to 4 axes",
             .example = "derivative(perlin(octaves=2), 0)", .elsewhere = "GLSL dFdx, GLSL dFdy"},
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
    .info = {"slope", "how steep the field is: the length of its gradient", 1, .group = "slopes",
             .limits = "noise that has derivatives, in 1 to 4 axes", .example = "slope(perlin(octaves=2))",
             .elsewhere = "GLSL fwidth"},
    .input = {{"field", false, 0.0}},
    .emit = emit_slope,
    .reads_slopes = true,
};

/* The inputs behind the slopes. */
enum { NORMAL_AXIS = SCREE_SHAPE_AXES + 1, NORMAL_HEIGHT };

/* The slopes of the surface and 1 are at right angles to it, but for the sign of the slopes. What is rounded beyond 1
   is cut off. */
static scree_operand emit_normal(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand one = scree_number_operand(1.0f);
    const scree_operand height = input[NORMAL_HEIGHT];
    const uint32_t axes = scree_code_axes(builder);
    const float number = input[NORMAL_AXIS].is_number ? input[NORMAL_AXIS].number : 0.0f;
    const uint32_t axis = number >= 0.0f && number <= (float)SCREE_SHAPE_AXES ? (uint32_t)number : 0;
    const scree_operand slope = SCREE_EMIT(builder, LENGTH, input[0], input[1], input[2], input[3]);
    const scree_operand length = SCREE_EMIT(builder, LENGTH, SCREE_EMIT(builder, MUL, slope, height), one,
                                            scree_number_operand(0.0f), scree_number_operand(0.0f));
    const scree_operand along = axis < axes ? SCREE_EMIT(builder, SUB, scree_number_operand(0.0f),
                                                         SCREE_EMIT(builder, MUL, input[axis], height))
                                            : scree_number_operand(axis == axes ? 1.0f : 0.0f);
    return SCREE_EMIT(builder, CLAMP, SCREE_EMIT(builder, DIV, along, length), scree_number_operand(-1.0f), one);
}

static const char *find_normal_fault(const scree_range *input)
{
    const float axis = input[1].minimum;
    if (!(axis == input[1].maximum && axis >= 0.0f && axis <= (float)SCREE_SHAPE_AXES && axis == floorf(axis))) {
        return "has an axis that is none of the numbers 0 to 4";
    }
    return scree_range_lies_within(input[2], -0x1p30f, 0x1p30f) ? NULL : "has a height that may be beyond 2^30";
}

const scree_op_definition scree_op_definition_normal = {
    .info = {"normal", "a component of the unit normal of the field as a surface, upwards behind the last axis", 3,
             .group = "slopes", .limits = "axis is a number from 0 to 4; noise that has derivatives, in 1 to 4 axes",
             .example = "normal(perlin(octaves=2), 0, 0.5)", .elsewhere = "Blender Bump"},
    .input = {{"field", false, 0.0}, {"axis", false, 0.0}, {"height", true, 1.0}},
    .emit = emit_normal,
    .reads_slopes = true,
    .find_fault = find_normal_fault,
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
    .info = {"erosion", "a map with gullies and ridges that run down its slopes, and branch", 9, .group = "erosion",
             .limits = "2 axes; noise that has derivatives; frequency a number from 2^-20 to 2^10, octaves from 1 to "
                       "16, seed a whole one up to 2^24; gain not negative, low below high, onset at least 2^-20",
             .example = "erosion(perlin(octaves=2, gain=0.25), 0.5, 1, 3)"},
    .input = EROSION_INPUTS,
    .emit = scree_code_emit_erosion,
    .reads_slopes = true,
    .find_fault = find_erosion_fault,
};

const scree_op_definition scree_op_definition_erosion_ridges = {
    .info = {"erosion-ridges", "1 on the ridges that erosion of the same inputs leaves, and -1 in its creases", 9,
             .group = "erosion", .limits = "those of erosion",
             .example = "erosion_ridges(perlin(octaves=2, gain=0.25), frequency=1, octaves=2)"},
    .input = EROSION_INPUTS,
    .emit = scree_code_emit_ridges,
    .reads_slopes = true,
    .find_fault = find_erosion_fault,
};
