/* --from: a cloud that goes on from the coordinates in a file. */
#ifndef ATTRACTOR_FROM_H
#define ATTRACTOR_FROM_H

#include <stddef.h>

#include "engine.h"

struct attractor_from {
    void *map; /* The file in memory; NULL without one. */
    size_t bytes;
};

/*
 * Opens a file that --points wrote, whose sidecar says how its particles move; `params` are then theirs, with their
 * places. Prints one line and returns an exit code when something is wrong. Close it in any case.
 */
int attractor_from_open(struct engine *engine, const char *path, struct attractor_from *from,
                        scree_particle_params *params);
void attractor_from_close(struct attractor_from *from);

#endif
