/* Buffers that users see, and host memory that transfers reach directly. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "cuda_device.h"
#include "device_lock.h"
#include "noise_slot.h"
#include "parallel_copy.h"
#include "whole_numbers.h"

/* Of the host memory that a part of a transfer goes through. */
#define PART_BYTES ((uint64_t)16 << 20)

static scree_cuda_device *device_of(const scree_buffer *buffer)
{
    return (scree_cuda_device *)buffer->device;
}

static CUdeviceptr handle_of(const scree_buffer *buffer)
{
    return ((const scree_cuda_buffer *)buffer)->memory.handle;
}

scree_result scree_cuda_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer)
{
    scree_cuda_device *cuda = (scree_cuda_device *)device;
    scree_cuda_buffer *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a buffer");
    }
    scree_result result = scree_cuda_check_lost(cuda);
    if (result == SCREE_OK) {
        result = scree_cuda_enter(cuda);
    }
    if (result == SCREE_OK) {
        result = scree_cuda_memory_reserve(cuda, false, bytes, &made->memory, "a buffer");
        scree_cuda_leave(cuda);
    }
    if (result != SCREE_OK) {
        free(made);
        return result;
    }
    *buffer = &made->base;
    return SCREE_OK;
}

void scree_cuda_buffer_destroy(scree_buffer *buffer)
{
    scree_cuda_buffer *cuda = (scree_cuda_buffer *)buffer;
    scree_cuda_device *device = device_of(buffer);
    bool is_own = !cuda->is_adopted && !scree_device_is_inherited(buffer->device);
    if (is_own && scree_cuda_enter(device) == SCREE_OK) {
        scree_cuda_memory_free(device, &cuda->memory);
        scree_cuda_leave(device);
    }
    free(cuda);
}

/* The first `count` slots with so much memory of the host. */
static scree_result take_slots(scree_cuda_device *device, uint32_t count, uint64_t host_bytes, scree_cuda_slot **slots)
{
    const scree_cuda_slot_bytes needed = {.host_values = host_bytes};
    scree_result result = scree_cuda_slots_reserve(device, count, &needed, slots);
    if (result == SCREE_ERROR_OUT_OF_MEMORY) {
        return scree_fail(device->base.context, result, "%s: no memory for working on a buffer", device->base.label);
    }
    return result;
}

static scree_result fill(scree_cuda_device *device, const scree_buffer *buffer, uint32_t word, double *device_seconds)
{
    const scree_cuda_functions *call = &device->driver.call;
    scree_cuda_slot *slot = NULL;
    float milliseconds = 0.0f;
    scree_result result = take_slots(device, 1, 0, &slot);
    if (result == SCREE_OK) {
        result = scree_cuda_check(device, call->cuEventRecord(slot->started, device->compute), "filling a buffer");
    }
    if (result == SCREE_OK) {
        result = scree_cuda_check(
            device, call->cuMemsetD32Async(handle_of(buffer), word, buffer->bytes / sizeof word, device->compute),
            "filling a buffer");
    }
    if (result == SCREE_OK) {
        result = scree_cuda_check(device, call->cuEventRecord(slot->computed, device->compute), "filling a buffer");
    }
    if (result == SCREE_OK) {
        result = scree_cuda_check(device, call->cuEventSynchronize(slot->computed), "filling a buffer");
    }
    if (result == SCREE_OK) {
        result = scree_cuda_check(device, call->cuEventElapsedTime(&milliseconds, slot->started, slot->computed),
                                  "telling the time");
    }
    *device_seconds = 1e-3 * (double)milliseconds;
    return result;
}

scree_result scree_cuda_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds)
{
    scree_cuda_device *device = device_of(buffer);
    scree_result result = scree_cuda_enter(device);
    if (result == SCREE_OK) {
        result = fill(device, buffer, word, device_seconds);
        scree_cuda_leave(device);
    }
    return result;
}

/* A transfer between a buffer and the host's memory. */
typedef struct transfer {
    scree_cuda_device *device;
    CUdeviceptr place;
    char *host;
    uint64_t bytes;
    bool is_download;
} transfer;

static scree_result copy(const transfer *part, void *host)
{
    const scree_cuda_functions *call = &part->device->driver.call;
    CUstream stream = part->device->transfer;
    return scree_cuda_check(part->device,
                            part->is_download ? call->cuMemcpyDtoHAsync_v2(host, part->place, part->bytes, stream)
                                              : call->cuMemcpyHtoDAsync_v2(part->place, host, part->bytes, stream),
                            part->is_download ? "reading a buffer" : "writing a buffer");
}

/* Where a pointer's memory lies: a CU_MEMORYTYPE, 0 for ordinary memory; and of which device. */
static unsigned memory_type(const scree_cuda_device *device, uint64_t pointer, int *ordinal)
{
    unsigned type = 0;
    int attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void *values[] = {&type, ordinal};
    return device->driver.call.cuPointerGetAttributes(2, attributes, values, pointer) == CUDA_SUCCESS ? type : 0;
}

/* Whether transfers reach host memory directly. */
static bool is_direct(const scree_cuda_device *device, const void *host)
{
    int unused = 0;
    return memory_type(device, (uintptr_t)host, &unused) == CU_MEMORYTYPE_HOST;
}

/* Starts a part in a slot's memory, from which, or to which, the host copies it. */
static scree_result start_part(const transfer *part, scree_cuda_slot *slot)
{
    if (!part->is_download) {
        scree_parallel_copy(slot->host_values.mapped, (size_t)part->bytes, part->host, (size_t)part->bytes,
                            (size_t)part->bytes, 1);
    }
    scree_result result = copy(part, slot->host_values.mapped);
    if (result == SCREE_OK) {
        result = scree_cuda_check(part->device,
                                  part->device->driver.call.cuEventRecord(slot->done, part->device->transfer),
                                  "working on a buffer");
    }
    return result;
}

static scree_result finish_part(const transfer *part, const scree_cuda_slot *slot)
{
    if (part->bytes == 0) {
        return SCREE_OK;
    }
    scree_result result =
        scree_cuda_check(part->device, part->device->driver.call.cuEventSynchronize(slot->done), "working on a buffer");
    if (result == SCREE_OK && part->is_download) {
        scree_parallel_copy(part->host, (size_t)part->bytes, slot->host_values.mapped, (size_t)part->bytes,
                            (size_t)part->bytes, 1);
    }
    return result;
}

/* Two slots take turns: while the host copies one part, the other is on its way. */
static scree_result run_parts(const transfer *whole, scree_cuda_slot *slots)
{
    transfer parts[2] = {*whole, *whole};
    scree_result result = SCREE_OK;
    unsigned turn = 0;
    parts[0].bytes = 0;
    parts[1].bytes = 0;
    for (uint64_t done = 0; result == SCREE_OK && done < whole->bytes; done += parts[turn].bytes, turn ^= 1) {
        result = finish_part(&parts[turn], &slots[turn]);
        parts[turn].place = whole->place + done;
        parts[turn].host = whole->host + done;
        parts[turn].bytes = scree_least(whole->bytes - done, PART_BYTES);
        if (result == SCREE_OK) {
            result = start_part(&parts[turn], &slots[turn]);
        }
    }
    for (unsigned i = 0; i < 2 && result == SCREE_OK; i++) {
        result = finish_part(&parts[turn ^ i], &slots[turn ^ i]);
    }
    if (result != SCREE_OK) {
        whole->device->driver.call.cuStreamSynchronize(whole->device->transfer);
    }
    return result;
}

/* With the device's context. */
static scree_result run_transfer(const transfer *whole)
{
    scree_cuda_slot *slots = NULL;
    scree_result result = scree_cuda_check_lost(whole->device);
    if (result == SCREE_OK && is_direct(whole->device, whole->host)) {
        result = copy(whole, whole->host);
        CUresult ended = whole->device->driver.call.cuStreamSynchronize(whole->device->transfer);
        return result == SCREE_OK ? scree_cuda_check(whole->device, ended, "working on a buffer") : result;
    }
    if (result == SCREE_OK) {
        result = take_slots(whole->device, 2, scree_least(whole->bytes, PART_BYTES), &slots);
    }
    return result == SCREE_OK ? run_parts(whole, slots) : result;
}

scree_result scree_cuda_transfer(scree_cuda_device *device, CUdeviceptr place, void *host, uint64_t bytes,
                                 bool is_download)
{
    const transfer whole = {.device = device, .place = place, .host = host, .bytes = bytes, .is_download = is_download};
    return run_transfer(&whole);
}

static scree_result enter_transfer(const transfer *whole)
{
    scree_result result = scree_cuda_enter(whole->device);
    if (result == SCREE_OK) {
        result = run_transfer(whole);
        scree_cuda_leave(whole->device);
    }
    return result;
}

scree_result scree_cuda_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out)
{
    const transfer whole = {.device = device_of(buffer),
                            .place = handle_of(buffer) + offset,
                            .host = out,
                            .bytes = bytes,
                            .is_download = true};
    return enter_transfer(&whole);
}

scree_result scree_cuda_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from)
{
    /* Read only: a transfer goes one way. */
    const transfer whole = {.device = device_of(buffer),
                            .place = handle_of(buffer) + offset,
                            .host = (char *)(uintptr_t)from,
                            .bytes = bytes};
    return enter_transfer(&whole);
}

scree_result scree_cuda_host_memory_create(scree_device *device, uint64_t bytes, void **memory)
{
    scree_cuda_device *cuda = (scree_cuda_device *)device;
    scree_cuda_memory made = {0};
    scree_result result = scree_cuda_enter(cuda);
    if (result == SCREE_OK) {
        result = scree_cuda_memory_reserve(cuda, true, bytes, &made, "transfers");
        scree_cuda_leave(cuda);
    }
    *memory = made.mapped;
    return result;
}

void scree_cuda_host_memory_destroy(scree_device *device, void *memory)
{
    scree_cuda_device *cuda = (scree_cuda_device *)device;
    scree_cuda_memory made = {.mapped = memory};
    if (!scree_device_is_inherited(device) && scree_cuda_enter(cuda) == SCREE_OK) {
        scree_cuda_memory_free(cuda, &made);
        scree_cuda_leave(cuda);
    }
}

static bool is_cuda(const scree_device *device)
{
    return device->info.backend == SCREE_BACKEND_CUDA && device->info.members == 1;
}

scree_result scree_cuda_check_pointer(scree_device *device, uint64_t pointer, uint64_t bytes)
{
    scree_cuda_device *cuda = (scree_cuda_device *)device;
    if (!is_cuda(device)) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is not one CUDA device; open one as cuda:N",
                          device->label);
    }
    if (pointer == 0 || pointer % 4 != 0 || bytes == 0 || bytes % 4 != 0) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "pointer is %#llx and bytes is %llu; both must be multiples of 4, and not 0",
                          (unsigned long long)pointer, (unsigned long long)bytes);
    }
    int ordinal = -1;
    scree_result result = scree_device_check_process(device);
    if (result == SCREE_OK) {
        result = scree_cuda_check_lost(cuda);
    }
    if (result == SCREE_OK) {
        result = scree_cuda_enter(cuda);
    }
    if (result != SCREE_OK) {
        return result;
    }
    unsigned type = memory_type(cuda, pointer, &ordinal);
    scree_cuda_leave(cuda);
    if (type != CU_MEMORYTYPE_DEVICE || ordinal != cuda->ordinal) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "pointer is %#llx; it must be memory of %s",
                          (unsigned long long)pointer, device->label);
    }
    return SCREE_OK;
}

scree_result scree_cuda_buffer_adopt(scree_device *device, uint64_t pointer, uint64_t bytes, scree_buffer **buffer)
{
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (buffer == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "buffer is NULL");
    }
    *buffer = NULL;
    scree_result result = scree_cuda_check_pointer(device, pointer, bytes);
    if (result != SCREE_OK) {
        return result;
    }
    scree_cuda_buffer *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a buffer");
    }
    made->base.device = device;
    made->base.bytes = bytes;
    made->memory.handle = pointer;
    made->memory.bytes = bytes;
    made->is_adopted = true;
    *buffer = &made->base;
    return SCREE_OK;
}

uint64_t scree_cuda_buffer_pointer(const scree_buffer *buffer)
{
    return buffer != NULL && is_cuda(buffer->device) ? handle_of(buffer) : 0;
}
