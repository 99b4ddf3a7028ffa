/* Operators: sums, products, roots and powers. */
#include "op_parts.h"

const scree_op_definition scree_op_definition_constant = {
    .info = {"constant", "a number, the same everywhere", 1, .group = "arithmetic", .example = "x + constant(0.5)",
             .elsewhere = "FastNoise2 Constant, libnoise Const, Blender Value, Minecraft constant"},
    .input = {{"value", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_VALUE,
};

const scree_op_definition scree_op_definition_add = {
    .info = {"add", "a + b", 2, .group = "arithmetic", .example = "perlin(seed=1) + 0.3 * perlin(seed=2, octaves=4)",
             .elsewhere = "FastNoise2 Add, libnoise Add, Blender Add, Minecraft add"},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_ADD,
};

const scree_op_definition scree_op_definition_sub = {
    .info = {"sub", "a - b", 2, .group = "arithmetic", .example = "perlin(octaves=4) - 0.5 * y",
             .elsewhere = "FastNoise2 Subtract, Blender Subtract, Minecraft sub"},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_SUB,
};

const scree_op_definition scree_op_definition_mul = {
    .info = {"mul", "a times b", 2, .group = "arithmetic", .example = "perlin(octaves=4) * x",
             .elsewhere = "FastNoise2 Multiply, libnoise Multiply, Blender Multiply, Minecraft mul"},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_MUL,
};

static const char *find_div_fault(const scree_range *input)
{
    return input[1].minimum <= 0.0f && input[1].maximum >= 0.0f ? "divides by a number that may be 0" : NULL;
}

const scree_op_definition scree_op_definition_div = {
    .info = {"div", "a divided by b", 2, .group = "arithmetic", .limits = "b is never 0",
             .example = "perlin(octaves=4) / (0.5 + x)",
             .elsewhere = "FastNoise2 Divide, Blender Divide, Minecraft div"},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_DIV,
    .find_fault = find_div_fault,
};

const scree_op_definition scree_op_definition_abs = {
    .info = {"abs", "its magnitude", 1, .group = "arithmetic", .example = "abs(perlin(octaves=3))",
             .elsewhere = "FastNoise2 Abs, libnoise Abs, Blender Absolute, Minecraft abs, GLSL abs"},
    .input = {{"x", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_ABS,
};

static scree_operand emit_neg(scree_code_builder *builder, const scree_operand *input)
{
    return SCREE_EMIT(builder, SUB, scree_number_operand(0.0f), input[0]);
}

const scree_op_definition scree_op_definition_neg = {
    .info = {"neg", "-x", 1, .group = "arithmetic", .example = "-abs(perlin(octaves=4))",
             .elsewhere = "libnoise Invert, Blender Negate, Minecraft negate"},
    .input = {{"x", false, 0.0}},
    .emit = emit_neg,
};

const scree_op_definition scree_op_definition_sign = {
    .info = {"sign", "-1, 0 or 1", 1, .group = "arithmetic", .example = "sign(perlin(octaves=4))",
             .elsewhere = "Blender Sign, Minecraft sign, GLSL sign"},
    .input = {{"x", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_SIGN,
};

static const char *find_sqrt_fault(const scree_range *input)
{
    return input[0].minimum < 0.0f ? "takes the root of a number that may be negative" : NULL;
}

const scree_op_definition scree_op_definition_sqrt = {
    .info = {"sqrt", "the square root", 1, .group = "arithmetic", .limits = "x not negative",
             .example = "sqrt(abs(perlin(octaves=3)))",
             .elsewhere = "FastNoise2 SignedSquareRoot, Blender Square Root, Minecraft sqrt, GLSL sqrt"},
    .input = {{"x", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_SQRT,
    .find_fault = find_sqrt_fault,
};

static const char *find_pow_fault(const scree_range *input)
{
    if (input[0].minimum < 0.0f) {
        return "takes a power of a number that may be negative";
    }
    return input[0].minimum > 0.0f || scree_range_is_positive(input[1])
               ? NULL
               : "takes a power of a number that may be 0, with an exponent that may be 0 or negative";
}

const scree_op_definition scree_op_definition_pow = {
    .info = {"pow", "x to the power of the exponent, within 2^-16 of it", 2, .group = "arithmetic",
             .limits = "x above 0, or 0 with an exponent above 0", .example = "pow(abs(perlin(octaves=3)), 3)",
             .elsewhere =
                 "FastNoise2 PowFloat, FastNoise2 PowInt, libnoise Power, Blender Power, Minecraft pow, GLSL pow"},
    .input = {{"x", false, 0.0}, {"exponent", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_POW,
    .find_fault = find_pow_fault,
};

const scree_op_definition scree_op_definition_length = {
    .info = {"length", "the square root of a a + b b + c c + d d", 4, .group = "positions and shapes",
             .example = "length(x - 2, y - 2)", .elsewhere = "Blender Length, GLSL length"},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}, {"c", true, 0.0}, {"d", true, 0.0}},
    .instruction = SCREE_INSTRUCTION_LENGTH,
};

static scree_operand emit_scale_bias(scree_code_builder *builder, const scree_operand *input)
{
    return SCREE_EMIT(builder, AFFINE, input[0], scree_number_operand(0.0f), input[1], input[2]);
}

const scree_op_definition scree_op_definition_scale_bias = {
    .info = {"scale-bias", "x times the scale, plus the bias", 3, .group = "shaping",
             .example = "scale_bias(perlin(octaves=4), 0.5, 0.5)",
             .elsewhere = "libnoise ScaleBias, Blender Multiply Add, GLSL fma"},
    .input = {{"x", false, 0.0}, {"scale", true, 1.0}, {"bias", true, 0.0}},
    .emit = emit_scale_bias,
};
