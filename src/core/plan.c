#include "plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "field_limits.h"
#include "float_environment.h"
#include "number_text.h"

/* Axes of the variants beside the contraction. */
#define SCREE_VARIANT_AXES 3

static double or_default(double value, double fallback)
{
    return value == 0.0 ? fallback : value;
}

static scree_result check_choice(scree_context *context, const char *field, int value, int last)
{
    if (value < 0 || value > last) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is %d; it must be 0 to %d", field, value, last);
    }
    return SCREE_OK;
}

static scree_result check_choices(scree_context *context, const scree_noise_params *params)
{
    scree_result result = check_choice(context, "kind", (int)params->kind, SCREE_NOISE_VALUE);
    if (result == SCREE_OK) {
        result = check_choice(context, "hash", (int)params->hash, SCREE_HASH_PERLIN2002);
    }
    if (result == SCREE_OK) {
        result = check_choice(context, "gradients", (int)params->gradients, SCREE_GRADIENTS_CUBE);
    }
    if (result == SCREE_OK) {
        result = check_choice(context, "fade", (int)params->fade, SCREE_FADE_LINEAR);
    }
    if (result == SCREE_OK) {
        result = check_choice(context, "fractal", (int)params->fractal, SCREE_FRACTAL_RIDGED);
    }
    if (result == SCREE_OK) {
        result = check_choice(context, "method", (int)params->method, SCREE_METHOD_DIRECT);
    }
    if (result == SCREE_OK) {
        result = check_choice(context, "variant", (int)params->variant, SCREE_VARIANT_OPTIMISED);
    }
    return result;
}

/* What the variants beside the contraction can do. */
static scree_result check_variant(scree_context *context, const scree_noise_params *params, uint32_t axes)
{
    const char *name = scree_variant_name(params->variant);
    if (params->variant == SCREE_VARIANT_CONTRACTION) {
        return SCREE_OK;
    }
    if (axes != SCREE_VARIANT_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "variant is %s and axes is %u; it needs %d axes", name, axes,
                          SCREE_VARIANT_AXES);
    }
    if (params->kind != SCREE_NOISE_PERLIN) {
        return scree_fail(context, SCREE_ERROR_INVALID, "variant is %s and kind is %s; it needs kind %s", name,
                          scree_noise_kind_name(params->kind), scree_noise_kind_name(SCREE_NOISE_PERLIN));
    }
    if (params->method != SCREE_METHOD_AUTO) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "variant is %s and method is %s; only the contraction has a choice of methods", name,
                          params->method == SCREE_METHOD_DIRECT ? "direct" : "contraction");
    }
    return SCREE_OK;
}

static scree_result check_weights(scree_context *context, const scree_noise_params *params)
{
    if (params->weight_count != 0 && params->weight_count != params->octaves) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "weights has %u entries; it must have one for each of the %u octaves", params->weight_count,
                          params->octaves);
    }
    for (uint32_t i = 0; i < params->weight_count; i++) {
        double magnitude = fabs(params->weights[i]);
        if (!(magnitude <= SCREE_MAX_WEIGHT && (magnitude == 0.0 || magnitude >= SCREE_LEAST_WEIGHT))) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "weight %u is %s; it must be 0 or of a magnitude from 2^-32 to %s", i,
                              scree_show_double(params->weights[i]).text, scree_show_double(SCREE_MAX_WEIGHT).text);
        }
    }
    return SCREE_OK;
}

static scree_result check_periods(scree_context *context, const scree_noise_params *params, uint32_t axes)
{
    for (uint32_t axis = 0; axis < axes; axis++) {
        if (params->period[axis] == 0) {
            continue;
        }
        if (params->period[axis] > SCREE_MAX_PERIOD) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "period of axis %u is %" PRIu64 "; it must be at most %" PRIu64, axis,
                              params->period[axis], SCREE_MAX_PERIOD);
        }
        if (params->octaves > 1 && (params->lacunarity != floor(params->lacunarity) || params->lacunarity < 1.0)) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "lacunarity is %s; with a period it must be a whole number, so that every octave repeats",
                              scree_show_double(params->lacunarity).text);
        }
    }
    return SCREE_OK;
}

static scree_result check_params(scree_context *context, scree_noise_params *params, uint32_t axes)
{
    scree_result result = check_choices(context, params);
    if (result == SCREE_OK) {
        result = check_variant(context, params, axes);
    }
    if (result != SCREE_OK) {
        return result;
    }
    params->octaves = params->octaves == 0 ? 1 : params->octaves;
    params->lacunarity = or_default(params->lacunarity, 2.0);
    params->falloff = or_default(params->falloff, 0.5);
    if (params->octaves > SCREE_MAX_OCTAVES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "octaves is %u; it must be 1 to %d", params->octaves,
                          SCREE_MAX_OCTAVES);
    }
    if (!(params->lacunarity >= SCREE_LEAST_LACUNARITY && params->lacunarity <= SCREE_MAX_LACUNARITY)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "lacunarity is %s; it must be 0.0625 to 16",
                          scree_show_double(params->lacunarity).text);
    }
    if (!(fabs(params->falloff) <= SCREE_MAX_FALLOFF)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "falloff is %s; it must be -16 to 16",
                          scree_show_double(params->falloff).text);
    }
    result = check_weights(context, params);
    return result == SCREE_OK ? check_periods(context, params, axes) : result;
}

static scree_result check_axis(scree_context *context, scree_grid *grid, uint32_t axis)
{
    grid->count[axis] = grid->count[axis] == 0 ? 1 : grid->count[axis];
    if (axis > 0 && grid->step[axis] == 0.0) {
        grid->step[axis] = grid->step[0];
    }
    if (!(grid->step[axis] >= SCREE_LEAST_STEP && grid->step[axis] <= SCREE_MAX_STEP)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "step of axis %u is %s; it must be from 2^-48 to %s", axis,
                          scree_show_double(grid->step[axis]).text, scree_show_double(SCREE_MAX_STEP).text);
    }
    if (!(fabs(grid->origin[axis]) <= SCREE_MAX_ORIGIN)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "origin of axis %u is %s; its magnitude must be at most 2^60",
                          axis, scree_show_double(grid->origin[axis]).text);
    }
    if (grid->first[axis] > SCREE_MAX_FIRST || grid->first[axis] < -SCREE_MAX_FIRST) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "first of axis %u is %" PRId64 "; its magnitude must be at most 2^40", axis,
                          grid->first[axis]);
    }
    return SCREE_OK;
}

/* Fills in strides and checks that the whole grid, counted in bytes of float32, fits in a size_t. */
static scree_result check_extent(scree_context *context, scree_plan *plan)
{
    scree_grid *grid = &plan->grid;
    uint64_t limit = (uint64_t)PTRDIFF_MAX / sizeof(float);
    uint64_t samples = 1;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        if (grid->count[axis] > limit / samples) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "the grid has more than %" PRIu64 " samples, the most that can be addressed", limit);
        }
        samples *= grid->count[axis];
    }
    plan->samples = samples;
    plan->planes = samples / grid->count[0] / (grid->axes > 1 ? grid->count[1] : 1);
    uint64_t rows = grid->axes > 1 ? grid->count[1] : 1;
    grid->row_stride = grid->row_stride == 0 ? grid->count[0] : grid->row_stride;
    if (grid->row_stride < grid->count[0] || grid->row_stride > limit / rows) {
        return scree_fail(context, SCREE_ERROR_INVALID, "row_stride is %zu; it must be at least count[0], %" PRIu64,
                          grid->row_stride, grid->count[0]);
    }
    uint64_t extent = (rows - 1) * grid->row_stride + grid->count[0];
    grid->plane_stride = grid->plane_stride == 0 ? grid->row_stride * rows : grid->plane_stride;
    if (grid->plane_stride < extent || grid->plane_stride > limit / plan->planes) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "plane_stride is %zu; it must be at least %" PRIu64 ", the extent of the rows",
                          grid->plane_stride, extent);
    }
    return SCREE_OK;
}

static scree_result check_grid(scree_context *context, scree_plan *plan)
{
    for (uint32_t axis = 0; axis < plan->grid.axes; axis++) {
        scree_result result = check_axis(context, &plan->grid, axis);
        if (result != SCREE_OK) {
            return result;
        }
    }
    return check_extent(context, plan);
}

/* The greatest value of a bent octave whose magnitude is at most `bound`; a ridge (1 - |v|)^2 can exceed 1 beyond 2. */
static double bent_bound(scree_fractal fractal, double bound)
{
    if (fractal != SCREE_FRACTAL_RIDGED) {
        return bound;
    }
    return bound > 2.0 ? (bound - 1.0) * (bound - 1.0) : 1.0;
}

/* Of an octave by its number in the recipe, before octaves are left out. */
static double octave_weight(const scree_noise_params *params, uint32_t octave)
{
    if (params->weight_count != 0) {
        return params->weights[octave];
    }
    double weight = 1.0;
    for (uint32_t i = 0; i < octave; i++) {
        weight *= params->falloff;
    }
    return fabs(weight) < SCREE_LEAST_WEIGHT ? 0.0 : weight;
}

static bool is_finer_than_grid(const scree_plan *plan, double frequency)
{
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        if (plan->grid.step[axis] * frequency > 1.0) {
            return true;
        }
    }
    return false;
}

static scree_result plan_axis(scree_context *context, const scree_plan *plan, scree_plan_octave *octave, uint32_t axis)
{
    const scree_grid *grid = &plan->grid;
    const scree_noise_params *params = &plan->params;
    scree_plan_axis *planned = &octave->axis[axis];
    double extent = fabs(grid->origin[axis]) +
                    (fabs((double)grid->first[axis]) + (double)grid->count[axis]) * grid->step[axis];
    if (extent * octave->frequency >= SCREE_FIXED_LIMIT) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "octave %u reaches %s cells along axis %u; positions must stay below 2^62 cells",
                          octave->number, scree_show_double(extent * octave->frequency).text, axis);
    }
    uint64_t period = params->period[axis];
    if (period != 0) {
        if ((double)period * octave->frequency >= SCREE_FIXED_LIMIT) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "octave %u repeats after %s cells along axis %u; periods must stay below 2^62 cells",
                              octave->number, scree_show_double((double)period * octave->frequency).text, axis);
        }
        period *= (uint64_t)octave->frequency;
    }
    octave->shift[axis] = scree_octave_shift(params->seed, octave->number, axis);
    planned->stream = scree_axis_stream_make(params->hash, params->seed, octave->number, axis, period);
    planned->origin = scree_fixed_product(grid->origin[axis], octave->frequency) +
                      scree_fixed_product(octave->shift[axis], 1.0);
    planned->step = scree_fixed_product(grid->step[axis], octave->frequency);
    planned->cells_per_sample = grid->step[axis] * octave->frequency;
    return SCREE_OK;
}

static scree_result plan_octaves(scree_context *context, scree_plan *plan)
{
    double frequency = 1.0;
    for (uint32_t number = 0; number < plan->params.octaves; number++) {
        bool skipped = number > 0 && plan->params.skip_fine_octaves && is_finer_than_grid(plan, frequency);
        if (!skipped) {
            scree_plan_octave *octave = &plan->octave[plan->octaves++];
            octave->number = number;
            octave->frequency = frequency;
            for (uint32_t axis = 0; axis < plan->axes; axis++) {
                scree_result result = plan_axis(context, plan, octave, axis);
                if (result != SCREE_OK) {
                    return result;
                }
            }
        }
        frequency *= plan->params.lacunarity;
    }
    return SCREE_OK;
}

/* Amplitudes, gradient tables and the bound of the sum. */
static scree_result plan_amplitudes(scree_context *context, scree_plan *plan)
{
    const scree_noise_params *params = &plan->params;
    bool has_gradients = params->kind == SCREE_NOISE_PERLIN;
    bool bends = params->fractal != SCREE_FRACTAL_FBM;
    scree_gradient_set set;
    scree_gradient_set_make(&set, params->gradients, params->hash, plan->axes);
    if (!has_gradients) {
        set.scale = 1.0 - SCREE_HEADROOM;
        set.bound = 1.0;
    }
    plan->gradient_count = set.count;
    size_t table_entries = (size_t)set.count * plan->axes;
    if (has_gradients) {
        plan->gradient_tables = malloc(table_entries * plan->octaves * sizeof(uint32_t));
        if (plan->gradient_tables == NULL) {
            return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %u gradient tables", plan->octaves);
        }
    }
    double low = 0.0;
    double high = 0.0;
    for (uint32_t i = 0; i < plan->octaves; i++) {
        scree_plan_octave *octave = &plan->octave[i];
        double weight = octave_weight(params, octave->number);
        double reach = weight * bent_bound(params->fractal, set.bound);
        double scale = bends ? set.scale : set.scale * weight;
        octave->weight = (float)(weight * (1.0 - SCREE_HEADROOM));
        octave->amplitude = (float)scale;
        high += bends ? (reach > 0.0 ? reach : 0.0) : fabs(reach);
        low -= bends ? (reach < 0.0 ? -reach : 0.0) : fabs(reach);
        if (has_gradients) {
            uint32_t *table = plan->gradient_tables + table_entries * i;
            for (size_t entry = 0; entry < table_entries; entry++) {
                float component = (float)(set.vector[entry % set.count][entry / set.count] * scale);
                memcpy(&table[entry], &component, sizeof component);
            }
            octave->gradients = table;
        }
    }
    plan->bound = (scree_range){.minimum = (float)low, .maximum = (float)high};
    return SCREE_OK;
}

static scree_result make_plan(scree_context *context, const scree_noise_params *params, const scree_grid *grid,
                              uint32_t axes, scree_plan **plan)
{
    *plan = NULL;
    if (params == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "params is NULL");
    }
    axes = grid != NULL ? grid->axes : axes;
    if (axes < 1 || axes > SCREE_MAX_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "axes is %u; it must be 1 to %d", axes, SCREE_MAX_AXES);
    }
    scree_plan *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a plan of %zu bytes", sizeof *made);
    }
    made->params = *params;
    made->axes = axes;
    scree_result result = check_params(context, &made->params, axes);
    if (result == SCREE_OK && grid != NULL) {
        made->grid = *grid;
        result = check_grid(context, made);
    }
    if (result == SCREE_OK) {
        made->grid.axes = axes;
        result = plan_octaves(context, made);
    }
    if (result == SCREE_OK) {
        result = plan_amplitudes(context, made);
    }
    if (result != SCREE_OK) {
        scree_plan_destroy(&made);
        return result;
    }
    *plan = made;
    return SCREE_OK;
}

scree_result scree_plan_create(scree_context *context, const scree_noise_params *params, const scree_grid *grid,
                               uint32_t axes, scree_plan **plan)
{
    fenv_t saved;
    scree_float_environment_enter(&saved);
    scree_result result = make_plan(context, params, grid, axes, plan);
    scree_float_environment_leave(&saved);
    return result;
}

/* Axes up to which direct evaluation can be the faster one. */
#define DIRECT_MOST_AXES 4u

bool scree_plan_prefers_direct(const scree_plan *plan, uint32_t octave, double most_cells)
{
    if (plan->params.method != SCREE_METHOD_AUTO) {
        return plan->params.method == SCREE_METHOD_DIRECT;
    }
    if (plan->params.variant != SCREE_VARIANT_CONTRACTION) {
        return true;
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

uint64_t scree_plan_most_nodes(uint64_t samples, double cells_per_sample)
{
    double crossed = (double)samples * cells_per_sample + 3.0;
    double own = 2.0 * (double)samples;
    return (uint64_t)(crossed < own ? crossed : own) + 1;
}

void scree_plan_destroy(scree_plan **plan)
{
    if (plan == NULL || *plan == NULL) {
        return;
    }
    free((*plan)->gradient_tables);
    free(*plan);
    *plan = NULL;
}

scree_fixed scree_plan_point_position(const scree_plan_octave *octave, uint32_t axis, double coordinate)
{
    return scree_fixed_product(coordinate, octave->frequency) + scree_fixed_product(octave->shift[axis], 1.0);
}
