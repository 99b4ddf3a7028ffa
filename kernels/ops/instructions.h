/* The functions of all instructions (ops/instruction_list.h). */
#ifndef SCREE_KERNELS_INSTRUCTIONS_H
#define SCREE_KERNELS_INSTRUCTIONS_H

#include "ops/arithmetic.h"
#include "ops/choosing.h"
#include "ops/instruction_list.h"
#include "ops/rounding.h"
#include "ops/shaping.h"

/* Calls scree_op_NAME() by as many inputs as its row says. */
#define SCREE_INSTRUCTION_CALL_1(name, a, b, c, d, e) scree_op_##name(a)
#define SCREE_INSTRUCTION_CALL_2(name, a, b, c, d, e) scree_op_##name(a, b)
#define SCREE_INSTRUCTION_CALL_3(name, a, b, c, d, e) scree_op_##name(a, b, c)
#define SCREE_INSTRUCTION_CALL_4(name, a, b, c, d, e) scree_op_##name(a, b, c, d)
#define SCREE_INSTRUCTION_CALL_5(name, a, b, c, d, e) scree_op_##name(a, b, c, d, e)

/* A case of a switch over instructions for each of them, by a macro that takes the columns of its row. */
#define SCREE_INSTRUCTION_SWITCH(instruction, CASE) \
    switch (instruction) {                          \
        SCREE_INSTRUCTIONS(CASE)                    \
    default:                                        \
        break;                                      \
    }

/* The partial derivative of a result for an input, whose number is the same for all samples. */
#define SCREE_INSTRUCTION_PARTIAL_1(result, which) (result).partial[0]
#define SCREE_INSTRUCTION_PARTIAL_2(result, which) ((which) == 0u ? (result).partial[0] : (result).partial[1])
#define SCREE_INSTRUCTION_PARTIAL_3(result, which) \
    ((which) < 2u ? SCREE_INSTRUCTION_PARTIAL_2(result, which) : (result).partial[2])
#define SCREE_INSTRUCTION_PARTIAL_4(result, which) \
    ((which) < 3u ? SCREE_INSTRUCTION_PARTIAL_3(result, which) : (result).partial[3])
#define SCREE_INSTRUCTION_PARTIAL_5(result, which) \
    ((which) < 4u ? SCREE_INSTRUCTION_PARTIAL_4(result, which) : (result).partial[4])

/* The value of an instruction, whose number is the same for all samples. */
SCREE_FN scree_f32 scree_instruction_value(const scree_index instruction, const scree_f32 a, const scree_f32 b,
                                           const scree_f32 c, const scree_f32 d, const scree_f32 e)
{
    switch (instruction) {
#define SCREE_INSTRUCTION_CASE(INSTRUCTION, name, number, inputs) \
    case number:                                                  \
        return SCREE_INSTRUCTION_CALL_##inputs(name, a, b, c, d, e).value;
        SCREE_INSTRUCTIONS(SCREE_INSTRUCTION_CASE)
#undef SCREE_INSTRUCTION_CASE
    default:
        return a;
    }
}

/* The partial derivative of an instruction for an input; both numbers are the same for all samples. */
SCREE_FN scree_f32 scree_instruction_partial(const scree_index instruction, const scree_index which, const scree_f32 a,
                                             const scree_f32 b, const scree_f32 c, const scree_f32 d, const scree_f32 e)
{
    scree_op_result result;
    switch (instruction) {
#define SCREE_INSTRUCTION_CASE(INSTRUCTION, name, number, inputs)      \
    case number:                                                       \
        result = SCREE_INSTRUCTION_CALL_##inputs(name, a, b, c, d, e); \
        return scree_op_slope(SCREE_INSTRUCTION_PARTIAL_##inputs(result, which));
        SCREE_INSTRUCTIONS(SCREE_INSTRUCTION_CASE)
#undef SCREE_INSTRUCTION_CASE
    default:
        return a;
    }
}

#endif
