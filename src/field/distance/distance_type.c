#include "distance_type.h"

#include <inttypes.h>
#include <stdlib.h>

#include "at_once.h"
#include "context_internal.h"
#include "stream.h"

scree_result scree_field_from_distance(scree_context *context, const scree_distance_params *params,
                                       const scree_distance_source *source, scree_field **field)
{
    scree_distance_plan *part = NULL;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    if (params == NULL || source == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", params == NULL ? "params" : "source");
    }
    scree_result result = scree_distance_plan_create(context, params, source, &part);
    return scree_field_make(context, &scree_distance_type, result, part, field);
}

/* All steps before the last are passes over the whole volume, which every device repeats. */
static uint64_t count_samples(const scree_field_plan *plan, uint32_t devices)
{
    return plan->samples * ((scree_distance_steps(plan->part) - 1) * devices + 1);
}

static scree_result make_plan(scree_context *context, const scree_field *field, const scree_grid *grid,
                              scree_field_plan *plan)
{
    (void)context;
    (void)grid;
    const scree_distance_plan *part = field->part;
    *plan = (scree_field_plan){.type = &scree_distance_type,
                               .part = part,
                               .grid = {.axes = 3,
                                        .count = {part->columns, part->rows, part->layers},
                                        .row_stride = part->columns,
                                        .plane_stride = part->plane},
                               .samples = part->voxels,
                               .planes = part->layers,
                               .bound = {.minimum = -part->clip, .maximum = part->clip}};
    return SCREE_OK;
}

static scree_result check_nearest(scree_context *context, const scree_field *field)
{
    return scree_distance_plan_check_nearest(context, field->part);
}

/* Uses a session of the thread's own device. The volume is computed even if only the range is wanted. */
static scree_result fill(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                         scree_range *range)
{
    scree_device *device = NULL;
    scree_field_plan plan;
    scree_progress progress = {.boxes = 0};
    scree_result result = make_plan(field->context, field, grid, &plan);
    if (result == SCREE_OK) {
        result = scree_at_once_device(field->context, &device);
    }
    if (result != SCREE_OK) {
        return result;
    }
    float *scratch = out == NULL ? malloc((size_t)plan.samples * sizeof *scratch) : NULL;
    if (out == NULL && scratch == NULL) {
        return scree_fail(field->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a field of %" PRIu64 " voxels",
                          plan.samples);
    }
    out = out != NULL ? out : scratch;
    scree_delivery delivery = {.keeps_values = true, .wants_nearest = nearest != NULL, .whole = out};
    scree_stream stream = {.device = device, .plan = &plan, .progress = &progress};
    result = scree_session_create(device, &plan, &delivery, &progress, &stream.session);
    if (result == SCREE_OK) {
        result = scree_stream_fill(&stream, out, nearest, range);
    }
    scree_device_fields(device, plan.type)->destroy(&stream.session);
    free(scratch);
    return result;
}

static void destroy(void *part)
{
    scree_distance_plan *plan = part;
    scree_distance_plan_destroy(&plan);
}

const scree_field_type scree_distance_type = {.number = SCREE_FIELD_TYPE_distance,
                                              .name = "distance",
                                              .has_own_grid = true,
                                              .has_whole_planes = true,
                                              .needs_preparing = true,
                                              .total = count_samples,
                                              .plan = make_plan,
                                              .check_nearest = check_nearest,
                                              .fill = fill,
                                              .destroy = destroy};
