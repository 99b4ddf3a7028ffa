/* Noise at points, in runs that fit in memory. */
#ifndef NOISE_VALUES_H
#define NOISE_VALUES_H

#include "engine.h"
#include "progress.h"

/* The most points of a run. */
#define NOISE_VALUES_MOST ((uint64_t)1 << 20)

struct noise_values {
    struct engine *engine;
    const scree_field *field;
    struct progress *progress;
    uint64_t count; /* Of all points. */
    unsigned pass;  /* Of how often all of them are evaluated, from 0, */
    unsigned passes;
    void *user;
    /* Says where the `points->count` points from number `first` on lie. */
    void (*find)(void *user, uint64_t first, scree_points *points);
    /* Takes their values, which it may change; NULL where the range is all that is wanted. */
    scree_result (*take)(void *user, float *values, uint64_t count);
};

/* Evaluates a field at all points, on the engine's device, and finds the range of the values. Ctrl-C cancels it:
   SCREE_ERROR_CANCELLED. */
scree_result noise_values_make(const struct noise_values *making, scree_range *range);

#endif
