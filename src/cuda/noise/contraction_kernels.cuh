// The contraction, all three stages in one kernel. A block computes a tile: some columns, a strip of rows, some planes.
// Plane stage: computes the lattice nodes that the tile touches, with outer axes folded, in shared memory. Line stage:
// for every octave a thread holds the lattice rows above and below the current row, folded along x at its columns, in
// registers; when y enters a new lattice row, it folds that one. Sample stage: walks down the rows, and sums all
// octaves at once.
#ifndef SCREE_CUDA_CONTRACTION_KERNELS_CUH
#define SCREE_CUDA_CONTRACTION_KERNELS_CUH

#include "contraction_tile.cuh"

// A row's entry in an octave: fraction, fraction - 1, fade weight, and the index of node 0 of the upper lattice row.
struct row_entry {
    float fraction;
    float fraction1;
    float fade;
    int32_t upper;
};

// Changes at a row, and the number of rows from it on, at most MAX_RUN, of which only the first changes anything. Bit
// o: octave o enters a new lattice row. SKIPS: some octave skips lattice rows, or the strip starts.
struct row_run {
    uint32_t changes;
    uint32_t rows;
};

constexpr uint32_t SKIPS = 1u << SAMPLE_OCTAVES;
constexpr uint32_t MAX_RUN = 8;
constexpr uint32_t COLUMNS = SCREE_CUDA_COLUMNS;

static_assert(sizeof(row_entry) == SCREE_CUDA_ROW_ENTRY_BYTES, "the host counts these bytes");
static_assert(sizeof(row_run) == SCREE_CUDA_ROW_RUN_BYTES, "the host counts these bytes");

// The hash is known at launch only.
constexpr uint32_t ANY_HASH = 0xffffffffu;

static __device__ __forceinline__ scree_slopes slopes_of_corner(const samples_launch &p, const tile_octave &tile,
                                                                const scree_cell &cell, uint32_t hash, uint32_t axes,
                                                                uint32_t corner)
{
    uint32_t index = scree_hash_gradient(
        scree_corner_hash(hash, cell, axes, corner, p.span[BINDING_TABLES] + p.permutation), p.gradient_count);
    float4 vector = __ldg(reinterpret_cast<const float4 *>(p.span[BINDING_TABLES] + tile.gradients) + index);
    scree_slopes slopes;
    slopes.x = vector.x;
    slopes.y = vector.y;
    slopes.z = vector.z;
    return slopes;
}

template <uint32_t AXES, uint32_t HASH, bool IS_VALUE>
static __device__ __forceinline__ typename node_type<IS_VALUE>::type
make_node(const samples_launch &p, const tile_octave &tile, const scree_cell &cell)
{
    const uint32_t hash = HASH != ANY_HASH ? HASH : p.hash;
    if constexpr (IS_VALUE) {
        return scree_fold_values(cell, AXES, AXES - 2, hash, tile.amplitude, p.span[BINDING_TABLES] + p.permutation);
    } else if constexpr (AXES == 2) {
        scree_slopes slopes = slopes_of_corner(p, tile, cell, hash, 2, 0);
        return make_float4(0.0f, slopes.x, slopes.y, 0.0f);
    } else {
        scree_node folded;
        if constexpr (AXES == 3) {
            folded = scree_fold_z(slopes_of_corner(p, tile, cell, hash, 3, 0),
                                  slopes_of_corner(p, tile, cell, hash, 3, 1), cell.fraction[2], cell.fraction1[2],
                                  cell.fade[2]);
        } else {
            folded = scree_fold_perlin(cell, AXES, AXES - 2, hash, p.span[BINDING_TABLES] + tile.gradients,
                                       p.gradient_count, p.span[BINDING_TABLES] + p.permutation);
        }
        return make_float4(folded.value, folded.slope_x, folded.slope_y, 0.0f);
    }
}

// Computes node `i` of a plane of the tile, which is one of the octave `tile`.
template <uint32_t AXES, uint32_t HASH, bool IS_VALUE>
static __device__ __forceinline__ typename node_type<IS_VALUE>::type
make_node_of(const samples_launch &p, const tile_octave &tile, const outer_location *locations, uint32_t i)
{
    return make_node<AXES, HASH, IS_VALUE>(p, tile, cell_of_node<AXES>(p, tile, locations, i));
}

// Computes node `i` of a plane of the tile, of any octave. OCTAVES is 0 if it is known at launch only.
template <uint32_t AXES, uint32_t OCTAVES, uint32_t HASH, bool IS_VALUE>
static __device__ __forceinline__ typename node_type<IS_VALUE>::type
make_node_at(const samples_launch &p, const tile_octave *tiles, const outer_location *locations, uint32_t plane,
             uint32_t i)
{
    const uint32_t octaves = OCTAVES != 0 ? OCTAVES : p.octaves;
    uint32_t o = 0;
    SCREE_UNROLL
    for (uint32_t next = 1; next < octaves; next++) {
        o = i >= tiles[next].first ? next : o;
    }
    return make_node_of<AXES, HASH, IS_VALUE>(p, tiles[o], locations + (plane * octaves + o) * (AXES - 2), i);
}

// Plane stage. A thread works on some nodes at once, so that the memory latency of one is hidden by the others.
template <uint32_t AXES, uint32_t OCTAVES, uint32_t HASH, bool IS_VALUE>
static __device__ __forceinline__ void
make_nodes_hashed(const samples_launch &p, const tile_octave *tiles, const outer_location *locations,
                  typename node_type<IS_VALUE>::type *nodes, uint32_t plane_nodes, uint32_t count, uint32_t thread,
                  uint32_t threads)
{
    constexpr uint32_t AT_ONCE = AXES < 4 && HASH == SCREE_KERNEL_HASH_SCREE ? 4 : 1;
    const uint32_t by_plane = reciprocal(plane_nodes);
    SCREE_ROLLED
    for (uint32_t first = thread; first < count; first += threads * AT_ONCE) {
        typename node_type<IS_VALUE>::type made[AT_ONCE];
        if (OCTAVES > 1 && count == plane_nodes && first >= tiles[OCTAVES - 1].first) {
            // Most nodes are of the finest octave, and need no search for it.
            const tile_octave tile = tiles[OCTAVES - 1];
            SCREE_UNROLL
            for (uint32_t k = 0; k < AT_ONCE; k++) {
                const uint32_t i = min(first + k * threads, count - 1);
                made[k] = make_node_of<AXES, HASH, IS_VALUE>(p, tile, locations + (OCTAVES - 1) * (AXES - 2), i);
            }
        } else {
            SCREE_UNROLL
            for (uint32_t k = 0; k < AT_ONCE; k++) {
                const uint32_t i = min(first + k * threads, count - 1);
                const uint32_t plane = quotient(i, by_plane);
                made[k] =
                    make_node_at<AXES, OCTAVES, HASH, IS_VALUE>(p, tiles, locations, plane, i - plane * plane_nodes);
            }
        }
        SCREE_UNROLL
        for (uint32_t k = 0; k < AT_ONCE; k++) {
            if (first + k * threads < count) {
                nodes[first + k * threads] = made[k];
            }
        }
    }
}

template <uint32_t AXES, uint32_t OCTAVES, bool IS_VALUE>
static __device__ __forceinline__ void make_nodes(const samples_launch &p, const tile_octave *tiles,
                                                  const outer_location *locations,
                                                  typename node_type<IS_VALUE>::type *nodes, uint32_t plane_nodes,
                                                  uint32_t count, uint32_t thread, uint32_t threads)
{
    if constexpr (OCTAVES == 0) {
        make_nodes_hashed<AXES, OCTAVES, ANY_HASH, IS_VALUE>(p, tiles, locations, nodes, plane_nodes, count, thread,
                                                             threads);
    } else if (p.hash == SCREE_KERNEL_HASH_SCREE) {
        make_nodes_hashed<AXES, OCTAVES, SCREE_KERNEL_HASH_SCREE, IS_VALUE>(p, tiles, locations, nodes, plane_nodes,
                                                                            count, thread, threads);
    } else {
        make_nodes_hashed<AXES, OCTAVES, SCREE_KERNEL_HASH_PERLIN2002, IS_VALUE>(p, tiles, locations, nodes,
                                                                                 plane_nodes, count, thread, threads);
    }
}

// For any number of axes (gradient noise: four and more). A separate function, so that it is not compiled again for
// every number of octaves.
template <bool IS_VALUE>
static __device__ __noinline__ void
make_nodes_of_many_axes(const samples_launch &p, const tile_octave *tiles, const outer_location *locations,
                        typename node_type<IS_VALUE>::type *nodes, uint32_t plane_nodes, uint32_t count,
                        uint32_t thread, uint32_t threads)
{
    if constexpr (IS_VALUE) {
        if (p.axes == 2) {
            return make_nodes<2, 0, IS_VALUE>(p, tiles, locations, nodes, plane_nodes, count, thread, threads);
        }
        if (p.axes == 3) {
            return make_nodes<3, 0, IS_VALUE>(p, tiles, locations, nodes, plane_nodes, count, thread, threads);
        }
    }
    switch (p.axes) {
    case 4:
        return make_nodes<4, 0, IS_VALUE>(p, tiles, locations, nodes, plane_nodes, count, thread, threads);
    case 5:
        return make_nodes<5, 0, IS_VALUE>(p, tiles, locations, nodes, plane_nodes, count, thread, threads);
    case 6:
        return make_nodes<6, 0, IS_VALUE>(p, tiles, locations, nodes, plane_nodes, count, thread, threads);
    case 7:
        return make_nodes<7, 0, IS_VALUE>(p, tiles, locations, nodes, plane_nodes, count, thread, threads);
    default:
        return make_nodes<8, 0, IS_VALUE>(p, tiles, locations, nodes, plane_nodes, count, thread, threads);
    }
}

// A thread's column in one octave.
struct column {
    float fraction;
    float fade;
    uint32_t node;
};

struct columns {
    column at[COLUMNS];
};

// The neighbouring columns of a thread.
static __device__ __forceinline__ columns read_columns(const samples_launch &p, uint32_t o, const uint32_t *tables_at_x)
{
    const float4 *fraction = reinterpret_cast<const float4 *>(tables_at_x + p.octave[o].x_entries);
    const float4 *fade = fraction + p.x_stride / 4;
    const float4 fractions = __ldg(fraction);
    const float4 fades = __ldg(fade);
    const uint4 nodes = __ldg(reinterpret_cast<const uint4 *>(fade + p.x_stride / 4));
    columns read;
    read.at[0] = {fractions.x, fades.x, nodes.x};
    read.at[1] = {fractions.y, fades.y, nodes.y};
    read.at[2] = {fractions.z, fades.z, nodes.z};
    read.at[3] = {fractions.w, fades.w, nodes.w};
    return read;
}

template <uint32_t AXES> static __device__ __forceinline__ scree_row_node fold_x(const float4 *nodes, const column &x)
{
    // If the number of axes is known at launch only, gradient noise has at least four, for all of which x is folded
    // alike.
    return scree_fold_x(AXES != 0 ? AXES : 4, node_at(nodes), node_at(nodes + 1), x.fraction,
                        scree_fraction1(x.fraction), x.fade);
}

template <uint32_t AXES> static __device__ __forceinline__ scree_row_node fold_x(const float *values, const column &x)
{
    scree_row_node folded;
    folded.value = scree_lerp(values[0], values[1], x.fade);
    folded.slope = 0.0f;
    return folded;
}

// Folds a lattice row of an octave at the columns of a thread; `row` points to where the submission's node 0 would be.
template <uint32_t AXES, class node>
static __device__ __forceinline__ void fold_lines(scree_row_node (&lines)[COLUMNS], const node *row,
                                                  const columns &columns)
{
    SCREE_UNROLL
    for (uint32_t c = 0; c < COLUMNS; c++) {
        lines[c] = fold_x<AXES>(row + columns.at[c].node, columns.at[c]);
    }
}

// Keeps a value in a register; compilers otherwise recompute cheap values in every row.
static __device__ __forceinline__ uint32_t kept(uint32_t value)
{
#if defined(__CUDA_ARCH__)
    asm volatile("" : "+r"(value));
#endif
    return value;
}

// Stores all samples of a thread in a row at once.
static __device__ __forceinline__ void store_row(float *values, const float (&sum)[COLUMNS])
{
    __stcs(reinterpret_cast<float4 *>(values), make_float4(sum[0], sum[1], sum[2], sum[3]));
}

// Stores samples of a row that ends within them, or is not aligned for vectors.
static __device__ __forceinline__ void store_part(const samples_launch &p, const float (&sum)[COLUMNS], float *values,
                                                  uint32_t x)
{
    SCREE_UNROLL
    for (uint32_t c = 0; c < COLUMNS; c++) {
        if (x + c < p.width) {
            values[c] = sum[c];
        }
    }
}

static __host__ __device__ constexpr uint32_t kept_octaves(uint32_t octaves)
{
    return octaves >= 6 ? octaves / 2 : 1;
}

// The parts of a block's shared memory.
template <class node> struct block_parts {
    tile_octave *tiles;
    row_entry *rows;
    row_run *runs;
    outer_location *locations;
    node *nodes;
};

template <uint32_t OCTAVES, class node>
static __device__ __forceinline__ block_parts<node> divide_memory(const samples_launch &p, uint32_t outer_axes)
{
    block_parts<node> parts;
    parts.tiles = reinterpret_cast<tile_octave *>(scree_block_memory);
    parts.rows = reinterpret_cast<row_entry *>(parts.tiles + OCTAVES);
    parts.locations = reinterpret_cast<outer_location *>(parts.rows + p.strip_rows * OCTAVES);
    parts.runs = reinterpret_cast<row_run *>(parts.locations + p.block_planes * OCTAVES * outer_axes);
    // Strips have an even number of rows, so that nodes start at a multiple of 16 bytes.
    parts.nodes = reinterpret_cast<node *>(parts.runs + p.strip_rows);
    return parts;
}

// A row of the tile in all octaves.
template <uint32_t OCTAVES, class node>
static __device__ __forceinline__ void prepare_row(const samples_launch &p, const block_parts<node> &parts,
                                                   uint32_t first_row, uint32_t row)
{
    uint32_t changes = row > 0 ? 0 : SKIPS;
    SCREE_UNROLL
    for (uint32_t o = 0; o < OCTAVES; o++) {
        const uint4 *entries = reinterpret_cast<const uint4 *>(p.span[BINDING_TABLES] + p.octave[o].y_entries) +
                               first_row;
        const uint4 entry = __ldg(entries + row);
        const tile_octave &tile = parts.tiles[o];
        if (row > 0) {
            uint32_t previous = __ldg(&entries[row - 1].w);
            changes |= entry.w != previous ? 1u << o : 0;
            changes |= entry.w > previous + 1 ? SKIPS : 0;
        }
        row_entry &made = parts.rows[row * OCTAVES + o];
        made.fraction = scree_f32_from_bits(entry.x);
        made.fraction1 = scree_f32_from_bits(entry.y);
        made.fade = scree_f32_from_bits(entry.z);
        // Lies before the block's nodes if the tile does not start with the submission.
        made.upper = (int32_t)(tile.first + (entry.w + 1 - tile.node_y) * tile.stride - tile.node_x);
    }
    parts.runs[row].changes = changes;
}

// Finds the end of the run that starts at a row.
static __device__ __forceinline__ void find_run(row_run *runs, uint32_t row, uint32_t rows)
{
    uint32_t run = MAX_RUN;
    SCREE_UNROLL
    for (uint32_t i = MAX_RUN - 1; i > 0; i--) {
        run = row + i >= rows || runs[row + i].changes != 0 ? i : run;
    }
    runs[row].rows = run;
}

// Fills the data that the threads of a block share; returns the nodes of a plane.
template <uint32_t AXES, uint32_t OCTAVES, bool IS_VALUE, class node>
static __device__ __forceinline__ uint32_t prepare_tile(const samples_launch &p, const block_parts<node> &parts,
                                                        const tile_box &box, uint32_t outer_axes)
{
    constexpr bool HAS_VECTORS = AXES != 0 && !IS_VALUE;
    const uint32_t threads = blockDim.x * blockDim.y;
    const uint32_t thread = threadIdx.y * blockDim.x + threadIdx.x;
    const uint32_t plane_nodes = measure_tile<HAS_VECTORS>(p, parts.tiles, parts.locations, OCTAVES, box, outer_axes);
    for (uint32_t row = thread; row < box.rows; row += threads) {
        prepare_row<OCTAVES, node>(p, parts, box.first_row, row);
    }
    __syncthreads();
    for (uint32_t row = thread; row < box.rows; row += threads) {
        find_run(parts.runs, row, box.rows);
    }
    if constexpr (AXES != 0) {
        make_nodes<AXES, OCTAVES, IS_VALUE>(p, parts.tiles, parts.locations, parts.nodes, plane_nodes,
                                            plane_nodes * box.planes, thread, threads);
    } else {
        make_nodes_of_many_axes<IS_VALUE>(p, parts.tiles, parts.locations, parts.nodes, plane_nodes,
                                          plane_nodes * box.planes, thread, threads);
    }
    __syncthreads();
    return plane_nodes;
}

// The fractals that a kernel sums: fbm, whose gradients are scaled, the other simple ones, or any.
enum fractal_form { PLAIN, SHAPED, ANY };

// The sums of a row. The first entry of the row is `first`, the others are read from `entries`; `values` holds earlier
// octaves' sums.
template <uint32_t OCTAVES, bool IS_VALUE, fractal_form FORM, bool ADDS>
static __device__ __forceinline__ void sum_row(const samples_launch &p, const scree_row_node (&low)[OCTAVES][COLUMNS],
                                               const scree_row_node (&high)[OCTAVES][COLUMNS], const row_entry &first,
                                               const row_entry *entries, const float *values, uint32_t x,
                                               float (&sum)[COLUMNS])
{
    SCREE_UNROLL
    for (uint32_t o = 0; o < OCTAVES; o++) {
        const row_entry weights = o > 0 ? entries[o] : first;
        SCREE_UNROLL
        for (uint32_t c = 0; c < COLUMNS; c++) {
            float value =
                scree_fold_y(!IS_VALUE, low[o][c], high[o][c], weights.fraction, weights.fraction1, weights.fade);
            if constexpr (FORM == SHAPED) {
                value = scree_fractal_shape(p.fractal, value, p.octave[o].weight);
            }
            if constexpr (ADDS) {
                sum[c] = o > 0 ? sum[c] : values[min(c, p.width - 1 - x)];
                sum[c] = scree_add_octave(sum[c], value);
            } else {
                sum[c] = o > 0 ? scree_add_octave(sum[c], value) : value;
            }
        }
    }
}

// The same of octaves that may depend on one another: all of a field.
template <uint32_t OCTAVES, bool IS_VALUE>
static __device__ __forceinline__ void
sum_row_in_any_fractal(const samples_launch &p, const scree_row_node (&low)[OCTAVES][COLUMNS],
                       const scree_row_node (&high)[OCTAVES][COLUMNS], const row_entry &first, const row_entry *entries,
                       float (&sum)[COLUMNS])
{
    scree_fractal_state state[COLUMNS];
    SCREE_UNROLL
    for (uint32_t o = 0; o < OCTAVES; o++) {
        const row_entry weights = o > 0 ? entries[o] : first;
        SCREE_UNROLL
        for (uint32_t c = 0; c < COLUMNS; c++) {
            const float value =
                scree_fold_y(!IS_VALUE, low[o][c], high[o][c], weights.fraction, weights.fraction1, weights.fade);
            const scree_fractal_state before = o > 0 ? state[c] : scree_fractal_start();
            state[c] = scree_fractal_add(before, p.fractal, value, p.octave[o].weight, p.options);
        }
    }
    SCREE_UNROLL
    for (uint32_t c = 0; c < COLUMNS; c++) {
        sum[c] = state[c].sum;
    }
}

// A block has threads along x times threads that share the planes.
template <uint32_t AXES, uint32_t OCTAVES, bool IS_VALUE, fractal_form FORM, bool ADDS>
static __device__ __forceinline__ void sum_tile(const samples_launch &p)
{
    using node = typename node_type<IS_VALUE>::type;
    const uint32_t axes = AXES != 0 ? AXES : p.axes;
    const tile_box box = find_box(p, COLUMNS);
    const block_parts<node> parts = divide_memory<OCTAVES, node>(p, axes - 2);
    const uint32_t plane_nodes = prepare_tile<AXES, OCTAVES, IS_VALUE>(p, parts, box, axes - 2);
    const uint32_t x = box.first_column + threadIdx.x * COLUMNS;
    const uint32_t is_whole = kept(p.is_aligned && x + COLUMNS <= p.width);
    const uint32_t *tables_at_x = p.span[BINDING_TABLES] + x; // Only threads with columns read this.
    // The finest octaves enter new lattice rows most often, so their data along x are kept in registers, as far as
    // these suffice.
    constexpr uint32_t KEPT = kept_octaves(OCTAVES);
    columns kept_columns[KEPT];
    if (x < p.width) {
        SCREE_UNROLL
        for (uint32_t k = 0; k < KEPT; k++) {
            kept_columns[k] = read_columns(p, OCTAVES - KEPT + k, tables_at_x);
        }
    }
    float minimum = scree_f32_from_bits(RANGE_EMPTY_MIN);
    float maximum = scree_f32_from_bits(RANGE_EMPTY_MAX);
    for (uint32_t plane = threadIdx.y; plane < box.planes && x < p.width; plane += blockDim.y) {
        const node *nodes = parts.nodes + plane * plane_nodes;
        float *values = p.at<float>(BINDING_VALUES) + (box.first_plane + plane) * p.wide_plane_stride +
                        box.first_row * p.wide_row_stride + x;
        const row_entry *entries = parts.rows;
        const row_run *runs = parts.runs;
        const row_run *const end = runs + box.rows;
        row_run run = *runs;
        while (runs < end) {
            scree_row_node low[OCTAVES][COLUMNS];
            scree_row_node high[OCTAVES][COLUMNS];
            SCREE_UNROLL
            for (uint32_t o = 0; o < OCTAVES; o++) {
                const columns at_x = read_columns(p, o, tables_at_x);
                const node *upper = nodes + entries[o].upper;
                fold_lines<AXES>(low[o], upper - parts.tiles[o].stride, at_x);
                fold_lines<AXES>(high[o], upper, at_x);
            }
            const auto enter_row = [&](uint32_t o) {
                if ((run.changes & (1u << o)) != 0) {
                    const columns at_x = o + KEPT >= OCTAVES ? kept_columns[o + KEPT - OCTAVES]
                                                             : read_columns(p, o, tables_at_x);
                    SCREE_UNROLL
                    for (uint32_t c = 0; c < COLUMNS; c++) {
                        low[o][c] = high[o][c];
                    }
                    fold_lines<AXES>(high[o], nodes + entries[o].upper, at_x);
                }
            };
            // The finest octave comes first: it changes most often, and mostly is the only one that does.
            const auto enter_rows = [&]() {
                SCREE_UNROLL
                for (uint32_t o = OCTAVES; o-- > 0;) {
                    if ((run.changes & ((2u << o) - 1)) == 0) {
                        return;
                    }
                    enter_row(o);
                }
            };
            run.changes = 0;
            row_entry next = *entries;
            SCREE_ROLLED
            do {
                enter_rows();
                runs += run.rows;
                const row_entry *const run_end = entries + run.rows * OCTAVES;
                // Read before the run is summed, so that nothing waits for it.
                run = *runs;
                SCREE_ROLLED
                do {
                    // A row's first entry is read while the row before is summed.
                    const row_entry first = next;
                    next = entries[OCTAVES];
                    float sum[COLUMNS];
                    if constexpr (FORM == ANY) {
                        sum_row_in_any_fractal<OCTAVES, IS_VALUE>(p, low, high, first, entries, sum);
                    } else {
                        sum_row<OCTAVES, IS_VALUE, FORM, ADDS>(p, low, high, first, entries, values, x, sum);
                    }
                    // Entries behind the last column repeat it.
                    SCREE_UNROLL
                    for (uint32_t c = 0; c < COLUMNS; c++) {
                        minimum = scree_minimum(minimum, sum[c]);
                        maximum = scree_maximum(maximum, sum[c]);
                    }
                    if (is_whole != 0) {
                        store_row(values, sum);
                    } else {
                        store_part(p, sum, values, x);
                    }
                    values += p.wide_row_stride;
                    entries += OCTAVES;
                } while (entries < run_end);
                // A row that skips lattice rows starts anew.
            } while (runs < end && run.changes < SKIPS);
        }
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], minimum, maximum, threadIdx.y * blockDim.x + threadIdx.x);
    }
}

#define SCREE_CONTRACTION(name, octaves, form, adds, blocks)                      \
    SCREE_KERNEL(name, scree_gpu_samples, SCREE_CUDA_SAMPLE_THREADS, blocks)      \
    {                                                                             \
        sum_tile<SCREE_PART_AXES, octaves, SCREE_PART_VALUE != 0, form, adds>(p); \
    }

#endif
