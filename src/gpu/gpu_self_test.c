/* The self-test: runs the rounding trials (rounding_trial.h) on the device. */
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_device.h"
#include "rounding_trial.h"

/* Memory and command buffer of a trial. */
typedef struct trial_run {
    scree_gpu_program program;
    scree_gpu_memory upload;
    scree_gpu_memory operands;
    scree_gpu_memory results;
    scree_gpu_memory download;
    scree_gpu_commands *commands;
} trial_run;

static scree_result run_program(const trial_run *run)
{
    static const uint32_t count = SCREE_TRIALS;
    const scree_gpu_dispatch dispatch = {
        .program = run->program,
        .variant = {[CONSTANT_AXES] = 1},
        .constants = &count,
        .constants_bytes = sizeof count,
        .spans = {[BINDING_DATA] = scree_gpu_whole(&run->operands), [BINDING_VALUES] = scree_gpu_whole(&run->results)},
        .groups = {SCREE_TRIALS / DIRECT_GROUP, 1, 1},
    };
    scree_gpu_begin(run->commands);
    scree_gpu_copy(run->commands, SCREE_GPU_COMPUTE, scree_gpu_whole(&run->operands), scree_gpu_whole(&run->upload));
    scree_gpu_barrier(run->commands, false);
    scree_gpu_run(run->commands, &dispatch);
    scree_gpu_barrier(run->commands, false);
    scree_gpu_copy(run->commands, SCREE_GPU_COMPUTE, scree_gpu_whole(&run->download), scree_gpu_whole(&run->results));
    scree_result result = scree_gpu_submit(run->commands);
    return result == SCREE_OK ? scree_gpu_wait(run->commands) : result;
}

/* Counts the results of a trial that differ from the processor's. */
static scree_result try_device(scree_gpu *gpu, const scree_rounding_trial *trial, scree_gpu_program program,
                               uint32_t *different)
{
    static const char purpose[] = "the self-test";
    const uint64_t operand_bytes = SCREE_GPU_WORD * SCREE_TRIALS * trial->operand_words;
    const uint64_t result_bytes = SCREE_GPU_WORD * SCREE_TRIALS * trial->result_words;
    trial_run run = {.program = program};
    scree_gpu_memory *all[] = {&run.upload, &run.operands, &run.results, &run.download, NULL};
    scree_result result = scree_gpu_commands_create(gpu, 1, &run.commands);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, operand_bytes, &run.operands, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, result_bytes, &run.results, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, operand_bytes, &run.upload, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, result_bytes, &run.download, purpose, &result);
    if (result == SCREE_OK) {
        scree_trial_make_operands(trial, run.upload.mapped);
        memset(run.download.mapped, 0, (size_t)result_bytes);
        result = run_program(&run);
    }
    if (result == SCREE_OK) {
        result = scree_trial_compare(gpu->base.context, trial, run.download.mapped, different);
    }
    scree_gpu_commands_destroy(run.commands);
    scree_gpu_free_all(gpu, all);
    return result;
}

static scree_result refuse(const scree_gpu *gpu, const scree_rounding_trial *trial, uint32_t different)
{
    return scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                      "%s cannot be used: %u of %u %s differ from the processor's", gpu->base.label, different,
                      SCREE_TRIALS * trial->result_words, trial->subject);
}

/* Without a float64 that is exact the host places points, if there is a program for that. */
static scree_result try_float64(scree_gpu *gpu)
{
    uint32_t different = 0;
    scree_result result = try_device(gpu, &scree_trial_of_places, SCREE_GPU_SELF_TEST_WIDE, &different);
    if (result != SCREE_OK || different == 0) {
        return result;
    }
    if (!gpu->limits.has_placed_points) {
        return refuse(gpu, &scree_trial_of_places, different);
    }
    gpu->limits.has_float64 = false;
    scree_log(gpu->base.context, SCREE_LOG_INFO, "%s: %u of its %s differ from the processor's; the host places points",
              gpu->base.label, different, scree_trial_of_places.subject);
    return SCREE_OK;
}

scree_result scree_gpu_self_test(scree_gpu *gpu)
{
    uint32_t different = 0;
    scree_result result = try_device(gpu, &scree_trial_of_sums, SCREE_GPU_SELF_TEST, &different);
    if (result == SCREE_OK && different > 0) {
        return refuse(gpu, &scree_trial_of_sums, different);
    }
    return result == SCREE_OK && gpu->limits.has_float64 ? try_float64(gpu) : result;
}
