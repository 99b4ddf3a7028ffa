#include "noise_type.h"

#include "at_once.h"
#include "context_internal.h"
#include "device_lock.h"
#include "noise_parameters.h"
#include "noise_warp.h"
#include "from_name.h"
#include "sized_params.h"
#include "value_map.h"

const char *scree_noise_method_name(scree_noise_method method)
{
    static const char *const names[] = {"auto", "contraction", "direct"};
    return (size_t)method < sizeof names / sizeof names[0] ? names[method] : NULL;
}

SCREE_DEFINE_FROM_NAME(scree_noise_method)

scree_result scree_field_from_noise_by(scree_context *context, const scree_noise_params *params,
                                       scree_noise_method method, scree_field **field)
{
    scree_noise_field *part = NULL;
    scree_result result = params != NULL ? scree_noise_reserved_check(context, params) : SCREE_OK;
    result = result == SCREE_OK ? scree_noise_warp_create(context, params, method, &part) : result;
    if (result == SCREE_OK && part->params.values.distribution != SCREE_NOISE_DISTRIBUTION_OWN) {
        part->find_value_map = scree_value_map_find;
    }
    return scree_field_make(context, &scree_noise_type, result, part, field);
}

scree_result scree_field_from_noise_sized(scree_context *context, const scree_noise_params *params, size_t size,
                                          scree_field **field)
{
    scree_noise_params own;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    scree_result result = SCREE_OK;
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    return result == SCREE_OK ? scree_field_from_noise_by(context, params, SCREE_NOISE_METHOD_AUTO, field) : result;
}

static scree_result make_plan(scree_context *context, const scree_field *field, const scree_grid *grid,
                              scree_field_plan *plan)
{
    scree_plan *part = NULL;
    scree_result result = scree_plan_create(context, field->part, grid, 0, &part);
    if (result == SCREE_OK) {
        *plan = scree_field_plan_of_noise(&scree_noise_type, part);
    }
    return result;
}

static void clear_plan(scree_field_plan *plan)
{
    scree_plan *part = (scree_plan *)(uintptr_t)plan->part;
    scree_plan_destroy(&part);
    plan->part = NULL;
}

static scree_result fill(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                         scree_range *range)
{
    (void)nearest;
    return scree_at_once_noise(field, grid, out, range);
}

static scree_result evaluate_points(const scree_field *field, const scree_points *points, float *out)
{
    const scree_point_plan *plan = NULL;
    scree_result result = scree_plan_of_points(field->context, field->part, points->axes, &plan);
    return result == SCREE_OK ? scree_at_once_points(field->context, plan, points, out) : result;
}

/* Finds the plan of some points and takes the device. Without points or after an error `*plan` is NULL, and the device
   is not taken. */
static scree_result begin_points(scree_device *device, const scree_field *field, uint32_t axes, uint64_t count,
                                 scree_device_lock *lock, const scree_point_plan **plan)
{
    scree_result result = scree_plan_of_points(device->context, field->part, axes, plan);
    if (result == SCREE_OK && count > 0) {
        result = scree_device_lock_take(device, lock);
    }
    if (result != SCREE_OK || count == 0) {
        *plan = NULL;
    }
    return result;
}

static scree_result evaluate_device_points(scree_device *device, const scree_field *field, const scree_points *points,
                                           float *out)
{
    const scree_point_plan *plan = NULL;
    scree_device_lock lock;
    scree_result result = begin_points(device, field, points->axes, points->count, &lock, &plan);
    if (plan != NULL) {
        result = device->functions->points(device, plan, points, out);
        scree_device_lock_release(&lock);
    }
    return result;
}

static scree_result evaluate_buffer_points(scree_device *device, const scree_field *field,
                                           const scree_buffer_points *points, scree_buffer *out, uint64_t offset,
                                           double *device_seconds)
{
    const scree_point_plan *plan = NULL;
    scree_device_lock lock;
    scree_result result = begin_points(device, field, points->axes, points->count, &lock, &plan);
    if (plan != NULL) {
        result = device->functions->buffer_points(device, plan, points, out, offset, device_seconds);
        scree_device_lock_release(&lock);
    }
    return result;
}

static uint32_t channels_of(const scree_field *field, uint32_t axes)
{
    return scree_noise_channels(&scree_noise_of(field)->params, axes);
}

static void destroy(void *part)
{
    scree_noise_field *field = part;
    scree_noise_field_destroy(&field);
}

const scree_field_type scree_noise_type = {.number = SCREE_FIELD_TYPE_noise,
                                           .name = "noise",
                                           .is_measured = true,
                                           .is_converted = true,
                                           .plan = make_plan,
                                           .channels = channels_of,
                                           .clear = clear_plan,
                                           .fill = fill,
                                           .points = evaluate_points,
                                           .device_points = evaluate_device_points,
                                           .buffer_points = evaluate_buffer_points,
                                           .destroy = destroy};
