/*
 * The first pass of the exact distance transform: from a voxel to the nearest one of the opposite side in its own
 * column, along z. A column is given by the first empty voxel of a terrain, by a height, or by one bit for each voxel.
 * Every function works on single numbers, so that the CPU's loops over many columns use the same formulas.
 *
 * Before it includes this file, an entry file defines scree_levels, from which the heights of the layers' centres are
 * read, and the function `float scree_level_at(scree_levels levels, scree_index layer)`.
 */
#ifndef SCREE_KERNELS_COLUMNS_H
#define SCREE_KERNELS_COLUMNS_H

#include "base/portable.h"

/* The value for "no layer" and "no number of steps". */
#define SCREE_NO_LAYER 0xffffffffu

/*
 * Steps from a voxel of a terrain, whose first empty voxel is `top`, to the nearest one of the opposite side. On the
 * opposite side itself the number is zero or negative.
 */
SCREE_FN scree_offset scree_terrain_steps(const scree_index layer, const scree_index top, const bool is_inside)
{
    return scree_offset_from_index(is_inside ? top - layer : layer - top + 1u);
}

/* Whether a column has no voxel of the opposite side, where the volume ends openly. */
SCREE_FN bool scree_terrain_is_closed(const scree_index top, const scree_index layers, const bool is_inside)
{
    return top == (is_inside ? layers : 0u);
}

/* The layer of the nearest voxel. One that lies just beyond the volume is given as the last one within. */
SCREE_FN scree_index scree_terrain_nearest(const scree_index top, const scree_index layers, const bool is_inside)
{
    return is_inside ? scree_index_minimum(top, layers - 1u) : (top > 0u ? top - 1u : 0u);
}

/* The vertical distance between a voxel's centre at `level` and a height, positive on the voxel's own side. */
SCREE_FN float scree_height_distance(const float height, const float level, const bool is_inside)
{
    return is_inside ? height - level : level - height;
}

/* Whether a column has no point of the opposite side, where the volume ends openly at 0 and at `top_level`. */
SCREE_FN bool scree_height_is_closed(const float height, const float top_level, const bool is_inside)
{
    return is_inside ? height >= top_level : !(scree_one_from_bits(0u) < height);
}

/* How many of a column's voxels have their centres below a height. */
SCREE_FN_OF(scree_levels)
scree_index scree_voxels_below(const scree_levels levels, const scree_index layers, const float height)
{
    scree_index low = 0u;
    scree_index high = layers;
    while (low < high) {
        scree_index middle = low + (high - low) / 2u;
        bool is_below = scree_level_at(levels, middle) < height;
        low = is_below ? middle + 1u : low;
        high = is_below ? high : middle;
    }
    return low;
}

/*
 * Voxels as bits: a word holds 32 layers of a column, lowest layer first. The bits of a volume's last word that stand
 * for layers beyond its end are not valid.
 */
SCREE_FN scree_index scree_valid_bits(const scree_index layers, const scree_index word)
{
    scree_index rest = layers - 32u * word;
    return rest < 32u ? (1u << rest) - 1u : 0xffffffffu;
}

/* The part of a column below a word: the layers behind its last empty and its last solid voxel; 0 for none. */
SCREE_STRUCT(scree_column_ends)
{
    scree_index empty;
    scree_index solid;
};

/* The layer behind the last voxel before a word that is of the side opposite to the word's first voxel. */
SCREE_FN scree_index scree_column_before(const scree_column_ends ends, const scree_index solid)
{
    return (solid & 1u) != 0u ? ends.empty : ends.solid;
}

SCREE_FN scree_column_ends scree_column_go_up(const scree_column_ends ends, const scree_index solid,
                                              const scree_index valid, const scree_index word)
{
    scree_index empty = ~solid & valid;
    scree_column_ends next;
    next.empty = empty != 0u ? 32u * word + scree_highest_bit(empty) + 1u : ends.empty;
    next.solid = solid != 0u ? 32u * word + scree_highest_bit(solid) + 1u : ends.solid;
    return next;
}

/*
 * The part of a column above a word: the layers of its first empty and its first solid voxel; SCREE_NO_LAYER for none.
 */
SCREE_STRUCT(scree_column_starts)
{
    scree_index empty;
    scree_index solid;
};

/* The layer of the first voxel behind a word that is of the side opposite to the word's last valid voxel. */
SCREE_FN scree_index scree_column_after(const scree_column_starts starts, const scree_index solid,
                                        const scree_index valid)
{
    return (solid & (valid ^ (valid >> 1u))) != 0u ? starts.empty : starts.solid;
}

SCREE_FN scree_column_starts scree_column_go_down(const scree_column_starts starts, const scree_index solid,
                                                  const scree_index valid, const scree_index word)
{
    scree_index empty = ~solid & valid;
    scree_column_starts next;
    next.empty = empty != 0u ? 32u * word + scree_lowest_bit(empty) : starts.empty;
    next.solid = solid != 0u ? 32u * word + scree_lowest_bit(solid) : starts.solid;
    return next;
}

/* A word of a column, and the nearest voxels of the opposite side below and above the word. */
SCREE_STRUCT(scree_column_word)
{
    scree_index first; /* First layer of the word. */
    scree_index solid;
    scree_index valid;
    scree_index before; /* Result of scree_column_before(). */
    scree_index after;  /* Result of scree_column_after(). */
};

/* The nearest voxel of the opposite side in a column. */
SCREE_STRUCT(scree_column_nearest)
{
    bool is_inside;    /* Whether the voxel itself is solid. */
    scree_index steps; /* SCREE_NO_LAYER where there is none. */
    scree_index layer;
};

/* The nearest voxel for one of the word's layers; of two at the same distance the lower one. */
SCREE_FN scree_column_nearest scree_nearest_in_word(const scree_column_word word, const scree_index layer)
{
    scree_index bit = layer % 32u;
    scree_column_nearest nearest;
    nearest.is_inside = ((word.solid >> bit) & 1u) != 0u;
    scree_index opposite = (nearest.is_inside ? ~word.solid : word.solid) & word.valid;
    scree_index lower = opposite & ((1u << bit) - 1u);
    scree_index upper = opposite & ~((1u << bit) - 1u);
    scree_index below = lower != 0u ? word.first + scree_highest_bit(lower) + 1u : word.before;
    scree_index above = upper != 0u ? word.first + scree_lowest_bit(upper) : word.after;
    scree_index down = below != 0u ? layer + 1u - below : SCREE_NO_LAYER;
    scree_index up = above != SCREE_NO_LAYER ? above - layer : SCREE_NO_LAYER;
    nearest.steps = scree_index_minimum(down, up);
    nearest.layer = down <= up ? below - 1u : above;
    return nearest;
}

#endif
