/*
 * Which voxels of a volume are matter, as bits in bricks of 8^3: what rays step through is then 32 times smaller than
 * the samples, and bricks without matter are passed at once. Word 2 z + y / 4 of a brick's 16 has the voxels of its
 * layer z and of four rows, a byte for each; the bits of all bricks follow, where one is set if the brick has matter.
 *
 * The voxels of columns have the samples of a plane, whose first row is the farthest: those of a column are matter up
 * to the height of its sample.
 */
#ifndef SCREE_KERNELS_SCENE_BRICKS_H
#define SCREE_KERNELS_SCENE_BRICKS_H

#include "base/portable.h"
#include "scene/scene_number.h"
#include "scene/scene_sample.h"
#include "scene/scene_table.h"

/* A voxel or a brick along each axis; numbers below 0 are beyond 2^31. */
SCREE_STRUCT(scree_scene_cell)
{
    scree_index x;
    scree_index y;
    scree_index z;
};

SCREE_FN scree_scene_cell scree_scene_cell_of(const scree_index x, const scree_index y, const scree_index z)
{
    scree_scene_cell cell;
    cell.x = x;
    cell.y = y;
    cell.z = z;
    return cell;
}

SCREE_FN scree_scene_cell scree_scene_table_cell(const scree_table table, const scree_index word)
{
    return scree_scene_cell_of(scree_table_word(table, word), scree_table_word(table, word + 1u),
                               scree_table_word(table, word + 2u));
}

/* The number of a cell among `count`. */
SCREE_FN scree_index scree_scene_cell_number(const scree_scene_cell cell, const scree_scene_cell count)
{
    return (cell.z * count.y + cell.y) * count.x + cell.x;
}

/* The cell with a number. */
SCREE_FN scree_scene_cell scree_scene_cell_numbered(const scree_index number, const scree_scene_cell count)
{
    scree_index rows = number / count.x;
    return scree_scene_cell_of(number - rows * count.x, rows % count.y, rows / count.y);
}

SCREE_FN bool scree_scene_cell_is_inside(const scree_scene_cell cell, const scree_scene_cell count)
{
    return cell.x < count.x && cell.y < count.y && cell.z < count.z;
}

/* Whether a brick has matter. */
SCREE_FN bool scree_scene_brick_has_matter(const scree_scene_memory memory, const scree_table table,
                                           const scree_index brick)
{
    scree_index word = scree_table_word(table, SCREE_SCENE_BRICK_BITS) + (brick >> 5u);
    return ((scree_scene_work(memory, word) >> (brick & 31u)) & 1u) != 0u;
}

/* Whether a brick has matter, or one of those next to it towards higher numbers. */
SCREE_FN bool scree_scene_bricks_have_matter(const scree_scene_memory memory, const scree_table table,
                                             const scree_scene_cell first)
{
    scree_scene_cell bricks = scree_scene_table_cell(table, SCREE_SCENE_BRICKS);
    bool has_matter = false;
    for (scree_index i = 0u; i < 8u && !has_matter; i++) {
        scree_scene_cell brick = scree_scene_cell_of(scree_index_minimum(first.x + (i & 1u), bricks.x - 1u),
                                                     scree_index_minimum(first.y + ((i >> 1u) & 1u), bricks.y - 1u),
                                                     scree_index_minimum(first.z + (i >> 2u), bricks.z - 1u));
        has_matter = scree_scene_brick_has_matter(memory, table, scree_scene_cell_number(brick, bricks));
    }
    return has_matter;
}

/* Whether a voxel of a brick is matter; of its coordinates the lower three bits count. */
SCREE_FN bool scree_scene_brick_bit(const scree_scene_memory memory, const scree_index brick,
                                    const scree_scene_cell voxel)
{
    scree_index word = brick * SCREE_SCENE_BRICK_WORDS + ((voxel.z & 7u) * 2u + ((voxel.y >> 2u) & 1u));
    scree_index bit = (voxel.y & 3u) * 8u + (voxel.x & 7u);
    return ((scree_scene_work(memory, word) >> bit) & 1u) != 0u;
}

/* Whether a voxel is matter; none outside of the volume is. */
SCREE_FN bool scree_scene_voxel_is_matter(const scree_scene_memory memory, const scree_table table,
                                          const scree_scene_cell voxel)
{
    scree_scene_cell count = scree_scene_table_cell(table, SCREE_SCENE_COUNT);
    scree_scene_cell bricks = scree_scene_table_cell(table, SCREE_SCENE_BRICKS);
    scree_scene_cell at = scree_scene_cell_of(voxel.x >> 3u, voxel.y >> 3u, voxel.z >> 3u);
    if (!scree_scene_cell_is_inside(voxel, count)) {
        return false;
    }
    return scree_scene_brick_bit(memory, scree_scene_cell_number(at, bricks), voxel);
}

SCREE_FN bool scree_scene_has_columns(const scree_table table)
{
    return scree_table_word(table, SCREE_SCENE_COLUMN_VOXELS) != 0u;
}

/* The number of a voxel's sample. */
SCREE_FN scree_index scree_scene_sample_number(const scree_table table, const scree_scene_cell voxel)
{
    scree_scene_cell count = scree_scene_table_cell(table, SCREE_SCENE_COUNT);
    scree_index number = scree_scene_cell_number(voxel, count);
    if (scree_scene_has_columns(table)) {
        number = (count.y - 1u - voxel.y) * count.x + voxel.x;
    }
    return number;
}

/* Whether a column is matter in a layer, which it is in the lowest one whatever its sample. */
SCREE_FN bool scree_scene_column_reaches(const scree_table table, const scree_index bits, const scree_index layer)
{
    float above = scree_scene_difference(scree_scene_value(bits), scree_scene_float(table, SCREE_SCENE_THRESHOLD));
    float voxels = scree_scene_product(above, scree_scene_float(table, SCREE_SCENE_COLUMN_VOXELS));
    return layer == 0u || (scree_scene_is_number(bits) && voxels > scree_scene_whole(layer));
}

/* The bits of a row of a brick, from a voxel on that is the first of the row; there are 0 to 8 voxels. */
SCREE_FN scree_index scree_scene_row_bits(const scree_scene_memory memory, const scree_table table,
                                          const scree_scene_cell voxel, const scree_index voxels)
{
    scree_index first = scree_scene_sample_number(table, voxel);
    bool has_columns = scree_scene_has_columns(table);
    scree_index bits = 0u;
    for (scree_index x = 0u; x < voxels; x++) {
        scree_index one = scree_scene_sample_bits(memory, first + x);
        if (has_columns ? scree_scene_column_reaches(table, one, voxel.z) : scree_scene_is_matter(table, one)) {
            bits |= 1u << x;
        }
    }
    return bits;
}

/* A word of a brick, made from the samples. */
SCREE_FN scree_index scree_scene_brick_word(const scree_scene_memory memory, const scree_table table,
                                            const scree_scene_cell brick, const scree_index word)
{
    scree_scene_cell count = scree_scene_table_cell(table, SCREE_SCENE_COUNT);
    scree_scene_cell voxel =
        scree_scene_cell_of(brick.x * 8u, brick.y * 8u + (word & 1u) * 4u, brick.z * 8u + (word >> 1u));
    scree_index row_voxels = scree_index_minimum(count.x - voxel.x, SCREE_SCENE_BRICK_SIDE);
    scree_index bits = 0u;
    for (scree_index row = 0u; row < 4u; row++) {
        scree_scene_cell first = scree_scene_cell_of(voxel.x, voxel.y + row, voxel.z);
        if (first.y < count.y && first.z < count.z) {
            bits |= scree_scene_row_bits(memory, table, first, row_voxels) << (8u * row);
        }
    }
    return bits;
}

#endif
