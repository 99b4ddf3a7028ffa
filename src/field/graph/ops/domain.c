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
