/* Operators: multiples of numbers, levels and terraces. */
#include "op_parts.h"

#define EMIT_BY_INVERSE(builder, INSTRUCTION, input) \
    SCREE_EMIT(builder, INSTRUCTION, (input)[0], (input)[1], scree_emit_inverse(builder, (input)[1]))

static scree_operand emit_floor(scree_code_builder *builder, const scree_operand *input)
{
    return EMIT_BY_INVERSE(builder, FLOOR, input);
}

static scree_operand emit_ceil(scree_code_builder *builder, const scree_operand *input)
{
    return EMIT_BY_INVERSE(builder, CEIL, input);
}

static scree_operand emit_round(scree_code_builder *builder, const scree_operand *input)
{
    return EMIT_BY_INVERSE(builder, ROUND, input);
}

static scree_operand emit_mod(scree_code_builder *builder, const scree_operand *input)
{
    return EMIT_BY_INVERSE(builder, MOD, input);
}

static const char *find_multiple_fault(const scree_range *input)
{
    return scree_range_is_positive(input[1]) ? NULL : "has a multiple that may be 0 or negative";
}

static const char *find_mod_fault(const scree_range *input)
{
    return scree_range_is_positive(input[1]) ? NULL : "has a divisor that may be 0 or negative";
}

const scree_op_definition scree_op_definition_floor = {
    .info = {"floor", "the greatest multiple that is not above x", 2, .group = "rounding", .limits = "multiple above 0",
             .example = "floor(perlin(octaves=3), 0.25)",
             .elsewhere = "Blender Floor, Blender Snap, Minecraft floor, GLSL floor"},
    .input = {{"x", false, 0.0}, {"multiple", true, 1.0}},
    .emit = emit_floor,
    .find_fault = find_multiple_fault,
};

const scree_op_definition scree_op_definition_ceil = {
    .info = {"ceil", "the least multiple that is not below x", 2, .group = "rounding", .limits = "multiple above 0",
             .example = "ceil(perlin(octaves=3), 0.25)", .elsewhere = "Blender Ceil, Minecraft ceil, GLSL ceil"},
    .input = {{"x", false, 0.0}, {"multiple", true, 1.0}},
    .emit = emit_ceil,
    .find_fault = find_multiple_fault,
};

const scree_op_definition scree_op_definition_round = {
    .info = {"round", "the nearest multiple, of two that are equally near the greater one", 2, .group = "rounding",
             .limits = "multiple above 0", .example = "round(perlin(octaves=3), 0.25)",
             .elsewhere = "Blender Round, Minecraft round, GLSL round"},
    .input = {{"x", false, 0.0}, {"multiple", true, 1.0}},
    .emit = emit_round,
    .find_fault = find_multiple_fault,
};

const scree_op_definition scree_op_definition_mod = {
    .info = {"mod", "x less the greatest multiple of the divisor that is not above it", 2, .group = "rounding",
             .limits = "divisor above 0", .example = "mod(perlin(octaves=2), 0.25)",
             .elsewhere =
                 "FastNoise2 Modulus, Blender Floored Modulo, Blender Modulo, Blender Fraction, GLSL mod, GLSL fract"},
    .input = {{"x", false, 0.0}, {"divisor", true, 1.0}},
    .emit = emit_mod,
    .find_fault = find_mod_fault,
};

enum { QUANTISE_X, LEVELS, LOW, HIGH };

/* The level's number divided by the highest one is a mixture that is exact at both ends. */
static scree_operand emit_quantise(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand zero = scree_number_operand(0.0f);
    const scree_operand one = scree_number_operand(1.0f);
    const scree_operand levels = SCREE_EMIT(builder, FLOOR, input[LEVELS], one, one);
    const scree_operand highest = SCREE_EMIT(builder, SUB, levels, one);
    const scree_operand width = SCREE_EMIT(builder, SUB, input[HIGH], input[LOW]);
    const scree_operand scale = SCREE_EMIT(builder, DIV, highest, width);
    const scree_operand limited = SCREE_EMIT(builder, CLAMP, input[QUANTISE_X], input[LOW], input[HIGH]);
    const scree_operand scaled = SCREE_EMIT(builder, AFFINE, limited, input[LOW], scale, zero);
    const scree_operand level = SCREE_EMIT(builder, ROUND, scaled, one, one);
    return SCREE_EMIT(builder, MIX, input[LOW], input[HIGH], SCREE_EMIT(builder, DIV, level, highest));
}

static const char *find_quantise_fault(const scree_range *input)
{
    if (!scree_range_lies_within(input[LEVELS], 2.0f, 0x1p22f)) {
        return "has levels that may be fewer than 2 or more than 2^22";
    }
    return scree_range_is_below(input[LOW], input[HIGH]) ? NULL : "has a low limit that may not be below the high one";
}

const scree_op_definition scree_op_definition_quantise = {
    .info = {"quantise", "the nearest of N evenly spaced numbers from low to high, where N is the levels", 4,
             .group = "rounding", .limits = "2 to 2^22 levels, low below high",
             .example = "quantise(perlin(octaves=4), 6)", .elsewhere = "Blender Stepped Linear"},
    .input = {[QUANTISE_X] = {"x", false, 0.0},
              [LEVELS] = {"levels", false, 0.0},
              [LOW] = {"low", true, -1.0},
              [HIGH] = {"high", true, 1.0}},
    .emit = emit_quantise,
    .find_fault = find_quantise_fault,
};

enum { TERRACE_X, STEPS, SMOOTHNESS };

static scree_operand emit_terrace(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand start = SCREE_EMIT(builder, SUB, scree_number_operand(1.0f), input[SMOOTHNESS]);
    const scree_operand climb = SCREE_EMIT(builder, MAX, input[SMOOTHNESS], scree_number_operand(0x1p-20f));
    const scree_operand per_step = scree_emit_inverse(builder, input[STEPS]);
    return SCREE_EMIT(builder, TERRACE, input[TERRACE_X], input[STEPS], per_step, start,
                      scree_emit_inverse(builder, climb));
}

static const char *find_terrace_fault(const scree_range *input)
{
    if (!scree_range_is_positive(input[STEPS])) {
        return "has a number of steps that may be 0 or negative";
    }
    return scree_range_lies_within(input[SMOOTHNESS], 0.0f, 1.0f) ? NULL
                                                                  : "has a smoothness that may be below 0 or above 1";
}

const scree_op_definition scree_op_definition_terrace = {
    .info = {"terrace",
             "terraces, N for each unit of x, where N is the steps; the smoothness is the part of each that climbs to "
             "the next",
             3, .group = "rounding", .limits = "steps above 0, smoothness from 0 to 1",
             .example = "terrace(perlin(octaves=3), 3, 0.25)", .elsewhere = "FastNoise2 Terrace, libnoise Terrace"},
    .input =
        {[TERRACE_X] = {"x", false, 0.0}, [STEPS] = {"steps", false, 0.0}, [SMOOTHNESS] = {"smoothness", true, 0.0}},
    .emit = emit_terrace,
    .find_fault = find_terrace_fault,
};
