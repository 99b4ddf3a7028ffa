#include "distance_type.h"

#include "context_internal.h"
#include "session_fill.h"
#include "sized_params.h"

SCREE_ASSERT_NO_TAIL(scree_distance_params, clip);
SCREE_ASSERT_NO_TAIL(scree_distance_source, occupancy);

scree_result scree_field_from_distance_sized(scree_context *context, const scree_distance_params *params, size_t size,
                                             const scree_distance_source *source, size_t source_size,
                                             scree_field **field)
{
    scree_distance_params own;
    scree_distance_source own_source;
    scree_distance_plan *part = NULL;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    if (params == NULL || source == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", params == NULL ? "params" : "source");
    }
    scree_result result = SCREE_OK;
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    source = scree_params_take(context, source, source_size, &own_source, sizeof own_source, &result);
    if (result != SCREE_OK) {
        return result;
    }
    result = scree_distance_plan_create(context, params, source, &part);
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
                                        .step = {part->params.voxel[0], part->params.voxel[1], part->params.voxel[2]},
                                        .row_stride = part->columns,
                                        .plane_stride = part->plane},
                               .samples = part->voxels,
                               .planes = part->layers,
                               .channels = 1,
                               .bound = {.minimum = -part->clip, .maximum = part->clip}};
    return SCREE_OK;
}

static scree_result check_nearest(scree_context *context, const scree_field *field)
{
    return scree_distance_plan_check_nearest(context, field->part);
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
                                              .fill = scree_fill_by_session,
                                              .destroy = destroy};
