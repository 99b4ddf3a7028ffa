/* Noise as a field type: its parts of fields and of plans. */
#ifndef SCREE_NOISE_TYPE_H
#define SCREE_NOISE_TYPE_H

#include "field_type.h"
#include "plan.h"

extern const scree_field_type scree_noise_type;

/* The noise of a field; NULL for a field of another type. */
static inline const scree_noise_field *scree_noise_of(const scree_field *field)
{
    return field->type->number == SCREE_FIELD_TYPE_noise ? field->part : NULL;
}

/* A plan that borrows all its parts. `type` is that of a field of noise. */
static inline scree_field_plan scree_field_plan_of_noise(const scree_field_type *type, const scree_plan *plan)
{
    return (scree_field_plan){.type = type,
                              .part = plan,
                              .grid = plan->grid,
                              .samples = plan->samples,
                              .planes = plan->planes,
                              .channels = plan->channels,
                              .octaves = plan->octaves,
                              .bound = plan->bound};
}

/* The noise of a plan, which is one of noise: on a grid, and at points. */
static inline const scree_plan *scree_noise_plan_of(const scree_field_plan *plan)
{
    return plan->part;
}

static inline const scree_point_plan *scree_noise_points_of(const scree_field_plan *plan)
{
    return plan->part;
}

/*
 * Computes noise on the caller's thread (at_once.h), on a grid, into `out` with the grid's strides. Without `out` only
 * the range is measured. `range` is widened. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_at_once_noise(const scree_field *field, const scree_grid *grid, float *out, scree_range *range);

/* Evaluates noise at points. Errors, logged: as above. */
scree_result scree_at_once_points(scree_context *context, const scree_point_plan *plan, const scree_points *points,
                                  float *out);

#endif
