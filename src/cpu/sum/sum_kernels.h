/* The CPU's kernels of sums (kernels/sum/sum.h). */
#ifndef SCREE_CPU_SUM_KERNELS_H
#define SCREE_CPU_SUM_KERNELS_H

#include <stddef.h>

/* They sum each block of numbers, or of their products with factors. */
typedef struct scree_sum_kernels {
    void (*terms)(const float *numbers, size_t count, float *sums);
    void (*products)(const float *numbers, const float *factors, size_t count, float *sums);
} scree_sum_kernels;

#endif
