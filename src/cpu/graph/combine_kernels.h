/* The CPU's kernels of instructions (kernels/ops): rows of values, a function for each instruction. */
#ifndef SCREE_CPU_COMBINE_KERNELS_H
#define SCREE_CPU_COMBINE_KERNELS_H

#include <stddef.h>

#include "ops/instruction_list.h"

/* An input of an instruction: a row of values or, where `step` is 0, a whole vector of one number. */
typedef struct scree_cpu_operand {
    const float *at;
    size_t step; /* 1 or 0. */
} scree_cpu_operand;

/* The kernels of an instruction set. */
typedef struct scree_combine_kernels {
    /* Computes `count` values. Inputs may be read up to whole vectors; `out`, which may be one of them, is written up
       to its last value. */
    void (*instruction[SCREE_INSTRUCTION_NUMBERS])(const scree_cpu_operand *input, size_t count, float *out);
    /* Widens the minimum and the maximum of each lane by the values of a row. */
    void (*widen_range)(const float *values, size_t count, float *minimum, float *maximum);
    /* Lays the values of channels side by side: 2 to SCREE_MAX_OUTPUT_CHANNELS of them. */
    void (*interleave)(const scree_cpu_operand *channel, uint32_t channels, size_t count, float *out);
    /* Copies a row to memory that will not be read soon, past the caches. */
    void (*stream)(const float *values, size_t count, float *out);
} scree_combine_kernels;

#endif
