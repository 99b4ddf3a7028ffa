#include "noise_type.h"

#include "context_internal.h"
#include "graph_type.h"
#include "noise_parameters.h"
#include "noise_warp.h"
#include "sized_params.h"
#include "value_map.h"

const char *scree_noise_method_name(scree_noise_method method)
{
    static const char *const names[] = {"auto", "contraction", "direct"};
    return (size_t)method < sizeof names / sizeof names[0] ? names[method] : NULL;
}

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

static scree_result fill(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                         scree_range *range)
{
    (void)nearest;
    return scree_at_once_program(field, grid, out, range);
}

static scree_result plan_points(scree_context *context, const scree_field *field, uint32_t axes, scree_field_plan *plan)
{
    const scree_point_plan *part = NULL;
    const scree_result result = scree_plan_of_points(context, field->part, axes, &part);
    if (result == SCREE_OK) {
        *plan = (scree_field_plan){.type = &scree_noise_type, .part = part, .channels = part->plan.channels};
    }
    return result;
}

static scree_result evaluate_points(scree_context *context, const scree_field_plan *plan, const scree_points *points,
                                    float *out)
{
    return scree_at_once_points(context, plan->part, points, out);
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
                                           .plan = scree_program_plan,
                                           .channels = channels_of,
                                           .clear = scree_program_plan_clear,
                                           .fill = fill,
                                           .plan_points = plan_points,
                                           .points = evaluate_points,
                                           .destroy = destroy};
