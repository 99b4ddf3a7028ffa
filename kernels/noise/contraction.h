/*
 * The contraction of one cell: noise at a sample, or the nodes that the plane stage of a grid leaves before x and y are
 * folded. Both visit the corners of the cell and fold them in the order of fold.h, so that both have equal bits. The
 * axis folded first changes fastest from corner to corner; a finished half waits in `held` for its other half, as the
 * digits of a binary counter do.
 */
#ifndef SCREE_KERNELS_CONTRACTION_H
#define SCREE_KERNELS_CONTRACTION_H

#include "noise/fold.h"
#include "noise/gradient.h"

/* A sample's location along each axis: fraction of the cell, fraction - 1, fade weight, keys of the two nodes. */
SCREE_STRUCT(scree_cell)
{
    scree_f32 fraction[8];
    scree_f32 fraction1[8];
    scree_f32 fade[8];
    scree_u32 key0[8];
    scree_u32 key1[8];
};

SCREE_FN scree_u32 scree_corner_hash_perlin2002(const scree_cell cell, const scree_index axes, const scree_index corner,
                                                const scree_table permutation)
{
    scree_u32 chain = cell.key0[0] & 0u;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        scree_u32 key = ((corner >> scree_fold_number(axes, axis)) & 1u) != 0u ? cell.key1[axis] : cell.key0[axis];
        chain = scree_hash_permute(permutation, chain, key);
    }
    return scree_hash_chain_end(permutation, chain, axes);
}

SCREE_FN scree_u32 scree_corner_hash_scree(const scree_cell cell, const scree_index axes, const scree_index corner)
{
    scree_u32 key = cell.key0[0] & 0u;
    SCREE_UNROLL
    for (scree_index axis = axes; axis > 0u; axis--) {
        scree_index a = axis - 1u;
        key = key ^ (((corner >> scree_fold_number(axes, a)) & 1u) != 0u ? cell.key1[a] : cell.key0[a]);
    }
    return scree_hash_mix(key);
}

SCREE_FN scree_u32 scree_corner_hash(const scree_index hash, const scree_cell cell, const scree_index axes,
                                     const scree_index corner, const scree_table permutation)
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
SCREE_FN scree_index scree_group_axes(const scree_index axes)
{
    const scree_index most = SCREE_AHEAD(4u, 2u);
    return axes < most ? axes : most;
}

/*
 * The first `folds` folds of gradient noise. With all axes folded the value is the sample; with x and y left over the
 * node stands where key0 of x and y says, and with nothing folded it has slopes only. `gradients` holds the octave's
 * scaled gradients, `count` (a power of two) entries for axis 0, then for axis 1, and so on, or their codes.
 */
SCREE_FN scree_node scree_fold_perlin(const scree_cell cell, const scree_index axes, const scree_index folds,
                                      const scree_index hash, const scree_gradient_table gradients,
                                      const scree_index count, const scree_table permutation)
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
            scree_u32 gradient =
                scree_gradient_select(gradients, count, scree_corner_hash(hash, cell, axes, corner, permutation));
            SCREE_UNROLL
            for (scree_index axis = 0u; axis < axes; axis++) {
                slope[axis] = scree_gradient_component(gradients, count, axis, gradient);
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

/* The first `folds` folds of value noise: the same walk over nodes that carry a value and no slopes. */
SCREE_FN scree_f32 scree_fold_values(const scree_cell cell, const scree_index axes, const scree_index folds,
                                     const scree_index hash, const scree_f32 amplitude, const scree_table permutation)
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

#endif
