/*
 * The search for the point of a surface of triangles that is nearest to a voxel, one voxel for each thread. It walks a
 * quadtree of blocks of cells, from the largest on, and visits the quadrant towards the voxel first. It needs no stack:
 * the next block follows from the current block and the voxel. A near first cell shortens the search and does not
 * change the result.
 */
#ifndef SCREE_KERNELS_MESH_SEARCH_H
#define SCREE_KERNELS_MESH_SEARCH_H

#include "distance/mesh.h"

#define SCREE_MESH_CELL_INVERSES 5u

/* A map; src/field/distance/distance_mesh.h describes its tables. All indices are below 2^32. */
SCREE_STRUCT(scree_mesh_map)
{
    scree_mesh_sides sides;
    scree_index columns;
    scree_index rows;
    scree_index levels;
    scree_table heights;
    scree_table inverses;
    scree_table spans;
    scree_table first; /* First block of each level. */
};

/* The nearest point so far: the square of its distance, and its cell. */
SCREE_STRUCT(scree_mesh_found)
{
    float square;
    scree_index column;
    scree_index row;
};

/* A block of 2^level x 2^level cells. */
SCREE_STRUCT(scree_mesh_block)
{
    scree_index level;
    scree_index column;
    scree_index row;
};

/* A voxel. */
SCREE_STRUCT(scree_mesh_voxel)
{
    scree_index column;
    scree_index row;
    float level; /* Height of its centre. */
};

SCREE_FN scree_mesh_cell scree_mesh_read_cell(const scree_mesh_map map, const scree_index column, const scree_index row)
{
    scree_index low = row * map.columns + column;
    scree_mesh_cell cell;
    cell.has_x = column + 1u < map.columns;
    cell.has_y = row + 1u < map.rows;
    scree_index high = cell.has_y ? low + map.columns : low;
    scree_index right = cell.has_x ? 1u : 0u;
    scree_index inverses = low * SCREE_MESH_CELL_INVERSES;
    cell.height = scree_table_f32(map.heights, low);
    cell.height_x = scree_table_f32(map.heights, low + right);
    cell.height_y = scree_table_f32(map.heights, high);
    cell.height_xy = scree_table_f32(map.heights, high + right);
    cell.inverse_x = scree_table_f32(map.inverses, inverses);
    cell.inverse_y = scree_table_f32(map.inverses, inverses + 1u);
    cell.inverse_xy = scree_table_f32(map.inverses, inverses + 2u);
    cell.inverse_low = scree_table_f32(map.inverses, inverses + 3u);
    cell.inverse_high = scree_table_f32(map.inverses, inverses + 4u);
    return cell;
}

/* The lower bound of the squared distance to a block, given by its first and last columns and rows. */
SCREE_FN float scree_mesh_block_bound(const scree_mesh_sides sides, const scree_mesh_voxel voxel,
                                      const scree_mesh_block block, const scree_index columns, const scree_index rows,
                                      const float lowest, const float highest)
{
    scree_index column = block.column << block.level;
    scree_index row = block.row << block.level;
    float gap_x = scree_mesh_gap(scree_f32_from_u24(voxel.column), scree_f32_from_u24(column),
                                 scree_f32_from_u24(column + columns));
    float gap_y =
        scree_mesh_gap(scree_f32_from_u24(voxel.row), scree_f32_from_u24(row), scree_f32_from_u24(row + rows));
    return scree_mesh_bound(scree_mesh_gap(voxel.level, lowest, highest), gap_y, gap_x, sides);
}

SCREE_FN scree_mesh_found scree_mesh_visit_cell(const scree_mesh_map map, const scree_mesh_voxel voxel,
                                                const scree_mesh_block block, const scree_mesh_found found)
{
    scree_mesh_cell cell = scree_mesh_read_cell(map, block.column, block.row);
    float bound = scree_mesh_block_bound(map.sides, voxel, block, cell.has_x ? 1u : 0u, cell.has_y ? 1u : 0u,
                                         scree_mesh_cell_lowest(cell), scree_mesh_cell_highest(cell));
    scree_mesh_found nearer = found;
    if (bound < found.square) {
        float x = scree_f32_from_u24(block.column) - scree_f32_from_u24(voxel.column);
        float y = scree_f32_from_u24(block.row) - scree_f32_from_u24(voxel.row);
        float square = scree_maximum(scree_mesh_cell_square(cell, map.sides, x, y, voxel.level), bound);
        if (square < found.square) {
            nearer.square = square;
            nearer.column = block.column;
            nearer.row = block.row;
        }
    }
    return nearer;
}

/* Whether a block may hold a cell nearer than the best so far. */
SCREE_FN bool scree_mesh_may_be_nearer(const scree_mesh_map map, const scree_mesh_voxel voxel,
                                       const scree_mesh_block block, const float square)
{
    scree_index index = 2u * (scree_table_u32(map.first, block.level) +
                              block.row * (((map.columns - 1u) >> block.level) + 1u) + block.column);
    scree_index side = 1u << block.level;
    return scree_mesh_block_bound(map.sides, voxel, block, side, side, scree_table_f32(map.spans, index),
                                  scree_table_f32(map.spans, index + 1u)) < square;
}

/* The quadrant of a block towards the voxel: bit 0 for the greater column, bit 1 for the greater row. */
SCREE_FN scree_index scree_mesh_first_part(const scree_mesh_voxel voxel, const scree_index level,
                                           const scree_index column, const scree_index row)
{
    scree_index right = (voxel.column >> level) > 2u * column ? 1u : 0u;
    scree_index below = (voxel.row >> level) > 2u * row ? 2u : 0u;
    return right | below;
}

SCREE_FN scree_mesh_block scree_mesh_enter(const scree_mesh_voxel voxel, const scree_mesh_block block)
{
    scree_index part = scree_mesh_first_part(voxel, block.level - 1u, block.column, block.row);
    scree_mesh_block inner;
    inner.level = block.level - 1u;
    inner.column = 2u * block.column + (part & 1u);
    inner.row = 2u * block.row + (part >> 1);
    return inner;
}

/* The block that follows this one and everything in it; a level of `levels` means that this was the last. */
SCREE_FN scree_mesh_block scree_mesh_pass(const scree_mesh_voxel voxel, const scree_mesh_block block,
                                          const scree_index levels)
{
    scree_mesh_block next = block;
    scree_index visit = 3u;
    SCREE_ROLLED
    while (visit == 3u) {
        scree_index first = scree_mesh_first_part(voxel, next.level, next.column >> 1, next.row >> 1);
        visit = ((next.column & 1u) | ((next.row & 1u) << 1)) ^ first;
        if (next.level + 1u >= levels) {
            next.level = levels;
            visit = 4u;
        } else if (visit == 3u) {
            next.level = next.level + 1u;
            next.column = next.column >> 1;
            next.row = next.row >> 1;
        } else {
            scree_index part = first ^ (visit + 1u);
            next.column = (next.column & ~1u) | (part & 1u);
            next.row = (next.row & ~1u) | (part >> 1);
        }
    }
    return next;
}

/* The nearest point to a voxel, if it is nearer than `before`. */
SCREE_FN scree_mesh_found scree_mesh_search(const scree_mesh_map map, const scree_mesh_voxel voxel,
                                            const scree_mesh_found before)
{
    scree_mesh_found found = before;
    scree_mesh_block block;
    block.level = map.levels - 1u;
    block.column = 0u;
    block.row = 0u;
    SCREE_ROLLED
    while (block.level < map.levels) {
        bool enters = false;
        if ((block.column << block.level) < map.columns && (block.row << block.level) < map.rows) {
            if (block.level == 0u) {
                found = scree_mesh_visit_cell(map, voxel, block, found);
            } else {
                enters = scree_mesh_may_be_nearer(map, voxel, block, found.square);
            }
        }
        if (enters) {
            block = scree_mesh_enter(voxel, block);
        } else {
            block = scree_mesh_pass(voxel, block, map.levels);
        }
    }
    return found;
}

/* As scree_mesh_search(), but visits the cell of `before` first, which is near in the next layer as well. */
SCREE_FN scree_mesh_found scree_mesh_search_from(const scree_mesh_map map, const scree_mesh_voxel voxel,
                                                 const scree_mesh_found before)
{
    scree_mesh_block cell;
    cell.level = 0u;
    cell.column = before.column;
    cell.row = before.row;
    return scree_mesh_search(map, voxel, scree_mesh_visit_cell(map, voxel, cell, before));
}

/* The start value of a search: infinity, or, for a voxel whose side is not measured, 0, which nothing can improve. */
SCREE_FN float scree_mesh_start(const bool is_measured)
{
    return scree_one_from_bits(is_measured ? 0x7f800000u : 0u);
}

/* Flushes subnormal squares to zero everywhere, since some Vulkan devices do. */
SCREE_FN float scree_mesh_kept(const float square)
{
    scree_index bits = scree_bits_from_one(square);
    return scree_one_from_bits(bits < 0x00800000u ? 0u : bits);
}

#endif
