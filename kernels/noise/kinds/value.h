/* Value noise: values at the lattice points, which the contraction folds. */
#ifndef SCREE_KERNELS_VALUE_H
#define SCREE_KERNELS_VALUE_H

#include "noise/direct.h"

SCREE_FN scree_f32 scree_value_sample(const scree_cell cell, const scree_index axes, const scree_octave_source source)
{
    return scree_fold_values(cell, axes, axes, source.hash, source.amplitude, source.permutation);
}

#endif
