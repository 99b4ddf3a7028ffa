/*
 * The gradient of a lattice node. A hash selects one of a set, whose table holds every component as a float. A set of
 * which each component is one of four floats may also be coded: a word for each gradient says which of the four every
 * component is, so that a node reads one word instead of one for each axis, and registers give the components. The
 * second half of a coded set has the opposites of the first.
 */
#ifndef SCREE_KERNELS_GRADIENT_H
#define SCREE_KERNELS_GRADIENT_H

#include "noise/hash.h"

/*
 * Stands for the number of gradients of a coded set, which has 256. Its table is the four floats (two, and their
 * opposites), then codes of the first 128 gradients in 16 bits each, two in a word, and an unused word: AVX2 reads a
 * whole one at the last code. A code has two bits for axis 0, two for axis 1, and so on; the lower bit of each two
 * distinguishes a float from its opposite.
 */
#define SCREE_CODED_GRADIENTS 257u
#define SCREE_CODED_FLOATS 4u
#define SCREE_CODED_HALF 128u
#define SCREE_CODED_WORDS 69u
#define SCREE_CODE_OF_OPPOSITE 0x5555u

/* Gradients of the usual set, the edges of a cube, in up to four axes. */
#define SCREE_EDGE_COUNT(axes) ((axes) < 4u ? 16u : 32u)

SCREE_FN bool scree_is_coded(const scree_index count)
{
    return SCREE_READS_CODES && count == SCREE_CODED_GRADIENTS;
}

/* The code of the gradient that a hash selects, or its number where the set is not coded. */
SCREE_FN scree_u32 scree_gradient_select(const scree_gradient_table gradients, const scree_index count,
                                         const scree_u32 hash)
{
    scree_u32 selected = scree_hash_gradient(hash, count);
    if (scree_is_coded(count)) {
        selected = scree_table_half(gradients, SCREE_CODED_FLOATS, selected) ^
                   ((0u - (hash >> 31u)) & SCREE_CODE_OF_OPPOSITE);
    }
    return selected;
}

/* One component of a gradient that scree_gradient_select() gave. */
SCREE_FN scree_f32 scree_gradient_component(const scree_gradient_table gradients, const scree_index count,
                                            const scree_index axis, const scree_u32 selected)
{
    scree_f32 component;
    if (scree_is_coded(count)) {
        component = scree_table_f32_of_four(gradients, selected >> (2u * axis));
    } else {
        component = scree_table_f32_small(gradients, axis * count, count, selected);
    }
    return component;
}

#endif
