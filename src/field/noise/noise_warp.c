#include "noise_warp.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "field_limits.h"
#include "float_environment.h"
#include "noise_kind_definition.h"
#include "noise_parameters.h"
#include "number_text.h"
#include "warp_parameters.h"

/* Odd, with well-spread bits: 2^64 over the golden ratio. */
#define SPREAD 0x9e3779b97f4a7c15u

/* The highest frequency of `octaves` octaves, the first of which has one of `first`. */
static double highest_frequency(double first, double lacunarity, uint32_t octaves)
{
    return lacunarity > 1.0 ? first * pow(lacunarity, octaves - 1.0) : first;
}

/* The highest frequency of all octaves that are evaluated where samples are displaced to. */
static double highest_displaced(const scree_noise_params *params)
{
    const scree_noise_warp *warp = &params->warp;
    const double own = highest_frequency(1.0, params->lacunarity, params->octaves);
    const double of_warp = highest_frequency(warp->frequency, warp->lacunarity, warp->octaves);
    const bool is_displaced = warp->times > 1 || warp->fractal == SCREE_NOISE_WARP_PROGRESSIVE;
    return is_displaced && of_warp > own ? of_warp : own;
}

static scree_result check_reach(scree_context *context, const scree_noise_params *params)
{
    const double cells = scree_noise_warp_reach(params) * highest_displaced(params);
    if (cells <= SCREE_MAX_DISPLACEMENT) {
        return SCREE_OK;
    }
    return scree_fail(context, SCREE_ERROR_INVALID,
                      "warp_amplitude is %s; samples would be displaced by up to %s cells of the finest octave; it "
                      "must be at most 2^26",
                      scree_show_double(params->warp.amplitude).text, scree_show_double(cells).text);
}

static scree_result check_period(scree_context *context, const scree_noise_params *params, uint32_t axis)
{
    const scree_noise_warp *warp = &params->warp;
    const scree_noise_kind_info *kind = scree_noise_kind_describe(warp->kind);
    const double period = (double)params->period[axis];
    const double own = period * warp->frequency;
    const double finest = period * highest_frequency(1.0, params->lacunarity, params->octaves);
    const double finest_of_warp = highest_frequency(own, warp->lacunarity, warp->octaves);
    if (own != floor(own) ||
        (warp->octaves > 1 && (warp->lacunarity != floor(warp->lacunarity) || warp->lacunarity < 1.0))) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "period of axis %u is %" PRIu64 ", warp_frequency is %s and warp_lacunarity is %s; the "
                          "product of the first two and, with several octaves, the last must be whole numbers, so that "
                          "the warp repeats",
                          axis, params->period[axis], scree_show_double(warp->frequency).text,
                          scree_show_double(warp->lacunarity).text);
    }
    if (kind->min_period == 0 || own < kind->min_period || finest_of_warp > (double)kind->max_period) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "period of axis %u is %" PRIu64 ", %s cells of the warp, and warp_kind is %s; it cannot "
                          "repeat after so many",
                          axis, params->period[axis], scree_show_double(own).text, kind->name);
    }
    if (finest > SCREE_MAX_WARPED_PERIOD || finest_of_warp > SCREE_MAX_WARPED_PERIOD) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "period of axis %u is %" PRIu64 "; in a warped field it must be at most 2^28 cells of every "
                          "octave",
                          axis, params->period[axis]);
    }
    return SCREE_OK;
}

/* Checks the warp beside the other parameters, whose defaults are filled in. */
static scree_result check_warp(scree_context *context, const scree_noise_params *params)
{
    const scree_shown_number amplitude = scree_show_double(params->warp.amplitude);
    if (params->hash != SCREE_NOISE_HASH_SCREE) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "warp_amplitude is %s and hash is %s; warped fields have the hash scree alone",
                          amplitude.text, scree_noise_hash_name(params->hash));
    }
    scree_result result = check_reach(context, params);
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES && result == SCREE_OK; axis++) {
        result = params->period[axis] != 0 ? check_period(context, params, axis) : SCREE_OK;
    }
    return result;
}

scree_result scree_noise_warp_check_axes(scree_context *context, const scree_noise_params *params, uint32_t axes)
{
    const scree_noise_kind_info *kind = scree_noise_kind_describe(params->warp.kind);
    if (!scree_noise_is_warped(params)) {
        return SCREE_OK;
    }
    if (axes > SCREE_SITE_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "warp_amplitude is %s and axes is %u; a warped field has at most %u axes",
                          scree_show_double(params->warp.amplitude).text, axes, SCREE_SITE_AXES);
    }
    return scree_noise_kind_check_axes(context, "warp_kind", kind, axes);
}

/* A random number for each displacement and axis. */
static uint64_t component_seed(const scree_noise_params *params, uint32_t warp, uint32_t axis)
{
    uint64_t mixed = scree_mix64(scree_mix64(params->seed + SPREAD) + params->warp.seed);
    mixed = scree_mix64(mixed + SPREAD * (warp + 1u));
    return axis == 0 ? mixed : scree_mix64(mixed + SPREAD * axis);
}

/* The parameters of one displacement. */
static scree_noise_params warp_params(const scree_noise_params *of, uint32_t warp, uint32_t octaves)
{
    scree_noise_params params = {.kind = of->warp.kind,
                                 .seed = component_seed(of, warp, 0),
                                 .octaves = octaves,
                                 .lacunarity = of->warp.lacunarity,
                                 .skips_fine_octaves = of->skips_fine_octaves,
                                 .sample.has_derivatives = scree_noise_has_duals(of)};
    const scree_noise_kind_definition *kind = scree_noise_kind_definition_of(params.kind);
    scree_noise_parameters_check(NULL, &params);
    params.weight_count = octaves;
    for (uint32_t o = 0; o < octaves; o++) {
        params.weights[o] = scree_noise_warp_weight(of, o);
    }
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        params.period[axis] =
            (uint64_t)((double)of->period[axis] * scree_noise_frequency_along(kind, axis, of->warp.frequency));
    }
    return params;
}

/* Makes the components of one displacement, evaluated where samples have been displaced to by up to `reach` cells. */
static scree_result create_components(scree_context *context, const scree_noise_field *field, uint32_t warp,
                                      uint32_t octaves, double reach, scree_noise_field *components[SCREE_SITE_AXES])
{
    const scree_noise_params *of = &field->params;
    const scree_noise_params params = warp_params(of, warp, octaves);
    scree_result result = SCREE_OK;
    for (uint32_t axis = 0; axis < SCREE_SITE_AXES && result == SCREE_OK; axis++) {
        const scree_noise_origin origin = {.frequency = of->warp.frequency,
                                           .domain = field->origin.domain,
                                           .seed = component_seed(of, warp, axis),
                                           .reach = reach};
        result = scree_noise_field_make(context, &params, &origin, &components[axis]);
        if (result == SCREE_OK) {
            components[axis]->method = field->method;
        }
    }
    return result;
}

/* Gives a field that was made of another one's parameters all else that both have in common. */
static void make_relative(const scree_noise_field *field, scree_noise_field *made)
{
    made->method = field->method;
    made->find_value_map = field->find_value_map;
    made->undisplaced = field->undisplaced != NULL ? field->undisplaced : field;
}

static scree_result create_warp(scree_context *context, scree_noise_field *field)
{
    const scree_noise_params *params = &field->params;
    const bool is_progressive = params->warp.fractal == SCREE_NOISE_WARP_PROGRESSIVE;
    const uint32_t octaves = params->warp.octaves;
    const double reach = field->origin.reach;
    field->warp = calloc(1, sizeof *field->warp);
    if (field->warp == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a warp");
    }
    scree_result result = create_components(context, field, 0, is_progressive ? 1 : octaves, 0.0, field->warp->first);
    for (uint32_t i = is_progressive ? 0 : 1; i < params->warp.times && result == SCREE_OK; i++) {
        /* Octaves of a progressive warp displace a sample beside the warp before. */
        result = create_components(context, field, i, octaves, is_progressive ? 2.0 * reach : reach,
                                   field->warp->displaced[i]);
    }
    return result;
}

scree_result scree_noise_placed(scree_context *context, const scree_noise_field *field,
                                const scree_noise_domain *domain, scree_noise_field **placed)
{
    scree_noise_origin origin = field->origin;
    origin.domain = *domain;
    scree_result result = scree_noise_field_make(context, &field->params, &origin, placed);
    if (result == SCREE_OK) {
        make_relative(field, *placed);
        result = field->warp != NULL ? create_warp(context, *placed) : SCREE_OK;
    }
    if (result != SCREE_OK) {
        scree_noise_field_destroy(placed);
    }
    return result;
}

scree_result scree_noise_reseeded(scree_context *context, const scree_noise_field *field, uint64_t seed,
                                  scree_noise_field **reseeded)
{
    scree_noise_params params = field->params;
    params.seed += seed;
    scree_result result = scree_noise_warp_create(context, &params, field->method, reseeded);
    if (result == SCREE_OK) {
        (*reseeded)->find_value_map = field->find_value_map;
    }
    return result;
}

/* Checks that noise can be displaced by other fields. */
static scree_result check_displaced(scree_context *context, const scree_noise_params *params)
{
    const double finest = highest_frequency(1.0, params->lacunarity, params->octaves);
    const double least = 1.0 / highest_frequency(1.0, 1.0 / params->lacunarity, params->octaves);
    if (params->hash != SCREE_NOISE_HASH_SCREE) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "displace: hash is %s; displaced noise has the hash scree alone",
                          scree_noise_hash_name(params->hash));
    }
    if (least < SCREE_MIN_DISPLACED_FREQUENCY) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "displace: the last octave of noise, or of its warp, has a frequency of %s; it must be at "
                          "least 2^-30",
                          scree_show_double(least).text);
    }
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        const double cells = (double)params->period[axis] * finest;
        if (cells > SCREE_MAX_WARPED_PERIOD) {
            return scree_fail(
                context, SCREE_ERROR_INVALID,
                "displace: noise, or its warp, repeats after %s cells of its finest octave along axis %u; "
                "it must be at most 2^28",
                scree_show_double(cells).text, axis);
        }
    }
    return SCREE_OK;
}

/* Checks that a graph can ask noise for derivatives. */
static scree_result check_differentiated(scree_context *context, const scree_noise_params *params, double finest,
                                         const char *by)
{
    const bool is_warped = scree_noise_is_warped(params);
    const bool has_derivatives = scree_noise_kind_describe(params->kind)->has_derivatives &&
                                 (!is_warped || scree_noise_kind_describe(params->warp.kind)->has_derivatives);
    if (!has_derivatives) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "%s: noise of kind %s%s%s has no derivatives", by,
                          scree_noise_kind_name(params->kind), is_warped ? ", warped by " : "",
                          is_warped ? scree_noise_kind_name(params->warp.kind) : "");
    }
    return finest <= SCREE_MAX_DIFFERENTIATED_FREQUENCY
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_INVALID,
                            "%s: the finest octave of noise, or of its warp, has a frequency of %s; it must be at most "
                            "2^24",
                            by, scree_show_double(finest).text);
}

static scree_result make_displaced(scree_context *context, scree_noise_field *field, uint32_t octave,
                                   const char *differentiated_by, scree_noise_field **displaced)
{
    scree_noise_params params = field->params;
    const double finest = highest_frequency(field->origin.frequency, params.lacunarity, params.octaves);
    scree_noise_origin origin = field->origin;
    origin.reach = SCREE_MAX_DISPLACEMENT / finest;
    origin.octaves = octave != SCREE_ALL_OCTAVES ? UINT32_C(1) << octave : 0;
    params.sample.has_derivatives = differentiated_by != NULL;
    scree_result result = check_displaced(context, &params);
    if (result == SCREE_OK && differentiated_by != NULL) {
        result = check_differentiated(context, &params, finest, differentiated_by);
    }
    if (result == SCREE_OK) {
        result = scree_noise_field_make(context, &params, &origin, displaced);
    }
    if (result == SCREE_OK) {
        make_relative(field, *displaced);
    }
    return result;
}

/* Keeps a field that was made, unless another thread has been first. */
static const scree_noise_field *keep(_Atomic(scree_noise_field *) *kept, scree_noise_field *made)
{
    scree_noise_field *found = NULL;
    if (atomic_compare_exchange_strong(kept, &found, made)) {
        return made;
    }
    scree_noise_field_destroy(&made);
    return found;
}

scree_result scree_noise_displaced(scree_context *context, const scree_noise_field *field, uint32_t octave,
                                   const char *differentiated_by, const scree_noise_field **displaced)
{
    scree_noise_field *owner = (scree_noise_field *)(uintptr_t)field;
    _Atomic(scree_noise_field *) *kept =
        &owner->displaced[differentiated_by != NULL][octave != SCREE_ALL_OCTAVES ? 1 + octave : 0];
    scree_noise_field *made = NULL;
    *displaced = atomic_load_explicit(kept, memory_order_acquire);
    const scree_result result = *displaced == NULL ? make_displaced(context, owner, octave, differentiated_by, &made)
                                                   : SCREE_OK;
    if (made != NULL) {
        *displaced = keep(kept, made);
    }
    return result;
}

/* Checks that a method can evaluate a field. */
static scree_result check_method(scree_context *context, const scree_noise_params *params, scree_noise_method method)
{
    const bool is_folded = scree_noise_kind_describe(params->kind)->interpolates && !params->has_octave_rotation &&
                           !scree_noise_is_warped(params);
    return method != SCREE_NOISE_METHOD_CONTRACTION || is_folded
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_INVALID,
                            "method is contraction and kind is %s; it needs a kind that interpolates, without rotated "
                            "octaves or a warp",
                            scree_noise_kind_name(params->kind));
}

scree_result scree_noise_warp_create(scree_context *context, const scree_noise_params *params,
                                     scree_noise_method method, scree_noise_field **field)
{
    scree_result result = scree_noise_field_create(context, params, field);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    (*field)->method = method;
    result = check_method(context, &(*field)->params, method);
    if (result == SCREE_OK && scree_noise_is_warped(&(*field)->params)) {
        result = check_warp(context, &(*field)->params);
        result = result == SCREE_OK ? create_warp(context, *field) : result;
    }
    if (result != SCREE_OK) {
        scree_noise_field_destroy(field);
    }
    scree_float_environment_leave(&saved);
    return result;
}

scree_result scree_noise_differentiated(scree_context *context, const scree_noise_field *field, const char *by,
                                        const scree_noise_field **differentiated)
{
    _Atomic(scree_noise_field *) *kept = &((scree_noise_field *)(uintptr_t)field)->differentiated;
    scree_noise_params params = field->params;
    scree_noise_field *made = NULL;
    *differentiated = atomic_load_explicit(kept, memory_order_acquire);
    if (*differentiated != NULL) {
        return SCREE_OK;
    }
    params.sample.has_derivatives = true;
    scree_result result =
        check_differentiated(context, &params, highest_frequency(1.0, params.lacunarity, params.octaves), by);
    if (result == SCREE_OK) {
        result = scree_noise_field_make(context, &params, &field->origin, &made);
    }
    if (result == SCREE_OK) {
        make_relative(field, made);
        result = field->warp != NULL ? create_warp(context, made) : SCREE_OK;
    }
    if (result == SCREE_OK) {
        *differentiated = keep(kept, made);
    } else {
        scree_noise_field_destroy(&made);
    }
    return result;
}
