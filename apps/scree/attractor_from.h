/* --from: a cloud that goes on from the coordinates in a file. */
#ifndef ATTRACTOR_FROM_H
#define ATTRACTOR_FROM_H

#include "engine.h"
#include "npy_rows.h"

/*
 * Opens a file that --points wrote, whose sidecar says how its particles move; `params` are then theirs, with their
 * positions. Prints one line and returns an exit code when something is wrong. Close the rows in any case.
 */
int attractor_from_open(struct engine *engine, const char *path, struct npy_rows *rows, scree_particle_params *params);

#endif
