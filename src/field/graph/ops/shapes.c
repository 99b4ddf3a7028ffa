/* Operators: fields of positions. Shapes are signed distances, negative inside, along all axes of the field up to the
   fourth (I. Quilez, "distance functions"). */
#include "op_parts.h"

static const scree_operand zero = {.is_number = true, .number = 0.0f};

/* The axes of a shape. */
static uint32_t axes_of(const scree_code_builder *builder)
{
    const uint32_t axes = scree_code_axes(builder);
    return axes < SCREE_SHAPE_AXES ? axes : SCREE_SHAPE_AXES;
}

/* The distance from the origin of a point whose coordinate along each axis is given. */
static scree_operand emit_length(scree_code_builder *builder, const scree_operand *along)
{
    scree_operand coordinate[SCREE_SHAPE_AXES] = {zero, zero, zero, zero};
    for (uint32_t axis = 0; axis < axes_of(builder); axis++) {
        coordinate[axis] = along[axis];
    }
    return SCREE_EMIT(builder, LENGTH, coordinate[0], coordinate[1], coordinate[2], coordinate[3]);
}

/* The positions along all axes, from a point on. */
static void emit_from(scree_code_builder *builder, const scree_operand *point, scree_operand *along)
{
    for (uint32_t axis = 0; axis < axes_of(builder); axis++) {
        along[axis] = SCREE_EMIT(builder, SUB, scree_code_position(builder, axis), point[axis]);
    }
}

static scree_operand emit_distance(scree_code_builder *builder, const scree_operand *input)
{
    scree_operand along[SCREE_SHAPE_AXES];
    emit_from(builder, input, along);
    return emit_length(builder, along);
}

/* Combines the magnitudes of positions from a point on. */
static scree_operand emit_magnitudes(scree_code_builder *builder, const scree_operand *input, uint32_t instruction)
{
    scree_operand along[SCREE_SHAPE_AXES];
    scree_operand value = zero;
    emit_from(builder, input, along);
    for (uint32_t axis = 0; axis < axes_of(builder); axis++) {
        const scree_operand inputs[SCREE_INSTRUCTION_INPUTS] = {value, SCREE_EMIT(builder, ABS, along[axis])};
        value = axis == 0 ? inputs[1] : scree_code_emit(builder, instruction, inputs);
    }
    return value;
}

static scree_operand emit_manhattan(scree_code_builder *builder, const scree_operand *input)
{
    return emit_magnitudes(builder, input, SCREE_INSTRUCTION_ADD);
}

static scree_operand emit_chebyshev(scree_code_builder *builder, const scree_operand *input)
{
    return emit_magnitudes(builder, input, SCREE_INSTRUCTION_MAX);
}

#define POINT                                                 \
    {                                                         \
        {"x", true, 0.0}, {"y", true, 0.0}, {"z", true, 0.0}, \
        {                                                     \
            "w", true, 0.0                                    \
        }                                                     \
    }

const scree_op_definition scree_op_definition_distance = {
    .info = {"distance", "the distance from a point, along the axes that the field has, up to the fourth", 4,
             .group = "positions and shapes", .example = "distance(2, 2)",
             .elsewhere = "FastNoise2 DistanceToPoint, Blender Distance, Minecraft distance_to_point, GLSL distance"},
    .input = POINT,
    .emit = emit_distance,
};

const scree_op_definition scree_op_definition_distance_manhattan = {
    .info = {"distance-manhattan", "the sum of the distances from a point along the axes", 4,
             .group = "positions and shapes", .example = "distance_manhattan(2, 2)",
             .elsewhere = "FastNoise2 DistanceToPoint"},
    .input = POINT,
    .emit = emit_manhattan,
};

const scree_op_definition scree_op_definition_distance_chebyshev = {
    .info = {"distance-chebyshev", "the greatest of the distances from a point along the axes", 4,
             .group = "positions and shapes", .example = "distance_chebyshev(2, 2)",
             .elsewhere = "FastNoise2 DistanceToPoint"},
    .input = POINT,
    .emit = emit_chebyshev,
};

/* A sum of positions times factors. */
static scree_operand emit_gradient(scree_code_builder *builder, const scree_operand *input)
{
    scree_operand sum = zero;
    for (uint32_t axis = 0; axis < axes_of(builder); axis++) {
        const scree_operand share = SCREE_EMIT(builder, MUL, scree_code_position(builder, axis), input[axis]);
        sum = axis == 0 ? share : SCREE_EMIT(builder, ADD, sum, share);
    }
    return sum;
}

const scree_op_definition scree_op_definition_gradient = {
    .info = {"gradient", "a plane: the sum of positions times these numbers, its slopes along the axes", 4,
             .group = "positions and shapes", .example = "gradient(0.5, 0.25)",
             .elsewhere = "FastNoise2 Gradient, Blender Dot Product, Minecraft y_clamped_gradient, GLSL dot"},
    .input = POINT,
    .emit = emit_gradient,
};

static scree_operand emit_checker(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand one = scree_number_operand(1.0f);
    const scree_operand inverse = scree_emit_inverse(builder, input[0]);
    scree_operand sum = zero;
    for (uint32_t axis = 0; axis < axes_of(builder); axis++) {
        const scree_operand cells = SCREE_EMIT(builder, MUL, scree_code_position(builder, axis), inverse);
        sum = SCREE_EMIT(builder, ADD, sum, SCREE_EMIT(builder, FLOOR, cells, one, one));
    }
    return SCREE_EMIT(builder, MOD, sum, scree_number_operand(2.0f), scree_number_operand(0.5f));
}

static const char *find_checker_fault(const scree_range *input)
{
    return scree_range_is_positive(input[0]) ? NULL : "has a size that may be 0 or negative";
}

const scree_op_definition scree_op_definition_checker = {
    .info = {"checker", "0 and 1 in turn along every axis, in cells of a size", 1, .group = "positions and shapes",
             .limits = "size above 0", .example = "checker(0.5)",
             .elsewhere = "FastNoise2 Checkerboard, libnoise Checkerboard, Blender Checker Texture"},
    .input = {{"size", true, 1.0}},
    .emit = emit_checker,
    .find_fault = find_checker_fault,
};

static scree_operand emit_sphere(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand origin[SCREE_SHAPE_AXES] = {zero, zero, zero, zero};
    return SCREE_EMIT(builder, SUB, emit_distance(builder, origin), input[0]);
}

const scree_op_definition scree_op_definition_sphere = {
    .info = {"sphere", "the signed distance from a sphere round the origin, negative inside: a circle in 2 axes", 1,
             .group = "positions and shapes", .example = "offset(sphere(1.2), -2, -2)"},
    .input = {{"radius", true, 1.0}},
    .emit = emit_sphere,
};

/* Outside, the length of what is beyond each side; inside, the distance from the nearest one. */
static scree_operand emit_box(scree_code_builder *builder, const scree_operand *input)
{
    scree_operand beyond[SCREE_SHAPE_AXES];
    scree_operand nearest = zero;
    for (uint32_t axis = 0; axis < axes_of(builder); axis++) {
        const scree_operand from = SCREE_EMIT(builder, ABS, scree_code_position(builder, axis));
        const scree_operand side = SCREE_EMIT(builder, SUB, from, input[axis]);
        beyond[axis] = SCREE_EMIT(builder, MAX, side, zero);
        nearest = axis == 0 ? side : SCREE_EMIT(builder, MAX, nearest, side);
    }
    return SCREE_EMIT(builder, ADD, emit_length(builder, beyond), SCREE_EMIT(builder, MIN, nearest, zero));
}

const scree_op_definition scree_op_definition_box = {
    .info = {"box", "the signed distance from a box round the origin; these are half of its sides", 4,
             .group = "positions and shapes", .example = "offset(box(1.4, 0.7), -2, -2)"},
    .input = {{"x", true, 1.0}, {"y", true, 1.0}, {"z", true, 1.0}, {"w", true, 1.0}},
    .emit = emit_box,
};

/* The ring lies in the plane of the first two axes. */
static scree_operand emit_torus(scree_code_builder *builder, const scree_operand *input)
{
    const uint32_t axes = axes_of(builder);
    scree_operand along[SCREE_SHAPE_AXES] = {zero, zero, zero, zero};
    const scree_operand y = axes > 1 ? scree_code_position(builder, 1) : zero;
    const scree_operand across = SCREE_EMIT(builder, LENGTH, scree_code_position(builder, 0), y, zero, zero);
    along[0] = SCREE_EMIT(builder, SUB, across, input[0]);
    for (uint32_t axis = 2; axis < axes; axis++) {
        along[axis - 1] = scree_code_position(builder, axis);
    }
    const scree_operand ring = SCREE_EMIT(builder, LENGTH, along[0], along[1], along[2], zero);
    return SCREE_EMIT(builder, SUB, ring, input[1]);
}

const scree_op_definition scree_op_definition_torus = {
    .info = {"torus", "the signed distance from a ring round the origin in the plane of x and y, and from its tube", 2,
             .group = "positions and shapes", .example = "offset(torus(1.2, 0.3), -2, -2)"},
    .input = {{"radius", true, 1.0}, {"tube", true, 0.25}},
    .emit = emit_torus,
};

/* The nearest point of the segment lies at x, limited to its ends. */
static scree_operand emit_capsule(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand x = scree_code_position(builder, 0);
    const scree_operand low = SCREE_EMIT(builder, SUB, zero, input[0]);
    scree_operand along[SCREE_SHAPE_AXES] = {SCREE_EMIT(builder, SUB, x, SCREE_EMIT(builder, CLAMP, x, low, input[0]))};
    for (uint32_t axis = 1; axis < axes_of(builder); axis++) {
        along[axis] = scree_code_position(builder, axis);
    }
    return SCREE_EMIT(builder, SUB, emit_length(builder, along), input[1]);
}

const scree_op_definition scree_op_definition_capsule = {
    .info = {"capsule", "the signed distance from a rod along x, from -length to length, with round ends", 2,
             .group = "positions and shapes", .example = "offset(capsule(1, 0.5), -2, -2)"},
    .input = {{"length", true, 1.0}, {"radius", true, 0.5}},
    .emit = emit_capsule,
};
