/*
 * The table from which programs of GPUs make sites: a header, a record for each octave with the gradients and the
 * numbers of cells, what each sample along each axis contributes to positions, and the factors of points. The host
 * writes it (src/gpu/noise/site_tables.c).
 */
#ifndef SCREE_KERNELS_SITE_TABLE_H
#define SCREE_KERNELS_SITE_TABLE_H

#include "noise/site_locate.h"

/* Header: for axis 2 + i, entries before they repeat, and the first plane's distance from the first entry. */
#define SCREE_SITE_TABLE_OUTER_COUNT 0u
#define SCREE_SITE_TABLE_OUTER_START 2u
#define SCREE_SITE_TABLE_GRADIENT_COUNT 4u
#define SCREE_SITE_TABLE_OPTIONS 5u
#define SCREE_SITE_TABLE_FRACTAL 28u /* The members of scree_fractal_options. */
#define SCREE_SITE_TABLE_OCTAVES 32u

/* The record of an octave; offsets are counted in words. */
#define SCREE_SITE_OCTAVE_AMPLITUDE 0u
#define SCREE_SITE_OCTAVE_WEIGHT 1u
#define SCREE_SITE_OCTAVE_GRADIENTS 2u
#define SCREE_SITE_OCTAVE_SHARES 3u    /* Offsets for each axis of the field. */
#define SCREE_SITE_OCTAVE_FACTORS 7u   /* Offset of the factors of points: those near the origin, and any. */
#define SCREE_SITE_OCTAVE_AXES 8u      /* Four words for each axis of the lattice: those of scree_site_axis. */
#define SCREE_SITE_OCTAVE_FAST 24u     /* Coordinates with lower upper words, as float64, take the fast path. */
#define SCREE_SITE_OCTAVE_WARPS 25u    /* Offset of what displaced octaves have along each axis of the lattice. */
#define SCREE_SITE_OCTAVE_SLOPES 26u   /* Offset of scree_site_source.slopes. */
#define SCREE_SITE_OCTAVE_STRAIGHT 27u /* 1 = the axes of the lattice are those of the field. */
#define SCREE_SITE_OCTAVE_WORDS 28u

/* A position: the part and the cell. An entry has one for each axis of the lattice. */
#define SCREE_SITE_POSITION_WORDS 2u
/* A factor (scree_site_share), for each axis of the lattice and each of the field. */
#define SCREE_SITE_SHARE_WORDS 5u
/* Float64 numbers for points near the origin, along each axis of the lattice: where the sum of shares begins, and the
   factor for each axis of the field, in units of 2^-32 cells. */
#define SCREE_SITE_FAST_NUMBERS(axes) (1u + (axes))
#define SCREE_SITE_FAST_WORDS(axes) (2u * (axes)*SCREE_SITE_FAST_NUMBERS(axes))
/* The members of scree_warp_axis; the factors for displacements follow, one for each axis of the field. */
#define SCREE_SITE_WARP_WORDS 5u

SCREE_FN scree_index scree_site_word(const scree_table table, const scree_index octave, const scree_index word)
{
    return scree_table_u32(table + (SCREE_SITE_TABLE_OCTAVES + octave * SCREE_SITE_OCTAVE_WORDS), word);
}

SCREE_FN scree_f32 scree_site_weight(const scree_table table, const scree_index octave)
{
    return scree_f32_from_bits(scree_site_word(table, octave, SCREE_SITE_OCTAVE_WEIGHT));
}

SCREE_FN scree_site_options scree_site_table_options(const scree_table table)
{
    scree_site_options options;
    SCREE_UNROLL
    for (scree_index i = 0u; i < SCREE_SITE_OPTIONS; i++) {
        options.word[i] = scree_table_u32(table, SCREE_SITE_TABLE_OPTIONS + i);
    }
    return options;
}

SCREE_FN scree_site_axis scree_site_table_axis(const scree_table table, const scree_index octave, const scree_index row)
{
    scree_site_axis axis;
    scree_index word = SCREE_SITE_OCTAVE_AXES + 4u * row;
    axis.stride = scree_site_word(table, octave, word);
    axis.start = scree_site_word(table, octave, word + 1u);
    axis.last = scree_site_word(table, octave, word + 2u);
    axis.wrap = scree_site_word(table, octave, word + 3u);
    return axis;
}

SCREE_FN scree_site_source scree_site_table_source(const scree_table table, const scree_index octave,
                                                   const scree_index axes)
{
    scree_site_source source;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        source.axis[row] = scree_site_table_axis(table, octave, row);
    }
    source.gradients = table + scree_site_word(table, octave, SCREE_SITE_OCTAVE_GRADIENTS);
    source.slopes = table + scree_site_word(table, octave, SCREE_SITE_OCTAVE_SLOPES);
    source.gradient_count = scree_table_u32(table, SCREE_SITE_TABLE_GRADIENT_COUNT);
    source.amplitude = scree_f32_from_bits(scree_site_word(table, octave, SCREE_SITE_OCTAVE_AMPLITUDE));
    source.options = scree_site_table_options(table);
    return source;
}

/* The contribution, along an axis of the field, of the sample N behind sample `index`. */
SCREE_FN scree_site_position scree_site_table_position(const scree_table table, const scree_index octave,
                                                       const scree_index axes, const scree_index axis,
                                                       const scree_index row, const scree_index index,
                                                       const scree_index behind)
{
    scree_site_position position;
    scree_table entry = table + (scree_site_word(table, octave, SCREE_SITE_OCTAVE_SHARES + axis) +
                                 index * axes * SCREE_SITE_POSITION_WORDS);
    position.part = scree_table_u32(entry, (behind * axes + row) * SCREE_SITE_POSITION_WORDS);
    position.cell = scree_table_u32(entry, (behind * axes + row) * SCREE_SITE_POSITION_WORDS + 1u);
    return position;
}

/* Indices of a sample's entries along each axis. Planes run through the axes from 2 on like digits. */
SCREE_STRUCT(scree_site_index)
{
    scree_index along[4];
};

SCREE_FN scree_site_index scree_site_table_index(const scree_table table, const scree_index axes, const scree_index x,
                                                 const scree_index y, const scree_index plane)
{
    scree_site_index index;
    index.along[0] = x;
    index.along[1] = y;
    index.along[2] = plane;
    index.along[3] = 0u;
    if (axes > 2u) {
        scree_index count = scree_table_u32(table, SCREE_SITE_TABLE_OUTER_COUNT);
        index.along[2] = plane % count;
        if (axes > 3u) {
            index.along[3] = (plane + scree_table_u32(table, SCREE_SITE_TABLE_OUTER_START)) / count %
                             scree_table_u32(table, SCREE_SITE_TABLE_OUTER_COUNT + 1u);
        }
    }
    return index;
}

/* A position with its cell brought back into a period, behind which every axis of the field may have led it. */
SCREE_FN scree_u32 scree_site_table_cell(const scree_u32 cell, const scree_index last, const scree_index axes)
{
    scree_u32 wrapped = cell;
    if (last != 0xffffffffu) {
        wrapped = scree_site_wrapped(cell, last, axes);
    }
    return wrapped;
}

/* Positions along all axes of the lattice. */
SCREE_STRUCT(scree_site_sums)
{
    scree_site_position row[4];
};

/* The site at these positions. */
SCREE_FN scree_site scree_site_table_site_at(const scree_table table, const scree_index octave, const scree_index axes,
                                             const scree_site_sums sums)
{
    scree_site site;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        scree_site_axis axis = scree_site_table_axis(table, octave, row);
        site.fraction[row] = scree_site_fraction(sums.row[row].part);
        site.cell[row] = scree_site_table_cell(sums.row[row].cell, axis.last, axes);
        site.key[row] = scree_site_key(site.cell[row], axis);
    }
    return site;
}

/*
 * The positions of the sample N rows behind that of an index. In a straight lattice other axes of the field
 * contribute nothing. Axis 1 comes last, so that samples of a column share the sum before.
 */
SCREE_FN scree_site_sums scree_site_table_sums(const scree_table table, const scree_index octave,
                                               const scree_index axes, const scree_site_index index,
                                               const scree_index rows, const bool is_straight)
{
    scree_site_sums sums;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        if (is_straight) {
            sums.row[row] =
                scree_site_table_position(table, octave, axes, row, row, index.along[row], row == 1u ? rows : 0u);
        } else {
            sums.row[row] = scree_site_table_position(table, octave, axes, 0u, row, index.along[0], 0u);
            SCREE_UNROLL
            for (scree_index axis = axes - 1u; axis > 0u; axis--) {
                sums.row[row] =
                    scree_site_sum(sums.row[row], scree_site_table_position(table, octave, axes, axis, row,
                                                                            index.along[axis], axis == 1u ? rows : 0u));
            }
        }
    }
    return sums;
}

/* The site of a grid's sample. */
SCREE_FN scree_site scree_site_table_site(const scree_table table, const scree_index octave, const scree_index axes,
                                          const scree_site_index index)
{
    return scree_site_table_site_at(table, octave, axes, scree_site_table_sums(table, octave, axes, index, 0u, false));
}

/* The coordinates of a point, as the bits of float64 numbers. */
SCREE_STRUCT(scree_site_point)
{
    scree_pair bits[4];
    scree_site_fast fast[4];
    scree_index highest; /* The greatest of their upper words, without signs. */
};

SCREE_FN scree_site_point scree_site_point_start(void)
{
    scree_site_point point;
    point.highest = 0u;
    return point;
}

SCREE_FN scree_site_point scree_site_point_with(const scree_site_point given, const scree_index axis,
                                                const scree_pair magnitude, const scree_index sign,
                                                const bool is_single)
{
    scree_site_point point = given;
    scree_index upper = magnitude.high;
    if (scree_site_is_too_small(magnitude, is_single)) {
        upper = 0xffffffffu;
    }
    point.highest = point.highest < upper ? upper : point.highest;
    point.bits[axis].low = magnitude.low;
    point.bits[axis].high = magnitude.high | sign;
    point.fast[axis] = scree_site_fast_from(scree_f64_from_bits(magnitude.high | sign, magnitude.low));
    return point;
}

SCREE_FN scree_site_share scree_site_table_share(const scree_table table, const scree_index octave,
                                                 const scree_index axes, const scree_index number)
{
    scree_site_share share;
    scree_table words = table + (scree_site_word(table, octave, SCREE_SITE_OCTAVE_FACTORS) +
                                 SCREE_SITE_FAST_WORDS(axes) + number * SCREE_SITE_SHARE_WORDS);
    share.factor.frequency_high = scree_table_u32(words, 0u);
    share.factor.frequency.low = scree_table_u32(words, 1u);
    share.factor.frequency.high = scree_table_u32(words, 2u);
    share.factor.exponent = scree_table_u32(words, 3u);
    share.shift = scree_table_u32(words, 4u);
    return share;
}

/* Whether a share is nothing, for every coordinate. */
SCREE_FN bool scree_site_is_nothing(const scree_site_share share)
{
    return (share.factor.frequency.low | share.factor.frequency.high | share.shift) == 0u;
}

/* Whether a point takes the fast path in an octave: it lies near the origin. */
SCREE_FN bool scree_site_table_is_fast(const scree_table table, const scree_index octave, const scree_site_point point)
{
    return point.highest < scree_site_word(table, octave, SCREE_SITE_OCTAVE_FAST);
}

/* The positions of such a point; `is_single` says that its coordinates are floats. */
SCREE_FN scree_site_sums scree_site_table_fast_sums(const scree_table table, const scree_index octave,
                                                    const scree_index axes, const scree_site_point point,
                                                    const bool is_single)
{
    scree_site_sums sums;
    scree_table factors = table + scree_site_word(table, octave, SCREE_SITE_OCTAVE_FACTORS);
    bool is_straight = scree_site_word(table, octave, SCREE_SITE_OCTAVE_STRAIGHT) != 0u;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        scree_index first = SCREE_SITE_FAST_NUMBERS(axes) * row;
        scree_f64 sum = scree_table_f64(factors, first);
        if (is_straight) {
            sum = scree_site_fast_sum(sum, point.fast[row], scree_table_f64(factors, first + 1u + row), is_single);
        } else {
            SCREE_UNROLL
            for (scree_index axis = 0u; axis < axes; axis++) {
                sum =
                    scree_site_fast_sum(sum, point.fast[axis], scree_table_f64(factors, first + 1u + axis), is_single);
            }
        }
        scree_index last = scree_site_table_axis(table, octave, row).last;
        sums.row[row] = scree_site_fast_position(sum, last);
    }
    return sums;
}

/* The positions of any point within the limits. In shaders the loop over the axes of the field is not unrolled,
   since the code would grow with the square of the number of axes. */
SCREE_FN scree_site_sums scree_site_table_exact_sums(const scree_table table, const scree_index octave,
                                                     const scree_index axes, const scree_site_point point)
{
    scree_site_sums sums;
    SCREE_UNROLL
    for (scree_index row = 0u; row < axes; row++) {
        sums.row[row].part = 0u;
        sums.row[row].cell = 0u;
    }
    SCREE_UNROLL_AHEAD
    for (scree_index axis = 0u; axis < axes; axis++) {
        scree_float_parts coordinate = scree_parts_from_f64(point.bits[axis]);
        SCREE_UNROLL
        for (scree_index row = 0u; row < axes; row++) {
            scree_index last = scree_site_table_axis(table, octave, row).last;
            scree_site_share share = scree_site_table_share(table, octave, axes, row * axes + axis);
            if (!scree_site_is_nothing(share)) {
                sums.row[row] = scree_site_sum(sums.row[row], scree_site_share_of(coordinate, share, last));
            }
        }
    }
    return sums;
}

#endif
