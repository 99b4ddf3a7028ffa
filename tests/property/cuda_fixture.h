/*
 * Fixture of the CUDA tests: the emulated devices (emulated_cuda.h), and the check that nothing is wrong or leaked in
 * the end.
 */
#ifndef SCREE_TEST_CUDA_FIXTURE_H
#define SCREE_TEST_CUDA_FIXTURE_H

#include "emulated_cuda.h"
#include "emulated_sanitizers.h"
#include "gpu_suite.h"

/* Setup of every test: devices that work, and the CPU to compare with. */
int cuda_setup(void **state);

/* Teardown of every test: the driver was used as it should be, and has everything back. */
int cuda_teardown(void **state);

#define cuda_test(function) cmocka_unit_test_setup_teardown(function, cuda_setup, cuda_teardown)

/*
 * In what order devices run what nothing orders: 0 as late as can be, blocks and threads in turn; 1 as far ahead as
 * events allow, and backwards. Programs run their tests in both.
 */
#if defined(EMULATED_TSAN) || defined(EMULATED_ASAN)
#define CUDA_ORDERS 1 /* Which sanitizers make slow; what they look for is the same in both. */
#else
#define CUDA_ORDERS 2
#endif
void cuda_choose_order(int order);

/* Sets all faults anew, and leaves the order as it is. */
void cuda_set(emulated_cuda faults);

/* Unused memory that a device must report to get slabs of at most so many bytes. */
#define cuda_unused_for_slabs(bytes) (16 * (uint64_t)(bytes))

/* Opens device 0, failing the test where that fails. */
scree_device *cuda_open(void);

/* Opens a device where that should fail; returns how, and fixture_message says why. */
scree_result cuda_refused(scree_backend backend, uint32_t index);

#endif
