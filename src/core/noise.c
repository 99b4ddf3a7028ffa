/* The public noise calls: checks, plans and jobs; devices do the rest. */
#include <scree/buffer.h>
#include <scree/noise.h>

#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "device_lock.h"
#include "field_job.h"
#include "float_environment.h"
#include "number_text.h"

/* Of a given range: narrower ones have scales beyond float32. */
#define SCREE_LEAST_INTERVAL 1e-30

/* The plan of a request that this device can carry out. */
static scree_result plan_for_device(const scree_device *device, const scree_noise_params *params,
                                    const scree_grid *grid, uint32_t axes, scree_plan **plan)
{
    scree_result result = scree_plan_create(device->context, params, grid, axes, plan);
    if (result == SCREE_OK && params->variant != SCREE_VARIANT_CONTRACTION && !device->functions->has_variants) {
        scree_plan_destroy(plan);
        return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED, "%s has no kernel of the variant %s", device->label,
                          scree_variant_name(params->variant));
    }
    return result;
}

scree_result scree_noise_fill(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                              float *out, scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (out == NULL || grid == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", out == NULL ? "out" : "grid");
    }
    scree_plan *plan = NULL;
    scree_result result = plan_for_device(device, params, grid, 0, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    scree_field_request request = {
        .device = device, .plan = scree_field_plan_of_noise(plan), .delivery = {.keeps_values = true}, .out = out};
    return scree_field_job_start(&request, job);
}

scree_result scree_noise_range(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                               scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (grid == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "grid is NULL");
    }
    scree_plan *plan = NULL;
    scree_result result = scree_plan_create(device->context, params, grid, 0, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    /* A fill without a place to go. */
    scree_field_request request = {.device = device, .plan = scree_field_plan_of_noise(plan)};
    return scree_field_job_start(&request, job);
}

scree_result scree_noise_fill_buffer(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                                     scree_buffer *buffer, uint64_t offset, scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (buffer == NULL || grid == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", buffer == NULL ? "buffer" : "grid");
    }
    scree_plan *plan = NULL;
    scree_result result = plan_for_device(device, params, grid, 0, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    scree_field_request request = {.device = device, .plan = scree_field_plan_of_noise(plan)};
    result = scree_field_request_buffer(&request, buffer, offset);
    if (result != SCREE_OK) {
        scree_plan_destroy(&plan);
        return result;
    }
    return scree_field_job_start(&request, job);
}

static scree_result check_output(scree_context *context, const scree_output *output)
{
    if ((unsigned)output->type > SCREE_TYPE_U8) {
        return scree_fail(context, SCREE_ERROR_INVALID, "type is %d; it must be 0 to %d", (int)output->type,
                          SCREE_TYPE_U8);
    }
    if ((unsigned)output->range_mode > SCREE_RANGE_GIVEN) {
        return scree_fail(context, SCREE_ERROR_INVALID, "range_mode is %d; it must be 0 to %d", (int)output->range_mode,
                          SCREE_RANGE_GIVEN);
    }
    bool is_given = output->range_mode == SCREE_RANGE_GIVEN;
    bool is_finite = isfinite((float)output->low) && isfinite((float)output->high);
    if (is_given && is_finite && output->high > output->low && output->high - output->low < SCREE_LEAST_INTERVAL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "the range is %s to %s; its ends must be at least %s apart",
                          scree_show_double(output->low).text, scree_show_double(output->high).text,
                          scree_show_double(SCREE_LEAST_INTERVAL).text);
    }
    if (is_given && !(is_finite && (float)output->low < (float)output->high)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the range is %s to %s; both ends must be finite float32 numbers and the first the lesser",
                          scree_show_double(output->low).text, scree_show_double(output->high).text);
    }
    return SCREE_OK;
}

scree_result scree_noise_stream(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                                const scree_output *output, const scree_sink *sink, scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    scree_output chosen = output != NULL ? *output : (scree_output){0};
    if (sink == NULL || sink->write == NULL || grid == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", grid == NULL ? "grid" : "sink");
    }
    if (grid->row_stride != 0 || grid->plane_stride != 0) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "a stream has no strides; row_stride is %zu, plane_stride %zu; both must be 0",
                          grid->row_stride, grid->plane_stride);
    }
    fenv_t saved;
    scree_float_environment_enter(&saved);
    scree_result result = check_output(device->context, &chosen);
    scree_float_environment_leave(&saved);
    scree_plan *plan = NULL;
    if (result == SCREE_OK) {
        result = plan_for_device(device, params, grid, 0, &plan);
    }
    if (result != SCREE_OK) {
        return result;
    }
    bool converts = chosen.type != SCREE_TYPE_F32 || chosen.range_mode != SCREE_RANGE_FIXED;
    scree_field_request request = {.device = device,
                                   .plan = scree_field_plan_of_noise(plan),
                                   .output = chosen,
                                   .sink = *sink,
                                   .delivery = {.keeps_values = !converts || sink->wants_values,
                                                .lends_memory = true,
                                                .converts = converts,
                                                .type = chosen.type}};
    request.sink.wants_nearest = false;
    return scree_field_job_start(&request, job);
}

/* Whether no magnitude comes near a limit; a loop that the compiler makes vectors of, for it sees every coordinate. */
static bool are_far_from_limits(const double *coordinates, size_t count, double safe)
{
    int64_t is_beyond = 0;
    for (size_t i = 0; i < count; i++) {
        is_beyond |= !(fabs(coordinates[i]) <= safe);
    }
    return is_beyond == 0;
}

static scree_result check_positions(scree_context *context, const scree_plan *plan, const double *positions,
                                    size_t count)
{
    double highest = 1.0;
    for (uint32_t i = 0; i < plan->octaves; i++) {
        highest = plan->octave[i].frequency > highest ? plan->octave[i].frequency : highest;
    }
    if (are_far_from_limits(positions, count * plan->axes, 0x1p59 / highest)) {
        return SCREE_OK;
    }
    for (size_t i = 0; i < count * plan->axes; i++) {
        if (!(fabs(positions[i]) <= 0x1p60) || fabs(positions[i]) * highest >= SCREE_FIXED_LIMIT) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "coordinate %zu of point %zu is %s; its magnitude must be at most 2^60, and below 2^62 "
                              "in cells of every octave",
                              i % plan->axes, i / plan->axes, scree_show_double(positions[i]).text);
        }
    }
    return SCREE_OK;
}

scree_result scree_noise_points(scree_device *device, const scree_noise_params *params, uint32_t axes,
                                const double *positions, size_t count, float *out)
{
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (count > 0 && (positions == NULL || out == NULL)) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", out == NULL ? "out" : "positions");
    }
    scree_plan *plan = NULL;
    scree_result result = plan_for_device(device, params, NULL, axes, &plan);
    if (result == SCREE_OK && count > SIZE_MAX / sizeof(double) / SCREE_MAX_AXES) {
        result =
            scree_fail(device->context, SCREE_ERROR_INVALID, "count is %zu; so many points cannot be addressed", count);
    }
    fenv_t saved;
    scree_float_environment_enter(&saved);
    if (result == SCREE_OK) {
        result = check_positions(device->context, plan, positions, count);
    }
    if (result == SCREE_OK && count > 0) {
        scree_device_lock lock;
        result = scree_device_lock_take(device, &lock);
        if (result == SCREE_OK) {
            result = device->functions->points(device, plan, positions, count, out);
            scree_device_lock_release(&lock);
        }
    }
    scree_float_environment_leave(&saved);
    scree_plan_destroy(&plan);
    return result;
}

scree_result scree_noise_bound(scree_context *context, const scree_noise_params *params, const scree_grid *grid,
                               scree_range *bound, uint32_t *octaves)
{
    if (grid == NULL || bound == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", grid == NULL ? "grid" : "bound");
    }
    scree_plan *plan = NULL;
    scree_result result = scree_plan_create(context, params, grid, 0, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    *bound = plan->bound;
    if (octaves != NULL) {
        *octaves = plan->octaves;
    }
    scree_plan_destroy(&plan);
    return SCREE_OK;
}
