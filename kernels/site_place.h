/*
 * Sites of points: what a coordinate contributes to a position along an axis of a lattice (site.h). The steps are those
 * of the host (src/field/noise/site_rules.h), bit for bit.
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

#endif
