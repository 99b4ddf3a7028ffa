/* Results, memory and launches. */
#include "context_internal.h"
#include "cuda_device.h"

/* Results after which nothing more can be done with a context. */
static bool is_fatal(CUresult result)
{
    return result >= CUDA_ERROR_ILLEGAL_ADDRESS && result <= CUDA_ERROR_LAUNCH_FAILED;
}

scree_result scree_cuda_check(scree_cuda_device *device, CUresult result, const char *action)
{
    if (result == CUDA_SUCCESS) {
        return SCREE_OK;
    }
    const char *name = NULL;
    device->driver.call.cuGetErrorName(result, &name);
    name = name != NULL ? name : "an unknown result";
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        return scree_fail(device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "%s: no memory for %s (%s)",
                          device->base.label, action, name);
    }
    if (is_fatal(result)) {
        device->is_lost = true;
        return scree_fail(device->base.context, SCREE_ERROR_DEVICE_LOST, "%s was lost while %s (%s)",
                          device->base.label, action, name);
    }
    return scree_fail(device->base.context, SCREE_ERROR_INTERNAL, "%s: %s ended with %s", device->base.label, action,
                      name);
}

scree_result scree_cuda_check_lost(const scree_cuda_device *device)
{
    return device->is_lost ? scree_fail(device->base.context, SCREE_ERROR_DEVICE_LOST, "%s was lost before; close it",
                                        device->base.label)
                           : SCREE_OK;
}

void scree_cuda_memory_free(scree_cuda_device *device, scree_cuda_memory *memory)
{
    if (memory->handle != 0) {
        device->driver.call.cuMemFree_v2(memory->handle);
    }
    if (memory->mapped != NULL) {
        device->driver.call.cuMemFreeHost(memory->mapped);
    }
    *memory = (scree_cuda_memory){0};
}

scree_result scree_cuda_memory_take(scree_cuda_device *device, bool is_host, uint64_t bytes, scree_cuda_memory *memory)
{
    if (bytes <= memory->bytes) {
        return SCREE_OK;
    }
    scree_cuda_memory_free(device, memory);
    CUresult taken = is_host ? device->driver.call.cuMemHostAlloc(&memory->mapped, bytes, CU_MEMHOSTALLOC_PORTABLE)
                             : device->driver.call.cuMemAlloc_v2(&memory->handle, bytes);
    if (taken != CUDA_SUCCESS) {
        *memory = (scree_cuda_memory){0};
        return taken == CUDA_ERROR_OUT_OF_MEMORY ? SCREE_ERROR_OUT_OF_MEMORY
                                                 : scree_cuda_check(device, taken, "taking memory");
    }
    memory->bytes = bytes;
    return SCREE_OK;
}

scree_result scree_cuda_memory_reserve(scree_cuda_device *device, bool is_host, uint64_t bytes,
                                       scree_cuda_memory *memory, const char *purpose)
{
    scree_result result = scree_cuda_memory_take(device, is_host, bytes, memory);
    if (result == SCREE_ERROR_OUT_OF_MEMORY) {
        scree_fail(device->base.context, result, "%s: no memory for %s of %llu bytes%s", device->base.label, purpose,
                   (unsigned long long)bytes, is_host ? " on the host" : "");
    }
    return result;
}

uint64_t scree_cuda_unused_bytes(scree_cuda_device *device)
{
    size_t unused = 0;
    size_t total = 0;
    return device->driver.call.cuMemGetInfo_v2(&unused, &total) == CUDA_SUCCESS ? unused : 0;
}

scree_result scree_cuda_run(scree_cuda_device *device, const scree_cuda_launch *launch, void *parameters,
                            CUstream stream)
{
    void *all[] = {parameters};
    CUfunction function = NULL;
    scree_result result = scree_cuda_kernel_get(device, launch->part, launch->kernel, launch->shared_bytes, &function);
    if (result == SCREE_OK) {
        CUresult launched = device->driver.call.cuLaunchKernel(
            function, launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0], launch->block[1],
            launch->block[2], launch->shared_bytes, stream, all, NULL);
        result = scree_cuda_check(device, launched, "computing");
    }
    return result;
}
