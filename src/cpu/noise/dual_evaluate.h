/* Evaluation of vectors of samples with their derivatives, shared by the two files of their kernels. */
#ifndef SCREE_CPU_DUAL_EVALUATE_H
#define SCREE_CPU_DUAL_EVALUATE_H

#include "load_cell.h"
#include "noise/noise_duals.h"

/* Values, then the derivatives along each axis. */
SCREE_FN void store_dual(float *out, size_t slope_stride, uint32_t axes, scree_dual dual, size_t count)
{
    scree_store_some(out, dual.value, count);
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        scree_store_some(out + (axis + 1) * slope_stride, dual.slope[axis], count);
    }
}

SCREE_FN void evaluate_samples(const scree_cpu_octave *octave, scree_index kind, scree_index hash,
                               scree_table gradients, uint32_t gradient_count, uint32_t axis_count,
                               const scree_direct_axis *axes, size_t count, float *out, size_t slope_stride)
{
    const scree_octave_source source = {.hash = hash,
                                        .permutation = octave->permutation,
                                        .gradients = gradients,
                                        .gradient_count = gradient_count,
                                        .amplitude = scree_broadcast(octave->amplitude)};
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_cell cell;
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axis_count; axis++) {
            load_cell_axis(&cell, axes, axis, axis == 0 || axes[axis].varies, i);
        }
        scree_dual dual = scree_kind_dual(kind, cell, axis_count, source, (scree_index)octave->fade);
        store_dual(out + i, slope_stride, axis_count, scree_dual_of_cell(dual, scree_broadcast(octave->frequency)),
                   count - i);
    }
}

#endif
