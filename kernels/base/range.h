/* The minimum and maximum of a field, which threads combine in pairs of integers. */
#ifndef SCREE_KERNELS_RANGE_H
#define SCREE_KERNELS_RANGE_H

#include "base/portable.h"

/* Maps a float to an integer of the same order; src/gpu/graph/graph_session.c reverses it. */
SCREE_FN scree_index scree_ordered_from_one(const float value)
{
    scree_index bits = scree_bits_from_one(value);
    return bits ^ ((bits >> 31u) != 0u ? 0xffffffffu : 0x80000000u);
}

#endif
