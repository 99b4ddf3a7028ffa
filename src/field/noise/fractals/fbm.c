#include "noise_fractal_definition.h"

const scree_fractal_definition scree_fractal_fbm = {
    .name = "fbm",
    .description = "the octaves' sum: land",
    .octave_shape = SCREE_OCTAVE_PLAIN,
    .is_signed = true,
};
