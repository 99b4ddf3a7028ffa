/* The self-test: the trial of rounding (src/core/rounding_trial.h) on the device. */
#include "context_internal.h"
#include "cuda_device.h"
#include "rounding_trial.h"

#define OPERAND_BYTES (sizeof(float) * SCREE_TRIALS * SCREE_TRIAL_OPERANDS)
#define RESULT_BYTES (sizeof(float) * SCREE_TRIALS * SCREE_TRIAL_RESULTS)

static scree_result run_test(scree_cuda_device *device, const scree_cuda_memory *host, const scree_cuda_memory *memory)
{
    const scree_cuda_functions *call = &device->driver.call;
    scree_cuda_trial parameters = {.operands = (const float *)(uintptr_t)memory->handle,
                                   .results = (float *)(uintptr_t)(memory->handle + OPERAND_BYTES),
                                   .trials = SCREE_TRIALS};
    const scree_cuda_launch launch = {.part = SCREE_CUDA_CONVERT,
                                      .kernel = "self_test",
                                      .grid = {SCREE_TRIALS / SCREE_CUDA_DIRECT_THREADS, 1, 1},
                                      .block = {SCREE_CUDA_DIRECT_THREADS, 1, 1}};
    scree_result result = scree_cuda_check(
        device, call->cuMemcpyHtoDAsync_v2(memory->handle, host->mapped, OPERAND_BYTES, device->compute),
        "the self-test");
    if (result == SCREE_OK) {
        result = scree_cuda_run(device, &launch, &parameters, device->compute);
    }
    if (result == SCREE_OK) {
        result =
            scree_cuda_check(device,
                             call->cuMemcpyDtoHAsync_v2((char *)host->mapped + OPERAND_BYTES,
                                                        memory->handle + OPERAND_BYTES, RESULT_BYTES, device->compute),
                             "the self-test");
    }
    if (result == SCREE_OK) {
        result = scree_cuda_check(device, call->cuStreamSynchronize(device->compute), "the self-test");
    }
    return result;
}

scree_result scree_cuda_self_test(scree_cuda_device *device)
{
    scree_cuda_memory host = {0};
    scree_cuda_memory memory = {0};
    scree_result result = scree_cuda_memory_reserve(device, true, OPERAND_BYTES + RESULT_BYTES, &host, "the self-test");
    if (result == SCREE_OK) {
        result = scree_cuda_memory_reserve(device, false, OPERAND_BYTES + RESULT_BYTES, &memory, "the self-test");
    }
    if (result == SCREE_OK) {
        scree_trial_make_operands(host.mapped);
        result = run_test(device, &host, &memory);
    }
    if (result == SCREE_OK) {
        const char *results = (const char *)host.mapped + OPERAND_BYTES;
        result = scree_trial_compare(device->base.context, device->base.label, (const float *)(const void *)results);
    }
    /* Also after a failure: what was started may still read. */
    device->driver.call.cuStreamSynchronize(device->compute);
    scree_cuda_memory_free(device, &host);
    scree_cuda_memory_free(device, &memory);
    return result;
}
