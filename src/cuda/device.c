#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "cuda_device.h"

/* Compute capability of the oldest supported GPUs: Turing. */
#define MIN_CAPABILITY 75
/* Maximum threads of a block on every GPU. */
#define MOST_THREADS 1024u

/* Protects against drivers that report nonsense: no machine has so many devices. */
#define MOST_DEVICES 256

static int attribute(const scree_cuda_driver *driver, CUdevice ordinal, int which)
{
    int value = 0;
    return driver->call.cuDeviceGetAttribute(&value, which, ordinal) == CUDA_SUCCESS ? value : 0;
}

static void find_unsupported_reason(const scree_cuda_driver *driver, CUdevice ordinal, scree_device_info *info)
{
    int major = attribute(driver, ordinal, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    int minor = attribute(driver, ordinal, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    if (10 * major + minor < MIN_CAPABILITY) {
        snprintf(info->unsupported_reason, sizeof info->unsupported_reason,
                 "its compute capability is %d.%d; the kernels need %d.%d", major, minor, MIN_CAPABILITY / 10,
                 MIN_CAPABILITY % 10);
    } else if (attribute(driver, ordinal, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE) == CU_COMPUTEMODE_PROHIBITED) {
        snprintf(info->unsupported_reason, sizeof info->unsupported_reason,
                 "its compute mode is 'prohibited'; nvidia-smi -c can change that");
    }
}

static void inspect(scree_gpu *gpu)
{
    scree_cuda_device *device = (scree_cuda_device *)gpu;
    const scree_cuda_driver *driver = &device->driver;
    scree_device_info *info = &gpu->base.info;
    CUuuid uuid = {{0}};
    size_t bytes = 0;
    info->backend = SCREE_BACKEND_CUDA;
    if (driver->call.cuDeviceGet(&device->ordinal, (int)info->index) != CUDA_SUCCESS) {
        snprintf(info->unsupported_reason, sizeof info->unsupported_reason, "the driver does not give it");
        return;
    }
    bool is_integrated = attribute(driver, device->ordinal, CU_DEVICE_ATTRIBUTE_INTEGRATED) != 0;
    info->kind = is_integrated ? SCREE_DEVICE_KIND_INTEGRATED_GPU : SCREE_DEVICE_KIND_DISCRETE_GPU;
    if (driver->call.cuDeviceGetName(info->name, (int)sizeof info->name, device->ordinal) != CUDA_SUCCESS) {
        snprintf(info->name, sizeof info->name, "CUDA device %u", info->index);
    }
    info->name[sizeof info->name - 1] = '\0';
    if (driver->call.cuDeviceGetUuid(&uuid, device->ordinal) == CUDA_SUCCESS) {
        memcpy(info->uuid, uuid.bytes, sizeof info->uuid);
    }
    if (driver->call.cuDeviceTotalMem_v2(&bytes, device->ordinal) == CUDA_SUCCESS) {
        info->memory_bytes = bytes;
    }
    find_unsupported_reason(driver, device->ordinal, info);
}

/* Loads the driver, and checks the build and its version. */
static scree_result open_driver(scree_gpu *gpu, char *reason, size_t reason_bytes)
{
    scree_cuda_driver *driver = &((scree_cuda_device *)gpu)->driver;
    int needed = scree_cuda_image_version();
    if (needed == 0) {
        snprintf(reason, reason_bytes, "this build has no kernels for CUDA: it was made without nvcc or without a GPU");
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

static uint32_t count_devices(const scree_gpu *gpu)
{
    int count = 0;
    CUresult status = ((const scree_cuda_device *)gpu)->driver.call.cuDeviceGetCount(&count);
    count = status == CUDA_SUCCESS && count > 0 ? count : 0;
    return count < MOST_DEVICES ? (uint32_t)count : MOST_DEVICES;
}

static void empty_device(scree_cuda_device *device)
{
    const scree_cuda_functions *call = &device->driver.call;
    scree_cuda_stream_submissions_destroy(device);
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

static void cuda_destroy(scree_gpu *gpu)
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

/* The first address of all is the host bridge's, so a driver that returns it does not know the device's. */
static scree_lesson_bus find_bus(const scree_cuda_device *device)
{
    const scree_cuda_driver *driver = &device->driver;
    scree_lesson_bus bus = {.domain = (uint32_t)attribute(driver, device->ordinal, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID),
                            .bus = (uint32_t)attribute(driver, device->ordinal, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID),
                            .device = (uint32_t)attribute(driver, device->ordinal, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID)};
    bus.is_known = bus.bus > 0 || bus.device > 0;
    return bus;
}

/* Kernels count words in 32 bits or more, and address all of the device's memory by pointers. */
static scree_gpu_limits find_limits(const scree_cuda_device *device)
{
    int shared = attribute(&device->driver, device->ordinal, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    int kilohertz = attribute(&device->driver, device->ordinal, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    return (scree_gpu_limits){
        .span_bytes = UINT64_MAX / 4,
        .span_alignment = sizeof(uint32_t),
        .memory_bytes = UINT64_MAX,
        .row_groups = INT32_MAX,
        .threads = MOST_THREADS,
        .clock_megahertz = 1e-3 * kilohertz,
        .bus = find_bus(device),
        .shared_bytes = (uint32_t)shared,
        .multiprocessors = device->multiprocessors,
        .has_wide_atomics = true,
        .has_float64 = true,
        .has_transfer_stream = true,
    };
}

static scree_result cuda_open(scree_gpu *gpu, const void *adopted)
{
    (void)adopted; /* Applications share the device's primary context anyway. */
    scree_cuda_device *device = (scree_cuda_device *)gpu;
    device->multiprocessors =
        (uint32_t)attribute(&device->driver, device->ordinal, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    device->multiprocessor_threads =
        (uint32_t)attribute(&device->driver, device->ordinal, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    gpu->limits = find_limits(device);
    scree_result result = scree_cuda_check(
        device, device->driver.call.cuDevicePrimaryCtxRetain(&device->context, device->ordinal), "opening it");
    if (result != SCREE_OK) {
        device->context = NULL;
        return result;
    }
    result = gpu->functions->enter(gpu);
    if (result == SCREE_OK) {
        result = make_streams(device);
        gpu->functions->leave(gpu);
    }
    return result;
}

static const scree_gpu_backend cuda_backend = {
    .name = "cuda",
    .title = "CUDA",
    .device_bytes = sizeof(scree_cuda_device),
    .functions = &scree_cuda_gpu_functions,
    .open_driver = open_driver,
    .count_devices = count_devices,
    .inspect = inspect,
    .open = cuda_open,
    .destroy = cuda_destroy,
};

static void list_devices(scree_context *context, scree_device_list_entries *list)
{
    scree_gpu_list(context, &cuda_backend, list);
}

static scree_result open_device(scree_context *context, const scree_device_params *params, scree_device **device)
{
    return scree_gpu_open(context, &cuda_backend, params, NULL, device);
}

const scree_backend_functions scree_cuda_backend = {.list = list_devices, .open = open_device};
