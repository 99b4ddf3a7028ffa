/* Rivers: samples by themselves (rivers_courses.h). */
#ifndef SCREE_KERNELS_RIVERS_H
#define SCREE_KERNELS_RIVERS_H

#include "noise/kinds/rivers_tree.h"

/* The ground at a sample. */
SCREE_FN scree_rivers_ground scree_rivers_at(const scree_site site, const scree_site_source source)
{
    return scree_rivers_seen(scree_rivers_ground_start(), site, source);
}

SCREE_FN_APART scree_f32 scree_rivers_value(const scree_site site, const scree_site_source source)
{
    return scree_rivers_at(site, source).value;
}

/* One octave of rivers. */
SCREE_FN scree_f32 scree_rivers_sample(const scree_site site, const scree_index axes, const scree_site_source source)
{
    SCREE_UNUSED(axes);
    return scree_rivers_scaled(scree_rivers_value(site, source), scree_rivers_scale_of(source)) * source.amplitude;
}

#endif
