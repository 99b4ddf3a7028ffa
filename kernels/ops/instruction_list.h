/*
 * The instructions of a graph, a row for each:
 *
 *     X(INSTRUCTION, name, number, inputs)
 *
 * scree_op_NAME() evaluates it (ops/instructions.h). Operators of the public list (scree/graph.h) become one or several
 * of them (src/field/graph/ops). Kernels of the CPU and of GPUs, ranges and tests loop over these rows. One more reads
 * the samples of a file, and so is none of them (ops/file.h).
 */
#ifndef SCREE_KERNELS_INSTRUCTION_LIST_H
#define SCREE_KERNELS_INSTRUCTION_LIST_H

/* How many they are, and the most inputs of one. */
#define SCREE_INSTRUCTION_COUNT 28u
#define SCREE_INSTRUCTION_INPUTS 5u

/* The partial derivative of an instruction for an input is an instruction, too, of the same inputs: it has this number,
   and no other instruction has one beyond. */
#define SCREE_PARTIAL_NUMBERS 32u
#define SCREE_PARTIAL(instruction, input) ((instruction) + SCREE_PARTIAL_NUMBERS * (1u + (input)))
#define SCREE_INSTRUCTION_NUMBERS 192u

#define SCREE_INSTRUCTIONS(X)         \
    X(VALUE, value, 0u, 1)            \
    X(ADD, add, 1u, 2)                \
    X(SUB, sub, 2u, 2)                \
    X(MUL, mul, 3u, 2)                \
    X(DIV, div, 4u, 2)                \
    X(MIN, min, 5u, 2)                \
    X(MAX, max, 6u, 2)                \
    X(SMIN, smin, 7u, 4)              \
    X(SMAX, smax, 8u, 4)              \
    X(ABS, abs, 9u, 1)                \
    X(SIGN, sign, 10u, 1)             \
    X(FLOOR, floor, 11u, 3)           \
    X(CEIL, ceil, 12u, 3)             \
    X(ROUND, round, 13u, 3)           \
    X(MOD, mod, 14u, 3)               \
    X(SQRT, sqrt, 15u, 1)             \
    X(POW, pow, 16u, 2)               \
    X(MIX, mix, 17u, 3)               \
    X(CLAMP, clamp, 18u, 3)           \
    X(AFFINE, affine, 19u, 4)         \
    X(STEP, step, 20u, 2)             \
    X(SMOOTHSTEP, smoothstep, 21u, 3) \
    X(BIAS, bias, 22u, 2)             \
    X(GAIN, gain, 23u, 2)             \
    X(TERRACE, terrace, 24u, 5)       \
    X(BAND, band, 25u, 4)             \
    X(SINE, sine, 26u, 1)             \
    X(LENGTH, length, 27u, 4)

/* The instruction that reads a file: its inputs are positions along three axes, and which file it is. */
#define SCREE_FILE_INSTRUCTION 28u
#define SCREE_FILE_INPUTS 4u
#define SCREE_FILE_AXES 3u

#endif
