/*
 * Sums of many numbers, and of products, in one order. Blocks of 16 rows of 256 columns are summed: each column from
 * its first row to its last, then the columns by halves, column c with column c + 128, then c with c + 64, and so on.
 * The sums of blocks are the numbers of the next level, until one is left. Numbers beyond the last are zero.
 *
 * No sum is subnormal, which devices would treat differently: what is added are multiples of 2^-125, since numbers
 * below 2^-102 count as zero. No sum is a negative zero either, because it starts from zero, and no term is one.
 */
#ifndef SCREE_KERNELS_SUM_H
#define SCREE_KERNELS_SUM_H

#include "base/portable.h"

#define SCREE_SUM_ROWS 16u
#define SCREE_SUM_COLUMNS 256u
#define SCREE_SUM_BLOCK 4096u

SCREE_FN scree_f32 scree_sum_kept(const scree_f32 number, const scree_f32 smallest)
{
    scree_f32 magnitude = scree_f32_from_bits(scree_bits_from_f32(number) & 0x7fffffffu);
    return scree_select_less(magnitude, smallest, scree_f32_from_bits(scree_u32_from_index(0u)), number);
}

/* A number as it is added. */
SCREE_FN scree_f32 scree_sum_term(const scree_f32 number)
{
    return scree_sum_kept(number, scree_f32_from_bits(scree_u32_from_index(0x0c800000u)));
}

/* A product as it is added. Subnormal factors are zero. */
SCREE_FN scree_f32 scree_sum_product(const scree_f32 a, const scree_f32 b)
{
    scree_f32 smallest = scree_f32_from_bits(scree_u32_from_index(0x00800000u));
    return scree_sum_term(scree_sum_kept(a, smallest) * scree_sum_kept(b, smallest));
}

SCREE_FN scree_f32 scree_sum_add(const scree_f32 a, const scree_f32 b)
{
    return a + b;
}

#endif
