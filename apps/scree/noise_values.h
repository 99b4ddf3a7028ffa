/* Noise at points, in runs that fit in memory. */
#ifndef NOISE_VALUES_H
#define NOISE_VALUES_H

#include "digest.h"
#include "field_type.h"

/* The most points of a run. */
#define NOISE_VALUES_MOST ((uint64_t)1 << 20)

struct noise_values {
    struct engine *engine;
    const scree_field *field;
    struct progress *progress;
    struct digest *digest; /* Adds up the values; NULL where none is asked for. */
    uint64_t count;        /* The number of all points, */
    uint32_t channels;     /* and that of the numbers at each; the range is that of the first of them. */
    unsigned pass;         /* The number of this evaluation of all points, from 0, */
    unsigned passes;       /* and how many evaluations there are. */
    void *user;
    /* Says where the `points->count` points from number `first` on lie. */
    void (*find)(void *user, uint64_t first, scree_points *points);
    /* Takes the values at `count` points, which it may change; NULL where the range is all that is wanted. */
    scree_result (*take)(void *user, float *values, uint64_t count);
};

/* Evaluates a field at all points, on the engine's device, and finds the range of the values. Ctrl-C cancels it:
   SCREE_ERROR_CANCELLED. */
scree_result noise_values_make(const struct noise_values *job, scree_range *range);

/* Opens the request's file for a volume, whose metadata are an allocated text, freed here; NULL = out of memory. */
scree_result noise_values_open(struct engine *engine, const struct field_request *field, scree_volume volume,
                               char *metadata, scree_writer **writer);

#endif
