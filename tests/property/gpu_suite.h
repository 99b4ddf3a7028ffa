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

/* Opens two devices as a group. */
scree_device *gpu_open_group(uint32_t first, uint32_t second);

/* Such a device, for something that closes it. */
scree_device *gpu_give(scree_device *device);

/* Closes such a device; those that a test leaves open are closed behind it. */
void gpu_close(scree_device **device);
void gpu_close_all(void);

/* Opens the backend's device of that index where it should fail; returns how, and fixture_message says why. */
scree_result gpu_refused(uint32_t index);

/* The backend's devices in the list of all, in which the CPU must be in any case. Returns how many there are. */
size_t gpu_list(scree_device_info *infos, size_t capacity);

/* The backend of the device that SCREE_BACKEND_AUTO takes, which must work. */
scree_backend gpu_backend_taken(void);

/* The backend has no device, refuses number 0 with this message, and another backend is taken. */
void gpu_assert_none(const char *message);

/* fixture_message says this about a device, behind its label: "cuda:0 (NAME)". */
void gpu_assert_labelled(const scree_device_info *info, const char *message);

/* Takes back all that was asked of the driver below. */
void gpu_work_again(void);

/* Makes so many devices, in the place of one: before any is opened. */
void gpu_use_devices(uint32_t count);

/* Bytes of slabs that are small for the backend, and that all it computes at a time still fits into. */
extern const uint32_t gpu_small_slab;

/* Makes devices that are opened from now on have slabs of at most so many bytes. */
void gpu_limit_slabs(uint32_t bytes);

/*
 * Takes float64 from the shaders of devices that are opened from now on, or makes it inexact. False for a backend whose
 * devices always have it.
 */
bool gpu_take_float64(bool is_inexact);

/* Whether such devices evaluate points of kinds of cells all the same. */
extern const bool gpu_has_whole_programs;

/* Takes atomics of 64 bits from such devices. False for a backend whose devices always have them. */
bool gpu_take_wide_atomics(void);

/* Counts calls of the driver from here on; call `number` of them fails, and none does where it is 0. */
void gpu_fail_call(unsigned number);
unsigned gpu_count_calls(void);

/* The calls that opening a device makes at least, and those of one job of each kind together. */
extern const unsigned gpu_calls_of_opening;
extern const unsigned gpu_calls_of_jobs;

/*
 * Loses the device when it is given work for the time `work`, or is waited for for the time `wait`, both counted from
 * here on; not at all where both are 0.
 */
void gpu_lose(unsigned work, unsigned wait);
bool gpu_is_lost(void);

/* How much memory a driver gives. */
typedef enum gpu_memory {
    GPU_MEMORY_ALL,
    GPU_MEMORY_NONE,
    GPU_MEMORY_SHORT,      /* No slab of more than about a MiB fits. */
    GPU_MEMORY_HOST_SHORT, /* The same of memory of the host that the device reaches. */
} gpu_memory;

/* False for a backend that has no such shortage. */
bool gpu_leave_memory(gpu_memory memory);

/* Setup of every test (no faults, and the CPU to compare with), and teardown: nothing was wrong or is left. */
int gpu_setup(void **state);
int gpu_teardown(void **state);
#define gpu_test(function) cmocka_unit_test_setup_teardown(function, gpu_setup, gpu_teardown)

/* One that is long and proves nothing of the order in which a driver works: it runs in one order only. */
extern char gpu_in_one_order;
#define gpu_test_in_one_order(function) \
    cmocka_unit_test_prestate_setup_teardown(function, gpu_setup, gpu_teardown, &gpu_in_one_order)

/* Runs tests on every device and in every order that there is. Returns what main() does. */
int gpu_run_tests(const struct CMUnitTest *tests, size_t count);
#define gpu_run(tests) gpu_run_tests(tests, sizeof(tests) / sizeof(tests)[0])

#endif
