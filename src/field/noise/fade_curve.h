/*
 * The curves of fade weights, in float64 on the host, from exact operations in a fixed order. Every one has fade(0) =
 * 0, fade(1 - f) = 1 - fade(f), and fade(f) <= f for f <= 1/2, which the bound in gradients.c needs.
 *
 * SCREE_NOISE_FADE_NUMBER is a type of the compiler's vector extension where a file defines it before it includes this
 * one.
 */
#ifndef SCREE_FADE_CURVE_H
#define SCREE_FADE_CURVE_H

#include <scree/noise.h>

#ifndef SCREE_NOISE_FADE_NUMBER
#define SCREE_NOISE_FADE_NUMBER double
#endif

/*
 * Fractions of a cell and fade weights below this are taken as zero: products of them then stay among the normal
 * float32 numbers, so that devices which flush subnormal ones to zero agree with those which do not (and processors
 * that slow down on them do not).
 */
#define SCREE_FADE_TRACE 0x1p-40

static inline SCREE_NOISE_FADE_NUMBER scree_fade_quintic(SCREE_NOISE_FADE_NUMBER f)
{
    return f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
}

static inline SCREE_NOISE_FADE_NUMBER scree_fade_cubic(SCREE_NOISE_FADE_NUMBER f)
{
    return f * f * (3.0 - 2.0 * f);
}

/*
 * (1 - cos(pi f)) / 2 = sin(pi f / 2)^2, the sine by its Taylor series to the 19th power: on [0, pi / 2] its error is
 * below 3e-16, and it is the same on every machine, which a library's sine is not.
 */
static inline SCREE_NOISE_FADE_NUMBER scree_fade_cosine(SCREE_NOISE_FADE_NUMBER f)
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
    SCREE_NOISE_FADE_NUMBER x = f * 1.5707963267948966;
    SCREE_NOISE_FADE_NUMBER square = x * x;
    SCREE_NOISE_FADE_NUMBER series = square * coefficient[8] + coefficient[7];
    for (int i = 6; i >= 0; i--) {
        series = series * square + coefficient[i];
    }
    SCREE_NOISE_FADE_NUMBER sine = x + x * square * series;
    return sine * sine;
}

static inline SCREE_NOISE_FADE_NUMBER scree_fade_curve(scree_noise_fade fade, SCREE_NOISE_FADE_NUMBER f)
{
    switch (fade) {
    case SCREE_NOISE_FADE_CUBIC:
        return scree_fade_cubic(f);
    case SCREE_NOISE_FADE_COSINE:
        return scree_fade_cosine(f);
    case SCREE_NOISE_FADE_LINEAR:
        return f;
    default:
        return scree_fade_quintic(f);
    }
}

#endif
