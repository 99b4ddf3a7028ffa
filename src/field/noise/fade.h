/*
 * Fractions of a cell and fade weights. Both are taken as zero below 2^-40: products of them then stay among the normal
 * float32 numbers, so that devices which flush subnormal ones to zero agree with those which do not (and processors
 * that slow down on them do not).
 *
 * Fade weights, in float64 on the host, from exact operations in a fixed order. Every one has fade(0) = 0,
 * fade(1 - f) = 1 - fade(f), and fade(f) <= f for f <= 1/2, which the bound in gradients.c needs.
 */
#ifndef SCREE_FADE_H
#define SCREE_FADE_H

#include <scree/noise.h>

static inline double scree_fade_quintic(double f)
{
    return f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
}

static inline double scree_fade_cubic(double f)
{
    return f * f * (3.0 - 2.0 * f);
}

/*
 * (1 - cos(pi f)) / 2 = sin(pi f / 2)^2, the sine by its Taylor series to the 19th power: on [0, pi / 2] its error is
 * below 3e-16, and it is the same on every machine, which a library's sine is not.
 */
static inline double scree_fade_cosine(double f)
{
    static const double coefficient[9] = {
        -1.0 / 6.0,
        1.0 / 120.0,
        -1.0 / 5040.0,
        1.0 / 362880.0,
        -1.0 / 39916800.0,
        1.0 / 6227020800.0,
        -1.0 / 1307674368000.0,
        1.0 / 355687428096000.0,
        -1.0 / 121645100408832000.0,
    };
    double x = f * 1.5707963267948966;
    double square = x * x;
    double series = coefficient[8];
    for (int i = 7; i >= 0; i--) {
        series = series * square + coefficient[i];
    }
    double sine = x + x * square * series;
    return sine * sine;
}

static inline double scree_without_traces(double weight)
{
    return weight < 0x1p-40 ? 0.0 : weight;
}

static inline double scree_fade_curve(scree_fade fade, double f)
{
    switch (fade) {
    case SCREE_FADE_CUBIC:
        return scree_fade_cubic(f);
    case SCREE_FADE_COSINE:
        return scree_fade_cosine(f);
    case SCREE_FADE_LINEAR:
        return f;
    default:
        return scree_fade_quintic(f);
    }
}

/* The weight of a fraction that scree_without_traces() has passed. */
static inline double scree_fade_weight(scree_fade fade, double f)
{
    return scree_without_traces(scree_fade_curve(fade, f));
}

#endif
