/* The public functions for points on devices: checks, and the field's type. */
#include <scree/job.h>

#include <inttypes.h>

#include "context_internal.h"
#include "device_internal.h"
#include "device_lock.h"
#include "float_environment.h"

/* Finds the plan of some points and takes the device, which is not taken without points or after an error. */
static scree_result begin(scree_device *device, const scree_field *field, uint32_t axes, uint64_t count,
                          scree_device_lock *lock, scree_field_plan *plan)
{
    const scree_result result = field->type->plan_points(device->context, field, axes, plan);
    return result == SCREE_OK && count > 0 ? scree_device_lock_take(device, lock) : result;
}

static scree_result evaluate(scree_device *device, const scree_field *field, const scree_points *points, float *out)
{
    scree_field_plan plan;
    scree_device_lock lock;
    scree_result result = begin(device, field, points->axes, points->count, &lock, &plan);
    if (result == SCREE_OK && points->count > 0) {
        result = scree_device_fields(device, field->type)->points(device, &plan, points, out);
        scree_device_lock_release(&lock);
    }
    return result;
}

static scree_result evaluate_buffer(scree_device *device, const scree_field *field, const scree_buffer_points *points,
                                    scree_buffer *out, uint64_t offset, double *device_seconds)
{
    scree_field_plan plan;
    scree_device_lock lock;
    scree_result result = begin(device, field, points->axes, points->count, &lock, &plan);
    if (result == SCREE_OK && points->count > 0) {
        result =
            scree_device_fields(device, field->type)->buffer_points(device, &plan, points, out, offset, device_seconds);
        scree_device_lock_release(&lock);
    }
    return result;
}

scree_result scree_device_at(scree_device *device, const scree_field *field, const scree_points *points, float *out)
{
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (field == NULL || points == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", field == NULL ? "field" : "points");
    }
    scree_points copy = *points;
    scree_result result = scree_field_check_points(device->context, field, &copy, out);
    if (result == SCREE_OK) {
        scree_float_environment saved;
        scree_float_environment_enter(&saved);
        result = evaluate(device, field, &copy, out);
        scree_float_environment_leave(&saved);
    }
    return result;
}

/* Checks that both buffers are there, and that the device has them. */
static scree_result check_buffers(const scree_device *device, const scree_buffer_points *points,
                                  const scree_buffer *out)
{
    if (points == NULL || points->buffer == NULL || out == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL",
                          points == NULL           ? "points"
                          : points->buffer == NULL ? "the buffer of the points"
                                                   : "out");
    }
    if (device->info.members > 1) {
        return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED,
                          "a buffer lies on one device, and %s is a group; open that device alone", device->label);
    }
    if (points->buffer->device != device || out->device != device) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "the buffer of the %s is another device's",
                          points->buffer->device != device ? "points" : "values");
    }
    return SCREE_OK;
}

/* The end of an axis' coordinates in its buffer. */
static uint64_t end_of_axis(const scree_buffer_points *points, uint32_t axis)
{
    return points->offset[axis] + (points->count - 1) * points->stride[axis] + scree_type_bytes(points->type);
}

/* Checks where the coordinates of an axis lie; their stride is set. */
static scree_result check_axis(scree_context *context, const scree_buffer_points *points, uint32_t axis)
{
    uint64_t size = scree_type_bytes(points->type);
    uint64_t offset = points->offset[axis];
    uint64_t stride = points->stride[axis];
    uint64_t bytes = points->buffer->bytes;
    if (offset % size != 0 || stride % size != 0) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "coordinate %u of the points has an offset of %" PRIu64 " bytes and a stride of %" PRIu64
                          "; both must be multiples of the %" PRIu64 " bytes of its type",
                          axis, offset, stride, size);
    }
    if (points->count > 0 &&
        (offset > bytes || bytes - offset < size || (points->count - 1) > (bytes - offset - size) / stride)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "coordinate %u of %" PRIu64 " points, from byte %" PRIu64 " on with a stride of %" PRIu64
                          ", must lie within the buffer's %" PRIu64 " bytes",
                          axis, points->count, offset, stride, bytes);
    }
    return SCREE_OK;
}

/* Checks where the values go: within their buffer, and not among the coordinates. */
static scree_result check_values(scree_context *context, const scree_buffer_points *points, uint32_t channels,
                                 const scree_buffer *out, uint64_t offset)
{
    const uint64_t size = channels * sizeof(float);
    if (offset % sizeof(float) != 0 || offset > out->bytes || points->count > (out->bytes - offset) / size) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "%" PRIu64 " values from byte %" PRIu64
                          " on: the start must be a multiple of 4, and all must "
                          "lie within the buffer's %" PRIu64 " bytes",
                          points->count * channels, offset, out->bytes);
    }
    for (uint32_t axis = 0; axis < points->axes && points->count > 0 && points->buffer == out; axis++) {
        if (offset < end_of_axis(points, axis) && points->offset[axis] < offset + points->count * size) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "%" PRIu64 " values from byte %" PRIu64 " on lie among the coordinates of axis %u, "
                              "bytes %" PRIu64 " to %" PRIu64,
                              points->count, offset, axis, points->offset[axis], end_of_axis(points, axis) - 1);
        }
    }
    return SCREE_OK;
}

static scree_result check_buffer_points(const scree_device *device, const scree_field *field,
                                        scree_buffer_points *points, const scree_buffer *out, uint64_t offset)
{
    scree_result result = scree_field_check_point_type(device->context, field, points->axes, points->type);
    for (uint32_t axis = 0; axis < points->axes && result == SCREE_OK; axis++) {
        points->stride[axis] = points->stride[axis] == 0 ? scree_type_bytes(points->type) : points->stride[axis];
        result = check_axis(device->context, points, axis);
    }
    return result == SCREE_OK
               ? check_values(device->context, points, scree_field_channels(field, points->axes), out, offset)
               : result;
}

scree_result scree_device_at_buffer(scree_device *device, const scree_field *field, const scree_buffer_points *points,
                                    scree_buffer *out, uint64_t offset, double *device_seconds)
{
    double unused = 0.0;
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (field == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "field is NULL");
    }
    device_seconds = device_seconds != NULL ? device_seconds : &unused;
    *device_seconds = 0.0;
    scree_result result = check_buffers(device, points, out);
    if (result != SCREE_OK) {
        return result;
    }
    scree_buffer_points copy = *points;
    result = check_buffer_points(device, field, &copy, out, offset);
    if (result == SCREE_OK) {
        scree_float_environment saved;
        scree_float_environment_enter(&saved);
        result = evaluate_buffer(device, field, &copy, out, offset, device_seconds);
        scree_float_environment_leave(&saved);
    }
    return result;
}
