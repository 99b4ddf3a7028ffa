/* Quantiles of the noise, from which `--distribution` makes another distribution (scree/noise.h). */
#ifndef QUANTILES_H
#define QUANTILES_H

#include "engine.h"
#include "options.h"

/* The noise of a recipe is made at the samples of its grid, or elsewhere. */
enum quantiles_samples {
    QUANTILES_AT_GRID,
    QUANTILES_AT_POINTS, /* These have all octaves. */
    QUANTILES_AT_SPHERE, /* Fields of spheres measure by themselves. */
};

/*
 * Stores the quantiles in the noise, so that every file says from which its values were made. Those that it has stay,
 * unless options change the noise. Prints a line and returns an exit code other than 0 on an error.
 */
int quantiles_apply(struct engine *engine, const struct arguments *arguments, enum quantiles_samples samples,
                    const scree_grid *grid, scree_noise_params *noise);

#endif
