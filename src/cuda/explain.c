/* Notes launches, with the registers, the memory and the resident blocks of their kernels as the driver reports them.
 */
#include <stdio.h>
#include <string.h>

#include "cuda_device.h"
#include "rehearsal.h"

/* An attribute of a function; 0 where the driver does not report it. */
static uint32_t attribute_of(const scree_cuda_device *device, CUfunction function, int attribute)
{
    const scree_cuda_functions *call = &device->driver.call;
    int value = 0;
    const bool is_reported = call->cuFuncGetAttribute != NULL &&
                             call->cuFuncGetAttribute(&value, attribute, function) == CUDA_SUCCESS && value > 0;
    return is_reported ? (uint32_t)value : 0;
}

static uint32_t resident_blocks(const scree_cuda_device *device, CUfunction function, uint32_t threads,
                                uint32_t shared_bytes)
{
    const scree_cuda_functions *call = &device->driver.call;
    int blocks = 0;
    const bool is_reported = call->cuOccupancyMaxActiveBlocksPerMultiprocessor != NULL &&
                             call->cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, (int)threads,
                                                                               shared_bytes) == CUDA_SUCCESS;
    return is_reported && blocks > 0 ? (uint32_t)blocks : 0;
}

void scree_cuda_note(const scree_cuda_device *device, const scree_cuda_launch *launch, const char *name,
                     CUfunction function)
{
    const uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    scree_launch_info info = {
        .registers = attribute_of(device, function, CU_FUNC_ATTRIBUTE_NUM_REGS),
        .shared_bytes = launch->shared_bytes + attribute_of(device, function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES),
        .spilled_bytes = attribute_of(device, function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES),
        .resident_groups = resident_blocks(device, function, threads, launch->shared_bytes),
    };
    if (device->multiprocessor_threads > 0) {
        info.occupancy = (double)info.resident_groups * threads / device->multiprocessor_threads;
    }
    snprintf(info.name, sizeof info.name, "%s", name);
    memcpy(info.groups, launch->grid, sizeof info.groups);
    memcpy(info.threads, launch->block, sizeof info.threads);
    scree_rehearsal_note(device->gpu.base.rehearsal, &info);
}
