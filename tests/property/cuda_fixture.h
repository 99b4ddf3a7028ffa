/*
 * Fixture of the CUDA tests: the emulated devices (emulated_cuda.h), and the check that nothing is wrong or leaked in
 * the end.
 */
#ifndef SCREE_TEST_CUDA_FIXTURE_H
#define SCREE_TEST_CUDA_FIXTURE_H

#include "emulated_cuda.h"
#include "gpu_suite.h"

/* Sets all faults anew, and leaves the order as it is. */
void cuda_set(emulated_cuda faults);

/* Unused memory that a device must report to get slabs of at most so many bytes. */
#define cuda_unused_for_slabs(bytes) (16 * (uint64_t)(bytes))

#endif
