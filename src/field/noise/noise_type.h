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

/* The noise of a plan, which is one of noise. */
static inline const scree_plan *scree_noise_plan_of(const scree_field_plan *plan)
{
    return plan->part;
}

#endif
