/*
 * Rivers with their derivatives: those of the line that is least at the sample. The distance rises in the direction
 * away from it; at the line itself it does not. Numbers are trimmed before they are multiplied: no product is
 * subnormal.
 */
#ifndef SCREE_KERNELS_RIVERS_DUAL_H
#define SCREE_KERNELS_RIVERS_DUAL_H

#include "base/dual.h"
#include "noise/kinds/rivers.h"

SCREE_FN_APART scree_rivers_ground scree_rivers_with_slope(const scree_site site, const scree_site_source source)
{
    return scree_rivers_at(site, source);
}

SCREE_FN scree_f32 scree_rivers_rise(const scree_rivers_ground ground, const scree_f32 away, const scree_f32 along,
                                     const float steepness)
{
    scree_f32 least = scree_f32_in_all(0.000000000931322574615478515625f);
    scree_f32 far = scree_divide(scree_dual_trimmed(away), scree_maximum(ground.distance, least));
    return scree_dual_trimmed(far) * steepness + scree_dual_trimmed(along);
}

SCREE_FN scree_dual scree_rivers_dual(const scree_site site, const scree_index axes, const scree_site_source source)
{
    SCREE_UNUSED(axes);
    scree_rivers_scale scale = scree_rivers_scale_of(source);
    scree_rivers_ground ground = scree_rivers_with_slope(site, source);
    scree_dual dual = scree_dual_constant(scree_rivers_scaled(ground.value, scale), scree_zero());
    scree_f32 one = scree_f32_in_all(1.0f);
    scree_f32 slope_x = scree_rivers_rise(ground, ground.away.x, ground.slope.x, scale.steepness) * scale.factor;
    scree_f32 slope_y = scree_rivers_rise(ground, ground.away.y, ground.slope.y, scale.steepness) * scale.factor;
    scree_f32 size = scree_maximum(dual.value, -dual.value);
    dual.slope[0] = scree_select_less(size, one, slope_x, scree_zero());
    dual.slope[1] = scree_select_less(size, one, slope_y, scree_zero());
    return scree_dual_amplified(dual, source.amplitude);
}

#endif
