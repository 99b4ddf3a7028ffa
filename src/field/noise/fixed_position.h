/*
 * Positions as integers: 64 bits of lattice cell and 64 bits of fraction. Sums and multiples of such numbers are
 * exact, so a sample has the same position in every tile, at every distance from the origin, on every machine.
 */
#ifndef SCREE_FIXED_POSITION_H
#define SCREE_FIXED_POSITION_H

#include <stdint.h>

__extension__ typedef __int128 scree_fixed;

/* Magnitude that positions of octaves must stay below, in cells, so that no sum leaves the 64 bits of the cell. */
#define SCREE_FIXED_LIMIT 0x1p62

/* The product of two finite numbers, rounded down to a multiple of 2^-64. Its magnitude must be below 2^62. */
scree_fixed scree_fixed_product(double a, double b);

/* The cell: the position rounded down. */
static inline int64_t scree_fixed_cell(scree_fixed position)
{
    return (int64_t)(position >> 64);
}

/* The fraction of the cell in [0, 1), its upper 53 bits. */
static inline double scree_fixed_fraction(scree_fixed position)
{
    return (double)(int64_t)((uint64_t)position >> 11) * 0x1p-53;
}

#endif
