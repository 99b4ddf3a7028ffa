/* What noise becomes that is no samples of a grid: values at points, in runs that fit in memory, and surfaces. */
#ifndef NOISE_VALUES_H
#define NOISE_VALUES_H

#include "digest.h"
#include "field_type.h"
#include "request.h"

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

/* A run of a command: the file, the digest and the outcome. */
struct noise_values_run {
    const struct field_request *field;
    const struct request *request;
    const struct noise_points *points; /* NULL for a grid. */
    scree_volume volume;               /* What the file holds, without key and metadata. */
    bool is_mapped;                    /* The file is told the interval that its type maps. */
    /* Makes the values, which go to a writer and a digest (either may be NULL), and finds both ranges. */
    scree_result (*make)(void *user, scree_writer *writer, struct digest *digest, struct generated *generated);
    void *user;
};

/* Prints one line and returns an exit code when something is wrong. */
int noise_values_run(const struct noise_values_run *run);

/* A description from which the noise, or what is made of it, can be made again; NULL without memory. Free it as a text
   of a recipe. `points` is NULL, or has no path, for a grid. */
char *noise_describe(const struct request *request, const struct noise_points *points);

/* Opens a file for a volume of what is made of noise, and adds key and metadata. */
scree_result noise_file_open(const struct field_request *field, const char *path, const struct request *request,
                             const struct noise_points *points, scree_volume volume, scree_writer **writer);

#endif
