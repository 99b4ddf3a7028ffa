/* One cloud of `scree attractor`, or a part of it, made into files or into the picture. */
#ifndef ATTRACTOR_FILES_H
#define ATTRACTOR_FILES_H

#include "attractor.h"

/* A run, as its watchers and files see it. */
struct attractor_run {
    struct engine *engine;
    struct field_request *field;
    struct attractor *cloud;
    struct progress *progress;
    struct outcome *outcome;
};

/* All functions take complete parameters, print one line, and return an exit code when something is wrong. */

/* Makes a cloud with its files. `is_watched`: coordinates come to the host. */
int attractor_files_make(struct attractor_run *run, const scree_particle_params *params, bool is_watched);

/* Moves a cloud without drawing it. */
int attractor_files_move(struct attractor_run *run, const scree_particle_params *params);

/* Adds a cloud to the picture, which is not written yet. */
int attractor_files_draw(struct attractor_run *run, const scree_particle_params *params);

#endif
