/*
 * One suite of tests for all GPU backends: each gpu_*_test.c is built once for every backend, with the backend's
 * fixture (vulkan_fixture.c, cuda_fixture.c), which says what stands here in its own way. Vulkan's devices are those of
 * the machine, behind a loader that misbehaves when it is told to; CUDA's are emulated.
 */
#ifndef SCREE_TEST_GPU_SUITE_H
#define SCREE_TEST_GPU_SUITE_H

#include "gpu_fixture.h"

/* A device of the backend: number 0 is the one under test, and number 1 another one (gpu_use_devices()). */
scree_device_params gpu_device(uint32_t number);

/* Opens a device, failing the test where that fails. */
scree_device *gpu_open(uint32_t number);

/* Makes so many devices, in the place of one: before any is opened. */
void gpu_use_devices(uint32_t count);

/* Makes devices that are opened from now on have slabs of at most so many bytes. */
void gpu_limit_slabs(uint32_t bytes);

/*
 * Takes float64 from the shaders of devices that are opened from now on, or makes it inexact. False for a backend whose
 * devices always have it.
 */
bool gpu_take_float64(bool is_inexact);

/* Takes atomics of 64 bits from such devices. False for a backend whose devices always have them. */
bool gpu_take_wide_atomics(void);

/* Counts calls of the driver from here on; call `number` of them fails, and none does where it is 0. */
void gpu_fail_call(unsigned number);
unsigned gpu_count_calls(void);

/* Loses the device when it is given work for the time `number`, counted from here on; not at all where that is 0. */
void gpu_lose_work(unsigned number);

/* Setup of every test (no faults, and the CPU to compare with), and teardown: nothing was wrong or is left. */
int gpu_setup(void **state);
int gpu_teardown(void **state);
#define gpu_test(function) cmocka_unit_test_setup_teardown(function, gpu_setup, gpu_teardown)

/* Runs tests on every device and in every order that there is. Returns what main() does. */
int gpu_run_tests(const struct CMUnitTest *tests, size_t count);
#define gpu_run(tests) gpu_run_tests(tests, sizeof(tests) / sizeof(tests)[0])

#endif
