/*
 * Cases of the conformance table of distance fields, by rule from a seed: every method and surface meets every shape,
 * and what else there is to choose is drawn.
 */
#ifndef SCREE_TEST_DISTANCE_CASES_H
#define SCREE_TEST_DISTANCE_CASES_H

#include "volumes.h"

typedef struct distance_case {
    char name[160];
    const char *edge;     /* The name of an edge case; NULL for others. */
    bool has_drawn_shape; /* One that the table does not have. */
    scree_distance_params params;
    volume_kind kind;
    uint64_t seed; /* Seed of the solid. */
    bool wants_nearest;
} distance_case;

unsigned distance_case_count(void);

/* Case `number`; `seed` draws what the table leaves open. */
distance_case distance_case_make(unsigned number, uint64_t seed);

uint64_t distance_case_voxels(const distance_case *c);

#endif
