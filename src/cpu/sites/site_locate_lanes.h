/*
 * Positions of points in lattices (kernels/noise/site.h), sixteen at a time, by AVX-512: there an instruction says how
 * it rounds. The bits are those of site_rules.h. For site_locate_kernels.c alone.
 *
 * The share of a coordinate is its product with a factor, rounded down to whole units of 2^-32 cells. Numbers from 2^52
 * to 2^53 are whole. A sum begins with one in the middle of them, to which a product is added by one instruction, which
 * rounds once, and down: to the whole number that is the sum of the share. So a sum has the exact shares as long as it
 * stays in that range, which is 2^20 cells wide, and its lower word is the part.
 */
#ifndef SCREE_CPU_SITE_LOCATE_LANES_H
#define SCREE_CPU_SITE_LOCATE_LANES_H

#include <math.h>

#include "lane_memory.h"
#include "site_location_rule.h"
#include "site_locate_loops.h"

#define ROUND_DOWN (_MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)

/* The number from which sums begin, and its upper word. */
#define MIDDLE 0x1.8p52
#define MIDDLE_UPPER 0x43380000u
/* Products up to this number of cells are exact when they are rounded down to whole numbers of 64 bits. */
#define PAIR_CELLS 0x1p20

/* Eight coordinates along an axis. */
SCREE_FN __m512d load_eight(const scree_cpu_site_location_rule *how, bool is_single, uint32_t axis, size_t i)
{
    return is_single ? _mm512_cvtps_pd(_mm256_loadu_ps((const float *)how->coordinate[axis] + i))
                     : _mm512_loadu_pd((const double *)how->coordinate[axis] + i);
}

/* Whether all coordinates along an axis are near; a NaN is not. */
SCREE_FN bool are_near_f32(const float *coordinates, size_t count, float farthest)
{
    __mmask16 far = 0;
    for (size_t i = 0; i < count; i += 16) {
        far |=
            _mm512_cmp_ps_mask(_mm512_abs_ps(_mm512_loadu_ps(coordinates + i)), _mm512_set1_ps(farthest), _CMP_NLE_UQ);
    }
    return far == 0;
}

SCREE_FN bool are_near_f64(const double *coordinates, size_t count, double farthest)
{
    __mmask8 far = 0;
    for (size_t i = 0; i < count; i += 8) {
        far |=
            _mm512_cmp_pd_mask(_mm512_abs_pd(_mm512_loadu_pd(coordinates + i)), _mm512_set1_pd(farthest), _CMP_NLE_UQ);
    }
    return far == 0;
}

SCREE_FN bool are_near(const scree_cpu_site_location_rule *how, size_t count)
{
    const double farthest = scree_site_limit(SCREE_SITE_FAST_CELLS, how->site->norm, how->site->far_shift);
    bool is_near = true;
    for (uint32_t axis = 0; axis < how->axes && is_near; axis++) {
        is_near = how->is_single ? are_near_f32(how->coordinate[axis], count, (float)farthest)
                                 : are_near_f64(how->coordinate[axis], count, farthest);
    }
    return is_near;
}

/* Adds the shares of eight coordinates. */
SCREE_FN __m512d add_eight(__m512d sum, __m512d coordinate, double factor)
{
    return _mm512_fmadd_round_pd(coordinate, _mm512_set1_pd(factor), sum, ROUND_DOWN);
}

/* The words of two registers, the upper or the lower ones of each 64 bits. */
SCREE_FN scree_u32 join_words(__m512i low, __m512i high, bool is_upper)
{
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i order = is_upper ? _mm512_add_epi32(even, _mm512_set1_epi32(1)) : even;
    return (scree_u32)_mm512_permutex2var_epi32(low, order, high);
}

/* The sums of sixteen points along an axis of the lattice, as words. */
SCREE_FN void store_position(const scree_cpu_site_location_rule *how, uint32_t row, size_t i, __m512d low, __m512d high)
{
    scree_u32 cell = join_words(_mm512_castpd_si512(low), _mm512_castpd_si512(high), true);
    if (how->has_keys) {
        const scree_site_axis *axis = &how->site->axis[row];
        cell = cell * axis->stride + (axis->start - MIDDLE_UPPER * axis->stride);
    } else {
        cell = cell - MIDDLE_UPPER;
    }
    scree_store_u32(how->part[row] + i, join_words(_mm512_castpd_si512(low), _mm512_castpd_si512(high), false));
    scree_store_u32(how->cell[row] + i, cell);
}

/* `axes`, `is_diagonal` and `is_single` are constants wherever this is called. */
SCREE_FN void locate_fast(const scree_cpu_site_location_rule *how, uint32_t axes, bool is_diagonal, bool is_single,
                          size_t count)
{
    double factor[SCREE_SITE_AXES][SCREE_SITE_AXES];
    double start[SCREE_SITE_AXES];
    SCREE_UNROLL
    for (uint32_t row = 0; row < axes; row++) {
        start[row] = MIDDLE + how->site->shift[row] * 0x1p32;
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            factor[row][axis] = how->site->factor[row][axis] * 0x1p32;
        }
    }
    for (size_t i = 0; i < count; i += 16) {
        __m512d low[SCREE_SITE_AXES];
        __m512d high[SCREE_SITE_AXES];
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            low[axis] = load_eight(how, is_single, axis, i);
            high[axis] = load_eight(how, is_single, axis, i + 8);
        }
        SCREE_UNROLL
        for (uint32_t row = 0; row < axes; row++) {
            __m512d sum_low = _mm512_set1_pd(start[row]);
            __m512d sum_high = sum_low;
            SCREE_UNROLL
            for (uint32_t axis = 0; axis < axes; axis++) {
                if (!is_diagonal || axis == row) {
                    sum_low = add_eight(sum_low, low[axis], factor[row][axis]);
                    sum_high = add_eight(sum_high, high[axis], factor[row][axis]);
                }
            }
            store_position(how, row, i, sum_low, sum_high);
        }
    }
}

SCREE_FN void locate_fast_typed(const scree_cpu_site_location_rule *how, uint32_t axes, bool is_single, size_t count)
{
    if (how->site->is_diagonal) {
        locate_fast(how, axes, true, is_single, count);
    } else {
        locate_fast(how, axes, false, is_single, count);
    }
}

SCREE_FN void locate_fast_axes(const scree_cpu_site_location_rule *how, uint32_t axes, size_t count)
{
    if (how->is_single) {
        locate_fast_typed(how, axes, true, count);
    } else {
        locate_fast_typed(how, axes, false, count);
    }
}

SCREE_FN bool locate_sites_fast(const scree_cpu_site_location_rule *how, size_t count)
{
    if (!are_near(how, count)) {
        return false;
    }
    switch (how->axes) {
    case 1:
        locate_fast_axes(how, 1, count);
        break;
    case 2:
        locate_fast_axes(how, 2, count);
        break;
    case 3:
        locate_fast_axes(how, 3, count);
        break;
    default:
        locate_fast_axes(how, 4, count);
    }
    for (uint32_t row = 0; row < how->axes; row++) {
        if (!how->has_keys && how->site->axis[row].last != UINT32_MAX) {
            wrap_cells(how->cell[row], count, how->site->axis[row].last);
        }
    }
    return true;
}

/* Locates a point along eight axes of lattices. */
SCREE_FN __m512i locate_eight_pairs(const scree_site_pairs *how, const double *coordinates, size_t i)
{
    __m512i sum = _mm512_cvtpd_epi64(_mm512_loadu_pd(how->shift + i) * 0x1p32);
    for (uint32_t axis = 0; axis < how->axes; axis++) {
        const __m512d coordinate = _mm512_set1_pd(coordinates[axis] * 0x1p32);
        const __m512d share = _mm512_mul_round_pd(coordinate, _mm512_loadu_pd(how->factor[axis] + i), ROUND_DOWN);
        sum = _mm512_add_epi64(sum, _mm512_cvt_roundpd_epi64(share, ROUND_DOWN));
    }
    return sum;
}

SCREE_FN bool locate_pairs_fast(const scree_site_pairs *how, const double *coordinates, uint32_t *part, uint32_t *cell)
{
    for (uint32_t axis = 0; axis < how->axes; axis++) {
        const double magnitude = fabs(coordinates[axis]) * how->norm + how->far_shift;
        if (!(magnitude < PAIR_CELLS && fabs(coordinates[axis]) <= 0x1p60)) {
            return false;
        }
    }
    for (size_t i = 0; i < how->pairs; i += 16) {
        const __m512i low = locate_eight_pairs(how, coordinates, i);
        const __m512i high = locate_eight_pairs(how, coordinates, i + 8);
        const scree_u32 cells = join_words(low, high, true);
        scree_store_u32(part + i, join_words(low, high, false));
        scree_store_u32(cell + i, cells * scree_load_u32(how->stride + i) + scree_load_u32(how->start + i));
    }
    return true;
}

#endif
