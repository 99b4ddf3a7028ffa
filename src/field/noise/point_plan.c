/* Plans of points, and what all devices ask of points. */
#include "plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "field_limits.h"
#include "noise/noise_kinds.h"
#include "number_text.h"

scree_fixed scree_plan_point_position(const scree_plan_octave *octave, uint32_t axis, double coordinate)
{
    return scree_fixed_product(coordinate, octave->along[axis]) + scree_fixed_product(octave->shift[axis], 1.0);
}

bool scree_plan_is_simple(const scree_plan *plan)
{
    bool is_simple = !scree_plan_has_sites(plan) && !plan->is_placed;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        int exponent = 0;
        is_simple = is_simple && frexp(plan->octave[o].along[0], &exponent) == 0.5;
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            is_simple = is_simple && plan->octave[o].axis[axis].stream.period == 0;
        }
    }
    return is_simple;
}

static void locate_pairs(scree_point_plan *points)
{
    const scree_plan *plan = &points->plan;
    points->is_simple = scree_plan_is_simple(plan);
    for (uint32_t pair = 0; pair < plan->axes * plan->octaves; pair++) {
        const scree_plan_octave *octave = &plan->octave[pair % plan->octaves];
        const scree_axis_stream *stream = &octave->axis[pair / plan->octaves].stream;
        points->frequency[pair] = octave->along[pair / plan->octaves];
        points->shift[pair] = octave->shift[pair / plan->octaves];
        bool is_mixed = stream->hash == SCREE_NOISE_HASH_SCREE;
        points->upper[0][pair] = is_mixed ? scree_axis_key_upper(stream, 0) : stream->stream;
        points->upper[1][pair] = is_mixed ? scree_axis_key_upper(stream, UINT32_MAX) : stream->stream;
    }
}

static void locate_site_pairs(const scree_plan *plan, scree_site_pairs *sites)
{
    const bool has_keys = scree_plan_has_keys(plan);
    sites->axes = plan->axes;
    sites->pairs = plan->axes * plan->octaves;
    sites->are_alike = true;
    for (uint32_t pair = 0; pair < sites->pairs; pair++) {
        const uint32_t row = pair / plan->octaves;
        const scree_site_octave *site = plan->octave[pair % plan->octaves].site;
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            sites->factor[axis][pair] = site->factor[row][axis];
        }
        sites->shift[pair] = site->shift[row];
        const scree_site_axis *axis = &site->axis[row];
        const scree_site_axis *first = &plan->octave[0].site->axis[row];
        sites->stride[pair] = has_keys ? axis->stride : 1;
        sites->start[pair] = has_keys ? axis->start : 0;
        sites->number_stride[pair] = axis->stride;
        sites->number_start[pair] = axis->start;
        sites->are_alike = sites->are_alike && axis->last == first->last && axis->wrap == first->wrap;
        sites->norm = fmax(sites->norm, site->norm);
        sites->far_shift = fmax(sites->far_shift, site->far_shift);
        sites->repeats = sites->repeats || axis->last != UINT32_MAX;
    }
}

static void list_octaves(scree_point_plan *points, const scree_noise_tables *tables)
{
    for (uint32_t o = 0; o < points->plan.octaves; o++) {
        points->amplitude[o] = points->plan.octave[o].amplitude;
        points->weight[o] = points->plan.octave[o].weight;
    }
    points->unscaled_gradients = tables->unscaled;
}

/* Whether the gradients of an octave, if it has some, are those of the first times a factor. */
static bool are_multiples(const scree_plan *plan, uint32_t octave, float factor)
{
    const bool has_gradients = plan->octave[0].gradients != NULL;
    const size_t components = has_gradients ? (size_t)plan->gradient_count * plan->axes : 0;
    bool are = true;
    for (size_t i = 0; i < components; i++) {
        float first;
        float own;
        memcpy(&first, &plan->octave[0].gradients[i], sizeof first);
        memcpy(&own, &plan->octave[octave].gradients[i], sizeof own);
        are = are && first * factor == own;
    }
    return are;
}

/* Gradients are scaled by amplitudes; of other kinds all octaves have the same table, if they have one. */
static void find_site_lanes(scree_point_plan *points)
{
    const scree_plan *plan = &points->plan;
    const bool is_scaled = scree_kind_has((scree_index)plan->params.kind, SCREE_KIND_GRADIENTS);
    points->has_site_lanes = points->sites.are_alike && !plan->has_duals;
    for (uint32_t o = 0; o < plan->octaves && points->has_site_lanes; o++) {
        const float amplitude = plan->octave[o].amplitude;
        const float multiple = is_scaled ? amplitude / plan->octave[0].amplitude : 1.0f;
        int exponent;
        points->site_amplitude[o] = is_scaled ? multiple : amplitude;
        points->has_site_lanes = frexpf(multiple, &exponent) == 0.5f && are_multiples(plan, o, multiple);
    }
}

static scree_result find_component(scree_context *context, const scree_noise_field *component, uint32_t axes,
                                   const scree_plan **found)
{
    const scree_point_plan *plan = NULL;
    scree_result result = component != NULL ? scree_plan_of_points(context, component, axes, &plan) : SCREE_OK;
    *found = plan != NULL ? &plan->plan : NULL;
    return result;
}

/* Finds the plans of the components at points, which the components keep. */
static scree_result find_warp(scree_context *context, const scree_noise_warp_fields *fields, scree_plan *plan)
{
    scree_warp_plan *warp = &plan->warp;
    scree_result result = SCREE_OK;
    for (uint32_t axis = 0; axis < plan->axes && result == SCREE_OK; axis++) {
        result = find_component(context, fields->first[axis], plan->axes, &warp->first[axis]);
        for (uint32_t i = 0; i < SCREE_MAX_WARPS && result == SCREE_OK; i++) {
            result = find_component(context, fields->displaced[i][axis], plan->axes, &warp->displaced[i][axis]);
        }
    }
    return result;
}

scree_result scree_plan_of_points(scree_context *context, const scree_noise_field *field, uint32_t axes,
                                  const scree_point_plan **plan)
{
    _Atomic(scree_point_plan *) *kept = &((scree_noise_field *)(uintptr_t)field)->point_plans[axes - 1];
    scree_point_plan *found = atomic_load_explicit(kept, memory_order_acquire);
    if (found == NULL) {
        scree_point_plan *new_plan = calloc(1, sizeof *new_plan);
        if (new_plan == NULL) {
            return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a plan of %zu bytes",
                              sizeof *new_plan);
        }
        scree_result result = scree_plan_make(context, field, NULL, axes, &new_plan->plan);
        if (result == SCREE_OK && field->warp != NULL) {
            result = find_warp(context, field->warp, &new_plan->plan);
        }
        if (result != SCREE_OK) {
            free(new_plan);
            return result;
        }
        locate_pairs(new_plan);
        if (scree_plan_has_sites(&new_plan->plan)) {
            locate_site_pairs(&new_plan->plan, &new_plan->sites);
        }
        list_octaves(new_plan, atomic_load(&field->tables[axes - 1]));
        find_site_lanes(new_plan);
        if (atomic_compare_exchange_strong(kept, &found, new_plan)) {
            found = new_plan;
        } else {
            free(new_plan);
        }
    }
    *plan = found;
    return SCREE_OK;
}

double scree_points_coordinate(const scree_points *points, size_t point, uint32_t axis)
{
    const char *at = (const char *)points->coordinate[axis] + (ptrdiff_t)point * points->stride[axis];
    return points->type == SCREE_TYPE_F32 ? (double)*(const float *)(const void *)at
                                          : *(const double *)(const void *)at;
}

static double highest_frequency(const scree_plan *plan)
{
    double highest = 1.0;
    for (uint32_t i = 0; i < plan->octaves * plan->axes; i++) {
        highest = fmax(highest, plan->octave[i / plan->axes].along[i % plan->axes]);
    }
    return highest;
}

/* The largest shift that a domain makes. */
static double largest_shift(const scree_plan *plan)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < plan->octaves * plan->axes && plan->is_placed; i++) {
        largest = fmax(largest, fabs(plan->octave[i / plan->axes].shift[i % plan->axes]));
    }
    return largest;
}

/* The same of a warped field, whose first components have all octaves, or as many as one, of the warp. */
static double highest_of_warp(const scree_plan *plan)
{
    double highest = highest_frequency(plan);
    for (uint32_t i = 0; i <= SCREE_MAX_WARPS && plan->is_warped; i++) {
        const scree_plan *component = i < SCREE_MAX_WARPS ? plan->warp.displaced[i][0] : plan->warp.first[0];
        highest = component != NULL ? fmax(highest, highest_frequency(component)) : highest;
    }
    return highest;
}

double scree_plan_point_limit(const scree_plan *plan)
{
    const double highest = highest_of_warp(plan);
    const double most = SCREE_FIXED_LIMIT - largest_shift(plan);
    /* The quotient may be rounded to a neighbour of the number that is asked for. */
    double limit = nextafter(most / highest, INFINITY);
    while (limit * highest >= most) {
        limit = nextafter(limit, 0.0);
    }
    return limit < 0x1p60 ? limit : 0x1p60;
}

bool scree_points_find_far(const scree_points *points, double limit, size_t *point, uint32_t *axis)
{
    for (*point = 0; *point < points->count; (*point)++) {
        for (*axis = 0; *axis < points->axes; (*axis)++) {
            if (!(fabs(scree_points_coordinate(points, *point, *axis)) <= limit)) {
                return true;
            }
        }
    }
    return false;
}

bool scree_plan_find_far_point(const scree_plan *plan, const scree_points *points, size_t *point, uint32_t *axis)
{
    return scree_points_find_far(points, scree_plan_point_limit(plan), point, axis);
}

scree_result scree_plan_refuse_point(scree_context *context, uint64_t point, uint32_t axis, double coordinate)
{
    return scree_fail(context, SCREE_ERROR_INVALID,
                      "coordinate %u of point %" PRIu64 " is %s; its magnitude must be at most 2^60, also times the "
                      "factors of a graph, and below 2^62 in cells of every octave",
                      axis, point, scree_show_double(coordinate).text);
}

scree_result scree_plan_check_points(scree_context *context, const scree_plan *plan, const scree_points *points)
{
    size_t point = 0;
    uint32_t axis = 0;
    return scree_plan_find_far_point(plan, points, &point, &axis)
               ? scree_plan_refuse_point(context, point, axis, scree_points_coordinate(points, point, axis))
               : SCREE_OK;
}
