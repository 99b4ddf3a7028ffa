/*
 * The direct kernel: one sample of one octave from nothing but its axis data, with the operations of the contraction
 * in the order of the contraction. Stopped before x and y it makes the nodes of the contraction's plane stage. Axes
 * fold outermost first, then x (axis 0), then y (axis 1). The corners of the cell are visited so that the axis folded
 * first changes fastest; a finished half waits in `held` for its other half, as the digits of a binary counter do.
 */
#ifndef SCREE_KERNELS_DIRECT_H
#define SCREE_KERNELS_DIRECT_H

#include "hash.h"
#include "lattice.h"

/* What one sample needs of each axis: fraction of the cell, fraction - 1, fade weight, keys of the two nodes. */
SCREE_STRUCT(scree_cell)
{
    scree_f32 fraction[8];
    scree_f32 fraction1[8];
    scree_f32 fade[8];
    scree_u32 key0[8];
    scree_u32 key1[8];
};

/* The axis that fold number `k` folds. */
SCREE_FN scree_index scree_fold_axis(scree_index axes, scree_index k)
{
    scree_index axis = axes - 1u - k;
    if (k + 2u == axes) {
        axis = 0u;
    }
    if (k + 1u == axes && axes > 1u) {
        axis = 1u;
    }
    return axis;
}

/* The number of the fold that folds `axis`: the inverse of scree_fold_axis(). */
SCREE_FN scree_index scree_fold_number(scree_index axes, scree_index axis)
{
    scree_index k = axes - 1u - axis;
    if (axis == 0u && axes > 1u) {
        k = axes - 2u;
    }
    if (axis == 1u) {
        k = axes - 1u;
    }
    return k;
}

/* Perlin's chain goes through three axes at least: noise in one and two dimensions is a slice of that in three. */
SCREE_FN scree_u32 scree_corner_hash_perlin2002(scree_cell cell, scree_index axes, scree_index corner,
                                                scree_table permutation)
{
    scree_u32 chain = cell.key0[0] & 0u;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        scree_u32 key = ((corner >> scree_fold_number(axes, axis)) & 1u) != 0u ? cell.key1[axis] : cell.key0[axis];
        chain = scree_hash_permute(permutation, chain, key);
    }
    for (scree_index rest = axes; rest < 3u; rest++) {
        chain = scree_hash_permute(permutation, chain, chain & 0u);
    }
    return scree_hash_spread(chain);
}

SCREE_FN scree_u32 scree_corner_hash_scree(scree_cell cell, scree_index axes, scree_index corner)
{
    scree_u32 key = cell.key0[0] & 0u;
    SCREE_UNROLL
    for (scree_index axis = axes; axis > 0u; axis--) {
        scree_index a = axis - 1u;
        key = key ^ (((corner >> scree_fold_number(axes, a)) & 1u) != 0u ? cell.key1[a] : cell.key0[a]);
    }
    return scree_hash_mix(key);
}

SCREE_FN scree_u32 scree_corner_hash(scree_index hash, scree_cell cell, scree_index axes, scree_index corner,
                                     scree_table permutation)
{
    scree_u32 value = cell.key0[0];
    if (hash == SCREE_KERNEL_HASH_PERLIN2002) {
        value = scree_corner_hash_perlin2002(cell, axes, corner, permutation);
    } else {
        value = scree_corner_hash_scree(cell, axes, corner);
    }
    return value;
}

/*
 * Corners are visited in groups of 16, or fewer with fewer axes: within a group everything is known when the kernel is
 * compiled, and the groups are a loop, so that eight axes do not become 256 copies of the code.
 */
SCREE_FN scree_index scree_group_axes(scree_index axes)
{
    return axes < 4u ? axes : 4u;
}

/* What is left of nodes when some axes are folded: a value, and the slopes along the two axes that fold last. */
SCREE_STRUCT(scree_node)
{
    scree_f32 value;
    scree_f32 slope_x;
    scree_f32 slope_y;
};

/*
 * The first `folds` folds of gradient noise. With all axes folded the value is the sample; with x and y left over the
 * node stands where key0 of x and y says, and with nothing folded it has slopes only. `gradients` holds the octave's
 * scaled gradients, `count` (a power of two) entries for axis 0, then for axis 1, and so on.
 */
SCREE_FN scree_node scree_fold_perlin(scree_cell cell, scree_index axes, scree_index folds, scree_index hash,
                                      scree_table gradients, scree_index count, scree_table permutation)
{
    scree_f32 held_value[8];
    scree_f32 held_slope[64];
    scree_f32 slope[8];
    scree_f32 value = cell.fraction[0];
    scree_index group_axes = scree_group_axes(folds);
    SCREE_ROLLED
    for (scree_index group = 0u; group < (1u << (folds - group_axes)); group++) {
        SCREE_UNROLL
        for (scree_index member = 0u; member < (1u << group_axes); member++) {
            scree_index corner = (group << group_axes) | member;
            scree_u32 index = scree_hash_gradient(scree_corner_hash(hash, cell, axes, corner, permutation), count);
            SCREE_UNROLL
            for (scree_index axis = 0u; axis < axes; axis++) {
                slope[axis] = scree_table_f32_small(gradients, axis * count, count, index);
            }
            bool is_whole = true;
            SCREE_UNROLL
            for (scree_index k = 0u; k < folds; k++) {
                scree_index axis = scree_fold_axis(axes, k);
                scree_f32 t = cell.fade[axis];
                if (is_whole && ((corner >> k) & 1u) == 0u) {
                    is_whole = false;
                    held_value[k] = value;
                    SCREE_UNROLL
                    for (scree_index later = k; later < axes; later++) {
                        scree_index other = scree_fold_axis(axes, later);
                        held_slope[k * 8u + other] = slope[other];
                    }
                } else if (is_whole) {
                    if (k == 0u) {
                        value = scree_fold_first(held_slope[axis], slope[axis], cell.fraction[axis],
                                                 cell.fraction1[axis], t);
                    } else {
                        value = scree_fold_value(held_value[k], held_slope[k * 8u + axis], value, slope[axis],
                                                 cell.fraction[axis], cell.fraction1[axis], t);
                    }
                    SCREE_UNROLL
                    for (scree_index later = k + 1u; later < axes; later++) {
                        scree_index other = scree_fold_axis(axes, later);
                        slope[other] = scree_lerp(held_slope[k * 8u + other], slope[other], t);
                    }
                }
            }
        }
    }
    scree_node node;
    node.value = value;
    node.slope_x = slope[0];
    node.slope_y = slope[axes > 1u ? 1u : 0u];
    return node;
}

/* The slopes of a node of the lattice along three axes. */
SCREE_STRUCT(scree_slopes)
{
    scree_f32 x;
    scree_f32 y;
    scree_f32 z;
};

/* What scree_fold_perlin() makes of three axes by one fold, from the slopes of the two nodes along axis 2. */
SCREE_FN scree_node scree_fold_pair(scree_slopes low, scree_slopes high, scree_f32 fraction, scree_f32 fraction1,
                                    scree_f32 t)
{
    scree_node node;
    node.value = scree_fold_first(low.z, high.z, fraction, fraction1, t);
    node.slope_x = scree_lerp(low.x, high.x, t);
    node.slope_y = scree_lerp(low.y, high.y, t);
    return node;
}

/* Gradient noise at one sample. */
SCREE_FN scree_f32 scree_direct_perlin(scree_cell cell, scree_index axes, scree_index hash, scree_table gradients,
                                       scree_index count, scree_table permutation)
{
    return scree_fold_perlin(cell, axes, axes, hash, gradients, count, permutation).value;
}

/* The first `folds` folds of value noise: the same walk over nodes that carry a value and no slopes. */
SCREE_FN scree_f32 scree_fold_values(scree_cell cell, scree_index axes, scree_index folds, scree_index hash,
                                     scree_f32 amplitude, scree_table permutation)
{
    scree_f32 held_value[8];
    scree_f32 value = cell.fraction[0];
    scree_index group_axes = scree_group_axes(folds);
    SCREE_ROLLED
    for (scree_index group = 0u; group < (1u << (folds - group_axes)); group++) {
        SCREE_UNROLL
        for (scree_index member = 0u; member < (1u << group_axes); member++) {
            scree_index corner = (group << group_axes) | member;
            value = scree_value_from_hash(scree_corner_hash(hash, cell, axes, corner, permutation), amplitude);
            bool is_whole = true;
            SCREE_UNROLL
            for (scree_index k = 0u; k < folds; k++) {
                if (is_whole && ((corner >> k) & 1u) == 0u) {
                    is_whole = false;
                    held_value[k] = value;
                } else if (is_whole) {
                    value = scree_lerp(held_value[k], value, cell.fade[scree_fold_axis(axes, k)]);
                }
            }
        }
    }
    return value;
}

/* Value noise at one sample. */
SCREE_FN scree_f32 scree_direct_value(scree_cell cell, scree_index axes, scree_index hash, scree_f32 amplitude,
                                      scree_table permutation)
{
    return scree_fold_values(cell, axes, axes, hash, amplitude, permutation);
}

#endif
