/*
 * Samples of warped fields on GPUs: where a displacement takes them in the lattice of an octave, by the tables of
 * site_table.h. Components of one displacement share their lattices, so that a sample is displaced once for all.
 */
#ifndef SCREE_KERNELS_WARP_TABLE_H
#define SCREE_KERNELS_WARP_TABLE_H

#include "site_table.h"
#include "warp.h"

/* How far a sample is displaced along each axis of the field, in cells of the first octave. */
SCREE_STRUCT(scree_displacement)
{
    scree_f32 along[4];
};

/* Where a sample is displaced to along each axis of a lattice. */
SCREE_STRUCT(scree_warped_site)
{
    scree_warped_position along[4];
};

/* The displacement before, and the octaves of the next one so far. */
SCREE_STRUCT(scree_warp_sums)
{
    scree_displacement before;
    scree_displacement along;
};

/* Sums start as those of fractals do. */
SCREE_FN scree_warp_sums scree_warp_sums_start(void)
{
    scree_warp_sums start;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        start.before.along[axis] = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
        start.along.along[axis] = start.before.along[axis];
    }
    return start;
}

/* How far the sums so far displace a sample. */
SCREE_FN scree_displacement scree_warp_displaced(scree_warp_sums sums, scree_index axes, bool is_progressive)
{
    scree_displacement found = sums.before;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        if (is_progressive) {
            found.along[axis] = scree_warp_sum(sums.before.along[axis], sums.along.along[axis]);
        }
    }
    return found;
}

/* Adds an octave to a component. Registers have no numbers, so that sums are chosen. */
SCREE_FN scree_warp_sums scree_warp_sums_add(scree_warp_sums before, scree_index component, scree_index axes,
                                             scree_f32 octave)
{
    scree_warp_sums after = before;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        scree_f32 sum = scree_warp_sum(before.along.along[axis], octave);
        after.along.along[axis] = axis == component ? sum : before.along.along[axis];
    }
    return after;
}

/* The words of a displaced octave along an axis of its lattice. */
SCREE_FN scree_index scree_warp_table_word(scree_table table, scree_index octave, scree_index axes, scree_index row)
{
    return scree_site_word(table, octave, SCREE_SITE_OCTAVE_WARPS) + row * (SCREE_SITE_WARP_WORDS + axes);
}

/* The words are those of the structure, in its order. */
SCREE_FN scree_warp_axis scree_warp_table_axis(scree_table table, scree_index octave, scree_index axes, scree_index row)
{
    scree_warp_axis axis;
    scree_index word = scree_warp_table_word(table, octave, axes, row);
    axis.lower = scree_table_u32(table, word);
    axis.upper = scree_table_u32(table, word + 1u);
    axis.lower_below = scree_table_u32(table, word + 2u);
    axis.upper_below = scree_table_u32(table, word + 3u);
    axis.offset = scree_table_u32(table, word + 4u);
    return axis;
}

/* The displacement along an axis of the lattice. */
SCREE_FN scree_f32 scree_warp_table_cells(scree_table table, scree_index octave, scree_index axes, scree_index row,
                                          scree_displacement displacement)
{
    scree_index word = scree_warp_table_word(table, octave, axes, row) + SCREE_SITE_WARP_WORDS;
    scree_f32 sum = scree_warp_share(displacement.along[0], scree_f32_from_bits(scree_table_u32(table, word)));
    SCREE_UNROLL
    for (scree_index axis = 1u; axis < axes; axis++) {
        sum =
            scree_warp_shares(sum, displacement.along[axis], scree_f32_from_bits(scree_table_u32(table, word + axis)));
    }
    return sum;
}

/* Where a displacement takes a sample from its positions. */
SCREE_FN scree_warped_site scree_warp_table_moved(scree_table table, scree_index octave, scree_index axes,
                                                  scree_site_sums sums, scree_displacement displacement)
{
    scree_warped_site moved;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        moved.along[row] = scree_warp_moved(scree_site_fraction(sums.row[row].part), sums.row[row].cell,
                                            scree_warp_table_cells(table, octave, axes, row, displacement));
    }
    return moved;
}

/* The displaced site of a kind of sites. */
SCREE_FN scree_site scree_warp_table_site(scree_table table, scree_index octave, scree_index axes,
                                          scree_warped_site moved)
{
    scree_site site;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        scree_site_axis axis = scree_site_table_axis(table, octave, row);
        scree_site_position position = scree_warp_site_position(moved.along[row]);
        site.fraction[row] = scree_site_fraction(position.part);
        site.cell[row] = position.cell;
        if (axis.last != 0xffffffffu) {
            site.cell[row] =
                scree_warp_wrapped(position.cell, axis.last, scree_warp_table_axis(table, octave, axes, row).offset);
        }
        site.key[row] = scree_site_key(site.cell[row], axis);
    }
    return site;
}

/* The displaced cell of a kind of cells that keeps its keys. */
SCREE_FN scree_cell scree_warp_table_cell(scree_table table, scree_index octave, scree_index axes,
                                          scree_warped_site moved, scree_index fade)
{
    scree_cell cell;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        scree_warp_keys keys = scree_warp_keys_of(moved.along[row].cell,
                                                  scree_warp_table_axis(table, octave, axes, row),
                                                  scree_site_table_axis(table, octave, row).last);
        cell = scree_warp_cell_with(cell, row, moved.along[row].fraction, fade, keys);
    }
    return cell;
}

#endif
