/*
 * F1 of cellular noise at samples that share no cells (kernels/noise/kinds/cellular.h): at points, and in rows of far
 * steps.
 *
 * The nearest point nearly always lies in the 2^n cells round the corner of the sample's cell that is nearest to the
 * sample. Points of other cells of the first ring are at least as far away as the farther side of the sample's cell
 * along some axis. Samples whose nearest point so far is farther than that, 3 of 10 with three axes, are collected
 * until they fill a register, and then compared with the rest of the ring. Those for which even the second ring may
 * matter, about one in 3,000, are searched as all others are. Lower bounds are computed by the steps of the distances
 * themselves, so that they hold for the rounded ones; and the least of some numbers is the same in any order.
 */
#ifndef SCREE_CPU_CELLULAR_NEAR_H
#define SCREE_CPU_CELLULAR_NEAR_H

#define SITE_NUMBER SCREE_NOISE_CELLULAR
#define SITE_TRAITS SCREE_KIND_SITES
#include "site_load.h"

/* Rows of fewer samples leave a register half empty too often. */
#define SHORTEST_ROW 64

/* The cells of the first ring along an axis: the sample's own, the one on its nearer side, and the farther one. */
#define OWN 0
#define NEARER 1
#define FARTHER 2
#define SIDES 3

typedef struct cell_sides {
    scree_f32 start[SIDES];
    scree_u32 key[SIDES];
} cell_sides;

/* Samples to be compared with more cells, until they fill a register. */
typedef struct far_samples {
    VECTORS uint32_t fraction[SCREE_SITE_AXES][2 * SCREE_LANES]; /* The bits of floats, like `first`. */
    VECTORS uint32_t cell[SCREE_SITE_AXES][2 * SCREE_LANES];
    VECTORS uint32_t first[2 * SCREE_LANES];
    VECTORS uint32_t number[2 * SCREE_LANES]; /* Destinations of their values. */
    uint32_t count;
} far_samples;

SCREE_FN cell_sides sides_of(scree_site site, scree_site_source source, uint32_t axis)
{
    const scree_cellular_options options = scree_cellular_options_of(source.options);
    const scree_site_axis keys = source.axis[axis];
    const scree_f32 fraction = site.fraction[axis];
    const scree_f32 half = scree_broadcast(0.5f);
    const scree_f32 before = scree_cellular_start(fraction, -1, options);
    const scree_f32 behind = scree_cellular_start(fraction, 1, options);
    const scree_u32 own = scree_site_key(site.cell[axis], keys);
    scree_u32 before_key = own - keys.stride;
    scree_u32 behind_key = own + keys.stride;
    if (keys.last != UINT32_MAX) {
        before_key = scree_site_key_at(site.cell[axis], keys, -1);
        behind_key = scree_site_key_at(site.cell[axis], keys, 1);
    }
    cell_sides sides;
    sides.start[OWN] = scree_cellular_start(fraction, 0, options);
    sides.start[NEARER] = scree_select_less(fraction, half, before, behind);
    sides.start[FARTHER] = scree_select_less(fraction, half, behind, before);
    sides.key[OWN] = own;
    sides.key[NEARER] = scree_select_less_words(fraction, half, before_key, behind_key);
    sides.key[FARTHER] = scree_select_less_words(fraction, half, behind_key, before_key);
    return sides;
}

/* The cell of a side along each axis, two bits for each. */
SCREE_FN scree_f32 distance_to(const cell_sides *sides, uint32_t cell, uint32_t axes, scree_site_source source,
                               scree_index metric)
{
    scree_cellular_cell at;
    at.keys = sides[axes - 1].key[cell >> 2 * (axes - 1) & 3];
    SCREE_UNROLL
    for (uint32_t i = 0; i < axes; i++) {
        const uint32_t axis = axes - 1 - i;
        at.start[axis] = sides[axis].start[cell >> 2 * axis & 3];
        at.keys = i == 0 ? at.keys : at.keys ^ sides[axis].key[cell >> 2 * axis & 3];
    }
    return scree_cellular_distance(scree_cellular_mix(at.keys), at, axes, scree_cellular_options_of(source.options),
                                   metric);
}

/* The least distance after the cells on the farther side along some axis, or after all other cells. */
SCREE_FN scree_f32 search_sides(scree_f32 first, const cell_sides *sides, bool is_far, uint32_t axes,
                                scree_site_source source, scree_index metric)
{
    SCREE_UNROLL
    for (uint32_t cell = 0; cell < 1u << 2 * axes; cell++) {
        const uint32_t farther = cell & 0xaau; /* The upper bits. */
        const bool is_cell = (farther & cell << 1) == 0;
        if (is_cell && (farther != 0) == is_far) {
            first = scree_minimum(first, distance_to(sides, cell, axes, source, metric));
        }
    }
    return first;
}

/* No point on the farther side of some axis is nearer. */
SCREE_FN scree_f32 far_gap(const cell_sides *sides, uint32_t axes, scree_site_source source, scree_index metric)
{
    const scree_cellular_options options = scree_cellular_options_of(source.options);
    scree_f32 gap = scree_cellular_gap(sides[0].start[FARTHER], options, metric);
    SCREE_UNROLL
    for (uint32_t axis = 1; axis < axes; axis++) {
        gap = scree_minimum(gap, scree_cellular_gap(sides[axis].start[FARTHER], options, metric));
    }
    return gap;
}

/* Lanes in which one number is less than another. */
SCREE_FN uint32_t lanes_less(scree_f32 a, scree_f32 b)
{
#if SCREE_LANES == 16
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_LT_OQ);
#elif SCREE_LANES == 8
    return (uint32_t)_mm256_movemask_ps((__m256)(a < b));
#elif SCREE_LANES == 4 && defined(__x86_64__)
    return (uint32_t)_mm_movemask_ps((__m128)(a < b));
#else
    uint32_t words[SCREE_LANES];
    scree_store_u32(words, scree_select_less_words(a, b, scree_broadcast_u32(1), scree_broadcast_u32(0)));
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < SCREE_LANES; lane++) {
        lanes |= words[lane] << lane;
    }
    return lanes;
#endif
}

/* Stores some lanes of a register side by side; what is behind them in a whole register changes. */
SCREE_FN void store_lanes(uint32_t *to, scree_u32 value, uint32_t lanes)
{
#if SCREE_LANES == 16
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)lanes, (__m512i)value));
#else
    uint32_t words[SCREE_LANES];
    scree_store_u32(words, value);
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        *to++ = words[__builtin_ctz(rest)];
    }
#endif
}

SCREE_FN void collect(far_samples *far, scree_site site, scree_f32 first, uint32_t axes, uint32_t lanes,
                      uint32_t number)
{
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        store_lanes(far->fraction[axis] + far->count, scree_bits_from_f32(site.fraction[axis]), lanes);
        store_lanes(far->cell[axis] + far->count, site.cell[axis], lanes);
    }
    store_lanes(far->first + far->count, scree_bits_from_f32(first), lanes);
    store_lanes(far->number + far->count, scree_broadcast_u32(number) + scree_load_u32(lane_numbers), lanes);
    far->count += (uint32_t)__builtin_popcount(lanes);
}

/* A register of those that were collected. What is behind them takes their place. */
SCREE_FN scree_u32 take_lanes(uint32_t *from)
{
    const scree_u32 value = scree_load_u32(from);
    memmove(from, from + SCREE_LANES, SCREE_LANES * sizeof *from);
    return value;
}

/* Compares a register of collected samples, of which the first N count, with the rest of the first ring. */
SCREE_FN void search_far(far_samples *far, uint32_t axes, scree_site_source source, scree_index metric, float *firsts)
{
    const uint32_t count = far->count < SCREE_LANES ? far->count : SCREE_LANES;
    scree_site site;
    cell_sides sides[SCREE_SITE_AXES];
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        site.fraction[axis] = scree_f32_from_bits(take_lanes(far->fraction[axis]));
        site.cell[axis] = take_lanes(far->cell[axis]);
        sides[axis] = sides_of(site, source, axis);
    }
    scree_f32 first = search_sides(scree_f32_from_bits(take_lanes(far->first)), sides, true, axes, source, metric);
    const scree_f32 gap = scree_cellular_ring_gap(site, axes, scree_cellular_options_of(source.options), metric, 2);
    if (scree_some_less(gap, first)) {
        first = scree_cellular_find(site, axes, source, metric).first;
    }
    float found[SCREE_LANES];
    uint32_t number[SCREE_LANES];
    scree_store(found, first);
    scree_store_u32(number, take_lanes(far->number));
    for (uint32_t i = 0; i < count; i++) {
        firsts[number[i]] = found[i];
    }
    far->count -= count;
}

typedef void search_far_fn(far_samples *far, const scree_site_source *source, float *firsts);

/* The least distances of some samples of a row. */
SCREE_FN void find_firsts(const scree_cpu_octave *octave, const scree_cpu_sites *sites, uint32_t row, size_t from,
                          size_t count, uint32_t axes, scree_index metric, const scree_site_source *source,
                          search_far_fn *search, float *firsts)
{
    const row_start start = start_of_row(sites, axes, row);
    far_samples far = {.count = 0};
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        const scree_site site = load_site(octave, sites, start.axis, axes, *source, from + i);
        cell_sides sides[SCREE_SITE_AXES];
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            sides[axis] = sides_of(site, *source, axis);
        }
        const scree_f32 first = search_sides(scree_broadcast(FAR * FAR), sides, false, axes, *source, metric);
        uint32_t lanes = lanes_less(far_gap(sides, axes, *source, metric), first);
        if (count - i < SCREE_LANES) {
            lanes &= (1u << (count - i)) - 1u;
        }
        scree_store(firsts + i, first);
        if (lanes != 0) {
            collect(&far, site, first, axes, lanes, (uint32_t)i);
        }
        if (far.count >= SCREE_LANES) {
            search(&far, source, firsts);
        }
    }
    if (far.count != 0) {
        search(&far, source, firsts);
    }
}

/* Puts the values of the feature in place of least distances. */
SCREE_FN void finish_firsts(float *firsts, size_t count, uint32_t axes, scree_site_source source, scree_index metric)
{
    scree_site nowhere; /* Its position does not count. */
    memset(&nowhere, 0, sizeof nowhere);
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        const scree_cellular_search found = scree_cellular_no_search(scree_load(firsts + i));
        scree_store(firsts + i, scree_cellular_of_nearest(found, nowhere, axes, source, metric) * source.amplitude);
    }
}

SCREE_FN void evaluate_near(const scree_cpu_octave *octave, const scree_cpu_sites *sites, uint32_t axes,
                            scree_index metric, search_far_fn *search)
{
    float values[BATCH + SCREE_MAX_LANES];
    scree_site_source source = source_of_octave(octave, axes, octave->gradient_count);
    source.options.word[SCREE_CELLULAR_OPTION_FEATURE] = SCREE_KERNEL_FEATURE_F1;
    for (uint32_t row = 0; row < sites->rows; row++) {
        for (size_t from = 0; from < sites->count; from += BATCH) {
            const size_t count = sites->count - from < BATCH ? sites->count - from : BATCH;
            find_firsts(octave, sites, row, from, count, axes, metric, &source, search, values);
            finish_firsts(values, count, axes, source, metric);
            deliver_batch(values, count, sites, sites->out + row * sites->row_stride + from);
        }
    }
}

/* Functions of their own, as those of rows are. */
#define NEAR(axes)                                                                                                     \
    static __attribute__((noinline)) void far_##axes(far_samples *far, const scree_site_source *source, float *firsts) \
    {                                                                                                                  \
        search_far(far, axes, *source, SCREE_KERNEL_METRIC_EUCLIDEAN, firsts);                                         \
    }                                                                                                                  \
    static __attribute__((noinline)) void near_##axes(const scree_cpu_octave *octave, const scree_cpu_sites *sites)    \
    {                                                                                                                  \
        evaluate_near(octave, sites, axes, SCREE_KERNEL_METRIC_EUCLIDEAN, far_##axes);                                 \
    }
NEAR(2)
NEAR(3)
NEAR(4)

/* Whether samples are searched so. */
static bool is_near(const scree_cpu_octave *octave, const scree_cpu_sites *sites, scree_cellular_options options)
{
    return octave->axes >= 2 && options.feature == SCREE_KERNEL_FEATURE_F1 && options.softness == 0.0f &&
           options.metric <= SCREE_KERNEL_METRIC_SQUARED && (sites->rows == 1 || sites->count >= SHORTEST_ROW);
}

#endif
