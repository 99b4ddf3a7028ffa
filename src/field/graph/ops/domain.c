/* Operators: where their first input is evaluated. */
#include "op_parts.h"

const scree_op_definition scree_op_definition_displace = {
    .info = {"displace", "x where samples are displaced along each axis", 5},
    .input = {{"field", false, 0.0}, {"x", true, 0.0}, {"y", true, 0.0}, {"z", true, 0.0}, {"w", true, 0.0}},
    .place_first = scree_code_place_displaced,
    .first_along = 1,
};

const scree_op_definition scree_op_definition_scale = {
    .info = {"scale", "a field at coordinates times a factor", 6},
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
    .info = {"offset", "a field at coordinates plus an offset", 5},
    .input = {{"field", false, 0.0}, {"x", true, 0.0}, {"y", true, 0.0}, {"z", true, 0.0}, {"w", true, 0.0}},
    .place_first = scree_code_place_offset,
    .first_along = 1,
};

const scree_op_definition scree_op_definition_fix_axis = {
    .info = {"fix-axis", "a slice of a field: at one coordinate along an axis", 3},
    .input = {{"field", false, 0.0}, {"axis", false, 0.0}, {"at", true, 0.0}},
    .place_first = scree_code_place_fixed,
};

const scree_op_definition scree_op_definition_at = {
    .info = {"at", "a field at coordinates that are given", 5},
    .input = {{"field", false, 0.0}, {"x", false, 0.0}, {"y", true, 0.0}, {"z", true, 0.0}, {"w", true, 0.0}},
    .place_first = scree_code_place_at,
    .first_along = 1,
};

const scree_op_definition scree_op_definition_add_axis = {
    .info = {"add-axis", "a field of one more axis, at a coordinate along it", 2},
    .input = {{"field", false, 0.0}, {"at", true, 0.0}},
    .place_first = scree_code_place_with_axis,
};

const scree_op_definition scree_op_definition_remove_axis = {
    .info = {"remove-axis", "a field of one axis less, the same all along that axis", 2},
    .input = {{"field", false, 0.0}, {"axis", false, 0.0}},
    .place_first = scree_code_place_without_axis,
};

const scree_op_definition scree_op_definition_seed_offset = {
    .info = {"seed-offset", "a field whose noise has other seeds", 2},
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
    .info = {"fractal", "a sum of a field at finer and finer scales, each with other seeds", 4},
    .input = {{"field", false, 0.0}, {"octaves", true, 4.0}, {"gain", true, 0.5}, {"lacunarity", true, 2.0}},
    .emit = emit_octaves,
    .count_octaves = scree_code_count_octaves,
    .place_octave = scree_code_place_octave,
};
