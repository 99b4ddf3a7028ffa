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

#endif
