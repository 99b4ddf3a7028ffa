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

/* Evaluates noise at points on the caller's thread. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_at_once_points(scree_context *context, const scree_point_plan *plan, const scree_points *points,
                                  float *out);

#endif
