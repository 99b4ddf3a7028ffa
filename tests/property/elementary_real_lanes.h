/* Sine and cosine of reals, compiled for every instruction set of the CPU device. */
#ifndef SCREE_TEST_ELEMENTARY_REAL_LANES_H
#define SCREE_TEST_ELEMENTARY_REAL_LANES_H

#include <stddef.h>

#if SCREE_REAL_IS_WIDE
typedef double real;
#else
typedef float real;
#endif

/* Evaluates both; `count` is a multiple of 16. */
typedef void elementary_real_run(const real *angles, real *sines, real *cosines, size_t count);

elementary_real_run elementary_real_run_scalar;
elementary_real_run elementary_real_run_sse41;
elementary_real_run elementary_real_run_avx2;
elementary_real_run elementary_real_run_avx512;
elementary_real_run elementary_real_run_neon;

#endif
