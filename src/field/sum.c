/* The public functions for sums and dot products: checks, and the device's lock. */
#include <scree/sum.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "at_once.h"
#include "context_internal.h"
#include "device_group.h"
#include "device_lock.h"
#include "float_environment.h"

/* Runs checked operands on a device that is locked, or the thread's own. */
static scree_result run(scree_device *device, const scree_sum_operands *operands, float *sum, double *device_seconds)
{
    scree_device *first = scree_device_first(device);
    scree_float_environment saved;
    double seconds = 0.0;
    scree_result result = SCREE_OK;
    *sum = 0.0f;
    if (operands->count > 0) {
        scree_float_environment_enter(&saved);
        result = first->functions->sum(first, operands, sum, &seconds);
        scree_float_environment_leave(&saved);
    }
    if (result == SCREE_OK && isnan(*sum)) {
        const uint32_t bits = 0x7fc00000u; /* Devices make others of them. */
        memcpy(sum, &bits, sizeof *sum);
    }
    if (device_seconds != NULL) {
        *device_seconds = seconds;
    }
    return result;
}

static scree_result run_locked(scree_device *device, const scree_sum_operands *operands, float *sum,
                               double *device_seconds)
{
    scree_device_lock lock;
    scree_result result = scree_device_lock_take(device, &lock);
    if (result == SCREE_OK) {
        result = run(device, operands, sum, device_seconds);
        scree_device_lock_release(&lock);
    }
    return result;
}

/* Checks pointers to host memory; `context` may be NULL. */
static scree_result check_host(scree_context *context, const scree_sum_operands *operands, bool is_product,
                               const float *sum)
{
    const bool has_numbers = operands->count == 0 || operands->host[0] != NULL;
    const bool has_factors = operands->count == 0 || !is_product || operands->host[1] != NULL;
    if (has_numbers && has_factors && sum != NULL) {
        return SCREE_OK;
    }
    return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL",
                      sum == NULL    ? (is_product ? "product" : "sum")
                      : !has_numbers ? (is_product ? "a" : "numbers")
                                     : "b");
}

static scree_result sum_at_once(const scree_sum_operands *operands, bool is_product, float *sum)
{
    scree_device *device = NULL;
    scree_result result = check_host(NULL, operands, is_product, sum);
    result = result == SCREE_OK ? scree_at_once_device(NULL, &device) : result;
    return result == SCREE_OK ? run(device, operands, sum, NULL) : result;
}

scree_result scree_sum(const float *numbers, size_t count, float *sum)
{
    return sum_at_once(&(scree_sum_operands){.count = count, .host = {numbers}}, false, sum);
}

scree_result scree_dot(const float *a, const float *b, size_t count, float *product)
{
    return sum_at_once(&(scree_sum_operands){.count = count, .host = {a, b}}, true, product);
}

static scree_result sum_on_device(scree_device *device, const scree_sum_operands *operands, bool is_product, float *sum)
{
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    scree_result result = check_host(device->context, operands, is_product, sum);
    return result == SCREE_OK ? run_locked(device, operands, sum, NULL) : result;
}

scree_result scree_device_sum(scree_device *device, const float *numbers, size_t count, float *sum)
{
    return sum_on_device(device, &(scree_sum_operands){.count = count, .host = {numbers}}, false, sum);
}

scree_result scree_device_dot(scree_device *device, const float *a, const float *b, size_t count, float *product)
{
    return sum_on_device(device, &(scree_sum_operands){.count = count, .host = {a, b}}, true, product);
}

static scree_result check_buffer(const scree_buffer_numbers *numbers, uint64_t count)
{
    const scree_buffer *buffer = numbers->buffer;
    const bool fits = numbers->offset % sizeof(float) == 0 && numbers->offset <= buffer->bytes &&
                      count <= (buffer->bytes - numbers->offset) / sizeof(float);
    return fits ? SCREE_OK
                : scree_fail(buffer->device->context, SCREE_ERROR_INVALID,
                             "%" PRIu64 " numbers from byte %" PRIu64
                             " on: the start must be a multiple of 4, and all must lie within the buffer's %" PRIu64
                             " bytes",
                             count, numbers->offset, buffer->bytes);
}

scree_result scree_buffer_sum(const scree_buffer_numbers *numbers, uint64_t count, float *sum, double *device_seconds)
{
    if (numbers == NULL || numbers->buffer == NULL) {
        return SCREE_ERROR_INVALID;
    }
    scree_device *device = numbers->buffer->device;
    if (sum == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "sum is NULL");
    }
    scree_result result = check_buffer(numbers, count);
    const scree_sum_operands operands = {.count = count, .buffer = {numbers->buffer}, .offset = {numbers->offset}};
    return result == SCREE_OK ? run_locked(device, &operands, sum, device_seconds) : result;
}

scree_result scree_buffer_dot(const scree_buffer_numbers *a, const scree_buffer_numbers *b, uint64_t count,
                              float *product, double *device_seconds)
{
    if (a == NULL || b == NULL || a->buffer == NULL || b->buffer == NULL) {
        return SCREE_ERROR_INVALID;
    }
    scree_device *device = a->buffer->device;
    if (product == NULL || b->buffer->device != device) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s",
                          product == NULL ? "product is NULL" : "the buffer of b is another device's");
    }
    scree_result result = check_buffer(a, count);
    result = result == SCREE_OK ? check_buffer(b, count) : result;
    const scree_sum_operands operands = {
        .count = count, .buffer = {a->buffer, b->buffer}, .offset = {a->offset, b->offset}};
    return result == SCREE_OK ? run_locked(device, &operands, product, device_seconds) : result;
}
