/* The bound of a sum of octaves that depend on one another, and the arithmetic of intervals that it is made by. */
#ifndef SCREE_FRACTAL_BOUND_H
#define SCREE_FRACTAL_BOUND_H

#include <stdbool.h>

/* All numbers from the first to the second. */
typedef struct scree_interval {
    double low;
    double high;
} scree_interval;

/* The smallest interval that has all numbers of both. */
scree_interval scree_interval_hull(scree_interval a, scree_interval b);

scree_interval scree_interval_add(scree_interval a, scree_interval b);
scree_interval scree_interval_multiply(scree_interval a, scree_interval b);
scree_interval scree_interval_scale(scree_interval a, double factor);
scree_interval scree_interval_square(scree_interval a);

/* The interval of the next octave's factor, which is `a` limited to at most 1, with 0 for small numbers. */
scree_interval scree_interval_factor(scree_interval a);

/*
 * Bounds of the octaves so far: their sum, and the factor of the next; of none, 0 and 1. Rounding is covered by
 * the headroom that octaves and weights have.
 */
typedef struct scree_fractal_bound {
    scree_interval sum;
    scree_interval factor;
} scree_fractal_bound;

#endif
