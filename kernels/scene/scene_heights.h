/*
 * The heights of a terrain, bilinear between the centres of samples and level beyond the outermost ones. Samples below
 * the water are as high as it is.
 *
 * A cell is a square between four samples: cell j of an axis lies between the centres of samples j - 1 and j, so n
 * samples have n + 1 cells, of which the outermost two have one sample twice. A block of level l has 8^l x 8^l cells.
 * Its lowest and highest samples are in the work buffer, level after level from 1 on; the last level has one block.
 */
#ifndef SCREE_KERNELS_SCENE_HEIGHTS_H
#define SCREE_KERNELS_SCENE_HEIGHTS_H

#include "scene/scene_box.h"
#include "scene/scene_sample.h"

#define SCREE_SCENE_NO_SAMPLE 3.0e38f

/* The facts about all heights that each ray needs. */
SCREE_STRUCT(scree_scene_heights)
{
    scree_index width;  /* Samples along x */
    scree_index depth;  /* and along y. */
    float scale;        /* The height of a sample of 1. */
    float low;          /* The lowest height of the ground, */
    float none;         /* and that of samples that are no numbers: the same, or the water above it. */
    float high;         /* The highest, water included. */
    float water;        /* The height of the water; the least that there can be where there is none. */
    scree_index levels; /* Levels of blocks that rays use to skip cells. */
};

/* The lowest and the highest sample of a block; where it has no number, `low` is above `high`. */
SCREE_STRUCT(scree_scene_extremes)
{
    float low;
    float high;
};

SCREE_FN scree_scene_extremes scree_scene_no_extremes(void)
{
    scree_scene_extremes none;
    none.low = SCREE_SCENE_NO_SAMPLE;
    none.high = -SCREE_SCENE_NO_SAMPLE;
    return none;
}

SCREE_FN scree_scene_extremes scree_scene_extremes_join(const scree_scene_extremes a, const scree_scene_extremes b)
{
    scree_scene_extremes joined;
    joined.low = b.low < a.low ? b.low : a.low;
    joined.high = b.high > a.high ? b.high : a.high;
    return joined;
}

/* The extremes of one sample, which none that is no number has. */
SCREE_FN scree_scene_extremes scree_scene_extremes_of(const scree_index bits)
{
    scree_scene_extremes both = scree_scene_no_extremes();
    if (scree_scene_is_number(bits)) {
        both.low = scree_scene_value(bits);
        both.high = both.low;
    }
    return both;
}

SCREE_FN scree_scene_extremes scree_scene_block_extremes(const scree_scene_memory memory, const scree_table table,
                                                         const scree_index level, const scree_index block)
{
    scree_index word = 2u * (scree_table_word(table, SCREE_SCENE_BLOCK_OFFSETS + level) + block);
    scree_scene_extremes extremes;
    extremes.low = scree_one_from_bits(scree_scene_work(memory, word));
    extremes.high = scree_one_from_bits(scree_scene_work(memory, word + 1u));
    return extremes;
}

/* A block of the first level: those of the samples round its cells. */
SCREE_FN scree_scene_extremes scree_scene_first_block(const scree_scene_memory memory, const scree_table table,
                                                      const scree_index column, const scree_index row)
{
    scree_index width = scree_table_word(table, SCREE_SCENE_COUNT);
    scree_index depth = scree_table_word(table, SCREE_SCENE_COUNT + 1u);
    scree_index left = column == 0u ? 0u : 8u * column - 1u;
    scree_index right = scree_index_minimum(8u * column + 8u, width);
    scree_index bottom = scree_index_minimum(8u * row + 8u, depth);
    scree_scene_extremes extremes = scree_scene_no_extremes();
    SCREE_ROLLED
    for (scree_index y = row == 0u ? 0u : 8u * row - 1u; y < bottom; y++) {
        SCREE_ROLLED
        for (scree_index x = left; x < right; x++) {
            scree_scene_extremes one = scree_scene_extremes_of(scree_scene_sample_bits(memory, y * width + x));
            extremes = scree_scene_extremes_join(extremes, one);
        }
    }
    return extremes;
}

/* A block of a higher level, of up to 8 x 8 blocks of the level below. */
SCREE_FN scree_scene_extremes scree_scene_higher_block(const scree_scene_memory memory, const scree_table table,
                                                       const scree_index level, const scree_index column,
                                                       const scree_index row)
{
    scree_index columns = scree_scene_blocks(scree_table_word(table, SCREE_SCENE_COUNT), level - 1u);
    scree_index rows = scree_scene_blocks(scree_table_word(table, SCREE_SCENE_COUNT + 1u), level - 1u);
    scree_index right = scree_index_minimum(8u * column + 8u, columns);
    scree_index bottom = scree_index_minimum(8u * row + 8u, rows);
    scree_scene_extremes extremes = scree_scene_no_extremes();
    SCREE_ROLLED
    for (scree_index y = 8u * row; y < bottom; y++) {
        SCREE_ROLLED
        for (scree_index x = 8u * column; x < right; x++) {
            extremes = scree_scene_extremes_join(
                extremes, scree_scene_block_extremes(memory, table, level - 1u, y * columns + x));
        }
    }
    return extremes;
}

/* A block of any level, of which the one below has been made. */
SCREE_FN scree_scene_extremes scree_scene_block_of(const scree_scene_memory memory, const scree_table table,
                                                   const scree_index level, const scree_index column,
                                                   const scree_index row)
{
    scree_scene_extremes extremes;
    if (level == 1u) {
        extremes = scree_scene_first_block(memory, table, column, row);
    } else {
        extremes = scree_scene_higher_block(memory, table, level, column, row);
    }
    return extremes;
}

/* A sample's height, not below the least one. Heights nearly 0 are 0, so that differences of heights are never
 * subnormal.
 */
SCREE_FN float scree_scene_height_of(const float sample_value, const float scale, const float least)
{
    float height = sample_value * scale;
    float limited = scree_scene_clamped(height, least, SCREE_SCENE_HEIGHT_LIMIT);
    return scree_scene_magnitude(limited) < 1.0e-20f ? 0.0f : limited;
}

SCREE_FN scree_scene_heights scree_scene_heights_of(const scree_scene_memory memory, const scree_table table)
{
    scree_scene_heights heights;
    heights.width = scree_table_word(table, SCREE_SCENE_COUNT);
    heights.depth = scree_table_word(table, SCREE_SCENE_COUNT + 1u);
    heights.scale = scree_scene_float(table, SCREE_SCENE_ELEVATION);
    heights.water = scree_scene_float(table, SCREE_SCENE_WATER);
    heights.levels = scree_table_word(table, SCREE_SCENE_BLOCK_LEVELS);
    scree_scene_extremes all = scree_scene_block_extremes(memory, table, heights.levels, 0u);
    bool has_numbers = all.low < all.high || all.low == all.high;
    float at_low = has_numbers ? scree_scene_height_of(all.low, heights.scale, -SCREE_SCENE_HEIGHT_LIMIT) : 0.0f;
    float at_high = has_numbers ? scree_scene_height_of(all.high, heights.scale, -SCREE_SCENE_HEIGHT_LIMIT) : 0.0f;
    heights.low = at_low < at_high ? at_low : at_high;
    heights.none = scree_scene_greater(heights.low, heights.water);
    heights.high = scree_scene_greater(at_low < at_high ? at_high : at_low, heights.water);
    return heights;
}

/* The height of which no cell of a block is above. */
SCREE_FN float scree_scene_block_top(const scree_scene_memory memory, const scree_table table,
                                     const scree_scene_heights heights, const scree_index level,
                                     const scree_index block)
{
    scree_scene_extremes extremes = scree_scene_block_extremes(memory, table, level, block);
    float highest = heights.scale < 0.0f ? extremes.low : extremes.high;
    return extremes.high < extremes.low ? heights.none : scree_scene_height_of(highest, heights.scale, heights.water);
}

/* The height at a sample's centre. */
SCREE_FN float scree_scene_height_at(const scree_scene_memory memory, const scree_scene_heights heights,
                                     const scree_index x, const scree_index y)
{
    scree_index bits = scree_scene_sample_bits(memory, y * heights.width + x);
    float height = scree_scene_height_of(scree_scene_value(bits), heights.scale, heights.water);
    return scree_scene_is_number(bits) ? height : heights.none;
}

/* Heights without the water. */
SCREE_FN scree_scene_heights scree_scene_heights_of_ground(const scree_scene_heights heights)
{
    scree_scene_heights ground = heights;
    ground.water = -SCREE_SCENE_HEIGHT_LIMIT;
    ground.none = heights.low;
    return ground;
}

/* Heights over a cell: corner + u x + v y + twist x y, with x and y from 0 to 1. */
SCREE_STRUCT(scree_scene_facet)
{
    float corner;
    float u;
    float v;
    float twist;
    float top; /* The highest corner. */
};

SCREE_FN scree_scene_facet scree_scene_facet_at(const scree_scene_memory memory, const scree_scene_heights heights,
                                                const scree_index i, const scree_index j)
{
    scree_index left = i == 0u ? 0u : i - 1u;
    scree_index right = scree_index_minimum(i, heights.width - 1u);
    scree_index front = j == 0u ? 0u : j - 1u;
    scree_index back = scree_index_minimum(j, heights.depth - 1u);
    float corner = scree_scene_height_at(memory, heights, left, front);
    float along_x = scree_scene_height_at(memory, heights, right, front);
    float along_y = scree_scene_height_at(memory, heights, left, back);
    float opposite = scree_scene_height_at(memory, heights, right, back);
    scree_scene_facet facet;
    facet.corner = corner;
    facet.u = along_x - corner;
    facet.v = along_y - corner;
    facet.twist = (corner + opposite) - (along_x + along_y);
    facet.top = scree_scene_greater(scree_scene_greater(corner, along_x), scree_scene_greater(along_y, opposite));
    return facet;
}

SCREE_FN float scree_scene_facet_height(const scree_scene_facet facet, const float x, const float y)
{
    return (facet.corner + facet.u * x) + (facet.v + facet.twist * x) * y;
}

/* The number of the cell in which a coordinate lies, where n samples have n + 1 cells and the first begins at 0. */
SCREE_FN scree_index scree_scene_cell_under(const float coordinate, const scree_index samples)
{
    float limit = scree_one_from_offset(scree_offset_from_index(samples));
    return scree_u32_from_f32(scree_scene_clamped(coordinate, 0.0f, limit));
}

SCREE_FN float scree_scene_within_cell(const float coordinate, const scree_index cell)
{
    return scree_scene_clamped(scree_scene_difference(coordinate, scree_scene_whole(cell)), 0.0f, 1.0f);
}

/* The height at a position, in coordinates of cells: half a sample more than those of samples. */
SCREE_FN float scree_scene_height(const scree_scene_memory memory, const scree_scene_heights heights, const float x,
                                  const float y)
{
    scree_index i = scree_scene_cell_under(x, heights.width);
    scree_index j = scree_scene_cell_under(y, heights.depth);
    scree_scene_facet facet = scree_scene_facet_at(memory, heights, i, j);
    return scree_scene_facet_height(facet, scree_scene_within_cell(x, i), scree_scene_within_cell(y, j));
}

/* The heights at four positions round another one, at steps along x and along y, in samples. */
SCREE_STRUCT(scree_scene_around)
{
    float left;
    float right;
    float front;
    float back;
};

SCREE_FN scree_scene_around scree_scene_heights_around(const scree_scene_memory memory,
                                                       const scree_scene_heights heights, const float x, const float y,
                                                       const scree_scene_vector steps)
{
    scree_scene_around around;
    around.left = 0.0f;
    around.right = 0.0f;
    around.front = 0.0f;
    SCREE_UNROLL_AHEAD
    for (scree_index i = 0u; i < 4u; i++) {
        float step = i < 2u ? steps.x : steps.y;
        float moved = scree_scene_sum(i < 2u ? x : y, (i & 1u) == 0u ? -step : step);
        float at_x = i < 2u ? moved : x;
        float at_y = i < 2u ? y : moved;
        float height = scree_scene_height(memory, heights, at_x, at_y);
        around.left = i == 0u ? height : around.left;
        around.right = i == 1u ? height : around.right;
        around.front = i == 2u ? height : around.front;
        around.back = height;
    }
    return around;
}

SCREE_FN float scree_scene_height_slope(const float before, const float behind)
{
    return (before - behind) * 0.5f;
}

/* The direction upwards from the terrain, by central differences over two samples. */
SCREE_FN scree_scene_vector scree_scene_height_normal(const scree_scene_memory memory, const scree_table table,
                                                      const scree_scene_heights heights, const float x, const float y)
{
    scree_scene_around around =
        scree_scene_heights_around(memory, heights, x, y, scree_scene_vector_of(1.0f, 1.0f, 0.0f));
    scree_scene_vector normal;
    normal.x = scree_scene_height_slope(around.left, around.right);
    normal.y = scree_scene_height_slope(around.front, around.back);
    normal.z = 1.0f;
    return scree_scene_unit_or_up(scree_scene_in_samples(table, normal));
}

#endif
