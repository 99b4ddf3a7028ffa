/*
 * Samples of warped fields: where displacements, in float32, take the positions of samples (site.h). The fraction of a
 * sample's cell and the displacement are added in float32; the whole part of the sum goes to the cell. Cells count
 * modulo 2^32. Kinds of cells keep the keys that their cells have without a warp, so that a small displacement changes
 * little.
 */
#ifndef SCREE_KERNELS_WARP_H
#define SCREE_KERNELS_WARP_H

#include "noise/site_cell.h"

/*
 * How an octave of a displaced field numbers the cells along an axis: the halves of the first step of the keys of cells
 * from 0 on, and of those below (axis_key.h).
 */
SCREE_STRUCT(scree_warp_axis)
{
    scree_index lower;
    scree_index upper;
    scree_index lower_below;
    scree_index upper_below;
    scree_index offset; /* With a period, a multiple of it by which no sample is displaced. */
};

/* The position that a sample is displaced to, along an axis of a lattice. The fraction is in [0, 1]. */
SCREE_STRUCT(scree_warped_position)
{
    scree_f32 fraction;
    scree_u32 cell;
};

/* The displacement along an axis of the lattice: the share of the first axis of the field, and that of one more. */
SCREE_FN scree_f32 scree_warp_share(const scree_f32 displacement, const scree_f32 cells)
{
    return displacement * cells;
}

SCREE_FN scree_f32 scree_warp_shares(const scree_f32 sum, const scree_f32 displacement, const scree_f32 cells)
{
    return sum + displacement * cells;
}

/* The octaves of a warp so far, with one more; or two displacements together. */
SCREE_FN scree_f32 scree_warp_sum(const scree_f32 a, const scree_f32 b)
{
    return a + b;
}

/* Fractions below 2^-40 become zero, as those of tables: products with them might be subnormal. */
SCREE_FN scree_f32 scree_warp_fraction(const scree_f32 sum, const scree_f32 whole)
{
    scree_f32 fraction = sum - whole;
    scree_f32 smallest = scree_f32_from_bits(scree_u32_from_index(0x2b800000u));
    return scree_select_less(fraction, smallest, scree_f32_from_bits(scree_u32_from_index(0u)), fraction);
}

/* A position that is displaced by N cells of the octave, fewer than 2^30. */
SCREE_FN scree_warped_position scree_warp_moved(const scree_f32 fraction, const scree_u32 cell, const scree_f32 cells)
{
    scree_warped_position moved;
    scree_f32 sum = scree_warp_sum(fraction, cells);
    scree_f32 whole = scree_floor(sum);
    moved.fraction = scree_warp_fraction(sum, whole);
    moved.cell = cell + scree_u32_from_signed(whole);
    return moved;
}

/* A displaced cell within its period, behind whose last cell the sum of positions may lie. */
SCREE_FN scree_u32 scree_warp_wrapped(const scree_u32 cell, const scree_index last, const scree_index offset)
{
    return (cell + offset) % (last + 1u);
}

/* A fraction in 2^-24 cells. */
SCREE_FN scree_u32 scree_warp_parts(const scree_f32 fraction)
{
    return scree_u32_from_f32(fraction * 16777216.0f);
}

/* A displaced position of a kind of sites: its fraction is rounded down to 2^-24 cells. */
SCREE_FN scree_site_position scree_warp_site_position(const scree_warped_position moved)
{
    scree_site_position position;
    scree_u32 parts = scree_warp_parts(moved.fraction);
    position.part = parts << 8u;
    position.cell = moved.cell + (parts >> 24u);
    return position;
}

/* The second step of a key: a bijection of the lower 32 bits of the cell (axis_key.h). */
SCREE_FN scree_u32 scree_warp_key_step(const scree_u32 cell, const scree_u32 lower, const scree_u32 upper)
{
    scree_u32 value = cell ^ lower;
    value = (value ^ (value >> 16u)) * 0x7feb352du;
    value = (value ^ (value >> 15u)) * 0x846ca68bu;
    return value ^ (value >> 16u) ^ upper;
}

/* The key of a cell from -2^31 to 2^31 - 1. */
SCREE_FN scree_u32 scree_warp_key(const scree_u32 cell, const scree_warp_axis axis)
{
    scree_u32 below = 0u - (cell >> 31u);
    scree_u32 lower = (below & (axis.lower ^ axis.lower_below)) ^ axis.lower;
    scree_u32 upper = (below & (axis.upper ^ axis.upper_below)) ^ axis.upper;
    return scree_warp_key_step(cell, lower, upper);
}

/* The cell behind another one. */
SCREE_FN scree_u32 scree_warp_next(const scree_u32 cell, const scree_index last)
{
    return scree_select_equal_u32(cell, scree_u32_from_index(last), scree_u32_from_index(0u), cell + 1u);
}

/* The keys of a displaced cell along an axis and of the one behind it, within a period whose last cell is given. */
SCREE_STRUCT(scree_warp_keys)
{
    scree_u32 key0;
    scree_u32 key1;
};

SCREE_FN scree_warp_keys scree_warp_keys_of(const scree_u32 cell, const scree_warp_axis axis, const scree_index last)
{
    scree_warp_keys keys;
    scree_u32 lower = cell;
    scree_u32 next = cell + 1u;
    if (last != 0xffffffffu) {
        lower = scree_warp_wrapped(cell, last, axis.offset);
        next = scree_warp_next(lower, last);
    }
    keys.key0 = scree_warp_key(lower, axis);
    keys.key1 = scree_warp_key(next, axis);
    return keys;
}

/* A cell of which an axis is set. */
SCREE_FN scree_cell scree_warp_cell_with(const scree_cell cell, const scree_index number, const scree_f32 fraction,
                                         const scree_index fade, const scree_warp_keys keys)
{
    scree_cell result = cell;
    result.fraction[number] = fraction;
    result.fraction1[number] = scree_fraction1(fraction);
    result.fade[number] = scree_site_fade(fade, fraction);
    result.key0[number] = keys.key0;
    result.key1[number] = keys.key1;
    return result;
}

#endif
