/* The least and the greatest sample of a field, which threads put together in pairs of whole numbers. */
#ifndef SCREE_KERNELS_RANGE_H
#define SCREE_KERNELS_RANGE_H

#include "portable.h"

/* A whole number that compares with others as the floats do that they stand for; src/gpu/range_pairs.c reverses it. */
SCREE_FN scree_index scree_ordered_from_one(float value)
{
    scree_index bits = scree_bits_from_one(value);
    return bits ^ ((bits >> 31u) != 0u ? 0xffffffffu : 0x80000000u);
}

#endif
