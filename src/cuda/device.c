#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "cuda_device.h"
#include "device_lock.h"
#include "noise_slot.h"

/* The oldest GPUs that the kernels are built for: Turing. */
#define LEAST_CAPABILITY 75

/* No machine has so many; a driver that counts more is not believed. */
#define MOST_DEVICES 256

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
    CUresult result = driver->call.cuDeviceGetCount(&count);
    count = result == CUDA_SUCCESS && count > 0 ? count : 0;
    return count < MOST_DEVICES ? (uint32_t)count : MOST_DEVICES;
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

scree_result scree_cuda_enter(scree_cuda_device *device)
{
    return scree_cuda_check(device, device->driver.call.cuCtxPushCurrent_v2(device->context), "taking its context");
}

void scree_cuda_leave(scree_cuda_device *device)
{
    CUcontext unused = NULL;
    device->driver.call.cuCtxPopCurrent_v2(&unused);
}

static void empty_device(scree_cuda_device *device)
{
    const scree_cuda_functions *call = &device->driver.call;
    scree_cuda_orders_destroy(device);
    scree_cuda_slots_destroy(device);
    scree_cuda_kernels_destroy(device);
    if (device->transfer != NULL) {
        call->cuStreamDestroy_v2(device->transfer);
    }
    if (device->compute != NULL) {
        call->cuStreamDestroy_v2(device->compute);
    }
}

static void close_device(scree_device *device)
{
    scree_cuda_device *cuda = (scree_cuda_device *)device;
    if (scree_device_is_inherited(device)) {
        free(cuda->orders);
        free(cuda->slots);
    } else if (cuda->context != NULL) {
        if (cuda->driver.call.cuCtxPushCurrent_v2(cuda->context) == CUDA_SUCCESS) {
            empty_device(cuda);
            scree_cuda_leave(cuda);
        }
        cuda->driver.call.cuDevicePrimaryCtxRelease_v2(cuda->ordinal);
    }
    free(cuda);
}

static const scree_device_functions cuda_functions = {
    .has_variants = true,
    .close = close_device,
    .session_create = scree_cuda_session_create,
    .session_division = scree_cuda_session_division,
    .session_memory = scree_cuda_session_memory,
    .session_start = scree_cuda_session_start,
    .session_finish = scree_cuda_session_finish,
    .session_destroy = scree_cuda_session_destroy,
    .points = scree_cuda_points,
    .distance_create = scree_cuda_distance_create,
    .distance_slab = scree_cuda_distance_slab,
    .distance_layers = scree_cuda_distance_layers,
    .distance_destroy = scree_cuda_distance_destroy,
    .buffer_create = scree_cuda_buffer_create,
    .buffer_destroy = scree_cuda_buffer_destroy,
    .buffer_fill = scree_cuda_buffer_fill,
    .buffer_read = scree_cuda_buffer_read,
    .buffer_write = scree_cuda_buffer_write,
    .host_memory_create = scree_cuda_host_memory_create,
    .host_memory_destroy = scree_cuda_host_memory_destroy,
};

static scree_result choose_device(scree_cuda_device *device, uint32_t index)
{
    char reason[200];
    scree_context *context = device->base.context;
    scree_device_info *info = &device->base.info;
    scree_result result = open_driver(&device->driver, reason, sizeof reason);
    if (result != SCREE_OK) {
        return scree_fail(context, result, "cuda:%u: %s", index, reason);
    }
    uint32_t found = count_devices(&device->driver);
    if (found == 0) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "cuda:%u: there is no CUDA device", index);
    }
    if (index >= found) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "cuda:%u: the CUDA devices are 0 to %u", index, found - 1);
    }
    info->backend = SCREE_BACKEND_CUDA;
    info->index = index;
    scree_device_label(info, device->base.label);
    result = scree_cuda_check(device, device->driver.call.cuDeviceGet(&device->ordinal, (int)index), "finding it");
    if (result == SCREE_OK) {
        inspect(&device->driver, device->ordinal, info);
        scree_device_label(info, device->base.label);
        if (info->refusal[0] != '\0') {
            result = scree_fail(context, SCREE_ERROR_UNSUPPORTED, "%s cannot be used: %s", device->base.label,
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

static scree_result start_device(scree_cuda_device *device, uint32_t index)
{
    const scree_cuda_functions *call = &device->driver.call;
    device->base.functions = &cuda_functions;
    scree_result result = choose_device(device, index);
    if (result != SCREE_OK) {
        return result;
    }
    device->shared_bytes =
        (uint32_t)attribute(&device->driver, device->ordinal, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    device->multiprocessors =
        (uint32_t)attribute(&device->driver, device->ordinal, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    result = scree_cuda_check(device, call->cuDevicePrimaryCtxRetain(&device->context, device->ordinal), "opening it");
    if (result != SCREE_OK) {
        device->context = NULL;
        return result;
    }
    result = scree_cuda_enter(device);
    if (result == SCREE_OK) {
        result = make_streams(device);
        if (result == SCREE_OK) {
            result = scree_cuda_self_test(device);
        }
        scree_cuda_leave(device);
    }
    return result;
}

static scree_result open_device(scree_context *context, const scree_device_params *params, scree_device **device)
{
    scree_cuda_device *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a device");
    }
    made->base.context = context;
    scree_result result = start_device(made, params->index);
    if (result != SCREE_OK) {
        close_device(&made->base);
        return result;
    }
    *device = &made->base;
    return SCREE_OK;
}

const scree_backend_functions scree_cuda_backend = {.list = list_devices, .open = open_device};
