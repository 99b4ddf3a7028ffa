/* Displacements with their derivatives on GPUs (warp_table.h, warp_dual.h). */
#ifndef SCREE_KERNELS_WARP_TABLE_DUAL_H
#define SCREE_KERNELS_WARP_TABLE_DUAL_H

#include "warp/warp_dual.h"
#include "warp/warp_table.h"

/* A displacement whose components have derivatives. */
SCREE_STRUCT(scree_dual_displacement)
{
    scree_dual along[4];
};

/* The displacement before, and the octaves of the next one so far. */
SCREE_STRUCT(scree_warp_dual_sums)
{
    scree_dual_displacement before;
    scree_dual_displacement along;
};

SCREE_FN scree_warp_dual_sums scree_warp_dual_sums_start(void)
{
    scree_warp_dual_sums start;
    scree_f32 zero = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        start.before.along[axis] = scree_dual_constant(zero, zero);
        start.along.along[axis] = start.before.along[axis];
    }
    return start;
}

SCREE_FN scree_dual scree_warp_dual_sum(const scree_dual a, const scree_dual b, const scree_index axes)
{
    scree_dual sum = a;
    sum.value = scree_warp_sum(a.value, b.value);
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        if (axis < axes) {
            sum.slope[axis] = scree_warp_sum(a.slope[axis], b.slope[axis]);
        }
    }
    return sum;
}

/* The displacement that takes a sample where the next octave is evaluated. */
SCREE_FN scree_dual_displacement scree_warp_dual_displaced(const scree_warp_dual_sums sums, const scree_index axes,
                                                           const bool is_progressive)
{
    scree_dual_displacement found = sums.before;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        if (is_progressive && axis < axes) {
            found.along[axis] = scree_warp_dual_sum(sums.before.along[axis], sums.along.along[axis], axes);
        }
    }
    return found;
}

/* How far that displaces a sample, without the derivatives. */
SCREE_FN scree_displacement scree_warp_dual_values(const scree_dual_displacement displacement, const scree_index axes)
{
    scree_displacement found;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        if (axis < axes) {
            found.along[axis] = displacement.along[axis].value;
        }
    }
    return found;
}

SCREE_FN scree_warp_slopes scree_warp_dual_slopes(const scree_dual_displacement displacement)
{
    scree_warp_slopes found;
    SCREE_UNROLL
    for (scree_index i = 0u; i < 16u; i++) {
        found.slope[i] = displacement.along[i / 4u].slope[i % 4u];
    }
    return found;
}

/* Adds an octave to a component. Registers have no numbers, so that sums are chosen. */
SCREE_FN scree_warp_dual_sums scree_warp_dual_sums_add(const scree_warp_dual_sums before, const scree_index component,
                                                       const scree_index axes, const scree_dual octave)
{
    scree_warp_dual_sums after = before;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        scree_dual sum = scree_warp_dual_sum(before.along.along[axis], octave, axes);
        if (axis == component && axis < axes) {
            after.along.along[axis] = sum;
        }
    }
    return after;
}

#endif
