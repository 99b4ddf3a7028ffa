#include "nature.h"

#include <stdlib.h>

#include "at_once.h"
#include "context_internal.h"
#include "device_lock.h"
#include "stream.h"

scree_field_plan scree_field_plan_of_noise(scree_field *field, scree_plan *plan)
{
    return (scree_field_plan){.nature = SCREE_NATURE_NOISE,
                              .field = field,
                              .noise = plan,
                              .grid = plan->grid,
                              .samples = plan->samples,
                              .planes = plan->planes,
                              .bound = plan->bound};
}

scree_field_plan scree_field_plan_of_distance(scree_field *field, const scree_distance_plan *plan)
{
    return (scree_field_plan){.nature = SCREE_NATURE_DISTANCE,
                              .field = field,
                              .distance = plan,
                              .grid = {.axes = 3,
                                       .count = {plan->columns, plan->rows, plan->layers},
                                       .row_stride = plan->columns,
                                       .plane_stride = plan->plane},
                              .samples = plan->voxels,
                              .planes = plan->layers,
                              .bound = {.minimum = -plan->clip, .maximum = plan->clip}};
}

static uint64_t count_noise(const scree_field_plan *plan, uint32_t devices)
{
    (void)devices;
    return plan->samples;
}

static scree_result plan_noise(scree_context *context, const scree_field *field, const scree_grid *grid,
                               scree_field_plan *plan)
{
    scree_plan *new_plan = NULL;
    if (grid == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "grid is NULL");
    }
    scree_result result = scree_plan_create(context, field->noise, grid, 0, &new_plan);
    if (result == SCREE_OK) {
        *plan = scree_field_plan_of_noise(NULL, new_plan);
    }
    return result;
}

static scree_result fill_noise(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                               scree_range *range)
{
    (void)nearest;
    if (grid == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "grid is NULL");
    }
    return scree_at_once_noise(field->context, field->noise, grid, out, range);
}

static scree_result noise_points(const scree_field *field, const scree_points *points, float *out)
{
    return scree_at_once_points(field->context, field->noise, points, out);
}

/* Finds the plan of some points and takes the device. Without points or after an error `*plan` is NULL, and the device
   is not taken. */
static scree_result begin_points(scree_device *device, const scree_field *field, uint32_t axes, uint64_t count,
                                 scree_device_lock *lock, const scree_point_plan **plan)
{
    scree_result result = scree_plan_of_points(device->context, field->noise, axes, plan);
    if (result == SCREE_OK && count > 0) {
        result = scree_device_lock_take(device, lock);
    }
    if (result != SCREE_OK || count == 0) {
        *plan = NULL;
    }
    return result;
}

static scree_result noise_device_points(scree_device *device, const scree_field *field, const scree_points *points,
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

static scree_result noise_buffer_points(scree_device *device, const scree_field *field,
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

static void destroy_noise(scree_field *field)
{
    scree_noise_field_destroy(&field->noise);
}

/* All steps before the last are passes over the whole volume, which every device repeats. */
static uint64_t count_distances(const scree_field_plan *plan, uint32_t devices)
{
    return plan->samples * ((scree_distance_steps(plan->distance) - 1) * devices + 1);
}

static scree_result plan_distance(scree_context *context, const scree_field *field, const scree_grid *grid,
                                  scree_field_plan *plan)
{
    if (grid != NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "a distance field has a volume of its own; grid must be NULL");
    }
    *plan = scree_field_plan_of_distance(NULL, field->distance);
    return SCREE_OK;
}

/* Uses a session of the thread's own device. The volume is computed even if only the range is wanted. */
static scree_result fill_distance(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                                  scree_range *range)
{
    scree_device *device = NULL;
    scree_field_plan plan;
    scree_progress progress = {.boxes = 0};
    scree_result result = plan_distance(field->context, field, grid, &plan);
    if (result == SCREE_OK) {
        result = scree_at_once_device(field->context, &device);
    }
    if (result != SCREE_OK) {
        return result;
    }
    float *scratch = out == NULL ? malloc((size_t)plan.samples * sizeof *scratch) : NULL;
    if (out == NULL && scratch == NULL) {
        return scree_fail(field->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a field of %llu voxels",
                          (unsigned long long)plan.samples);
    }
    out = out != NULL ? out : scratch;
    scree_delivery delivery = {.keeps_values = true, .wants_nearest = nearest != NULL, .whole = out};
    scree_stream stream = {.device = device, .plan = &plan, .progress = &progress};
    result = scree_session_create(device, &plan, &delivery, &progress, &stream.session);
    if (result == SCREE_OK) {
        result = scree_stream_fill(&stream, out, nearest, range);
    }
    scree_device_fields(device, plan.nature)->destroy(&stream.session);
    free(scratch);
    return result;
}

static void destroy_distance(scree_field *field)
{
    scree_distance_plan_destroy(&field->distance);
}

static const scree_nature_row rows[SCREE_NATURES] = {
    [SCREE_NATURE_NOISE] = {.name = "noise",
                            .is_measured = true,
                            .is_converted = true,
                            .total = count_noise,
                            .plan = plan_noise,
                            .fill = fill_noise,
                            .points = noise_points,
                            .device_points = noise_device_points,
                            .buffer_points = noise_buffer_points,
                            .destroy = destroy_noise},
    [SCREE_NATURE_DISTANCE] = {.name = "distance",
                               .has_whole_planes = true,
                               .has_nearest = true,
                               .needs_preparing = true,
                               .total = count_distances,
                               .plan = plan_distance,
                               .fill = fill_distance,
                               .destroy = destroy_distance},
};

const scree_nature_row *scree_nature_of(scree_nature nature)
{
    return &rows[nature];
}
