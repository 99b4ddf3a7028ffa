/*
 * Samples of warped fields on GPUs: where a displacement takes them in the lattice of an octave, by the tables of
 * site_table.h. Components of one displacement share their lattices, so that a sample is displaced once for all.
 */
#ifndef SCREE_KERNELS_WARP_TABLE_H
#define SCREE_KERNELS_WARP_TABLE_H

#include "noise/site_table.h"
#include "warp/warp.h"

/* How far a sample is displaced along each axis of the field, in cells of the first octave. */
SCREE_STRUCT(scree_displacement)
{
    scree_f32 along[4];
};

/* The position that a sample is displaced to, along each axis of a lattice. */
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
SCREE_FN scree_displacement scree_warp_displaced(const scree_warp_sums sums, const scree_index axes,
                                                 const bool is_progressive)
{
    scree_displacement found = sums.before;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        if (is_progressive && axis < axes) {
            found.along[axis] = scree_warp_sum(sums.before.along[axis], sums.along.along[axis]);
        }
    }
    return found;
}

/*
 * Adds an octave to a component. Registers have no numbers, so that sums are chosen. The loop has a fixed end, because
 * nvcc would keep another one, and the structure in memory.
 */
SCREE_FN scree_warp_sums scree_warp_sums_add(const scree_warp_sums before, const scree_index component,
                                             const scree_index axes, const scree_f32 octave)
{
    scree_warp_sums after = before;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        scree_f32 sum = scree_warp_sum(before.along.along[axis], octave);
        after.along.along[axis] = axis == component && axis < axes ? sum : before.along.along[axis];
    }
    return after;
}

/* The words of a displaced octave along an axis of its lattice. */
SCREE_FN scree_table scree_warp_table_words(const scree_table table, const scree_index octave, const scree_index axes,
                                            const scree_index row)
{
    return table + scree_site_word(table, octave, SCREE_SITE_OCTAVE_WARPS) + row * (SCREE_SITE_WARP_WORDS + axes);
}

/* The words are those of the structure, in its order. */
SCREE_FN scree_warp_axis scree_warp_table_axis(const scree_table table, const scree_index octave,
                                               const scree_index axes, const scree_index row)
{
    scree_warp_axis axis;
    scree_table words = scree_warp_table_words(table, octave, axes, row);
    axis.lower = scree_table_u32(words, 0u);
    axis.upper = scree_table_u32(words, 1u);
    axis.lower_below = scree_table_u32(words, 2u);
    axis.upper_below = scree_table_u32(words, 3u);
    axis.offset = scree_table_u32(words, 4u);
    return axis;
}

/* Cells along an axis of the lattice for each cell along one of the field. */
SCREE_FN scree_f32 scree_warp_table_factor(const scree_table table, const scree_index octave, const scree_index axes,
                                           const scree_index row, const scree_index axis)
{
    scree_table words = scree_warp_table_words(table, octave, axes, row);
    return scree_f32_from_bits(scree_table_u32(words, SCREE_SITE_WARP_WORDS + axis));
}

/* The displacement along an axis of the lattice. That of a straight lattice is the same axis of the field. */
SCREE_FN scree_f32 scree_warp_table_cells(const scree_table table, const scree_index octave, const scree_index axes,
                                          const scree_index row, const scree_displacement displacement,
                                          const bool is_straight)
{
    scree_f32 sum;
    if (is_straight) {
        sum = scree_warp_share(displacement.along[row], scree_warp_table_factor(table, octave, axes, row, row));
    } else {
        sum = scree_warp_share(displacement.along[0], scree_warp_table_factor(table, octave, axes, row, 0u));
        SCREE_UNROLL
        for (scree_index axis = 1u; axis < axes; axis++) {
            sum = scree_warp_shares(sum, displacement.along[axis],
                                    scree_warp_table_factor(table, octave, axes, row, axis));
        }
    }
    return sum;
}

/* The positions that a displacement gives a sample. */
SCREE_FN scree_warped_site scree_warp_table_moved(const scree_table table, const scree_index octave,
                                                  const scree_index axes, const scree_site_sums sums,
                                                  const scree_displacement displacement, const bool is_straight)
{
    scree_warped_site moved;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        moved.along[row] =
            scree_warp_moved(scree_site_fraction(sums.row[row].part), sums.row[row].cell,
                             scree_warp_table_cells(table, octave, axes, row, displacement, is_straight));
    }
    return moved;
}

/*
 * Nearly all displaced octaves are without periods, and their nodes, if they have any, have the quintic fade and
 * gradients of the usual set, which threads keep for one another. Code that is compiled for these need not ask.
 */
SCREE_FN scree_site_source scree_warp_usual_source(const scree_site_source source, const scree_index axes,
                                                   const bool is_cell)
{
    scree_site_source usual = source;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        usual.axis[row].last = 0xffffffffu;
        usual.axis[row].wrap = 0u;
    }
    if (is_cell) {
        usual.options.word[SCREE_SITE_OPTION_FADE] = SCREE_KERNEL_FADE_QUINTIC;
    }
    usual.gradients = scree_gradients_in_lanes(source.gradients);
    usual.gradient_count = SCREE_EDGE_COUNT(axes);
    return usual;
}

/* The displaced site of a kind of sites. */
SCREE_FN scree_site scree_warp_table_site(const scree_table table, const scree_index octave, const scree_index axes,
                                          const scree_warped_site moved, const scree_site_source source)
{
    scree_site site;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        scree_site_axis axis = source.axis[row];
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
SCREE_FN scree_cell scree_warp_table_cell(const scree_table table, const scree_index octave, const scree_index axes,
                                          const scree_warped_site moved, const scree_site_source source)
{
    scree_cell cell;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        scree_warp_keys keys = scree_warp_keys_of(
            moved.along[row].cell, scree_warp_table_axis(table, octave, axes, row), source.axis[row].last);
        cell = scree_warp_cell_with(cell, row, moved.along[row].fraction, source.options.word[SCREE_SITE_OPTION_FADE],
                                    keys);
    }
    return cell;
}

/* The location of a displaced sample in an octave: its site or, for kinds of cells, its cell. */
SCREE_STRUCT(scree_warped_location)
{
    scree_site site;
    scree_cell cell;
};

SCREE_FN scree_warped_location scree_warp_table_locate(const scree_table table, const scree_index octave,
                                                       const scree_index axes, const scree_warped_site moved,
                                                       const scree_site_source source, const bool is_cell,
                                                       const bool keeps_keys)
{
    scree_warped_location location;
    if (is_cell && keeps_keys) {
        location.cell = scree_warp_table_cell(table, octave, axes, moved, source);
        location.site.cell[0] = moved.along[0].cell;
    } else {
        location.site = scree_warp_table_site(table, octave, axes, moved, source);
        if (is_cell) {
            location.cell = scree_site_cell(location.site, axes, source);
        }
    }
    return location;
}

/*
 * Components of a displacement differ in the numbers of cells along axis 0 alone: the location of a sample in another
 * component than that of `before`, by the tables of that component and its source.
 */
SCREE_FN scree_warped_location scree_warp_table_renumbered(const scree_table table, const scree_index octave,
                                                           const scree_index axes, const scree_warped_location before,
                                                           const scree_site_source source, const bool is_cell,
                                                           const bool keeps_keys)
{
    scree_warped_location location = before;
    if (is_cell && keeps_keys) {
        scree_warp_keys keys = scree_warp_keys_of(before.site.cell[0], scree_warp_table_axis(table, octave, axes, 0u),
                                                  source.axis[0].last);
        location.cell.key0[0] = keys.key0;
        location.cell.key1[0] = keys.key1;
    } else {
        location.site.key[0] = scree_site_key(before.site.cell[0], source.axis[0]);
        if (is_cell) {
            location.cell.key0[0] = location.site.key[0];
            location.cell.key1[0] = location.site.key[0] + source.axis[0].stride;
        }
    }
    return location;
}

/* The source of another component than that of `before`, by the tables of that component. */
SCREE_FN scree_site_source scree_warp_table_renumbered_source(const scree_table table, const scree_index octave,
                                                              const scree_site_source before)
{
    scree_site_source source = before;
    source.axis[0] = scree_site_table_axis(table, octave, 0u);
    return source;
}

#endif
