/*
 * The sum of octaves that have derivatives: evaluated samples, and lines between which y is folded. Two files share it,
 * for few and for many axes.
 */
#ifndef SCREE_CPU_DUAL_SUM_H
#define SCREE_CPU_DUAL_SUM_H

#include "noise/curl.h"
#include "fold_lines.h"
#include "interleave.h"
#include "noise/noise_duals.h"
#include "staged_stores.h"

/* Rows that are summed at once: as many as registers hold beside their inputs. */
#if SCREE_LANES == 16 && SCREE_DUAL_AXES == 4
#define HELD_ROWS 4
#else
#define HELD_ROWS 1
#endif

/* How octaves are combined. Plain sums have code of their own, which needs the fewest registers. */
typedef enum sum_mode { SUM_PLAIN, SUM_FRACTAL, SUM_CURL } sum_mode;

typedef struct sum_source sum_source;

/* Sums samples `begin` to `end` - 1 of some rows. */
typedef void sum_span(const sum_source *source, uint32_t first, uint32_t rows, size_t begin, size_t end,
                      bool is_streamed, float *out, size_t row_stride);

struct sum_source {
    const scree_sum_batch *batch;
    sum_span *sum_span;
    bool has_gradients;
    /* The derivatives of fade weights along y, of every row in every octave. */
    float fade_slope[SCREE_MAX_OCTAVES][SCREE_MAX_LANES];
};

/* The channels of a vector of samples. */
typedef struct channel_vectors {
    scree_f32 channel[SCREE_DUAL_CHANNELS];
} channel_vectors;

static void find_fade_slopes(sum_source *source)
{
    const scree_sum_batch *batch = source->batch;
    for (uint32_t o = 0; o < batch->octave_count; o++) {
        const scree_sum_octave *octave = &batch->octaves[o];
        for (uint32_t row = 0; row < batch->rows && !octave->is_evaluated; row += SCREE_LANES) {
            scree_store(&source->fade_slope[o][row],
                        scree_fade_slope((scree_index)batch->fade, scree_load(octave->fraction + row),
                                         scree_load(octave->fraction1 + row)));
        }
    }
}

SCREE_FN scree_dual load_dual(const scree_sum_octave *octave, uint32_t axes, uint32_t row, size_t i)
{
    const float *from = octave->low[row] + i;
    scree_dual dual = scree_dual_constant(scree_load(from), scree_broadcast(0.0f));
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        dual.slope[axis] = scree_load(from + (axis + 1) * octave->slope_offset);
    }
    return dual;
}

/* The lines of an octave at a vector of samples: values, and derivatives along each axis but y. */
typedef struct line_parts {
    line_pair value;
    line_pair slope[SCREE_DUAL_AXES];
} line_parts;

SCREE_FN line_parts load_parts(const scree_sum_octave *octave, bool has_gradients, uint32_t axes, uint32_t row,
                               size_t i)
{
    line_parts parts;
    parts.value = load_pair(has_gradients, octave, 0, row, i);
    parts.slope[0] = load_pair(has_gradients, octave, 1, row, i);
    SCREE_UNROLL
    for (uint32_t axis = 2; axis < axes; axis++) {
        parts.slope[axis] = load_pair(has_gradients, octave, 1 + axes - axis, row, i);
    }
    return parts;
}

/* Folds y, which comes last: an octave's values and derivatives. */
SCREE_FN scree_dual fold_parts(const scree_sum_octave *octave, float fade_slope, bool has_gradients, uint32_t axes,
                               const line_parts *parts, uint32_t row)
{
    scree_dual dual = scree_dual_constant(fold_y(has_gradients, parts->value, octave, row), scree_broadcast(0.0f));
    dual.slope[0] = fold_y(has_gradients, parts->slope[0], octave, row);
    dual.slope[1] = scree_dual_along(has_gradients, parts->value.low, parts->value.high,
                                     scree_broadcast(octave->fraction[row]), scree_broadcast(octave->fraction1[row]),
                                     scree_broadcast(octave->fade[row]), scree_broadcast(fade_slope));
    SCREE_UNROLL
    for (uint32_t axis = 2; axis < axes; axis++) {
        dual.slope[axis] = fold_y(has_gradients, parts->slope[axis], octave, row);
    }
    return scree_dual_of_cell(dual, scree_broadcast(octave->frequency));
}

/* One octave of `rows` rows, added to plain sums. */
SCREE_FN void add_octave(const sum_source *source, uint32_t o, bool has_gradients, uint32_t axes, uint32_t first,
                         uint32_t rows, bool is_shared, size_t i, scree_fractal_dual *sum)
{
    const scree_sum_octave *octave = &source->batch->octaves[o];
    line_parts parts;
    SCREE_UNROLL
    for (uint32_t row = 0; row < rows; row++) {
        scree_dual dual;
        if (axes == 1 || octave->is_evaluated) {
            dual = load_dual(octave, axes, first + row, i);
        } else {
            if (row == 0 || !is_shared) {
                parts = load_parts(octave, has_gradients, axes, first + row, i);
            }
            dual = fold_parts(octave, source->fade_slope[o][first + row], has_gradients, axes, &parts, first + row);
        }
        sum[row] = scree_fractal_add_dual(sum[row], SCREE_KERNEL_FRACTAL_FBM, dual, scree_broadcast(octave->weight),
                                          source->batch->options);
    }
}

SCREE_FN void sum_plain(const sum_source *source, bool has_gradients, uint32_t axes, uint32_t first, uint32_t rows,
                        size_t i, scree_fractal_dual *sum)
{
    SCREE_UNROLL
    for (uint32_t row = 0; row < rows; row++) {
        sum[row] = scree_fractal_dual_start();
    }
    for (uint32_t o = 0; o < source->batch->octave_count; o++) {
        const scree_sum_octave *octave = &source->batch->octaves[o];
        if (rows > 1 && !octave->is_evaluated && ((octave->shared >> (first / SCREE_GROUP_ROWS)) & 1u)) {
            add_octave(source, o, has_gradients, axes, first, rows, true, i, sum);
        } else {
            add_octave(source, o, has_gradients, axes, first, rows, false, i, sum);
        }
    }
}

/* One octave at a vector of samples. */
SCREE_FN scree_dual octave_dual(const sum_source *source, uint32_t o, uint32_t axes, uint32_t row, size_t i)
{
    const scree_sum_octave *octave = &source->batch->octaves[o];
    if (axes == 1 || octave->is_evaluated) {
        return load_dual(octave, axes, row, i);
    }
    const float fade_slope = source->fade_slope[o][row];
    if (source->has_gradients) {
        const line_parts parts = load_parts(octave, true, axes, row, i);
        return fold_parts(octave, fade_slope, true, axes, &parts, row);
    }
    const line_parts parts = load_parts(octave, false, axes, row, i);
    return fold_parts(octave, fade_slope, false, axes, &parts, row);
}

/* The sum of octaves from `begin` to `end` - 1 by any fractal. */
SCREE_FN scree_dual sum_fractal(const sum_source *source, uint32_t axes, uint32_t begin, uint32_t end, uint32_t row,
                                size_t i)
{
    const scree_sum_batch *batch = source->batch;
    scree_fractal_dual state = scree_fractal_dual_start();
    for (uint32_t o = begin; o < end; o++) {
        state = scree_fractal_add_dual(state, batch->fractal, octave_dual(source, o, axes, row, i),
                                       scree_broadcast(batch->octaves[o].weight), batch->options);
    }
    return state.sum;
}

SCREE_FN scree_curl sum_curl(const sum_source *source, uint32_t axes, uint32_t row, size_t i)
{
    const scree_sum_batch *batch = source->batch;
    scree_curl curl = scree_curl_start();
    for (uint32_t first = 0; first < batch->octave_count; first += batch->curl_octaves) {
        const scree_dual part = sum_fractal(source, axes, first, first + batch->curl_octaves, row, i);
        curl = axes == 2 ? scree_curl_of_plane(part) : scree_curl_add(curl, first / batch->curl_octaves, part);
    }
    return curl;
}

SCREE_FN channel_vectors channels_of_dual(scree_dual dual, uint32_t axes)
{
    channel_vectors vectors;
    vectors.channel[0] = dual.value;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        vectors.channel[1 + axis] = dual.slope[axis];
    }
    return vectors;
}

SCREE_FN channel_vectors channels_of_curl(scree_curl curl, uint32_t axes)
{
    channel_vectors vectors;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        vectors.channel[axis] = curl.along[axis];
    }
    return vectors;
}

/* Sums a vector of each of `rows` rows. */
SCREE_FN void sum_vectors(const sum_source *source, sum_mode mode, bool has_gradients, uint32_t axes, uint32_t first,
                          uint32_t rows, size_t i, channel_vectors *vectors)
{
    scree_fractal_dual sum[HELD_ROWS];
    if (mode == SUM_PLAIN) {
        sum_plain(source, has_gradients, axes, first, rows, i, sum);
    }
    SCREE_UNROLL
    for (uint32_t row = 0; row < rows; row++) {
        if (mode == SUM_PLAIN) {
            vectors[row] = channels_of_dual(sum[row].sum, axes);
        } else if (mode == SUM_FRACTAL) {
            vectors[row] =
                channels_of_dual(sum_fractal(source, axes, 0, source->batch->octave_count, first + row, i), axes);
        } else {
            vectors[row] = channels_of_curl(sum_curl(source, axes, first + row, i), axes);
        }
    }
}

/* Sums whole vectors of `rows` rows, stores them and widens the range. */
SCREE_FN void sum_rows(const sum_source *source, sum_mode mode, bool has_gradients, uint32_t axes, uint32_t first,
                       uint32_t rows, size_t begin, size_t end, bool is_streamed, float *out, size_t row_stride)
{
    const scree_sum_batch *batch = source->batch;
    scree_f32 minimum = scree_load(batch->minimum);
    scree_f32 maximum = scree_load(batch->maximum);
    const uint32_t channels = mode == SUM_CURL ? axes : 1 + axes;
    for (size_t i = begin; i < end; i += SCREE_LANES) {
        channel_vectors vectors[HELD_ROWS];
        sum_vectors(source, mode, has_gradients, axes, first, rows, i, vectors);
        SCREE_UNROLL
        for (uint32_t row = 0; row < rows; row++) {
            minimum = scree_minimum(vectors[row].channel[0], minimum);
            maximum = scree_maximum(vectors[row].channel[0], maximum);
            scree_store_samples(out + row * row_stride + (i - begin) * channels, vectors[row].channel, channels,
                                is_streamed, end - i);
        }
    }
    scree_store(batch->minimum, minimum);
    scree_store(batch->maximum, maximum);
}

/* Sums spans of any number of rows. */
SCREE_FN void sum_any_rows(const sum_source *source, sum_mode mode, bool has_gradients, uint32_t axes, uint32_t first,
                           uint32_t rows, size_t begin, size_t end, bool is_streamed, float *out, size_t row_stride)
{
    const uint32_t held = mode == SUM_PLAIN ? HELD_ROWS : 1;
    uint32_t row = 0;
    for (; held > 1 && row + held <= rows; row += held) {
        sum_rows(source, mode, has_gradients, axes, first + row, held, begin, end, is_streamed, out + row * row_stride,
                 row_stride);
    }
    for (; row < rows; row++) {
        sum_rows(source, mode, has_gradients, axes, first + row, 1, begin, end, is_streamed, out + row * row_stride,
                 row_stride);
    }
}

/* A function of the type sum_span. */
#define SUM_SPAN(name, mode, has_gradients, axes)                                                               \
    static void name(const sum_source *source, uint32_t first, uint32_t rows, size_t begin, size_t end,         \
                     bool is_streamed, float *out, size_t row_stride)                                           \
    {                                                                                                           \
        sum_any_rows(source, mode, has_gradients, axes, first, rows, begin, end, is_streamed, out, row_stride); \
    }

/* Sums a group of rows past the caches, whatever their alignment. */
static void sum_staged(const sum_source *source, uint32_t first, uint32_t rows)
{
    const scree_sum_batch *batch = source->batch;
    const size_t most = SCREE_STAGED_FLOATS / batch->channels / SCREE_LANES * SCREE_LANES;
    float staging[SCREE_GROUP_ROWS * SCREE_STAGED_STRIDE];
    float *to[SCREE_GROUP_ROWS];
    size_t held[SCREE_GROUP_ROWS] = {0};
    for (uint32_t row = 0; row < rows; row++) {
        to[row] = batch->out + (first + row) * batch->row_stride;
    }
    for (size_t begin = 0; begin < batch->count; begin += most) {
        const size_t left = batch->count - begin;
        const size_t samples = left < most ? left : most;
        source->sum_span(source, first, rows, begin, begin + samples, false, staging + SCREE_LANES,
                         SCREE_STAGED_STRIDE);
        for (uint32_t row = 0; row < rows; row++) {
            held[row] = scree_stream_staged(staging + row * SCREE_STAGED_STRIDE, held[row], samples * batch->channels,
                                            samples == left, &to[row]);
        }
    }
}

/* Rows shorter than this gain nothing by going past the caches in parts. */
#define SHORTEST_STREAMED 128u

SCREE_FN bool carries_gradients(const scree_sum_batch *batch)
{
    return scree_kind_has((scree_index)batch->kind, SCREE_KIND_GRADIENTS);
}

/* Sums a batch by a function for its fractal and its axes. */
SCREE_FN void sum_batch(const scree_sum_batch *batch, sum_span *sum)
{
    sum_source source;
    const bool is_aligned = scree_head_of(batch->out) == 0 && batch->row_stride % SCREE_LANES == 0 &&
                            batch->count % SCREE_LANES == 0;
    source.batch = batch;
    source.has_gradients = carries_gradients(batch);
    source.sum_span = sum;
    find_fade_slopes(&source);
    if (!batch->is_streamed || is_aligned || batch->count * batch->channels < SHORTEST_STREAMED) {
        source.sum_span(&source, 0, batch->rows, 0, batch->count, batch->is_streamed && is_aligned, batch->out,
                        batch->row_stride);
        return;
    }
    for (uint32_t row = 0; row < batch->rows; row += SCREE_GROUP_ROWS) {
        const uint32_t left = batch->rows - row;
        sum_staged(&source, row, left < SCREE_GROUP_ROWS ? left : SCREE_GROUP_ROWS);
    }
}

#endif
