/*
 * Derivatives of warped fields, by the chain rule: a displaced sample moves as the sample does, and besides by the
 * derivatives of its displacement.
 */
#ifndef SCREE_KERNELS_WARP_DUAL_H
#define SCREE_KERNELS_WARP_DUAL_H

#include "base/dual.h"
#include "noise/fractal_state.h"

/* Derivatives of a displacement: entry 4 * component + axis. */
SCREE_STRUCT(scree_warp_slopes)
{
    scree_f32 slope[16];
};

/*
 * A slope that is a factor. Below 2^-51 it is taken as zero: products of others are multiples of 2^-125, and so are
 * their sums, none of which is subnormal. Beyond 2^30 it is cut off, so that no chain of warps leaves what a float can
 * hold.
 */
SCREE_FN scree_f32 scree_warp_factor(const scree_f32 slope)
{
    scree_f32 least = scree_f32_from_bits(scree_u32_from_index(0x26000000u));
    scree_f32 most = scree_f32_from_bits(scree_u32_from_index(0x4e800000u));
    scree_f32 kept = scree_maximum(scree_minimum(slope, most), -most);
    return scree_select_less(scree_magnitude(slope), least, scree_f32_from_bits(scree_u32_from_index(0u)), kept);
}

/* The share of a component's displacement in a derivative. */
SCREE_FN scree_f32 scree_warp_chained(const scree_f32 sum, const scree_f32 along_component,
                                      const scree_f32 component_slope)
{
    return sum + along_component * component_slope;
}

/* Derivatives along the axes of the field instead of those where the displacement takes the sample. */
SCREE_FN scree_dual scree_warp_dual(const scree_dual dual, const scree_warp_slopes displacement, const scree_index axes)
{
    scree_dual chained = dual;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        scree_f32 sum = scree_warp_factor(dual.slope[axis]);
        SCREE_UNROLL
        for (scree_index component = 0u; component < axes; component++) {
            sum = scree_warp_chained(sum, scree_warp_factor(dual.slope[component]),
                                     scree_warp_factor(displacement.slope[4u * component + axis]));
        }
        chained.slope[axis] = scree_dual_trimmed(sum);
    }
    return chained;
}

#endif
