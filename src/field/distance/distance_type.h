/* Distances as a field type: their parts of fields and of plans, which are one. */
#ifndef SCREE_DISTANCE_TYPE_H
#define SCREE_DISTANCE_TYPE_H

#include "distance_plan.h"
#include "field_type.h"

extern const scree_field_type scree_distance_type;

/* The distances of a plan, which is one of distances. */
static inline const scree_distance_plan *scree_distance_plan_of(const scree_field_plan *plan)
{
    return plan->part;
}

#endif
