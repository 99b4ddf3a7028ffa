/* The self-test: runs the cases (self_test_cases.h) on the device. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_constants.h"
#include "gpu_device.h"
#include "self_test_cases.h"

/* Memory and command buffer of the cases. */
typedef struct test_memory {
    scree_gpu_memory upload;
    scree_gpu_memory operands;
    scree_gpu_memory results;
    scree_gpu_memory download;
    scree_gpu_commands *commands;
} test_memory;

static scree_result dispatch_cases(const test_memory *memory, scree_gpu_program program)
{
    static const scree_gpu_self_test_pass cases = {.count = SCREE_SELF_TEST_CASES};
    const scree_gpu_dispatch dispatch = {
        .program = program,
        .specialisation = {[CONSTANT_AXES] = 1},
        .constants = &cases,
        .constants_bytes = sizeof cases,
        .spans =
            {[BINDING_DATA] = scree_gpu_whole(&memory->operands), [BINDING_VALUES] = scree_gpu_whole(&memory->results)},
        .groups = {SCREE_SELF_TEST_CASES / DIRECT_GROUP, 1, 1},
    };
    scree_gpu_begin(memory->commands);
    scree_gpu_copy(memory->commands, SCREE_GPU_COMPUTE, scree_gpu_whole(&memory->operands),
                   scree_gpu_whole(&memory->upload));
    scree_gpu_barrier(memory->commands, false);
    scree_gpu_run(memory->commands, &dispatch);
    scree_gpu_barrier(memory->commands, false);
    scree_gpu_copy(memory->commands, SCREE_GPU_COMPUTE, scree_gpu_whole(&memory->download),
                   scree_gpu_whole(&memory->results));
    scree_result result = scree_gpu_submit(memory->commands);
    return result == SCREE_OK ? scree_gpu_wait(memory->commands) : result;
}

static scree_result run_cases(scree_gpu *gpu, const scree_self_test *test, scree_gpu_program program,
                              const void *operands, void *results)
{
    static const char purpose[] = "the self-test";
    const uint64_t operand_bytes = SCREE_GPU_WORD * SCREE_SELF_TEST_CASES * test->operands;
    const uint64_t result_bytes = SCREE_GPU_WORD * SCREE_SELF_TEST_CASES * test->results;
    test_memory memory = {0};
    scree_gpu_memory *all[] = {&memory.upload, &memory.operands, &memory.results, &memory.download, NULL};
    scree_result result = scree_gpu_commands_create(gpu, 1, &memory.commands);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, operand_bytes, &memory.operands, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, result_bytes, &memory.results, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, operand_bytes, &memory.upload, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, result_bytes, &memory.download, purpose, &result);
    if (result == SCREE_OK) {
        memcpy(memory.upload.mapped, operands, (size_t)operand_bytes);
        memset(memory.download.mapped, 0, (size_t)result_bytes);
        result = dispatch_cases(&memory, program);
    }
    if (result == SCREE_OK) {
        memcpy(results, memory.download.mapped, (size_t)result_bytes);
    }
    scree_gpu_commands_destroy(memory.commands);
    scree_gpu_free_all(gpu, all);
    return result;
}

scree_result scree_gpu_run_self_test(scree_gpu *gpu, const float *operands, float *results)
{
    return run_cases(gpu, &scree_self_test_of_floats, SCREE_GPU_SELF_TEST, operands, results);
}

/* Counts the results of all cases that differ from the processor's. */
static scree_result try_device(scree_gpu *gpu, const scree_self_test *test, scree_gpu_program program,
                               uint32_t *different)
{
    uint32_t *operands = malloc((size_t)SCREE_SELF_TEST_CASES * (test->operands + test->results) * sizeof *operands);
    if (operands == NULL) {
        return scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the self-test");
    }
    uint32_t *results = operands + SCREE_SELF_TEST_CASES * test->operands;
    scree_self_test_make_operands(test, operands);
    scree_result result = run_cases(gpu, test, program, operands, results);
    if (result == SCREE_OK) {
        *different = scree_self_test_count_different(test, operands, results);
    }
    free(operands);
    return result;
}

static scree_result refuse(const scree_gpu *gpu, const scree_self_test *test, uint32_t different)
{
    return scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                      "%s cannot be used: %u of %u results of the self-test differ from the processor's",
                      gpu->base.label, different, SCREE_SELF_TEST_CASES * test->results);
}

/* A float64 that is not exact is not used. */
static scree_result try_float64(scree_gpu *gpu)
{
    uint32_t different = 0;
    scree_result result = try_device(gpu, &scree_self_test_of_locations, SCREE_GPU_SELF_TEST_WIDE, &different);
    if (result != SCREE_OK || different == 0) {
        return result;
    }
    gpu->limits.has_float64 = false;
    scree_log(gpu->base.context, SCREE_LOG_INFO,
              "%s: %u of %u locations in float64 differ from the processor's, so that float64 is not used",
              gpu->base.label, different, SCREE_SELF_TEST_CASES * scree_self_test_of_locations.results);
    return SCREE_OK;
}

scree_result scree_gpu_self_test(scree_gpu *gpu)
{
    uint32_t different = 0;
    scree_result result = try_device(gpu, &scree_self_test_of_floats, SCREE_GPU_SELF_TEST, &different);
    if (result == SCREE_OK && different > 0) {
        return refuse(gpu, &scree_self_test_of_floats, different);
    }
    return result == SCREE_OK && gpu->limits.has_float64 ? try_float64(gpu) : result;
}
