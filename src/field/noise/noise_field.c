#include "noise_field.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "field_limits.h"
#include "fixed_position.h"
#include "float_environment.h"
#include "noise/gradient.h"
#include "gradients.h"
#include "lattice_matrix.h"
#include "noise_fractal_definition.h"
#include "noise_kind_definition.h"
#include "noise_parameters.h"
#include "warp_parameters.h"
#include "number_text.h"

static scree_result check_kind(scree_context *context, const scree_noise_params *params)
{
    const scree_noise_kind_info *kind = scree_noise_kind_describe(params->kind);
    if (params->has_octave_rotation && params->hash != SCREE_NOISE_HASH_SCREE) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "octave_rotation is true and hash is %s; rotated octaves have the hash scree alone",
                          scree_noise_hash_name(params->hash));
    }
    if (kind->has_sites && params->hash != SCREE_NOISE_HASH_SCREE) {
        return scree_fail(context, SCREE_ERROR_INVALID, "hash is %s and kind is %s; that kind has its own hash, scree",
                          scree_noise_hash_name(params->hash), kind->name);
    }
    return SCREE_OK;
}

static scree_result check_fractal(scree_context *context, const scree_noise_params *params)
{
    if (params->weighted_strength != 0.0 && scree_fractal_definition_of(params->fractal)->add != NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "weighted_strength is %s and fractal is %s; it must be 0 with this fractal, whose octaves "
                          "depend on one another by themselves",
                          scree_show_double(params->weighted_strength).text, scree_noise_fractal_name(params->fractal));
    }
    return SCREE_OK;
}

/* Checks for what derivatives exist. The number of axes is checked later. */
static scree_result check_duals(scree_context *context, const scree_noise_params *params)
{
    const char *cause = params->sample.is_curl ? "curl" : "derivatives";
    if (!scree_noise_has_duals(params)) {
        return SCREE_OK;
    }
    if (!scree_noise_kind_describe(params->kind)->has_derivatives) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is true and kind is %s, which has no derivatives", cause,
                          scree_noise_kind_name(params->kind));
    }
    if (params->sample.has_derivatives && params->sample.is_curl) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "derivatives is true and curl is true; a sample has the one or the other");
    }
    if (scree_noise_is_warped(params) && !scree_noise_kind_describe(params->warp.kind)->has_derivatives) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is true and warp_kind is %s, which has no derivatives",
                          cause, scree_noise_kind_name(params->warp.kind));
    }
    return SCREE_OK;
}

/* Checks what another distribution is made from. */
static scree_result check_values(scree_context *context, const scree_noise_params *params)
{
    const scree_noise_values *values = &params->values;
    if (values->distribution != SCREE_NOISE_DISTRIBUTION_OWN && params->sample.is_curl) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "distribution is %s and curl is true; only a value has a distribution, not a flow",
                          scree_noise_distribution_name(values->distribution));
    }
    if (values->quantile_count != 0 && values->quantile_count != SCREE_NOISE_QUANTILE_COUNT) {
        return scree_fail(context, SCREE_ERROR_INVALID, "quantiles has %u entries; it must have %d, or none",
                          values->quantile_count, SCREE_NOISE_QUANTILE_COUNT);
    }
    for (uint32_t i = 1; i < values->quantile_count; i++) {
        if (values->quantiles[i] < values->quantiles[i - 1]) {
            return scree_fail(
                context, SCREE_ERROR_INVALID, "entry %u of quantiles is %s; it must not be below the one before, %s", i,
                scree_show_double(values->quantiles[i]).text, scree_show_double(values->quantiles[i - 1]).text);
        }
    }
    return SCREE_OK;
}

static scree_result check_period(scree_context *context, const scree_noise_params *params, uint32_t axis)
{
    const scree_noise_kind_info *kind = scree_noise_kind_describe(params->kind);
    if (params->has_octave_rotation) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "period of axis %u is %" PRIu64 " and octave_rotation is true; rotated octaves cannot repeat",
                          axis, params->period[axis]);
    }
    if (kind->min_period == 0) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "period of axis %u is %" PRIu64
                          " and kind is %s; its lattice is not that of the axes, so that "
                          "it cannot repeat",
                          axis, params->period[axis], kind->name);
    }
    if (params->period[axis] < kind->min_period) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "period of axis %u is %" PRIu64 "; with kind %s it must be at least %u cells", axis,
                          params->period[axis], kind->name, kind->min_period);
    }
    double longest = (double)params->period[axis];
    for (uint32_t o = 1; o < params->octaves && params->lacunarity > 1.0; o++) {
        longest *= params->lacunarity;
    }
    if (kind->has_sites && longest > (double)kind->max_period) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "period of axis %u is %" PRIu64 "; with kind %s it must be at most %" PRIu64
                          " cells of every octave",
                          axis, params->period[axis], kind->name, kind->max_period);
    }
    return SCREE_OK;
}

static scree_result check_periods(scree_context *context, const scree_noise_params *params)
{
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        if (params->period[axis] == 0) {
            continue;
        }
        scree_result result = check_period(context, params, axis);
        if (result != SCREE_OK) {
            return result;
        }
        if (params->octaves > 1 && (params->lacunarity != floor(params->lacunarity) || params->lacunarity < 1.0)) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "lacunarity is %s; with a period it must be a whole number, so that every octave repeats",
                              scree_show_double(params->lacunarity).text);
        }
    }
    return SCREE_OK;
}

static scree_result check_params(scree_context *context, scree_noise_params *params)
{
    scree_result result = scree_noise_parameters_check(context, params);
    if (result == SCREE_OK) {
        result = check_kind(context, params);
    }
    if (result == SCREE_OK) {
        result = check_fractal(context, params);
    }
    if (result == SCREE_OK) {
        result = check_duals(context, params);
    }
    if (result == SCREE_OK) {
        result = check_values(context, params);
    }
    if (result == SCREE_OK && scree_noise_kind_definition_of(params->kind)->check != NULL) {
        result = scree_noise_kind_definition_of(params->kind)->check(context, params);
    }
    if (result == SCREE_OK && params->weight_count != 0 && params->weight_count != params->octaves) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "weights has %u entries; it must have one for each of the %u octaves", params->weight_count,
                          params->octaves);
    }
    return result == SCREE_OK ? check_periods(context, params) : result;
}

bool scree_noise_has_gradient_table(const scree_noise_params *params)
{
    return scree_kind_has((scree_index)params->kind, SCREE_KIND_GRADIENTS | SCREE_KIND_WAVES);
}

/* The largest value of an octave after its shaping function, if its magnitude is at most `bound` before. */
static double shaped_bound(scree_noise_fractal fractal, double bound)
{
    const scree_fractal_definition *definition = scree_fractal_definition_of(fractal);
    return definition->largest != NULL ? definition->largest(bound) : bound;
}

/* A weight times a power of the gain. */
static double weakened(double weight, double gain, uint32_t octave)
{
    for (uint32_t i = 0; i < octave; i++) {
        weight *= gain;
    }
    return fabs(weight) < SCREE_MIN_WEIGHT ? 0.0 : weight;
}

double scree_noise_octave_weight(const scree_noise_params *params, uint32_t octave)
{
    return params->weight_count != 0 ? params->weights[octave] : weakened(1.0, params->gain, octave);
}

double scree_noise_warp_weight(const scree_noise_params *params, uint32_t octave)
{
    return weakened(params->warp.amplitude, params->warp.gain, octave);
}

double scree_noise_warp_reach(const scree_noise_params *params)
{
    double reach = 0.0;
    for (uint32_t o = 0; o < params->warp.octaves; o++) {
        reach += fabs(scree_noise_warp_weight(params, o));
    }
    return reach;
}

bool scree_noise_field_repeats(const scree_noise_field *field, uint32_t octave, uint32_t axis)
{
    return (double)field->params.period[axis] * field->octave[octave].frequency < SCREE_FIXED_LIMIT;
}

static void fill_fractal(scree_noise_field *field)
{
    const scree_noise_params *params = &field->params;
    bool is_weighted = params->weighted_strength >= SCREE_MIN_WEIGHT;
    field->fractal = (uint32_t)params->fractal + (is_weighted ? SCREE_KERNEL_FRACTAL_WEIGHTED : 0);
    const scree_fractal_definition *fractal = scree_fractal_definition_of(params->fractal);
    if (fractal->make_options != NULL) {
        fractal->make_options(params, &field->options);
    }
    field->options.weighted_strength = (float)params->weighted_strength;
}

/* Octaves of a field, those of all parts of a potential included. */
static uint32_t octave_count(const scree_noise_params *params)
{
    const bool has_parts = params->sample.is_curl && params->octaves <= SCREE_MAX_CURL_OCTAVES;
    return has_parts ? 3 * params->octaves : params->octaves;
}

static void fill_octaves(scree_noise_field *field)
{
    const scree_noise_params *params = &field->params;
    const scree_noise_kind_definition *kind = scree_noise_kind_definition_of(params->kind);
    double ratio = 1.0;
    double frequency = field->origin.frequency;
    for (uint32_t number = 0; number < octave_count(params); number++) {
        scree_noise_octave *octave = &field->octave[number];
        if (number % params->octaves == 0) {
            ratio = 1.0;
            frequency = field->origin.frequency;
        }
        octave->frequency = frequency;
        octave->weight = (float)(scree_noise_octave_weight(params, number % params->octaves) * (1.0 - SCREE_HEADROOM));
        for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
            bool repeats = params->period[axis] != 0 && scree_noise_field_repeats(field, number, axis);
            bool is_shared = kind->lattice_axes != 0 && axis >= kind->lattice_axes;
            uint64_t period = repeats ? params->period[axis] * (is_shared ? 1 : (uint64_t)ratio) : 0;
            uint64_t seed = axis == 0 ? field->origin.seed : params->seed;
            octave->shift[axis] = is_shared ? 0.0 : scree_octave_shift(params->seed, number, axis);
            octave->stream[axis] = scree_axis_stream_make(params->hash, seed, number, axis, period);
        }
        ratio *= params->lacunarity;
        frequency *= params->lacunarity;
    }
}

scree_result scree_noise_field_make(scree_context *context, const scree_noise_params *params,
                                    const scree_noise_origin *origin, scree_noise_field **field)
{
    scree_noise_field *made = calloc(1, sizeof *made);
    *field = made;
    if (made == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a field of %zu bytes", sizeof *made);
    }
    made->params = *params;
    made->origin = *origin;
    fill_fractal(made);
    fill_octaves(made);
    return SCREE_OK;
}

scree_result scree_noise_field_create(scree_context *context, const scree_noise_params *params,
                                      scree_noise_field **field)
{
    *field = NULL;
    if (params == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "params is NULL");
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    scree_noise_params complete = *params;
    scree_result result = check_params(context, &complete);
    if (result == SCREE_OK) {
        const scree_noise_origin origin = {.frequency = 1.0,
                                           .domain = SCREE_SAME_DOMAIN,
                                           .seed = complete.seed,
                                           .reach = scree_noise_warp_reach(&complete)};
        result = scree_noise_field_make(context, &complete, &origin, field);
    }
    scree_float_environment_leave(&saved);
    return result;
}

static void destroy_tables(scree_noise_tables *tables)
{
    if (tables != NULL) {
        free(tables->sites);
        free(tables);
    }
}

static void destroy_warp(scree_noise_warp_fields *warp)
{
    for (uint32_t axis = 0; warp != NULL && axis < SCREE_SITE_AXES; axis++) {
        scree_noise_field_destroy(&warp->first[axis]);
        for (uint32_t i = 0; i < SCREE_MAX_WARPS; i++) {
            scree_noise_field_destroy(&warp->displaced[i][axis]);
        }
    }
    free(warp);
}

static void destroy_value_maps(scree_value_map *map)
{
    while (map != NULL) {
        scree_value_map *next = map->next;
        free(map);
        map = next;
    }
}

void scree_noise_field_destroy(scree_noise_field **field)
{
    if (*field == NULL) {
        return;
    }
    for (uint32_t i = 0; i < SCREE_MAX_AXES; i++) {
        destroy_tables(atomic_load(&(*field)->tables[i]));
        free(atomic_load(&(*field)->point_plans[i]));
    }
    for (uint32_t i = 0; i < 2 * (1 + SCREE_MAX_OCTAVES); i++) {
        scree_noise_field *displaced = atomic_load(&(*field)->displaced[i % 2][i / 2]);
        scree_noise_field_destroy(&displaced);
    }
    scree_noise_field *differentiated = atomic_load(&(*field)->differentiated);
    scree_noise_field_destroy(&differentiated);
    destroy_warp((*field)->warp);
    destroy_value_maps(atomic_load(&(*field)->value_maps));
    free(*field);
    *field = NULL;
}

/* The factor of an octave's gradients, or of its values, before the shaping function. */
static double octave_scale(const scree_noise_field *field, const scree_gradient_set *set, uint32_t octave)
{
    return field->fractal != SCREE_KERNEL_FRACTAL_FBM ? set->scale
                                                      : set->scale * scree_noise_octave_weight(&field->params, octave);
}

/* Gradients, times a factor, as scree_plan_octave has them. */
static void fill_gradients(const scree_gradient_set *set, uint32_t axes, double scale, uint32_t *table)
{
    for (uint32_t entry = 0; entry < set->count * axes; entry++) {
        float component = (float)(set->vector[entry % set->count][entry / set->count] * scale);
        memcpy(&table[entry], &component, sizeof component);
    }
}

/* Amplitudes, the reach of every octave, and its gradients. */
static void fill_tables(const scree_noise_field *field, const scree_gradient_set *set, uint32_t axes,
                        scree_noise_tables *tables)
{
    const scree_noise_params *params = &field->params;
    size_t entries = scree_noise_has_gradient_table(params) ? (size_t)set->count * axes : 0;
    tables->gradient_count = set->count;
    tables->bound = set->bound;
    for (uint32_t o = 0; o < params->octaves; o++) {
        double scale = octave_scale(field, set, o);
        tables->amplitude[o] = (float)scale;
        tables->reach[o] = scree_noise_octave_weight(params, o) * shaped_bound(params->fractal, set->bound);
        if (entries != 0) {
            const bool is_scaled = scree_kind_has((scree_index)params->kind, SCREE_KIND_GRADIENTS);
            fill_gradients(set, axes, is_scaled ? scale : 1.0, tables->gradients + entries * o);
        }
    }
}

/* The coded gradients of every octave, whose gradients have been filled. */
static void fill_codes(const scree_noise_field *field, const scree_gradient_set *set, uint32_t axes,
                       scree_noise_tables *tables, uint32_t *coded)
{
    double components[SCREE_CODED_FLOATS];
    uint16_t codes[SCREE_CODED_HALF];
    if (!scree_gradient_set_code(set, axes, components, codes)) {
        return;
    }
    for (uint32_t o = 0; o < field->params.octaves; o++) {
        uint32_t *table = coded + (size_t)SCREE_CODED_WORDS * o;
        for (uint32_t i = 0; i < SCREE_CODED_FLOATS; i++) {
            float component = (float)(components[i] * octave_scale(field, set, o));
            memcpy(&table[i], &component, sizeof component);
        }
        for (uint32_t i = 0; i < SCREE_CODED_HALF; i++) {
            table[SCREE_CODED_FLOATS + i / 2] |= (uint32_t)codes[i] << (i % 2 * 16);
        }
    }
    tables->coded = coded;
}

/* Gradients of components whose multiples are exact, as they are. */
static void fill_unscaled(const scree_gradient_set *set, uint32_t axes, scree_noise_tables *tables, uint32_t *unscaled)
{
    if (scree_gradient_set_has_edges(set, axes)) {
        fill_gradients(set, axes, 1.0, unscaled);
        tables->unscaled = unscaled;
    }
}

/* The lattices of kinds of sites; NULL without memory. */
static scree_site_rules *make_sites(const scree_noise_field *field, uint32_t axes)
{
    scree_site_rules *made = calloc(1, sizeof *made);
    for (uint32_t o = 0; made != NULL && o < octave_count(&field->params); o++) {
        const scree_noise_octave *octave = &field->octave[o];
        scree_site_octave_make(&field->params, axes, o, octave->frequency, &field->origin.domain, octave->stream,
                               octave->shift, &made->octave[o]);
        if (field->origin.reach > 0.0) {
            scree_site_octave_displace(&made->octave[o], axes, octave->stream, field->origin.reach);
        }
    }
    if (made != NULL) {
        made->options = scree_site_options_of(&field->params, axes);
    }
    return made;
}

/* The gradients of a kind, or what scales its values. */
static void make_gradients(scree_gradient_set *set, const scree_noise_params *params, uint32_t axes)
{
    const scree_noise_kind_definition *kind = scree_noise_kind_definition_of(params->kind);
    if (kind->make_gradients != NULL) {
        kind->make_gradients(params, axes, set);
    } else {
        scree_gradient_set_make(set, params->gradients, params->hash, axes);
    }
    if (!kind->info.has_gradients) {
        set->scale = 1.0 - SCREE_HEADROOM;
        set->bound = 1.0;
    } else if (kind->lattice != NULL) {
        scree_lattice_gradients(kind->lattice, axes, set);
    }
}

static scree_noise_tables *make_tables(const scree_noise_field *field, uint32_t axes)
{
    const scree_noise_params *params = &field->params;
    scree_gradient_set set;
    make_gradients(&set, params, axes);
    bool has_gradients = scree_noise_kind_describe(params->kind)->has_gradients;
    size_t entries = scree_noise_has_gradient_table(params) ? (size_t)set.count * axes : 0;
    size_t words = entries * params->octaves;
    size_t coded_words = has_gradients ? (size_t)SCREE_CODED_WORDS * params->octaves : 0;
    scree_noise_tables *made = calloc(1, sizeof *made + (words + coded_words + entries) * sizeof *made->gradients);
    if (made != NULL) {
        fill_tables(field, &set, axes, made);
    }
    if (made != NULL && has_gradients) {
        fill_codes(field, &set, axes, made, made->gradients + words);
        fill_unscaled(&set, axes, made, made->gradients + words + coded_words);
    }
    if (made != NULL && (field->origin.reach > 0.0 || scree_noise_has_sites(params))) {
        made->sites = make_sites(field, axes);
        if (made->sites == NULL) {
            free(made);
            made = NULL;
        }
    }
    return made;
}

scree_result scree_noise_field_tables(scree_context *context, const scree_noise_field *field, uint32_t axes,
                                      const scree_noise_tables **tables)
{
    /* The tables are the only part of a field that is added later; the first call adds them for all. */
    _Atomic(scree_noise_tables *) *entry = &((scree_noise_field *)(uintptr_t)field)->tables[axes - 1];
    scree_noise_tables *found = atomic_load_explicit(entry, memory_order_acquire);
    if (found == NULL) {
        scree_noise_tables *made = make_tables(field, axes);
        if (made == NULL) {
            return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %u gradient tables",
                              field->params.octaves);
        }
        if (atomic_compare_exchange_strong(entry, &found, made)) {
            found = made;
        } else {
            destroy_tables(made);
        }
    }
    *tables = found;
    return SCREE_OK;
}
