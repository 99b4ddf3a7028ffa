/* The bound of a sum of octaves that depend on one another: Musgrave's fractals. */
#ifndef SCREE_FRACTAL_BOUND_H
#define SCREE_FRACTAL_BOUND_H

#include <scree/noise.h>

/* All numbers from the first to the second. */
typedef struct scree_interval {
    double low;
    double high;
} scree_interval;

/* What is known of the octaves so far: their sum, and the factor of the next. */
typedef struct scree_fractal_bound {
    scree_interval sum;
    scree_interval factor;
} scree_fractal_bound;

/* The bound of no octave. */
scree_fractal_bound scree_fractal_bound_start(void);

/*
 * Adds an octave whose magnitude before it is weighted is at most `bound`, as kernels/fractal.h adds it. Rounding is
 * covered by the headroom that octaves and weights have.
 */
scree_fractal_bound scree_fractal_bound_add(const scree_fractal_bound *before, const scree_noise_params *params,
                                            double weight, double bound);

#endif
