/* Operators: where samples are. */
#include "op_definition.h"

#define POSITION(id, axis, order)                                                                                    \
    static scree_operand emit_##id(scree_code_builder *builder, const scree_operand *input)                          \
    {                                                                                                                \
        (void)input;                                                                                                 \
        return scree_code_position(builder, axis);                                                                   \
    }                                                                                                                \
    const scree_op_definition scree_op_definition_##id = {.info = {#id, "the position along the " order " axis", 0}, \
                                                          .emit = emit_##id};

POSITION(x, 0, "first")
POSITION(y, 1, "second")
POSITION(z, 2, "third")
POSITION(w, 3, "fourth")
