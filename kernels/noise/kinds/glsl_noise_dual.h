/* The noises of McEwan, Sheets, Gustavson and Richardson with their derivatives. */
#ifndef SCREE_KERNELS_GLSL_NOISE_DUAL_H
#define SCREE_KERNELS_GLSL_NOISE_DUAL_H

#include "noise/kinds/glsl_noise.h"

/* One octave of their Perlin noise in two or three axes. */
SCREE_FN scree_dual scree_glsl_perlin_dual(const scree_site site, const scree_index axes,
                                           const scree_site_source source)
{
    return scree_dual_amplified(scree_glsl_perlin_of(site, axes, source), source.amplitude);
}

/*
 * One octave of their simplex noise in two or three axes. A step along an axis of the lattice is one along the same
 * axis of space, less a share of a step along all of them.
 */
SCREE_FN scree_dual scree_glsl_simplex_dual(const scree_site site, const scree_index axes,
                                            const scree_site_source source)
{
    scree_dual dual = scree_glsl_simplex_of(site, axes, source);
    scree_f32 share;
    if (axes == 2u) {
        share = (dual.slope[0] + dual.slope[1]) * 0.211324871f;
    } else {
        share = (dual.slope[0] + dual.slope[1] + dual.slope[2]) * 0.166666672f;
    }
    dual.slope[0] = dual.slope[0] - share;
    dual.slope[1] = dual.slope[1] - share;
    dual.slope[2] = dual.slope[2] - share;
    return scree_dual_amplified(dual, source.amplitude);
}

#endif
