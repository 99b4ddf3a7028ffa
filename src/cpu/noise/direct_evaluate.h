/* Evaluation of vectors of samples from axis data, shared by the two files of direct kernels. */
#ifndef SCREE_CPU_DIRECT_EVALUATE_H
#define SCREE_CPU_DIRECT_EVALUATE_H

#include "load_cell.h"

/*
 * Evaluates samples with what is constant given as constants. `varies` holds for all axes but x, which always varies;
 * the work on axes that do not vary leaves the loop.
 */
SCREE_FN void evaluate_samples(const scree_cpu_octave *octave, scree_index kind, scree_noise_hash hash,
                               scree_table gradients, uint32_t gradient_count, uint32_t axis_count, bool varies,
                               const scree_direct_axis *axes, size_t count, float *out)
{
    scree_cell cell;
    const scree_octave_source source = {.hash = (scree_index)hash,
                                        .permutation = octave->permutation,
                                        .gradients = gradients,
                                        .gradient_count = gradient_count,
                                        .amplitude = scree_broadcast(octave->amplitude)};
    for (uint32_t axis = 1; axis < axis_count && !varies; axis++) {
        load_cell_axis(&cell, axes, axis, false, 0);
    }
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        load_cell_axis(&cell, axes, 0, true, i);
        for (uint32_t axis = 1; axis < axis_count && varies; axis++) {
            load_cell_axis(&cell, axes, axis, true, i);
        }
        scree_store_some(out + i, scree_kind_sample(kind, cell, axis_count, source), count - i);
    }
}

#endif
