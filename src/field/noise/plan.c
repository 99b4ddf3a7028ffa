#include "plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "field_limits.h"
#include "float_environment.h"
#include "grid_check.h"
#include "noise/gradient.h"
#include "noise_fractal_definition.h"
#include "noise_kind_definition.h"
#include "noise_warp.h"
#include "number_text.h"

static scree_result check_axes(scree_context *context, const scree_noise_params *params, uint32_t axes)
{
    if (axes < 1 || axes > SCREE_MAX_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "axes is %u; it must be 1 to %d", axes, SCREE_MAX_AXES);
    }
    const scree_noise_kind_info *kind = scree_noise_kind_describe(params->kind);
    scree_result result = scree_noise_kind_check_axes(context, "kind", kind, axes);
    if (result != SCREE_OK) {
        return result;
    }
    if (params->has_octave_rotation && (axes < 2 || axes > SCREE_SITE_AXES)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "octave_rotation is true and axes is %u; it needs 2 to %u axes",
                          axes, SCREE_SITE_AXES);
    }
    if (params->sample.is_curl && (axes < 2 || axes > 3)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "curl is true and axes is %u; it needs 2 or 3 axes", axes);
    }
    if (params->sample.is_curl && axes == 3 && params->octaves > SCREE_MAX_CURL_OCTAVES) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "curl is true and octaves is %u; in 3 axes it must be at most %d", params->octaves,
                          SCREE_MAX_CURL_OCTAVES);
    }
    result = scree_noise_warp_check_axes(context, params, axes);
    if (result != SCREE_OK) {
        return result;
    }
    const scree_noise_kind_definition *definition = scree_noise_kind_definition_of(params->kind);
    return definition->check_axes != NULL ? definition->check_axes(context, params, axes) : SCREE_OK;
}

static bool is_finer_than_grid(const scree_noise_field *field, const scree_plan *plan, double frequency)
{
    const scree_noise_kind_definition *kind = scree_noise_kind_definition_of(field->params.kind);
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        const double along = scree_noise_frequency_along(kind, axis, frequency);
        if (plan->grid.step[axis] * (along * field->origin.domain.scale[axis]) > 1.0) {
            return true;
        }
    }
    return false;
}

static scree_result plan_axis(scree_context *context, const scree_noise_field *field, const scree_plan *plan,
                              scree_plan_octave *octave, uint32_t axis)
{
    const scree_grid *grid = &plan->grid;
    const scree_noise_octave *known = &field->octave[octave->number];
    scree_plan_axis *planned = &octave->axis[axis];
    double extent = fabs(grid->origin[axis]) +
                    (fabs((double)grid->first[axis]) + (double)grid->count[axis]) * grid->step[axis];
    const double frequency =
        scree_noise_frequency_along(scree_noise_kind_definition_of(field->params.kind), axis, octave->frequency);
    octave->along[axis] = frequency * field->origin.domain.scale[axis];
    octave->shift[axis] = scree_noise_shifted(known->shift[axis], frequency * field->origin.domain.offset[axis]);
    const double cells = extent * octave->along[axis];
    const double shift = octave->shift[axis] != known->shift[axis] ? plan->axes * fabs(octave->shift[axis]) : 0.0;
    if (!(cells + shift < SCREE_FIXED_LIMIT && octave->along[axis] < SCREE_FIXED_LIMIT)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "octave %u reaches %s cells along axis %u; positions must stay below 2^62 cells",
                          octave->number, scree_show_double(cells + fabs(octave->shift[axis])).text, axis);
    }
    if (!scree_noise_field_repeats(field, octave->number, axis)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "octave %u repeats after %s cells along axis %u; periods must stay below 2^62 cells",
                          octave->number,
                          scree_show_double((double)field->params.period[axis] * octave->frequency).text, axis);
    }
    planned->stream = known->stream[axis];
    planned->origin = scree_fixed_product(grid->origin[axis], octave->along[axis]) +
                      scree_fixed_product(octave->shift[axis], 1.0);
    planned->step = scree_fixed_product(grid->step[axis], octave->along[axis]);
    planned->cells_per_sample = grid->step[axis] * octave->along[axis];
    return SCREE_OK;
}

/* The bound of octaves that do not raise one another; those of some fractals may have either sign. */
static scree_interval bound_of_sum(const scree_plan *plan, const scree_noise_tables *tables)
{
    const bool is_signed = scree_fractal_definition_of(plan->params.fractal)->is_signed;
    scree_interval bound = {0.0, 0.0};
    for (uint32_t i = 0; i < plan->octaves; i++) {
        double reach = tables->reach[plan->octave[i].number % plan->params.octaves];
        bound.high += is_signed ? fabs(reach) : (reach > 0.0 ? reach : 0.0);
        bound.low -= is_signed ? fabs(reach) : (reach < 0.0 ? -reach : 0.0);
    }
    return bound;
}

/* The same of fractals with state; where it is beyond the limit, octaves that follow may be missing. */
static scree_interval bound_of_product(const scree_plan *plan, const scree_noise_tables *tables)
{
    const scree_fractal_definition *fractal = scree_fractal_definition_of(plan->params.fractal);
    scree_fractal_bound bound = {.factor = {1.0, 1.0}};
    const uint32_t octaves = plan->octaves / plan->potentials;
    for (uint32_t i = 0; i < octaves && fabs(bound.sum.low) + fabs(bound.sum.high) <= SCREE_MAX_BOUND; i++) {
        const double weight = scree_noise_octave_weight(&plan->params, plan->octave[i].number);
        bound = fractal->add(&bound, &plan->params, weight, tables->bound);
    }
    return bound.sum;
}

/* The bound of the sum of the octaves that are computed. */
static scree_result find_bound(scree_context *context, scree_plan *plan, const scree_noise_tables *tables)
{
    const bool is_product = scree_fractal_definition_of(plan->params.fractal)->add != NULL;
    const scree_interval bound = is_product ? bound_of_product(plan, tables) : bound_of_sum(plan, tables);
    const double most = fabs(bound.low) > fabs(bound.high) ? bound.low : bound.high;
    if (is_product && !(fabs(most) <= SCREE_MAX_BOUND)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the bound of fractal %s with these octaves, weights and fractal_offset is %s; its magnitude "
                          "must be at most 2^100",
                          scree_noise_fractal_name(plan->params.fractal), scree_show_double(most).text);
    }
    plan->bound = (scree_range){.minimum = (float)bound.low, .maximum = (float)bound.high};
    if (plan->params.sample.is_curl) {
        plan->bound = (scree_range){.minimum = -INFINITY, .maximum = INFINITY};
    }
    return SCREE_OK;
}

/* Whether an octave is not computed: it is not wanted, finer than the grid, or has weight 0 where it would weigh on
   others. */
static bool is_left_out(const scree_noise_field *field, const scree_plan *plan, uint32_t number)
{
    const scree_noise_octave *octave = &field->octave[number];
    const bool is_unwanted = field->origin.octaves != 0 && (field->origin.octaves >> number & 1) == 0;
    const bool is_fine = number % plan->params.octaves > 0 && plan->params.skips_fine_octaves &&
                         is_finer_than_grid(field, plan, octave->frequency);
    return is_unwanted || is_fine || (scree_fractal_has_state(plan->fractal) && octave->weight == 0.0f);
}

static scree_result plan_octave(scree_context *context, const scree_noise_field *field, scree_plan *plan,
                                const scree_noise_tables *tables, uint32_t number)
{
    const scree_noise_octave *known = &field->octave[number];
    const size_t words = (size_t)tables->gradient_count * plan->axes;
    const bool has_gradients = scree_noise_has_gradient_table(&plan->params);
    const uint32_t of_part = number % plan->params.octaves;
    scree_plan_octave *octave = &plan->octave[plan->octaves++];
    scree_result result = SCREE_OK;
    octave->number = number;
    octave->frequency = known->frequency;
    octave->weight = known->weight;
    octave->amplitude = tables->amplitude[of_part];
    octave->gradients = has_gradients ? tables->gradients + words * of_part : NULL;
    octave->site = tables->sites != NULL ? &tables->sites->octave[number] : NULL;
    octave->coded_gradients = tables->coded != NULL ? tables->coded + (size_t)SCREE_CODED_WORDS * of_part : NULL;
    for (uint32_t axis = 0; axis < plan->axes && result == SCREE_OK; axis++) {
        result = plan_axis(context, field, plan, octave, axis);
    }
    return result;
}

/* The octave that is computed where all are finer than the grid. */
static uint32_t first_wanted(const scree_noise_field *field)
{
    uint32_t number = 0;
    while (field->origin.octaves != 0 && (field->origin.octaves >> number & 1) == 0) {
        number++;
    }
    return number;
}

static scree_result plan_octaves(scree_context *context, const scree_noise_field *field, scree_plan *plan)
{
    const scree_noise_tables *tables = NULL;
    scree_result result = scree_noise_field_tables(context, field, plan->axes, &tables);
    plan->octaves = 0;
    plan->site_options = result == SCREE_OK && tables->sites != NULL ? &tables->sites->options : NULL;
    for (uint32_t number = 0; number < plan->params.octaves * plan->potentials && result == SCREE_OK; number++) {
        if (!is_left_out(field, plan, number)) {
            result = plan_octave(context, field, plan, tables, number);
        }
    }
    for (uint32_t part = 0; result == SCREE_OK && plan->octaves < plan->potentials; part++) {
        result = plan_octave(context, field, plan, tables, part * plan->params.octaves + first_wanted(field));
    }
    if (result == SCREE_OK) {
        plan->gradient_count = tables->gradient_count;
        result = find_bound(context, plan, tables);
    }
    return result;
}

uint32_t scree_plan_octave_bits(const scree_plan *plan)
{
    uint32_t octaves = 0;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        octaves |= UINT32_C(1) << plan->octave[o].number;
    }
    return octaves;
}

/* Finds the map of values, between whose ends they lie. */
static scree_result plan_map(scree_context *context, const scree_noise_field *field, scree_plan *plan)
{
    const scree_value_map *map = NULL;
    /* Maps are added to fields later, like tables. */
    scree_noise_field *owner =
        (scree_noise_field *)(uintptr_t)(field->undisplaced != NULL ? field->undisplaced : field);
    scree_result result = field->find_value_map(context, owner, plan->axes, scree_plan_octave_bits(plan), &map);
    if (result == SCREE_OK) {
        plan->value_map = map->words;
        memcpy(&plan->bound.minimum, map->words + SCREE_DISTRIBUTION_OUTPUTS, sizeof(float));
        memcpy(&plan->bound.maximum, map->words + SCREE_DISTRIBUTION_OUTPUTS + SCREE_DISTRIBUTION_STEPS, sizeof(float));
    }
    return result;
}

/* Room for the plans of a warp: once for first components, and once for each displacement. */
static scree_result reserve_warp(scree_context *context, scree_warp_plan *warp, uint32_t plans)
{
    if (plans <= warp->capacity) {
        return SCREE_OK;
    }
    free(warp->memory);
    warp->memory = calloc(plans, sizeof *warp->memory);
    warp->capacity = warp->memory != NULL ? plans : 0;
    return warp->memory != NULL
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %" PRIu32 " plans of a warp", plans);
}

static scree_result plan_component(scree_context *context, const scree_noise_field *component, const scree_plan *plan,
                                   scree_plan *memory, const scree_plan **made)
{
    *made = component != NULL ? memory : NULL;
    return component != NULL ? scree_plan_make(context, component, &plan->grid, 0, memory) : SCREE_OK;
}

/* Makes the plans of the components on the same grid. */
static scree_result plan_warp(scree_context *context, const scree_noise_warp_fields *fields, scree_plan *plan)
{
    scree_warp_plan *warp = &plan->warp;
    const uint32_t times = plan->params.warp.times;
    scree_result result = reserve_warp(context, warp, (1 + times) * plan->axes);
    scree_plan *memory = warp->memory;
    *warp = (scree_warp_plan){.capacity = warp->capacity, .memory = memory};
    for (uint32_t axis = 0; axis < plan->axes && result == SCREE_OK; axis++) {
        result = plan_component(context, fields->first[axis], plan, memory++, &warp->first[axis]);
        for (uint32_t i = 0; i < times && result == SCREE_OK; i++) {
            result = plan_component(context, fields->displaced[i][axis], plan, memory++, &warp->displaced[i][axis]);
        }
    }
    return result;
}

scree_result scree_plan_make(scree_context *context, const scree_noise_field *field, const scree_grid *grid,
                             uint32_t axes, scree_plan *plan)
{
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    plan->params = field->params;
    plan->method = field->method;
    plan->fractal = field->fractal;
    plan->options = field->options;
    plan->axes = grid != NULL ? grid->axes : axes;
    plan->channels = scree_noise_channels(&field->params, plan->axes);
    plan->has_duals = scree_noise_has_duals(&field->params);
    plan->potentials = scree_noise_potentials(&field->params, plan->axes);
    plan->grid = grid != NULL ? *grid : (scree_grid){.axes = axes};
    plan->samples = 0;
    plan->planes = 0;
    plan->is_displaced = field->origin.reach > 0.0;
    plan->is_warped = field->warp != NULL;
    plan->value_map = NULL;
    scree_result result = check_axes(context, &plan->params, plan->axes);
    if (result == SCREE_OK && grid != NULL) {
        result = scree_grid_complete(context, plan->channels, &plan->grid, &plan->samples, &plan->planes);
    }
    if (result == SCREE_OK) {
        plan->is_placed = !scree_noise_domain_is_scaled(&field->origin.domain, plan->axes);
        result = plan_octaves(context, field, plan);
    }
    if (result == SCREE_OK && field->find_value_map != NULL) {
        result = plan_map(context, field, plan);
    }
    if (result == SCREE_OK && plan->is_warped && grid != NULL) {
        result = plan_warp(context, field->warp, plan);
    }
    scree_float_environment_leave(&saved);
    return result;
}

scree_result scree_plan_create(scree_context *context, const scree_noise_field *field, const scree_grid *grid,
                               uint32_t axes, scree_plan **plan)
{
    scree_plan *new_plan = calloc(1, sizeof *new_plan);
    *plan = NULL;
    if (new_plan == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a plan of %zu bytes", sizeof *new_plan);
    }
    scree_result result = scree_plan_make(context, field, grid, axes, new_plan);
    if (result == SCREE_OK) {
        *plan = new_plan;
    } else {
        scree_plan_destroy(&new_plan);
    }
    return result;
}

/* Axes up to which direct evaluation can be the faster one. */
#define DIRECT_MOST_AXES 4u

bool scree_plan_prefers_direct(const scree_plan *plan, uint32_t octave, double most_cells)
{
    if (scree_plan_has_sites(plan) || !scree_noise_kind_describe(plan->params.kind)->interpolates) {
        return true;
    }
    if (plan->method != SCREE_NOISE_METHOD_AUTO) {
        return plan->method == SCREE_NOISE_METHOD_DIRECT;
    }
    return plan->axes <= DIRECT_MOST_AXES && plan->octave[octave].axis[0].cells_per_sample > most_cells;
}

/* Cells to a sample along x beyond which a GPU evaluates an octave directly. */
#define GPU_DIRECT_CELLS_PER_SAMPLE 1.0

void scree_plan_choose_methods(const scree_plan *plan, bool is_direct[SCREE_MAX_OCTAVES])
{
    for (uint32_t o = 0; o < plan->octaves; o++) {
        is_direct[o] = plan->axes == 1 || scree_plan_prefers_direct(plan, o, GPU_DIRECT_CELLS_PER_SAMPLE);
    }
}

void scree_plan_choose_site_method(const scree_plan *plan, uint32_t *method, uint32_t *choice)
{
    const scree_noise_kind_definition *kind = scree_noise_kind_definition_of(plan->params.kind);
    *method = 0;
    *choice = 0;
    if (kind->choose_method != NULL) {
        kind->choose_method(plan->site_options, method, choice);
    }
}

uint64_t scree_plan_most_nodes(uint64_t samples, double cells_per_sample)
{
    double crossed = (double)samples * cells_per_sample + 3.0;
    double own = 2.0 * (double)samples;
    return (uint64_t)(crossed < own ? crossed : own) + 1;
}

void scree_plan_clear(scree_plan *plan)
{
    free(plan->warp.memory);
    plan->warp = (scree_warp_plan){.capacity = 0};
}

void scree_plan_destroy(scree_plan **plan)
{
    if (plan != NULL && *plan != NULL) {
        scree_plan_clear(*plan);
        free(*plan);
        *plan = NULL;
    }
}
