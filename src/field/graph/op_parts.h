/* Parts that definitions of operators have in common. */
#ifndef SCREE_OP_PARTS_H
#define SCREE_OP_PARTS_H

#include "op_definition.h"

/* Axes along which there are positions. */
#define SCREE_SHAPE_AXES 4u

/* Appends the inverse of a number that is not 0. */
static inline scree_operand scree_emit_inverse(scree_code_builder *builder, scree_operand number)
{
    return SCREE_EMIT(builder, DIV, scree_number_operand(1.0f), number);
}

/* Appends the inverse of both sides' width that a falloff is: 0 where it is 0, which to a band means that it has none. */
static inline scree_operand scree_emit_falloff(scree_code_builder *builder, scree_operand falloff)
{
    const scree_operand width = SCREE_EMIT(builder, MAX, falloff, scree_number_operand(0x1p-40f));
    const scree_operand per_width = SCREE_EMIT(builder, DIV, scree_number_operand(0.5f), width);
    return SCREE_EMIT(builder, MUL, per_width, SCREE_EMIT(builder, SIGN, falloff));
}

static inline bool scree_range_is_positive(scree_range range)
{
    return range.minimum > 0.0f;
}

/* Whether all numbers of a range lie from `low` to `high`. */
static inline bool scree_range_lies_within(scree_range range, float low, float high)
{
    return range.minimum >= low && range.maximum <= high;
}

/* Whether all numbers of a range are below those of another by 2^-60 or more: the inverse of such a difference is an
   operand. */
static inline bool scree_range_is_below(scree_range range, scree_range other)
{
    return (double)other.minimum - (double)range.maximum >= 0x1p-60;
}

#endif
