// Exact distance fields: squares of columns, then lower envelopes along y, then along x (kernels/distance/envelope.h).
// Compiled once for squares that are integers and once for float32: SCREE_PART_REAL.
#include <type_traits>

#include "distance_layout.h"
#include "launch.h"
#include "base/portable.h"

#if SCREE_PART_REAL
SCREE_FN float scree_level_at(const float *levels, uint32_t layer)
{
    return levels[layer];
}
#endif

#define SCREE_SQUARES_REAL SCREE_PART_REAL
#include "distance/strips.h"

using voxels_launch = scree_launch<scree_gpu_voxels>;
using squares_launch = scree_launch<scree_gpu_squares>;
using lines_launch = scree_launch<scree_gpu_lines>;

// Dynamic shared memory.
extern __shared__ uint4 scree_block_memory[];

// A column of a terrain, whose first empty voxel is `top`.
struct terrain_column {
    const squares_launch &p;
    uint32_t top;

    __device__ __forceinline__ terrain_column(const squares_launch &parameters, uint64_t column, uint32_t)
        : p(parameters), top(parameters.span[BINDING_SOURCE][column])
    {
    }

    __device__ __forceinline__ scree_column_term at(uint32_t layer) const
    {
        return scree_term_of_top(top, layer, p.layers, p.is_open != 0, p.side);
    }
};

// Some layers of a column of voxels, all in one word.
struct voxel_column {
    float side;
    scree_column_word word;

    __device__ __forceinline__ voxel_column(const squares_launch &p, uint64_t column, uint32_t layer) : side(p.side)
    {
        const uint32_t number = layer / 32;
        const uint64_t at = (number - p.first_word) * p.wide_plane + column;
        word.first = 32 * number;
        word.solid = p.span[BINDING_SOURCE][at];
        word.valid = scree_valid_bits(p.layers, number);
        word.before = p.span[BINDING_BEFORE][at];
        word.after = p.span[BINDING_AFTER][at];
    }

    __device__ __forceinline__ scree_column_term at(uint32_t layer) const
    {
        return scree_term_of_word(word, layer, side);
    }
};

#if SCREE_PART_REAL
// A column of a terrain with a real height.
struct height_column {
    const squares_launch &p;
    float height;
    uint32_t top; // Number of voxels whose centres are below it; only the nearest voxels need it.

    __device__ __forceinline__ height_column(const squares_launch &parameters, uint64_t column, uint32_t)
        : p(parameters), height(scree_f32_from_bits(parameters.span[BINDING_SOURCE][column])),
          top(scree_voxels_below(parameters.at<const float>(BINDING_BEFORE),
                                 parameters.span[BINDING_NEAREST] != nullptr ? parameters.layers : 0, height))
    {
    }

    __device__ __forceinline__ scree_column_term at(uint32_t layer) const
    {
        return scree_term_of_height(height, p.at<const float>(BINDING_BEFORE)[layer], top, p.layers, p.is_open != 0,
                                    p.top_level);
    }
};
#endif

// One thread for a few layers of a column, so that neighbouring threads write neighbouring words.
template <class column_type> static __device__ __forceinline__ void fill_squares(const squares_launch &p)
{
    const uint32_t run = 1u << p.run_log;
    const uint64_t index = (static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x) << p.run_log;
    const uint64_t number = index >> p.layers_log;
    if (number >= p.wide_plane) {
        return;
    }
    // Threads behind the last layer repeat it, in unused memory.
    const uint32_t first = ((p.first_block + blockIdx.z) << p.layers_log) +
                           (static_cast<uint32_t>(index) & ((1u << p.layers_log) - 1));
    const uint32_t last = p.layers - 1;
    const column_type column(p, number, min(first, last));
    const uint64_t to = ((blockIdx.z * p.wide_plane) << p.layers_log) + index;
    scree_square *squares = p.at<scree_square>(BINDING_SQUARES) + to;
    if (run == SCREE_CUDA_COLUMN_RUN && p.span[BINDING_NEAREST] == nullptr) {
        alignas(16) scree_square made[SCREE_CUDA_COLUMN_RUN];
        SCREE_UNROLL
        for (uint32_t i = 0; i < SCREE_CUDA_COLUMN_RUN; i++) {
            made[i] = column.at(scree_index_minimum(first + i, last)).square;
        }
        *reinterpret_cast<uint4 *>(squares) = *reinterpret_cast<const uint4 *>(made);
        return;
    }
    // Unrolled, this loop would take registers from the more frequent case above.
    SCREE_ROLLED
    for (uint32_t i = 0; i < run; i++) {
        const scree_column_term term = column.at(scree_index_minimum(first + i, last));
        squares[i] = term.square;
        if (p.span[BINDING_NEAREST] != nullptr) {
            p.span[BINDING_NEAREST][to + i] = term.layer;
        }
    }
}

SCREE_KERNEL(squares_of_tops, scree_gpu_squares, DISTANCE_GROUP, 1)
{
    fill_squares<terrain_column>(p);
}

SCREE_KERNEL(squares_of_bits, scree_gpu_squares, DISTANCE_GROUP, 1)
{
    fill_squares<voxel_column>(p);
}

#if SCREE_PART_REAL
SCREE_KERNEL(squares_of_heights, scree_gpu_squares, DISTANCE_GROUP, 1)
{
    fill_squares<height_column>(p);
}
#else
// Packs voxels into bits: one thread for each word. Block z of the grid is a word of the columns.
SCREE_KERNEL(pack_voxels, scree_gpu_voxels, DISTANCE_GROUP, 1)
{
    const uint64_t column = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const uint32_t first = 32 * blockIdx.z;
    if (column < p.wide_plane) {
        uint32_t *to = p.span[BINDING_SQUARES] + blockIdx.z * p.wide_plane + column;
        uint32_t bits = p.first_bit != 0 ? *to : 0;
        for (uint32_t i = 0; i < 32 && first + i < p.layers; i++) {
            bits |= (p.at<const uint8_t>(BINDING_SOURCE)[(first + i) * p.wide_plane + column] != 0 ? 1u : 0u)
                    << (p.first_bit + i);
        }
        *to = bits;
    }
}

// Joins words: finds the nearest voxels before and behind each word, one thread for each column.
SCREE_KERNEL(join_words, scree_gpu_voxels, DISTANCE_GROUP, 1)
{
    const uint64_t column = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const uint32_t words = (p.layers + 31) / 32;
    const uint64_t table_words = words * p.wide_plane;
    uint32_t *entry = p.span[BINDING_SQUARES] + column;
    if (column >= p.wide_plane) {
        return;
    }
    scree_column_ends ends = {0, 0};
    for (uint32_t word = 0; word < words; word++, entry += p.wide_plane) {
        const uint32_t solid = *entry;
        entry[table_words] = scree_column_before(ends, solid);
        ends = scree_column_go_up(ends, solid, scree_valid_bits(p.layers, word), word);
    }
    scree_column_starts starts = {SCREE_NO_LAYER, SCREE_NO_LAYER};
    for (uint32_t word = words; word-- > 0;) {
        entry -= p.wide_plane;
        const uint32_t solid = *entry;
        const uint32_t valid = scree_valid_bits(p.layers, word);
        entry[2 * table_words] = scree_column_after(starts, solid, valid);
        starts = scree_column_go_down(starts, solid, valid, word);
    }
}
#endif

// A thread's line, in a tile in shared memory, or in global memory if it is long.
template <bool IS_LONG> struct tile_line {
    // Offsets between samples need 64 bits only in global memory.
    using distance = std::conditional_t<IS_LONG, uint64_t, uint32_t>;
    const lines_launch &p;
    const scree_square *terms;
    distance step; // Words between neighbouring terms.
    uint64_t from; // The line's first word, in global memory.
    uint32_t strips;
    uint32_t group;  // Index of the line among the neighbours of its layer.
    uint32_t layer;  // Layer of the volume.
    uint32_t worker; // The thread's first strip, and how many threads the line has.
    uint32_t workers;
    scree_square *tile; // Destination of terms that are loaded into shared memory. The tables of
                        // kernels/distance/strips.h cover all lines of the tile.
    scree_square *part_minima;
    scree_square *strip_minima;
    uint32_t *start_vertices;
    uint32_t *stage; // Staging memory of the warp.

    explicit __device__ __forceinline__ tile_line(const lines_launch &parameters) : p(parameters)
    {
    }
};

using scree_line_cursor = const scree_square *;

#define scree_line_count(line) ((line).p.count)
#define scree_line_strips(line) ((line).strips)
#define scree_line_side(line) ((line).p.side)
#define scree_line_measures(line) ((line).p.measures)

template <bool IS_LONG> SCREE_FN bool scree_line_is_padded(const tile_line<IS_LONG> &)
{
    return !IS_LONG;
}

template <bool IS_LONG> SCREE_FN scree_square scree_line_term(const tile_line<IS_LONG> &line, uint32_t index)
{
    return line.terms[index * line.step];
}

template <bool IS_LONG>
SCREE_FN const scree_square *scree_line_cursor_at(const tile_line<IS_LONG> &line, uint32_t index)
{
    return line.terms + index * line.step;
}

template <bool IS_LONG>
SCREE_FN const scree_square *scree_line_cursor_moved(const tile_line<IS_LONG> &line, const scree_square *cursor,
                                                     uint32_t steps)
{
    return cursor + steps * line.step;
}

template <bool IS_LONG>
SCREE_FN scree_square scree_line_read(const tile_line<IS_LONG> &line, const scree_square *cursor, uint32_t steps)
{
    return cursor[steps * line.step];
}

template <bool IS_LONG>
SCREE_FN scree_square scree_line_part_minimum(const tile_line<IS_LONG> &line, bool is_inside, uint32_t part)
{
    return line.part_minima[scree_part_minimum_word(line.strips, is_inside, part) << line.p.lines_log];
}

template <bool IS_LONG>
SCREE_FN scree_square scree_line_strip_minimum(const tile_line<IS_LONG> &line, bool is_inside, uint32_t strip)
{
    return line.strip_minima[scree_strip_minimum_word(line.strips, is_inside, strip) << line.p.lines_log];
}

template <bool IS_LONG> SCREE_FN uint32_t scree_line_start_vertex(const tile_line<IS_LONG> &line, uint32_t strip)
{
    return line.start_vertices[strip << line.p.lines_log];
}

template <bool IS_LONG> SCREE_FN uint32_t scree_line_nearest(const tile_line<IS_LONG> &line, uint32_t index)
{
    return line.p.span[BINDING_NEAREST][line.from + static_cast<uint64_t>(index) * line.p.step];
}

#include "distance/envelope.h"

static_assert(STRIP == SCREE_STRIP && PART == SCREE_STRIP_PART && STRIP_WORDS == SCREE_STRIP_WORDS_EACH,
              "the host counts strips");

template <bool IS_FIELD, bool IS_LONG>
static __device__ __forceinline__ tile_line<IS_LONG> find_line(const lines_launch &p)
{
    // Sizes of blocks may need more than the 32 bits of the constants.
    const uint64_t block_words = (static_cast<uint64_t>(p.columns) * p.rows) << p.layers_log;
    const uint64_t across_step = (IS_FIELD ? static_cast<uint64_t>(p.columns) : 1) << p.layers_log;
    const uint32_t number = threadIdx.x & ((1u << p.lines_log) - 1);
    const uint32_t layer_number = number & ((1u << p.layers_log) - 1);
    tile_line<IS_LONG> line(p);
    line.worker = threadIdx.x >> p.lines_log;
    line.workers = blockDim.x >> p.lines_log;
    line.group = (blockIdx.x << (p.lines_log - p.layers_log)) + (number >> p.layers_log);
    line.layer = ((p.first_block + blockIdx.z) << p.layers_log) + layer_number;
    // Threads behind the last line repeat it, and their results are not written.
    line.from = blockIdx.z * block_words + min(line.group, p.across - 1) * across_step + layer_number;
    line.strips = scree_strip_count(p.count);
    line.step = IS_LONG ? p.step : 1u << p.lines_log;
    scree_square *memory = reinterpret_cast<scree_square *>(scree_block_memory);
    scree_square *stages = memory;
    if (IS_LONG) {
        const uint64_t block = static_cast<uint64_t>(blockIdx.z) * gridDim.x + blockIdx.x;
        memory = p.at<scree_square>(BINDING_WORK) +
                 block * (static_cast<uint64_t>(STRIP_WORDS * line.strips) << p.lines_log);
    } else {
        line.tile = memory + number;
        memory += (p.count + LINE_MARGIN) << p.lines_log;
    }
    line.part_minima = memory + number;
    line.strip_minima = line.part_minima + (scree_strip_minima_start(line.strips) << p.lines_log);
    line.start_vertices =
        reinterpret_cast<uint32_t *>(line.strip_minima + (scree_start_vertices_start(line.strips) << p.lines_log));
    if (!IS_LONG) {
        stages = memory + ((STRIP_WORDS * line.strips) << p.lines_log);
    }
    line.stage = reinterpret_cast<uint32_t *>(stages) + threadIdx.x / 32 * STAGE_WORDS;
    line.terms = IS_LONG ? p.at<const scree_square>(BINDING_SQUARES) + line.from : line.tile;
    return line;
}

// Loads a strip of a line into the tile, and records the smallest squares of both sides for its parts.
template <bool IS_LONG>
static __device__ __forceinline__ void load_strip(const tile_line<IS_LONG> &line, uint32_t strip)
{
    const lines_launch &p = line.p;
    const scree_square *from = p.at<const scree_square>(BINDING_SQUARES) + line.from;
    const uint32_t last = p.count - 1;
    scree_minima minima = scree_minima_of_none();
    for (uint32_t part = SCREE_STRIP_PARTS * strip; part < SCREE_STRIP_PARTS * strip + SCREE_STRIP_PARTS; part++) {
        scree_minima part_minima = scree_minima_of_none();
        scree_square term[SCREE_STRIP_PART];
        SCREE_UNROLL
        for (uint32_t i = 0; i < SCREE_STRIP_PART; i++) {
            term[i] = from[static_cast<uint64_t>(min(SCREE_STRIP_PART * part + i, last)) * p.step];
        }
        SCREE_UNROLL
        for (uint32_t i = 0; i < SCREE_STRIP_PART; i++) {
            if (!IS_LONG && SCREE_STRIP_PART * part + i < p.count) {
                line.tile[(SCREE_STRIP_PART * part + i) << p.lines_log] = term[i];
            }
            part_minima = scree_minima_add(part_minima, term[i]);
        }
        line.part_minima[scree_part_minimum_word(line.strips, false, part) << p.lines_log] = part_minima.outside;
        line.part_minima[scree_part_minimum_word(line.strips, true, part) << p.lines_log] = part_minima.inside;
        minima = scree_minima_join(minima, part_minima);
    }
    line.strip_minima[scree_strip_minimum_word(line.strips, false, strip) << p.lines_log] = minima.outside;
    line.strip_minima[scree_strip_minimum_word(line.strips, true, strip) << p.lines_log] = minima.inside;
    if (!IS_LONG && SCREE_STRIP * strip + SCREE_STRIP >= p.count) {
        line.tile[p.count << p.lines_log] = from[static_cast<uint64_t>(last) * p.step];
    }
}

// Writes a part of a strip for every lane of a warp, along the rows of the field. `first` counts from the start of each
// thread's first strip.
static __device__ __forceinline__ void write_staged(const lines_launch &p, const uint32_t *stage, uint32_t first,
                                                    uint32_t *to)
{
    const uint32_t layer_mask = (1u << p.layers_log) - 1;
    __syncwarp();
    SCREE_UNROLL
    for (uint32_t k = 0; k < SCREE_STRIP_PART; k++) {
        // A quarter of the warp writes for each line.
        const uint32_t i = threadIdx.x % SCREE_STRIP_PART;
        const uint32_t source = k * (32 / SCREE_STRIP_PART) + threadIdx.x % 32 / SCREE_STRIP_PART;
        const uint32_t thread = (threadIdx.x & ~31u) + source;
        const uint32_t number = thread & ((1u << p.lines_log) - 1);
        const uint32_t layer = ((p.first_block + blockIdx.z) << p.layers_log) + (number & layer_mask);
        const uint32_t row = (blockIdx.x << (p.lines_log - p.layers_log)) + (number >> p.layers_log);
        const uint32_t index = (thread >> p.lines_log) * SCREE_STRIP + first + i;
        if (index < p.columns && row < p.rows && layer >= p.first_layer && layer < p.end_layer) {
            to[(static_cast<uint64_t>(layer - p.first_layer) * p.rows + row) * p.columns + index] =
                stage[i * STAGE_PITCH + source];
        }
    }
    __syncwarp();
}

// Writes a sample of a line along y to the squares.
template <bool FINDS_NEAREST, bool IS_LONG>
static __device__ __forceinline__ void keep(const tile_line<IS_LONG> &line, const scree_envelope &at, uint32_t index)
{
    const lines_launch &p = line.p;
    if (index < p.count) {
        const uint64_t to = line.from + static_cast<uint64_t>(index) * p.step;
        p.at<scree_square>(BINDING_SUMS)[to] = at.square;
        if (FINDS_NEAREST) {
            p.span[BINDING_VOXELS][to] = scree_envelope_nearest(line, at, line.layer) * p.rows + at.vertex;
        }
    }
}

// Writes a part of a strip of a line along y, from `index` on.
template <bool FINDS_NEAREST, bool IS_LONG>
static __device__ __forceinline__ void keep_part(const tile_line<IS_LONG> &line, uint32_t index,
                                                 const scree_strip_part &part)
{
    if (line.group < line.p.across) {
#define KEEP(i, at) keep<FINDS_NEAREST>(line, at, index + i);
        SCREE_EACH_OF_PART(KEEP, part)
#undef KEEP
    }
}

static __device__ __forceinline__ scree_distance_rule rule_of(const lines_launch &p)
{
    scree_distance_rule rule;
    rule.measures = p.measures;
    rule.is_negated = p.is_negated != 0;
    rule.unit = p.unit;
    rule.margin = p.margin;
    rule.clip = p.clip;
    return rule;
}

// The index of a voxel's nearest one; nothing beyond the ends of lines and behind the last line.
template <bool IS_LONG>
static __device__ __forceinline__ uint32_t voxel_of(const tile_line<IS_LONG> &line, const scree_envelope &at,
                                                    uint32_t index)
{
    const bool is_there = index < line.p.count && line.group < line.p.across;
    return is_there ? scree_envelope_voxel(line, at, index, line.layer * line.p.rows + line.group, line.p.columns) : 0;
}

// Writes a part of a strip of a line along x, from `index` on, to the field.
template <bool FINDS_NEAREST, bool IS_LONG>
static __device__ __forceinline__ void finish_part(const tile_line<IS_LONG> &line, uint32_t index,
                                                   const scree_strip_part &part)
{
    uint32_t *stage = line.stage + threadIdx.x % 32;
    const uint32_t first = index - SCREE_STRIP * line.worker;
    const scree_distance_rule rule = rule_of(line.p);
#define PUT_DISTANCE(i, at) stage[i * STAGE_PITCH] = scree_bits_from_f32(scree_envelope_distance(at, rule));
    SCREE_EACH_OF_PART(PUT_DISTANCE, part)
#undef PUT_DISTANCE
    write_staged(line.p, line.stage, first, line.p.span[BINDING_DISTANCE]);
    if (FINDS_NEAREST) {
#define PUT_VOXEL(i, at) stage[i * STAGE_PITCH] = voxel_of(line, at, index + i);
        SCREE_EACH_OF_PART(PUT_VOXEL, part)
#undef PUT_VOXEL
        write_staged(line.p, line.stage, first, line.p.span[BINDING_VOXELS]);
    }
}

template <bool IS_FIELD, bool FINDS_NEAREST, bool IS_LONG>
static __device__ __forceinline__ void make_strip(const tile_line<IS_LONG> &line, uint32_t strip)
{
    const scree_strip_starts starts = scree_strip_find_starts(line, strip);
    SCREE_ROLLED
    for (uint32_t i = 0; i < SCREE_STRIP_PARTS; i++) {
        const scree_strip_part part = scree_strip_find_part(line, starts, strip, i);
        const uint32_t index = SCREE_STRIP * strip + SCREE_STRIP_PART * i;
        if (IS_FIELD) {
            finish_part<FINDS_NEAREST>(line, index, part);
        } else {
            keep_part<FINDS_NEAREST>(line, index, part);
        }
    }
}

template <bool IS_FIELD, bool FINDS_NEAREST, bool IS_LONG>
static __device__ __forceinline__ void make_lines(const lines_launch &p)
{
    const tile_line<IS_LONG> line = find_line<IS_FIELD, IS_LONG>(p);
    const uint32_t rounds = (line.strips + line.workers - 1) / line.workers;
    for (uint32_t strip = line.worker; strip < line.strips; strip += line.workers) {
        load_strip(line, strip);
    }
    __syncthreads();
    for (uint32_t strip = line.worker; strip < line.strips; strip += line.workers) {
        line.start_vertices[strip << p.lines_log] = scree_envelope_search_index(line, SCREE_STRIP * strip).vertex;
    }
    __syncthreads();
    // All lanes of a warp must take part, because they write each other's results.
    for (uint32_t i = 0; i < rounds; i++) {
        make_strip<IS_FIELD, FINDS_NEAREST>(line, line.worker + i * line.workers);
    }
}

#define LINES(name, is_field, finds_nearest, is_long)             \
    SCREE_KERNEL(name, scree_gpu_lines, DISTANCE_MOST_THREADS, 2) \
    {                                                             \
        make_lines<is_field, finds_nearest, is_long>(p);          \
    }

LINES(columns, false, false, false)
LINES(columns_nearest, false, true, false)
LINES(columns_long, false, false, true)
LINES(columns_long_nearest, false, true, true)
LINES(rows, true, false, false)
LINES(rows_nearest, true, true, false)
LINES(rows_long, true, false, true)
LINES(rows_long_nearest, true, true, true)
