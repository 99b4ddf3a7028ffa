/*
 * The definition of an operator on the host: its inputs, what must be true of them, and the instructions that it
 * becomes. Operators that belong together have a file in ops/. Nothing else names an operator.
 */
#ifndef SCREE_OP_DEFINITION_H
#define SCREE_OP_DEFINITION_H

#include <scree/graph.h>

#include "ops/instruction_list.h"

/* Numbers of instructions, by the names in their list. */
#define SCREE_INSTRUCTION_NUMBER(INSTRUCTION, name, number, inputs) SCREE_INSTRUCTION_##INSTRUCTION = (int)(number),
enum { SCREE_INSTRUCTIONS(SCREE_INSTRUCTION_NUMBER) };
#undef SCREE_INSTRUCTION_NUMBER

/* The number of inputs of an instruction, or of a partial derivative. */
static inline uint32_t scree_instruction_inputs(uint32_t instruction)
{
#define SCREE_INSTRUCTION_COUNTS(INSTRUCTION, name, number, inputs) [number] = (inputs),
    static const uint8_t counts[] = {
        SCREE_INSTRUCTIONS(SCREE_INSTRUCTION_COUNTS)[SCREE_FILE_INSTRUCTION] = SCREE_FILE_INPUTS};
#undef SCREE_INSTRUCTION_COUNTS
    return counts[instruction % SCREE_PARTIAL_NUMBERS];
}

/* A value in a graph that is being compiled: a number, or what an instruction or a source makes. */
typedef struct scree_operand {
    bool is_number;
    float number;
    uint32_t value;
} scree_operand;

/* A graph that is being compiled (graph_code.c). */
typedef struct scree_code_builder scree_code_builder;

static inline scree_operand scree_number_operand(float number)
{
    return (scree_operand){.is_number = true, .number = number};
}

/* Appends an instruction, unless an equal one is there or all inputs are numbers, and returns its value. Inputs beyond
   those of the instruction have no effect. */
scree_operand scree_code_emit(scree_code_builder *builder, uint32_t instruction,
                              const scree_operand input[SCREE_INSTRUCTION_INPUTS]);

/* The same with the inputs one by one; missing ones are left out. */
#define SCREE_EMIT(builder, INSTRUCTION, ...)                 \
    scree_code_emit(builder, SCREE_INSTRUCTION_##INSTRUCTION, \
                    (const scree_operand[SCREE_INSTRUCTION_INPUTS]){__VA_ARGS__})

/* The axes of the field where the operator is evaluated. */
uint32_t scree_code_axes(const scree_code_builder *builder);

/* Appends the position along an axis where the operator is evaluated, unless it is there, and returns it. */
scree_operand scree_code_position(scree_code_builder *builder, uint32_t axis);

/* Places of first inputs (op_definition.place_first): displaced by some values; at coordinates times factors, and plus
   offsets; at one coordinate along an axis; with one more axis, and without one. Errors: the builder's result. */
uint32_t scree_code_place_displaced(scree_code_builder *builder, uint32_t place, const scree_operand *input);
uint32_t scree_code_place_scaled(scree_code_builder *builder, uint32_t place, const scree_operand *input);
uint32_t scree_code_place_offset(scree_code_builder *builder, uint32_t place, const scree_operand *input);
uint32_t scree_code_place_fixed(scree_code_builder *builder, uint32_t place, const scree_operand *input);
uint32_t scree_code_place_with_axis(scree_code_builder *builder, uint32_t place, const scree_operand *input);
uint32_t scree_code_place_without_axis(scree_code_builder *builder, uint32_t place, const scree_operand *input);

/* At other coordinates along all axes. */
uint32_t scree_code_place_at(scree_code_builder *builder, uint32_t place, const scree_operand *input);

/* With other seeds; and of an octave: its scale is a power of the third input, and its seeds are its own. */
uint32_t scree_code_place_reseeded(scree_code_builder *builder, uint32_t place, const scree_operand *input);
uint32_t scree_code_place_octave(scree_code_builder *builder, uint32_t place, const scree_operand *input,
                                 uint32_t octave);
uint32_t scree_code_count_octaves(scree_code_builder *builder, const scree_operand *input);

/* Fails because of an operator's number, and returns a place. */
uint32_t scree_code_refuse(scree_code_builder *builder, const char *op, const char *name, scree_operand given,
                           const char *limits);

/* Erosion of a map, from its slopes, the map and the other inputs (graph_erosion.c); and the ridges that it leaves. */
scree_operand scree_code_emit_erosion(scree_code_builder *builder, const scree_operand *input);
scree_operand scree_code_emit_ridges(scree_code_builder *builder, const scree_operand *input);

/* The most octaves of an operator. */
#define SCREE_MAX_OP_OCTAVES 16u

typedef struct scree_op_definition {
    scree_op_info info;
    scree_op_input_info input[SCREE_MAX_OP_INPUTS];
    /* Makes the operator's instructions from its inputs, and returns its value. Inputs of groups (scree_op_info) that
       are not given are no numbers (NaN). NULL where it is one instruction with the same inputs. */
    scree_operand (*emit)(scree_code_builder *builder, const scree_operand *input);
    uint32_t instruction; /* The number of that one instruction. */
    /* The first input is evaluated at another place, whose number this finds from that of a place and from the other
       inputs there (graph_places.c); its value is the operator's. NULL where all inputs are at the same place. */
    uint32_t (*place_first)(scree_code_builder *builder, uint32_t place, const scree_operand *input);
    /* The first input is evaluated at places of several octaves likewise, as many as this finds, and emit() makes the
       value of these and of the other inputs, which follow SCREE_MAX_OP_OCTAVES of them. */
    uint32_t (*count_octaves)(scree_code_builder *builder, const scree_operand *input);
    uint32_t (*place_octave)(scree_code_builder *builder, uint32_t place, const scree_operand *input, uint32_t octave);
    uint32_t first_along; /* Inputs from this number on are one for each axis; 0 = none are. */
    /* The value is made of the slopes of the first input along each axis, by emit() from these and all inputs. */
    bool reads_slopes;
    /* Says what is wrong with inputs of such ranges, as the end of a sentence that begins with the operator's name:
       "divides by a number that may be 0". NULL where nothing is, and for operators that take any. */
    const char *(*find_fault)(const scree_range *input);
} scree_op_definition;

/* The operators: names of definitions, in the order of their numbers. */
#define SCREE_OPS(X)                          \
    X(CONSTANT, constant)                     \
    X(ADD, add)                               \
    X(SUB, sub)                               \
    X(MUL, mul)                               \
    X(DIV, div)                               \
    X(MIN, min)                               \
    X(MAX, max)                               \
    X(SMIN, smin)                             \
    X(SMAX, smax)                             \
    X(ABS, abs)                               \
    X(NEG, neg)                               \
    X(SIGN, sign)                             \
    X(FLOOR, floor)                           \
    X(CEIL, ceil)                             \
    X(ROUND, round)                           \
    X(MOD, mod)                               \
    X(SQRT, sqrt)                             \
    X(POW, pow)                               \
    X(MIX, mix)                               \
    X(CLAMP, clamp)                           \
    X(REMAP, remap)                           \
    X(SCALE_BIAS, scale_bias)                 \
    X(STEP, step)                             \
    X(SMOOTHSTEP, smoothstep)                 \
    X(BIAS, bias)                             \
    X(GAIN, gain)                             \
    X(QUANTISE, quantise)                     \
    X(TERRACE, terrace)                       \
    X(SELECT, select)                         \
    X(MASK, mask)                             \
    X(POSITION_X, x)                          \
    X(POSITION_Y, y)                          \
    X(POSITION_Z, z)                          \
    X(POSITION_W, w)                          \
    X(LENGTH, length)                         \
    X(SINE, sine)                             \
    X(DISPLACE, displace)                     \
    X(DISTANCE, distance)                     \
    X(DISTANCE_MANHATTAN, distance_manhattan) \
    X(DISTANCE_CHEBYSHEV, distance_chebyshev) \
    X(GRADIENT, gradient)                     \
    X(CHECKER, checker)                       \
    X(SPHERE, sphere)                         \
    X(BOX, box)                               \
    X(TORUS, torus)                           \
    X(CAPSULE, capsule)                       \
    X(DERIVATIVE, derivative)                 \
    X(SLOPE, slope)                           \
    X(SCALE, scale)                           \
    X(OFFSET, offset)                         \
    X(FIX_AXIS, fix_axis)                     \
    X(ADD_AXIS, add_axis)                     \
    X(REMOVE_AXIS, remove_axis)               \
    X(SEED_OFFSET, seed_offset)               \
    X(FRACTAL, fractal)                       \
    X(AT, at)                                 \
    X(EROSION, erosion)                       \
    X(EROSION_RIDGES, erosion_ridges)         \
    X(CURVE, curve)                           \
    X(SPLINE, spline)                         \
    X(SELECT_MANY, select_many)               \
    X(NORMAL, normal)

#define SCREE_DECLARE_OP(OP, name) extern const scree_op_definition scree_op_definition_##name;
SCREE_OPS(SCREE_DECLARE_OP)
#undef SCREE_DECLARE_OP

/* The number of operators. */
enum {
#define SCREE_COUNT_OP(OP, name) +1
    SCREE_OP_COUNT = 0 SCREE_OPS(SCREE_COUNT_OP)
#undef SCREE_COUNT_OP
};

/* The definition of an operator; NULL for a number that is not one. */
const scree_op_definition *scree_op_definition_of(scree_op op);

/* Whether another system has an operator by a name, whatever is between its letters and digits. */
bool scree_op_is_called_elsewhere(scree_op op, const char *name);

/*
 * An interval that contains every value of an instruction whose inputs lie in such intervals. Its ends are not trimmed,
 * and may be infinite where values may overflow.
 */
scree_range scree_instruction_range(uint32_t instruction, const scree_range input[SCREE_INSTRUCTION_INPUTS]);

/* The value of an instruction at numbers, as all devices have it. */
float scree_instruction_at(uint32_t instruction, const float input[SCREE_INSTRUCTION_INPUTS]);

#endif
