/* Fields: creation, references, and evaluation on the caller's thread. Their jobs are in field_job.c. */
#include <scree/field.h>

#include <stdlib.h>

#include "context_internal.h"
#include "float_environment.h"
#include "stream.h"

scree_result scree_field_make(scree_context *context, const scree_field_type *type, scree_result result, void *part,
                              scree_field **field)
{
    *field = result == SCREE_OK ? calloc(1, sizeof **field) : NULL;
    if (*field == NULL) {
        type->destroy(part);
        return result == SCREE_OK ? scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a field") : result;
    }
    atomic_init(&(*field)->references, 1);
    (*field)->context = context;
    (*field)->type = type;
    (*field)->part = part;
    return SCREE_OK;
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
        released->type->destroy(released->part);
        free(released);
    }
}

/* Refuses nearest voxels for a field of a type without a second output, or one that has no room for indices. */
static scree_result check_nearest(scree_context *context, const scree_field *field)
{
    return field->type->check_nearest != NULL
               ? field->type->check_nearest(context, field)
               : scree_fail(context, SCREE_ERROR_INVALID, "the nearest voxels were asked for; a field of %s has none",
                            field->type->name);
}

scree_result scree_field_check_grid(scree_context *context, const scree_field *field, const scree_grid *grid)
{
    if (grid != NULL && field->type->has_own_grid) {
        return scree_fail(context, SCREE_ERROR_INVALID, "a %s field has a volume of its own; grid must be NULL",
                          field->type->name);
    }
    return grid != NULL || field->type->has_own_grid ? SCREE_OK
                                                     : scree_fail(context, SCREE_ERROR_INVALID, "grid is NULL");
}

scree_result scree_field_plan_make(scree_context *context, const scree_field *field, const scree_grid *grid,
                                   bool wants_nearest, scree_field_plan *plan)
{
    scree_result result = wants_nearest ? check_nearest(context, field) : SCREE_OK;
    if (result == SCREE_OK) {
        result = scree_field_check_grid(context, field, grid);
    }
    if (result == SCREE_OK) {
        result = field->type->plan(context, field, grid, plan);
    }
    if (result == SCREE_OK) {
        plan->field = scree_field_retain(field);
    }
    return result;
}

void scree_field_plan_clear(scree_field_plan *plan)
{
    if (plan->type != NULL && plan->type->clear != NULL) {
        plan->type->clear(plan);
    }
    scree_field_release(&plan->field);
}

bool scree_field_volume(const scree_field *field, scree_grid *grid)
{
    scree_field_plan plan = {.type = NULL};
    *grid = (scree_grid){.axes = 0};
    if (field == NULL || !field->type->has_own_grid ||
        scree_field_plan_make(field->context, field, NULL, false, &plan) != SCREE_OK) {
        return false;
    }
    grid->axes = plan.grid.axes;
    for (uint32_t axis = 0; axis < plan.grid.axes; axis++) {
        grid->count[axis] = plan.grid.count[axis];
        grid->step[axis] = plan.grid.step[axis];
    }
    scree_field_plan_clear(&plan);
    return true;
}

/* Evaluates on the caller's thread; `out` is NULL if only the range is wanted. */
static scree_result make_at_once(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                                 scree_range *range)
{
    scree_float_environment saved;
    scree_range found = scree_range_empty();
    scree_result result = scree_field_check_grid(field->context, field, grid);
    if (result == SCREE_OK) {
        scree_float_environment_enter(&saved);
        result = field->type->fill(field, grid, out, nearest, &found);
        scree_float_environment_leave(&saved);
    }
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
    if (field->type->points == NULL) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "a field of %s has no values at points", field->type->name);
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

scree_result scree_field_at(const scree_field *field, const scree_points *points, float *out)
{
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (points == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "points is NULL");
    }
    scree_points copy = *points; /* Its strides are filled in. */
    scree_result result = scree_field_check_points(field->context, field, &copy, out);
    if (result == SCREE_OK && copy.count > 0) {
        scree_float_environment saved;
        scree_float_environment_enter(&saved);
        scree_field_plan plan;
        result = field->type->plan_points(field->context, field, copy.axes, &plan);
        result = result == SCREE_OK ? field->type->points(field->context, &plan, &copy, out) : result;
        scree_float_environment_leave(&saved);
    }
    return result;
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
        *octaves = plan.octaves;
    }
    scree_field_plan_clear(&plan);
    return SCREE_OK;
}

uint32_t scree_field_channels(const scree_field *field, uint32_t axes)
{
    if (field == NULL || axes > SCREE_MAX_AXES) {
        return 0;
    }
    return field->type->channels != NULL ? field->type->channels(field, axes) : 1;
}
