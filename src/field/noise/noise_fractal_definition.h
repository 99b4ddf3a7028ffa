/*
 * The definition of a fractal on the host: all that its row in kernels/noise/fractal.h does not say. Each fractal has a
 * file of its own in fractals/.
 */
#ifndef SCREE_NOISE_FRACTAL_DEFINITION_H
#define SCREE_NOISE_FRACTAL_DEFINITION_H

#include "noise/fractal.h"
#include "fractal_bound.h"
#include "noise_parameter_rows.h"

/* How graphs shape octaves of a field that is no noise. */
typedef enum scree_octave_shape {
    SCREE_OCTAVE_UNKNOWN = 0, /* They do not. */
    SCREE_OCTAVE_PLAIN,
    SCREE_OCTAVE_MAGNITUDE,
    SCREE_OCTAVE_RIDGE /* The square of 1 less the magnitude. */
} scree_octave_shape;

typedef struct scree_fractal_definition {
    const char *name;
    const char *description; /* A line for people. */
    scree_noise_parameter_rows parameters;
    /* Makes the numbers that the kernel reads, all of them zero before; NULL where it reads none. */
    void (*make_options)(const scree_noise_params *params, scree_fractal_options *options);
    /* The largest value of an octave whose magnitude is at most `bound`; NULL for that itself, and with state. */
    double (*largest)(double bound);
    bool is_signed; /* Octaves may have either sign. */
    scree_octave_shape octave_shape;
    /* Adds an octave to a bound of a fractal with state, as scree_fractal_bound_add() does; NULL without state. */
    scree_fractal_bound (*add)(const scree_fractal_bound *before, const scree_noise_params *params, double weight,
                               double bound);
} scree_fractal_definition;

#define SCREE_DECLARE_FRACTAL(FRACTAL, name, number, shape, normalise) \
    extern const scree_fractal_definition scree_fractal_##name;
SCREE_FRACTALS(SCREE_DECLARE_FRACTAL)
#undef SCREE_DECLARE_FRACTAL

/* The number of fractals. */
enum {
#define SCREE_COUNT_FRACTAL(FRACTAL, name, number, shape, normalise) +1
    SCREE_FRACTAL_COUNT = 0 SCREE_FRACTALS(SCREE_COUNT_FRACTAL)
#undef SCREE_COUNT_FRACTAL
};

/* The definition of a fractal; NULL for a number that is not one. */
const scree_fractal_definition *scree_fractal_definition_of(scree_noise_fractal fractal);

#endif
