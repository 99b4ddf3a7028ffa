/*
 * The noise of the GPU primer's lesson on sizes of groups: Perlin noise in three axes, sample by sample. A volume of
 * 256 x 256 x 256 samples has 16 to a cell in its first octave; each further octave has half as many, and half the
 * weight.
 */
#ifndef SCREE_KERNELS_LESSON_NOISE_H
#define SCREE_KERNELS_LESSON_NOISE_H

#include "noise/contraction.h"
#include "lessons/lesson.h"

#define SCREE_LESSON_NOISE_AXES 3u
#define SCREE_LESSON_NOISE_OCTAVES 8u /* At most. */
/* Gradients, whose table has all components along x, then those along y, then along z. */
#define SCREE_LESSON_GRADIENTS 16u
#define SCREE_LESSON_GRADIENT_WORDS 48u

/* The location of a sample along an axis of an octave. Positions are whole sixteenths of a cell, so fractions are
   exact. */
SCREE_FN scree_cell scree_lesson_cell(const scree_index sample_number, const scree_index octave)
{
    scree_cell cell;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_LESSON_NOISE_AXES; axis++) {
        scree_index position = ((sample_number >> (8u * axis)) & 255u) << octave;
        scree_index node = (position >> 4u) + ((SCREE_LESSON_NOISE_AXES * octave + axis) << 16u);
        scree_f32 fraction = scree_f32_from_u24(scree_u32_from_index(position & 15u)) * 0.0625f;
        cell.fraction[axis] = fraction;
        cell.fraction1[axis] = scree_fraction1(fraction);
        cell.fade[axis] = scree_quintic_fade(fraction);
        cell.key0[axis] = scree_hash_mix(scree_u32_from_index(node));
        cell.key1[axis] = scree_hash_mix(scree_u32_from_index(node + 1u));
    }
    return cell;
}

/* The bits of a sample: octaves are summed from the first one on, beginning with zero. */
SCREE_FN scree_u32 scree_lesson_noise(const scree_index sample_number, const scree_index octaves,
                                      const scree_table gradients)
{
    scree_f32 sum = scree_f32_from_bits(scree_u32_from_index(0u));
    scree_f32 weight = scree_f32_in_all(1.0f);
    SCREE_ROLLED
    for (scree_index octave = 0u; octave < octaves; octave++) {
        scree_cell cell = scree_lesson_cell(sample_number, octave);
        scree_node node = scree_fold_perlin(cell, SCREE_LESSON_NOISE_AXES, SCREE_LESSON_NOISE_AXES,
                                            SCREE_KERNEL_HASH_SCREE, gradients, SCREE_LESSON_GRADIENTS, gradients);
        sum = scree_lesson_triad(sum, node.value, weight);
        weight = weight * 0.5f;
    }
    return scree_bits_from_f32(sum);
}

#endif
