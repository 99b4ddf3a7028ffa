// The kernels of the contraction share this: the part of a submission that a block computes, and the lattice nodes of
// its octaves.
#ifndef SCREE_CUDA_CONTRACTION_TILE_CUH
#define SCREE_CUDA_CONTRACTION_TILE_CUH

#include "noise_device.cuh"

// Dynamic shared memory: octaves, rows, positions of planes along outer axes, runs of rows, nodes.
extern __shared__ uint4 scree_block_memory[];

// The tables of one octave that a block uses.
struct tile_octave {
    uint32_t first;     // First node among those of a plane, octave after octave.
    uint32_t count;     // Nodes of a plane in this octave.
    uint32_t stride;    // Nodes of a lattice row.
    uint32_t by_stride; // Reciprocal for quotient().
    uint32_t x_keys;    // Offset of the first node's key.
    uint32_t y_keys;
    uint32_t gradients; // Offset of the gradients; of the vectors up to three axes.
    float amplitude;
    uint32_t node_x; // The submission's node at the start of the tile.
    uint32_t node_y;
    uint32_t unused[2];
};

static_assert(sizeof(tile_octave) == SCREE_CUDA_TILE_OCTAVE_BYTES, "the host counts these bytes");

// Nodes of gradient noise are float4: value, slopes along x and y, unused. Those of value noise are floats.
template <bool IS_VALUE> struct node_type {
    using type = float4;
};
template <> struct node_type<true> {
    using type = float;
};

// The factor that replaces a division by d > 1 of numbers n with n * d < 2^32.
static __device__ inline uint32_t reciprocal(uint32_t d)
{
    return 0xffffffffu / d + 1;
}

static __device__ inline uint32_t quotient(uint32_t n, uint32_t by)
{
    return __umulhi(n, by);
}

static __device__ __forceinline__ scree_node node_at(const float4 *nodes)
{
    const float4 words = *nodes;
    scree_node node;
    node.value = words.x;
    node.slope_x = words.y;
    node.slope_y = words.z;
    return node;
}

// The part of a submission that a block computes.
struct tile_box {
    uint32_t first_column;
    uint32_t columns;
    uint32_t first_row;
    uint32_t rows;
    uint32_t first_plane;
    uint32_t planes;
};

// The columns of a thread.
static __device__ __forceinline__ tile_box find_box(const samples_launch &p, uint32_t thread_columns)
{
    tile_box box;
    box.first_column = blockIdx.x * blockDim.x * thread_columns;
    box.columns = min(blockDim.x * thread_columns, p.width - box.first_column);
    box.first_row = blockIdx.y * p.strip_rows;
    box.rows = min(p.strip_rows, p.rows - box.first_row);
    box.first_plane = blockIdx.z * p.block_planes;
    box.planes = min(p.block_planes, p.planes - box.first_plane);
    return box;
}

// The nodes of an octave that the tile touches.
template <bool HAS_VECTORS>
static __device__ inline tile_octave measure_octave(const samples_launch &p, const scree_gpu_octave &octave,
                                                    const tile_box &box)
{
    const uint32_t *x_node = p.span[BINDING_TABLES] + octave.x_entries + 2 * p.x_stride + box.first_column;
    const uint32_t *y_entry = p.span[BINDING_TABLES] + octave.y_entries + 4 * box.first_row;
    tile_octave tile = {};
    tile.node_x = x_node[0];
    tile.node_y = y_entry[3];
    tile.stride = x_node[box.columns - 1] - tile.node_x + 2;
    tile.count = (y_entry[4 * box.rows - 1] - tile.node_y + 2) * tile.stride;
    tile.by_stride = reciprocal(tile.stride);
    tile.x_keys = octave.x_keys + tile.node_x;
    tile.y_keys = octave.y_keys + tile.node_y;
    tile.gradients = HAS_VECTORS ? octave.vectors : octave.gradients;
    tile.amplitude = octave.amplitude;
    return tile;
}

// Finds out what a block computes of its first `octaves` octaves; returns the nodes of a plane.
template <bool HAS_VECTORS>
static __device__ __forceinline__ uint32_t measure_tile(const samples_launch &p, tile_octave *tiles,
                                                        outer_location *locations, uint32_t octaves,
                                                        const tile_box &box, uint32_t outer_axes)
{
    const uint32_t threads = blockDim.x * blockDim.y;
    const uint32_t thread = threadIdx.y * blockDim.x + threadIdx.x;
    if (thread < octaves) {
        tiles[thread] = measure_octave<HAS_VECTORS>(p, p.octave[thread], box);
    }
    for (uint32_t i = thread; i < box.planes * octaves * outer_axes; i += threads) {
        locations[i] = location_of_plane(p, p.octave[i / outer_axes % octaves],
                                         box.first_plane + i / outer_axes / octaves, i % outer_axes);
    }
    __syncthreads();
    if (thread == 0) {
        for (uint32_t o = 1; o < octaves; o++) {
            tiles[o].first = tiles[o - 1].first + tiles[o - 1].count;
        }
    }
    __syncthreads();
    return tiles[octaves - 1].first + tiles[octaves - 1].count;
}

// The location of node `i` of a plane of the tile, which is one of the octave `tile`.
template <uint32_t AXES>
static __device__ __forceinline__ scree_cell cell_of_node(const samples_launch &p, const tile_octave &tile,
                                                          const outer_location *locations, uint32_t i)
{
    uint32_t y = quotient(i - tile.first, tile.by_stride);
    uint32_t x = i - tile.first - y * tile.stride;
    scree_cell cell;
    cell.fraction[0] = 0.0f;
    cell.key0[0] = __ldg(p.span[BINDING_TABLES] + tile.x_keys + x);
    cell.key1[0] = cell.key0[0];
    cell.key0[1] = __ldg(p.span[BINDING_TABLES] + tile.y_keys + y);
    cell.key1[1] = cell.key0[1];
    SCREE_UNROLL
    for (uint32_t outer = 0; outer + 2 < AXES; outer++) {
        cell = put_outer(cell, outer, locations[outer]);
    }
    return cell;
}

#endif
