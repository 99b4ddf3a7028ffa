#include "noise_fractal_definition.h"

/* A ridge (1 - |v|)^2 can exceed 1 beyond 2. */
static double largest(double bound)
{
    return bound > 2.0 ? (bound - 1.0) * (bound - 1.0) : 1.0;
}

const scree_fractal_definition scree_fractal_ridged = {
    .name = "ridged",
    .description = "the sum of (1 - |octave|)^2: sharp crests",
    .octave_shape = SCREE_OCTAVE_RIDGE,
    .largest = largest,
};
