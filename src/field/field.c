/* Fields: creation, references, and evaluation on the caller's thread. Their jobs are in field_job.c. */
#include <scree/field.h>

#include <scree/distance.h>
#include <scree/noise.h>

#include <stdlib.h>

#include "context_internal.h"
#include "float_environment.h"
#include "nature.h"
#include "stream.h"

scree_field *scree_field_make(scree_context *context, scree_nature nature)
{
    scree_field *field = calloc(1, sizeof *field);
    if (field == NULL) {
        scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a field");
        return NULL;
    }
    atomic_init(&field->references, 1);
    field->context = context;
    field->nature = nature;
    return field;
}

/* Completes a field if `result`, that of its parts, is SCREE_OK, and frees it otherwise. */
static scree_result complete_field(scree_field *new_field, scree_result result, scree_field **field)
{
    if (result != SCREE_OK) {
        scree_field_release(&new_field);
    }
    *field = new_field;
    return result;
}

scree_result scree_field_from_noise(scree_context *context, const scree_noise_params *params, scree_field **field)
{
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = scree_field_make(context, SCREE_NATURE_NOISE);
    return *field == NULL ? SCREE_ERROR_OUT_OF_MEMORY
                          : complete_field(*field, scree_noise_field_create(context, params, &(*field)->noise), field);
}

scree_result scree_field_from_distance(scree_context *context, const scree_distance_params *params,
                                       const scree_distance_source *source, scree_field **field)
{
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    if (params == NULL || source == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", params == NULL ? "params" : "source");
    }
    *field = scree_field_make(context, SCREE_NATURE_DISTANCE);
    return *field == NULL
               ? SCREE_ERROR_OUT_OF_MEMORY
               : complete_field(*field, scree_distance_plan_create(context, params, source, &(*field)->distance),
                                field);
}

scree_field *scree_field_retain(const scree_field *field)
{
    /* Only the reference count of a field changes. */
    scree_field *shared = (scree_field *)(uintptr_t)field;
    if (shared != NULL) {
        atomic_fetch_add_explicit(&shared->references, 1, memory_order_relaxed);
    }
    return shared;
}

void scree_field_release(scree_field **field)
{
    if (field == NULL || *field == NULL) {
        return;
    }
    scree_field *released = *field;
    *field = NULL;
    if (atomic_fetch_sub_explicit(&released->references, 1, memory_order_acq_rel) == 1) {
        scree_nature_of(released->nature)->destroy(released);
        free(released);
    }
}

/* Refuses nearest voxels for a field of a nature without a second output, or with too many voxels for indices. */
static scree_result check_nearest(scree_context *context, const scree_field *field)
{
    const scree_nature_row *row = scree_nature_of(field->nature);
    if (!row->has_nearest) {
        return scree_fail(context, SCREE_ERROR_INVALID, "the nearest voxels were asked for; a field of %s has none",
                          row->name);
    }
    return scree_distance_plan_check_nearest(context, field->distance);
}

scree_result scree_field_plan_make(scree_context *context, const scree_field *field, const scree_grid *grid,
                                   bool wants_nearest, scree_field_plan *plan)
{
    scree_result result = wants_nearest ? check_nearest(context, field) : SCREE_OK;
    if (result == SCREE_OK) {
        result = scree_nature_of(field->nature)->plan(context, field, grid, plan);
    }
    if (result == SCREE_OK) {
        plan->field = scree_field_retain(field);
    }
    return result;
}

void scree_field_plan_clear(scree_field_plan *plan)
{
    scree_plan_destroy(&plan->noise);
    scree_field_release(&plan->field);
}

/* Evaluates on the caller's thread; `out` is NULL if only the range is wanted. */
static scree_result make_at_once(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                                 scree_range *range)
{
    scree_float_environment saved;
    scree_range found = scree_range_empty();
    scree_float_environment_enter(&saved);
    scree_result result = scree_nature_of(field->nature)->fill(field, grid, out, nearest, &found);
    scree_float_environment_leave(&saved);
    *range = scree_range_without_signed_zero(found);
    return result;
}

scree_result scree_field_fill(const scree_field *field, const scree_grid *grid, float *out)
{
    scree_range unused;
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (out == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "out is NULL");
    }
    return make_at_once(field, grid, out, NULL, &unused);
}

scree_result scree_field_fill_nearest(const scree_field *field, float *out, uint32_t *nearest)
{
    scree_range unused;
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (out == NULL || nearest == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "%s is NULL", out == NULL ? "out" : "nearest");
    }
    scree_result result = check_nearest(field->context, field);
    return result == SCREE_OK ? make_at_once(field, NULL, out, nearest, &unused) : result;
}

scree_result scree_field_range(const scree_field *field, const scree_grid *grid, scree_range *range)
{
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (range == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "range is NULL");
    }
    return make_at_once(field, grid, NULL, NULL, range);
}

scree_points scree_points_packed(uint32_t axes, const double *positions, size_t count)
{
    scree_points points = {.axes = axes, .count = count, .type = SCREE_TYPE_F64};
    for (uint32_t axis = 0; positions != NULL && axis < axes && axis < SCREE_MAX_AXES; axis++) {
        points.coordinate[axis] = positions + axis;
        points.stride[axis] = (ptrdiff_t)(axes * sizeof(double));
    }
    return points;
}

static scree_result check_coordinates(scree_context *context, scree_points *points)
{
    ptrdiff_t size = (ptrdiff_t)scree_type_bytes(points->type);
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        if (points->count > 0 && points->coordinate[axis] == NULL) {
            return scree_fail(context, SCREE_ERROR_INVALID, "coordinate %u of the points is NULL", axis);
        }
        points->stride[axis] = points->stride[axis] == 0 ? size : points->stride[axis];
        /* Sizes are powers of two; a division would cost more than a sample. */
        uintptr_t misplaced = ((uintptr_t)points->coordinate[axis] | (uintptr_t)points->stride[axis]) &
                              (uintptr_t)(size - 1);
        if (misplaced != 0) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "coordinate %u of the points is at an address, or has a stride of %td bytes, that is no "
                              "multiple of the %td bytes of its type",
                              axis, points->stride[axis], size);
        }
    }
    return SCREE_OK;
}

scree_result scree_field_check_point_type(scree_context *context, const scree_field *field, uint32_t axes,
                                          scree_type type)
{
    const scree_nature_row *row = scree_nature_of(field->nature);
    if (row->points == NULL) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "a field of %s has no values at points", row->name);
    }
    if (axes < 1 || axes > SCREE_MAX_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "axes is %u; it must be 1 to %d", axes, SCREE_MAX_AXES);
    }
    if (type != SCREE_TYPE_F32 && type != SCREE_TYPE_F64) {
        return scree_fail(context, SCREE_ERROR_INVALID, "type of the points is %d; it must be %d (f32) or %d (f64)",
                          (int)type, SCREE_TYPE_F32, SCREE_TYPE_F64);
    }
    return SCREE_OK;
}

scree_result scree_field_check_points(scree_context *context, const scree_field *field, scree_points *points,
                                      const float *out)
{
    scree_result result = scree_field_check_point_type(context, field, points->axes, points->type);
    if (result != SCREE_OK) {
        return result;
    }
    if (points->count > 0 && out == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "out is NULL");
    }
    if (points->count > SIZE_MAX / sizeof(double) / SCREE_MAX_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "count is %zu; so many points cannot be addressed",
                          points->count);
    }
    return check_coordinates(context, points);
}

/* `points` is a copy, whose strides are filled in. */
static scree_result evaluate_points(const scree_field *field, scree_points *points, float *out)
{
    scree_result result = scree_field_check_points(field->context, field, points, out);
    if (result == SCREE_OK && points->count > 0) {
        scree_float_environment saved;
        scree_float_environment_enter(&saved);
        result = scree_nature_of(field->nature)->points(field, points, out);
        scree_float_environment_leave(&saved);
    }
    return result;
}

scree_result scree_field_points(const scree_field *field, uint32_t axes, const double *positions, size_t count,
                                float *out)
{
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (count > 0 && positions == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "positions is NULL");
    }
    scree_points points = scree_points_packed(axes, positions, count);
    return evaluate_points(field, &points, out);
}

scree_result scree_field_at(const scree_field *field, const scree_points *points, float *out)
{
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (points == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "points is NULL");
    }
    scree_points copy = *points;
    return evaluate_points(field, &copy, out);
}

scree_result scree_field_bound(const scree_field *field, const scree_grid *grid, scree_range *bound, uint32_t *octaves)
{
    scree_field_plan plan;
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (bound == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "bound is NULL");
    }
    scree_result result = scree_field_plan_make(field->context, field, grid, false, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    *bound = plan.bound;
    if (octaves != NULL) {
        *octaves = plan.noise != NULL ? plan.noise->octaves : 0;
    }
    scree_field_plan_clear(&plan);
    return SCREE_OK;
}
