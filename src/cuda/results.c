/* Results of the driver's calls, as errors of the device and of commands that are recorded. */
#include "context_internal.h"
#include "cuda_device.h"

scree_result scree_cuda_check(scree_cuda_device *device, CUresult result, const char *action)
{
    if (result == CUDA_SUCCESS) {
        return SCREE_OK;
    }
    scree_context *context = device->gpu.base.context;
    const char *name = NULL;
    device->driver.call.cuGetErrorName(result, &name);
    name = name != NULL ? name : "an unknown result";
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "%s: no memory for %s (%s)", device->gpu.base.label,
                          action, name);
    }
    /* After these errors a context cannot be used any more. */
    if (result >= CUDA_ERROR_ILLEGAL_ADDRESS && result <= CUDA_ERROR_LAUNCH_FAILED) {
        return scree_gpu_lose(&device->gpu, action, name);
    }
    return scree_fail(context, SCREE_ERROR_INTERNAL, "%s: %s ended with %s", device->gpu.base.label, action, name);
}

void scree_cuda_keep(scree_gpu_commands *base, CUresult result, const char *action)
{
    base->result = scree_cuda_check((scree_cuda_device *)base->gpu, result, action);
}

void scree_cuda_record(scree_gpu_commands *base, CUevent event, CUstream stream)
{
    if (base->result == SCREE_OK) {
        const scree_cuda_device *device = (const scree_cuda_device *)base->gpu;
        scree_cuda_keep(base, device->driver.call.cuEventRecord(event, stream), "computing");
    }
}

void scree_cuda_start_program(scree_cuda_commands *commands)
{
    commands->has_work = true;
    if (!commands->has_started) {
        commands->has_started = true;
        scree_cuda_record(&commands->base, commands->started, commands->compute);
    }
}
