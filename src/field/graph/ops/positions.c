/* Operators: where samples are. */
#include "op_definition.h"

#define POSITION(id, axis, order, needed, shown)                                                                       \
    static scree_operand emit_##id(scree_code_builder *builder, const scree_operand *input)                            \
    {                                                                                                                  \
        (void)input;                                                                                                   \
        return scree_code_position(builder, axis);                                                                     \
    }                                                                                                                  \
    const scree_op_definition scree_op_definition_##id = {                                                             \
        .info = {#id, "the position along the " order " axis, rounded to float32", 0, .group = "positions and shapes", \
                 .limits = needed, .example = shown, .elsewhere = "Blender Separate XYZ"},                             \
        .emit = emit_##id};

POSITION(x, 0, "first", NULL, "x")
POSITION(y, 1, "second", "2 axes or more", "y")
POSITION(z, 2, "third", "3 axes or more", "add_axis(z - x, 1)")
POSITION(w, 3, "fourth", "4 axes or more", "add_axis(add_axis(w - y, 0), 1)")
