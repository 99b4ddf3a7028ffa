/* A loop that begins as many operations as it can, compiled for every instruction set of the CPU device. */
#ifndef SCREE_BENCH_PEAK_LANES_H
#define SCREE_BENCH_PEAK_LANES_H

#include <stdint.h>

/* Chains of operations that do not wait for one another, each a sum or a product a turn: enough to hide how long one
   takes, few enough for registers. */
#define BENCH_PEAK_CHAINS 12u

/* The result is of no use, but keeps compilers from leaving the loop out. */
typedef float bench_peak_floats(uint32_t iterations, float term, float factor);

bench_peak_floats bench_peak_floats_scalar;
bench_peak_floats bench_peak_floats_sse41;
bench_peak_floats bench_peak_floats_avx2;
bench_peak_floats bench_peak_floats_avx512;
bench_peak_floats bench_peak_floats_neon;

#endif
