// Jump flooding by the rule of kernels/distance/jump_flood.h: seeds, passes, searches, and distances. A block is 32
// columns wide, one for each thread of a warp, and has FLOOD_GROUP_Y rows; blocks are numbered along x, then y, then z.
#include "flood_layout.h"
#include "distance/jump_flood.h"
#include "launch.h"

using seeds_launch = scree_launch<scree_gpu_flood_seeds>;
using pass_launch = scree_launch<scree_gpu_flood_pass>;
using search_launch = scree_launch<scree_gpu_flood_search>;
using distances_launch = scree_launch<scree_gpu_flood_distances>;

#define THREADS (FLOOD_GROUP_X * FLOOD_GROUP_Y)

// A voxel's neighbours in its layer, itself included.
#define NEIGHBOURS 9

// Exceeds every integer square, with room for additions.
#define FAR_SQUARE 0x80000000u

static __device__ __forceinline__ scree_flood_shape shape_of(const scree_gpu_flood_volume &volume,
                                                             const float (&side)[3])
{
    return scree_flood_shape_of(volume.x_shift, volume.y_shift, side[0], side[1], side[2]);
}

// The thread's column, counted from the first of its block's row of blocks, its index among the rows, and its block's
// position along z.
static __device__ __forceinline__ scree_flood_position thread_position(const scree_gpu_flood_volume &volume)
{
    const uint32_t across = (volume.columns + FLOOD_GROUP_X - 1) / FLOOD_GROUP_X;
    const uint32_t down = (volume.rows + FLOOD_GROUP_Y - 1) / FLOOD_GROUP_Y;
    const uint32_t upward = blockIdx.x / across;
    return scree_flood_position_at(blockIdx.x % across * FLOOD_GROUP_X + threadIdx.x,
                                upward % down * FLOOD_GROUP_Y + threadIdx.y, upward / down);
}

static __device__ __forceinline__ bool is_within(const scree_gpu_flood_volume &volume,
                                                     const scree_flood_position &position)
{
    return position.x < volume.columns && position.y < volume.rows;
}

// Writes the seeds before the first pass. A seed's nearest seed is itself and never changes, so both volumes hold it
// from the start.
template <bool IS_TERRAIN> static __device__ __forceinline__ void make_seeds(const seeds_launch &p)
{
    const scree_flood_position position = thread_position(p.volume);
    if (!is_within(p.volume, position)) {
        return;
    }
    const uint32_t column = position.y * p.volume.columns + position.x;
    const uint32_t voxel = position.z * (p.volume.columns * p.volume.rows) + column;
    const bool is_solid = IS_TERRAIN ? position.z < p.span[FLOOD_SOLID][column]
                                     : p.at<const uint8_t>(FLOOD_SOLID)[voxel] != 0;
    const uint32_t number = is_solid == (p.seeds_are_solid != 0) ? scree_flood_pack(position, shape_of(p.volume, {}))
                                                                 : SCREE_FLOOD_NO_SEED;
    p.span[FLOOD_FIRST][voxel] = number;
    p.span[FLOOD_SECOND][voxel] = number;
}

SCREE_KERNEL(flood_seeds_of_tops, scree_gpu_flood_seeds, THREADS, 1)
{
    make_seeds<true>(p);
}

SCREE_KERNEL(flood_seeds_of_voxels, scree_gpu_flood_seeds, THREADS, 1)
{
    make_seeds<false>(p);
}

// A column of voxels and its neighbours in a layer: offsets of words from the start of the layer.
struct flood_column {
    uint32_t x;
    uint32_t y;
    uint32_t number; // Number of its voxel in layer 0.
    uint32_t word[NEIGHBOURS];
};

// Rows that are a jump apart are adjacent in a block, so that its warps share cache lines.
static __device__ __forceinline__ uint32_t row_of_index(const pass_launch &p, uint32_t index)
{
    const uint32_t runs = p.jump < p.volume.rows ? p.jump : p.volume.rows;
    const uint32_t length = p.volume.rows / runs;
    const uint32_t longer = p.volume.rows % runs * (length + 1);
    if (index < longer) {
        return index / (length + 1) + index % (length + 1) * p.jump;
    }
    return p.volume.rows % runs + (index - longer) / length + (index - longer) % length * p.jump;
}

static __device__ __forceinline__ flood_column column_at(const pass_launch &p, uint32_t x, uint32_t y)
{
    const uint32_t columns = p.volume.columns;
    flood_column column;
    column.x = x;
    column.y = y;
    column.number = scree_flood_pack(scree_flood_position_at(x, y, 0), shape_of(p.volume, p.side));
    const uint32_t row[3] = {scree_flood_before(y, p.jump), y, scree_flood_behind(y, p.jump, p.volume.rows)};
    const uint32_t along[3] = {scree_flood_before(x, p.jump), x, scree_flood_behind(x, p.jump, columns)};
    SCREE_UNROLL
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        column.word[i] = row[i / 3] * columns + along[i % 3];
    }
    return column;
}

// The seeds of a column's neighbours in one layer, with their squares. Integer squares are measured from the column's
// own voxel in that layer. For the voxels a jump above and below it they grow by jump^2, plus or minus 2 * jump * steps
// along z.
struct flood_layer {
    uint32_t z;
    uint32_t number[NEIGHBOURS];
    uint32_t square[NEIGHBOURS];
    uint32_t slope[NEIGHBOURS];
};

template <bool IS_WHOLE>
static __device__ __forceinline__ flood_layer look_at_layer(const pass_launch &p, const flood_column &column,
                                                            const uint32_t *layer_seeds, uint32_t z)
{
    const scree_flood_shape shape = shape_of(p.volume, p.side);
    const scree_flood_position voxel = scree_flood_position_at(column.x, column.y, z);
    flood_layer layer;
    layer.z = z;
    SCREE_UNROLL
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        layer.number[i] = layer_seeds[column.word[i]];
    }
    if (IS_WHOLE) {
        SCREE_UNROLL
        for (uint32_t i = 0; i < NEIGHBOURS; i++) {
            const scree_flood_position seed = scree_flood_unpack(layer.number[i], shape);
            layer.square[i] = scree_flood_whole_square(seed, voxel);
            layer.square[i] = layer.number[i] == SCREE_FLOOD_NO_SEED ? FAR_SQUARE : layer.square[i];
            layer.slope[i] = (seed.z - z) * (2u * p.jump);
        }
    }
    return layer;
}

// Offers a layer's nine seeds to the voxel of the column that is SIDE jumps above the layer.
template <bool IS_WHOLE, int SIDE>
static __device__ __forceinline__ scree_flood_seed offer(const pass_launch &p, const flood_column &column,
                                                         const flood_layer &layer, scree_flood_seed best)
{
    const scree_flood_position position =
        scree_flood_position_at(column.x, column.y, layer.z + static_cast<uint32_t>(SIDE) * p.jump);
    uint32_t measure[NEIGHBOURS];
    uint32_t minimum = best.measure;
    SCREE_UNROLL
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        if (!IS_WHOLE) {
            measure[i] = scree_flood_measure(layer.number[i], position, shape_of(p.volume, p.side), false).measure;
        } else if (SIDE == 0) {
            measure[i] = layer.square[i];
        } else {
            measure[i] = layer.square[i] + p.jump * p.jump - static_cast<uint32_t>(SIDE) * layer.slope[i];
        }
        minimum = scree_minimum_u32(minimum, measure[i]);
    }
    // First the smallest distance, then the smallest number among those that have it: fewer steps than one by one.
    uint32_t number = best.measure == minimum ? best.number : SCREE_FLOOD_NO_SEED;
    SCREE_UNROLL
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        number = scree_minimum_u32(number, measure[i] == minimum ? layer.number[i] : SCREE_FLOOD_NO_SEED);
    }
    scree_flood_seed nearer;
    nearer.measure = minimum;
    nearer.number = number;
    return nearer;
}

// A pass whose jump leaves the volume along z: a thread computes some voxels of a column, each on its own.
template <bool IS_WHOLE> static __device__ __forceinline__ void flood_layers(const pass_launch &p)
{
    const scree_flood_position thread = thread_position(p.volume);
    if (!is_within(p.volume, thread)) {
        return;
    }
    const flood_column column = column_at(p, thread.x, row_of_index(p, thread.y));
    const uint32_t plane = p.volume.columns * p.volume.rows;
    const uint32_t first = thread.z * p.steps;
    const uint32_t end = p.steps < p.volume.end_layer - first ? first + p.steps : p.volume.end_layer;
    for (uint32_t z = first; z < end; z++) {
        const uint32_t *seeds = p.span[FLOOD_HERE] + z * plane;
        if (seeds[column.word[NEIGHBOURS / 2]] != column.number + z) {
            const flood_layer layer = look_at_layer<IS_WHOLE>(p, column, seeds, z);
            p.span[FLOOD_TO][z * plane + column.word[NEIGHBOURS / 2]] =
                offer<IS_WHOLE, 0>(p, column, layer, scree_flood_no_seed()).number;
        }
    }
}

// A voxel of a column on the way up, with the best seed of the layers below. Voxels that are seeds need none.
struct flood_climber {
    bool is_there;
    scree_flood_seed best;
};

static __device__ __forceinline__ flood_climber climber(const pass_launch &p, const flood_column &column, uint32_t z,
                                                        bool is_mine)
{
    flood_climber made;
    made.best = scree_flood_no_seed();
    made.is_there = is_mine &&
                    p.span[FLOOD_HERE][z * (p.volume.columns * p.volume.rows) + column.word[NEIGHBOURS / 2]] !=
                        column.number + z;
    return made;
}

// A pass whose jump stays in the volume along z: a thread climbs a column by jumps, reads each layer once, and offers
// it to the voxels below, at and above it. So a voxel costs nine reads, not 27.
template <bool IS_WHOLE> static __device__ __forceinline__ void flood_columns(const pass_launch &p)
{
    const scree_flood_position thread = thread_position(p.volume);
    const uint32_t first = thread.z % p.jump + thread.z / p.jump * p.steps * p.jump;
    if (!is_within(p.volume, thread) || first >= p.volume.end_layer) {
        return;
    }
    const flood_column column = column_at(p, thread.x, row_of_index(p, thread.y));
    const uint32_t plane = p.volume.columns * p.volume.rows;
    flood_climber below;
    flood_climber here;
    flood_climber above = climber(p, column, first, true);
    here.is_there = false;
    here.best = scree_flood_no_seed();
    if (above.is_there && first >= p.jump) {
        const flood_layer layer =
            look_at_layer<IS_WHOLE>(p, column, p.span[FLOOD_HERE] + (first - p.jump) * plane, first - p.jump);
        above.best = offer<IS_WHOLE, 1>(p, column, layer, above.best);
    }
    uint32_t z = first;
    for (uint32_t step = 0; step <= p.steps; step++, z += p.jump) {
        const bool is_last = p.jump >= p.volume.end_layer - z;
        below = here;
        here = above;
        above = climber(p, column, is_last ? z : z + p.jump, !is_last && step + 1 < p.steps);
        if (below.is_there || here.is_there || above.is_there) {
            const flood_layer layer = look_at_layer<IS_WHOLE>(p, column, p.span[FLOOD_HERE] + z * plane, z);
            here.best = here.is_there ? offer<IS_WHOLE, 0>(p, column, layer, here.best) : here.best;
            above.best = above.is_there ? offer<IS_WHOLE, 1>(p, column, layer, above.best) : above.best;
            below.best = below.is_there ? offer<IS_WHOLE, -1>(p, column, layer, below.best) : below.best;
        }
        if (below.is_there) {
            p.span[FLOOD_TO][(z - p.jump) * plane + column.word[NEIGHBOURS / 2]] = below.best.number;
        }
        if (is_last) {
            if (here.is_there) {
                p.span[FLOOD_TO][z * plane + column.word[NEIGHBOURS / 2]] = here.best.number;
            }
            return;
        }
    }
}

SCREE_KERNEL(flood_layers_whole, scree_gpu_flood_pass, THREADS, 3)
{
    flood_layers<true>(p);
}

SCREE_KERNEL(flood_layers_real, scree_gpu_flood_pass, THREADS, 3)
{
    flood_layers<false>(p);
}

SCREE_KERNEL(flood_columns_whole, scree_gpu_flood_pass, THREADS, 3)
{
    flood_columns<true>(p);
}

SCREE_KERNEL(flood_columns_real, scree_gpu_flood_pass, THREADS, 3)
{
    flood_columns<false>(p);
}

// The pass of the naive method: a thread reads some voxels of the volume, and keeps the nearest seed so far.
template <bool IS_WHOLE> static __device__ __forceinline__ void search(const search_launch &p)
{
    const scree_flood_shape shape = shape_of(p.volume, p.side);
    scree_flood_position position = thread_position(p.volume);
    if (!is_within(p.volume, position)) {
        return;
    }
    uint32_t *to = p.span[FLOOD_TO] + position.z * (p.volume.columns * p.volume.rows) +
                   position.y * p.volume.columns + position.x;
    position.z += p.volume.first_layer;
    scree_flood_seed best = scree_flood_measure(*to, position, shape, IS_WHOLE);
    const uint32_t *sites = p.span[FLOOD_HERE];
    for (uint32_t i = 0; i < p.sites; i++) {
        best = scree_flood_nearer(best, scree_flood_measure(sites[i], position, shape, IS_WHOLE));
    }
    *to = best.number;
}

SCREE_KERNEL(flood_search_whole, scree_gpu_flood_search, THREADS, 1)
{
    search<true>(p);
}

SCREE_KERNEL(flood_search_real, scree_gpu_flood_search, THREADS, 1)
{
    search<false>(p);
}

// Distances and indices of some layers. With the inside's seeds too, a voxel that is a seed of the outside is inside.
template <bool IS_WHOLE> static __device__ __forceinline__ void finish(const distances_launch &p)
{
    const scree_flood_shape shape = shape_of(p.volume, p.side);
    scree_flood_position position = thread_position(p.volume);
    if (!is_within(p.volume, position)) {
        return;
    }
    const uint32_t column = position.y * p.volume.columns + position.x;
    const uint32_t voxel = position.z * (p.volume.columns * p.volume.rows) + column;
    position.z += p.volume.first_layer;
    uint32_t number = p.span[FLOOD_SEEDS][voxel];
    const bool is_inside = p.span[FLOOD_INSIDE] != nullptr && number == scree_flood_pack(position, shape);
    number = is_inside ? p.span[FLOOD_INSIDE][voxel] : number;
    const scree_flood_seed seed = scree_flood_measure(number, position, shape, IS_WHOLE);
    p.at<float>(FLOOD_DISTANCE)[voxel] = scree_flood_distance(seed, scree_f32_from_bits(0x7f800000u), IS_WHOLE, p.unit,
                                                              p.margin, p.clip, is_inside ? 0x80000000u : 0);
    if (p.span[FLOOD_NEAREST] != nullptr) {
        p.span[FLOOD_NEAREST][voxel] = scree_flood_index(number, shape, p.volume.columns, p.volume.rows);
    }
}

SCREE_KERNEL(flood_distances_whole, scree_gpu_flood_distances, THREADS, 1)
{
    finish<true>(p);
}

SCREE_KERNEL(flood_distances_real, scree_gpu_flood_distances, THREADS, 1)
{
    finish<false>(p);
}
