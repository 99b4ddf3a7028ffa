/*
 * Samples of gradient and value noise by themselves: one octave at one sample, from nothing but the sample's position
 * along each axis. noise_kinds.h lists these functions with those of all other kinds; all have the same parameters.
 */
#ifndef SCREE_KERNELS_DIRECT_H
#define SCREE_KERNELS_DIRECT_H

#include "contraction.h"

/* The random numbers of an octave; a kind uses those that it needs. */
SCREE_STRUCT(scree_octave_source)
{
    scree_index hash; /* SCREE_KERNEL_HASH_... */
    scree_table permutation;
    scree_table gradients; /* Scaled, as scree_fold_perlin() takes them. */
    scree_index gradient_count;
    scree_f32 amplitude; /* Amplitude of values; gradients are scaled already. */
};

SCREE_FN scree_f32 scree_perlin_sample(scree_cell cell, scree_index axes, scree_octave_source source)
{
    return scree_fold_perlin(cell, axes, axes, source.hash, source.gradients, source.gradient_count, source.permutation)
        .value;
}

SCREE_FN scree_f32 scree_value_sample(scree_cell cell, scree_index axes, scree_octave_source source)
{
    return scree_fold_values(cell, axes, axes, source.hash, source.amplitude, source.permutation);
}

#endif
