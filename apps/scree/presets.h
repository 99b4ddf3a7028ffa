/* Named recipes. */
#ifndef PRESETS_H
#define PRESETS_H

#include <stdbool.h>

#include <scree/noise.h>

struct preset {
    const char *name;
    const char *description;
    scree_noise_params noise;
    double density; /* Lattice cells along x in the first octave. */
    bool seamless;  /* The period is the picture's extent. */
};

/* NULL for a number that is not a preset. Preset 0 is the command's default. */
const struct preset *preset_at(int number);

#endif
