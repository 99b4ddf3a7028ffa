/* The self-test: runs the rounding trial (rounding_trial.h) on the device. */
#include <string.h>

#include "context_internal.h"
#include "gpu_device.h"
#include "gpu_calls.h"
#include "rounding_trial.h"

#define OPERAND_BYTES (sizeof(float) * SCREE_TRIALS * SCREE_TRIAL_OPERANDS)
#define RESULT_BYTES (sizeof(float) * SCREE_TRIALS * SCREE_TRIAL_RESULTS)

/* Memory and command buffer of the trial. */
typedef struct trial {
    scree_gpu_memory upload;
    scree_gpu_memory operands;
    scree_gpu_memory results;
    scree_gpu_memory download;
    scree_gpu_commands *commands;
} trial;

static scree_result run_trial(const trial *new_result)
{
    static const uint32_t count = SCREE_TRIALS;
    const scree_gpu_dispatch dispatch = {
        .program = SCREE_GPU_SELF_TEST,
        .variant = {[CONSTANT_AXES] = 1},
        .constants = &count,
        .constants_bytes = sizeof count,
        .spans = {[BINDING_DATA] = scree_gpu_whole(&new_result->operands),
                  [BINDING_VALUES] = scree_gpu_whole(&new_result->results)},
        .groups = {SCREE_TRIALS / DIRECT_GROUP, 1, 1},
    };
    scree_gpu_begin(new_result->commands);
    scree_gpu_copy(new_result->commands, SCREE_GPU_COMPUTE, scree_gpu_whole(&new_result->operands),
                   scree_gpu_whole(&new_result->upload));
    scree_gpu_barrier(new_result->commands, false);
    scree_gpu_run(new_result->commands, &dispatch);
    scree_gpu_barrier(new_result->commands, false);
    scree_gpu_copy(new_result->commands, SCREE_GPU_COMPUTE, scree_gpu_whole(&new_result->download),
                   scree_gpu_whole(&new_result->results));
    scree_result result = scree_gpu_submit(new_result->commands);
    return result == SCREE_OK ? scree_gpu_wait(new_result->commands) : result;
}

scree_result scree_gpu_self_test(scree_gpu *gpu)
{
    static const char purpose[] = "the self-test";
    trial new_result = {0};
    scree_gpu_memory *all[] = {&new_result.upload, &new_result.operands, &new_result.results, &new_result.download,
                               NULL};
    scree_result result = scree_gpu_commands_create(gpu, 1, &new_result.commands);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, OPERAND_BYTES, &new_result.operands, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, RESULT_BYTES, &new_result.results, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, OPERAND_BYTES, &new_result.upload, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, RESULT_BYTES, &new_result.download, purpose, &result);
    if (result == SCREE_OK) {
        scree_trial_make_operands(new_result.upload.mapped);
        memset(new_result.download.mapped, 0, RESULT_BYTES);
        result = run_trial(&new_result);
    }
    if (result == SCREE_OK) {
        result = scree_trial_compare(gpu->base.context, gpu->base.label, new_result.download.mapped);
    }
    scree_gpu_commands_destroy(new_result.commands);
    scree_gpu_free_all(gpu, all);
    return result;
}
