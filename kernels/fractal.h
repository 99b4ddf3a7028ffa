/* The sum of octaves, and the bending of each before it is added; numbers are those of the public enum scree_fractal.
 */
#ifndef SCREE_KERNELS_FRACTAL_H
#define SCREE_KERNELS_FRACTAL_H

#include "portable.h"

#define SCREE_KERNEL_FRACTAL_FBM 0u
#define SCREE_KERNEL_FRACTAL_BILLOW 1u
#define SCREE_KERNEL_FRACTAL_RIDGED 2u

SCREE_FN scree_f32 scree_magnitude(scree_f32 value)
{
    return scree_f32_from_bits(scree_bits_from_f32(value) & 0x7fffffffu);
}

SCREE_FN scree_f32 scree_bend_billow(scree_f32 value, scree_f32 weight)
{
    return weight * scree_magnitude(value);
}

SCREE_FN scree_f32 scree_bend_ridged(scree_f32 value, scree_f32 weight)
{
    scree_f32 ridge = 1.0f - scree_magnitude(value);
    return weight * (ridge * ridge);
}

/* fbm returns the value unchanged: its gradients are scaled by the weight already. */
SCREE_FN scree_f32 scree_bend(scree_index fractal, scree_f32 value, scree_f32 weight)
{
    scree_f32 bent = value;
    if (fractal == SCREE_KERNEL_FRACTAL_BILLOW) {
        bent = scree_bend_billow(value, weight);
    }
    if (fractal == SCREE_KERNEL_FRACTAL_RIDGED) {
        bent = scree_bend_ridged(value, weight);
    }
    return bent;
}

/*
 * A sum of octaves starts from minus zero, the only number that leaves every other number unchanged when it is added.
 */
#define SCREE_KERNEL_NOTHING_YET 0x80000000u

SCREE_FN scree_f32 scree_add_octave(scree_f32 sum, scree_f32 bent)
{
    return sum + bent;
}

/* Bends an octave's value and adds it. */
SCREE_FN scree_f32 scree_add_bent(scree_f32 sum, scree_index fractal, scree_f32 value, scree_f32 weight)
{
    return scree_add_octave(sum, scree_bend(fractal, value, weight));
}

#endif
