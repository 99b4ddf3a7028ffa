/* Operators: where their first input is evaluated. */
#include "op_parts.h"

const scree_op_definition scree_op_definition_displace = {
    .info = {"displace", "x where samples are displaced along each axis", 5},
    .input = {{"field", false, 0.0}, {"x", true, 0.0}, {"y", true, 0.0}, {"z", true, 0.0}, {"w", true, 0.0}},
    .displaces_first = true,
};
