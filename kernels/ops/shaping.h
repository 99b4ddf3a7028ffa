/* Instructions of a graph: curves, and mixtures by them. */
#ifndef SCREE_KERNELS_SHAPING_H
#define SCREE_KERNELS_SHAPING_H

#include "base/elementary.h"
#include "ops/rounding.h"

/* A number limited to 0 to 1. */
SCREE_FN scree_f32 scree_op_limited(const scree_f32 x)
{
    scree_f32 raised = scree_maximum(x, scree_f32_in_all(0.0f));
    return scree_op_trimmed(scree_minimum(raised, scree_f32_in_all(1.0f)));
}

/* The derivative of that, which has the ends within: the slope there, or 0 without. */
SCREE_FN scree_f32 scree_op_limited_slope(const scree_f32 x, const scree_f32 slope)
{
    scree_f32 zero = scree_f32_in_all(0.0f);
    return scree_select_less(x, zero, zero, scree_select_less(scree_f32_in_all(1.0f), x, zero, slope));
}

/* The cubic from 0 to 1 that has no slope at either, and its derivative; its argument is limited. */
SCREE_FN scree_f32 scree_op_cubic(const scree_f32 at)
{
    return at * at * (3.0f - (at + at));
}

SCREE_FN scree_f32 scree_op_cubic_slope(const scree_f32 at)
{
    return scree_op_trimmed(at * (1.0f - at) * 6.0f);
}

/* The nearer end is where it starts from, so that both ends are exact. */
SCREE_FN scree_op_result scree_op_mix(const scree_f32 a, const scree_f32 b, const scree_f32 t)
{
    scree_op_result result;
    scree_f32 rest = 1.0f - t;
    scree_f32 change = scree_op_trimmed(b - a);
    scree_f32 mixture = scree_select_less(t, scree_f32_in_all(0.5f), a + t * change, b - rest * change);
    result.value = scree_op_trimmed(mixture);
    result.partial[0] = rest;
    result.partial[1] = t;
    result.partial[2] = change;
    return result;
}

/* From 0 at `low` to 1 where x is greater by a width, whose inverse is given and may be negative. */
SCREE_FN scree_op_result scree_op_smoothstep(const scree_f32 x, const scree_f32 low, const scree_f32 per_width)
{
    scree_op_result result;
    scree_f32 rest = scree_op_trimmed(x - low);
    scree_f32 at = scree_op_limited(rest * per_width);
    scree_f32 slope = scree_op_cubic_slope(at);
    result.value = scree_op_trimmed(scree_op_cubic(at));
    result.partial[0] = scree_op_trimmed(slope * per_width);
    result.partial[1] = scree_op_trimmed(-result.partial[0]);
    result.partial[2] = scree_op_trimmed(slope * rest);
    return result;
}

/*
 * Schlick's bias x / (c * (1 - x) + 1) of x, limited to 0 to 1, where c is 1 / amount - 2. With amounts from 2^-10 to
 * 1 - 2^-10 the divisor is from 2^-10 to 2^10, and not less than x.
 */
SCREE_FN scree_op_result scree_op_bias(const scree_f32 x, const scree_f32 c)
{
    scree_op_result result;
    scree_f32 at = scree_op_limited(x);
    scree_f32 rest = 1.0f - at;
    scree_f32 divisor = c * rest + 1.0f;
    scree_f32 reciprocal = scree_divide(scree_f32_in_all(1.0f), divisor);
    result.value = scree_op_trimmed(scree_divide(at, divisor));
    result.partial[0] = scree_op_limited_slope(x, (c + 1.0f) * (reciprocal * reciprocal));
    result.partial[1] = scree_op_trimmed(-(result.value * rest * reciprocal));
    return result;
}

/* Schlick's gain: the bias by the same number of twice x, halved, up to 1/2, and from there on the same turned around.
 */
SCREE_FN scree_op_result scree_op_gain(const scree_f32 x, const scree_f32 c)
{
    scree_op_result result;
    scree_f32 middle = scree_f32_in_all(0.5f);
    scree_f32 at = scree_op_limited(x);
    scree_f32 nearer = scree_select_less(at, middle, at, 1.0f - at);
    scree_f32 rest = 1.0f - (nearer + nearer);
    scree_f32 divisor = c * rest + 1.0f;
    scree_f32 reciprocal = scree_divide(scree_f32_in_all(1.0f), divisor);
    scree_f32 rise = scree_divide(nearer, divisor);
    scree_f32 by_c = scree_op_trimmed(rise) * rest * reciprocal;
    result.value = scree_op_trimmed(scree_select_less(at, middle, rise, 1.0f - rise));
    result.partial[0] = scree_op_limited_slope(x, (c + 1.0f) * (reciprocal * reciprocal));
    result.partial[1] = scree_op_trimmed(scree_select_less(at, middle, -by_c, by_c));
    return result;
}

/*
 * 1 from `lower` to `upper` and 0 elsewhere; both limits are cubics of a width whose inverse is given, with the limit
 * in the middle. With 0 for the inverse the limits have no width, and there are no slopes.
 */
SCREE_FN scree_op_result scree_op_band(const scree_f32 x, const scree_f32 lower, const scree_f32 upper,
                                       const scree_f32 per_width)
{
    scree_op_result result;
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 above = scree_op_trimmed(x - lower);
    scree_f32 below = scree_op_trimmed(upper - x);
    scree_f32 at_lower = scree_op_limited(above * per_width + 0.5f);
    scree_f32 at_upper = scree_op_limited(below * per_width + 0.5f);
    scree_f32 first = scree_op_cubic(at_lower);
    scree_f32 second = scree_op_cubic(at_upper);
    scree_f32 within = scree_select_less(upper, x, zero, scree_f32_in_all(1.0f));
    scree_f32 sharp = scree_select_less(x, lower, zero, within);
    scree_f32 rising = scree_op_trimmed(scree_op_cubic_slope(at_lower) * second);
    scree_f32 falling = scree_op_trimmed(scree_op_cubic_slope(at_upper) * first);
    scree_f32 by_width = scree_op_trimmed(rising * above) + scree_op_trimmed(falling * below);
    result.value = scree_op_trimmed(scree_select_less(zero, per_width, first * second, sharp));
    result.partial[1] = scree_op_trimmed(-(rising * per_width));
    result.partial[2] = scree_op_trimmed(falling * per_width);
    result.partial[0] = scree_op_trimmed(-(result.partial[1] + result.partial[2]));
    result.partial[3] = scree_op_trimmed(scree_select_less(zero, per_width, by_width, zero));
    return result;
}

/* The sine of x turns. From 2^19 on whole ones are taken off before, which is exact. */
SCREE_FN scree_op_result scree_op_sine(const scree_f32 x)
{
    scree_op_result result;
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 turns = scree_select_less(scree_magnitude(x), scree_f32_in_all(524288.0f), zero, scree_op_whole(x));
    scree_sincos angle = scree_sincos_turns(x - turns);
    result.value = scree_op_trimmed(angle.sine);
    result.partial[0] = scree_op_trimmed(angle.cosine * 6.28318548f);
    return result;
}

#endif
