#include "cuda_fixture.h"

static int order;

void cuda_choose_order(int chosen)
{
    order = chosen;
}

void cuda_set(emulated_cuda faults)
{
    /* Counters for the teardown are kept. */
    unsigned failures = emulation.failures;
    int depth = emulation.depth;
    emulation = faults;
    emulation.failures = failures;
    emulation.depth = depth;
    emulation.order = order == 0 ? EMULATED_ORDER_LAZY : EMULATED_ORDER_HASTY;
    emulation.runs_backwards = order != 0;
}

int cuda_setup(void **state)
{
    (void)state;
    cuda_set((emulated_cuda){0});
    emulation.failures = 0;
    gpu_reference = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    return 0;
}

int cuda_teardown(void **state)
{
    (void)state;
    scree_device_close(&gpu_reference);
    unsigned leaks = emulated_cuda_leaks();
    if (emulation.failures > 0 || leaks > 0 || emulation.depth != 0) {
        print_error("%u wrong uses of the driver, %u things not given back, %d contexts still current\n",
                    emulation.failures, leaks, emulation.depth);
        emulated_cuda_reset();
        return -1;
    }
    return 0;
}

scree_device *cuda_open(void)
{
    scree_device_params params = {.backend = SCREE_BACKEND_CUDA};
    scree_device *device = NULL;
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_OK);
    return device;
}

scree_result cuda_refused(scree_backend backend, uint32_t index)
{
    scree_device_params params = {.backend = backend, .index = index};
    scree_device *device = NULL;
    fixture_message[0] = '\0';
    scree_result result = scree_device_open(fixture_context, &params, &device);
    assert_null(device);
    return result;
}

scree_device_params gpu_device(uint32_t number)
{
    return (scree_device_params){.backend = SCREE_BACKEND_CUDA, .index = number};
}

scree_device *gpu_open(uint32_t number)
{
    const scree_device_params params = gpu_device(number);
    scree_device *device = NULL;
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_OK);
    return device;
}

void gpu_use_devices(uint32_t count)
{
    emulation.devices = count;
}

void gpu_limit_slabs(uint32_t bytes)
{
    emulation.unused_bytes = cuda_unused_for_slabs(bytes);
}

bool gpu_take_float64(bool is_inexact)
{
    (void)is_inexact;
    return false;
}

bool gpu_take_wide_atomics(void)
{
    return false;
}

void gpu_fail_call(unsigned number)
{
    emulation.calls = 0;
    emulation.failing_call = number;
}

unsigned gpu_count_calls(void)
{
    return emulation.calls;
}

void gpu_lose_work(unsigned number)
{
    emulation.launches = 0;
    emulation.losing_launch = number;
}

int gpu_setup(void **state)
{
    return cuda_setup(state);
}

int gpu_teardown(void **state)
{
    return cuda_teardown(state);
}

int gpu_run_tests(const struct CMUnitTest *tests, size_t count)
{
    int failed = 0;
    for (int chosen = 0; chosen < CUDA_ORDERS; chosen++) {
        cuda_choose_order(chosen);
        failed += _cmocka_run_group_tests("cuda", tests, count, fixture_create, fixture_destroy);
    }
    return failed;
}
