/*
 * The data that the threads of a group share on GPUs in the half-optimised and the optimised kernel (variant.h): one
 * octave's gradients at its 27 lattice nodes, and the parts of dot products that follow from them.
 *
 * Before it includes this file, an entry file includes variant.h and defines scree_variant_group, and two functions or
 * macros that read the shared data:
 * - scree_variant_group_gradient(group, index): a gradient, by scree_variant_gradient_index();
 * - scree_variant_group_part(group, index): a part, by scree_variant_part_index().
 */
#ifndef SCREE_KERNELS_VARIANT_GROUP_H
#define SCREE_KERNELS_VARIANT_GROUP_H

#include "lessons/variant.h"

/* Three numbers, one for each axis: lattice nodes counted from the group's first, or samples within the group. */
SCREE_STRUCT(scree_variant_steps)
{
    scree_index x;
    scree_index y;
    scree_index z;
};

/* Whether samples share data along an axis, given the nodes below the first and the last sample. */
SCREE_FN bool scree_variant_shares(const scree_index first_node, const scree_index last_node)
{
    return last_node - first_node < SCREE_VARIANT_NODES - 1u;
}

/* The index of the gradient that a part is made of; `node` is that along the part's axis. */
SCREE_FN scree_index scree_variant_part_gradient(const scree_index axis, const scree_index across0,
                                                 const scree_index across1, const scree_index node)
{
    scree_index index;
    if (axis == 0u) {
        index = scree_variant_gradient_index(node, across0, across1);
    } else if (axis == 1u) {
        index = scree_variant_gradient_index(across0, node, across1);
    } else {
        index = scree_variant_gradient_index(across0, across1, node);
    }
    return index;
}

/* The dot products of a sample above `node`, with its own products. */
SCREE_FN_OF(scree_variant_group)
scree_variant_dots scree_variant_dots_of_gradients(const scree_variant_group group, const scree_cell cell,
                                                   const scree_variant_steps node)
{
    scree_variant_dots dots;
    SCREE_UNROLL
    for (scree_index corner = 0u; corner < 8u; corner++) {
        scree_index index = scree_variant_gradient_index(node.x + (corner & 1u), node.y + ((corner >> 1u) & 1u),
                                                         node.z + (corner >> 2u));
        scree_variant_gradient gradient = scree_variant_group_gradient(group, index);
        dots.corner[corner] = scree_variant_corner(cell, gradient, corner);
    }
    return dots;
}

/* The dot products from shared parts; `at` is the sample within the group. */
SCREE_FN_OF(scree_variant_group)
scree_variant_dots scree_variant_dots_of_parts(const scree_variant_group group, const scree_variant_steps node,
                                               const scree_variant_steps at)
{
    scree_variant_dots dots;
    SCREE_UNROLL
    for (scree_index corner = 0u; corner < 8u; corner++) {
        scree_index upper_x = corner & 1u;
        scree_index upper_y = (corner >> 1u) & 1u;
        scree_index upper_z = corner >> 2u;
        scree_index x = node.x + upper_x;
        scree_index y = node.y + upper_y;
        scree_index z = node.z + upper_z;
        dots.corner[corner] =
            scree_variant_dot(scree_variant_group_part(group, scree_variant_part_index(0u, y, z, upper_x, at.x)),
                              scree_variant_group_part(group, scree_variant_part_index(1u, x, z, upper_y, at.y)),
                              scree_variant_group_part(group, scree_variant_part_index(2u, x, y, upper_z, at.z)));
    }
    return dots;
}

#endif
