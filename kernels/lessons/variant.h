/*
 * Perlin noise in three axes as D. Cejchan made it on a GPU (2018), in three kernels: each sample hashes the eight
 * corners of its cell (unoptimised); a group of 8 x 8 x 8 samples shares the gradients of its corners (half-optimised);
 * it shares what each axis adds to the dot products too (optimised). Every product and sum is the same one in the same
 * order, whoever makes it, so all three have equal bits; those of the contraction differ in the last ones.
 *
 * Cells of his lattice were whole groups wide. Here a group shares along an axis where its samples lie in one cell or
 * in two neighbouring ones: in three lattice nodes at most, counted from the lower one of its first sample. That holds
 * at every position in a lattice whose cells are eight samples wide or more; of a finer one each sample makes its own.
 */
#ifndef SCREE_KERNELS_VARIANT_H
#define SCREE_KERNELS_VARIANT_H

#include "noise/contraction.h"

/* Which kernel; the numbers are those of the public enum scree_noise_variant. */
#define SCREE_KERNEL_VARIANT_CONTRACTION 0u
#define SCREE_KERNEL_VARIANT_UNOPTIMISED 1u
#define SCREE_KERNEL_VARIANT_HALF_OPTIMISED 2u
#define SCREE_KERNEL_VARIANT_OPTIMISED 3u

/* Samples of a group along each axis, and lattice nodes that they may touch for the group to share. */
#define SCREE_VARIANT_SIDE 8u
#define SCREE_VARIANT_NODES 3u
/* Numbers that a group shares for one octave: gradients, and parts of dot products. */
#define SCREE_VARIANT_GRADIENTS 27u
#define SCREE_VARIANT_PARTS 432u

/* The index of a node's gradient among those of a group. */
SCREE_FN scree_index scree_variant_gradient_index(const scree_index node_x, const scree_index node_y,
                                                  const scree_index node_z)
{
    return (node_z * SCREE_VARIANT_NODES + node_y) * SCREE_VARIANT_NODES + node_x;
}

/*
 * The index of a part among those of a group. A part belongs to an axis, to the sample's index in the group along it,
 * to the lower (0) or upper (1) node of that sample, and to the nodes along the two axes across, the lower of them
 * first.
 */
SCREE_FN scree_index scree_variant_part_index(const scree_index axis, const scree_index across0,
                                              const scree_index across1, const scree_index upper,
                                              const scree_index index)
{
    scree_index row = (axis * SCREE_VARIANT_NODES + across1) * SCREE_VARIANT_NODES + across0;
    return (row * 2u + upper) * SCREE_VARIANT_SIDE + index;
}

/* The position of a part, as separate numbers. */
SCREE_STRUCT(scree_variant_part_name)
{
    scree_index axis;
    scree_index across0;
    scree_index across1;
    scree_index upper;
    scree_index index;
};

/* The reverse of scree_variant_part_index(). */
SCREE_FN scree_variant_part_name scree_variant_part_at(const scree_index index)
{
    scree_variant_part_name name;
    scree_index row = index / (2u * SCREE_VARIANT_SIDE);
    name.index = index % SCREE_VARIANT_SIDE;
    name.upper = index / SCREE_VARIANT_SIDE % 2u;
    name.across0 = row % SCREE_VARIANT_NODES;
    name.across1 = row / SCREE_VARIANT_NODES % SCREE_VARIANT_NODES;
    name.axis = row / (SCREE_VARIANT_NODES * SCREE_VARIANT_NODES);
    return name;
}

SCREE_STRUCT(scree_variant_gradient)
{
    scree_f32 x;
    scree_f32 y;
    scree_f32 z;
};

SCREE_FN scree_variant_gradient scree_variant_gradient_of(const scree_f32 x, const scree_f32 y, const scree_f32 z)
{
    scree_variant_gradient gradient;
    gradient.x = x;
    gradient.y = y;
    gradient.z = z;
    return gradient;
}

/* The gradient of the node with these keys. Its table is already scaled by the octave's amplitude. */
SCREE_FN scree_variant_gradient scree_variant_hash(const scree_index hash, const scree_u32 key_x, const scree_u32 key_y,
                                                   const scree_u32 key_z, const scree_table gradients,
                                                   const scree_index count, const scree_table permutation)
{
    scree_cell cell;
    scree_variant_gradient gradient;
    cell.key0[0] = key_x;
    cell.key0[1] = key_y;
    cell.key0[2] = key_z;
    cell.key1[0] = key_x;
    cell.key1[1] = key_y;
    cell.key1[2] = key_z;
    scree_u32 index = scree_hash_gradient(scree_corner_hash(hash, cell, 3u, 0u, permutation), count);
    gradient.x = scree_table_f32_small(gradients, 0u, count, index);
    gradient.y = scree_table_f32_small(gradients, count, count, index);
    gradient.z = scree_table_f32_small(gradients, 2u * count, count, index);
    return gradient;
}

/* The part of a dot product along one axis: the offset from the node times the gradient's component. */
SCREE_FN scree_f32 scree_variant_part(const scree_f32 displacement, const scree_f32 component)
{
    return displacement * component;
}

SCREE_FN scree_f32 scree_variant_dot(const scree_f32 part_x, const scree_f32 part_y, const scree_f32 part_z)
{
    return (part_x + part_y) + part_z;
}

/* The dot product of a corner, of whose number bit 0 is set on the upper side of x, bit 1 of y and bit 2 of z. */
SCREE_FN scree_f32 scree_variant_corner(const scree_cell cell, const scree_variant_gradient gradient,
                                        const scree_index corner)
{
    return scree_variant_dot(
        scree_variant_part((corner & 1u) != 0u ? cell.fraction1[0] : cell.fraction[0], gradient.x),
        scree_variant_part((corner & 2u) != 0u ? cell.fraction1[1] : cell.fraction[1], gradient.y),
        scree_variant_part((corner & 4u) != 0u ? cell.fraction1[2] : cell.fraction[2], gradient.z));
}

/* The dot products of a cell's corners. */
SCREE_STRUCT(scree_variant_dots)
{
    scree_f32 corner[8];
};

/* The value between the corners: interpolated along x, then y, then z. */
SCREE_FN scree_f32 scree_variant_interpolate(const scree_variant_dots dots, const scree_f32 fade_x,
                                             const scree_f32 fade_y, const scree_f32 fade_z)
{
    scree_f32 low = scree_lerp(scree_lerp(dots.corner[0], dots.corner[1], fade_x),
                               scree_lerp(dots.corner[2], dots.corner[3], fade_x), fade_y);
    scree_f32 high = scree_lerp(scree_lerp(dots.corner[4], dots.corner[5], fade_x),
                                scree_lerp(dots.corner[6], dots.corner[7], fade_x), fade_y);
    return scree_lerp(low, high, fade_z);
}

/* One sample of one octave from its axis data alone: the unoptimised kernel. */
SCREE_FN scree_f32 scree_variant_value(const scree_cell cell, const scree_index hash, const scree_table gradients,
                                       const scree_index count, const scree_table permutation)
{
    scree_variant_dots dots;
    SCREE_UNROLL
    for (scree_index corner = 0u; corner < 8u; corner++) {
        scree_variant_gradient gradient = scree_variant_hash(
            hash, (corner & 1u) != 0u ? cell.key1[0] : cell.key0[0], (corner & 2u) != 0u ? cell.key1[1] : cell.key0[1],
            (corner & 4u) != 0u ? cell.key1[2] : cell.key0[2], gradients, count, permutation);
        dots.corner[corner] = scree_variant_corner(cell, gradient, corner);
    }
    return scree_variant_interpolate(dots, cell.fade[0], cell.fade[1], cell.fade[2]);
}

#endif
