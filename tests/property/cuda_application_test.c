/* Memory and streams of an application that uses CUDA itself (scree/cuda.h). */
#include "cuda_fixture.h"
#include "device_rules.h"

#include <stdlib.h>
#include <string.h>

#include <scree/cuda.h>

/* The application: a context, memory, and a stream that nothing of the library's waits for. */
static const scree_cuda_functions *call;
static CUcontext context;
static CUstream stream;
static CUdeviceptr memory;
static uint32_t *pinned;

static void start_application(size_t bytes, unsigned stream_flags)
{
    void *host = NULL;
    call = emulated_cuda_calls();
    assert_int_equal(call->cuInit(0), CUDA_SUCCESS);
    assert_int_equal(call->cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    assert_int_equal(call->cuCtxPushCurrent_v2(context), CUDA_SUCCESS);
    assert_int_equal(call->cuStreamCreate(&stream, stream_flags), CUDA_SUCCESS);
    assert_int_equal(call->cuMemAlloc_v2(&memory, bytes), CUDA_SUCCESS);
    assert_int_equal(call->cuMemHostAlloc(&host, bytes, 0), CUDA_SUCCESS);
    assert_int_equal(call->cuMemsetD32Async(memory, GPU_CANARY, bytes / 4, stream), CUDA_SUCCESS);
    pinned = host;
}

static void end_application(void)
{
    CUcontext popped = NULL;
    assert_int_equal(call->cuStreamSynchronize(stream), CUDA_SUCCESS);
    assert_int_equal(call->cuMemFree_v2(memory), CUDA_SUCCESS);
    assert_int_equal(call->cuMemFreeHost(pinned), CUDA_SUCCESS);
    assert_int_equal(call->cuStreamDestroy_v2(stream), CUDA_SUCCESS);
    assert_int_equal(call->cuCtxPopCurrent_v2(&popped), CUDA_SUCCESS);
    assert_ptr_equal(popped, context);
    assert_int_equal(call->cuDevicePrimaryCtxRelease_v2(0), CUDA_SUCCESS);
}

static const scree_grid strided = {
    .axes = 4, .count = {33, 20, 3, 2}, .step = {0.11}, .row_stride = 41, .plane_stride = 41 * 20 + 7};

/* More submissions than may be in flight. */
static const scree_grid many_submissions = {.axes = 2, .count = {350000, 1}, .step = {0.013}};

static void check_fill(const scree_grid *grid, size_t extent, unsigned stream_flags, bool uses_default)
{
    static const scree_noise_params params = {.octaves = 9, .seed = 4, .lacunarity = 1.4};
    size_t words = extent + 100;
    scree_device *device = gpu_open(0);
    start_application(words * 4, stream_flags);
    unsigned waits = emulation.waits;
    assert_int_equal(noise_cuda_fill(device, &params, grid, memory + 12, extent * 4, uses_default ? NULL : stream),
                     SCREE_OK);
    /* The call waits for nothing but submissions of its own. */
    assert_true(emulation.waits == waits || grid == &many_submissions);
    assert_int_equal(call->cuMemcpyDtoHAsync_v2(pinned, memory, words * 4, stream), CUDA_SUCCESS);
    assert_int_equal(call->cuStreamSynchronize(stream), CUDA_SUCCESS);
    uint32_t *expected = gpu_fill_canaries(&params, grid, words, 3);
    assert_true(memcmp(pinned, expected, words * 4) == 0);
    free(expected);
    gpu_close(&device);
    end_application();
}

static void a_fill_is_part_of_the_stream(void **state)
{
    check_fill(&strided, 827 * 6, CU_STREAM_NON_BLOCKING, false);
    check_fill(&strided, 827 * 6, 0, false);
    check_fill(&many_submissions, fixture_samples(&many_submissions), CU_STREAM_NON_BLOCKING, false);
}

/* Float64 points, which lie at multiples of 4 bytes only, and their values behind them; one of them is nowhere. */
static void points_are_part_of_the_stream(void **state)
{
    enum { POINTS = 900, AXES = 3 };
    static const scree_noise_params params = {
        .fractal = SCREE_NOISE_FRACTAL_HYBRID, .octaves = 9, .seed = 4, .lacunarity = 1.4};
    double *positions = NULL;
    float expected[POINTS];
    float actual[POINTS + 2];
    uint64_t draws = 5;
    scree_device *device = gpu_open(0);
    const size_t bytes = POINTS * AXES * sizeof *positions;
    start_application(bytes + 4 * (POINTS + 20), CU_STREAM_NON_BLOCKING);
    positions = (double *)pinned;
    for (size_t i = 0; i < POINTS * AXES; i++) {
        positions[i] = fixture_draw_unit(&draws) * 1000.0 - 500.0;
    }
    scree_field *field = fixture_field(&params);
    assert_int_equal(field_at_packed(field, AXES, positions, POINTS, expected), SCREE_OK);
    positions[AXES * 77 + 1] = 0x1p61;
    const uint64_t first = memory + 4;
    const uint64_t values = first + bytes + 4;
    scree_points points = {.axes = AXES, .count = POINTS, .type = SCREE_TYPE_F64};
    for (uint32_t axis = 0; axis < AXES; axis++) {
        points.coordinate[axis] = (const void *)(uintptr_t)(first + axis * sizeof *positions);
        points.stride[axis] = AXES * sizeof *positions;
    }
    assert_int_equal(scree_cuda_at(device, field, &points, values, stream), SCREE_ERROR_INVALID);
    gpu_assert_message("no multiple of the 8 bytes of its type");
    const unsigned waits = emulation.waits;
    const uint64_t aligned = memory + 8;
    for (uint32_t axis = 0; axis < AXES; axis++) {
        points.coordinate[axis] = (const void *)(uintptr_t)(aligned + axis * sizeof *positions);
    }
    assert_int_equal(call->cuMemcpyHtoDAsync_v2(aligned, positions, bytes, stream), CUDA_SUCCESS);
    assert_int_equal(scree_cuda_at(device, field, &points, aligned + bytes + 4, stream), SCREE_OK);
    assert_int_equal(emulation.waits, waits);
    assert_int_equal(call->cuStreamSynchronize(stream), CUDA_SUCCESS);
    assert_int_equal(call->cuMemcpyDtoHAsync_v2(pinned, aligned + bytes, 4 * (POINTS + 2), stream), CUDA_SUCCESS);
    assert_int_equal(call->cuStreamSynchronize(stream), CUDA_SUCCESS);
    memcpy(actual, pinned, sizeof actual);
    assert_true(actual[1 + 77] != actual[1 + 77]);
    expected[77] = actual[1 + 77];
    assert_memory_equal(actual + 1, expected, sizeof expected);
    assert_int_equal(pinned[0], GPU_CANARY);
    assert_int_equal(pinned[POINTS + 1], GPU_CANARY);
    points.coordinate[1] = expected;
    assert_int_equal(scree_cuda_at(device, field, &points, aligned + bytes + 4, stream), SCREE_ERROR_INVALID);
    assert_int_equal(scree_cuda_at(device, field, NULL, values, stream), SCREE_ERROR_INVALID);
    scree_field_release(&field);
    gpu_close(&device);
    end_application();
}

/* Memory of a stream is not the processor's to read. */
static void without_float64_points_of_a_stream_are_refused(void **state)
{
    static const scree_noise_params params = {.octaves = 1};
    assert_true(gpu_take_float64(true));
    scree_device *device = gpu_open(0);
    start_application(64, CU_STREAM_NON_BLOCKING);
    const scree_points points = {.axes = 1, .count = 1, .coordinate = {(const void *)(uintptr_t)memory}};
    scree_field *field = fixture_field(&params);
    assert_int_equal(scree_cuda_at(device, field, &points, memory + 4, stream), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message("has no exact float64");
    scree_field_release(&field);
    gpu_close(&device);
    end_application();
}

static void the_default_stream_may_be_used(void **state)
{
    check_fill(&strided, 827 * 6, 0, true);
    assert_true(emulation.default_stream_uses > 0);
}

/* One behind the other on one stream, and on streams of their own: what one fill needs the next leaves alone. */
static void fills_follow_one_another(void **state)
{
    enum { FILLS = 12 };
    scree_grid grid = {.axes = 3, .count = {40, 30, 5}, .step = {0.05}};
    size_t samples = (size_t)fixture_samples(&grid);
    scree_device *device = gpu_open(0);
    CUstream other = NULL;
    CUevent event = NULL;
    start_application(FILLS * samples * 4, CU_STREAM_NON_BLOCKING);
    assert_int_equal(call->cuStreamCreate(&other, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_int_equal(call->cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), CUDA_SUCCESS);
    assert_int_equal(call->cuEventRecord(event, stream), CUDA_SUCCESS);
    assert_int_equal(call->cuStreamWaitEvent(other, event, 0), CUDA_SUCCESS);
    for (unsigned i = 0; i < FILLS; i++) {
        scree_noise_params params = {.octaves = 1 + i, .seed = i};
        grid.step[0] = 0.05 * (1 + i);
        assert_int_equal(
            noise_cuda_fill(device, &params, &grid, memory + i * samples * 4, samples * 4, i % 3 == 0 ? other : stream),
            SCREE_OK);
    }
    assert_int_equal(call->cuEventRecord(event, other), CUDA_SUCCESS);
    assert_int_equal(call->cuStreamWaitEvent(stream, event, 0), CUDA_SUCCESS);
    assert_int_equal(call->cuMemcpyDtoHAsync_v2(pinned, memory, FILLS * samples * 4, stream), CUDA_SUCCESS);
    assert_int_equal(call->cuStreamSynchronize(stream), CUDA_SUCCESS);
    for (unsigned i = 0; i < FILLS; i++) {
        scree_noise_params params = {.octaves = 1 + i, .seed = i};
        grid.step[0] = 0.05 * (1 + i);
        uint32_t *expected = gpu_fill_canaries(&params, &grid, samples, 0);
        assert_memory_equal(pinned + i * samples, expected, samples * 4);
        free(expected);
    }
    gpu_close(&device);
    call->cuEventDestroy_v2(event);
    call->cuStreamDestroy_v2(other);
    end_application();
}

/* Jobs, and reading and writing, in memory of the application's, which stays its own. */
static void memory_is_adopted(void **state)
{
    static const scree_noise_params params = {.octaves = 3, .seed = 4};
    const size_t words = 827 * 6 + 100;
    uint32_t *actual = malloc(words * 4);
    scree_buffer *buffer = NULL;
    scree_job *job = NULL;
    scree_device *device = gpu_open(0);
    start_application(words * 4, CU_STREAM_NON_BLOCKING);
    assert_int_equal(call->cuStreamSynchronize(stream), CUDA_SUCCESS);
    assert_int_equal(scree_cuda_buffer_adopt(device, memory, words * 4, &buffer), SCREE_OK);
    assert_int_equal(scree_cuda_buffer_pointer(buffer), memory);
    assert_int_equal(noise_job_fill_buffer(device, &params, &strided, buffer, 8, &job), SCREE_OK);
    fixture_finish(&job);
    uint32_t *expected = gpu_fill_canaries(&params, &strided, words, 2);
    assert_int_equal(scree_buffer_read(buffer, 0, words * 4, actual), SCREE_OK);
    assert_true(memcmp(actual, expected, words * 4) == 0);
    assert_int_equal(scree_buffer_read(buffer, 0, words * 4, pinned), SCREE_OK);
    assert_true(memcmp(pinned, expected, words * 4) == 0);
    assert_int_equal(emulation.pageable_copies, 0);
    scree_buffer_destroy(&buffer);
    gpu_close(&device);
    end_application();
    free(expected);
    free(actual);
}

static void assert_invalid(scree_device *device, uint64_t pointer, uint64_t bytes, const char *message)
{
    static const scree_noise_params params = {.octaves = 1};
    static const scree_grid grid = {.axes = 2, .count = {8, 4}, .step = {0.1}};
    scree_buffer *buffer = NULL;
    assert_int_equal(noise_cuda_fill(device, &params, &grid, pointer, bytes, stream), SCREE_ERROR_INVALID);
    gpu_assert_message(message);
    fixture_message[0] = '\0';
    assert_int_equal(scree_cuda_buffer_adopt(device, pointer, bytes, &buffer), SCREE_ERROR_INVALID);
    gpu_assert_message(message);
    assert_null(buffer);
}

static void what_cannot_be_is_refused(void **state)
{
    static const scree_noise_params params = {.octaves = 1};
    static const scree_grid grid = {.axes = 2, .count = {8, 4}, .step = {0.1}};
    scree_device *device = gpu_open(0);
    start_application(1024, 0);
    scree_device *other = gpu_open(1);
    assert_invalid(device, 0, 128, "must be multiples of 4, and not 0");
    assert_invalid(device, memory + 2, 128, "must be multiples of 4, and not 0");
    assert_invalid(device, memory, 0, "must be multiples of 4, and not 0");
    assert_invalid(device, (uint64_t)(uintptr_t)pinned, 128, "must be memory of cuda:0 (Emulated GPU 0)");
    assert_invalid(device, 4096, 128, "must be memory of cuda:0 (Emulated GPU 0)");
    assert_invalid(other, memory, 128, "must be memory of cuda:1 (Emulated GPU 1)");
    assert_invalid(gpu_reference, memory, 128, "is not one CUDA device");
    assert_int_equal(noise_cuda_fill(device, &params, &grid, memory, 124, stream), SCREE_ERROR_INVALID);
    gpu_assert_message("bytes is 124; the grid needs 128");
    assert_int_equal(noise_cuda_fill(device, &params, NULL, memory, 128, stream), SCREE_ERROR_INVALID);
    assert_int_equal(noise_cuda_fill(NULL, &params, &grid, memory, 128, stream), SCREE_ERROR_INVALID);
    assert_int_equal(scree_cuda_buffer_adopt(device, memory, 128, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_cuda_buffer_pointer(NULL), 0);
    gpu_close(&other);
    gpu_close(&device);
    end_application();
}

/* Every call of a fill fails in turn. Nothing is freed that work still needs, and the device goes on. */
static void every_call_of_a_fill_may_fail(void **state)
{
    static const scree_noise_params params = {.octaves = 2};
    size_t bytes = (size_t)fixture_samples(&many_submissions) * 4;
    scree_device *device = gpu_open(0);
    start_application(bytes, CU_STREAM_NON_BLOCKING);
    unsigned number = 1;
    unsigned failures = 0;
    for (bool is_over = false; !is_over; number++) {
        emulation.calls = 0;
        emulation.failing_call = number;
        scree_result result = noise_cuda_fill(device, &params, &many_submissions, memory, bytes, stream);
        is_over = emulation.calls < number;
        emulation.failing_call = 0;
        assert_true(result == SCREE_ERROR_OUT_OF_MEMORY || result == SCREE_OK);
        failures += result != SCREE_OK;
        /* Another with smaller tables, and one with larger: their memory is taken anew. */
        scree_grid grid = {.axes = 1, .count = {2000 + 100 * number}, .step = {0.1}};
        assert_int_equal(noise_cuda_fill(device, &params, &grid, memory, bytes, stream), SCREE_OK);
    }
    print_message("%u calls of a fill failed in turn\n", number - 2);
    assert_true(failures > 10);
    assert_int_equal(noise_cuda_fill(device, &params, &many_submissions, memory, bytes, stream), SCREE_OK);
    assert_int_equal(call->cuMemcpyDtoHAsync_v2(pinned, memory, bytes, stream), CUDA_SUCCESS);
    assert_int_equal(call->cuStreamSynchronize(stream), CUDA_SUCCESS);
    uint32_t *expected = gpu_fill_canaries(&params, &many_submissions, bytes / 4, 0);
    assert_true(memcmp(pinned, expected, bytes) == 0);
    free(expected);
    gpu_close(&device);
    end_application();
}

/* The session's calls come from threads of the library; the test's own has no context of CUDA's before nor after. */
static void the_callers_context_is_left_alone(void **state)
{
    CUcontext second = NULL;
    CUcontext popped = NULL;
    scree_device *device = gpu_open(0);
    call = emulated_cuda_calls();
    gpu_assert_works(device);
    assert_int_equal(call->cuDevicePrimaryCtxRetain(&second, 1), CUDA_SUCCESS);
    assert_int_equal(call->cuCtxPushCurrent_v2(second), CUDA_SUCCESS);
    gpu_assert_works(device);
    assert_int_equal(call->cuCtxPopCurrent_v2(&popped), CUDA_SUCCESS);
    assert_ptr_equal(popped, second);
    assert_int_equal(call->cuDevicePrimaryCtxRelease_v2(1), CUDA_SUCCESS);
}

/* Returns the line of a call that is not refused. */
static int make_calls_of_cuda(scree_device *device)
{
    const scree_noise_params params = {.octaves = 1};
    const scree_grid grid = {.axes = 1, .count = {4}, .step = {1.0}};
    scree_buffer *buffer = NULL;
    if (noise_cuda_fill(device, &params, &grid, 64, 64, NULL) != SCREE_ERROR_UNSUPPORTED) {
        return __LINE__;
    }
    return scree_cuda_buffer_adopt(device, 64, 64, &buffer) == SCREE_ERROR_UNSUPPORTED ? 0 : __LINE__;
}

static void a_child_cannot_use_its_parents_device(void **state)
{
    scree_device *device = gpu_open(0);
    rules_check_fork(device, make_calls_of_cuda);
}

/* Samples reach the host by way of memory that transfers reach directly. */
static void nothing_goes_through_pageable_memory(void **state)
{
    scree_device *device = gpu_open(0);
    gpu_assert_works(device);
    assert_int_equal(emulation.pageable_copies, 0);
    assert_int_equal(emulation.default_stream_uses, 0);
}

/* The whole program has lost the device: a fill of memory of its own fails as well. */
static void a_lost_device_fills_nothing(void **state)
{
    static const scree_noise_params params = {.octaves = 2, .seed = 5};
    static const scree_grid grid = {.axes = 1, .count = {4}, .step = {1.0}};
    scree_device *device = gpu_open(0);
    scree_buffer *buffer = fixture_buffer(device, 64);
    gpu_lose(0, 1);
    assert_int_equal(scree_buffer_fill(buffer, 1, NULL), SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(noise_cuda_fill(device, &params, &grid, scree_cuda_buffer_pointer(buffer), 64, NULL),
                     SCREE_ERROR_DEVICE_LOST);
    scree_buffer_destroy(&buffer);
}

static void a_group_is_named_by_its_members(void **state)
{
    scree_device *group = gpu_open_group(1, 0);
    scree_buffer *buffer = NULL;
    assert_int_equal(scree_buffer_create(group, 64, &buffer), SCREE_ERROR_UNSUPPORTED);
    gpu_assert_message("cuda:1,0 (Emulated GPU 1 + Emulated GPU 0) is a group");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(the_callers_context_is_left_alone),
        gpu_test(a_fill_is_part_of_the_stream),
        gpu_test(points_are_part_of_the_stream),
        gpu_test(without_float64_points_of_a_stream_are_refused),
        gpu_test(the_default_stream_may_be_used),
        gpu_test(fills_follow_one_another),
        gpu_test(memory_is_adopted),
        gpu_test(what_cannot_be_is_refused),
        gpu_test(every_call_of_a_fill_may_fail),
        gpu_test(a_child_cannot_use_its_parents_device),
        gpu_test(nothing_goes_through_pageable_memory),
        gpu_test(a_lost_device_fills_nothing),
        gpu_test(a_group_is_named_by_its_members),
    };
    return gpu_run(tests);
}
