/*
 * Samples of a scene. The file that includes this defines before: the type scree_scene_memory; the bits of a sample,
 * scree_scene_sample_bits(memory, index), and of one that is subtracted, scree_scene_minus_bits(memory, index); and
 * words of the work buffer, scree_scene_work(memory, index).
 *
 * Samples that are infinite or no numbers are never matter. Bits are compared as integers, because devices may read
 * subnormal numbers as zeros.
 */
#ifndef SCREE_KERNELS_SCENE_SAMPLE_H
#define SCREE_KERNELS_SCENE_SAMPLE_H

#include "base/portable.h"
#include "scene/scene_table.h"

/* Samples beyond this are as this, so that sums of some are finite. */
#define SCREE_SCENE_MOST 0x7149f2cau /* 1e30 */

SCREE_FN bool scree_scene_is_number(const scree_index bits)
{
    return (bits & 0x7f800000u) != 0x7f800000u;
}

/* Whether a sample is a number and above the threshold. */
SCREE_FN bool scree_scene_is_matter(const scree_table table, const scree_index bits)
{
    scree_index from = scree_table_word(table, SCREE_SCENE_MATTER_FROM);
    /* As scree_ordered_from_one() has it. */
    scree_index ordered = bits ^ ((bits >> 31u) != 0u ? 0xffffffffu : 0x80000000u);
    return ordered >= from && ordered < 0xff800000u;
}

/* A sample to compute with: 0 where it is subnormal or no number, and at most 1e30 in magnitude. */
SCREE_FN float scree_scene_value(const scree_index bits)
{
    scree_index exponent = bits & 0x7f800000u;
    scree_index sign = bits & 0x80000000u;
    scree_index kept = exponent == 0u || exponent == 0x7f800000u ? 0u : bits;
    return scree_one_from_bits((kept & 0x7fffffffu) > SCREE_SCENE_MOST ? sign | SCREE_SCENE_MOST : kept);
}

/* A sample of a volume or a plane as a number; the index may be any of its samples'. */
SCREE_FN float scree_scene_sample(const scree_scene_memory memory, const scree_index index)
{
    return scree_scene_value(scree_scene_sample_bits(memory, index));
}

#endif
