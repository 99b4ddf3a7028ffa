/* The exact distance transform of a layer, compiled once for each instruction set. */
#include "kernel_files.h"

#include <math.h>

#include "distance_plan.h"
#include "distance/distance.h"
#include "distance_kernels.h"
#include "lane_memory.h"

typedef const float *scree_levels;

static float scree_level_at(scree_levels levels, uint32_t layer)
{
    return levels[layer];
}

#include "distance/columns.h"

_Static_assert(SCREE_FAR_SQUARE == UINT32_C(1) << SCREE_FAR_SQUARE_LOG, "one number stands for no voxel");

/*
 * Both passes search as Saito and Toriwaki (1994) do: outwards from each index, until no later term can be below the
 * sums found so far. The first pass searches up and down from each row of a strip of columns, the second left and right
 * from each batch of a line. Strips and batches are a few registers wide, in which the smallest sums so far are kept.
 * GPUs, where each thread has one index, find lower envelopes instead (kernels/distance/envelope.h), with equal bits.
 */
#define STRIP_VECTORS 4

/* No part of a strip or line. */
#define NO_PART UINT32_MAX

/* Columns of a volume that are scanned at a time. */
#define SCAN_COLUMNS 1024

#if SCREE_LANES > 1
typedef uint16_t scree_u16 __attribute__((vector_size(SCREE_LANE_BYTES)));
#define SCREE_U16_LANES (2 * SCREE_LANES)
#else
typedef uint16_t scree_u16;
#define SCREE_U16_LANES 1
#endif

#include "distance_lanes.h"

/* Whether a voxel of a layer is solid. */
static bool is_solid_at(const scree_distance_layer *layer, size_t index)
{
    return layer->tops != NULL      ? layer->layer < layer->tops[index]
           : layer->heights != NULL ? layer->level < layer->heights[index]
                                    : layer->steps[index] < 0;
}

/* The layer of the voxel that a column's term comes from: a solid one seen from outside, an empty one from inside. */
static uint32_t nearest_layer(const scree_distance_layer *layer, size_t index, int side)
{
    const uint32_t own = layer->layer;
    if (layer->steps != NULL) {
        const int32_t steps = side == 0 ? layer->steps[index] : -layer->steps[index];
        const uint32_t distance = steps > 0 ? (uint32_t)steps : 0;
        const bool is_solid = distance <= own &&
                              layer->occupancy[(own - distance) * (size_t)layer->columns * layer->rows + index] != 0;
        return distance <= own && is_solid == (side == 0) ? own - distance : own + distance;
    }
    const uint32_t top = layer->tops != NULL ? layer->tops[index]
                                             : scree_voxels_below(layer->levels, layer->layers, layer->heights[index]);
    const bool is_opposite = (own < top) == (side == 0);
    return is_opposite ? own : scree_terrain_nearest(top, layer->layers, side != 0);
}

static uint32_t nearest_index(const scree_distance_layer *layer, size_t column, size_t row, int side)
{
    const size_t index = row * layer->columns + column;
    return (uint32_t)(nearest_layer(layer, index, side) * (size_t)layer->columns * layer->rows + index);
}

#define SQUARE uint16_t
#define VECTOR scree_u16
#define LANES SCREE_U16_LANES
#define SUM uint32_t
#define FAR_SQUARE 65535u
#define NAME(name) name##_u16
#include "distance_lines.h"
#undef SQUARE
#undef VECTOR
#undef LANES
#undef SUM
#undef FAR_SQUARE
#undef NAME

#define SQUARE uint32_t
#define VECTOR scree_u32
#define LANES SCREE_LANES
#define SUM uint32_t
#define FAR_SQUARE SCREE_FAR_SQUARE
#define NAME(name) name##_u32
#include "distance_lines.h"
#include "distance_nearest_lines.h"
#undef SQUARE
#undef VECTOR
#undef LANES
#undef SUM
#undef FAR_SQUARE
#undef NAME

#define SQUARE float
#define VECTOR scree_f32
#define LANES SCREE_LANES
#define SUM float
#define FAR_SQUARE INFINITY
#define NAME(name) name##_f32
#include "distance_lines.h"
#include "distance_nearest_lines.h"
#undef SQUARE
#undef VECTOR
#undef LANES
#undef SUM
#undef FAR_SQUARE
#undef NAME

/* The distance to the last voxel of the opposite side, while a column is scanned. */
typedef struct column_walk {
    int32_t last_solid[SCAN_COLUMNS];
    int32_t last_empty[SCAN_COLUMNS];
} column_walk;

/* So far away that it is no valid number of steps, and that layers can be added without overflow. */
#define NO_LAYER (-(1 << 30))

static void start_walk(column_walk *walk)
{
    for (size_t i = 0; i < SCAN_COLUMNS; i++) {
        walk->last_solid[i] = NO_LAYER;
        walk->last_empty[i] = NO_LAYER;
    }
}

/* Steps from each voxel of a row back to the last one of the opposite side; `index` counts the layers scanned. */
static void walk_row(column_walk *walk, const uint8_t *occupancy, int32_t index, size_t count, int32_t *steps)
{
    for (size_t i = 0; i < count; i++) {
        const bool is_solid = occupancy[i] != 0;
        walk->last_solid[i] = is_solid ? index : walk->last_solid[i];
        walk->last_empty[i] = is_solid ? walk->last_empty[i] : index;
        steps[i] = index - (is_solid ? walk->last_empty[i] : walk->last_solid[i]);
    }
}

static void join_walks(const uint8_t *occupancy, const int32_t *back, size_t count, int32_t *steps)
{
    for (size_t i = 0; i < count; i++) {
        const int32_t nearer = back[i] < steps[i] ? back[i] : steps[i];
        const int32_t known = nearer < -NO_LAYER ? nearer : SCREE_NO_STEPS;
        steps[i] = occupancy[i] != 0 ? -known : known;
    }
}

static void scan_columns(const uint8_t *occupancy, uint64_t plane, uint32_t layers, size_t count, int32_t *steps)
{
    column_walk walk;
    int32_t back[SCAN_COLUMNS];
    for (size_t first = 0; first < count; first += SCAN_COLUMNS) {
        const size_t width = count - first < SCAN_COLUMNS ? count - first : SCAN_COLUMNS;
        start_walk(&walk);
        for (uint32_t k = 0; k < layers; k++) {
            walk_row(&walk, occupancy + k * plane + first, (int32_t)k, width, steps + k * plane + first);
        }
        start_walk(&walk);
        for (uint32_t k = layers; k-- > 0;) {
            walk_row(&walk, occupancy + k * plane + first, (int32_t)(layers - 1 - k), width, back);
            join_walks(occupancy + k * plane + first, back, width, steps + k * plane + first);
        }
    }
}

void SCREE_CPU_SYMBOL(scree_distance_kernels)(scree_cpu_kernels *kernels)
{
    scree_distance_kernels *distance = &kernels->distance;
    distance->columns[SCREE_SQUARE_U16] = sweep_columns_u16;
    distance->columns[SCREE_SQUARE_U32] = sweep_columns_u32;
    distance->columns[SCREE_SQUARE_F32] = sweep_columns_f32;
    distance->rows[SCREE_SQUARE_U16] = sweep_lines_u16;
    distance->rows[SCREE_SQUARE_U32] = sweep_lines_u32;
    distance->rows[SCREE_SQUARE_F32] = sweep_lines_f32;
    distance->nearest_columns[SCREE_SQUARE_U32] = find_columns_u32;
    distance->nearest_columns[SCREE_SQUARE_F32] = find_columns_f32;
    distance->nearest_rows[SCREE_SQUARE_U32] = find_lines_u32;
    distance->nearest_rows[SCREE_SQUARE_F32] = find_lines_f32;
    distance->scan = scan_columns;
}
