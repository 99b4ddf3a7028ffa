/* Runs of a cloud: into coordinates, one picture, or a frame of many. */
#ifndef ATTRACTOR_RUN_H
#define ATTRACTOR_RUN_H

#include "attractor.h"

/* A run, as its watchers and files see it. */
struct attractor_run {
    struct engine *engine;
    struct field_request *field;
    struct attractor *cloud;
    struct progress *progress;
    struct outcome *outcome;
};

/* All functions print one line and return an exit code when something is wrong. */

/* Makes everything that is asked for. */
int attractor_run(struct engine *engine, struct field_request *field, struct progress *progress,
                  struct outcome *outcome);

/* Makes a cloud of complete parameters with its files. `is_watched`: coordinates come to the host. */
int attractor_run_files(struct attractor_run *run, const scree_particle_params *params, bool is_watched);

/* Moves a cloud without drawing it. */
int attractor_run_move(struct attractor_run *run, const scree_particle_params *params);

#endif
