// Exact distance fields: squares of columns, then least sums along y, then along x. Compiled once for squares that are
// whole numbers and once for float32: SCREE_PART_REAL.
#include "distance_device.cuh"

#if SCREE_PART_REAL
using part_squares = real_squares;
#else
using part_squares = whole_squares;
#endif

using value = part_squares::value;

// What a column has for a voxel: the square of the way to its nearest voxel of the other kind, negative inside of the
// solid, and that voxel's layer.
struct column_term {
    value square;
    uint32_t layer;
};

static __device__ __forceinline__ column_term make_term(value square, bool is_inside, uint32_t layer)
{
    column_term term;
    term.square = is_inside ? -square : square;
    term.layer = layer;
    return term;
}

// A column of a terrain, whose first empty voxel is `top`.
struct terrain_column {
    const scree_cuda_column_squares &p;
    uint32_t top;

    __device__ __forceinline__ terrain_column(const scree_cuda_column_squares &parameters, uint64_t column, uint32_t)
        : p(parameters), top(parameters.source[column])
    {
    }

    __device__ __forceinline__ column_term at(uint32_t layer) const
    {
        const bool is_inside = layer < top;
        const uint32_t steps = is_inside ? top - layer : layer - top + 1;
        const bool is_none = p.is_open != 0 && top == (is_inside ? p.layers : 0);
        const value square = is_none ? part_squares::far()
                                     : part_squares::of_steps(static_cast<int32_t>(steps), p.side);
        // The edge's voxels are given as the nearest inside of the volume.
        return make_term(square, is_inside, is_inside ? lesser(top, p.layers - 1) : top > 0 ? top - 1 : 0);
    }
};

// The layers of a word that the volume has.
static __device__ __forceinline__ uint32_t valid_bits(uint32_t layers, uint32_t word)
{
    return layers - 32 * word < 32 ? (1u << (layers - 32 * word)) - 1 : 0xffffffffu;
}

// Some layers of a column of voxels, all of one word.
struct voxel_column {
    const scree_cuda_column_squares &p;
    uint32_t word;
    uint32_t bits;
    uint32_t valid;
    uint32_t before; // As join_words tells.
    uint32_t after;

    __device__ __forceinline__ voxel_column(const scree_cuda_column_squares &parameters, uint64_t column,
                                            uint32_t layer)
        : p(parameters), word(layer / 32), valid(valid_bits(parameters.layers, word))
    {
        const uint64_t place = word * p.plane + column;
        bits = p.source[place];
        before = p.source[place + p.table_words];
        after = p.source[place + 2 * p.table_words];
    }

    // The nearest voxel of the other kind; of two the lower one.
    __device__ __forceinline__ column_term at(uint32_t layer) const
    {
        const uint32_t bit = layer % 32;
        const bool is_inside = (bits >> bit & 1) != 0;
        const uint32_t others = (is_inside ? ~bits : bits) & valid;
        const uint32_t lower = others & ((1u << bit) - 1);
        const uint32_t upper = others & ~((1u << bit) - 1);
        const uint32_t below = lower != 0 ? 32 * word + 32 - __clz(static_cast<int>(lower)) : before;
        const uint32_t above = upper != 0 ? 32 * word + __ffs(static_cast<int>(upper)) - 1 : after;
        const uint32_t down = below != 0 ? layer + 1 - below : NO_VOXEL;
        const uint32_t up = above != NO_VOXEL ? above - layer : NO_VOXEL;
        const uint32_t steps = lesser(down, up);
        const value square = steps != NO_VOXEL ? part_squares::of_steps(static_cast<int32_t>(steps), p.side)
                                               : part_squares::far();
        return make_term(square, is_inside, down <= up ? below - 1 : above);
    }
};

#if SCREE_PART_REAL
// A column of a terrain with a real height.
struct height_column {
    const scree_cuda_column_squares &p;
    float height;
    uint32_t top; // Voxels whose centres are below it; with the nearest voxels alone.

    __device__ __forceinline__ height_column(const scree_cuda_column_squares &parameters, uint64_t column, uint32_t)
        : p(parameters), height(scree_f32_from_bits(parameters.source[column])), top(0)
    {
        uint32_t high = p.nearest != nullptr ? p.layers : 0;
        while (top < high) {
            const uint32_t middle = top + (high - top) / 2;
            const bool is_below = p.levels[middle] < height;
            top = is_below ? middle + 1 : top;
            high = is_below ? high : middle;
        }
    }

    __device__ __forceinline__ column_term at(uint32_t layer) const
    {
        const float level = p.levels[layer];
        const bool is_inside = level < height;
        const float way = is_inside ? height - level : level - height;
        const bool is_none = p.is_open != 0 && (is_inside ? height >= p.top_level : !(0.0f < height));
        return make_term(is_none ? part_squares::far() : way * way, is_inside,
                         is_inside ? lesser(top, p.layers - 1)
                         : top > 0 ? top - 1
                                   : 0);
    }
};
#endif

// One thread for a few layers of a column: what is written at once is next to each other.
template <class column_type> static __device__ __forceinline__ void fill_squares(const scree_cuda_column_squares &p)
{
    const uint32_t run = 1u << p.run_log;
    const uint64_t place = (static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x) << p.run_log;
    const uint64_t number = place >> p.layers_log;
    if (number >= p.plane) {
        return;
    }
    // What is behind the last layer repeats it; nobody sees that.
    const uint32_t first = ((p.first_block + blockIdx.y) << p.layers_log) +
                           (static_cast<uint32_t>(place) & ((1u << p.layers_log) - 1));
    const uint32_t last = p.layers - 1;
    const column_type column(p, number, lesser(first, last));
    const uint64_t to = ((blockIdx.y * p.plane) << p.layers_log) + place;
    value *squares = reinterpret_cast<value *>(p.squares) + to;
    if (run == SCREE_CUDA_COLUMN_RUN && p.nearest == nullptr) {
        alignas(16) value made[SCREE_CUDA_COLUMN_RUN];
        SCREE_UNROLL
        for (uint32_t i = 0; i < SCREE_CUDA_COLUMN_RUN; i++) {
            made[i] = column.at(lesser(first + i, last)).square;
        }
        *reinterpret_cast<uint4 *>(squares) = *reinterpret_cast<const uint4 *>(made);
        return;
    }
    for (uint32_t i = 0; i < run; i++) {
        const column_term term = column.at(lesser(first + i, last));
        squares[i] = term.square;
        if (p.nearest != nullptr) {
            p.nearest[to + i] = term.layer;
        }
    }
}

SCREE_KERNEL(squares_of_tops, scree_cuda_column_squares, SCREE_CUDA_DISTANCE_THREADS, 1)
{
    fill_squares<terrain_column>(p);
}

SCREE_KERNEL(squares_of_bits, scree_cuda_column_squares, SCREE_CUDA_DISTANCE_THREADS, 1)
{
    fill_squares<voxel_column>(p);
}

#if SCREE_PART_REAL
SCREE_KERNEL(squares_of_heights, scree_cuda_column_squares, SCREE_CUDA_DISTANCE_THREADS, 1)
{
    fill_squares<height_column>(p);
}
#else
// Voxels to bits: one thread a word. Block y of the grid is a word of the columns.
SCREE_KERNEL(pack_voxels, scree_cuda_voxel_bits, SCREE_CUDA_DISTANCE_THREADS, 1)
{
    const uint64_t column = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const uint32_t first = 32 * blockIdx.y;
    if (column < p.plane) {
        uint32_t *to = p.bits + blockIdx.y * p.plane + column;
        uint32_t bits = p.first_bit != 0 ? *to : 0;
        for (uint32_t i = 0; i < 32 && first + i < p.layers; i++) {
            bits |= (p.voxels[(first + i) * p.plane + column] != 0 ? 1u : 0u) << (p.first_bit + i);
        }
        *to = bits;
    }
}

// What words have to know of those before and behind them, one thread a column: behind the nearest layer before a word
// of the other kind than its first one (0 = none), and the nearest one behind it of the other kind than its last.
SCREE_KERNEL(join_words, scree_cuda_voxel_bits, SCREE_CUDA_DISTANCE_THREADS, 1)
{
    const uint64_t column = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const uint32_t words = (p.layers + 31) / 32;
    const uint64_t table_words = words * p.plane;
    uint32_t *place = p.bits + column;
    uint32_t ends[2] = {0, 0}; // Behind the last empty voxel, and behind the last solid one.
    if (column >= p.plane) {
        return;
    }
    for (uint32_t word = 0; word < words; word++, place += p.plane) {
        const uint32_t solid = *place;
        const uint32_t empty = ~solid & valid_bits(p.layers, word);
        place[table_words] = (solid & 1) != 0 ? ends[0] : ends[1];
        ends[0] = empty != 0 ? 32 * word + 32 - __clz(static_cast<int>(empty)) : ends[0];
        ends[1] = solid != 0 ? 32 * word + 32 - __clz(static_cast<int>(solid)) : ends[1];
    }
    uint32_t starts[2] = {NO_VOXEL, NO_VOXEL};
    for (uint32_t word = words; word-- > 0;) {
        place -= p.plane;
        const uint32_t solid = *place;
        const uint32_t valid = valid_bits(p.layers, word);
        const uint32_t empty = ~solid & valid;
        const bool is_last_solid = (solid & (valid ^ valid >> 1)) != 0;
        place[2 * table_words] = is_last_solid ? starts[0] : starts[1];
        starts[0] = empty != 0 ? 32 * word + __ffs(static_cast<int>(empty)) - 1 : starts[0];
        starts[1] = solid != 0 ? 32 * word + __ffs(static_cast<int>(solid)) - 1 : starts[1];
    }
}
#endif

// A thread's part of a block of lines.
template <bool IS_LONG> struct lane {
    line<part_squares, IS_LONG> l;
    uint64_t from;   // The line's first word, in memory.
    uint32_t group;  // The line's number beside the others of its layer.
    uint32_t layer;  // Of the volume.
    uint32_t worker; // The thread's first strip, and how many threads the line has.
    uint32_t workers;
    value *terms;
    value *parts;
    value *strips;
    uint32_t *ends;  // Where the least sum for the start of each strip is from.
    uint32_t *stage; // The warp's.
};

template <bool IS_LONG> static __device__ __forceinline__ lane<IS_LONG> find_lane(const scree_cuda_lines &p)
{
    lane<IS_LONG> made;
    const uint32_t number = threadIdx.x & ((1u << p.lines_log) - 1);
    const uint32_t layer_mask = (1u << p.layers_log) - 1;
    made.worker = threadIdx.x >> p.lines_log;
    made.workers = blockDim.x >> p.lines_log;
    made.group = (blockIdx.x << (p.lines_log - p.layers_log)) + (number >> p.layers_log);
    made.layer = ((p.first_block + blockIdx.y) << p.layers_log) + (number & layer_mask);
    // A line that is not there is another's double; nobody sees it.
    made.from = blockIdx.y * p.block_words + lesser(made.group, p.across - 1) * p.across_step + (number & layer_mask);
    line<part_squares, IS_LONG> &l = made.l;
    l.count = p.count;
    l.strip_count = (p.count + STRIP - 1) / STRIP;
    l.step = IS_LONG ? p.step : 1u << p.lines_log;
    l.lines_log = p.lines_log;
    l.side = p.side;
    value *memory = reinterpret_cast<value *>(scree_block_memory);
    value *stages = memory;
    if (IS_LONG) {
        const uint64_t block = static_cast<uint64_t>(blockIdx.y) * gridDim.x + blockIdx.x;
        memory = reinterpret_cast<value *>(p.work) +
                 block * (static_cast<uint64_t>(SCREE_CUDA_STRIP_WORDS * l.strip_count) << p.lines_log);
    } else {
        made.terms = memory + number;
        memory += (p.count + SCREE_CUDA_LINE_MARGIN) << p.lines_log;
    }
    made.parts = memory + number;
    made.strips = made.parts + ((2 * PARTS * l.strip_count) << p.lines_log);
    made.ends = reinterpret_cast<uint32_t *>(made.strips + ((2 * l.strip_count) << p.lines_log));
    if (!IS_LONG) {
        stages = memory + ((SCREE_CUDA_STRIP_WORDS * l.strip_count) << p.lines_log);
    }
    made.stage = reinterpret_cast<uint32_t *>(stages) + threadIdx.x / 32 * SCREE_CUDA_STAGE_WORDS;
    l.terms = IS_LONG ? reinterpret_cast<const value *>(p.squares) + made.from : made.terms;
    l.parts = made.parts;
    l.strips = made.strips;
    return made;
}

// Brings a strip of a line into the tile, and notes the least squares of both sides of its parts.
template <bool IS_LONG>
static __device__ __forceinline__ void load_strip(const scree_cuda_lines &p, const lane<IS_LONG> &own, uint32_t strip)
{
    const value *from = reinterpret_cast<const value *>(p.squares) + own.from;
    const uint32_t last = p.count - 1;
    value least[2] = {part_squares::far(), part_squares::far()};
    for (uint32_t part = PARTS * strip; part < PARTS * strip + PARTS; part++) {
        value part_least[2] = {part_squares::far(), part_squares::far()};
        value term[PART];
        SCREE_UNROLL
        for (uint32_t i = 0; i < PART; i++) {
            term[i] = from[static_cast<uint64_t>(lesser(PART * part + i, last)) * p.step];
        }
        SCREE_UNROLL
        for (uint32_t i = 0; i < PART; i++) {
            if (!IS_LONG && PART * part + i < p.count) {
                own.terms[(PART * part + i) << p.lines_log] = term[i];
            }
            part_least[0] = lesser(part_least[0], greater(term[i], value(0)));
            part_least[1] = lesser(part_least[1], greater(-term[i], value(0)));
        }
        SCREE_UNROLL
        for (uint32_t side = 0; side < 2; side++) {
            own.parts[(side * PARTS * own.l.strip_count + part) << p.lines_log] = part_least[side];
            least[side] = lesser(least[side], part_least[side]);
        }
    }
    SCREE_UNROLL
    for (uint32_t side = 0; side < 2; side++) {
        own.strips[(side * own.l.strip_count + strip) << p.lines_log] = least[side];
    }
    if (!IS_LONG && STRIP * strip + STRIP >= p.count) {
        own.terms[p.count << p.lines_log] = from[static_cast<uint64_t>(last) * p.step];
    }
}

// What is known of a place: its least sum, negative inside, and the place of that sum's term.
using known = found<value>;

static __device__ __forceinline__ value sign_of(bool is_inside)
{
    return is_inside ? value(-1) : value(1);
}

// The first place of a strip.
template <bool IS_LONG>
static __device__ __forceinline__ known find_start(const scree_cuda_lines &p, const line<part_squares, IS_LONG> &l,
                                                   uint32_t place)
{
    const value own = l.at(place);
    const bool is_inside = part_squares::is_negative(own);
    known made = {own, place};
    if ((p.measures >> is_inside & 1) != 0) {
        made = search(l, place, sign_of(is_inside));
        made.square = lesser(made.square, part_squares::far()) * sign_of(is_inside);
    }
    return made;
}

// The start of a strip again, by the place of its term. Behind the line's end: its last place, which bounds the search.
template <bool IS_LONG>
static __device__ __forceinline__ known recall_start(const scree_cuda_lines &p, const lane<IS_LONG> &own,
                                                     uint32_t strip)
{
    known made = {value(0), p.count - 1};
    if (strip < own.l.strip_count) {
        const uint32_t place = STRIP * strip;
        const value term = own.l.at(place);
        const value sign = sign_of(part_squares::is_negative(term));
        made.place = own.ends[strip << p.lines_log];
        const int32_t steps = static_cast<int32_t>(made.place) - static_cast<int32_t>(place);
        const value sum = sum_of(own.l.at(made.place), sign, part_squares::of_steps(steps, p.side));
        made.square = lesser(sum, part_squares::far()) * sign;
    }
    return made;
}

// Places are told from the strip's start on.
struct bound {
    known at;
    uint32_t place;
};

// A place between two that are known. `is_ordered`: its term is between theirs.
template <bool IS_LONG>
static __device__ __forceinline__ known find_between(const scree_cuda_lines &p, const line<part_squares, IS_LONG> &l,
                                                     const bound &low, const bound &high, uint32_t place)
{
    known made = {value(0), p.count - 1};
    if (place < p.count) {
        const value own = l.at(place);
        const bool is_inside = part_squares::is_negative(own);
        made = {own, place};
        if ((p.measures >> is_inside & 1) != 0) {
            // Of a place on the other side it is known that its own term is the least for this side.
            const uint32_t first = is_inside == part_squares::is_negative(low.at.square) ? low.at.place : low.place;
            const uint32_t last = is_inside == part_squares::is_negative(high.at.square)
                                      ? high.at.place
                                      : lesser(high.place, p.count - 1);
            made = scan(l, first, last, place, sign_of(is_inside));
            made.square = lesser(made.square, part_squares::far()) * sign_of(is_inside);
        }
    }
    return made;
}

static __device__ __forceinline__ bool is_far(value square)
{
    return greater(square, -square) >= part_squares::far();
}

// The layer and row of a nearest voxel, or its index: from where the least sum's term is from. A place of the other
// side is the nearest voxel itself.
template <bool IS_LONG>
static __device__ __forceinline__ uint32_t nearest_of(const scree_cuda_lines &p, const lane<IS_LONG> &own,
                                                      const known &at, uint32_t itself)
{
    const bool is_inside = part_squares::is_negative(at.square);
    const bool is_same = is_inside == part_squares::is_negative(own.l.at(at.place));
    return is_same ? p.nearest[own.from + static_cast<uint64_t>(at.place) * p.step] : itself;
}

static __device__ __forceinline__ float distance_of(const scree_cuda_lines &p, const known &at)
{
    const bool is_inside = part_squares::is_negative(at.square);
    if ((p.measures >> is_inside & 1) == 0) {
        return scree_f32_from_bits(0);
    }
    const value square = is_inside ? -at.square : at.square;
    const float distance = scree_distance_from_square(part_squares::to_float(square), p.unit, p.margin, p.clip);
    // A zero stays positive.
    const bool is_negative = is_inside && p.is_negated != 0 && distance > 0.0f;
    return is_negative ? -distance : distance;
}

// Writes a part of a strip of every lane of a warp, along the rows of the field. `first` counts from the start of each
// thread's first strip on.
static __device__ __forceinline__ void write_staged(const scree_cuda_lines &p, const uint32_t *stage, uint32_t first,
                                                    uint32_t *to)
{
    const uint32_t layer_mask = (1u << p.layers_log) - 1;
    __syncwarp();
    SCREE_UNROLL
    for (uint32_t k = 0; k < PART; k++) {
        // A quarter of the warp for each line.
        const uint32_t i = threadIdx.x % PART;
        const uint32_t source = k * (32 / PART) + threadIdx.x % 32 / PART;
        const uint32_t thread = (threadIdx.x & ~31u) + source;
        const uint32_t number = thread & ((1u << p.lines_log) - 1);
        const uint32_t layer = ((p.first_block + blockIdx.y) << p.layers_log) + (number & layer_mask);
        const uint32_t row = (blockIdx.x << (p.lines_log - p.layers_log)) + (number >> p.layers_log);
        const uint32_t place = (thread >> p.lines_log) * STRIP + first + i;
        if (place < p.columns && row < p.rows && layer >= p.first_layer && layer < p.end_layer) {
            to[(static_cast<uint64_t>(layer - p.first_layer) * p.rows + row) * p.columns + place] =
                stage[i * SCREE_CUDA_STAGE_PITCH + source];
        }
    }
    __syncwarp();
}

// A part of a strip, from `place` on, into the squares.
template <bool FINDS_NEAREST, bool IS_LONG>
static __device__ __forceinline__ void keep_part(const scree_cuda_lines &p, const lane<IS_LONG> &own, uint32_t place,
                                                 const known *part)
{
    if (own.group >= p.across) {
        return;
    }
    SCREE_UNROLL
    for (uint32_t i = 0; i < PART; i++) {
        if (place + i < p.count) {
            const uint64_t to = own.from + static_cast<uint64_t>(place + i) * p.step;
            reinterpret_cast<value *>(p.made)[to] = part[i].square;
            if (FINDS_NEAREST) {
                p.made_nearest[to] = nearest_of(p, own, part[i], own.layer) * p.rows + part[i].place;
            }
        }
    }
}

// A part of a strip, from `place` on, into the field.
template <bool FINDS_NEAREST, bool IS_LONG>
static __device__ __forceinline__ void finish_part(const scree_cuda_lines &p, const lane<IS_LONG> &own, uint32_t place,
                                                   const known *part)
{
    const uint32_t lane_number = threadIdx.x % 32;
    const uint32_t first = place - STRIP * own.worker;
    SCREE_UNROLL
    for (uint32_t i = 0; i < PART; i++) {
        own.stage[i * SCREE_CUDA_STAGE_PITCH + lane_number] = scree_bits_from_f32(distance_of(p, part[i]));
    }
    write_staged(p, own.stage, first, reinterpret_cast<uint32_t *>(p.distance));
    if (FINDS_NEAREST) {
        const uint32_t itself = own.layer * p.rows + own.group;
        SCREE_UNROLL
        for (uint32_t i = 0; i < PART; i++) {
            const bool is_measured = (p.measures >> part_squares::is_negative(part[i].square) & 1) != 0;
            const bool is_there = place + i < p.count && own.group < p.across;
            uint32_t voxel = itself * p.columns + place + i;
            if (is_measured && is_there) {
                voxel = is_far(part[i].square) ? NO_VOXEL
                                               : nearest_of(p, own, part[i], itself) * p.columns + part[i].place;
            }
            own.stage[i * SCREE_CUDA_STAGE_PITCH + lane_number] = voxel;
        }
        write_staged(p, own.stage, first, p.voxels);
    }
}

// The parts of a strip whose quarters' starts are known (and the end behind them).
template <bool IS_LONG>
static __device__ __forceinline__ void find_part(const scree_cuda_lines &p, const lane<IS_LONG> &own, const known &low,
                                                 const known &high, uint32_t place, known *part)
{
    const bound start = {low, place};
    const bound end = {high, place + 8};
    static_assert(PART == 8, "three halvings");
    part[0] = low;
    part[4] = find_between(p, own.l, start, end, place + 4);
    part[2] = find_between(p, own.l, start, bound{part[4], place + 4}, place + 2);
    part[6] = find_between(p, own.l, bound{part[4], place + 4}, end, place + 6);
    part[1] = find_between(p, own.l, start, bound{part[2], place + 2}, place + 1);
    part[3] = find_between(p, own.l, bound{part[2], place + 2}, bound{part[4], place + 4}, place + 3);
    part[5] = find_between(p, own.l, bound{part[4], place + 4}, bound{part[6], place + 6}, place + 5);
    part[7] = find_between(p, own.l, bound{part[6], place + 6}, end, place + 7);
}

// The same where sums are not in order: each place by itself.
template <bool IS_LONG>
static __device__ __forceinline__ void seek_part(const scree_cuda_lines &p, const line<part_squares, IS_LONG> &l,
                                                 uint32_t place, known *part)
{
    known sought[PART];
    SCREE_ROLLED
    for (uint32_t i = 0; i < PART; i++) {
        sought[i] = place + i < p.count ? find_start(p, l, place + i) : known{value(0), 0};
    }
    SCREE_UNROLL
    for (uint32_t i = 0; i < PART; i++) {
        part[i] = sought[i];
    }
}

static __device__ __forceinline__ bool is_end_ordered(const scree_cuda_lines &p, const known &at)
{
    const bool is_inside = part_squares::is_negative(at.square);
    return (p.measures >> is_inside & 1) == 0 || part_squares::is_ordered(is_inside ? -at.square : at.square, p.side);
}

// A strip's places. Where sums are not in order each is sought by itself.
template <bool IS_FIELD, bool FINDS_NEAREST, bool IS_LONG>
static __device__ __forceinline__ void make_strip(const scree_cuda_lines &p, const lane<IS_LONG> &own, uint32_t strip)
{
    const uint32_t place = STRIP * strip;
    known quarter[PARTS + 1];
    quarter[0] = recall_start(p, own, strip);
    quarter[4] = recall_start(p, own, strip + 1);
    const bool is_ordered = is_end_ordered(p, quarter[0]) && is_end_ordered(p, quarter[4]);
    if (is_ordered) {
        const bound middle = {
            find_between(p, own.l, bound{quarter[0], place}, bound{quarter[4], place + 32}, place + 16), place + 16};
        quarter[1] = find_between(p, own.l, bound{quarter[0], place}, middle, place + 8);
        quarter[2] = middle.at;
        quarter[3] = find_between(p, own.l, middle, bound{quarter[4], place + 32}, place + 24);
    }
    SCREE_ROLLED
    for (uint32_t i = 0; i < PARTS; i++) {
        const uint32_t first = place + PART * i;
        const known low = i == 0 ? quarter[0] : i == 1 ? quarter[1] : i == 2 ? quarter[2] : quarter[3];
        const known high = i == 0 ? quarter[1] : i == 1 ? quarter[2] : i == 2 ? quarter[3] : quarter[4];
        known part[PART];
        if (is_ordered) {
            find_part(p, own, low, high, first, part);
        } else {
            seek_part(p, own.l, first, part);
        }
        if (IS_FIELD) {
            finish_part<FINDS_NEAREST>(p, own, first, part);
        } else {
            keep_part<FINDS_NEAREST>(p, own, first, part);
        }
    }
}

template <bool IS_FIELD, bool FINDS_NEAREST, bool IS_LONG>
static __device__ __forceinline__ void make_lines(const scree_cuda_lines &p)
{
    const lane<IS_LONG> own = find_lane<IS_LONG>(p);
    const uint32_t strips = own.l.strip_count;
    const uint32_t rounds = (strips + own.workers - 1) / own.workers;
    for (uint32_t strip = own.worker; strip < strips; strip += own.workers) {
        load_strip(p, own, strip);
    }
    __syncthreads();
    for (uint32_t strip = own.worker; strip < strips; strip += own.workers) {
        own.ends[strip << p.lines_log] = find_start(p, own.l, STRIP * strip).place;
    }
    __syncthreads();
    // All lanes of a warp together: they write each other's results.
    for (uint32_t i = 0; i < rounds; i++) {
        make_strip<IS_FIELD, FINDS_NEAREST>(p, own, own.worker + i * own.workers);
    }
}

#define LINES(name, is_field, finds_nearest, is_long)                \
    SCREE_KERNEL(name, scree_cuda_lines, SCREE_CUDA_LINE_THREADS, 2) \
    {                                                                \
        make_lines<is_field, finds_nearest, is_long>(p);             \
    }

LINES(columns, false, false, false)
LINES(columns_nearest, false, true, false)
LINES(columns_long, false, false, true)
LINES(columns_long_nearest, false, true, true)
LINES(rows, true, false, false)
LINES(rows_nearest, true, true, false)
LINES(rows_long, true, false, true)
LINES(rows_long_nearest, true, true, true)
