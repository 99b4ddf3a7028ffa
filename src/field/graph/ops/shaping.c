/* Operators: mixtures and curves. */
#include "op_parts.h"

const scree_op_definition scree_op_definition_mix = {
    .info = {"mix", "a where t is 0, b where it is 1, linear in t", 3, .group = "choosing",
             .example = "mix(checker(0.5), perlin(octaves=5), 0.25 * x)",
             .elsewhere = "FastNoise2 Fade, libnoise Blend, Blender Mix, Minecraft lerp, GLSL mix, HLSL lerp"},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}, {"t", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_MIX,
};

enum { REMAP_X, FROM_LOW, FROM_HIGH, TO_LOW, TO_HIGH };

static scree_operand emit_remap(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand from = SCREE_EMIT(builder, SUB, input[FROM_HIGH], input[FROM_LOW]);
    const scree_operand to = SCREE_EMIT(builder, SUB, input[TO_HIGH], input[TO_LOW]);
    const scree_operand scale = SCREE_EMIT(builder, DIV, to, from);
    return SCREE_EMIT(builder, AFFINE, input[REMAP_X], input[FROM_LOW], scale, input[TO_LOW]);
}

static const char *find_remap_fault(const scree_range *input)
{
    return scree_range_is_below(input[FROM_LOW], input[FROM_HIGH]) ||
                   scree_range_is_below(input[FROM_HIGH], input[FROM_LOW])
               ? NULL
               : "has from_low and from_high that may be equal, or less than 2^-60 apart";
}

const scree_op_definition scree_op_definition_remap = {
    .info = {"remap", "linear: to_low at from_low, to_high at from_high", 5, .group = "shaping",
             .limits = "from_low and from_high 2^-60 or more apart",
             .example = "remap(perlin(octaves=4), -1, 1, 0, 255)", .elsewhere = "FastNoise2 Remap, Blender Map Range"},
    .input = {[REMAP_X] = {"x", false, 0.0},
              [FROM_LOW] = {"from_low", true, -1.0},
              [FROM_HIGH] = {"from_high", true, 1.0},
              [TO_LOW] = {"to_low", true, 0.0},
              [TO_HIGH] = {"to_high", true, 1.0}},
    .emit = emit_remap,
    .find_fault = find_remap_fault,
};

static scree_operand emit_smoothstep(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand width = SCREE_EMIT(builder, SUB, input[2], input[1]);
    return SCREE_EMIT(builder, SMOOTHSTEP, input[0], input[1], scree_emit_inverse(builder, width));
}

static const char *find_smoothstep_fault(const scree_range *input)
{
    return scree_range_is_below(input[1], input[2]) || scree_range_is_below(input[2], input[1])
               ? NULL
               : "has low and high that may be equal, or less than 2^-60 apart";
}

const scree_op_definition scree_op_definition_smoothstep = {
    .info = {"smoothstep", "from 0 at low to 1 at high, by a cubic", 3, .group = "shaping",
             .limits = "low and high 2^-60 or more apart", .example = "smoothstep(perlin(octaves=4), -0.2, 0.2)",
             .elsewhere = "Blender Smooth Step, GLSL smoothstep"},
    .input = {{"x", false, 0.0}, {"low", true, 0.0}, {"high", true, 1.0}},
    .emit = emit_smoothstep,
    .find_fault = find_smoothstep_fault,
};

/* The number that Schlick's curves have for an amount. */
static scree_operand emit_amount(scree_code_builder *builder, scree_operand amount)
{
    return SCREE_EMIT(builder, SUB, scree_emit_inverse(builder, amount), scree_number_operand(2.0f));
}

static scree_operand emit_bias(scree_code_builder *builder, const scree_operand *input)
{
    return SCREE_EMIT(builder, BIAS, input[0], emit_amount(builder, input[1]));
}

static scree_operand emit_gain(scree_code_builder *builder, const scree_operand *input)
{
    return SCREE_EMIT(builder, GAIN, input[0], emit_amount(builder, input[1]));
}

static const char *find_amount_fault(const scree_range *input)
{
    return scree_range_lies_within(input[1], 0x1p-10f, 1.0f - 0x1p-10f)
               ? NULL
               : "has an amount that may be below 2^-10 or above 1 - 2^-10";
}

const scree_op_definition scree_op_definition_bias = {
    .info = {"bias", "x, limited to 0 to 1 and moved so that one half becomes the amount", 2, .group = "shaping",
             .limits = "amount from 2^-10 to 1 - 2^-10", .example = "bias(0.5 + 0.5 * perlin(octaves=4), 0.2)"},
    .input = {{"x", false, 0.0}, {"amount", true, 0.5}},
    .emit = emit_bias,
    .find_fault = find_amount_fault,
};

const scree_op_definition scree_op_definition_gain = {
    .info = {"gain", "x, limited to 0 to 1, with more contrast for an amount below one half, and less above", 2,
             .group = "shaping", .limits = "amount from 2^-10 to 1 - 2^-10",
             .example = "gain(0.5 + 0.5 * perlin(octaves=4), 0.1)"},
    .input = {{"x", false, 0.0}, {"amount", true, 0.5}},
    .emit = emit_gain,
    .find_fault = find_amount_fault,
};

const scree_op_definition scree_op_definition_sine = {
    .info = {"sine", "the sine of x turns", 1, .group = "shaping", .example = "sine(length(x - 2, y - 2))",
             .elsewhere = "FastNoise2 SineWave, Blender Sine, GLSL sin, GLSL cos"},
    .input = {{"x", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_SINE,
};
