/* The emulation of CUDA itself: that it runs right programs as a GPU would, and finds out wrong ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "emulated_internal.h"
#include "trial_parameters.h"

#define WORDS 258u
#define BYTES (WORDS * sizeof(uint32_t))

static const scree_cuda_functions *call;
static CUcontext context;
static CUmodule module;
static CUstream compute;
static CUstream transfer;
static CUdeviceptr memory;
static uint32_t *pinned;

static int setup(void **state)
{
    static const emulated_image image = {EMULATED_IMAGE, emulated_part_trial};
    (void)state;
    emulation = (emulated_cuda){0};
    call = emulated_cuda_calls();
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    void *found = dlsym(library, "cuInit");
    assert_memory_equal(&found, &call->cuInit, sizeof found);
    assert_null(dlsym(library, "cuNothing"));
    assert_int_equal(dlclose(library), 0);
    void *pointer = NULL;
    bool is_well = call->cuInit(0) == CUDA_SUCCESS && call->cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS &&
                   call->cuCtxPushCurrent_v2(context) == CUDA_SUCCESS &&
                   call->cuModuleLoadData(&module, &image) == CUDA_SUCCESS &&
                   call->cuStreamCreate(&compute, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS &&
                   call->cuStreamCreate(&transfer, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS &&
                   call->cuMemAlloc_v2(&memory, BYTES) == CUDA_SUCCESS &&
                   call->cuMemHostAlloc(&pointer, BYTES, CU_MEMHOSTALLOC_PORTABLE) == CUDA_SUCCESS;
    pinned = pointer;
    return is_well ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    call->cuMemFreeHost(pinned);
    call->cuMemFree_v2(memory);
    call->cuStreamDestroy_v2(transfer);
    call->cuStreamDestroy_v2(compute);
    call->cuModuleUnload(module);
    call->cuCtxPopCurrent_v2(&context);
    call->cuDevicePrimaryCtxRelease_v2(0);
    return emulated_cuda_leaks() == 0 && emulation.depth == 0 ? 0 : -1;
}

static CUresult launch(const char *name, unsigned blocks, unsigned x, unsigned y, unsigned shared_bytes,
                       uint32_t rounds, CUstream stream)
{
    trial_parameters trial = {.words = (uint32_t *)(uintptr_t)memory, .rounds = rounds};
    void *parameters[] = {&trial};
    CUfunction function = NULL;
    assert_int_equal(call->cuModuleGetFunction(&function, module, name), CUDA_SUCCESS);
    CUresult result = call->cuLaunchKernel(function, blocks, 1, 1, x, y, 1, shared_bytes, stream, parameters, NULL);
    trial = (trial_parameters){0}; /* They were copied. */
    return result;
}

static void put(const uint32_t *words, CUstream stream)
{
    assert_int_equal(call->cuMemcpyHtoDAsync_v2(memory, words, BYTES, stream), CUDA_SUCCESS);
}

static void get(CUstream stream)
{
    assert_int_equal(call->cuMemcpyDtoHAsync_v2(pinned, memory, BYTES, stream), CUDA_SUCCESS);
}

static void threads_meet_at_barriers(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 2; variant++) {
        emulation.runs_backwards = variant != 0;
        assert_int_equal(launch("rotate", 1, 64, 4, 1024, 7, compute), CUDA_SUCCESS);
        get(compute);
        assert_int_equal(call->cuStreamSynchronize(compute), CUDA_SUCCESS);
        for (uint32_t i = 0; i < 256; i++) {
            assert_int_equal(pinned[i], (i + 7) % 256);
        }
        assert_int_equal(launch("rotate", 4, 33, 1, 1024, 40, compute), CUDA_SUCCESS);
        get(compute);
        assert_int_equal(call->cuStreamSynchronize(compute), CUDA_SUCCESS);
        for (uint32_t i = 0; i < 4 * 33; i++) {
            assert_int_equal(pinned[i], (i % 33 + 40) % 33);
        }
    }
    assert_int_equal(emulation.failures, 0);
}

static void a_missing_barrier_shows(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (unsigned variant = 0; variant < 2; variant++) {
        emulation.runs_backwards = variant != 0;
        assert_int_equal(launch("rotate_badly", 1, 256, 1, 1024, 7, compute), CUDA_SUCCESS);
        get(compute);
        assert_int_equal(call->cuStreamSynchronize(compute), CUDA_SUCCESS);
        for (uint32_t i = 0; i < 256; i++) {
            wrong += pinned[i] != (i + 7) % 256;
        }
    }
    assert_true(wrong > 0);
}

static void warps_exchange_words(void **state)
{
    (void)state;
    uint32_t words[WORDS];
    for (uint32_t i = 0; i < WORDS; i++) {
        words[i] = 1000 + i * 77 % 256;
    }
    words[256] = 5000;
    words[257] = 0;
    put(words, compute);
    assert_int_equal(emulation.pageable_copies, 1);
    memset(words, 0, sizeof words); /* It was read. */
    assert_int_equal(launch("reduce", 1, 256, 1, 0, 0, compute), CUDA_SUCCESS);
    get(compute);
    assert_int_equal(call->cuStreamSynchronize(compute), CUDA_SUCCESS);
    assert_int_equal(pinned[256], 1000);
    assert_int_equal(pinned[257], 1255);
}

static void threads_that_end_hold_nobody_up(void **state)
{
    (void)state;
    assert_int_equal(launch("leave", 1, 192, 1, 1024, 0, compute), CUDA_SUCCESS);
    get(compute);
    assert_int_equal(call->cuStreamSynchronize(compute), CUDA_SUCCESS);
    assert_int_equal(pinned[1], 2);
    assert_int_equal(pinned[2], 1);
    assert_int_equal(pinned[191], 190);
    assert_int_equal(emulation.failures, 0);
}

static void check_found_out(const char *kernel, unsigned threads, uint32_t rounds)
{
    assert_int_equal(launch(kernel, 1, threads, 1, 1024, rounds, compute), CUDA_SUCCESS);
    assert_int_equal(call->cuStreamSynchronize(compute), CUDA_ERROR_LAUNCH_FAILED);
    assert_int_equal(emulation.failures, 1);
    /* Nothing works any more, until the context is made anew. */
    assert_int_equal(call->cuStreamSynchronize(compute), CUDA_ERROR_LAUNCH_FAILED);
}

static void threads_that_wait_for_ever_are_found_out(void **state)
{
    (void)state;
    check_found_out("wait_for_ever", 64, 0);
}

static void words_of_the_dead_are_found_out(void **state)
{
    (void)state;
    check_found_out("ask_the_dead", 64, 0);
}

static void writing_beyond_the_block_is_found_out(void **state)
{
    (void)state;
#if defined(EMULATED_ASAN)
    skip(); /* Which ends the program. */
#endif
    check_found_out("overrun", 32, 256);
}

/* Nothing runs before it is waited for. */
static void streams_are_lazy(void **state)
{
    (void)state;
    memset(pinned, 0, BYTES);
    put(pinned, compute);
    memset(pinned, 1, BYTES); /* Too early: it has not been read. */
    CUdeviceptr start = memory;
    assert_int_equal(call->cuMemsetD32Async(start, 5, 2, compute), CUDA_SUCCESS);
    get(compute);
    assert_int_not_equal(pinned[0], 5);
    assert_int_equal(call->cuStreamSynchronize(transfer), CUDA_SUCCESS);
    assert_int_not_equal(pinned[0], 5);
    assert_int_equal(call->cuStreamSynchronize(compute), CUDA_SUCCESS);
    assert_int_equal(pinned[0], 5);
    assert_int_equal(pinned[1], 5);
    assert_int_equal(pinned[2], 0xfdfdfdfd); /* The filler that overwrote it before it was read. */
}

static void events_order_streams(void **state)
{
    (void)state;
    CUevent filled = NULL;
    CUevent copied = NULL;
    float milliseconds = -1.0f;
    assert_int_equal(call->cuEventCreate(&filled, CU_EVENT_DEFAULT), CUDA_SUCCESS);
    assert_int_equal(call->cuEventCreate(&copied, CU_EVENT_DEFAULT), CUDA_SUCCESS);
    for (unsigned variant = 0; variant < 3; variant++) {
        emulation.order = variant == 1 ? EMULATED_ORDER_HASTY : EMULATED_ORDER_LAZY;
        assert_int_equal(call->cuMemsetD32Async(memory, 7 + variant, WORDS, compute), CUDA_SUCCESS);
        assert_int_equal(call->cuEventRecord(filled, compute), CUDA_SUCCESS);
        assert_int_equal(call->cuMemsetD32Async(memory, 9, WORDS, compute), CUDA_SUCCESS);
        if (variant < 2) {
            assert_int_equal(call->cuStreamWaitEvent(transfer, filled, 0), CUDA_SUCCESS);
        }
        get(transfer);
        assert_int_equal(call->cuEventRecord(copied, transfer), CUDA_SUCCESS);
        assert_int_equal(call->cuEventElapsedTime(&milliseconds, filled, copied), CUDA_ERROR_NOT_READY);
        assert_int_equal(call->cuEventSynchronize(copied), CUDA_SUCCESS);
        /* Without the wait: what was there before. */
        assert_int_equal(pinned[200], variant == 0 ? 7 : 9);
        if (variant < 2) {
            assert_int_equal(call->cuEventElapsedTime(&milliseconds, filled, copied), CUDA_SUCCESS);
            assert_true(milliseconds > 0.0f);
        }
    }
    assert_int_equal(call->cuEventDestroy_v2(filled), CUDA_SUCCESS);
    assert_int_equal(call->cuEventDestroy_v2(copied), CUDA_SUCCESS);
    assert_int_equal(emulation.failures, 0);
}

/* Ordinary streams and the default one wait for each other. */
static void the_default_stream_orders_others(void **state)
{
    (void)state;
    CUstream ordinary = NULL;
    assert_int_equal(call->cuStreamCreate(&ordinary, 0), CUDA_SUCCESS);
    assert_int_equal(call->cuMemsetD32Async(memory, 3, WORDS, ordinary), CUDA_SUCCESS);
    assert_int_equal(call->cuMemsetD32Async(memory, 4, 1, NULL), CUDA_SUCCESS);
    get(ordinary);
    assert_int_equal(call->cuStreamSynchronize(ordinary), CUDA_SUCCESS);
    assert_int_equal(pinned[0], 4);
    assert_int_equal(pinned[1], 3);
    assert_int_equal(emulation.default_stream_uses, 1);
    assert_int_equal(call->cuStreamDestroy_v2(ordinary), CUDA_SUCCESS);
}

static void wrong_uses_are_counted(void **state)
{
    (void)state;
    CUdeviceptr other = 0;
    CUcontext popped = NULL;
    CUfunction function = NULL;
    assert_int_equal(call->cuMemsetD32Async(memory, 0, WORDS + 1, compute), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(call->cuMemcpyHtoDAsync_v2(memory, pinned + 1, BYTES, compute), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(call->cuModuleGetFunction(&function, module, "nothing"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(launch("rotate", 1, 257, 1, 0, 0, compute), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch("rotate", 1, 64, 1, 49156, 0, compute), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(launch("rotate", 0, 64, 1, 0, 0, compute), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(call->cuMemFree_v2(memory + 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(emulation.failures, 7);
    assert_int_equal(call->cuCtxPopCurrent_v2(&popped), CUDA_SUCCESS);
    assert_int_equal(call->cuMemAlloc_v2(&other, 4), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(call->cuCtxPushCurrent_v2(popped), CUDA_SUCCESS);
    assert_int_equal(emulation.failures, 8);
    get(transfer);
    void *again = NULL;
    assert_int_equal(call->cuMemHostAlloc(&again, BYTES, 0), CUDA_SUCCESS);
    assert_int_equal(call->cuMemFreeHost(pinned), CUDA_SUCCESS);
    assert_int_equal(emulation.failures, 9);
    pinned = again;
}

static void memory_has_limits(void **state)
{
    (void)state;
    CUdeviceptr more = 0;
    size_t unused = 0;
    size_t total = 0;
    emulation.memory_bytes = 1 << 20;
    assert_int_equal(call->cuMemGetInfo_v2(&unused, &total), CUDA_SUCCESS);
    assert_int_equal(total, 1 << 20);
    assert_int_equal(unused, (1 << 20) - BYTES);
    assert_int_equal(call->cuMemAlloc_v2(&more, unused + 1), CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_equal(call->cuMemAlloc_v2(&more, unused), CUDA_SUCCESS);
    assert_int_equal(call->cuMemFree_v2(more), CUDA_SUCCESS);
    unsigned type = 0;
    int ordinal = 0;
    int attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void *values[] = {&type, &ordinal};
    assert_int_equal(call->cuPointerGetAttributes(2, attributes, values, memory + 8), CUDA_SUCCESS);
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    assert_int_equal(ordinal, 0);
    assert_int_equal(call->cuPointerGetAttributes(2, attributes, values, (uintptr_t)pinned), CUDA_SUCCESS);
    assert_int_equal(type, CU_MEMORYTYPE_HOST);
    assert_int_equal(call->cuPointerGetAttributes(2, attributes, values, (uintptr_t)&type), CUDA_SUCCESS);
    assert_int_equal(type, 0);
    assert_int_equal(ordinal, -2);
}

static void faults_come_when_they_are_told_to(void **state)
{
    (void)state;
    CUdeviceptr more = 0;
    emulation.calls = 0;
    emulation.failing_call = 2;
    assert_int_equal(call->cuMemsetD32Async(memory, 3, WORDS, compute), CUDA_SUCCESS);
    assert_int_equal(call->cuMemAlloc_v2(&more, 4), CUDA_ERROR_OUT_OF_MEMORY);
    emulation.inexact_copy = 1;
    emulation.copies = 0;
    get(compute);
    assert_int_equal(call->cuStreamSynchronize(compute), CUDA_SUCCESS);
    assert_int_equal(pinned[0], 2);
    assert_int_equal(pinned[1], 3);
    emulation.losing_wait = emulation.waits + 1;
    emulation.losing_result = CUDA_ERROR_ILLEGAL_ADDRESS;
    assert_int_equal(call->cuStreamSynchronize(compute), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(call->cuMemAlloc_v2(&more, 4), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_true(emulation.is_lost);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(threads_meet_at_barriers),
        TEST(a_missing_barrier_shows),
        TEST(warps_exchange_words),
        TEST(threads_that_end_hold_nobody_up),
        TEST(threads_that_wait_for_ever_are_found_out),
        TEST(words_of_the_dead_are_found_out),
        TEST(writing_beyond_the_block_is_found_out),
        TEST(streams_are_lazy),
        TEST(events_order_streams),
        TEST(the_default_stream_orders_others),
        TEST(wrong_uses_are_counted),
        TEST(memory_has_limits),
        TEST(faults_come_when_they_are_told_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
