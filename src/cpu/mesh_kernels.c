/*
 * Distances to a surface of triangles, compiled once for each instruction set. A tile of neighbouring voxels searches
 * the blocks of cells together, a voxel in each lane: what is read of blocks and cells is the same for all of them. The
 * layer before has shown where the nearest cell is about.
 */
#include "kernel_files.h"

#include <math.h>

#include "distance_mesh.h"
#include "lanes.h"

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
    uint32_t column, row; /* Of the tile's middle. */
    scree_f32 x, y;       /* Columns and rows, in steps. */
    float level;
    /* The cell that was nearer than all before it, for one of the voxels at least. */
    uint32_t near_column, near_row;
    scree_f32 best; /* Least squared distances so far. */
} mesh_tile;

/* A block of 2^level x 2^level cells, or one cell. */
typedef struct mesh_block {
    uint32_t level, column, row;
} mesh_block;

static inline float lesser(float a, float b)
{
    return a < b ? a : b;
}

static inline float greater(float a, float b)
{
    return a > b ? a : b;
}

/* The bound of a box between columns and rows, and heights. */
SCREE_FN scree_f32 bound_of_box(const mesh_tile *tile, const uint32_t columns[2], const uint32_t rows[2], float lowest,
                                float highest)
{
    const scree_f32 gap_x =
        scree_mesh_gap(tile->x, scree_broadcast((float)columns[0]), scree_broadcast((float)columns[1]));
    const scree_f32 gap_y = scree_mesh_gap(tile->y, scree_broadcast((float)rows[0]), scree_broadcast((float)rows[1]));
    const scree_f32 gap_z =
        scree_mesh_gap(scree_broadcast(tile->level), scree_broadcast(lowest), scree_broadcast(highest));
    return scree_mesh_bound(gap_z, gap_y, gap_x, tile->plan->mesh->sides);
}

/* The corners of a cell; at the map's end two of them, or all, are the same. */
typedef struct mesh_corners {
    uint32_t columns[2], rows[2];
    float height[2][2]; /* By row, then by column. */
} mesh_corners;

SCREE_FN mesh_corners corners_of_cell(const scree_distance_plan *plan, uint32_t column, uint32_t row)
{
    mesh_corners corners;
    corners.columns[0] = column;
    corners.columns[1] = column + 1 < plan->columns ? column + 1 : column;
    corners.rows[0] = row;
    corners.rows[1] = row + 1 < plan->rows ? row + 1 : row;
    for (int y = 0; y < 2; y++) {
        for (int x = 0; x < 2; x++) {
            corners.height[y][x] = plan->heights[(size_t)corners.rows[y] * plan->columns + corners.columns[x]];
        }
    }
    return corners;
}

/* Squared distances to the parts that a cell owns. */
SCREE_FN scree_f32 square_of_cell(const mesh_tile *tile, const mesh_corners *corners)
{
    const scree_mesh_sides sides = tile->plan->mesh->sides;
    const float *inverses = tile->plan->mesh->inverses +
                            ((size_t)corners->rows[0] * tile->plan->columns + corners->columns[0]) *
                                SCREE_MESH_INVERSES;
    const float(*height)[2] = corners->height;
    const scree_f32 x = scree_broadcast((float)corners->columns[0]) - tile->x;
    const scree_f32 y = scree_broadcast((float)corners->rows[0]) - tile->y;
    const scree_f32 rise = scree_broadcast(height[0][0] - tile->level);
    const scree_f32 square_x = scree_mesh_square(x, sides.x);
    const scree_f32 square_y = scree_mesh_square(y, sides.y);
    const bool has_x = corners->columns[1] != corners->columns[0];
    const bool has_y = corners->rows[1] != corners->rows[0];
    scree_f32 best = (rise * rise + square_y) + square_x;
    if (has_x) {
        best = scree_mesh_line_square(scree_mesh_line_of(height[0][0], height[0][1], inverses[0], sides.inverse_x),
                                      rise, x, square_y, best);
    }
    if (has_y) {
        best = scree_mesh_line_square(scree_mesh_line_of(height[0][0], height[1][0], inverses[1], sides.inverse_y),
                                      rise, y, square_x, best);
    }
    if (has_x && has_y) {
        best =
            scree_mesh_line_square(scree_mesh_line_of(height[0][0], height[1][1], inverses[2], sides.inverse_diagonal),
                                   rise, scree_mesh_along(x, y, sides), scree_mesh_square(x - y, sides.across), best);
        best = scree_mesh_lower_square(
            scree_mesh_face_of(height[0][1] - height[0][0], height[1][1] - height[0][1], inverses[3], sides), rise, x,
            y, best);
        best = scree_mesh_upper_square(
            scree_mesh_face_of(height[1][1] - height[1][0], height[1][0] - height[0][0], inverses[4], sides), rise, x,
            y, best);
    }
    return best;
}

SCREE_FN void visit_cell(mesh_tile *tile, uint32_t column, uint32_t row)
{
    const mesh_corners corners = corners_of_cell(tile->plan, column, row);
    const float(*height)[2] = corners.height;
    const scree_f32 bound =
        bound_of_box(tile, corners.columns, corners.rows,
                     lesser(lesser(height[0][0], height[0][1]), lesser(height[1][0], height[1][1])),
                     greater(greater(height[0][0], height[0][1]), greater(height[1][0], height[1][1])));
    if (!scree_any_less(bound, tile->best)) {
        return;
    }
    const scree_f32 square = scree_maximum(square_of_cell(tile, &corners), bound);
    if (scree_any_less(square, tile->best)) {
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
    return scree_any_less(bound_of_box(tile, columns, rows, span[0], span[1]), tile->best);
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
    uint32_t columns, rows; /* Of the tile that are within the box. */
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

/* What a search starts from: nothing is below the zeros of voxels on a side that is not measured. */
SCREE_FN scree_f32 start_of_search(const mesh_tile *tile, scree_f32 height)
{
    const scree_distance_sign sign = tile->plan->params.sign;
    const scree_f32 level = scree_broadcast(tile->level);
    const scree_f32 inside = scree_broadcast(sign == SCREE_SIGN_OUTSIDE ? 0.0f : INFINITY);
    const scree_f32 outside = scree_broadcast(sign == SCREE_SIGN_INSIDE ? 0.0f : INFINITY);
    return scree_select_less(level, height, inside, outside);
}

/* Signed distances; a zero is positive. */
SCREE_FN scree_f32 distance_of_tile(const mesh_tile *tile, scree_f32 height)
{
    const scree_distance_plan *plan = tile->plan;
    const scree_f32 zero = scree_broadcast(0.0f);
    const scree_f32 distance = scree_distance_from_square(tile->best, scree_broadcast(plan->unit),
                                                          scree_broadcast(plan->margin), scree_broadcast(plan->clip));
    if (plan->params.sign != SCREE_SIGN_BOTH) {
        return distance;
    }
    return scree_select_less(scree_broadcast(tile->level), height, zero - distance, distance);
}

static inline void store_tile(scree_mesh_box *box, const tile_lanes *lanes, scree_f32 distance, float *out)
{
    float values[SCREE_LANES];
    scree_store(values, distance);
    for (uint32_t y = 0; y < lanes->rows; y++) {
        const float *row = values + (size_t)y * TILE_COLUMNS;
        for (uint32_t x = 0; x < lanes->columns; x++) {
            out[(size_t)y * box->plan->columns + x] = row[x];
            box->minimum = lesser(row[x], box->minimum);
            box->maximum = greater(row[x], box->maximum);
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
