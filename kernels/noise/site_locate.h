/*
 * Sites of points: what a coordinate contributes to a position along an axis of a lattice (site.h). The steps are those
 * of the host (src/field/noise/site_rules.h), bit for bit: by integers of 128 bits, or, near the origin, in float64 by
 * steps that round down, or whose errors are known.
 */
#ifndef SCREE_KERNELS_SITE_LOCATE_H
#define SCREE_KERNELS_SITE_LOCATE_H

#include "noise/locate.h"
#include "noise/site.h"

/* The share of one axis of the field in a position along an axis of the lattice: the product of both, and a shift. */
SCREE_STRUCT(scree_site_share)
{
    scree_location_octave factor; /* Its sign is the highest bit of frequency_high. */
    scree_index shift;            /* In 2^-32 cells; one axis of the field has it for all. */
};

/* A point's share. `last` is the last cell of a period, or 2^32 - 1. */
SCREE_FN scree_site_position scree_site_share_of(const scree_float_parts coordinate, const scree_site_share share,
                                                 const scree_index last)
{
    scree_site_position position;
    scree_float_parts signed_coordinate = coordinate;
    signed_coordinate.sign = coordinate.sign ^ ((share.factor.frequency_high >> 31u) != 0u ? 0xffffffffu : 0u);
    scree_wide product = scree_location_shifted(scree_location_product(signed_coordinate, share.factor), share.shift);
    position.part = scree_u32_from_index(product.word1);
    position.cell = scree_u32_from_index(product.word2);
    if (last != 0xffffffffu) {
        scree_pair cell;
        scree_pair period;
        cell.low = product.word2;
        cell.high = product.word3;
        period.low = last + 1u;
        period.high = 0u;
        position.cell = scree_u32_from_index(scree_cell_wrapped(cell, period).low);
    }
    return position;
}

/*
 * Sums of shares near the origin, in units of 2^-32 cells. They begin with a whole number in the middle of those from
 * 2^52 to 2^53, all of which are float64 numbers, so that their lower word is the part and the upper one, less that of
 * the middle, the cell. A share is the product of a coordinate and a factor, rounded down.
 */
#define SCREE_SITE_FAST_MIDDLE 0x43380000u /* The upper word of that number, 1.5 * 2^52. */

#if defined(SCREE_ROUNDS_DOWN)

/* A coordinate. */
SCREE_STRUCT(scree_site_fast)
{
    scree_f64 all;
};

SCREE_FN scree_site_fast scree_site_fast_from(const scree_f64 coordinate)
{
    scree_site_fast fast;
    fast.all = coordinate;
    return fast;
}

/* Whether a magnitude that is not zero cannot take the fast path. */
SCREE_FN bool scree_site_is_too_small(const scree_pair magnitude, const bool is_single)
{
    SCREE_UNUSED(magnitude);
    SCREE_UNUSED(is_single);
    return false;
}

/* Adds a share: the exact sum, rounded down to a whole number, is the sum of whole ones. */
SCREE_FN scree_f64 scree_site_fast_sum(const scree_f64 sum, const scree_site_fast coordinate, const scree_f64 factor,
                                       const bool is_single)
{
    SCREE_UNUSED(is_single);
    return scree_f64_product_sum_down(coordinate.all, factor, sum);
}

#else

/* A coordinate, and two halves of it, of 26 bits each. */
SCREE_STRUCT(scree_site_fast)
{
    scree_f64 all;
    scree_f64 upper;
    scree_f64 lower;
};

/* The factor 2^27 + 1 cuts off the upper half (T. J. Dekker, "A floating-point technique for extending the available
   precision", 1971). */
SCREE_FN scree_site_fast scree_site_fast_from(const scree_f64 coordinate)
{
    scree_site_fast fast;
    fast.all = coordinate;
    scree_f64 cut = fast.all * scree_f64_from_bits(0x41a00000u, 0x02000000u);
    fast.upper = cut - (cut - fast.all);
    fast.lower = fast.all - fast.upper;
    return fast;
}

/* Below 2^-700 halves of a product could be rounded. */
SCREE_FN bool scree_site_is_too_small(const scree_pair magnitude, const bool is_single)
{
    return !is_single && magnitude.high < 0x14300000u && (magnitude.high | magnitude.low) != 0u;
}

/*
 * Adds a share. The error of the rounded product is exact, since the factor's upper half has 26 bits, its lower one 27,
 * and no sum of them needs more than 53. What the sum leaves of the product is a multiple of its last bit, hence zero
 * or greater than its error; together they show on which side of the exact share the sum arrived. A coordinate of 24
 * bits has no need of halves: `is_single`.
 */
SCREE_FN scree_f64 scree_site_fast_sum(const scree_f64 sum, const scree_site_fast coordinate, const scree_f64 factor,
                                       const bool is_single)
{
    scree_f64 upper = scree_f64_from_bits(scree_f64_high(factor), scree_f64_low(factor) & 0xf8000000u);
    scree_f64 lower = factor - upper;
    scree_f64 product = coordinate.all * factor;
    scree_f64 error;
    if (is_single) {
        error = coordinate.all * upper - product;
        error = error + coordinate.all * lower;
    } else {
        error = coordinate.upper * upper - product;
        error = error + coordinate.upper * lower;
        error = error + coordinate.lower * upper;
        error = error + coordinate.lower * lower;
    }
    scree_f64 nearest = sum + product;
    scree_f64 rest = (product - (nearest - sum)) + error;
    return rest < scree_f64_from_bits(0u, 0u) ? nearest - scree_f64_from_one(1.0f) : nearest;
}

#endif

/* The position that such a sum is. `last` is the last cell of a period, or 2^32 - 1. */
SCREE_FN scree_site_position scree_site_fast_position(const scree_f64 sum, const scree_index last)
{
    scree_site_position position;
    position.part = scree_u32_from_index(scree_f64_low(sum));
    scree_index cell = scree_f64_high(sum) - SCREE_SITE_FAST_MIDDLE;
    if (last != 0xffffffffu) {
        bool is_negative = (cell >> 31u) != 0u;
        scree_index rest = (is_negative ? 0u - cell : cell) % (last + 1u);
        cell = is_negative && rest != 0u ? last + 1u - rest : rest;
    }
    position.cell = scree_u32_from_index(cell);
    return position;
}

#endif
