/*
 * Sites of points: what a coordinate contributes to a position along an axis of a lattice (site.h). The steps are those
 * of the host (src/field/noise/site_rules.h), bit for bit: by integers of 128 bits, or, near the origin, in float64 by
 * steps whose errors are known.
 */
#ifndef SCREE_KERNELS_SITE_PLACE_H
#define SCREE_KERNELS_SITE_PLACE_H

#include "place.h"
#include "site.h"

/* The share of one axis of the field in a position along an axis of the lattice: the product of both, and a shift. */
SCREE_STRUCT(scree_site_share)
{
    scree_place_octave factor; /* Its sign is the highest bit of frequency_high. */
    scree_index shift;         /* In 2^-32 cells; one axis of the field has it for all. */
};

/* A point's share. `last` is the last cell of a period, or 2^32 - 1. */
SCREE_FN scree_site_position scree_site_share_of(scree_coordinate coordinate, scree_site_share share, scree_index last)
{
    scree_site_position position;
    scree_coordinate signed_coordinate = coordinate;
    signed_coordinate.sign = coordinate.sign ^ ((share.factor.frequency_high >> 31u) != 0u ? 0xffffffffu : 0u);
    scree_wide product = scree_place_shifted(scree_place_product(signed_coordinate, share.factor), share.shift);
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

/* A coordinate times 2^32, and two halves of it, of 26 bits each. */
SCREE_STRUCT(scree_site_near)
{
    scree_f64 all;
    scree_f64 upper;
    scree_f64 lower;
};

/* The factor 2^27 + 1 cuts off the upper half (T. J. Dekker, "A floating-point technique for extending the available
   precision", 1971). */
SCREE_FN scree_site_near scree_site_near_from(scree_f64 coordinate)
{
    scree_site_near near;
    near.all = coordinate * scree_f64_from_bits(0x41f00000u, 0u);
    scree_f64 cut = near.all * scree_f64_from_bits(0x41a00000u, 0x02000000u);
    near.upper = cut - (cut - near.all);
    near.lower = near.all - near.upper;
    return near;
}

/* Where sums of shares begin: in the middle of the whole numbers from 2^52 to 2^53, all of which are float64 numbers.
 */
SCREE_FN scree_f64 scree_site_near_start(void)
{
    return scree_f64_from_bits(0x43380000u, 0u);
}

/*
 * Adds a share without its shift: the product, rounded down to a whole number of 2^-32 cells. The error of the rounded
 * product is exact, since the factor's upper half has 26 bits, its lower one 27, and no sum of them needs more than 53.
 * What the sum leaves of the product is a multiple of its last bit, hence zero or greater than its error; together they
 * tell on which side of the exact share the sum arrived.
 */
SCREE_FN scree_f64 scree_site_near_sum(scree_f64 sum, scree_site_near coordinate, scree_site_share share)
{
    scree_f64 factor = scree_f64_from_bits(share.factor.frequency_high, share.factor.frequency.low);
    scree_f64 upper = scree_f64_from_bits(share.factor.frequency_high, share.factor.frequency.low & 0xf8000000u);
    scree_f64 lower = factor - upper;
    scree_f64 product = coordinate.all * factor;
    scree_f64 error = coordinate.upper * upper - product;
    error = error + coordinate.upper * lower;
    error = error + coordinate.lower * upper;
    error = error + coordinate.lower * lower;
    scree_f64 nearest = sum + product;
    scree_f64 rest = (product - (nearest - sum)) + error;
    return rest < scree_f64_from_bits(0u, 0u) ? nearest - scree_f64_from_one(1.0f) : nearest;
}

/* The position that such a sum and the shift are. `last` is the last cell of a period, or 2^32 - 1. */
SCREE_FN scree_site_position scree_site_near_position(scree_f64 sum, scree_index shift, scree_index last)
{
    scree_site_position position;
    scree_index low = scree_f64_low(sum);
    scree_index part = low + shift;
    position.part = scree_u32_from_index(part);
    scree_index cell = scree_f64_high(sum) - 0x43380000u + (part < low ? 1u : 0u);
    if (last != 0xffffffffu) {
        bool is_negative = (cell >> 31u) != 0u;
        scree_index rest = (is_negative ? 0u - cell : cell) % (last + 1u);
        cell = is_negative && rest != 0u ? last + 1u - rest : rest;
    }
    position.cell = scree_u32_from_index(cell);
    return position;
}

#endif
