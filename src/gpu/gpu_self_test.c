/* The self-test: runs the rounding trial (rounding_trial.h) on the device. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "gpu_device.h"
#include "gpu_calls.h"
#include "rounding_trial.h"

#define OPERAND_FLOATS (SCREE_TRIALS * SCREE_TRIAL_OPERANDS)
#define RESULT_FLOATS (SCREE_TRIALS * SCREE_TRIAL_RESULTS)
#define OPERAND_BYTES (sizeof(float) * OPERAND_FLOATS)
#define RESULT_BYTES (sizeof(float) * RESULT_FLOATS)

/* Memory and command buffer of the trials. */
typedef struct trial_memory {
    scree_gpu_memory upload;
    scree_gpu_memory operands;
    scree_gpu_memory results;
    scree_gpu_memory download;
    scree_gpu_commands *commands;
} trial_memory;

static scree_result dispatch_trials(const trial_memory *memory)
{
    static const uint32_t count = SCREE_TRIALS;
    const scree_gpu_dispatch dispatch = {
        .program = SCREE_GPU_SELF_TEST,
        .variant = {[CONSTANT_AXES] = 1},
        .constants = &count,
        .constants_bytes = sizeof count,
        .spans =
            {[BINDING_DATA] = scree_gpu_whole(&memory->operands), [BINDING_VALUES] = scree_gpu_whole(&memory->results)},
        .groups = {SCREE_TRIALS / DIRECT_GROUP, 1, 1},
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

scree_result scree_gpu_run_trials(scree_gpu *gpu, const float *operands, float *results)
{
    static const char purpose[] = "the self-test";
    trial_memory memory = {0};
    scree_gpu_memory *all[] = {&memory.upload, &memory.operands, &memory.results, &memory.download, NULL};
    scree_result result = scree_gpu_commands_create(gpu, 1, &memory.commands);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, OPERAND_BYTES, &memory.operands, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, RESULT_BYTES, &memory.results, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, OPERAND_BYTES, &memory.upload, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, RESULT_BYTES, &memory.download, purpose, &result);
    if (result == SCREE_OK) {
        memcpy(memory.upload.mapped, operands, OPERAND_BYTES);
        memset(memory.download.mapped, 0, RESULT_BYTES);
        result = dispatch_trials(&memory);
    }
    if (result == SCREE_OK) {
        memcpy(results, memory.download.mapped, RESULT_BYTES);
    }
    scree_gpu_commands_destroy(memory.commands);
    scree_gpu_free_all(gpu, all);
    return result;
}

scree_result scree_gpu_self_test(scree_gpu *gpu)
{
    float *operands = malloc(OPERAND_BYTES + RESULT_BYTES);
    if (operands == NULL) {
        return scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the self-test");
    }
    float *results = operands + OPERAND_FLOATS;
    scree_trial_make_operands(operands);
    scree_result result = scree_gpu_run_trials(gpu, operands, results);
    if (result == SCREE_OK) {
        result = scree_trial_compare(gpu->base.context, gpu->base.label, operands, results);
    }
    free(operands);
    return result;
}
