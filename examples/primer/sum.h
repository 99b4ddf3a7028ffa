/* What the host does for the sum by itself, for Vulkan and for CUDA. */
#ifndef PRIMER_SUM_H
#define PRIMER_SUM_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SUM_COUNT = 1000000,
    SUM_GROUP = 256, /* Threads, as the kernels have it. */
    SUM_GROUPS = (SUM_COUNT + SUM_GROUP - 1) / SUM_GROUP,
};

/* The numbers: 1, 2, 3, ... */
void sum_start(uint32_t *numbers);

/* Adds the sums of the groups, prints the result, and compares it with the exact one. */
bool sum_finish(const uint32_t *sums);

#endif
