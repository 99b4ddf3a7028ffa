/*
 * Positions of points in lattices (kernels/noise/site.h) by loops over plain arrays, which the compiler makes vectors
 * of. The bits are those of site_rules.h. For site_locate_kernels.c alone.
 *
 * The share of a coordinate is its product with a factor, rounded down to 2^-32 cells. Let p be the product in units of
 * 2^-32 cells as float64 rounds it, and e its error, which the steps of T. J. Dekker ("A floating-point technique for
 * extending the available precision", 1971) find exactly. Numbers below 2^52 have all whole numbers among their
 * neighbours, so a p that is not whole lies between the same two as the exact product. Of a whole p the error is
 * rounded down by itself. Whole numbers are then sums of cells and parts, and no sum is rounded.
 */
#ifndef SCREE_CPU_SITE_LOCATE_LOOPS_H
#define SCREE_CPU_SITE_LOCATE_LOOPS_H

#include <math.h>

#include "site_location_rule.h"

/* Shares of up to this many cells, four of which are summed, leave cells that fit 32 bits. */
#define WIDE_CELLS 0x1p28
/* Errors of products of smaller coordinates might be rounded: no factor is below 2^-160. */
#define LEAST_WIDE 0x1p-700
/* 2^27 + 1, by which a number of 53 bits is cut into two of 26. */
#define CUT 134217729.0

/* Whole numbers, in cells and in 2^-32 cells, that sum up to a position. */
typedef struct wide_sum {
    double cells[SCREE_LOCATED_BATCH];
    double parts[SCREE_LOCATED_BATCH];
} wide_sum;

/* The upper half of a number's bits. */
SCREE_FN double upper_half(double value)
{
    double cut = CUT * value;
    return cut - (cut - value);
}

/* Adds shares: those of many coordinates with one factor, or of one coordinate with many. */
SCREE_FN void add_shares(wide_sum *sum, const double *restrict coordinates, const double *restrict factors,
                         bool has_one_factor)
{
    for (int i = 0; i < SCREE_LOCATED_BATCH; i++) {
        const double coordinate = coordinates[has_one_factor ? i : 0];
        const double factor = factors[has_one_factor ? 0 : i] * 0x1p32;
        const double factor_upper = upper_half(factor);
        const double factor_lower = factor - factor_upper;
        const double upper = upper_half(coordinate);
        const double lower = coordinate - upper;
        const double product = coordinate * factor;
        const double error = ((upper * factor_upper - product) + upper * factor_lower + lower * factor_upper) +
                             lower * factor_lower;
        const double whole = floor(product);
        const double cells = floor(whole * 0x1p-32);
        sum->cells[i] += cells;
        sum->parts[i] += (whole - cells * 0x1p32) + floor(product == whole ? error : 0.0);
    }
}

/* Words of whole numbers from 0 on, below 2^32. */
SCREE_FN uint32_t word_of(double whole)
{
    return (uint32_t)(int32_t)(whole - 0x1p31) ^ 0x80000000u;
}

SCREE_FN void store_sums(const wide_sum *sum, uint32_t *restrict part, uint32_t *restrict cell)
{
    for (int i = 0; i < SCREE_LOCATED_BATCH; i++) {
        const double carried = floor(sum->parts[i] * 0x1p-32);
        part[i] = word_of(sum->parts[i] - carried * 0x1p32);
        cell[i] = (uint32_t)(int32_t)(sum->cells[i] + carried);
    }
}

/* Brings cells, signed numbers, back into a period. No quotient is so near a whole number that it is rounded to it. */
SCREE_FN void wrap_cells(uint32_t *restrict cell, size_t count, uint32_t last)
{
    const double period = (double)last + 1.0;
    for (size_t i = 0; i < count; i++) {
        const double whole = (double)(int32_t)cell[i];
        cell[i] = word_of(whole - floor(whole / period) * period);
    }
}

/* Whether shares of coordinates can be located here; false for a NaN. */
SCREE_FN bool are_wide(const double *coordinates, size_t count, double farthest)
{
    int64_t others = 0;
    for (size_t i = 0; i < count; i++) {
        const double magnitude = fabs(coordinates[i]);
        const bool is_in_reach = magnitude <= farthest;
        others |= (is_in_reach ? 0 : 1) | ((magnitude < LEAST_WIDE) & (magnitude > 0.0));
    }
    return others == 0;
}

/* Locates sixteen points along an axis of the lattice. */
SCREE_FN void locate_row(const scree_cpu_site_location_rule *how, uint32_t row, size_t i)
{
    wide_sum sum;
    for (int k = 0; k < SCREE_LOCATED_BATCH; k++) {
        sum.cells[k] = 0.0;
        sum.parts[k] = how->site->shift[row] * 0x1p32;
    }
    for (uint32_t axis = 0; axis < how->axes; axis++) {
        if (how->site->factor[row][axis] != 0.0) {
            add_shares(&sum, (const double *)how->coordinate[axis] + i, &how->site->factor[row][axis], true);
        }
    }
    store_sums(&sum, how->part[row] + i, how->cell[row] + i);
}

/* Makes keys of cells, or brings them back into a period. */
SCREE_FN void number_row(const scree_cpu_site_location_rule *how, uint32_t row, size_t count)
{
    const scree_site_axis axis = how->site->axis[row];
    uint32_t *restrict cell = how->cell[row];
    for (size_t i = 0; how->has_keys && i < count; i++) {
        cell[i] = cell[i] * axis.stride + axis.start;
    }
    if (!how->has_keys && axis.last != UINT32_MAX) {
        wrap_cells(cell, count, axis.last);
    }
}

SCREE_FN bool locate_sites_wide(const scree_cpu_site_location_rule *how, size_t count)
{
    for (uint32_t axis = 0; axis < how->axes; axis++) {
        if (!are_wide(how->coordinate[axis], count,
                      scree_site_limit(WIDE_CELLS, how->site->norm, how->site->far_shift))) {
            return false;
        }
    }
    for (uint32_t row = 0; row < how->axes; row++) {
        for (size_t i = 0; i < count; i += SCREE_LOCATED_BATCH) {
            locate_row(how, row, i);
        }
        number_row(how, row, count);
    }
    return true;
}

/* Locates a point along sixteen axes of lattices, each in its own octave. */
SCREE_FN void locate_sixteen_pairs(const scree_site_pairs *how, const double *coordinates, size_t i, uint32_t *part,
                                   uint32_t *cell)
{
    wide_sum sum;
    for (int k = 0; k < SCREE_LOCATED_BATCH; k++) {
        sum.cells[k] = 0.0;
        sum.parts[k] = how->shift[i + (size_t)k] * 0x1p32;
    }
    for (uint32_t axis = 0; axis < how->axes; axis++) {
        add_shares(&sum, &coordinates[axis], how->factor[axis] + i, false);
    }
    store_sums(&sum, part + i, cell + i);
}

SCREE_FN bool locate_pairs_wide(const scree_site_pairs *how, const double *coordinates, uint32_t *part, uint32_t *cell)
{
    if (!are_wide(coordinates, how->axes, scree_site_limit(WIDE_CELLS, how->norm, how->far_shift))) {
        return false;
    }
    for (size_t i = 0; i < how->pairs; i += SCREE_LOCATED_BATCH) {
        locate_sixteen_pairs(how, coordinates, i, part, cell);
    }
    for (size_t i = 0; i < how->pairs; i++) {
        cell[i] = cell[i] * how->stride[i] + how->start[i];
    }
    return true;
}

#endif
