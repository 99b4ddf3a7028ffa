/*
 * Simplex noise and both kinds of OpenSimplex2 with their derivatives.
 *
 * A corner adds r^4 (g . u), where u is the displacement from it, g its gradient, and its reach r is
 *
 *     k (R^2 - (sum of u_a^2) + (sum of u_a)^2 / (n + 1))
 *
 * with the radius R in n axes, times a factor k that is its function's own. The derivative along axis a is
 *
 *     r^4 g_a + 4 r^3 (g . u) * 2 k ((sum of u_b) / (n + 1) - u_a).
 *
 * Sums over the corners of r^4 g_a and of r^3 (g . u) u_a are all that it takes; the sum over the axes is theirs.
 */
#ifndef SCREE_KERNELS_SIMPLEX_DUAL_H
#define SCREE_KERNELS_SIMPLEX_DUAL_H

#include "noise/kinds/opensimplex2.h"

/* The derivative of all corners together; `pulls` is 8 k, and `total` that over n + 1. */
SCREE_FN scree_dual scree_simplex_derive(const scree_simplex_part part, const scree_index axes, const float pulls,
                                         const float total)
{
    scree_f32 sum = part.pull[0] + part.pull[1];
    if (axes > 2u) {
        sum = sum + part.pull[2];
    }
    if (axes > 3u) {
        sum = sum + part.pull[3];
    }
    scree_f32 share = sum * total;
    scree_dual dual;
    dual.value = part.value;
    dual.slope[0] = part.gradient[0] + (share - part.pull[0] * pulls);
    dual.slope[1] = part.gradient[1] + (share - part.pull[1] * pulls);
    dual.slope[2] = part.gradient[2] + (share - part.pull[2] * pulls);
    dual.slope[3] = part.gradient[3] + (share - part.pull[3] * pulls);
    return dual;
}

SCREE_FN scree_dual scree_simplex_dual(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_simplex_part part = scree_simplex_of(site, axes, source);
    scree_dual dual;
    if (axes == 2u) {
        dual = scree_simplex_derive(part, 2u, 12.0f, 4.0f);
    } else if (axes == 3u) {
        dual = scree_simplex_derive(part, 3u, 8.0f, 2.0f);
    } else {
        dual = scree_simplex_derive(part, 4u, 8.0f, 1.6f);
    }
    return dual;
}

SCREE_FN scree_dual scree_opensimplex2_dual(const scree_site site, const scree_index axes,
                                            const scree_site_source source)
{
    return scree_simplex_dual(site, axes, source);
}

SCREE_FN scree_dual scree_opensimplex2s_dual(const scree_site site, const scree_index axes,
                                             const scree_site_source source)
{
    scree_simplex_part part = scree_opensimplex2s_of(site, axes, source);
    scree_dual dual;
    if (axes == 2u) {
        dual = scree_simplex_derive(part, 2u, 12.0f, 4.0f);
    } else {
        dual = scree_simplex_derive(part, 3u, 4.0f, 1.0f);
    }
    return dual;
}

#endif
