/* Perlin noise: gradients at the lattice points, which the contraction folds. */
#ifndef SCREE_KERNELS_PERLIN_H
#define SCREE_KERNELS_PERLIN_H

#include "noise/direct.h"

SCREE_FN scree_f32 scree_perlin_sample(const scree_cell cell, const scree_index axes, const scree_octave_source source)
{
    return scree_fold_perlin(cell, axes, axes, source.hash, source.gradients, source.gradient_count, source.permutation)
        .value;
}

#endif
