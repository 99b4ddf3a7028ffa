/*
 * Coordinates become axis data sixteen at a time, by AVX-512: there an instruction says how it rounds, and rounding
 * down takes few steps. The bits are those of fixed_position.h and axis_table.h. For locate_kernels.c alone.
 */
#ifndef SCREE_CPU_LOCATE_LANES_H
#define SCREE_CPU_LOCATE_LANES_H

#include "lane_memory.h"
#include "noise_kernels.h"

#define SCREE_NOISE_FADE_NUMBER __m512d
#include "fade_curve.h"

#define ROUND_DOWN (_MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)

/* Fractions from this on have weights that are no traces, whatever the fade: the least curve is about 10 f^3. */
#define SURE_WEIGHT 0x1p-12f

/* Sixteen numbers of float64. */
typedef struct wide {
    __m512d low;
    __m512d high;
} wide;

/* Cells, and fractions of them, rounded down to multiples of 2^-53. */
typedef struct split {
    __m512d cell;
    __m512d fraction;
} split;

/* The halves of the first steps of keys: for cells from 0 on, and for those below (axis_key.h). */
typedef struct key_steps {
    scree_u32 lower[2];
    scree_u32 upper[2];
} key_steps;

/* How sixteen coordinates are located. */
typedef struct lane_rule {
    bool is_moved; /* Without that the frequency is 1 and there is no shift. */
    scree_noise_hash hash;
    scree_noise_fade fade;
    wide frequency;
    wide shift;
    key_steps steps;
} lane_rule;

SCREE_FN wide load_wide(const double *from)
{
    return (wide){.low = _mm512_loadu_pd(from), .high = _mm512_loadu_pd(from + 8)};
}

SCREE_FN wide broadcast_wide(double value)
{
    return (wide){.low = _mm512_set1_pd(value), .high = _mm512_set1_pd(value)};
}

/*
 * Splits position + shift; the shift is a multiple of 2^-24 in [0, 1). Call the exact sum x, and floor(x) its cell.
 *
 *   sum       x rounded down. No whole number lies between the two, since whole numbers below 2^53 are float64 numbers:
 *             both have the same cell. (Cells beyond 32 bits are refused later.)
 *   rest      position - cell lies in [-shift, 1). Rounded down it passes no multiple of 2^-53.
 *   below     rest + shift - 1 lies in [-1, 0), and shift - 1 is exact. Rounded down it is a multiple of 2^-53 if it is
 *             below -1/2; from there on it may be finer, but passes no such multiple.
 *   fraction  below + 1. From 1/2 on it is rounded down to a multiple of 2^-53; less than that it is exact.
 *
 * So no step passes the multiple that is sought, and the last arrives at it. A fraction of zero comes out negative.
 */
SCREE_FN split split_positions(__m512d position, __m512d shift, bool is_moved)
{
    const __m512d one = _mm512_set1_pd(1.0);
    __m512d sum = is_moved ? _mm512_add_round_pd(position, shift, ROUND_DOWN) : position;
    __m512d cell = _mm512_floor_pd(sum);
    __m512d rest = _mm512_sub_round_pd(position, cell, ROUND_DOWN);
    __m512d below = is_moved ? _mm512_add_round_pd(rest, _mm512_sub_pd(shift, one), ROUND_DOWN)
                             : _mm512_sub_round_pd(rest, one, ROUND_DOWN);
    return (split){.cell = cell, .fraction = _mm512_add_round_pd(below, one, ROUND_DOWN)};
}

SCREE_FN __m512 join_halves(__m256 low, __m256 high)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}

SCREE_FN __m512 narrow(wide value)
{
    return join_halves(_mm512_cvtpd_ps(value.low), _mm512_cvtpd_ps(value.high));
}

/* Traces become zero before the others are rounded, for rounding could make one large enough. */
SCREE_FN __m512 narrow_without_traces(wide value)
{
    const __m512d trace = _mm512_set1_pd(SCREE_FADE_TRACE);
    return join_halves(_mm512_maskz_cvtpd_ps(_mm512_cmp_pd_mask(value.low, trace, _CMP_GE_OQ), value.low),
                       _mm512_maskz_cvtpd_ps(_mm512_cmp_pd_mask(value.high, trace, _CMP_GE_OQ), value.high));
}

/* Stores fractions and weights. Small fractions are rare, but zero is not, where points lie on a lattice. */
SCREE_FN void store_weights(scree_noise_fade fade, wide exact, const scree_cpu_located *out, size_t i)
{
    const wide curve = {.low = scree_fade_curve(fade, exact.low), .high = scree_fade_curve(fade, exact.high)};
    __m512 fraction = narrow(exact);
    __m512 weight;
    if (_mm512_cmp_ps_mask(fraction, _mm512_set1_ps(SURE_WEIGHT), _CMP_LT_OQ) == 0) {
        weight = narrow(curve);
    } else {
        fraction = narrow_without_traces(exact);
        weight = narrow_without_traces(curve);
    }
    _mm512_storeu_ps(out->fraction + i, fraction);
    _mm512_storeu_ps(out->fraction1 + i, _mm512_sub_ps(fraction, _mm512_set1_ps(1.0f)));
    _mm512_storeu_ps(out->fade + i, weight);
}

/* scree_axis_key_lower() of every lane. */
SCREE_FN scree_u32 mix_cells(scree_u32 cell, scree_u32 lower, scree_u32 upper)
{
    scree_u32 value = cell ^ lower;
    value = (value ^ (value >> 16)) * 0x7feb352du;
    value = (value ^ (value >> 15)) * 0x846ca68bu;
    return value ^ (value >> 16) ^ upper;
}

SCREE_FN scree_u32 mix_signed_cells(scree_u32 cell, const key_steps *steps)
{
    __mmask16 is_below = _mm512_movepi32_mask((__m512i)cell);
    __m512i lower = _mm512_mask_mov_epi32((__m512i)steps->lower[0], is_below, (__m512i)steps->lower[1]);
    __m512i upper = _mm512_mask_mov_epi32((__m512i)steps->upper[0], is_below, (__m512i)steps->upper[1]);
    return mix_cells(cell, (scree_u32)lower, (scree_u32)upper);
}

SCREE_FN void store_keys(const lane_rule *rule, scree_u32 cell, const scree_cpu_located *out, size_t i)
{
    const key_steps *steps = &rule->steps;
    scree_u32 key0;
    scree_u32 key1;
    if (rule->hash == SCREE_NOISE_HASH_PERLIN2002) {
        key0 = (cell + steps->lower[0]) & 255u;
        key1 = (cell + steps->lower[0] + 1u) & 255u;
    } else if (_mm512_movepi32_mask((__m512i)cell) == 0) {
        key0 = mix_cells(cell, steps->lower[0], steps->upper[0]);
        key1 = mix_cells(cell + 1u, steps->lower[0], steps->upper[0]);
    } else {
        key0 = mix_signed_cells(cell, steps);
        key1 = mix_signed_cells(cell + 1u, steps);
    }
    _mm512_storeu_si512(out->key0 + i, (__m512i)key0);
    _mm512_storeu_si512(out->key1 + i, (__m512i)key1);
}

/* Whether one of the products may be rounded: they are tiny, and no zero. */
SCREE_FN bool may_be_rounded(__m512d position, __m512d coordinate)
{
    __mmask8 is_tiny = _mm512_cmp_pd_mask(_mm512_abs_pd(position), _mm512_set1_pd(NEAREST), _CMP_LT_OQ);
    return _mm512_mask_cmp_pd_mask(is_tiny, coordinate, _mm512_setzero_pd(), _CMP_NEQ_OQ) != 0;
}

/* Locates sixteen coordinates; false where one is too far: its cell or the next is no number of 32 bits. */
SCREE_FN bool locate_sixteen(const lane_rule *rule, const double *coordinates, const scree_cpu_located *out, size_t i)
{
    wide position = load_wide(coordinates + i);
    if (rule->is_moved) {
        position.low = _mm512_mul_pd(position.low, rule->frequency.low);
        position.high = _mm512_mul_pd(position.high, rule->frequency.high);
    }
    split low = split_positions(position.low, rule->shift.low, rule->is_moved);
    split high = split_positions(position.high, rule->shift.high, rule->is_moved);
    /* Cells that no number of 32 bits can hold become the lowest one. */
    __m512i cell =
        _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtpd_epi32(low.cell)), _mm512_cvtpd_epi32(high.cell), 1);
    __m512i next = _mm512_add_epi32(cell, _mm512_set1_epi32(1));
    store_weights(rule->fade, (wide){low.fraction, high.fraction}, out, i);
    store_keys(rule, (scree_u32)cell, out, i);
    return _mm512_cmple_epi32_mask(next, _mm512_set1_epi32(INT32_MIN + 1)) == 0;
}

SCREE_FN bool are_exact(const lane_rule *rule, const double *coordinates)
{
    wide from = load_wide(coordinates);
    return !may_be_rounded(_mm512_mul_pd(from.low, rule->frequency.low), from.low) &&
           !may_be_rounded(_mm512_mul_pd(from.high, rule->frequency.high), from.high);
}

/* Many coordinates by one rule; `is_moved` and `fade` are constants wherever this is called. */
SCREE_FN bool locate_by_rule(lane_rule rule, bool is_moved, const double *coordinates, size_t count,
                             const scree_cpu_located *out)
{
    rule.is_moved = is_moved;
    for (size_t i = 0; i < count; i += 16) {
        if (!locate_sixteen(&rule, coordinates, out, i)) {
            return false;
        }
    }
    return true;
}

SCREE_FN bool locate_alike(const scree_cpu_location_rule *how, scree_noise_fade fade, const double *coordinates,
                           size_t count, const scree_cpu_located *out)
{
    lane_rule rule = {.hash = how->hash,
                      .fade = fade,
                      .frequency = broadcast_wide(how->frequency[0]),
                      .shift = broadcast_wide(how->shift[0])};
    for (int below = 0; below < 2; below++) {
        rule.steps.lower[below] = scree_broadcast_u32((uint32_t)how->upper[below][0]);
        rule.steps.upper[below] = scree_broadcast_u32((uint32_t)(how->upper[below][0] >> 32));
    }
    for (size_t i = 0; how->frequency[0] < 1.0 && i < count; i += 16) {
        if (!are_exact(&rule, coordinates + i)) {
            return false;
        }
    }
    if (how->frequency[0] != 1.0 || how->shift[0] != 0.0) {
        return locate_by_rule(rule, true, coordinates, count, out);
    }
    return locate_by_rule(rule, false, coordinates, count, out);
}

SCREE_FN scree_u32 take_words(const uint64_t *from, unsigned shift)
{
    __m512i low = _mm512_srli_epi64(_mm512_loadu_si512(from), shift);
    __m512i high = _mm512_srli_epi64(_mm512_loadu_si512(from + 8), shift);
    return (scree_u32)_mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi64_epi32(low)),
                                         _mm512_cvtepi64_epi32(high), 1);
}

/* Every coordinate by its own rule. */
SCREE_FN bool locate_each(const scree_cpu_location_rule *how, scree_noise_fade fade, const double *coordinates,
                          size_t count, const scree_cpu_located *out)
{
    for (size_t i = 0; i < count; i += 16) {
        lane_rule rule = {.is_moved = true,
                          .hash = how->hash,
                          .fade = fade,
                          .frequency = load_wide(how->frequency + i),
                          .shift = load_wide(how->shift + i)};
        for (int below = 0; below < 2; below++) {
            rule.steps.lower[below] = take_words(how->upper[below] + i, 0);
            rule.steps.upper[below] = take_words(how->upper[below] + i, 32);
        }
        if (!are_exact(&rule, coordinates + i) || !locate_sixteen(&rule, coordinates, out, i)) {
            return false;
        }
    }
    return true;
}

#endif
