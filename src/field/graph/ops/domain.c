/* Operators: where their first input is evaluated. */
#include "op_parts.h"

const scree_op_definition scree_op_definition_displace = {
    .info = {"displace", "the field where each sample lies farther along each axis, by as many cells as the others say",
             5, .group = "domains", .limits = "noise in 1 to 4 axes, of the hash scree; 2^26 cells or less",
             .example = "displace(checker(0.5), 0.4 * perlin(seed=2), 0.4 * perlin(seed=3))",
             .elsewhere =
                 "FastNoise2 DomainWarpGradient, FastNoise2 DomainWarpSimplex, FastNoise2 DomainWarpSuperSimplex, "
                 "FastNoise2 DomainWarpFractalProgressive, FastNoise2 DomainWarpFractalIndependent, "
                 "libnoise Displace, Blender Distortion, Minecraft shifted_noise"},
    .input = {{"field", false, 0.0}, {"x", true, 0.0}, {"y", true, 0.0}, {"z", true, 0.0}, {"w", true, 0.0}},
    .place_first = scree_code_place_displaced,
    .first_along = 1,
};

const scree_op_definition scree_op_definition_scale = {
    .info =
        {"scale",
         "the field at coordinates times the factor, and times that of each axis: with 2 its shapes are half as large",
         6, .group = "domains", .limits = "numbers with products from 0 to 2^30",
         .example = "scale(perlin(octaves=3), 2)",
         .elsewhere = "FastNoise2 DomainScale, FastNoise2 DomainAxisScale, libnoise ScalePoint, Blender Mapping"},
    .input = {{"field", false, 0.0},
              {"factor", true, 1.0},
              {"x", true, 1.0},
              {"y", true, 1.0},
              {"z", true, 1.0},
              {"w", true, 1.0}},
    .place_first = scree_code_place_scaled,
    .first_along = 2,
};

const scree_op_definition scree_op_definition_offset = {
    .info = {"offset", "the field at coordinates plus offsets", 5, .group = "domains",
             .limits = "numbers of up to 2^60", .example = "offset(perlin(octaves=3), 0.5 * sine(0.5 * y))",
             .elsewhere = "FastNoise2 DomainOffset, libnoise TranslatePoint, Blender Mapping"},
    .input = {{"field", false, 0.0}, {"x", true, 0.0}, {"y", true, 0.0}, {"z", true, 0.0}, {"w", true, 0.0}},
    .place_first = scree_code_place_offset,
    .first_along = 1,
};

const scree_op_definition scree_op_definition_fix_axis = {
    .info = {"fix-axis", "the field at one coordinate along an axis: a slice", 3, .group = "domains",
             .limits = "axis is a number from 0 to 3", .example = "fix_axis(perlin(octaves=4), 1, 2)",
             .elsewhere = "Minecraft slice"},
    .input = {{"field", false, 0.0}, {"axis", false, 0.0}, {"at", true, 0.0}},
    .place_first = scree_code_place_fixed,
};

const scree_op_definition scree_op_definition_at = {
    .info = {"at", "the field at coordinates that numbers or other fields say", 5, .group = "domains",
             .limits = "1 to 4 axes; coordinates that are fields as for displace",
             .example = "at(perlin(octaves=4), length(x - 2, y - 2), 0)",
             .elsewhere = "FastNoise2 DomainRotate, libnoise RotatePoint, Blender Vector Rotate"},
    .input = {{"field", false, 0.0}, {"x", false, 0.0}, {"y", true, 0.0}, {"z", true, 0.0}, {"w", true, 0.0}},
    .place_first = scree_code_place_at,
    .first_along = 1,
};

const scree_op_definition scree_op_definition_add_axis = {
    .info = {"add-axis",
             "a field of one more axis, the last, at a coordinate along it: a map that is cut out of a volume", 2,
             .group = "domains", .limits = "8 axes at most, 4 where at is a field",
             .example = "add_axis(perlin(octaves=4), 0.5 * x)", .elsewhere = "FastNoise2 AddDimension"},
    .input = {{"field", false, 0.0}, {"at", true, 0.0}},
    .place_first = scree_code_place_with_axis,
};

const scree_op_definition scree_op_definition_remove_axis = {
    .info = {"remove-axis",
             "a field of one axis less, the same all along that axis: a map of x and z in a volume whose height is y",
             2, .group = "domains", .limits = "axis is a number from 1 on",
             .example = "y - 2 - remove_axis(perlin(octaves=4), 1)", .elsewhere = "FastNoise2 RemoveDimension"},
    .input = {{"field", false, 0.0}, {"axis", false, 0.0}},
    .place_first = scree_code_place_without_axis,
};

const scree_op_definition scree_op_definition_seed_offset = {
    .info = {"seed-offset", "the field with a number added to all seeds of its noise", 2, .group = "domains",
             .limits = "offset a whole number from -2^24 to 2^24", .example = "seed_offset(perlin(octaves=3), 1)",
             .elsewhere = "FastNoise2 SeedOffset"},
    .input = {{"field", false, 0.0}, {"offset", true, 1.0}},
    .place_first = scree_code_place_reseeded,
};

/* The weight of an octave is a power of the gain. */
static scree_operand emit_octaves(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand *others = input + SCREE_MAX_OP_OCTAVES;
    const uint32_t octaves = (uint32_t)others[0].number;
    scree_operand weight = scree_number_operand(1.0f);
    scree_operand sum = input[0];
    for (uint32_t o = 1; o < octaves; o++) {
        weight = SCREE_EMIT(builder, MUL, weight, others[1]);
        sum = SCREE_EMIT(builder, ADD, sum, SCREE_EMIT(builder, MUL, input[o], weight));
    }
    return octaves > 1 ? sum : SCREE_EMIT(builder, VALUE, sum);
}

const scree_op_definition scree_op_definition_fractal = {
    .info = {"fractal",
             "the sum of a field at finer and finer scales: octave i at coordinates times lacunarity^i, with other "
             "seeds, times gain^i",
             4, .group = "domains", .limits = "octaves a number from 1 to 16, lacunarity one from 1/16 to 16",
             .example = "fractal(displace(checker(1), 0.3 * perlin(), 0.3 * perlin(seed=1)), 3)",
             .elsewhere = "FastNoise2 FractalFBm"},
    .input = {{"field", false, 0.0}, {"octaves", true, 4.0}, {"gain", true, 0.5}, {"lacunarity", true, 2.0}},
    .emit = emit_octaves,
    .count_octaves = scree_code_count_octaves,
    .place_octave = scree_code_place_octave,
};
