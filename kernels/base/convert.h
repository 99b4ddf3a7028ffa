/* A field's value becomes output: an interval is mapped to [0, top], clamped, and rounded half up to integers. */
#ifndef SCREE_KERNELS_CONVERT_H
#define SCREE_KERNELS_CONVERT_H

#include "base/portable.h"

SCREE_FN scree_f32 scree_map_range(const scree_f32 value, const scree_f32 low, const scree_f32 scale,
                                   const scree_f32 top)
{
    scree_f32 mapped = (value - low) * scale;
    scree_f32 bottom = scree_f32_from_bits(scree_bits_from_f32(mapped) & 0u);
    mapped = scree_select_less(mapped, bottom, bottom, mapped);
    mapped = scree_select_less(top, mapped, top, mapped);
    return mapped;
}

SCREE_FN scree_u32 scree_quantise(const scree_f32 mapped)
{
    return scree_u32_from_f32(mapped + 0.5f);
}

#endif
