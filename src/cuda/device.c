#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "cuda_device.h"

/* The oldest GPUs that the kernels are built for: Turing. */
#define LEAST_CAPABILITY 75
/* Threads of a block that kernels are compiled for at most. */
#define MOST_THREADS SCREE_CUDA_LINE_THREADS
/* Bytes of a slab whose samples do not leave the device: so long that the host is ahead of it. */
#define RANGE_SLAB_BYTES ((uint64_t)1 << 30)
/* Voxels of flooding between two waits, and threads of it that keep a multiprocessor busy. */
#define STRETCH_VOXELS ((uint64_t)1 << 28)
#define THREADS_PER_MULTIPROCESSOR 4096u
/* Layers that a thread makes squares of, as a power of two: SCREE_CUDA_COLUMN_RUN. */
#define COLUMN_RUN_LOG 2u

static int attribute(const scree_cuda_driver *driver, CUdevice ordinal, int which)
{
    int value = 0;
    return driver->call.cuDeviceGetAttribute(&value, which, ordinal) == CUDA_SUCCESS ? value : 0;
}

static void find_refusal(const scree_cuda_driver *driver, CUdevice ordinal, scree_device_info *info)
{
    int major = attribute(driver, ordinal, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    int minor = attribute(driver, ordinal, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    if (10 * major + minor < LEAST_CAPABILITY) {
        snprintf(info->refusal, sizeof info->refusal, "its compute capability is %d.%d; the kernels need %d.%d", major,
                 minor, LEAST_CAPABILITY / 10, LEAST_CAPABILITY % 10);
    } else if (attribute(driver, ordinal, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE) == CU_COMPUTEMODE_PROHIBITED) {
        snprintf(info->refusal, sizeof info->refusal,
                 "its compute mode is 'prohibited'; nvidia-smi -c can change that");
    }
}

static void inspect(const scree_cuda_driver *driver, CUdevice ordinal, scree_device_info *info)
{
    CUuuid uuid = {{0}};
    size_t bytes = 0;
    bool is_integrated = attribute(driver, ordinal, CU_DEVICE_ATTRIBUTE_INTEGRATED) != 0;
    info->backend = SCREE_BACKEND_CUDA;
    info->kind = is_integrated ? SCREE_DEVICE_KIND_INTEGRATED_GPU : SCREE_DEVICE_KIND_DISCRETE_GPU;
    if (driver->call.cuDeviceGetName(info->name, (int)sizeof info->name, ordinal) != CUDA_SUCCESS) {
        snprintf(info->name, sizeof info->name, "CUDA device %u", info->index);
    }
    info->name[sizeof info->name - 1] = '\0';
    if (driver->call.cuDeviceGetUuid(&uuid, ordinal) == CUDA_SUCCESS) {
        memcpy(info->uuid, uuid.bytes, sizeof info->uuid);
    }
    if (driver->call.cuDeviceTotalMem_v2(&bytes, ordinal) == CUDA_SUCCESS) {
        info->memory_bytes = bytes;
    }
    find_refusal(driver, ordinal, info);
}

/* The driver, of a build and of a version that serve. */
static scree_result open_driver(scree_cuda_driver *driver, char *reason, size_t reason_bytes)
{
    int needed = scree_cuda_image_version();
    if (needed == 0) {
        snprintf(reason, reason_bytes, "this build has no kernels for CUDA: it was made without nvcc");
        return SCREE_ERROR_UNSUPPORTED;
    }
    scree_result result = scree_cuda_driver_open(driver, reason, reason_bytes);
    if (result == SCREE_OK && driver->version / 1000 < needed / 1000) {
        snprintf(reason, reason_bytes, "the driver is for CUDA %d.%d; this build's kernels need CUDA %d.0 or later",
                 driver->version / 1000, driver->version % 1000 / 10, needed / 1000);
        result = SCREE_ERROR_UNSUPPORTED;
    }
    return result;
}

static uint32_t count_devices(const scree_cuda_driver *driver)
{
    int count = 0;
    return driver->call.cuDeviceGetCount(&count) == CUDA_SUCCESS && count > 0 ? (uint32_t)count : 0;
}

static void list_devices(scree_context *context, scree_device_info *infos, size_t capacity, size_t *count)
{
    scree_cuda_driver driver;
    char reason[200];
    if (open_driver(&driver, reason, sizeof reason) != SCREE_OK) {
        scree_log(context, SCREE_LOG_INFO, "cuda: %s", reason);
        return;
    }
    uint32_t found = count_devices(&driver);
    for (uint32_t i = 0; i < found; i++) {
        CUdevice ordinal = 0;
        scree_device_info info = {.index = i};
        if (driver.call.cuDeviceGet(&ordinal, (int)i) == CUDA_SUCCESS) {
            inspect(&driver, ordinal, &info);
        } else {
            info.backend = SCREE_BACKEND_CUDA;
            snprintf(info.refusal, sizeof info.refusal, "the driver does not give it");
        }
        if (*count < capacity) {
            infos[*count] = info;
        }
        (*count)++;
    }
    if (found == 0) {
        scree_log(context, SCREE_LOG_INFO, "cuda: the driver found no device");
    }
}

static void empty_device(scree_cuda_device *device)
{
    const scree_cuda_functions *call = &device->driver.call;
    scree_cuda_orders_destroy(device);
    scree_gpu_clear(&device->gpu);
    scree_cuda_kernels_destroy(device);
    if (device->epoch != NULL) {
        call->cuEventDestroy_v2(device->epoch);
    }
    if (device->transfer != NULL) {
        call->cuStreamDestroy_v2(device->transfer);
    }
    if (device->compute != NULL) {
        call->cuStreamDestroy_v2(device->compute);
    }
}

void scree_cuda_destroy(scree_gpu *gpu)
{
    scree_cuda_device *device = (scree_cuda_device *)gpu;
    if (device->context != NULL) {
        if (gpu->functions->enter(gpu) == SCREE_OK) {
            empty_device(device);
            gpu->functions->leave(gpu);
        }
        device->driver.call.cuDevicePrimaryCtxRelease_v2(device->ordinal);
    }
    free(device);
}

static scree_result choose_device(scree_cuda_device *device, uint32_t index)
{
    char reason[200];
    scree_context *context = device->gpu.base.context;
    scree_device_info *info = &device->gpu.base.info;
    scree_result result = open_driver(&device->driver, reason, sizeof reason);
    if (result != SCREE_OK) {
        return scree_fail(context, result, "cuda:%u: %s", index, reason);
    }
    uint32_t found = count_devices(&device->driver);
    if (found == 0) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "cuda:%u: there is no CUDA device", index);
    }
    if (index >= found) {
        return scree_fail(context, SCREE_ERROR_INVALID, "cuda:%u: the CUDA devices are 0 to %u", index, found - 1);
    }
    info->index = index;
    result = scree_cuda_check(device, device->driver.call.cuDeviceGet(&device->ordinal, (int)index), "finding it");
    if (result == SCREE_OK) {
        inspect(&device->driver, device->ordinal, info);
        if (info->refusal[0] != '\0') {
            result = scree_fail(context, SCREE_ERROR_UNSUPPORTED, "cuda:%u, %s, cannot be used: %s", index, info->name,
                                info->refusal);
        }
    }
    return result;
}

static scree_result make_streams(scree_cuda_device *device)
{
    const scree_cuda_functions *call = &device->driver.call;
    scree_result result =
        scree_cuda_check(device, call->cuStreamCreate(&device->compute, CU_STREAM_NON_BLOCKING), "opening it");
    if (result == SCREE_OK) {
        result =
            scree_cuda_check(device, call->cuStreamCreate(&device->transfer, CU_STREAM_NON_BLOCKING), "opening it");
    }
    return result;
}

/* Kernels count words in 32 bits or more, and find all of the device's memory by pointers. */
static scree_gpu_limits find_limits(const scree_cuda_device *device)
{
    int shared = attribute(&device->driver, device->ordinal, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    return (scree_gpu_limits){
        .span_bytes = UINT64_MAX / 4,
        .span_alignment = sizeof(uint32_t),
        .memory_bytes = UINT64_MAX,
        .row_groups = INT32_MAX,
        .threads = MOST_THREADS,
        .shared_bytes = (uint32_t)shared,
        .range_pair_words = SCREE_CUDA_RANGE_PAIR_WORDS,
        .direct_octaves = SCREE_CUDA_PASS_OCTAVES,
        .range_slab_bytes = RANGE_SLAB_BYTES,
        .stretch_voxels = STRETCH_VOXELS,
        .busy_threads = (uint64_t)device->multiprocessors * THREADS_PER_MULTIPROCESSOR,
        .column_run_log = COLUMN_RUN_LOG,
        .has_line_tiles = true,
        .joins_at_once = true,
        .has_transfer_stream = true,
    };
}

static scree_result start_device(scree_cuda_device *device, uint32_t index)
{
    scree_gpu *gpu = &device->gpu;
    scree_result result = choose_device(device, index);
    if (result != SCREE_OK) {
        return result;
    }
    device->multiprocessors =
        (uint32_t)attribute(&device->driver, device->ordinal, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    gpu->limits = find_limits(device);
    result = scree_cuda_check(device, device->driver.call.cuDevicePrimaryCtxRetain(&device->context, device->ordinal),
                              "opening it");
    if (result != SCREE_OK) {
        device->context = NULL;
        return result;
    }
    result = gpu->functions->enter(gpu);
    if (result == SCREE_OK) {
        result = make_streams(device);
        if (result == SCREE_OK) {
            result = scree_gpu_start(gpu);
        }
        gpu->functions->leave(gpu);
    }
    return result;
}

static scree_result open_device(scree_context *context, const scree_device_params *params, scree_device **device)
{
    scree_cuda_device *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a device");
    }
    made->gpu.base.context = context;
    made->gpu.functions = &scree_cuda_gpu_functions;
    scree_result result = start_device(made, params->index);
    if (result != SCREE_OK) {
        scree_cuda_destroy(&made->gpu);
        return result;
    }
    *device = &made->gpu.base;
    return SCREE_OK;
}

const scree_backend_functions scree_cuda_backend = {.list = list_devices, .open = open_device};
