#include "noise_fractal_definition.h"

const scree_fractal_definition scree_fractal_billow = {
    .name = "billow",
    .description = "the sum of the octaves' absolute values: rounded heaps with sharp valleys",
    .octave_shape = SCREE_OCTAVE_MAGNITUDE,
};
