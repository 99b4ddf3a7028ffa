// The contraction with derivatives, all stages in one kernel. A block computes a tile: some columns, a strip of rows,
// some planes. Plane stage: computes the lattice nodes that the tile touches, with a part for the derivative along each
// outer axis, in shared memory. Line and sample stages: a thread has a column, and sums some rows at once. It goes
// through the octaves one by one, for their lattice rows are many parts each: it folds the lattice rows above and below
// along x, again where y enters a new lattice row, and adds the octave to the sums of its rows.
#define HAS_DUALS
#include "noise/contraction_dual.h"
#include "contraction_tile.cuh"
#include "octave_sum.cuh"

// A row's entry in an octave: fraction, fade weight and its derivative, and the index of node 0 of the upper lattice
// row.
struct dual_row {
    float fraction;
    float fade;
    float fade_slope;
    int32_t upper;
};

static_assert(sizeof(dual_row) == SCREE_CUDA_ROW_ENTRY_BYTES, "the host counts these bytes");

// How octaves are combined: plain sums, their curl, or any fractal with or without it.
enum sum_form { PLAIN, CURL, ANY };

// Rows that a thread sums at once: as many as have registers.
static __host__ __device__ constexpr uint32_t held_rows(sum_form form)
{
    return form == ANY ? SCREE_CUDA_DUAL_ROWS / 2 : SCREE_CUDA_DUAL_ROWS;
}

// Octaves of a part of a potential; a constant where there is none, as with more than three axes.
template <uint32_t AXES, sum_form FORM>
static __device__ __forceinline__ uint32_t curl_octaves_of(const samples_launch &p)
{
    return FORM == PLAIN || AXES > 3 ? 0 : curl_octaves(p);
}

// The parts of a block's shared memory. Rows of an octave follow one another, and so do all nodes of a part.
template <class node> struct dual_block {
    tile_octave *tiles;
    dual_row *rows;
    outer_location *locations;
    float *stage; // Samples of a row of each warp, before they are stored.
    node *nodes;
    uint32_t part_stride;
};

template <uint32_t AXES, class node>
static __device__ __forceinline__ dual_block<node> divide_memory(const samples_launch &p)
{
    dual_block<node> block;
    block.tiles = reinterpret_cast<tile_octave *>(scree_block_memory);
    block.rows = reinterpret_cast<dual_row *>(block.tiles + p.octaves);
    block.locations = reinterpret_cast<outer_location *>(block.rows + p.strip_rows * p.octaves);
    block.stage = reinterpret_cast<float *>(block.locations + p.block_planes * p.octaves * (AXES - 2));
    block.nodes = reinterpret_cast<node *>(block.stage + blockDim.x * blockDim.y * channels<AXES>(p));
    block.part_stride = 0;
    return block;
}

// The entry of a row; those behind the last row repeat it.
static __device__ __forceinline__ dual_row make_row(const samples_launch &p, const tile_octave &tile,
                                                    const scree_gpu_octave &octave, const tile_box &box, uint32_t row)
{
    const uint4 *entries = reinterpret_cast<const uint4 *>(p.span[BINDING_TABLES] + octave.y_entries) + box.first_row;
    const uint4 entry = __ldg(entries + min(row, box.rows - 1));
    dual_row made;
    made.fraction = scree_f32_from_bits(entry.x);
    made.fade = scree_f32_from_bits(entry.z);
    made.fade_slope = scree_fade_slope(p.specialisation[CONSTANT_FADE], made.fraction, scree_f32_from_bits(entry.y));
    // Lies before the block's nodes if the tile does not start with the submission.
    made.upper = (int32_t)(tile.first + (entry.w + 1 - tile.node_y) * tile.stride - tile.node_x);
    return made;
}

static __device__ __forceinline__ void store_part(float4 *to, const scree_node &part)
{
    *to = make_float4(part.value, part.slope_x, part.slope_y, 0.0f);
}

static __device__ __forceinline__ void store_part(float *to, const scree_node &part)
{
    *to = part.value;
}

static __device__ __forceinline__ scree_node node_at(const float *values)
{
    scree_node node;
    node.value = *values;
    node.slope_x = node.value;
    node.slope_y = node.value;
    return node;
}

// Computes node `i` of all planes of the tile.
template <uint32_t AXES, bool IS_VALUE>
static __device__ __forceinline__ scree_dual_node make_node(const samples_launch &p, const tile_octave *tiles,
                                                            const outer_location *locations, uint32_t plane_nodes,
                                                            uint32_t i)
{
    const uint32_t plane = quotient(i, reciprocal(plane_nodes));
    const uint32_t own = i - plane * plane_nodes;
    uint32_t o = 0;
    SCREE_ROLLED
    while (o + 1 < p.octaves && own >= tiles[o + 1].first) {
        o++;
    }
    const scree_cell cell = cell_of_node<AXES>(p, tiles[o], locations + (plane * p.octaves + o) * (AXES - 2), own);
    return scree_dual_node_at(!IS_VALUE, cell, AXES, source_of_octave(p, p.octave[o]), p.specialisation[CONSTANT_FADE]);
}

// Fills the data that the threads of a block share; returns the nodes of a plane.
template <uint32_t AXES, bool IS_VALUE, class node>
static __device__ __forceinline__ uint32_t prepare_tile(const samples_launch &p, dual_block<node> &block,
                                                        const tile_box &box)
{
    const uint32_t threads = blockDim.x * blockDim.y;
    const uint32_t thread = threadIdx.y * blockDim.x + threadIdx.x;
    const uint32_t plane_nodes = measure_tile<false>(p, block.tiles, block.locations, p.octaves, box, AXES - 2);
    block.part_stride = plane_nodes * box.planes;
    for (uint32_t i = thread; i < p.octaves * p.strip_rows; i += threads) {
        const uint32_t o = i / p.strip_rows;
        block.rows[i] = make_row(p, block.tiles[o], p.octave[o], box, i - o * p.strip_rows);
    }
    SCREE_ROLLED
    for (uint32_t i = thread; i < block.part_stride; i += threads) {
        const scree_dual_node made = make_node<AXES, IS_VALUE>(p, block.tiles, block.locations, plane_nodes, i);
        SCREE_UNROLL
        for (uint32_t part = 0; part + 1 < AXES; part++) {
            store_part(block.nodes + part * block.part_stride + i, made.part[scree_kept_part(part)]);
        }
    }
    __syncthreads();
    return plane_nodes;
}

template <uint32_t AXES, class node>
static __device__ __forceinline__ scree_dual_node read_node(const node *nodes, uint32_t part_stride)
{
    scree_dual_node read;
    SCREE_UNROLL
    for (uint32_t part = 0; part + 1 < AXES; part++) {
        read.part[scree_kept_part(part)] = node_at(nodes + part * part_stride);
    }
    return read;
}

template <uint32_t AXES, bool IS_VALUE, class node>
static __device__ __forceinline__ scree_dual_line fold_line(const node *nodes, uint32_t part_stride,
                                                            const scree_dual_location &x)
{
    return scree_dual_fold_x(!IS_VALUE, AXES, read_node<AXES>(nodes, part_stride),
                             read_node<AXES>(nodes + 1, part_stride), x);
}

// A thread's column in one octave.
struct dual_column {
    scree_dual_location location;
    uint32_t node;
};

static __device__ __forceinline__ dual_column read_column(const samples_launch &p, const scree_gpu_octave &octave,
                                                          uint32_t x)
{
    const uint32_t *entry = p.span[BINDING_TABLES] + octave.x_entries + x;
    const float fraction = scree_f32_from_bits(__ldg(entry));
    dual_column column;
    column.location = scree_dual_location_at(p.specialisation[CONSTANT_FADE], fraction, scree_fraction1(fraction),
                                             scree_f32_from_bits(__ldg(entry + p.x_stride)));
    column.node = __ldg(entry + 2 * p.x_stride);
    return column;
}

static __device__ __forceinline__ scree_dual_location location_of_row(const dual_row &row)
{
    scree_dual_location y;
    y.fraction = row.fraction;
    y.fraction1 = scree_fraction1(row.fraction);
    y.fade = row.fade;
    y.fade_slope = row.fade_slope;
    return y;
}

// Adds octave `o` to the sums of some rows, whose entries start at `rows`; `nodes` are those of their plane.
template <uint32_t AXES, bool IS_VALUE, sum_form FORM, class node>
static __device__ __forceinline__ void add_octave(const samples_launch &p, const dual_block<node> &block,
                                                  const node *nodes, const dual_row *rows, uint32_t o, uint32_t x,
                                                  octave_sum (&sum)[held_rows(FORM)])
{
    const scree_gpu_octave &octave = p.octave[o];
    const dual_column column = read_column(p, octave, x);
    const uint32_t stride = block.tiles[o].stride;
    const uint32_t fractal = FORM == ANY ? p.fractal : SCREE_KERNEL_FRACTAL_FBM;
    scree_dual_line low;
    scree_dual_line high;
    int32_t upper = 0;
    SCREE_UNROLL
    for (uint32_t r = 0; r < held_rows(FORM); r++) {
        const dual_row row = rows[r];
        if (r == 0 || row.upper != upper) {
            upper = row.upper;
            const node *above = nodes + upper + column.node;
            low = fold_line<AXES, IS_VALUE>(above - stride, block.part_stride, column.location);
            high = fold_line<AXES, IS_VALUE>(above, block.part_stride, column.location);
        }
        const scree_dual dual = scree_dual_fold_y(!IS_VALUE, AXES, low, high, location_of_row(row));
        sum[r] = scree_channel_sum_add(sum[r], fractal, scree_dual_of_cell(dual, octave.frequency), octave.weight,
                                       p.options, o, AXES, curl_octaves_of<AXES, FORM>(p));
    }
}

// The columns of a warp in a row. Where blocks are narrower than a warp, each thread stores by itself.
struct warp_row {
    float *values;    // The first column's.
    float *stage;     // Memory of the block for all floats of the warp.
    uint32_t columns; // Columns that there are.
    uint32_t own;     // The column of the thread.
};

// The columns of a thread's warp, in a row of a plane of the tile.
template <uint32_t AXES>
static __device__ __forceinline__ warp_row find_warp_row(const samples_launch &p, const tile_box &box, float *stage,
                                                         uint32_t plane, uint32_t row)
{
    const uint32_t thread = threadIdx.y * blockDim.x + threadIdx.x;
    const uint32_t first = blockDim.x < SCREE_CUDA_WARP_LANES ? 0 : threadIdx.x - threadIdx.x % SCREE_CUDA_WARP_LANES;
    warp_row found;
    found.own = threadIdx.x - first;
    found.columns = first < box.columns ? min(box.columns - first, SCREE_CUDA_WARP_LANES) : 0;
    found.stage = stage + (thread - found.own) * channels<AXES>(p);
    found.values = p.at<float>(BINDING_VALUES) + (box.first_plane + plane) * p.wide_plane_stride +
                   (box.first_row + row) * p.wide_row_stride + (box.first_column + first) * channels<AXES>(p);
    return found;
}

// Floats of samples follow one another: where they are not four, a warp stores them in another order than it has them,
// so that each store is of neighbours.
template <uint32_t AXES>
static __device__ __forceinline__ void store_staged(const warp_row &row, const octave_sum &sum, uint32_t count,
                                                    uint32_t curl_octaves)
{
    store_channels<AXES>(row.stage + row.own * count, sum, curl_octaves);
    __syncwarp();
    SCREE_UNROLL
    for (uint32_t i = 0; i < AXES + 1; i++) {
        const uint32_t at = i * SCREE_CUDA_WARP_LANES + row.own;
        if (i < count && at < row.columns * count) {
            row.values[at] = row.stage[at];
        }
    }
    __syncwarp();
}

template <uint32_t AXES, sum_form FORM>
static __device__ __forceinline__ void store_sample(const samples_launch &p, const warp_row &row, const octave_sum &sum)
{
    const uint32_t curl_octaves = curl_octaves_of<AXES, FORM>(p);
    const uint32_t count = FORM == PLAIN ? AXES + 1 : channels<AXES>(p);
    float *value = row.values + row.own * count;
    if (count == 4 && curl_octaves == 0 && p.is_aligned) {
        const scree_dual &dual = sum.octaves.sum;
        if (row.own < row.columns) {
            __stcs(reinterpret_cast<float4 *>(value),
                   make_float4(dual.value, dual.slope[0], dual.slope[1], dual.slope[2]));
        }
    } else if (blockDim.x >= SCREE_CUDA_WARP_LANES) {
        store_staged<AXES>(row, sum, count, curl_octaves);
    } else if (row.own < row.columns) {
        store_channels<AXES>(value, sum, curl_octaves);
    }
}

// A block has threads along x times threads that share the planes.
template <uint32_t AXES, bool IS_VALUE, sum_form FORM>
static __device__ __forceinline__ void sum_tile(const samples_launch &p)
{
    using node = typename node_type<IS_VALUE>::type;
    const tile_box box = find_box(p, 1);
    dual_block<node> block = divide_memory<AXES, node>(p);
    const uint32_t plane_nodes = prepare_tile<AXES, IS_VALUE>(p, block, box);
    // Threads past the end take part, because a warp stores together, but store nothing.
    const uint32_t x = min(box.first_column + threadIdx.x, p.width - 1);
    float minimum = scree_f32_from_bits(RANGE_EMPTY_MIN);
    float maximum = scree_f32_from_bits(RANGE_EMPTY_MAX);
    for (uint32_t plane = threadIdx.y; plane < box.planes; plane += blockDim.y) {
        const node *nodes = block.nodes + plane * plane_nodes;
        SCREE_ROLLED
        for (uint32_t first = 0; first < box.rows; first += held_rows(FORM)) {
            octave_sum sum[held_rows(FORM)];
            SCREE_UNROLL
            for (uint32_t r = 0; r < held_rows(FORM); r++) {
                sum[r] = scree_channel_sum_start();
            }
            SCREE_ROLLED
            for (uint32_t o = 0; o < p.octaves; o++) {
                add_octave<AXES, IS_VALUE, FORM>(p, block, nodes, block.rows + o * p.strip_rows + first, o, x, sum);
            }
            warp_row row = find_warp_row<AXES>(p, box, block.stage, plane, first);
            SCREE_UNROLL
            for (uint32_t r = 0; r < held_rows(FORM); r++) {
                if (first + r < box.rows) {
                    store_sample<AXES, FORM>(p, row, sum[r]);
                    row.values += p.wide_row_stride;
                }
                // Rows and columns behind the last ones repeat these.
                const float value = scree_channel_sum_first(sum[r], curl_octaves_of<AXES, FORM>(p));
                minimum = scree_minimum(minimum, value);
                maximum = scree_maximum(maximum, value);
            }
        }
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], minimum, maximum, threadIdx.y * blockDim.x + threadIdx.x);
    }
}

// As many blocks on a multiprocessor as have registers: the state of any fractal in four axes takes the most.
#define BLOCKS(axes, form) (SCREE_CUDA_DUAL_BLOCKS - ((axes) > 3 && (form) == ANY ? 1 : 0))

#define CONTRACTION_DUALS(name, axes, is_value, form)                                                        \
    SCREE_KERNEL(contraction_duals_##name, scree_gpu_samples, SCREE_CUDA_SAMPLE_THREADS, BLOCKS(axes, form)) \
    {                                                                                                        \
        sum_tile<axes, is_value, form>(p);                                                                   \
    }

#define CONTRACTION_DUALS_OF(axes)                            \
    CONTRACTION_DUALS(axes##_gradients, axes, false, PLAIN)   \
    CONTRACTION_DUALS(axes##_gradients_any, axes, false, ANY) \
    CONTRACTION_DUALS(axes##_values, axes, true, PLAIN)       \
    CONTRACTION_DUALS(axes##_values_any, axes, true, ANY)

CONTRACTION_DUALS_OF(2)
CONTRACTION_DUALS_OF(3)
CONTRACTION_DUALS_OF(4)
CONTRACTION_DUALS(2_gradients_curl, 2, false, CURL)
CONTRACTION_DUALS(3_gradients_curl, 3, false, CURL)
CONTRACTION_DUALS(2_values_curl, 2, true, CURL)
CONTRACTION_DUALS(3_values_curl, 3, true, CURL)
