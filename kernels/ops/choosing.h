/* Instructions of a graph: the lesser and the greater of numbers, and what lies within limits. */
#ifndef SCREE_KERNELS_CHOOSING_H
#define SCREE_KERNELS_CHOOSING_H

#include "ops/op_result.h"

/* Derivatives of two equal numbers are those of the second one. */
SCREE_FN scree_op_result scree_op_min(const scree_f32 a, const scree_f32 b)
{
    scree_op_result result;
    result.value = scree_minimum(a, b);
    result.partial[0] = scree_select_less(a, b, scree_f32_in_all(1.0f), scree_f32_in_all(0.0f));
    result.partial[1] = 1.0f - result.partial[0];
    return result;
}

SCREE_FN scree_op_result scree_op_max(const scree_f32 a, const scree_f32 b)
{
    scree_op_result result;
    result.value = scree_maximum(a, b);
    result.partial[0] = scree_select_less(b, a, scree_f32_in_all(1.0f), scree_f32_in_all(0.0f));
    result.partial[1] = 1.0f - result.partial[0];
    return result;
}

/*
 * By how much a rounded minimum is below the exact one: height^2 * radius / 4 with height = overlap / radius, where the
 * overlap is the radius less the difference of both numbers, if that is positive. The radius is at least 2^-20, and its
 * inverse is given. An overlap that is not 0 is more than 2^-25 of the radius, so that no product is subnormal.
 */
SCREE_STRUCT(scree_op_fillet)
{
    scree_f32 overlap;
    scree_f32 height;
    scree_f32 depth;
};

SCREE_FN scree_op_fillet scree_op_fillet_between(const scree_f32 a, const scree_f32 b, const scree_f32 radius,
                                                 const scree_f32 per_radius)
{
    scree_op_fillet fillet;
    fillet.overlap = scree_maximum(radius - scree_magnitude(a - b), scree_f32_in_all(0.0f));
    fillet.height = fillet.overlap * per_radius;
    fillet.depth = fillet.height * fillet.height * (radius * 0.25f);
    return fillet;
}

/* The derivatives of the depth for the radius and for its inverse. */
SCREE_FN scree_f32 scree_op_fillet_by_radius(const scree_op_fillet fillet)
{
    return fillet.height * (0.25f * fillet.height + 0.5f);
}

SCREE_FN scree_f32 scree_op_fillet_by_inverse(const scree_op_fillet fillet, const scree_f32 radius)
{
    return fillet.height * 0.5f * (radius * fillet.overlap);
}

/* Where both numbers are equal, each has half of the slope. That the radius times its inverse is 1 is made use of. */
SCREE_FN scree_op_result scree_op_smin(const scree_f32 a, const scree_f32 b, const scree_f32 radius,
                                       const scree_f32 per_radius)
{
    scree_op_result result;
    scree_op_fillet fillet = scree_op_fillet_between(a, b, radius, per_radius);
    scree_f32 less = fillet.height * 0.5f;
    result.value = scree_op_trimmed(scree_minimum(a, b) - fillet.depth);
    result.partial[0] = scree_select_less(a, b, 1.0f - less, less);
    result.partial[1] = 1.0f - result.partial[0];
    result.partial[2] = scree_op_trimmed(-scree_op_fillet_by_radius(fillet));
    result.partial[3] = scree_op_trimmed(-scree_op_fillet_by_inverse(fillet, radius));
    return result;
}

SCREE_FN scree_op_result scree_op_smax(const scree_f32 a, const scree_f32 b, const scree_f32 radius,
                                       const scree_f32 per_radius)
{
    scree_op_result result;
    scree_op_fillet fillet = scree_op_fillet_between(a, b, radius, per_radius);
    scree_f32 less = fillet.height * 0.5f;
    result.value = scree_op_trimmed(scree_maximum(a, b) + fillet.depth);
    result.partial[0] = scree_select_less(b, a, 1.0f - less, less);
    result.partial[1] = 1.0f - result.partial[0];
    result.partial[2] = scree_op_trimmed(scree_op_fillet_by_radius(fillet));
    result.partial[3] = scree_op_trimmed(scree_op_fillet_by_inverse(fillet, radius));
    return result;
}

/* The high limit where the low one is above it. At the low limit the derivatives are those of x, at the high one those
   of the limit. */
SCREE_FN scree_op_result scree_op_clamp(const scree_f32 x, const scree_f32 low, const scree_f32 high)
{
    scree_op_result result;
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 one = scree_f32_in_all(1.0f);
    scree_f32 raised = scree_maximum(x, low);
    scree_f32 within = scree_select_less(raised, high, one, zero);
    result.value = scree_minimum(raised, high);
    result.partial[0] = scree_select_less(x, low, zero, within);
    result.partial[1] = scree_select_less(x, low, within, zero);
    result.partial[2] = 1.0f - within;
    return result;
}

SCREE_FN scree_op_result scree_op_step(const scree_f32 x, const scree_f32 edge)
{
    scree_op_result result;
    scree_f32 zero = scree_f32_in_all(0.0f);
    result.value = scree_select_less(x, edge, zero, scree_f32_in_all(1.0f));
    result.partial[0] = zero;
    result.partial[1] = zero;
    return result;
}

#endif
