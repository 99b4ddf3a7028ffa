/* One generating job from start to end: into files, into a digest, past a watcher, or into nothing. */
#ifndef GENERATE_H
#define GENERATE_H

#include <scree/scree.h>

#include "digest.h"
#include "engine.h"
#include "outcome.h"
#include "progress.h"

/* Where the samples go, and what is drawn of them; any may be NULL. */
struct destination {
    scree_writer *writer;
    scree_writer *nearest; /* The indices of the nearest voxels, of a distance field. */
    struct digest *digest;
    void (*watch)(void *watcher, const scree_slab *slab);        /* Sees every slab. */
    scree_result (*take)(void *watcher, const scree_slab *slab); /* Takes every slab in the output's type. */
    void *watcher;                                               /* Handed to both. */
    const scree_splat_params *splat;                             /* How a cloud of particles is drawn; with it, */
    scree_histogram *density;                                    /* the sums that it is added to. */
};

/* Waits for a job, shows its progress, and cancels it on Ctrl-C. */
scree_result generate_follow(scree_job *job, struct progress *progress);

/*
 * Makes a field on the engine's device. `grid` is NULL for a distance field, and `output` for float32 as it is. Ctrl-C
 * cancels it: SCREE_ERROR_CANCELLED.
 */
scree_result generate(struct engine *engine, const scree_field *field, const scree_grid *grid,
                      const scree_output *output, const struct destination *destination, struct progress *progress,
                      struct generated *generated);

#endif
