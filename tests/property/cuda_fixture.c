#include "cuda_fixture.h"
#include "emulated_sanitizers.h"

/*
 * In what order devices run what nothing orders: 0 as late as can be, blocks and threads in turn; 1 as far ahead as
 * events allow, and backwards. Programs run their tests in both.
 */
#if defined(EMULATED_TSAN) || defined(EMULATED_ASAN)
#define ORDERS 1 /* Which sanitizers make slow; what they look for is the same in both. */
#else
#define ORDERS 2
#endif
static int order;

const uint32_t gpu_small_slab = (uint32_t)1 << 20;
const unsigned gpu_calls_of_opening = 10;
const unsigned gpu_calls_of_jobs = 60;

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

int gpu_teardown(void **state)
{
    gpu_close_all();
    scree_device_close(&gpu_reference);
    unsigned leaks = emulated_cuda_leaks();
    if (emulation.failures > 0 || leaks > 0 || emulation.depth != 0) {
        print_error("%u wrong uses of the driver, %u things not given back, %d contexts still current\n",
                    emulation.failures, leaks, emulation.depth);
        emulated_cuda_reset();
        emulation.failures = 0;
        return -1;
    }
    return 0;
}

scree_device_params gpu_device(uint32_t number)
{
    return (scree_device_params){.backend = SCREE_BACKEND_CUDA, .index = number};
}

void gpu_work_again(void)
{
    cuda_set((emulated_cuda){0});
}

void gpu_use_devices(uint32_t count)
{
    emulation.devices = count;
}

void gpu_limit_slabs(uint32_t bytes)
{
    emulation.unused_bytes = cuda_unused_for_slabs(bytes);
}

const bool gpu_has_whole_programs = false;

bool gpu_take_float64(bool is_inexact)
{
    emulation.copies = 0;
    emulation.inexact_copy = is_inexact ? 2 : 0;
    return is_inexact;
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

void gpu_lose(unsigned work, unsigned wait)
{
    emulation.launches = 0;
    emulation.waits = 0;
    emulation.losing_launch = work;
    emulation.losing_wait = wait;
    emulation.losing_result = wait % 2 == 0 ? CUDA_ERROR_ILLEGAL_ADDRESS : CUDA_ERROR_LAUNCH_FAILED;
}

bool gpu_is_lost(void)
{
    return emulation.is_lost;
}

bool gpu_leave_memory(gpu_memory memory)
{
    const uint64_t some = (uint64_t)5 << 20; /* For all slabs together. */
    emulation.largest_memory = memory == GPU_MEMORY_NONE ? 1 : memory == GPU_MEMORY_SHORT ? some : 0;
    emulation.largest_pinned = memory == GPU_MEMORY_HOST_SHORT ? some : 0;
    return true;
}

/* All tests in the first order, and then those that belong to every order. */
static size_t choose_tests(const struct CMUnitTest *tests, size_t count, struct CMUnitTest *chosen)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (order == 0 || tests[i].initial_state != &gpu_in_one_order) {
            chosen[kept++] = tests[i];
        }
    }
    return kept;
}

int gpu_run_tests(const struct CMUnitTest *tests, size_t count)
{
    enum { MAX_TESTS = 64 };
    struct CMUnitTest chosen[MAX_TESTS];
    int failed = 0;
    assert_true(count <= MAX_TESTS);
    for (order = 0; order < ORDERS; order++) {
        const size_t kept = choose_tests(tests, count, chosen);
        failed += _cmocka_run_group_tests("cuda", chosen, kept, fixture_create, fixture_destroy);
    }
    return failed;
}
