/* The public calls on distance fields: checks, plans and jobs; devices do the rest. */
#include <scree/distance.h>

#include <math.h>

#include "context_internal.h"
#include "field_job.h"
#include "float_environment.h"

/* The checks that all three calls share. */
static scree_result make_plan(scree_device *device, const scree_distance_params *params,
                              const scree_distance_source *source, bool wants_nearest, scree_distance_plan **plan)
{
    if (params == NULL || source == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", params == NULL ? "params" : "source");
    }
    return scree_distance_plan_create(device->context, params, source, wants_nearest, plan);
}

scree_result scree_distance_fill(scree_device *device, const scree_distance_params *params,
                                 const scree_distance_source *source, const scree_distance_field *field,
                                 scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (field == NULL || field->distance == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL",
                          field == NULL ? "field" : "the field's distance");
    }
    scree_distance_plan *plan = NULL;
    scree_result result = make_plan(device, params, source, field->nearest != NULL, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    scree_field_request request = {
        .device = device,
        .plan = scree_field_plan_of_distance(plan),
        .delivery = {.keeps_values = true, .wants_nearest = field->nearest != NULL, .whole = field->distance},
        .out = field->distance,
        .nearest = field->nearest};
    return scree_field_job_start(&request, job);
}

scree_result scree_distance_fill_buffer(scree_device *device, const scree_distance_params *params,
                                        const scree_distance_source *source, scree_buffer *buffer, uint64_t offset,
                                        scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (buffer == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "buffer is NULL");
    }
    scree_distance_plan *plan = NULL;
    scree_result result = make_plan(device, params, source, false, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    scree_field_request request = {.device = device, .plan = scree_field_plan_of_distance(plan)};
    result = scree_field_request_buffer(&request, buffer, offset);
    if (result != SCREE_OK) {
        scree_distance_plan_destroy(&plan);
        return result;
    }
    return scree_field_job_start(&request, job);
}

scree_result scree_distance_stream(scree_device *device, const scree_distance_params *params,
                                   const scree_distance_source *source, const scree_sink *sink, scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (sink == NULL || sink->write == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL",
                          sink == NULL ? "sink" : "the sink's write");
    }
    scree_distance_plan *plan = NULL;
    scree_result result = make_plan(device, params, source, sink->wants_nearest, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    scree_field_request request = {
        .device = device,
        .plan = scree_field_plan_of_distance(plan),
        .delivery = {.keeps_values = true, .lends_memory = true, .wants_nearest = sink->wants_nearest},
        .sink = *sink};
    return scree_field_job_start(&request, job);
}

static void compare(const float *values, const float *reference, uint64_t count, scree_distance_comparison *comparison)
{
    double sum = comparison->mean * (double)comparison->voxels;
    for (uint64_t i = 0; i < count; i++) {
        double difference = 0.0;
        if (values[i] != reference[i]) {
            difference = fabs((double)values[i] - (double)reference[i]);
            comparison->wrong++;
            comparison->below += fabsf(values[i]) < fabsf(reference[i]);
        }
        comparison->greatest = difference > comparison->greatest ? difference : comparison->greatest;
        sum += difference;
    }
    comparison->voxels += count;
    comparison->mean = comparison->voxels > 0 ? sum / (double)comparison->voxels : 0.0;
}

void scree_distance_compare(const float *values, const float *reference, uint64_t count,
                            scree_distance_comparison *comparison)
{
    fenv_t saved;
    scree_float_environment_enter(&saved);
    compare(values, reference, count, comparison);
    scree_float_environment_leave(&saved);
}
