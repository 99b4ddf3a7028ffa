/* Parameters of cellular noise as its kernel takes them, for a number of axes. */
#ifndef SCREE_CELLULAR_OPTIONS_H
#define SCREE_CELLULAR_OPTIONS_H

#include <stdint.h>

#include "noise/kinds/cellular.h"

/* The most axes of cellular noise. */
#define SCREE_CELLULAR_AXES 4

/*
 * The largest distance to the nearest point (rank 1), to the second and third nearest, by a metric
 * (SCREE_KERNEL_METRIC_...): kernels/noise/kinds/cellular.h has the proofs. Squares are those of Euclidean distances.
 */
double scree_cellular_largest(uint32_t metric, uint32_t axes, uint32_t rank, double jitter);

/* `feature` is SCREE_KERNEL_CELLULAR_...; jitter and smoothness are from 0 to 1. */
scree_site_options scree_cellular_options_make(uint32_t metric, uint32_t feature, double jitter, double smoothness,
                                               uint32_t axes);

#endif
