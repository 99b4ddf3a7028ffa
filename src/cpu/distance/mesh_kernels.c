/*
 * Distances to a surface of triangles, compiled once for each instruction set. A tile of neighbouring voxels searches
 * the blocks of cells together, a voxel in each lane: what is read of blocks and cells is the same for all of them. The
 * layer before has shown where the nearest cell is about.
 */
#include "kernel_files.h"

#include <float.h>
#include <math.h>

#include "distance_mesh.h"
#include "lane_memory.h"

/* A tile's sides. */
#if SCREE_LANES == 16
#define TILE_COLUMNS 4u
#elif SCREE_LANES == 8
#define TILE_COLUMNS 4u
#elif SCREE_LANES == 4
#define TILE_COLUMNS 2u
#else
#define TILE_COLUMNS 1u
#endif
#define TILE_ROWS (SCREE_LANES / TILE_COLUMNS)

/* Blocks that wait: of every level at most three more than one. */
#define MOST_WAITING (3 * SCREE_MESH_LEVELS + 1)

/* Voxels of a layer that are searched for together. */
typedef struct mesh_tile {
    const scree_distance_plan *plan;
    uint32_t column, row; /* Middle of the tile. */
    scree_f32 x, y;       /* Columns and rows, in steps. */
    float level;
    /* The cell that was nearer than all before it, for one of the voxels at least. */
    uint32_t near_column, near_row;
    scree_f32 best; /* Smallest squared distances so far. */
} mesh_tile;

/* A block of 2^level x 2^level cells, or one cell. */
typedef struct mesh_block {
    uint32_t level, column, row;
} mesh_block;

/* The bound of a box between columns and rows, and heights. */
SCREE_FN scree_f32 bound_of_box(const mesh_tile *tile, const uint32_t columns[2], const uint32_t rows[2], float lowest,
                                float highest)
{
    const scree_f32 gap_x = scree_mesh_gap(tile->x, (float)columns[0], (float)columns[1]);
    const scree_f32 gap_y = scree_mesh_gap(tile->y, (float)rows[0], (float)rows[1]);
    const scree_f32 gap_z = scree_mesh_gap(scree_broadcast(tile->level), lowest, highest);
    return scree_mesh_bound(gap_z, gap_y, gap_x, tile->plan->mesh->sides);
}

SCREE_FN scree_mesh_cell read_cell(const scree_distance_plan *plan, uint32_t column, uint32_t row)
{
    const size_t index = (size_t)row * plan->columns + column;
    const float *inverses = plan->mesh->inverses + index * SCREE_MESH_INVERSES;
    scree_mesh_cell cell;
    cell.has_x = column + 1 < plan->columns;
    cell.has_y = row + 1 < plan->rows;
    const float *low = plan->heights + index;
    const float *high = low + (cell.has_y ? plan->columns : 0);
    const size_t right = cell.has_x ? 1 : 0;
    cell.height = low[0];
    cell.height_x = low[right];
    cell.height_y = high[0];
    cell.height_xy = high[right];
    cell.inverse_x = inverses[0];
    cell.inverse_y = inverses[1];
    cell.inverse_xy = inverses[2];
    cell.inverse_low = inverses[3];
    cell.inverse_high = inverses[4];
    return cell;
}

SCREE_FN void visit_cell(mesh_tile *tile, uint32_t column, uint32_t row)
{
    const scree_mesh_cell cell = read_cell(tile->plan, column, row);
    const uint32_t columns[2] = {column, column + (cell.has_x ? 1 : 0)};
    const uint32_t rows[2] = {row, row + (cell.has_y ? 1 : 0)};
    const scree_f32 bound =
        bound_of_box(tile, columns, rows, scree_mesh_cell_lowest(cell), scree_mesh_cell_highest(cell));
    if (!scree_some_less(bound, tile->best)) {
        return;
    }
    const scree_f32 square =
        scree_maximum(scree_mesh_cell_square(cell, tile->plan->mesh->sides, (float)column - tile->x,
                                             (float)row - tile->y, scree_broadcast(tile->level)),
                      bound);
    if (scree_some_less(square, tile->best)) {
        tile->near_column = column;
        tile->near_row = row;
        tile->best = scree_minimum(square, tile->best);
    }
}

/* Whether a block may hold a cell that is nearer for one of the voxels. */
SCREE_FN bool may_be_nearer(const mesh_tile *tile, mesh_block block)
{
    const scree_distance_mesh *mesh = tile->plan->mesh;
    const float *span =
        mesh->spans + 2 * (mesh->first[block.level] + (uint64_t)block.row * mesh->columns[block.level] + block.column);
    const uint32_t columns[2] = {block.column << block.level, (block.column + 1) << block.level};
    const uint32_t rows[2] = {block.row << block.level, (block.row + 1) << block.level};
    return scree_some_less(bound_of_box(tile, columns, rows, span[0], span[1]), tile->best);
}

/* Adds the four parts of a block, the one nearest to the tile last. */
static inline uint32_t divide_block(const mesh_tile *tile, mesh_block block, mesh_block *waiting, uint32_t count)
{
    const scree_distance_mesh *mesh = tile->plan->mesh;
    const uint32_t level = block.level - 1;
    const uint32_t nearest = (uint32_t)(tile->column >> level > 2 * block.column) |
                             (uint32_t)(tile->row >> level > 2 * block.row) << 1;
    for (uint32_t i = 4; i-- > 0;) {
        const uint32_t part = nearest ^ i;
        const uint32_t column = 2 * block.column + (part & 1);
        const uint32_t row = 2 * block.row + (part >> 1);
        if (column < mesh->columns[level] && row < mesh->rows[level]) {
            waiting[count++] = (mesh_block){.level = level, .column = column, .row = row};
        }
    }
    return count;
}

static inline void search(mesh_tile *tile)
{
    mesh_block waiting[MOST_WAITING];
    uint32_t count = 1;
    waiting[0] = (mesh_block){.level = tile->plan->mesh->levels - 1};
    while (count > 0) {
        const mesh_block block = waiting[--count];
        if (block.level == 0) {
            visit_cell(tile, block.column, block.row);
        } else if (may_be_nearer(tile, block)) {
            count = divide_block(tile, block, waiting, count);
        }
    }
}

/* Columns or rows of a tile and their heights; beyond the box, those of its last voxel. */
typedef struct tile_lanes {
    uint32_t columns, rows; /* Columns and rows of the tile within the box. */
    float x[SCREE_LANES];
    float y[SCREE_LANES];
    float height[SCREE_LANES];
} tile_lanes;

static inline tile_lanes lanes_of_tile(const scree_mesh_box *box, uint32_t column, uint32_t row)
{
    tile_lanes lanes;
    const uint32_t columns = box->first_column + box->columns - column;
    const uint32_t rows = box->first_row + box->rows - row;
    lanes.columns = columns < TILE_COLUMNS ? columns : TILE_COLUMNS;
    lanes.rows = rows < TILE_ROWS ? rows : TILE_ROWS;
    for (uint32_t i = 0; i < SCREE_LANES; i++) {
        const uint32_t x = i % TILE_COLUMNS;
        const uint32_t y = i / TILE_COLUMNS;
        const uint32_t own_column = column + (x < lanes.columns ? x : lanes.columns - 1);
        const uint32_t own_row = row + (y < lanes.rows ? y : lanes.rows - 1);
        lanes.x[i] = (float)own_column;
        lanes.y[i] = (float)own_row;
        lanes.height[i] = box->plan->heights[(size_t)own_row * box->plan->columns + own_column];
    }
    return lanes;
}

/* The start value of a search: infinity, or 0 on a side that is not measured, because no square is below 0. */
SCREE_FN scree_f32 start_of_search(const mesh_tile *tile, scree_f32 height)
{
    const scree_distance_sign sign = tile->plan->params.sign;
    const scree_f32 level = scree_broadcast(tile->level);
    const scree_f32 inside = scree_broadcast(sign == SCREE_DISTANCE_SIGN_OUTSIDE ? 0.0f : INFINITY);
    const scree_f32 outside = scree_broadcast(sign == SCREE_DISTANCE_SIGN_INSIDE ? 0.0f : INFINITY);
    return scree_select_less(level, height, inside, outside);
}

/* Signed distances; a zero is positive. Squares below the normal numbers are dropped (scree_mesh_kept()). */
SCREE_FN scree_f32 distance_of_tile(const mesh_tile *tile, scree_f32 height)
{
    const scree_distance_plan *plan = tile->plan;
    const scree_f32 zero = scree_broadcast(0.0f);
    const scree_f32 kept = scree_select_less(tile->best, scree_broadcast(FLT_MIN), zero, tile->best);
    const scree_f32 distance = scree_distance_from_square(kept, scree_broadcast(plan->unit),
                                                          scree_broadcast(plan->margin), scree_broadcast(plan->clip));
    if (plan->params.sign != SCREE_DISTANCE_SIGN_BOTH) {
        return distance;
    }
    const scree_f32 sign = scree_f32_from_bits(scree_broadcast_u32(0x80000000u));
    const scree_f32 side = scree_select_less(scree_broadcast(tile->level), height, sign, zero);
    return scree_distance_signed(distance, scree_bits_from_f32(side));
}

static inline void store_tile(scree_mesh_box *box, const tile_lanes *lanes, scree_f32 distance, float *out)
{
    float values[SCREE_LANES];
    scree_store(values, distance);
    for (uint32_t y = 0; y < lanes->rows; y++) {
        const float *row = values + (size_t)y * TILE_COLUMNS;
        for (uint32_t x = 0; x < lanes->columns; x++) {
            out[(size_t)y * box->plan->columns + x] = row[x];
            box->minimum = scree_mesh_lesser(row[x], box->minimum);
            box->maximum = scree_mesh_greater(row[x], box->maximum);
        }
    }
}

static void fill_tile(scree_mesh_box *box, uint32_t column, uint32_t row)
{
    const scree_distance_plan *plan = box->plan;
    const tile_lanes lanes = lanes_of_tile(box, column, row);
    const scree_f32 height = scree_load(lanes.height);
    mesh_tile tile = {.plan = plan,
                      .column = column + lanes.columns / 2,
                      .row = row + lanes.rows / 2,
                      .x = scree_load(lanes.x),
                      .y = scree_load(lanes.y),
                      .near_column = column,
                      .near_row = row};
    for (uint32_t i = 0; i < box->layers; i++) {
        tile.level = plan->levels[box->first_layer + i];
        tile.best = start_of_search(&tile, height);
        visit_cell(&tile, tile.near_column, tile.near_row);
        search(&tile);
        store_tile(box, &lanes, distance_of_tile(&tile, height),
                   box->out + i * plan->plane + (size_t)row * plan->columns + column);
    }
}

static void fill(scree_mesh_box *box)
{
    for (uint32_t y = 0; y < box->rows; y += TILE_ROWS) {
        for (uint32_t x = 0; x < box->columns; x += TILE_COLUMNS) {
            fill_tile(box, box->first_column + x, box->first_row + y);
        }
    }
}

void SCREE_CPU_SYMBOL(scree_mesh_kernels)(scree_cpu_kernels *kernels)
{
    kernels->mesh.fill = fill;
}
