/* The direct kernel: one octave of noise at one sample, from nothing but the sample's place along each axis. */
#ifndef SCREE_KERNELS_DIRECT_H
#define SCREE_KERNELS_DIRECT_H

#include "contraction.h"

/* Gradient noise; parameters as scree_fold_perlin() takes them. */
SCREE_FN scree_f32 scree_direct_perlin(scree_cell cell, scree_index axes, scree_index hash, scree_table gradients,
                                       scree_index count, scree_table permutation)
{
    return scree_fold_perlin(cell, axes, axes, hash, gradients, count, permutation).value;
}

/* Value noise. */
SCREE_FN scree_f32 scree_direct_value(scree_cell cell, scree_index axes, scree_index hash, scree_f32 amplitude,
                                      scree_table permutation)
{
    return scree_fold_values(cell, axes, axes, hash, amplitude, permutation);
}

#endif
