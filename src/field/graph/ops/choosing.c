/* Operators: the lesser and the greater of fields, limits, and choices between fields. */
#include "op_parts.h"

const scree_op_definition scree_op_definition_min = {
    .info = {"min", "the lesser one", 2, .group = "choosing", .example = "min(perlin(seed=1), perlin(seed=2))",
             .elsewhere = "FastNoise2 Min, libnoise Min, Blender Minimum, Minecraft min, GLSL min"},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}},
    .instruction = SCREE_INSTRUCTION_MIN,
};

const scree_op_definition scree_op_definition_max = {
    .info = {"max", "the greater one", 2, .group = "choosing", .example = "max(perlin(seed=1), perlin(seed=2))",
             .elsewhere = "FastNoise2 Max, libnoise Max, Blender Maximum, Minecraft max, GLSL max"},
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
    .info = {"smin", "the lesser one, rounded where both differ by less than the radius", 3, .group = "choosing",
             .limits = "radius at least 2^-20", .example = "smin(distance(1.3, 2) - 0.8, distance(2.7, 2) - 0.8, 0.8)",
             .elsewhere = "FastNoise2 MinSmooth, Blender Smooth Minimum"},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}, {"radius", true, 0.25}},
    .emit = emit_smin,
    .find_fault = find_radius_fault,
};

const scree_op_definition scree_op_definition_smax = {
    .info = {"smax", "the greater one, rounded where both differ by less than the radius", 3, .group = "choosing",
             .limits = "radius at least 2^-20", .example = "smax(perlin(seed=1), perlin(seed=2), 0.5)",
             .elsewhere = "FastNoise2 MaxSmooth, Blender Smooth Maximum"},
    .input = {{"a", false, 0.0}, {"b", false, 0.0}, {"radius", true, 0.25}},
    .emit = emit_smax,
    .find_fault = find_radius_fault,
};

const scree_op_definition scree_op_definition_clamp = {
    .info = {"clamp", "the nearest number from low to high", 3, .group = "choosing",
             .example = "clamp(perlin(octaves=4), -0.2, 0.2)",
             .elsewhere = "libnoise Clamp, Blender Clamp, Minecraft clamp, GLSL clamp, HLSL saturate"},
    .input = {{"x", false, 0.0}, {"low", true, -1.0}, {"high", true, 1.0}},
    .instruction = SCREE_INSTRUCTION_CLAMP,
};

const scree_op_definition scree_op_definition_step = {
    .info = {"step", "0 below the edge, otherwise 1", 2, .group = "choosing", .example = "step(perlin(octaves=4), 0.1)",
             .elsewhere = "Blender Greater Than, GLSL step"},
    .input = {{"x", false, 0.0}, {"edge", true, 0.0}},
    .instruction = SCREE_INSTRUCTION_STEP,
};

enum { OUTSIDE, INSIDE, CONTROL, LOWER, UPPER, FALLOFF };

static scree_operand emit_select(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand inverse = scree_emit_falloff(builder, input[FALLOFF]);
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
    .info =
        {"select",
         "inside where the control is from lower to upper, otherwise outside; mixed within the falloff of these limits",
         6, .group = "choosing", .limits = "lower not above upper, falloff from 0 to 2^62",
         .example = "select(0.3 * perlin(), perlin(seed=3, octaves=6), perlin(seed=2), 0, 2, 0.2)",
         .elsewhere = "libnoise Select, Minecraft range_choice, Minecraft interval_select"},
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
    .info = {"mask", "x times the mask, which is limited to 0 to 1", 2, .group = "choosing",
             .example = "mask(perlin(octaves=6), 0.5 * x - 0.5)"},
    .input = {{"x", false, 0.0}, {"by", false, 0.0}},
    .emit = emit_mask,
};
