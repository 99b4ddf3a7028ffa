/* One generating job from start to end: into a file, into a digest, or into nothing. */
#ifndef GENERATE_H
#define GENERATE_H

#include <scree/scree.h>

#include "digest.h"
#include "engine.h"
#include "progress.h"

/* Where the samples go; either may be NULL. */
struct destination {
    scree_writer *writer;
    struct digest *digest;
};

/* Waits for a job, shows its progress, and cancels it on Ctrl-C. */
scree_result generate_follow(scree_job *job, struct progress *progress);

struct generated {
    double seconds;        /* From the start of the job to its end. */
    double device_seconds; /* That the device itself was at work; 0 for the CPU. */
    scree_range measured;  /* Exact minimum and maximum of the field. */
    scree_range mapped;    /* The interval that the output maps. */
};

/*
 * Makes a field on the engine's device. `grid` is NULL for a distance field, and `output` for float32 as it is. Ctrl-C
 * cancels it: SCREE_ERROR_CANCELLED.
 */
scree_result generate(struct engine *engine, const scree_field *field, const scree_grid *grid,
                      const scree_output *output, const struct destination *destination, struct progress *progress,
                      struct generated *generated);

#endif
