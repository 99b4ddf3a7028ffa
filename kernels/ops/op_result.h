/*
 * The result of an instruction of a graph (ops/instruction_list.h): a value, and the partial derivative of it for each
 * input.
 *
 * Inputs and values are 0, positive zero, or have a magnitude from 2^-63 to less than 2^63. So no sum, product or
 * quotient of two of them is subnormal or overflows, and no zero has a sign that devices might treat differently. The
 * field layer proves the upper limit (src/field/graph/instruction_ranges.c); the lower one holds because every value is
 * trimmed.
 */
#ifndef SCREE_KERNELS_OP_RESULT_H
#define SCREE_KERNELS_OP_RESULT_H

#include "base/dual.h"
#include "base/portable.h"
#include "ops/instruction_list.h"

/* Partial derivatives of inputs that an instruction does not have are not set. */
SCREE_STRUCT(scree_op_result)
{
    scree_f32 value;
    scree_f32 partial[SCREE_INSTRUCTION_INPUTS];
};

/* A number, or positive zero where its magnitude is below 2^-63. */
SCREE_FN scree_f32 scree_op_trimmed(const scree_f32 value)
{
    return scree_dual_trimmed(value);
}

/*
 * A slope, or a partial derivative that is multiplied with one. Beyond 2^30 it is cut off: no sum of products of two,
 * one for each input, reaches 2^63, whatever the instruction.
 */
SCREE_FN scree_f32 scree_op_slope(const scree_f32 slope)
{
    scree_f32 most = scree_f32_in_all(1073741824.0f);
    return scree_op_trimmed(scree_maximum(scree_minimum(slope, most), -most));
}

#endif
