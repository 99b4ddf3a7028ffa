/* Trials: a part of a field is computed on the engine's device, from which the time for the whole field is guessed. */
#ifndef TRIAL_H
#define TRIAL_H

#include <scree/scree.h>

#include "engine.h"

/* A part of a field. */
struct trial_part {
    scree_field *field; /* A reference that the part holds. */
    scree_grid grid;    /* The grid of a field without a volume of its own; otherwise its axes are 0. */
    double share;       /* The part's share of the work: greater than 0, and 1 for the whole field. */
};

/* Makes a part that has about a share of the work, but 0 for the smallest one. */
typedef scree_result (*trial_make)(const void *user, double share, struct trial_part *part);

struct trial {
    double share;   /* The share of the work that was done, */
    double seconds; /* and how long it took. Both are 0 where there was no trial. */
};

/* Computes parts of growing size, into nothing, until one takes long enough to be measured. Ctrl-C ends it:
   SCREE_ERROR_CANCELLED. `output` is NULL for float32 as it is; its range is not measured. */
scree_result trial_run(struct engine *engine, trial_make make, const void *user, const scree_output *output,
                       struct trial *trial);

/* The same with a part of a grid. */
scree_result trial_run_grid(struct engine *engine, const scree_field *field, const scree_grid *grid,
                            const scree_output *output, struct trial *trial);

#endif
