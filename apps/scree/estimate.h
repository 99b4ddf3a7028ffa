/* How long the CPU would take for a field, from a small part of it: too short, and a GPU is not worth starting. */
#ifndef ESTIMATE_H
#define ESTIMATE_H

#include <scree/scree.h>

/* The work that a device is wanted for; all 0 where it is not known. */
struct work {
    const scree_field *field; /* Noise on a grid. */
    const scree_grid *grid;
    double voxels; /* Voxels of a distance field. */
};

/* Seconds of work for all the threads that are asked for; 0 = one for each processor. 0 where nothing is known. */
double estimate_cpu_seconds(const struct work *work, uint32_t threads);

#endif
