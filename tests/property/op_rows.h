/* Operators at numbers, and the values that scree/graph.h promises: for tests of operators and of graphs. */
#ifndef SCREE_TEST_OP_ROWS_H
#define SCREE_TEST_OP_ROWS_H

#include <scree/scree.h>

typedef struct op_row {
    scree_op op;
    uint32_t count; /* Inputs that are given. */
    float input[SCREE_MAX_OP_INPUTS];
    float expected;
} op_row;

/* Each operator but positions. */
static const op_row op_rows[] = {
    {SCREE_OP_CONSTANT, 1, {2.5f}, 2.5f},
    {SCREE_OP_CONSTANT, 1, {-0x1p-63f}, -0x1p-63f},
    {SCREE_OP_ADD, 2, {1.5f, 2.0f}, 3.5f},
    {SCREE_OP_SUB, 2, {1.5f, 2.0f}, -0.5f},
    {SCREE_OP_SUB, 2, {1.0f, 1.0f}, 0.0f},
    {SCREE_OP_MUL, 2, {1.5f, 2.0f}, 3.0f},
    {SCREE_OP_MUL, 2, {0x1p-40f, -0x1p-40f}, 0.0f},
    {SCREE_OP_DIV, 2, {1.5f, 2.0f}, 0.75f},
    {SCREE_OP_DIV, 2, {1.0f, -4.0f}, -0.25f},
    {SCREE_OP_MIN, 2, {1.5f, 2.0f}, 1.5f},
    {SCREE_OP_MAX, 2, {1.5f, 2.0f}, 2.0f},
    {SCREE_OP_SMIN, 2, {1.0f, 1.0f}, 0.9375f},
    {SCREE_OP_SMIN, 2, {1.0f, 1.25f}, 1.0f},
    {SCREE_OP_SMIN, 3, {1.0f, 2.0f, 2.0f}, 0.875f},
    {SCREE_OP_SMAX, 2, {1.0f, 1.0f}, 1.0625f},
    {SCREE_OP_SMAX, 3, {1.0f, 2.0f, 2.0f}, 2.125f},
    {SCREE_OP_ABS, 1, {-3.0f}, 3.0f},
    {SCREE_OP_NEG, 1, {3.0f}, -3.0f},
    {SCREE_OP_NEG, 1, {0.0f}, 0.0f},
    {SCREE_OP_SIGN, 1, {-3.0f}, -1.0f},
    {SCREE_OP_SIGN, 1, {0.0f}, 0.0f},
    {SCREE_OP_FLOOR, 1, {-0.25f}, -1.0f},
    {SCREE_OP_FLOOR, 1, {-0x1p-60f}, -1.0f},
    {SCREE_OP_FLOOR, 1, {4194304.5f}, 4194304.0f},
    {SCREE_OP_FLOOR, 1, {0x1p40f}, 0x1p40f},
    {SCREE_OP_FLOOR, 2, {49.0f, 49.0f}, 49.0f}, /* 49 times the inverse is below 1. */
    {SCREE_OP_FLOOR, 2, {0.3f, 0.1f}, 0.3f},
    {SCREE_OP_FLOOR, 2, {0x1.dffffep+3f, 3.0f}, 12.0f}, /* A step below 15; times the inverse it is 5. */
    {SCREE_OP_CEIL, 1, {0.25f}, 1.0f},
    {SCREE_OP_CEIL, 2, {49.0f, 49.0f}, 49.0f},
    {SCREE_OP_CEIL, 2, {-3.5f, 3.0f}, -3.0f},
    {SCREE_OP_ROUND, 1, {2.5f}, 3.0f},
    {SCREE_OP_ROUND, 1, {-2.5f}, -2.0f},
    {SCREE_OP_ROUND, 1, {-0.5f}, 0.0f},
    {SCREE_OP_ROUND, 1, {0x1.fffffep-2f}, 0.0f}, /* Half a step below 1/2. */
    {SCREE_OP_ROUND, 2, {-7.0f, 3.0f}, -6.0f},
    {SCREE_OP_MOD, 1, {2.75f}, 0.75f},
    {SCREE_OP_MOD, 2, {-1.0f, 3.0f}, 2.0f},
    {SCREE_OP_MOD, 2, {49.0f, 49.0f}, 0.0f},
    {SCREE_OP_SQRT, 1, {2.25f}, 1.5f},
    {SCREE_OP_POW, 2, {4.0f, -1.5f}, 0.125f},
    {SCREE_OP_POW, 2, {0.0f, 2.0f}, 0.0f},
    {SCREE_OP_MIX, 3, {0.1f, 0.7f, 0.0f}, 0.1f},
    {SCREE_OP_MIX, 3, {0.1f, 0.7f, 1.0f}, 0.7f},
    {SCREE_OP_MIX, 3, {1.0f, 3.0f, 2.0f}, 5.0f},
    {SCREE_OP_CLAMP, 1, {-3.0f}, -1.0f},
    {SCREE_OP_CLAMP, 3, {3.0f, 0.0f, 2.0f}, 2.0f},
    {SCREE_OP_CLAMP, 3, {3.0f, 4.0f, 2.0f}, 2.0f},
    {SCREE_OP_REMAP, 1, {0.0f}, 0.5f},
    {SCREE_OP_REMAP, 5, {3.0f, 2.0f, 4.0f, 10.0f, 20.0f}, 15.0f},
    {SCREE_OP_SCALE_BIAS, 1, {3.0f}, 3.0f},
    {SCREE_OP_SCALE_BIAS, 3, {3.0f, 2.0f, 1.0f}, 7.0f},
    {SCREE_OP_STEP, 1, {0.0f}, 1.0f},
    {SCREE_OP_STEP, 2, {0.5f, 1.0f}, 0.0f},
    {SCREE_OP_SMOOTHSTEP, 1, {0.5f}, 0.5f},
    {SCREE_OP_SMOOTHSTEP, 3, {3.0f, 2.0f, 6.0f}, 0.15625f},
    {SCREE_OP_SMOOTHSTEP, 3, {3.0f, 6.0f, 2.0f}, 0.84375f},
    {SCREE_OP_BIAS, 1, {0.3f}, 0.3f},
    {SCREE_OP_BIAS, 2, {0.5f, 0.25f}, 0.25f},
    {SCREE_OP_BIAS, 2, {2.0f, 0.25f}, 1.0f},
    {SCREE_OP_GAIN, 1, {0.3f}, 0.3f},
    {SCREE_OP_GAIN, 2, {0.25f, 0.25f}, 0.125f},
    {SCREE_OP_GAIN, 2, {0.75f, 0.25f}, 0.875f},
    {SCREE_OP_GAIN, 2, {-9.0f, 0.75f}, 0.0f},
    {SCREE_OP_DISPLACE, 3, {2.5f, 1.0f, -2.0f}, 2.5f},
    {SCREE_OP_QUANTISE, 2, {0.4f, 3.0f}, 0.0f},
    {SCREE_OP_QUANTISE, 2, {0.6f, 3.0f}, 1.0f},
    {SCREE_OP_QUANTISE, 2, {-5.0f, 50.0f}, -1.0f},
    {SCREE_OP_QUANTISE, 2, {5.0f, 50.0f}, 1.0f}, /* 49 times the inverse is below 1. */
    {SCREE_OP_QUANTISE, 4, {2.9f, 3.5f, 2.0f, 4.0f}, 3.0f},
    {SCREE_OP_TERRACE, 2, {0.9f, 2.0f}, 0.5f},
    {SCREE_OP_TERRACE, 3, {0.4375f, 2.0f, 0.25f}, 0.25f},
    {SCREE_OP_TERRACE, 3, {0.375f, 2.0f, 1.0f}, 0.375f},
    {SCREE_OP_SELECT, 5, {3.0f, 7.0f, 1.0f, 1.0f, 2.0f}, 7.0f},
    {SCREE_OP_SELECT, 5, {3.0f, 7.0f, 2.0f, 1.0f, 2.0f}, 7.0f},
    {SCREE_OP_SELECT, 5, {3.0f, 7.0f, 0x1.fffffep-1f, 1.0f, 2.0f}, 3.0f},
    {SCREE_OP_SELECT, 5, {3.0f, 7.0f, 0x1.000002p1f, 1.0f, 2.0f}, 3.0f},
    {SCREE_OP_SELECT, 6, {3.0f, 7.0f, 1.0f, 1.0f, 2.0f, 0.25f}, 5.0f},
    {SCREE_OP_SELECT, 6, {3.0f, 7.0f, 1.25f, 1.0f, 2.0f, 0.25f}, 7.0f},
    {SCREE_OP_SELECT, 6, {3.0f, 7.0f, 0.75f, 1.0f, 2.0f, 0.25f}, 3.0f},
    {SCREE_OP_SELECT, 6, {3.0f, 7.0f, 9.0f, 1.0f, 2.0f, 0.25f}, 3.0f},
    {SCREE_OP_MASK, 2, {3.0f, 0.5f}, 1.5f},
    {SCREE_OP_MASK, 2, {3.0f, 2.0f}, 3.0f},
    {SCREE_OP_LENGTH, 2, {3.0f, -4.0f}, 5.0f},
    {SCREE_OP_LENGTH, 3, {2.0f, 3.0f, 6.0f}, 7.0f},
    {SCREE_OP_LENGTH, 4, {1.0f, 1.0f, 1.0f, 1.0f}, 2.0f},
    {SCREE_OP_LENGTH, 2, {0.0f, 0.0f}, 0.0f},
    {SCREE_OP_LENGTH, 2, {-0x1p62f, 1.0f}, 0x1p62f}, /* Squares may be larger than values. */
    {SCREE_OP_LENGTH, 2, {0x1.8p-61f, 0x1p-60f}, 0x1.4p-60f},
    {SCREE_OP_LENGTH, 4, {0x1p-63f, 0x1p-63f, 0x1p-63f, 0x1p-63f}, 0x1p-62f},
    {SCREE_OP_SINE, 1, {0.25f}, 1.0f},
    {SCREE_OP_SINE, 1, {-0.25f}, -1.0f},
    {SCREE_OP_SINE, 1, {0.5f}, 0.0f},
    {SCREE_OP_SINE, 1, {524288.75f}, -1.0f},
    {SCREE_OP_SINE, 1, {-4194303.75f}, 1.0f},
    {SCREE_OP_SINE, 1, {0x1p62f}, 0.0f},
};

enum { OP_ROW_COUNT = sizeof op_rows / sizeof op_rows[0] };

#endif
