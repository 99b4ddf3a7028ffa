/* Cellular noise of single sites, compiled for every instruction set of the CPU device. */
#ifndef SCREE_TEST_CELLULAR_LANES_H
#define SCREE_TEST_CELLULAR_LANES_H

#include <stddef.h>
#include <stdint.h>

/* A lattice and what is asked of it, in the kernel's numbers (kernels/noise/site.h), which have no lanes. */
typedef struct cellular_lattice {
    uint32_t axes;
    uint32_t stride[4];
    uint32_t start[4];
    uint32_t last[4];
    uint32_t wrap[4];
    uint32_t metric;
    uint32_t feature;
    double jitter;
    double smoothness;
} cellular_lattice;

/* Sites are arrays for each axis. `count` is a multiple of 16. */
typedef void cellular_run(const cellular_lattice *lattice, const float *const fraction[4],
                          const uint32_t *const cell[4], size_t count, float *out);

cellular_run cellular_run_scalar;
cellular_run cellular_run_sse41;
cellular_run cellular_run_avx2;
cellular_run cellular_run_avx512;
cellular_run cellular_run_neon;

#endif
