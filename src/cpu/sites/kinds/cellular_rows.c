/*
 * Cellular noise along rows of a grid (kernels/noise/kinds/cellular.h). Samples of a row that lie in the same cell look
 * at the same points: a list of these is made once for a run of samples, and only points that can be among the nearest
 * ones of some sample of the run stay on it. Along a run every offset changes in one direction, so that its largest and
 * its smallest magnitude are those at the two ends, rounding included. A sample has the bits of
 * scree_cellular_sample(): its distances are computed by the same operations, in the same order of points, and points
 * that are left out could not have changed it.
 */
#include "noise/kinds/cellular.h"
#include "lane_memory.h"
#include "kinds/row_batch.h"
#include "site_kernels.h"

/* Samples that are farther apart, in cells, share too little; or where they can be searched by the nearest cells. */
#define ROW_STEP 0.1
#define NEAR_ROW_STEP 0.08

/* Samples that are located at a time, and the longest run: it is held in registers. */
#define BATCH 1024
#define RUN_VECTORS 4
#define LONGEST_RUN (RUN_VECTORS * SCREE_LANES < 64 ? RUN_VECTORS * SCREE_LANES : 64)
/* Points of the first ring and of the second, at most (three axes), each a whole number of vectors. */
#define INNER_POINTS 32
#define OUTER_POINTS 128
#define ALL_POINTS (INNER_POINTS + OUTER_POINTS)
/* Turns are looked up in a register. The last one stands for a cell that is none, far away from everything. */
#define VISITS 16
#define NO_VISIT 15u
#define FAR 1024.0f

/* Arrays of vectors: one that lies across two cache lines is slow. */
#define VECTORS _Alignas(64)

/* The cells round a row's, by their numbers: those of the first ring in the order of visits, then those of the second.
 */
typedef struct cellular_cells {
    VECTORS uint32_t visit[ALL_POINTS];               /* Along axis 0. */
    VECTORS uint32_t keys[ALL_POINTS];                /* Keys of the other axes, combined, */
    VECTORS uint32_t offset[ALL_POINTS];              /* their packed offsets, */
    VECTORS float start[SCREE_SITE_AXES][ALL_POINTS]; /* and displacements to the lowest positions. */
} cellular_cells;

/* All that the samples of a row share. */
typedef struct cellular_row {
    scree_site site; /* Axis 0 is that of the sample at hand. */
    scree_site_source source;
    const scree_cpu_octave *octave;
    scree_cpu_evaluate_sites *each; /* Evaluates samples by themselves. */
    scree_cpu_sites batch;          /* The first vector of samples that are located. */
    float gap[4];                   /* No point of such a ring is nearer along the axes but the first. */
    bool has_outer;
    cellular_cells cells;
    VECTORS float fraction[BATCH + SCREE_MAX_LANES];
    VECTORS uint32_t cell[BATCH + SCREE_MAX_LANES];
} cellular_row;

/* The points of a run by the numbers of their cells, and the numbers of those that are left. */
typedef struct cellular_points {
    VECTORS float nearest[ALL_POINTS]; /* The smallest distance from a sample of the run. */
    VECTORS float along[ALL_POINTS];   /* Along axis 0, from the lowest position. */
    VECTORS float rest[ALL_POINTS];    /* Sum of the shares of the other axes. */
    VECTORS uint32_t mixed[ALL_POINTS];
    VECTORS uint32_t left[ALL_POINTS + SCREE_MAX_LANES];
    size_t count;
} cellular_points;

/* A run of samples in one cell. */
typedef struct cellular_run {
    size_t start;
    size_t count;
    VECTORS uint32_t key[VISITS];  /* The cells at every visit along axis 0. */
    VECTORS uint32_t low[VISITS];  /* The displacement to its lowest position from the first sample, */
    VECTORS uint32_t high[VISITS]; /* and from the last one. */
    float gap[4];                  /* No point of such a ring is nearer. */
    bool is_listed;                /* `points` has all points that it needs. */
    cellular_points points;
} cellular_run;

/* The smallest farthest distances of points from the samples of a run, lane by lane. */
typedef struct cellular_limits {
    scree_f32 first;
    scree_f32 second;
    scree_f32 third;
} cellular_limits;

static VECTORS const uint32_t lane_numbers[SCREE_MAX_LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
/* Offsets at every visit, modulo 2^32 and as floats; the last one is none. */
static VECTORS const uint32_t visit_offsets[VISITS] = {0, -1u, 1, -2u, 2, -3u, 3};
static VECTORS const float visit_steps[VISITS] = {0, -1, 1, -2, 2, -3, 3, [NO_VISIT] = FAR};

SCREE_FN float first_lane(scree_f32 value)
{
#if SCREE_LANES == 1
    return value;
#else
    return value[0];
#endif
}

SCREE_FN uint32_t first_word(scree_u32 value)
{
#if SCREE_LANES == 1
    return value;
#else
    return value[0];
#endif
}

SCREE_FN float smallest_lane(scree_f32 value)
{
#if SCREE_LANES == 16
    return _mm512_reduce_min_ps((__m512)value);
#else
    float lanes[SCREE_LANES];
    memcpy(lanes, &value, sizeof value);
    float smallest = lanes[0];
    for (int lane = 1; lane < SCREE_LANES; lane++) {
        smallest = lanes[lane] < smallest ? lanes[lane] : smallest;
    }
    return smallest;
#endif
}

/* Tables hold words; those of floats their bits. */
SCREE_FN scree_f32 look_up(const uint32_t *table, scree_u32 visit)
{
    return scree_table_f32_small(table, 0, VISITS, visit);
}

SCREE_FN scree_u32 look_up_word(const uint32_t *table, scree_u32 visit)
{
    return scree_bits_from_f32(look_up(table, visit));
}

/* Keys of the cells at every visit along an axis. */
SCREE_FN void find_keys(scree_u32 cell, scree_site_axis axis, uint32_t *key)
{
    if (axis.last == UINT32_MAX) {
        for (uint32_t visit = 0; visit < VISITS; visit += SCREE_LANES) {
            scree_store_u32(key + visit, (cell + scree_load_u32(visit_offsets + visit)) * axis.stride + axis.start);
        }
    } else {
        for (uint32_t visit = 0; visit < VISITS; visit++) {
            key[visit] = visit < 5 ? first_word(scree_site_key_at(cell, axis, scree_cellular_visit_offset(visit))) : 0;
        }
    }
}

/* Displacements to the lowest position of the cell at every visit. */
SCREE_FN void find_starts(scree_f32 fraction, scree_cellular_options options, uint32_t *start)
{
    for (uint32_t visit = 0; visit < VISITS; visit += SCREE_LANES) {
        const scree_f32 displacement = (scree_load(visit_steps + visit) + options.jitter_start) - fraction;
        scree_store_u32(start + visit, scree_bits_from_f32(displacement));
    }
}

/* Lists the cells of the first ring, of side 3, or those of the second, of side 5: the inner ones among them are none.
 */
SCREE_FN void find_cells(cellular_row *row, uint32_t axes, uint32_t side, uint32_t first, uint32_t count)
{
    VECTORS uint32_t key[SCREE_SITE_AXES][VISITS] = {{0}};
    VECTORS uint32_t start[SCREE_SITE_AXES][VISITS];
    for (uint32_t axis = 1; axis < axes; axis++) {
        find_keys(row->site.cell[axis], row->source.axis[axis], key[axis]);
        find_starts(row->site.fraction[axis], scree_cellular_options_of(row->source.options), start[axis]);
    }
    const scree_u32 zero = scree_broadcast_u32(0);
    const scree_u32 one = scree_broadcast_u32(1);
    for (uint32_t number = 0; number < count; number += SCREE_LANES) {
        scree_u32 rest = scree_broadcast_u32(number) + scree_load_u32(lane_numbers);
        scree_u32 keys = zero;
        scree_u32 offset = zero;
        scree_u32 is_outer = side > 3 ? zero : one;
        scree_u32 first_visit = zero;
        for (uint32_t axis = 0; axis < axes; axis++) {
            const scree_u32 quotient = (rest * (65536u / side + 1u)) >> 16;
            const scree_u32 visit = rest - quotient * side;
            const scree_u32 half = (visit + 1u) >> 1;
            const scree_u32 sign = 0u - (visit & 1u);
            rest = quotient;
            offset = offset | ((((half ^ sign) - sign) + SCREE_CELLULAR_BIAS) << (4 * axis));
            is_outer = scree_select_less_u32(scree_broadcast_u32(2), visit, one, is_outer);
            if (axis == 0) {
                first_visit = visit;
            } else {
                keys = keys ^ look_up_word(key[axis], visit);
                scree_store(row->cells.start[axis] + first + number, look_up(start[axis], visit));
            }
        }
        const scree_u32 is_cell = scree_select_equal_u32(rest, zero, is_outer, zero);
        scree_store_u32(row->cells.visit + first + number,
                        scree_select_equal_u32(is_cell, one, first_visit, scree_broadcast_u32(NO_VISIT)));
        scree_store_u32(row->cells.keys + first + number, keys);
        scree_store_u32(row->cells.offset + first + number, offset);
    }
}

/* Makes the points of a vector of cells. */
SCREE_FN void find_points(const cellular_row *row, const cellular_run *run, uint32_t axes, scree_index metric,
                          bool is_tracked, uint32_t number, cellular_points *points, cellular_limits *limits)
{
    const scree_cellular_options options = scree_cellular_options_of(row->source.options);
    const scree_u32 visit = scree_load_u32(row->cells.visit + number);
    const scree_u32 mixed =
        scree_cellular_mix(scree_load_u32(row->cells.keys + number) ^ look_up_word(run->key, visit));
    const scree_f32 along = scree_cellular_point(mixed, 0, options);
    const scree_f32 low = along + look_up(run->low, visit);
    const scree_f32 high = along + look_up(run->high, visit);
    const scree_f32 low_share = scree_cellular_share(low, metric);
    const scree_f32 high_share = scree_cellular_share(high, metric);
    const scree_f32 zero = scree_broadcast(0.0f);
    scree_f32 far = scree_maximum(low_share, high_share);
    scree_f32 near = scree_select_less(zero, low * high, scree_minimum(low_share, high_share), zero);
    scree_f32 rest = zero;
    SCREE_UNROLL
    for (uint32_t i = 1; i < axes; i++) {
        const uint32_t axis = axes - i;
        const scree_f32 away = scree_cellular_point(mixed, axis, options) + scree_load(row->cells.start[axis] + number);
        const scree_f32 share = scree_cellular_share(away, metric);
        rest = i == 1 ? share : scree_cellular_sum(rest, share, metric);
    }
    far = scree_cellular_sum(rest, far, metric);
    near = scree_cellular_sum(rest, near, metric);
    limits->third = scree_minimum(limits->third, scree_maximum(limits->second, far));
    limits->second = scree_minimum(limits->second, scree_maximum(limits->first, far));
    limits->first = scree_minimum(limits->first, far);
    scree_store(points->nearest + number, near);
    scree_store(points->along + number, along);
    scree_store(points->rest + number, rest);
    if (is_tracked) {
        scree_store_u32(points->mixed + number, mixed);
    }
}

/* The rank-th smallest of the numbers in all lanes. Equal ones count once, which makes the result no smaller. */
SCREE_FN float limit_of(cellular_limits limits, uint32_t rank)
{
    float smallest = smallest_lane(limits.first);
    for (uint32_t i = 1; i < rank; i++) {
        const scree_f32 taken = scree_broadcast(smallest);
        const scree_f32 second = scree_select_less(taken, limits.first, limits.second, limits.third);
        limits.first = scree_select_less(taken, limits.first, limits.first, limits.second);
        limits.second = second;
        smallest = smallest_lane(limits.first);
    }
    return smallest;
}

/* Appends the numbers of points that may be as near as the limit. */
SCREE_FN void keep_points(cellular_points *points, uint32_t first, uint32_t count, float limit)
{
    size_t left = points->count;
    for (uint32_t number = first; number < first + count; number += SCREE_LANES) {
#if SCREE_LANES == 16
        const __mmask16 near =
            _mm512_cmp_ps_mask(_mm512_loadu_ps(points->nearest + number), _mm512_set1_ps(limit), _CMP_LE_OQ);
        const __m512i numbers = _mm512_add_epi32(_mm512_set1_epi32((int)number), _mm512_loadu_si512(lane_numbers));
        _mm512_storeu_si512(points->left + left, _mm512_maskz_compress_epi32(near, numbers));
        left += (size_t)__builtin_popcount(near);
#else
        for (uint32_t i = number; i < number + SCREE_LANES; i++) {
            points->left[left] = i;
            left += points->nearest[i] <= limit;
        }
#endif
    }
    points->count = left;
}

/*
 * Lists the points that may be among the `rank` nearest ones of a run. False where points beyond the second ring might
 * be.
 */
SCREE_FN bool list_points(cellular_row *row, const cellular_run *run, uint32_t axes, scree_index metric,
                          bool is_tracked, uint32_t rank, cellular_points *points)
{
    const uint32_t inner = axes == 2 ? 9 : 27;
    const uint32_t outer = axes == 2 ? 25 : 125;
    const scree_f32 none = scree_broadcast(FAR * FAR);
    cellular_limits limits = {none, none, none};
    points->count = 0;
    for (uint32_t number = 0; number < inner; number += SCREE_LANES) {
        find_points(row, run, axes, metric, is_tracked, number, points, &limits);
    }
    float limit = limit_of(limits, rank);
    const bool needs_outer = run->gap[2] < limit;
    if (needs_outer) {
        if (!row->has_outer) {
            find_cells(row, axes, 5, INNER_POINTS, outer);
            row->has_outer = true;
        }
        for (uint32_t number = 0; number < outer; number += SCREE_LANES) {
            find_points(row, run, axes, metric, is_tracked, INNER_POINTS + number, points, &limits);
        }
        limit = limit_of(limits, rank);
    }
    keep_points(points, 0, inner, limit);
    if (needs_outer) {
        keep_points(points, INNER_POINTS, outer, limit);
    }
    return !needs_outer || !(run->gap[3] < limit);
}

/* The value of the feature after a search. */
SCREE_FN scree_f32 value_of(const cellular_row *row, uint32_t axes, scree_index metric, scree_index pass,
                            bool is_tracked, scree_cellular_search search, scree_f32 fraction)
{
    scree_site site = row->site;
    scree_site_source source = row->source;
    site.fraction[0] = fraction;
    if (pass == SCREE_CELLULAR_NEAREST && !is_tracked) {
        source.options.word[SCREE_CELLULAR_OPTION_FEATURE] =
            SCREE_KERNEL_FEATURE_F1; /* F1 does not ask for the nearest cell. */
    }
    scree_f32 value;
    if (pass == SCREE_CELLULAR_RANKS) {
        value = scree_cellular_of_ranks(search, scree_cellular_options_of(source.options), metric);
    } else {
        value = scree_cellular_of_nearest(search, site, axes, source, metric);
    }
    return value * source.amplitude;
}

/* Searches the points of a list for some vectors of samples at once. */
SCREE_FN void search_points(const cellular_row *row, uint32_t axes, scree_index metric, scree_index pass,
                            bool is_tracked, const cellular_points *points, size_t at, size_t vectors, float *out)
{
    const scree_cellular_options options = scree_cellular_options_of(row->source.options);
    scree_f32 start[5][RUN_VECTORS];
    scree_cellular_search search[RUN_VECTORS];
    SCREE_UNROLL
    for (size_t v = 0; v < vectors; v++) {
        const scree_f32 fraction = scree_load(row->fraction + at + v * SCREE_LANES);
        search[v] = scree_cellular_no_search(scree_broadcast(FAR * FAR));
        SCREE_UNROLL
        for (uint32_t visit = 0; visit < 5; visit++) {
            start[visit][v] = scree_cellular_start(fraction, scree_cellular_visit_offset(visit), options);
        }
    }
    for (size_t i = 0; i < points->count; i++) {
        const uint32_t number = points->left[i];
        const uint32_t visit = row->cells.visit[number];
        const scree_f32 along = scree_broadcast(points->along[number]);
        const scree_f32 rest = scree_broadcast(points->rest[number]);
        SCREE_UNROLL
        for (size_t v = 0; v < vectors; v++) {
            const scree_f32 share = scree_cellular_share(along + start[visit][v], metric);
            const scree_f32 distance = scree_cellular_sum(rest, share, metric);
            search[v] = scree_cellular_rank(search[v], distance, scree_broadcast_u32(number), 0, options, pass);
        }
    }
    SCREE_UNROLL
    for (size_t v = 0; v < vectors; v++) {
        if (is_tracked) {
            const scree_u32 number = search[v].mixed;
            search[v].mixed = scree_table_u32(points->mixed, number);
            search[v].offset = scree_table_u32(row->cells.offset, number);
        }
        const scree_f32 fraction = scree_load(row->fraction + at + v * SCREE_LANES);
        scree_store(out + v * SCREE_LANES, value_of(row, axes, metric, pass, is_tracked, search[v], fraction));
    }
}

/* Samples by themselves, where a list will not do, which is rare. */
static void evaluate_alone(const cellular_row *row, size_t at, float *out)
{
    scree_cpu_sites alone = row->batch;
    alone.part[0] += at;
    alone.cell[0] += at;
    alone.out = out;
    row->each(row->octave, &alone);
}

/* Samples that lie in the first one's cell, of as many as are left. */
SCREE_FN size_t run_length(const uint32_t *cell, size_t count)
{
    const size_t most = count < LONGEST_RUN ? count : LONGEST_RUN;
#if SCREE_LANES == 16
    const __m512i first = _mm512_set1_epi32((int)cell[0]);
    for (size_t i = 0; i < most; i += 16) {
        const uint32_t same = _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(cell + i), first);
        if (same != 0xffff) {
            const size_t length = i + (size_t)__builtin_ctz(~same);
            return length < most ? length : most;
        }
    }
    return most;
#else
    size_t length = 1;
    while (length < most && cell[length] == cell[0]) {
        length++;
    }
    return length;
#endif
}

SCREE_FN void start_run(const cellular_row *row, scree_index metric, size_t start, size_t count, cellular_run *run)
{
    const scree_cellular_options options = scree_cellular_options_of(row->source.options);
    run->start = start;
    run->count = count;
    find_keys(scree_broadcast_u32(row->cell[start]), row->source.axis[0], run->key);
    find_starts(scree_broadcast(row->fraction[start]), options, run->low);
    find_starts(scree_broadcast(row->fraction[start + count - 1]), options, run->high);
    for (uint32_t ring = 2; ring < 4; ring++) {
        const scree_f32 before =
            scree_cellular_gap(scree_broadcast(scree_one_from_bits(run->low[2 * ring - 1])), options, metric);
        const scree_f32 behind =
            scree_cellular_gap(scree_broadcast(scree_one_from_bits(run->high[2 * ring])), options, metric);
        const scree_f32 gap = scree_minimum(before, behind);
        run->gap[ring] = first_lane(scree_minimum(gap, scree_broadcast(row->gap[ring])));
    }
}

/* Makes the list of the run of a batch that starts at a sample. */
typedef void prepare_fn(cellular_row *row, uint32_t rank, size_t start, size_t batch, cellular_run *run);

/* Functions of their own: passes share them. */
#define PREPARE(name, axes, metric, is_tracked)                                                              \
    static __attribute__((noinline)) void name(cellular_row *row, uint32_t rank, size_t start, size_t batch, \
                                               cellular_run *run)                                            \
    {                                                                                                        \
        start_run(row, metric, start, run_length(row->cell + start, batch - start), run);                    \
        run->is_listed = list_points(row, run, axes, metric, is_tracked, rank, &run->points);                \
    }
#define PREPARE_AXES(axes)                                                                            \
    PREPARE(prepare_##axes, axes, SCREE_KERNEL_METRIC_EUCLIDEAN, false)                               \
    PREPARE(prepare_tracked_##axes, axes, SCREE_KERNEL_METRIC_EUCLIDEAN, true)                        \
    PREPARE(prepare_other_##axes, axes, scree_cellular_options_of(row->source.options).metric, false) \
    PREPARE(prepare_other_tracked_##axes, axes, scree_cellular_options_of(row->source.options).metric, true)
PREPARE_AXES(2)
PREPARE_AXES(3)

/*
 * Evaluates a run. Its last vectors may reach into the next one, which writes its own over them, as far as there are
 * samples in the batch.
 */
SCREE_FN void evaluate_run(const cellular_row *row, uint32_t axes, scree_index metric, scree_index pass,
                           bool is_tracked, const cellular_run *run, size_t batch, float *out)
{
    const bool is_wide = run->count > 2 * SCREE_LANES && run->start + RUN_VECTORS * SCREE_LANES <= batch;
    if (run->is_listed && is_wide) {
        search_points(row, axes, metric, pass, is_tracked, &run->points, run->start, RUN_VECTORS, out + run->start);
        return;
    }
    for (size_t i = run->start; i < run->start + run->count; i += SCREE_LANES) {
        if (run->is_listed) {
            search_points(row, axes, metric, pass, is_tracked, &run->points, i, 1, out + i);
        } else {
            evaluate_alone(row, i, out + i);
        }
    }
}

/* The list of a run is made before the run ahead of it is evaluated, so that a processor works on both at once. */
SCREE_FN void evaluate_batch(cellular_row *row, prepare_fn *prepare, uint32_t axes, scree_index metric,
                             scree_index pass, bool is_tracked, uint32_t rank, size_t batch, float *out)
{
    cellular_run runs[2];
    uint32_t current = 0;
    prepare(row, rank, 0, batch, &runs[0]);
    size_t next = runs[0].count;
    for (bool is_last = false; !is_last; current ^= 1) {
        is_last = next >= batch;
        if (!is_last) {
            prepare(row, rank, next, batch, &runs[current ^ 1]);
            next += runs[current ^ 1].count;
        }
        evaluate_run(row, axes, metric, pass, is_tracked, &runs[current], batch, out);
    }
}

SCREE_FN void locate_batch(cellular_row *row, const scree_cpu_sites *sites, uint32_t number, size_t first, size_t count)
{
    row->batch = (scree_cpu_sites){
        .part = {sites->part[0] + first}, .cell = {sites->cell[0] + first}, .rows = 1, .count = SCREE_LANES};
    for (uint32_t axis = 0; axis < row->octave->axes; axis++) {
        row->batch.row_part[axis][0] = sites->row_part[axis][number];
        row->batch.row_cell[axis][0] = sites->row_cell[axis][number];
    }
    const scree_index last = row->source.axis[0].last;
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        const scree_site_position sum = position_in_row(sites, number, first + i, last);
        scree_store(row->fraction + i, scree_site_fraction(sum.part));
        scree_store_u32(row->cell + i, sum.cell);
    }
}

/* The least distance of a ring along the axes but the first. */
SCREE_FN float outer_gap(const cellular_row *row, uint32_t axes, scree_index metric, uint32_t ring)
{
    const scree_cellular_options options = scree_cellular_options_of(row->source.options);
    const scree_offset cells = (scree_offset)ring;
    scree_f32 gap = scree_broadcast(FAR * FAR);
    for (uint32_t axis = 1; axis < axes; axis++) {
        const scree_f32 before = scree_cellular_start(row->site.fraction[axis], -cells, options);
        const scree_f32 behind = scree_cellular_start(row->site.fraction[axis], cells, options);
        gap = scree_minimum(gap, scree_cellular_gap(before, options, metric));
        gap = scree_minimum(gap, scree_cellular_gap(behind, options, metric));
    }
    return first_lane(gap);
}

SCREE_FN void start_row(cellular_row *row, uint32_t axes, scree_index metric, const scree_cpu_octave *octave,
                        const scree_cpu_sites *sites, uint32_t number)
{
    row->octave = octave;
    row->source.amplitude = scree_broadcast(octave->amplitude);
    row->source.options = *octave->site_options;
    row->has_outer = false;
    for (uint32_t axis = 0; axis < axes; axis++) {
        row->source.axis[axis] = octave->site_axes[axis];
        row->site.fraction[axis] = scree_site_fraction(scree_broadcast_u32(sites->row_part[axis][number]));
        row->site.cell[axis] = scree_broadcast_u32(sites->row_cell[axis][number]);
    }
    row->gap[2] = outer_gap(row, axes, metric, 2);
    row->gap[3] = outer_gap(row, axes, metric, 3);
    find_cells(row, axes, 3, 0, axes == 2 ? 9 : 27);
}

SCREE_FN void evaluate_rows(const scree_cpu_octave *octave, prepare_fn *prepare, uint32_t axes, scree_index metric,
                            scree_index pass, bool is_tracked, const scree_cpu_sites *sites,
                            scree_cpu_evaluate_sites *each)
{
    const uint32_t feature = scree_cellular_options_of(*octave->site_options).feature;
    const uint32_t rank = pass == SCREE_CELLULAR_NEAREST ? 1 : feature == SCREE_KERNEL_FEATURE_F3 ? 3 : 2;
    float values[BATCH + SCREE_MAX_LANES];
    cellular_row row;
    row.each = each;
    for (uint32_t number = 0; number < sites->rows; number++) {
        float *out = sites->out + number * sites->row_stride;
        start_row(&row, axes, metric, octave, sites, number);
        for (size_t first = 0; first < sites->count; first += BATCH) {
            const size_t batch = sites->count - first < BATCH ? sites->count - first : BATCH;
            const size_t whole = (batch + SCREE_LANES - 1) / SCREE_LANES * SCREE_LANES;
            locate_batch(&row, sites, number, first, whole);
            evaluate_batch(&row, prepare, axes, metric, pass, is_tracked, rank, whole, values);
            deliver_batch(values, batch, sites, out + first);
        }
    }
}

/* Functions of their own: compilers make better code of these than of one that has them all. */
#define ROWS(name, prepare, axes, metric, pass, is_tracked)                                                  \
    static __attribute__((noinline)) void name(const scree_cpu_octave *octave, const scree_cpu_sites *sites, \
                                               scree_cpu_evaluate_sites *each)                               \
    {                                                                                                        \
        evaluate_rows(octave, prepare, axes, metric, pass, is_tracked, sites, each);                         \
    }
#define ROWS_OF_AXES(axes)                                                                                          \
    ROWS(f1_##axes, prepare_##axes, axes, SCREE_KERNEL_METRIC_EUCLIDEAN, SCREE_CELLULAR_NEAREST, false)             \
    ROWS(nearest_##axes, prepare_tracked_##axes, axes, SCREE_KERNEL_METRIC_EUCLIDEAN, SCREE_CELLULAR_NEAREST, true) \
    ROWS(ranks_##axes, prepare_##axes, axes, SCREE_KERNEL_METRIC_EUCLIDEAN, SCREE_CELLULAR_RANKS, false)            \
    ROWS(other_nearest_##axes, prepare_other_tracked_##axes, axes,                                                  \
         scree_cellular_options_of(*octave->site_options).metric, SCREE_CELLULAR_NEAREST, true)                     \
    ROWS(other_ranks_##axes, prepare_other_##axes, axes, scree_cellular_options_of(*octave->site_options).metric,   \
         SCREE_CELLULAR_RANKS, false)
ROWS_OF_AXES(2)
ROWS_OF_AXES(3)

typedef void rows_fn(const scree_cpu_octave *octave, const scree_cpu_sites *sites, scree_cpu_evaluate_sites *each);

/* Whether samples are a row that shares points. */
static bool is_row(const scree_cpu_octave *octave, const scree_cpu_sites *sites, scree_cellular_options options,
                   double longest_step)
{
    const bool is_dense = sites->step > 0.0 && sites->step <= longest_step;
    return is_dense && (octave->axes == 2 || octave->axes == 3) && options.softness == 0.0f &&
           options.feature != SCREE_KERNEL_FEATURE_BORDER;
}

#include "kinds/cellular_near.h"

scree_cpu_evaluate_rows SCREE_CPU_SYMBOL(scree_evaluate_rows_cellular);

bool SCREE_CPU_SYMBOL(scree_evaluate_rows_cellular)(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                                                    scree_cpu_evaluate_sites *each)
{
    /* The functions by axes, then F1, other features of the nearest point, and F1 to F3; then the two last by other
       metrics. Squares are searched as Euclidean distances are. */
    static rows_fn *const functions[2][5] = {{f1_2, nearest_2, ranks_2, other_nearest_2, other_ranks_2},
                                             {f1_3, nearest_3, ranks_3, other_nearest_3, other_ranks_3}};
    static scree_cpu_evaluate_sites *const near[] = {NULL, NULL, near_2, near_3, near_4};
    const scree_cellular_options options = scree_cellular_options_of(*octave->site_options);
    const bool may_be_near = is_near(octave, sites, options);
    if (!is_row(octave, sites, options, may_be_near ? NEAR_ROW_STEP : ROW_STEP)) {
        if (may_be_near) {
            near[octave->axes](octave, sites);
        }
        return may_be_near;
    }
    const bool has_ranks = options.feature >= SCREE_KERNEL_FEATURE_F2 &&
                           options.feature <= SCREE_KERNEL_FEATURE_F1_TIMES_F2;
    uint32_t number = has_ranks ? 2 : options.feature == SCREE_KERNEL_FEATURE_F1 ? 0 : 1;
    if (options.metric >= SCREE_KERNEL_METRIC_MANHATTAN) {
        number = has_ranks ? 4 : 3;
    }
    functions[octave->axes - 2][number](octave, sites, each);
    return true;
}
