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

static scree_result run_trial(const trial *made)
{
    static const uint32_t count = SCREE_TRIALS;
    const scree_gpu_dispatch dispatch = {
        .program = SCREE_GPU_SELF_TEST,
        .variant = {[CONSTANT_AXES] = 1},
        .constants = &count,
        .constants_bytes = sizeof count,
        .spans =
            {[BINDING_DATA] = scree_gpu_whole(&made->operands), [BINDING_VALUES] = scree_gpu_whole(&made->results)},
        .groups = {SCREE_TRIALS / DIRECT_GROUP, 1, 1},
    };
    scree_gpu_begin(made->commands);
    scree_gpu_copy(made->commands, SCREE_GPU_COMPUTE, scree_gpu_whole(&made->operands), scree_gpu_whole(&made->upload));
    scree_gpu_barrier(made->commands, false);
    scree_gpu_run(made->commands, &dispatch);
    scree_gpu_barrier(made->commands, false);
    scree_gpu_copy(made->commands, SCREE_GPU_COMPUTE, scree_gpu_whole(&made->download),
                   scree_gpu_whole(&made->results));
    scree_result result = scree_gpu_submit(made->commands);
    return result == SCREE_OK ? scree_gpu_wait(made->commands) : result;
}

scree_result scree_gpu_self_test(scree_gpu *gpu)
{
    static const char purpose[] = "the self-test";
    trial made = {0};
    scree_gpu_memory *all[] = {&made.upload, &made.operands, &made.results, &made.download, NULL};
    scree_result result = scree_gpu_commands_create(gpu, 1, &made.commands);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, OPERAND_BYTES, &made.operands, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, RESULT_BYTES, &made.results, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, OPERAND_BYTES, &made.upload, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, RESULT_BYTES, &made.download, purpose, &result);
    if (result == SCREE_OK) {
        scree_trial_make_operands(made.upload.mapped);
        memset(made.download.mapped, 0, RESULT_BYTES);
        result = run_trial(&made);
    }
    if (result == SCREE_OK) {
        result = scree_trial_compare(gpu->base.context, gpu->base.label, made.download.mapped);
    }
    scree_gpu_commands_destroy(made.commands);
    scree_gpu_free_all(gpu, all);
    return result;
}
