/* The three stages of the contraction (docs/determinism.md) on the CPU, compiled once for each instruction set. */
#include "kernel_files.h"

#include "fold_lines.h"
#include "noise/fractal.h"
#include "noise/hash.h"
#include "noise/node_dual.h"
#include "noise/noise_kinds.h"
#include "staged_stores.h"

/* Kinds that fold carry gradients in their nodes, or values alone. */
SCREE_FN bool carries_gradients(scree_noise_kind kind)
{
    return scree_kind_has((scree_index)kind, SCREE_KIND_GRADIENTS);
}

SCREE_FN scree_u32 row_hash(const scree_cpu_octave *octave, scree_noise_hash hash, scree_u32 key, const uint32_t *rest,
                            uint32_t combined)
{
    if (hash == SCREE_NOISE_HASH_SCREE) {
        return scree_hash_mix(key ^ combined);
    }
    scree_u32 chain = scree_hash_permute(octave->permutation, key & 0u, key);
    for (uint32_t axis = 1; axis < octave->axes; axis++) {
        chain = scree_hash_permute(octave->permutation, chain, scree_broadcast_u32(rest[axis]));
    }
    return scree_hash_chain_end(octave->permutation, chain, octave->axes);
}

SCREE_FN void hash_row(const scree_cpu_octave *octave, scree_noise_hash hash, scree_table gradients,
                       uint32_t gradient_count, const uint32_t *key, const uint32_t *rest, size_t count,
                       const scree_node_row *out)
{
    bool has_gradients = carries_gradients(octave->kind);
    uint32_t combined = 0;
    for (uint32_t axis = 1; axis < octave->axes; axis++) {
        combined ^= rest[axis];
    }
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_u32 value = row_hash(octave, hash, scree_load_u32(key + i), rest, combined);
        if (!has_gradients) {
            scree_store(out->value + i, scree_value_from_hash(value, scree_broadcast(octave->amplitude)));
            continue;
        }
        scree_u32 gradient = scree_gradient_select(gradients, gradient_count, value);
        for (uint32_t axis = 0; axis < octave->axes; axis++) {
            scree_store(scree_node_slope(out, axis) + i,
                        scree_gradient_component(gradients, gradient_count, axis, gradient));
        }
    }
}

static void hash_nodes(const scree_cpu_octave *octave, const uint32_t *key, const uint32_t *rest, size_t count,
                       const scree_node_row *out)
{
    if (octave->hash == SCREE_NOISE_HASH_PERLIN2002) {
        hash_row(octave, SCREE_NOISE_HASH_PERLIN2002, octave->gradients, octave->gradient_count, key, rest, count, out);
    } else if (SCREE_READS_CODES && octave->coded_gradients != NULL) {
        hash_row(octave, SCREE_NOISE_HASH_SCREE, octave->coded_gradients, SCREE_CODED_GRADIENTS, key, rest, count, out);
    } else if (octave->gradient_count == 16) {
        hash_row(octave, SCREE_NOISE_HASH_SCREE, octave->gradients, 16, key, rest, count, out);
    } else if (octave->gradient_count == 32) {
        hash_row(octave, SCREE_NOISE_HASH_SCREE, octave->gradients, 32, key, rest, count, out);
    } else {
        hash_row(octave, SCREE_NOISE_HASH_SCREE, octave->gradients, 256, key, rest, count, out);
    }
}

static void fold_nodes(const scree_cpu_octave *octave, const scree_node_row *low, const scree_node_row *high,
                       scree_cpu_position position, uint32_t axis, size_t count, const scree_node_row *out)
{
    scree_f32 fraction = scree_broadcast(position.fraction);
    scree_f32 fraction1 = scree_broadcast(position.fraction1);
    scree_f32 fade = scree_broadcast(position.fade);
    bool has_gradients = carries_gradients(octave->kind);
    bool is_first = axis + 1 == octave->axes;
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_f32 value;
        if (!has_gradients) {
            scree_store(out->value + i, scree_lerp(scree_load(low->value + i), scree_load(high->value + i), fade));
            continue;
        }
        scree_f32 low_slope = scree_load(scree_node_slope(low, axis) + i);
        scree_f32 high_slope = scree_load(scree_node_slope(high, axis) + i);
        if (is_first) {
            value = scree_fold_first(low_slope, high_slope, fraction, fraction1, fade);
        } else {
            value = scree_fold_value(scree_load(low->value + i), low_slope, scree_load(high->value + i), high_slope,
                                     fraction, fraction1, fade);
        }
        scree_store(out->value + i, value);
        for (uint32_t other = 0; other < axis; other++) {
            scree_store(scree_node_slope(out, other) + i,
                        scree_lerp(scree_load(scree_node_slope(low, other) + i),
                                   scree_load(scree_node_slope(high, other) + i), fade));
        }
    }
}

/* The derivatives along the axis that fold_nodes() folds: a value, and slopes along the axes that are left. */
static void derive_nodes(const scree_cpu_octave *octave, const scree_node_row *low, const scree_node_row *high,
                         scree_cpu_position position, uint32_t axis, size_t count, const scree_node_row *out)
{
    scree_f32 fraction = scree_broadcast(position.fraction);
    scree_f32 fraction1 = scree_broadcast(position.fraction1);
    scree_f32 fade = scree_broadcast(position.fade);
    scree_f32 fade_slope = scree_fade_slope((scree_index)octave->fade, fraction, fraction1);
    bool has_gradients = carries_gradients(octave->kind);
    bool is_first = axis + 1 == octave->axes;
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_f32 low_value = scree_load(low->value + i);
        scree_f32 high_value = scree_load(high->value + i);
        if (!has_gradients) {
            scree_store(out->value + i, scree_dual_rise(low_value, high_value, fade_slope));
            continue;
        }
        scree_f32 low_slope = scree_load(scree_node_slope(low, axis) + i);
        scree_f32 high_slope = scree_load(scree_node_slope(high, axis) + i);
        scree_store(out->value + i, scree_dual_fold(scree_dual_end(is_first, low_value, low_slope, fraction),
                                                    scree_dual_end(is_first, high_value, high_slope, fraction1),
                                                    low_slope, high_slope, fade, fade_slope));
        for (uint32_t other = 0; other < axis; other++) {
            scree_store(scree_node_slope(out, other) + i,
                        scree_dual_rise(scree_load(scree_node_slope(low, other) + i),
                                        scree_load(scree_node_slope(high, other) + i), fade_slope));
        }
    }
}

/* The lower (which = 0) or upper (which = 1) node of each sample; values that rows of nodes lack are not read. */
SCREE_FN scree_node read_node(uint32_t axes, const scree_node_row *nodes, scree_node_window window, uint32_t which)
{
    scree_node node;
    node.slope_x = scree_node_read(scree_node_slope(nodes, 0), window, which);
    node.slope_y = axes > 1 ? scree_node_read(scree_node_slope(nodes, 1), window, which) : node.slope_x;
    node.value = axes > 2 ? scree_node_read(nodes->value, window, which) : node.slope_x;
    return node;
}

SCREE_FN void fold_line_of(bool has_gradients, uint32_t axes, const scree_node_row *nodes, const scree_cpu_line *line,
                           float *value, float *slope)
{
    for (size_t i = 0; i < line->count; i += SCREE_LANES) {
        scree_node_window window = scree_node_window_at(line->node + i, line->base);
        scree_f32 fade = scree_load(line->fade + i);
        if (!has_gradients) {
            scree_store(value + i, scree_lerp(scree_node_read(nodes->value, window, 0),
                                              scree_node_read(nodes->value, window, 1), fade));
            continue;
        }
        scree_row_node folded = scree_fold_x(axes, read_node(axes, nodes, window, 0), read_node(axes, nodes, window, 1),
                                             scree_load(line->fraction + i), scree_load(line->fraction1 + i), fade);
        scree_store(value + i, folded.value);
        if (axes > 1) {
            scree_store(slope + i, folded.slope);
        }
    }
}

static void fold_line(const scree_cpu_octave *octave, const scree_node_row *nodes, const scree_cpu_line *line,
                      float *value, float *slope)
{
    if (!carries_gradients(octave->kind)) {
        fold_line_of(false, 2, nodes, line, value, slope);
    } else if (octave->axes == 1) {
        fold_line_of(true, 1, nodes, line, value, slope);
    } else if (octave->axes == 2) {
        fold_line_of(true, 2, nodes, line, value, slope);
    } else {
        fold_line_of(true, 3, nodes, line, value, slope);
    }
}

SCREE_FN void derive_line_of(bool has_gradients, uint32_t axes, const scree_cpu_octave *octave,
                             const scree_node_row *nodes, const scree_cpu_line *line, float *value, float *slope)
{
    const scree_f32 frequency = scree_broadcast(octave->frequency);
    for (size_t i = 0; i < line->count; i += SCREE_LANES) {
        const scree_node_window window = scree_node_window_at(line->node + i, line->base);
        const scree_f32 fraction = scree_load(line->fraction + i);
        const scree_f32 fraction1 = scree_load(line->fraction1 + i);
        const scree_f32 fade_slope = scree_fade_slope((scree_index)octave->fade, fraction, fraction1);
        scree_f32 derived;
        if (has_gradients) {
            const scree_node low = read_node(axes, nodes, window, 0);
            const scree_node high = read_node(axes, nodes, window, 1);
            derived = scree_dual_fold(scree_dual_end(axes <= 2, low.value, low.slope_x, fraction),
                                      scree_dual_end(axes <= 2, high.value, high.slope_x, fraction1), low.slope_x,
                                      high.slope_x, scree_load(line->fade + i), fade_slope);
            if (axes > 1) {
                scree_store(slope + i, scree_dual_rise(low.slope_y, high.slope_y, fade_slope));
            }
        } else {
            derived = scree_dual_rise(scree_node_read(nodes->value, window, 0),
                                      scree_node_read(nodes->value, window, 1), fade_slope);
        }
        scree_store(value + i, octave->axes > 1 ? derived : derived * frequency);
    }
}

/* The derivatives along x of what fold_line() makes. With one axis they are the samples', for each cell of the first
   octave. */
static void derive_line(const scree_cpu_octave *octave, const scree_node_row *nodes, const scree_cpu_line *line,
                        float *value, float *slope)
{
    if (!carries_gradients(octave->kind)) {
        derive_line_of(false, 2, octave, nodes, line, value, slope);
    } else if (octave->axes == 1) {
        derive_line_of(true, 1, octave, nodes, line, value, slope);
    } else if (octave->axes == 2) {
        derive_line_of(true, 2, octave, nodes, line, value, slope);
    } else {
        derive_line_of(true, 3, octave, nodes, line, value, slope);
    }
}

/* Vectors of a row that are summed at once: as many as registers hold beside their inputs. */
#if SCREE_LANES == 16
#define MOST_VECTORS 2
#else
#define MOST_VECTORS 1
#endif

/* One octave of `rows` rows and `vectors` vectors of each, added to `sum`. */
SCREE_FN void add_octave(const scree_sum_octave *octave, bool has_gradients, scree_index fractal, uint32_t first,
                         uint32_t rows, uint32_t vectors, bool is_shared, size_t i, scree_f32 *sum)
{
    scree_f32 weight = scree_broadcast(octave->weight);
    line_pair pair[MOST_VECTORS];
    SCREE_UNROLL
    for (uint32_t row = 0; row < rows; row++) {
        SCREE_UNROLL
        for (uint32_t v = 0; v < vectors; v++) {
            if (row == 0 || !is_shared) {
                pair[v] = load_pair(has_gradients, octave, 0, first + row, i + v * SCREE_LANES);
            }
            scree_f32 value = fold_y(has_gradients, pair[v], octave, first + row);
            sum[row * vectors + v] =
                scree_add_octave(sum[row * vectors + v], scree_fractal_shape(fractal, value, weight));
        }
    }
}

SCREE_FN void add_evaluated(const scree_sum_octave *octave, scree_index fractal, uint32_t first, uint32_t rows,
                            uint32_t vectors, size_t i, scree_f32 *sum)
{
    scree_f32 weight = scree_broadcast(octave->weight);
    SCREE_UNROLL
    for (uint32_t row = 0; row < rows; row++) {
        SCREE_UNROLL
        for (uint32_t v = 0; v < vectors; v++) {
            scree_f32 value = scree_load(octave->low[first + row] + i + v * SCREE_LANES);
            sum[row * vectors + v] =
                scree_add_octave(sum[row * vectors + v], scree_fractal_shape(fractal, value, weight));
        }
    }
}

/* Fractals that are not simple share their code, in which a vector is summed over all octaves before the next. */
#define ANY_FRACTAL 0xffffffffu

static __attribute__((noinline)) void sum_in_any_fractal(const scree_sum_batch *batch, bool has_gradients,
                                                         uint32_t first, uint32_t rows, uint32_t vectors, size_t i,
                                                         scree_f32 *sum)
{
    for (uint32_t s = 0; s < rows * vectors; s++) {
        const uint32_t row = first + s / vectors;
        const size_t at = i + s % vectors * SCREE_LANES;
        scree_fractal_state state = scree_fractal_start();
        for (uint32_t o = 0; o < batch->octave_count; o++) {
            const scree_sum_octave *octave = &batch->octaves[o];
            scree_f32 value = octave->is_evaluated
                                  ? scree_load(octave->low[row] + at)
                                  : fold_y(has_gradients, load_pair(has_gradients, octave, 0, row, at), octave, row);
            state = scree_fractal_add(state, batch->fractal, value, scree_broadcast(octave->weight), batch->options);
        }
        sum[s] = state.sum;
    }
}

/* The sum of all octaves for `vectors` vectors of each of `rows` rows. */
SCREE_FN void sum_vectors(const scree_sum_batch *batch, bool has_gradients, scree_index fractal, uint32_t first,
                          uint32_t rows, uint32_t vectors, size_t i, scree_f32 *sum)
{
    if (fractal == ANY_FRACTAL) {
        sum_in_any_fractal(batch, has_gradients, first, rows, vectors, i, sum);
        return;
    }
    SCREE_UNROLL
    for (uint32_t s = 0; s < rows * vectors; s++) {
        sum[s] = scree_fractal_start().sum;
    }
    for (uint32_t o = 0; o < batch->octave_count; o++) {
        const scree_sum_octave *octave = &batch->octaves[o];
        if (octave->is_evaluated) {
            add_evaluated(octave, fractal, first, rows, vectors, i, sum);
        } else if ((octave->shared >> (first / SCREE_GROUP_ROWS)) & 1u) {
            add_octave(octave, has_gradients, fractal, first, rows, vectors, true, i, sum);
        } else {
            add_octave(octave, has_gradients, fractal, first, rows, vectors, false, i, sum);
        }
    }
}

/* How the samples of a group leave the registers. */
typedef enum store_mode {
    STORE_PLAIN,   /* Rows start anywhere; the last vector may be a part of one. */
    STORE_STREAMED /* Writes pass the caches; the start and stride of rows are multiples of a vector's bytes. */
} store_mode;

/* Sums and stores `vectors` vectors of each row from sample `i` on, but none from `end` on, and widens the range. */
SCREE_FN void sum_column(const scree_sum_batch *batch, bool has_gradients, scree_index fractal, uint32_t first,
                         uint32_t rows, uint32_t vectors, store_mode mode, size_t i, size_t end, float *out,
                         size_t row_stride, scree_f32 *minimum, scree_f32 *maximum)
{
    scree_f32 sum[SCREE_GROUP_ROWS * MOST_VECTORS];
    sum_vectors(batch, has_gradients, fractal, first, rows, vectors, i, sum);
    SCREE_UNROLL
    for (uint32_t row = 0; row < rows; row++) {
        SCREE_UNROLL
        for (uint32_t v = 0; v < vectors; v++) {
            float *to = out + row * row_stride + v * SCREE_LANES;
            scree_f32 value = sum[row * vectors + v];
            *minimum = scree_minimum(value, *minimum);
            *maximum = scree_maximum(value, *maximum);
            if (mode == STORE_STREAMED) {
                scree_store_past_cache(to, value);
            } else {
                scree_store_some(to, value, end - i - v * SCREE_LANES);
            }
        }
    }
}

/* Sums samples `begin` to `end` - 1 of `rows` rows. */
SCREE_FN void sum_span(const scree_sum_batch *batch, bool has_gradients, scree_index fractal, uint32_t first,
                       uint32_t rows, store_mode mode, size_t begin, size_t end, float *out, size_t row_stride)
{
    scree_f32 minimum = scree_load(batch->minimum);
    scree_f32 maximum = scree_load(batch->maximum);
    size_t i = begin;
    for (; i + MOST_VECTORS * SCREE_LANES <= end; i += MOST_VECTORS * SCREE_LANES) {
        sum_column(batch, has_gradients, fractal, first, rows, MOST_VECTORS, mode, i, end, out + (i - begin),
                   row_stride, &minimum, &maximum);
    }
    for (; mode == STORE_STREAMED && i + SCREE_LANES <= end; i += SCREE_LANES) {
        sum_column(batch, has_gradients, fractal, first, rows, 1, STORE_STREAMED, i, end, out + (i - begin), row_stride,
                   &minimum, &maximum);
    }
    /* Lines repeat their last sample up to a whole number of vectors from their start, but not from elsewhere: there
       the last vector is one of whole samples, some of them again. */
    if (i < end && begin % SCREE_LANES != 0) {
        i = end - SCREE_LANES;
    }
    for (; i < end; i += SCREE_LANES) {
        sum_column(batch, has_gradients, fractal, first, rows, 1, STORE_PLAIN, i, end, out + (i - begin), row_stride,
                   &minimum, &maximum);
    }
    scree_store(batch->minimum, minimum);
    scree_store(batch->maximum, maximum);
}

/* Sums a span of rows from `first` on. */
typedef void span_fn(const scree_sum_batch *batch, uint32_t first, size_t begin, size_t end, float *out,
                     size_t row_stride);

/* The spans of one sort of nodes and one fractal. */
typedef struct sum_spans {
    span_fn *streamed; /* Sums a group of rows and stores past the caches. */
    span_fn *group;    /* Sums a group of rows and stores plainly. */
    span_fn *row;      /* Sums a single row and stores plainly. */
} sum_spans;

/* Functions of their own: each is compiled once for all that call it. */
#define SPAN(name, has_gradients, fractal, rows, mode)                                                                 \
    static __attribute__((noinline)) void name(const scree_sum_batch *batch, uint32_t first, size_t begin, size_t end, \
                                               float *out, size_t row_stride)                                          \
    {                                                                                                                  \
        sum_span(batch, has_gradients, fractal, first, rows, mode, begin, end, out, row_stride);                       \
    }
#define SPANS(name, has_gradients, fractal)                                         \
    SPAN(name##_streamed, has_gradients, fractal, SCREE_GROUP_ROWS, STORE_STREAMED) \
    SPAN(name##_group, has_gradients, fractal, SCREE_GROUP_ROWS, STORE_PLAIN)       \
    SPAN(name##_row, has_gradients, fractal, 1, STORE_PLAIN)                        \
    static const sum_spans name = {name##_streamed, name##_group, name##_row};
#define SPANS_OF(FRACTAL, name, number, shape, normalised) \
    SPANS(value_##name, false, number)                     \
    SPANS(gradient_##name, true, number)
SPANS_OF(FBM, fbm, SCREE_KERNEL_FRACTAL_FBM, , )
SCREE_SIMPLE_FRACTALS(SPANS_OF)
SPANS_OF(ANY, any, ANY_FRACTAL, , )

static const sum_spans *spans_of(const scree_sum_batch *batch)
{
    const bool has_gradients = carries_gradients(batch->kind);
    switch (batch->fractal) {
    case SCREE_KERNEL_FRACTAL_FBM:
        return has_gradients ? &gradient_fbm : &value_fbm;
#define SPANS_CASE(FRACTAL, name, number, shape, normalised) \
    case number:                                             \
        return has_gradients ? &gradient_##name : &value_##name;
        SCREE_SIMPLE_FRACTALS(SPANS_CASE)
#undef SPANS_CASE
    default:
        return has_gradients ? &gradient_any : &value_any;
    }
}

/* Streams whole rows of a group; the first `head` samples of each are stored alone, so that what follows starts at a
   line. */
static void stream_group(const scree_sum_batch *batch, const sum_spans *spans, uint32_t first, size_t head)
{
    float *out = batch->out + first * batch->row_stride;
    if (head > 0) {
        spans->group(batch, first, 0, head, out, batch->row_stride);
    }
    spans->streamed(batch, first, head, batch->count, out + head, batch->row_stride);
}

/*
 * Sums a group whose rows are all aligned differently. Stores that cross cache lines cost several times as much as
 * others, and only aligned ones go past the caches: the samples pass through a staging area from which they are stored
 * by whole lines.
 */
static void stage_group(const scree_sum_batch *batch, const sum_spans *spans, uint32_t first)
{
    float staging[SCREE_GROUP_ROWS * SCREE_STAGED_STRIDE];
    float *to[SCREE_GROUP_ROWS];
    size_t held[SCREE_GROUP_ROWS] = {0};
    for (uint32_t row = 0; row < SCREE_GROUP_ROWS; row++) {
        to[row] = batch->out + (first + row) * batch->row_stride;
    }
    for (size_t begin = 0; begin < batch->count; begin += SCREE_STAGED_FLOATS) {
        size_t left = batch->count - begin;
        size_t samples = left < SCREE_STAGED_FLOATS ? left : SCREE_STAGED_FLOATS;
        spans->group(batch, first, begin, begin + samples, staging + SCREE_LANES, SCREE_STAGED_STRIDE);
        for (uint32_t row = 0; row < SCREE_GROUP_ROWS; row++) {
            held[row] =
                scree_stream_staged(staging + row * SCREE_STAGED_STRIDE, held[row], samples, samples == left, &to[row]);
        }
    }
}

/* The longest rows that are staged in groups, where each row begins at the end of the one before. */
#define LONGEST_RUN_ROW 1024u

/*
 * Sums rows that lie one behind the other as a single run: only its two ends share cache lines with something else,
 * where rows by themselves would share two each.
 */
static void sum_run(const scree_sum_batch *batch, const sum_spans *spans)
{
    float staging[SCREE_LANES + SCREE_GROUP_ROWS * LONGEST_RUN_ROW];
    float *to = batch->out;
    size_t held = 0;
    for (uint32_t row = 0; row < batch->rows;) {
        uint32_t rows = batch->rows - row >= SCREE_GROUP_ROWS ? SCREE_GROUP_ROWS : 1;
        span_fn *span = rows == SCREE_GROUP_ROWS ? spans->group : spans->row;
        span(batch, row, 0, batch->count, staging + SCREE_LANES, batch->count);
        row += rows;
        held = scree_stream_staged(staging, held, rows * batch->count, row == batch->rows, &to);
    }
}

/* Rows shorter than this gain nothing by going past the caches in parts, and shorter than that by a head of their own.
 */
#define SHORTEST_STREAMED 128u
#define SHORTEST_WITH_HEAD 1024u

static void sum_octaves(const scree_sum_batch *batch)
{
    const sum_spans *spans = spans_of(batch);
    size_t head = scree_head_of(batch->out);
    /* Rows whose stride is a multiple of a vector have heads of one length. */
    bool is_alike = batch->row_stride % SCREE_LANES == 0 && (head == 0 || batch->count >= SHORTEST_WITH_HEAD);
    bool is_streamed = batch->is_streamed && ((is_alike && head == 0) || batch->count >= SHORTEST_STREAMED);
    if (is_streamed && !is_alike && batch->row_stride == batch->count && batch->count <= LONGEST_RUN_ROW) {
        sum_run(batch, spans);
        return;
    }
    uint32_t row = 0;
    for (; row + SCREE_GROUP_ROWS <= batch->rows; row += SCREE_GROUP_ROWS) {
        if (is_streamed && is_alike) {
            stream_group(batch, spans, row, head);
        } else if (is_streamed) {
            stage_group(batch, spans, row);
        } else {
            spans->group(batch, row, 0, batch->count, batch->out + row * batch->row_stride, batch->row_stride);
        }
    }
    for (; row < batch->rows; row++) {
        spans->row(batch, row, 0, batch->count, batch->out + row * batch->row_stride, batch->row_stride);
    }
}

void SCREE_CPU_SYMBOL(scree_contraction_kernels)(scree_cpu_kernels *kernels)
{
    kernels->noise.hash_nodes = hash_nodes;
    kernels->noise.fold_nodes = fold_nodes;
    kernels->noise.fold_line = fold_line;
    kernels->noise.derive_nodes = derive_nodes;
    kernels->noise.derive_line = derive_line;
    kernels->noise.sum_octaves = sum_octaves;
}
