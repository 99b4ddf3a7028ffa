/* Particles as a field type: parameters, checked and completed, and their grid of coordinates. */
#include "particles_type.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "session_fill.h"
#include "sized_params.h"

/* Enough for a picture of a megapixel. */
#define DEFAULT_COUNT ((uint64_t)1 << 20)

/* Steps in all: sums of them do not overflow. */
#define MAX_STEPS ((uint64_t)1 << 62)

static scree_result check_reals(scree_context *context, const char *name, const double *values, uint32_t count,
                                double minimum)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!isfinite(values[i]) || values[i] < minimum) {
            return scree_fail(context, SCREE_ERROR_INVALID, "%s[%u] is %g; it must be finite%s", name, i, values[i],
                              minimum == 0.0 ? " and not negative" : "");
        }
    }
    return SCREE_OK;
}

static scree_result check_choices(scree_context *context, const scree_particle_params *params)
{
    if (scree_particle_system_describe(params->system) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "system is %d; there is no such system", (int)params->system);
    }
    if ((unsigned)params->integrator > SCREE_PARTICLE_INTEGRATOR_RK4) {
        return scree_fail(context, SCREE_ERROR_INVALID, "integrator is %d; it must be 0 to 2", (int)params->integrator);
    }
    if ((unsigned)params->type > SCREE_PARTICLE_F32) {
        return scree_fail(context, SCREE_ERROR_INVALID, "type is %d; it must be 0 or 1", (int)params->type);
    }
    return SCREE_OK;
}

static scree_result check_count(scree_context *context, const scree_particle_params *params)
{
    const uint64_t count = params->count != 0 ? params->count : DEFAULT_COUNT;
    if (count > SCREE_MAX_PARTICLES || params->first > SCREE_MAX_PARTICLES - count) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "first is %" PRIu64 " and count is %" PRIu64 "; there are at most 2^48 particles",
                          params->first, count);
    }
    if (params->positions == NULL && params->first_step != 0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "first_step is %" PRIu64 " and positions is NULL",
                          params->first_step);
    }
    if (params->first_step > MAX_STEPS || params->steps > MAX_STEPS - params->first_step) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "first_step is %" PRIu64 " and steps is %" PRIu64 "; there are at most 2^62 steps",
                          params->first_step, params->steps);
    }
    return SCREE_OK;
}

/* The last number of a flow of noise. */
static scree_result check_seed(scree_context *context, const scree_particle_params *params)
{
    const bool is_flow = params->system == SCREE_PARTICLE_SYSTEM_FLOW ||
                         params->system == SCREE_PARTICLE_SYSTEM_FLOW_PLANE;
    const double seed = params->numbers[2];
    return !is_flow || (seed >= 0.0 && seed <= SCREE_MAX_FLOW_SEED && seed == floor(seed))
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_INVALID,
                            "numbers[2], the seed of a flow, is %g; it must be whole, 0 to %d", seed,
                            SCREE_MAX_FLOW_SEED);
}

static scree_result check_numbers(scree_context *context, const scree_particle_params *params)
{
    const scree_particle_system_info *info = scree_particle_system_describe(params->system);
    scree_result result = SCREE_OK;
    if (!isfinite(params->time_step)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "time_step is %g; it must be finite", params->time_step);
    }
    if (info->is_map && params->time_step != 0.0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "time_step is %g; system %s is a map, which has none",
                          params->time_step, info->name);
    }
    if (params->has_numbers) {
        result = check_reals(context, "numbers", params->numbers, info->number_count, -INFINITY);
        result = result == SCREE_OK ? check_seed(context, params) : result;
    }
    if (result == SCREE_OK && params->has_box) {
        result = check_reals(context, "box_origin", params->box_origin, 3, -INFINITY);
        result = result == SCREE_OK ? check_reals(context, "box_size", params->box_size, 3, 0.0) : result;
    }
    return result;
}

/* Fills in what is left to the system. */
static void complete(scree_particle_params *params)
{
    const scree_particle_system_info *info = scree_particle_system_describe(params->system);
    for (uint32_t i = 0; i < SCREE_MAX_SYSTEM_NUMBERS; i++) {
        params->numbers[i] = i >= info->number_count ? 0.0
                             : params->has_numbers   ? params->numbers[i]
                                                     : info->numbers[i];
    }
    for (uint32_t i = 0; i < 3 && !params->has_box; i++) {
        params->box_origin[i] = info->box_origin[i];
        params->box_size[i] = info->box_size[i];
    }
    if (params->integrator == SCREE_PARTICLE_INTEGRATOR_DEFAULT) {
        params->integrator = info->is_map ? SCREE_PARTICLE_INTEGRATOR_EULER : info->integrator;
    }
    if (params->time_step == 0.0) {
        params->time_step = params->integrator == SCREE_PARTICLE_INTEGRATOR_RK4 ? info->rk4_step : info->euler_step;
    }
    params->count = params->count != 0 ? params->count : DEFAULT_COUNT;
    if (params->positions == NULL && params->steps == 0 && !params->has_steps) {
        params->steps = info->steps;
    }
    params->has_numbers = true;
    params->has_box = true;
    params->has_steps = true;
}

SCREE_ASSERT_NO_TAIL(scree_particle_params, reserved);

scree_result scree_field_from_particles_sized(scree_context *context, const scree_particle_params *params, size_t size,
                                              scree_field **field)
{
    scree_particle_params own;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    if (params == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "params is NULL");
    }
    scree_result result = SCREE_OK;
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    if (result != SCREE_OK) {
        return result;
    }
    result = scree_reserved_check(context, params->reserved, sizeof params->reserved);
    result = result == SCREE_OK ? check_choices(context, params) : result;
    result = result == SCREE_OK ? check_numbers(context, params) : result;
    result = result == SCREE_OK ? check_count(context, params) : result;
    scree_particle_params *part = result == SCREE_OK ? malloc(sizeof *part) : NULL;
    if (part != NULL) {
        *part = *params;
        complete(part);
    } else if (result == SCREE_OK) {
        result = scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for particles");
    }
    return scree_field_make(context, &scree_particles_type, result, part, field);
}

const scree_particle_params *scree_particles_params(const scree_field *field)
{
    return field != NULL && field->type == &scree_particles_type ? field->part : NULL;
}

/* A plane is a particle, so that boxes are whole particles. */
static scree_result make_plan(scree_context *context, const scree_field *field, const scree_grid *grid,
                              scree_field_plan *plan)
{
    const scree_particle_params *part = field->part;
    (void)context;
    (void)grid;
    *plan = (scree_field_plan){
        .type = &scree_particles_type,
        .part = part,
        .grid = {.axes = 3, .count = {3, 1, part->count}, .row_stride = 3, .plane_stride = 3},
        .samples = 3 * part->count,
        .planes = part->count,
        .channels = 1,
        .bound = {.minimum = -INFINITY, .maximum = INFINITY},
    };
    return SCREE_OK;
}

const scree_field_type scree_particles_type = {.number = SCREE_FIELD_TYPE_particles,
                                               .name = "particles",
                                               .has_own_grid = true,
                                               .has_whole_planes = true,
                                               .plan = make_plan,
                                               .fill = scree_fill_by_session,
                                               .destroy = free};
