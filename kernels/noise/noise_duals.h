/* One octave of the kinds of noise that have derivatives (SCREE_DUAL_KINDS), with them: scree_NAME_dual(). */
#ifndef SCREE_KERNELS_NOISE_DUALS_H
#define SCREE_KERNELS_NOISE_DUALS_H

#include "noise/fractal_dual.h"
#include "noise/kinds/kind_duals.h"
#include "noise/node_dual.h"
#include "noise/noise_kinds.h"

/* Derivatives along the axes of a cell, for each cell of the first octave. */
SCREE_FN scree_dual scree_dual_of_cell(const scree_dual dual, const scree_f32 frequency)
{
    return scree_dual_scaled(dual, dual.value, frequency);
}

/* One octave of a kind of cells, with derivatives for each cell of the octave. */
SCREE_FN scree_dual scree_kind_dual(const scree_index kind, const scree_cell cell, const scree_index axes,
                                    const scree_octave_source source, const scree_index fade)
{
    scree_dual dual = scree_dual_constant(source.amplitude, source.amplitude);
#define SCREE_KIND_DUAL(KIND, name, number, traits, sample, min_axes, max_axes) \
    if (kind == number) {                                                       \
        dual = scree_##name##_dual(cell, axes, source, fade);                   \
    }
    SCREE_NODE_KINDS(SCREE_KIND_DUAL)
#undef SCREE_KIND_DUAL
    return dual;
}

/* A factor of slopes: cells along an axis of the lattice for each cell along one of the field. */
SCREE_FN scree_f32 scree_site_slope(const scree_site_source source, const scree_index axes, const scree_index row,
                                    const scree_index axis)
{
    return scree_f32_from_bits(scree_u32_from_index(scree_table_word(source.slopes, row * axes + axis)));
}

/* The derivative along an axis of the field. */
SCREE_FN scree_f32 scree_site_slope_along(const scree_dual dual, const scree_site_source source, const scree_index axes,
                                          const scree_index axis)
{
    scree_f32 sum = dual.slope[0] * scree_site_slope(source, axes, 0u, axis);
    if (axes > 1u) {
        sum = sum + dual.slope[1] * scree_site_slope(source, axes, 1u, axis);
    }
    if (axes > 2u) {
        sum = sum + dual.slope[2] * scree_site_slope(source, axes, 2u, axis);
    }
    if (axes > 3u) {
        sum = sum + dual.slope[3] * scree_site_slope(source, axes, 3u, axis);
    }
    return sum;
}

/* Derivatives along the axes of the field instead of those of the lattice. */
SCREE_FN scree_dual scree_dual_of_site(const scree_dual dual, const scree_site_source source, const scree_index axes)
{
    scree_dual rotated = dual;
    rotated.slope[0] = scree_site_slope_along(dual, source, axes, 0u);
    if (axes > 1u) {
        rotated.slope[1] = scree_site_slope_along(dual, source, axes, 1u);
    }
    if (axes > 2u) {
        rotated.slope[2] = scree_site_slope_along(dual, source, axes, 2u);
    }
    if (axes > 3u) {
        rotated.slope[3] = scree_site_slope_along(dual, source, axes, 3u);
    }
    return rotated;
}

/* One octave of any kind but white noise at one site. */
SCREE_FN scree_dual scree_site_dual(const scree_index kind, const scree_site site, const scree_index axes,
                                    const scree_site_source source)
{
    scree_dual dual = scree_dual_constant(source.amplitude, source.amplitude);
    if (!scree_kind_has(kind, SCREE_KIND_SITES)) {
        dual = scree_kind_dual(kind, scree_site_cell(site, axes, source), axes, scree_site_octave_source(source),
                               source.options.word[SCREE_SITE_OPTION_FADE]);
    }
#define SCREE_SITE_DUAL(KIND, name, number, traits, sample, min_axes, max_axes) \
    if (kind == number && axes >= min_axes && axes <= max_axes) {               \
        dual = scree_##name##_dual(site, axes, source);                         \
    }
    SCREE_SITE_KINDS(SCREE_SITE_DUAL)
#undef SCREE_SITE_DUAL
    return scree_dual_of_site(dual, source, axes);
}

#endif
