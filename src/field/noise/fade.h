/* Fade weights, and fractions of a cell, without traces: values so small that they are taken as zero. */
#ifndef SCREE_FADE_H
#define SCREE_FADE_H

#include "fade_curve.h"

static inline double scree_without_traces(double weight)
{
    return weight < SCREE_FADE_TRACE ? 0.0 : weight;
}

/* The weight of a fraction that scree_without_traces() has passed. */
static inline double scree_fade_weight(scree_noise_fade fade, double f)
{
    return scree_without_traces(scree_fade_curve(fade, f));
}

#endif
