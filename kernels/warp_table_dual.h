/* Displacements with their derivatives on GPUs (warp_table.h, warp_dual.h). */
#ifndef SCREE_KERNELS_WARP_TABLE_DUAL_H
#define SCREE_KERNELS_WARP_TABLE_DUAL_H

#include "warp_dual.h"
#include "warp_table.h"

/* The displacement before, and the octaves of the next one so far, each component with its derivatives. */
SCREE_STRUCT(scree_warp_dual_sums)
{
    scree_dual before[4];
    scree_dual along[4];
};

SCREE_FN scree_warp_dual_sums scree_warp_dual_sums_start(void)
{
    scree_warp_dual_sums start;
    scree_f32 zero = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        start.before[axis] = scree_dual_constant(zero, zero);
        start.along[axis] = start.before[axis];
    }
    return start;
}

SCREE_FN scree_dual scree_warp_dual_sum(scree_dual a, scree_dual b)
{
    scree_dual sum;
    sum.value = scree_warp_sum(a.value, b.value);
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        sum.slope[axis] = scree_warp_sum(a.slope[axis], b.slope[axis]);
    }
    return sum;
}

/* The displacement that takes a sample where the next octave is evaluated. */
SCREE_FN scree_warp_dual_sums scree_warp_dual_displaced(scree_warp_dual_sums sums, scree_index axes,
                                                        bool is_progressive)
{
    scree_warp_dual_sums found = sums;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        if (is_progressive) {
            found.before[axis] = scree_warp_dual_sum(sums.before[axis], sums.along[axis]);
        }
    }
    return found;
}

/* How far that displaces a sample, and the derivatives of that. */
SCREE_FN scree_displacement scree_warp_dual_displacement(scree_warp_dual_sums displaced, scree_index axes)
{
    scree_displacement found;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        found.along[axis] = displaced.before[axis].value;
    }
    return found;
}

SCREE_FN scree_warp_slopes scree_warp_dual_slopes(scree_warp_dual_sums displaced, scree_index axes)
{
    scree_warp_slopes found;
    SCREE_UNROLL
    for (scree_index component = 0u; component < axes; component++) {
        SCREE_UNROLL
        for (scree_index axis = 0u; axis < axes; axis++) {
            found.slope[4u * component + axis] = displaced.before[component].slope[axis];
        }
    }
    return found;
}

/* Adds an octave to a component. Registers have no numbers, so that sums are chosen. */
SCREE_FN scree_warp_dual_sums scree_warp_dual_sums_add(scree_warp_dual_sums before, scree_index component,
                                                       scree_index axes, scree_dual octave)
{
    scree_warp_dual_sums after = before;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        if (axis == component) {
            after.along[axis] = scree_warp_dual_sum(before.along[axis], octave);
        }
    }
    return after;
}

#endif
