/* The elementary functions of the kernels, compiled for every instruction set of the CPU device. */
#ifndef SCREE_TEST_ELEMENTARY_LANES_H
#define SCREE_TEST_ELEMENTARY_LANES_H

#include <stddef.h>

typedef enum elementary_function {
    ELEMENTARY_DIVIDE,
    ELEMENTARY_ROOT,
    ELEMENTARY_SINE,
    ELEMENTARY_COSINE,
    ELEMENTARY_EXP2,
    ELEMENTARY_LOG2
} elementary_function;

/* Evaluates a function; only a division has second arguments. `count` is a multiple of 16. */
typedef void elementary_run(elementary_function function, const float *first, const float *second, float *out,
                            size_t count);

elementary_run elementary_run_scalar;
elementary_run elementary_run_sse41;
elementary_run elementary_run_avx2;
elementary_run elementary_run_avx512;
elementary_run elementary_run_neon;

#endif
