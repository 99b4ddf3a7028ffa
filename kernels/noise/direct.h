/*
 * Samples by themselves: what a kind of cells evaluates an octave from, besides the sample's position along each axis.
 * noise_kinds.h lists the functions of all kinds, which have the same parameters.
 */
#ifndef SCREE_KERNELS_DIRECT_H
#define SCREE_KERNELS_DIRECT_H

#include "noise/contraction.h"

/* The random numbers of an octave; a kind uses those that it needs. */
SCREE_STRUCT(scree_octave_source)
{
    scree_index hash; /* SCREE_KERNEL_HASH_... */
    scree_table permutation;
    scree_gradient_table gradients; /* Scaled, as scree_fold_perlin() takes them. */
    scree_index gradient_count;
    scree_f32 amplitude; /* Amplitude of values; gradients are scaled already. */
};

#endif
