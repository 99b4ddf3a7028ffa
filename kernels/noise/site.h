/*
 * Sites: where a sample lies in the lattice of an octave, for kinds whose lattice is skewed, rotated, or looked at
 * beyond the nodes of one cell. A position along an axis of the lattice is a sum: each axis of the field contributes
 * the product of its coordinate and a factor, rounded down to 2^-32 cells. Such numbers have 32 bits of cell and 32
 * bits of fraction, and their sums are exact in any order, so a sample has the same site on a grid, at a point, and on
 * every device. Cells count modulo 2^32, or within a period.
 */
#ifndef SCREE_KERNELS_SITE_H
#define SCREE_KERNELS_SITE_H

#include "noise/gradient.h"

/* The most axes of these kinds. */
#define SCREE_SITE_AXES 4u

/*
 * A position along each axis of the lattice: the cell, and the fraction, a multiple of 2^-24 in [0, 1). Kinds whose
 * lattice is skewed read keys only: such a lattice has no period, so the caller that makes a site may leave out its
 * cells.
 */
SCREE_STRUCT(scree_site)
{
    scree_f32 fraction[4];
    scree_u32 cell[4];
    scree_u32 key[4]; /* The key of the cell along each axis. */
};

/* A number of an octave: the same in every lane, unless each lane has an octave of its own. */
#if defined(SCREE_OCTAVES_IN_LANES)
#define scree_octave_word scree_u32
#define scree_u32_from_octave_word(word) (word)
#else
#define scree_octave_word scree_index
#define scree_u32_from_octave_word(word) scree_u32_from_index(word)
#endif

/*
 * How an octave numbers the cells along an axis. The key of a cell is linear, so that neighbours have theirs by an
 * addition; the hash mixes the keys of all axes.
 */
SCREE_STRUCT(scree_site_axis)
{
    scree_octave_word stride; /* The key of the next cell is greater by this; odd. */
    scree_octave_word start;  /* The key of cell 0. */
    scree_index last;         /* The last cell before cell 0 comes again. */
    scree_index wrap;         /* Added to the key of a cell behind the last one: zero without a period. */
};

/* A position along an axis of a lattice, or what an axis of the field contributes to it. */
SCREE_STRUCT(scree_site_position)
{
    scree_u32 part; /* The fraction of the cell, in 2^-32 cells. */
    scree_u32 cell;
};

/* The parameters of a kind: words that only its own functions can read. */
#define SCREE_SITE_OPTIONS 16u
SCREE_STRUCT(scree_site_options)
{
    scree_index word[16];
};

/* Kinds of cells whose octaves are rotated have one, the fade. */
#define SCREE_SITE_OPTION_FADE 0u

/* The random numbers of an octave, and its parameters. */
SCREE_STRUCT(scree_site_source)
{
    scree_site_axis axis[4];
    scree_gradient_table gradients; /* Scaled by the amplitude: gradient_count for axis 0, then for axis 1... */
    scree_index gradient_count;
    scree_f32 amplitude;
    scree_table slopes; /* Cells along each axis of the lattice for each cell of the field, for each axis of that. */
    scree_site_options options;
};

/* The key of a cell. */
SCREE_FN scree_u32 scree_site_key(const scree_u32 cell, const scree_site_axis axis)
{
    return cell * axis.stride + axis.start;
}

/* The sum of two positions in which a cell counts `stride`: 1, or that of keys. */
SCREE_FN scree_site_position scree_site_sum_of(const scree_site_position a, const scree_site_position b,
                                               const scree_index stride)
{
    scree_site_position sum;
    scree_u32 cell = a.cell + b.cell;
    sum.part = a.part + b.part;
    sum.cell = scree_select_less_u32(sum.part, a.part, cell + stride, cell);
    return sum;
}

/* The sum of two positions, before it is brought back into a period. */
SCREE_FN scree_site_position scree_site_sum(const scree_site_position a, const scree_site_position b)
{
    return scree_site_sum_of(a, b, 1u);
}

/* A cell that sums have brought behind the last one, each by less than a period. */
SCREE_FN scree_u32 scree_site_wrapped(const scree_u32 cell, const scree_index last, const scree_index sums)
{
    scree_u32 wrapped = cell;
    SCREE_UNROLL
    for (scree_index i = 0u; i < sums; i++) {
        wrapped = scree_select_less_u32(scree_u32_from_index(last), wrapped, wrapped - last - 1u, wrapped);
    }
    return wrapped;
}

/* The fraction of a cell, given in 2^-32 cells and rounded down. */
SCREE_FN scree_f32 scree_site_fraction(const scree_u32 part)
{
    return scree_f32_from_u24(part >> 8u) * 0.000000059604644775390625f;
}

/* The key of the cell that lies N cells behind a site's, at most as many as a period has. */
SCREE_FN scree_u32 scree_site_key_next(const scree_u32 cell, const scree_site_axis axis, const scree_index cells)
{
    scree_u32 key = cell * axis.stride + (axis.start + cells * axis.stride);
    return scree_select_less_u32(scree_u32_from_index(axis.last - cells), cell, key + axis.wrap, key);
}

/* The key of the cell that lies N cells before a site's, at most as many as a period has. */
SCREE_FN scree_u32 scree_site_key_previous(const scree_u32 cell, const scree_site_axis axis, const scree_index cells)
{
    scree_u32 key = cell * axis.stride + (axis.start - cells * axis.stride);
    return scree_select_less_u32(cell, scree_u32_from_index(cells), key - axis.wrap, key);
}

/* The key of the cell at an offset. A period may be so short that the offset leads round it. */
SCREE_FN scree_u32 scree_site_key_at(const scree_u32 cell, const scree_site_axis axis, const scree_offset offset)
{
    scree_index cells = scree_index_from_offset(offset < 0 ? -offset : offset);
    scree_index rest = cells > axis.last ? cells % (axis.last + 1u) : cells;
    scree_u32 key;
    if (offset < 0) {
        key = scree_site_key_previous(cell, axis, rest);
    } else {
        key = scree_site_key_next(cell, axis, rest);
    }
    return key;
}

/* The hash of a cell or node, from the exclusive or of its keys along all axes; the upper bits are the best mixed. */
SCREE_FN scree_u32 scree_site_hash(const scree_u32 keys)
{
    return scree_hash_mix(keys);
}

#endif
