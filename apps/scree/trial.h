/* How long the engine's device takes for a field, guessed from a short trial with a part of it. */
#ifndef TRIAL_H
#define TRIAL_H

#include <scree/scree.h>

#include "engine.h"

/* A part of a field. */
struct trial_part {
    scree_field *field; /* A reference that the part holds. */
    scree_grid grid;    /* Of a field without a volume of its own; its axes are 0 otherwise. */
    double share;       /* Of the work of the whole field: greater than 0, and 1 for all of it. */
};

/* Makes a part that has about a share of the work, but 0 for the smallest one. */
typedef scree_result (*trial_make)(const void *user, double share, struct trial_part *part);

struct trial {
    double share;   /* Of the work, and */
    double seconds; /* how long it took. Both 0 where there was none. */
};

/* Computes parts of growing size, into nothing, until one takes long enough to be measured. Ctrl-C ends it:
   SCREE_ERROR_CANCELLED. `output` is NULL for float32 as it is; its range is not measured. */
scree_result trial_run(struct engine *engine, trial_make make, const void *user, const scree_output *output,
                       struct trial *trial);

/* The same with a part of a grid. */
scree_result trial_run_grid(struct engine *engine, const scree_field *field, const scree_grid *grid,
                            const scree_output *output, struct trial *trial);

#endif
