/*
 * Cellular noise (S. Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996): every cell of the lattice has one
 * point, and a sample is made of its distances to the points nearest to it. Along each axis the point of a cell lies at
 * 1/2 + jitter * (r - 1/2), where r is a middle of 2^16 equal parts of [0, 1] that the cell's hash selects.
 *
 * Results are exact: no cell that could matter is left out. Let j be the jitter, m = (1 - j) / 2 the margin that points
 * keep from the borders of their cells, a = 1 - m, n the number of axes, and ring r the cells of which the offset along
 * some axis is r, and none is more. Points of ring r are at least r - 1 + m away, by every metric. On the other side,
 * a sample at fraction f in its cell is at most max(f, 1 - f) - m from the cell's own point along an axis; where f is
 * at most 1/2, a - f from its own and a + f from the cell before. With the k cells that are best then, F1 to F3 are at
 * most
 *
 *              F1             F2                              F3 (n = 1; n = 2; beyond)
 *   Euclidean  a sqrt(n)      sqrt((a + f)^2 + (n-1)(a-f)^2)  a + 1;  sqrt(a^2 + (a + 1/2)^2);
 *                                                             sqrt(a^2 + (a + f)^2 + (n - 2)(a - f)^2)
 *   Manhattan  a n            a n + f (2 - n)                 a + 1;  2 a + 1/2;  a n + f (3 - n)
 *   Chebyshev  a              a + 1/2                         a + 1;  a + 1/2;  a + 1/2
 *   hybrid     as the square of the Euclidean one, with every square x^2 replaced by x + x^2
 *
 * for some f from 0 to 1/2, all convex in f, so that one of the two ends is the largest. Therefore F1 to F3 need ring 2
 * at most, and with the Manhattan metric ring 3, or 4 with four axes: at j = 1 the Euclidean bounds are at most 2, the
 * Manhattan ones max(n, 2.5), the others 1.5, or 2 with one axis. The hybrid ones are at most 6 with one and two axes,
 * where ring 3 begins, and below 12 with more, where ring 4 does. The first ring is always visited, others where a lane
 * has a distance that is greater than what the ring begins with, and of them only rows and cells that may be nearer.
 * Lower bounds of distances are computed by the steps of the distances themselves, all of which keep the order of
 * numbers, so that they hold for the rounded ones.
 *
 * The border of the cell of a (the points nearer to a than to any other point) is the nearest of the planes halfway
 * between a and every other point b. If D is the distance to the border, the sample moved by D straight away from a is
 * still nearest to a: F1 + D is at most the largest F1, M = a sqrt(n). The plane of b is at least (|b| - F1) / 2 away,
 * where |b| is the distance to b, so only b with |b| < F1 + 2 D <= 2 M count: rings up to 2, 3, 4 and 4. They are
 * looked through while |b| < F1 + 2 D + 1/32 with the D found so far. The excess makes up for rounding: a plane that is
 * left out is 1/64 farther than D, and an error of 2^-17 in the difference of squares moves it by less. Moreover D is
 * at most (F1 + F2) / 2, since |a - b| is at least F2 - F1; together D is at most (M + the largest F2) / 3.
 *
 * Among points at equal distances the one visited first is the nearest: along each axis offsets go 0, -1, 1, -2, 2, and
 * so on, the last axis is the outermost loop, and a ring is visited after those within it.
 */
#ifndef SCREE_KERNELS_CELLULAR_H
#define SCREE_KERNELS_CELLULAR_H

#include "base/dual.h"
#include "noise/kinds/cellular_cells.h"

/* The aims of a pass through the cells. */
#define SCREE_CELLULAR_NEAREST 0u /* F1 and its cell. */
#define SCREE_CELLULAR_RANKS 1u   /* F2 and F3 as well. */
#define SCREE_CELLULAR_BORDERS 2u
#define SCREE_CELLULAR_WEIGHTS 3u /* The numbers of the smooth minimum. */
/* Added to an aim: keeps what derivatives are made of (cellular_dual.h), too. */
#define SCREE_CELLULAR_TRACED 4u
/* Added to an aim: the code of a visit stands once, in loops, because drivers compile while somebody waits. */
#define SCREE_CELLULAR_ROLLED 8u
/* Added to the aims of searches that are rarer than that for the nearest point. */
#define SCREE_CELLULAR_COMPACT SCREE_AHEAD(0u, SCREE_CELLULAR_ROLLED)

/* The cell of a point that is not the nearest. */
SCREE_STRUCT(scree_cellular_owner)
{
    scree_u32 mixed;
    scree_u32 offset;
};

/* All that a sample knows of the points round it. Euclidean distances are squares here. */
SCREE_STRUCT(scree_cellular_search)
{
    scree_f32 first;
    scree_f32 second;
    scree_f32 third;
    scree_u32 mixed;       /* Mixed keys of the nearest point's cell, */
    scree_u32 offset;      /* and its packed offsets. */
    scree_f32 limit;       /* Only points that are nearer than this count. */
    scree_f32 nearest;     /* F1 itself, from the second pass on. */
    scree_f32 position[4]; /* The nearest point's, in cells from the lowest position in the sample's cell. */
    scree_f32 border;
    scree_f32 weight; /* Sum of the smooth minimum. */
    /* The members of traced passes only: */
    scree_cellular_owner second_owner;
    scree_cellular_owner third_owner;
    scree_cellular_owner border_owner; /* The point on the other side of the border. */
    scree_f32 slope[4];                /* The sum that derivatives of the smooth minimum are made of. */
};

/* The aim of a pass, and whether it is traced. */
SCREE_FN scree_index scree_cellular_aim(const scree_index pass)
{
    return pass & 3u;
}

SCREE_FN bool scree_cellular_is_traced(const scree_index pass)
{
    return (pass & SCREE_CELLULAR_TRACED) != 0u;
}

/* One of two owners, by two numbers. */
SCREE_FN scree_cellular_owner scree_cellular_choose(const scree_f32 a, const scree_f32 b,
                                                    const scree_cellular_owner yes, const scree_cellular_owner no)
{
    scree_cellular_owner chosen;
    chosen.mixed = scree_select_less_words(a, b, yes.mixed, no.mixed);
    chosen.offset = scree_select_less_words(a, b, yes.offset, no.offset);
    return chosen;
}

SCREE_FN scree_cellular_owner scree_cellular_owner_of(const scree_u32 mixed, const scree_u32 offset)
{
    scree_cellular_owner owner;
    owner.mixed = mixed;
    owner.offset = offset;
    return owner;
}

/* Inserts the owner of a distance; `search` is from before it. */
SCREE_FN scree_cellular_search scree_cellular_trace(const scree_cellular_search next,
                                                    const scree_cellular_search search, const scree_f32 distance,
                                                    const scree_u32 mixed, const scree_index offset)
{
    scree_cellular_search traced = next;
    scree_cellular_owner own = scree_cellular_owner_of(mixed, scree_u32_from_index(offset));
    scree_cellular_owner first = scree_cellular_owner_of(search.mixed, search.offset);
    scree_cellular_owner second = scree_cellular_choose(distance, search.first, first, own);
    scree_cellular_owner third = scree_cellular_choose(distance, search.second, search.second_owner, own);
    traced.second_owner = scree_cellular_choose(distance, search.second, second, search.second_owner);
    traced.third_owner = scree_cellular_choose(distance, search.third, third, search.third_owner);
    return traced;
}

/* Inserts a distance among the smallest ones. */
SCREE_FN scree_cellular_search scree_cellular_rank(const scree_cellular_search search, const scree_f32 distance,
                                                   const scree_u32 mixed, const scree_index offset,
                                                   const scree_cellular_options options, const scree_index pass)
{
    scree_cellular_search next = search;
    next.mixed = scree_select_less_words(distance, search.first, mixed, search.mixed);
    next.offset = scree_select_less_words(distance, search.first, scree_u32_from_index(offset), search.offset);
    next.first = scree_minimum(search.first, distance);
    next.limit = next.first;
    if (scree_cellular_aim(pass) == SCREE_CELLULAR_RANKS) {
        next.second = scree_minimum(search.second, scree_maximum(search.first, distance));
        next.third = scree_minimum(search.third, scree_maximum(search.second, distance));
        next.limit = next.second;
        if (options.feature == SCREE_KERNEL_FEATURE_F3) {
            next.limit = next.third;
        }
    }
    if (scree_cellular_aim(pass) == SCREE_CELLULAR_RANKS && scree_cellular_is_traced(pass)) {
        next = scree_cellular_trace(next, search, distance, mixed, offset);
    }
    return next;
}

/* An offset of a packed one, in every lane its own. */
SCREE_FN scree_f32 scree_cellular_unpack(const scree_u32 offset, const scree_index axis)
{
    return scree_f32_from_u24((offset >> (4u * axis)) & 15u) - 8.0f;
}

/* The way from the nearest point to another cell's, along an axis. */
SCREE_FN scree_f32 scree_cellular_between(const scree_cellular_search search, const scree_u32 mixed,
                                          const scree_index offset, const scree_index axis,
                                          const scree_cellular_options options)
{
    scree_offset cells = scree_offset_from_index(((offset >> (4u * axis)) & 15u) - SCREE_CELLULAR_BIAS);
    return (scree_cellular_point(mixed, axis, options) + scree_one_from_offset(cells)) - search.position[axis];
}

/* Adds the square of the distance along an axis, if there is such an axis and it is not the last. */
SCREE_FN scree_f32 scree_cellular_separate(const scree_f32 sum, const scree_cellular_search search,
                                           const scree_u32 mixed, const scree_index offset, const scree_index axis,
                                           const scree_index axes, const scree_cellular_options options)
{
    scree_f32 next = sum;
    if (axis + 1u < axes) {
        scree_f32 between = scree_cellular_between(search, mixed, offset, axis, options);
        next = sum + between * between;
    }
    return next;
}

/* The square of the distance between the nearest point and another cell's. */
SCREE_FN scree_f32 scree_cellular_separation(const scree_cellular_search search, const scree_u32 mixed,
                                             const scree_index offset, const scree_index axes,
                                             const scree_cellular_options options)
{
    scree_f32 last = scree_cellular_between(search, mixed, offset, axes - 1u, options);
    scree_f32 sum = last * last;
    sum = scree_cellular_separate(sum, search, mixed, offset, 2u, axes, options);
    sum = scree_cellular_separate(sum, search, mixed, offset, 1u, axes, options);
    return scree_cellular_separate(sum, search, mixed, offset, 0u, axes, options);
}

/* The border with another point: half the difference of the squared distances, over the distance of the points. */
SCREE_FN scree_cellular_search scree_cellular_halve(const scree_cellular_search search, const scree_f32 distance,
                                                    const scree_u32 mixed, const scree_index offset,
                                                    const scree_index axes, const scree_cellular_options options,
                                                    const scree_index pass)
{
    scree_cellular_search next = search;
    scree_f32 none = scree_f32_in_all(16.0f);
    scree_u32 itself = scree_u32_from_index(offset);
    scree_f32 separation = scree_cellular_separation(search, mixed, offset, axes, options);
    scree_f32 square = scree_f32_from_bits(
        scree_select_equal_u32(search.offset, itself, scree_bits_from_f32(none), scree_bits_from_f32(separation)));
    scree_f32 border = (distance - search.first) * scree_divide(scree_f32_in_all(0.5f), scree_root(square));
    scree_f32 other = scree_f32_from_bits(
        scree_select_equal_u32(search.offset, itself, scree_bits_from_f32(none), scree_bits_from_f32(border)));
    next.border = scree_minimum(search.border, other);
    if (scree_cellular_is_traced(pass)) {
        next.border_owner =
            scree_cellular_choose(other, search.border, scree_cellular_owner_of(mixed, itself), search.border_owner);
    }
    scree_f32 reach = (search.nearest + (next.border + next.border)) + 0.03125f;
    next.limit = reach * reach;
    return next;
}

/* 1 over a distance. Within 2^-40 of a point directions lose their length. */
SCREE_FN scree_f32 scree_cellular_inverse(const scree_f32 length)
{
    scree_f32 one = scree_f32_in_all(1.0f);
    return scree_divide(one, scree_maximum(length, scree_f32_in_all(0.000000000000909494701772928237915039f)));
}

/*
 * A component of the direction to a point, by which the distance grows as the point moves away: 0 where the metric has
 * none. `sum` is the distance as a sum of shares, and `inverse` 1 over it. Offsets whose squares would be subnormal,
 * and components below 2^-63, are 0.
 */
SCREE_FN scree_f32 scree_cellular_direction(const scree_f32 offset, const scree_f32 sum, const scree_f32 inverse,
                                            const scree_index metric)
{
    scree_u32 bits = scree_bits_from_f32(offset);
    scree_u32 none = bits & 0u;
    scree_u32 magnitude = bits & 0x7fffffffu;
    scree_u32 sign = scree_select_equal_u32(magnitude, none, none, (bits ^ magnitude) | 0x3f800000u);
    scree_f32 direction;
    if (metric <= SCREE_KERNEL_METRIC_SQUARED) {
        direction = scree_dual_trimmed(scree_dual_trimmed(offset) * inverse);
    } else if (metric == SCREE_KERNEL_METRIC_HYBRID) {
        direction = scree_f32_from_bits(sign) + (offset + offset);
    } else if (metric == SCREE_KERNEL_METRIC_MANHATTAN) {
        direction = scree_f32_from_bits(sign);
    } else {
        direction = scree_f32_from_bits(scree_select_equal_u32(magnitude, scree_bits_from_f32(sum), sign, none));
    }
    return direction;
}

/* The sum for the axes that follow: of equal offsets the first one is the largest. */
SCREE_FN scree_f32 scree_cellular_unclaimed(const scree_f32 sum, const scree_f32 offset, const scree_index metric)
{
    scree_f32 rest = sum;
    if (metric == SCREE_KERNEL_METRIC_CHEBYSHEV) {
        scree_u32 magnitude = scree_bits_from_f32(offset) & 0x7fffffffu;
        scree_u32 bits = scree_bits_from_f32(sum);
        rest = scree_f32_from_bits(scree_select_equal_u32(magnitude, bits, bits | 0x80000000u, bits));
    }
    return rest;
}

/* Adds to the derivatives of the smooth minimum's sum, each of them times the softness over the logarithm of 2. */
SCREE_FN scree_cellular_search scree_cellular_lean(const scree_cellular_search search, const scree_f32 distance,
                                                   const scree_f32 pull, const scree_u32 mixed,
                                                   const scree_cellular_cell cell, const scree_index axes,
                                                   const scree_cellular_options options, const scree_index metric)
{
    scree_cellular_search next = search;
    scree_f32 inverse = scree_cellular_inverse(scree_cellular_length(distance, metric));
    scree_f32 x = scree_cellular_displacement(mixed, cell, 0u, options);
    scree_f32 sum = scree_cellular_unclaimed(distance, x, metric);
    next.slope[0] = search.slope[0] - pull * scree_cellular_direction(x, distance, inverse, metric);
    if (axes > 1u) {
        scree_f32 y = scree_cellular_displacement(mixed, cell, 1u, options);
        next.slope[1] = search.slope[1] - pull * scree_cellular_direction(y, sum, inverse, metric);
        sum = scree_cellular_unclaimed(sum, y, metric);
    }
    if (axes > 2u) {
        scree_f32 z = scree_cellular_displacement(mixed, cell, 2u, options);
        next.slope[2] = search.slope[2] - pull * scree_cellular_direction(z, sum, inverse, metric);
        sum = scree_cellular_unclaimed(sum, z, metric);
    }
    if (axes > 3u) {
        scree_f32 w = scree_cellular_displacement(mixed, cell, 3u, options);
        next.slope[3] = search.slope[3] - pull * scree_cellular_direction(w, sum, inverse, metric);
    }
    return next;
}

/*
 * Adds a point's weight to the smooth minimum, -s log2(sum of 2^(-d/s)) with the softness s: the sum is kept relative
 * to the nearest distance. Weights fall to zero, smoothly, where cells that are not looked at begin; up to there they
 * stay near 1 for long. This form, unlike minima by polynomials of two distances at a time, depends on no order, and
 * its range has a bound (scree/noise.h) however many points meet.
 *
 * The derivative of a weight e i^2 by the distance d, with the window i = 1 - q^4 of q = w d^2, is
 * -(log 2 / s) e i (i + (16 w s / log 2) q^3 d).
 */
SCREE_FN scree_cellular_search scree_cellular_weigh(const scree_cellular_search search, const scree_f32 distance,
                                                    const scree_u32 mixed, const scree_cellular_cell cell,
                                                    const scree_index axes, const scree_cellular_options options,
                                                    const scree_index metric, const scree_index pass)
{
    scree_cellular_search next = search;
    scree_f32 length = scree_cellular_length(distance, metric);
    scree_f32 square = scree_cellular_share(length, SCREE_KERNEL_METRIC_EUCLIDEAN) * options.window;
    scree_f32 fourth = square * square;
    scree_f32 inside = 1.0f - fourth * fourth;
    scree_f32 power = scree_exp2((search.nearest - length) * options.sharpness);
    scree_f32 weight = power * (inside * inside);
    scree_f32 none = scree_f32_from_bits(scree_u32_from_index(0u));
    next.weight = search.weight + scree_select_less(distance, search.limit, weight, none);
    if (scree_cellular_is_traced(pass)) {
        float fall = options.window * options.softness * 23.0831203f;
        scree_f32 pull =
            scree_dual_trimmed(power * scree_dual_trimmed(inside * (inside + fourth * square * (length * fall))));
        next = scree_cellular_lean(next, distance, scree_select_less(distance, search.limit, pull, none), mixed, cell,
                                   axes, options, metric);
    }
    return next;
}

SCREE_FN scree_cellular_search scree_cellular_visit(const scree_cellular_search search, const scree_cellular_cell cell,
                                                    const scree_index axes, const scree_cellular_options options,
                                                    const scree_index metric, const scree_index pass)
{
    scree_u32 mixed = scree_cellular_mix(cell.keys);
    scree_f32 distance = scree_cellular_distance(mixed, cell, axes, options, metric);
    scree_cellular_search next;
    if (scree_cellular_aim(pass) <= SCREE_CELLULAR_RANKS) {
        next = scree_cellular_rank(search, distance, mixed, cell.offset, options, pass);
    } else if (scree_cellular_aim(pass) == SCREE_CELLULAR_BORDERS) {
        next = scree_cellular_halve(search, distance, mixed, cell.offset, axes, options, pass);
    } else {
        next = scree_cellular_weigh(search, distance, mixed, cell, axes, options, metric, pass);
    }
    return next;
}

/* Visits the cells of a row along x: all three of them in the first ring, which holds the sample's cell, too. */
SCREE_FN scree_cellular_search scree_cellular_first_row(const scree_cellular_search search,
                                                        const scree_cellular_cell row, const scree_site site,
                                                        const scree_index axes, const scree_site_source source,
                                                        const scree_index metric, const scree_index pass)
{
    scree_cellular_search next = search;
    SCREE_UNROLL
    for (scree_index visit = 0u; visit < 3u; visit++) {
        scree_cellular_cell cell = scree_cellular_neighbour(row, site, axes, source, metric, 0u, 1u, visit);
        next = scree_cellular_visit(next, cell, axes, scree_cellular_options_of(source.options), metric, pass);
    }
    return next;
}

/* In other rings those that may be near enough; of a row that is not itself on the ring only the two ends are on it.
   Where code is rolled this goes along the rows of the first ring, too. */
SCREE_FN scree_cellular_search scree_cellular_row(const scree_cellular_search search, const scree_cellular_cell row,
                                                  const scree_site site, const scree_index axes,
                                                  const scree_site_source source, const scree_index metric,
                                                  const scree_index pass, const scree_index ring)
{
    scree_cellular_search next = search;
    scree_index first = row.is_on_ring || ring == 1u ? 0u : 2u * ring - 1u;
    SCREE_ROLLED
    for (scree_index visit = first; visit <= 2u * ring; visit++) {
        scree_cellular_cell cell = scree_cellular_neighbour(row, site, axes, source, metric, 0u, ring, visit);
        if (ring == 1u || scree_some_less(cell.gap, next.limit)) {
            next = scree_cellular_visit(next, cell, axes, scree_cellular_options_of(source.options), metric, pass);
        }
    }
    return next;
}

/* The cell before any axis has been gone along. */
SCREE_FN scree_cellular_cell scree_cellular_no_cell(const scree_f32 zero)
{
    scree_cellular_cell cell;
    cell.keys = scree_u32_from_index(0u);
    cell.offset = 0u;
    cell.is_on_ring = false;
    cell.gap = zero;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_SITE_AXES; axis++) {
        cell.start[axis] = zero;
    }
    return cell;
}

/* Cells along an axis up to a ring; one where there is no such axis. */
SCREE_FN scree_index scree_cellular_visits(const scree_index axes, const scree_index axis, const scree_index ring)
{
    return axis < axes ? 2u * ring + 1u : 1u;
}

/* Visits a ring, row by row. */
SCREE_FN scree_cellular_search scree_cellular_ring(const scree_cellular_search search, const scree_site site,
                                                   const scree_index axes, const scree_site_source source,
                                                   const scree_index metric, const scree_index pass,
                                                   const scree_index ring)
{
    scree_cellular_search next = search;
    scree_index planes = scree_cellular_visits(axes, 2u, ring);
    scree_index rows = scree_cellular_visits(axes, 1u, ring);
    scree_index spaces = scree_cellular_visits(axes, 3u, ring);
    scree_cellular_cell none = scree_cellular_no_cell(scree_f32_from_bits(scree_u32_from_index(0u)));
    SCREE_ROLLED
    for (scree_index w = 0u; w < spaces; w++) {
        scree_cellular_cell space = scree_cellular_neighbour(none, site, axes, source, metric, 3u, ring, w);
        SCREE_ROLLED
        for (scree_index z = 0u; z < planes; z++) {
            scree_cellular_cell plane = scree_cellular_neighbour(space, site, axes, source, metric, 2u, ring, z);
            SCREE_ROLLED
            for (scree_index y = 0u; y < rows; y++) {
                scree_cellular_cell row = scree_cellular_neighbour(plane, site, axes, source, metric, 1u, ring, y);
                if (scree_some_less(row.gap, next.limit)) {
                    if (ring == 1u && (pass & SCREE_CELLULAR_ROLLED) == 0u) {
                        next = scree_cellular_first_row(next, row, site, axes, source, metric, pass);
                    } else {
                        next = scree_cellular_row(next, row, site, axes, source, metric, pass, ring);
                    }
                }
            }
        }
    }
    return next;
}

/* The lesser of a share and what points of a ring have along an axis at least, if there is such an axis. */
SCREE_FN scree_f32 scree_cellular_side_gap(const scree_f32 gap, const scree_site site, const scree_index axis,
                                           const scree_index axes, const scree_cellular_options options,
                                           const scree_index metric, const scree_index ring)
{
    scree_f32 least = gap;
    if (axis < axes) {
        scree_offset cells = scree_offset_from_index(ring);
        scree_f32 before = scree_cellular_start(site.fraction[axis], -cells, options);
        scree_f32 behind = scree_cellular_start(site.fraction[axis], cells, options);
        least = scree_minimum(least, scree_cellular_gap(before, options, metric));
        least = scree_minimum(least, scree_cellular_gap(behind, options, metric));
    }
    return least;
}

/* The share that points of a ring have at least. */
SCREE_FN scree_f32 scree_cellular_ring_gap(const scree_site site, const scree_index axes,
                                           const scree_cellular_options options, const scree_index metric,
                                           const scree_index ring)
{
    scree_offset cells = scree_offset_from_index(ring);
    scree_f32 gap = scree_cellular_gap(scree_cellular_start(site.fraction[0], cells, options), options, metric);
    gap = scree_cellular_side_gap(gap, site, 0u, axes, options, metric, ring);
    gap = scree_cellular_side_gap(gap, site, 1u, axes, options, metric, ring);
    gap = scree_cellular_side_gap(gap, site, 2u, axes, options, metric, ring);
    return scree_cellular_side_gap(gap, site, 3u, axes, options, metric, ring);
}

/* The last ring that may matter, as the head of this file shows. */
SCREE_FN scree_index scree_cellular_last_ring(const scree_index axes, const scree_index metric, const scree_index pass)
{
    scree_index last = 2u;
    if (scree_cellular_aim(pass) == SCREE_CELLULAR_BORDERS) {
        last = axes < 3u ? axes + 1u : 4u;
    } else if (metric == SCREE_KERNEL_METRIC_HYBRID) {
        last = axes < 3u ? 2u : 3u;
    } else if (metric == SCREE_KERNEL_METRIC_MANHATTAN) {
        last = axes < 3u ? 3u : axes;
    }
    if (scree_cellular_aim(pass) == SCREE_CELLULAR_WEIGHTS && metric != SCREE_KERNEL_METRIC_HYBRID) {
        last = metric == SCREE_KERNEL_METRIC_MANHATTAN ? axes + 1u : metric < 2u && axes > 3u ? 3u : 2u;
    }
    return last;
}

/* No point beyond the last ring of weights is nearer than this. */
SCREE_FN scree_index scree_cellular_seen(const scree_index axes, const scree_index metric)
{
    scree_index last = scree_cellular_last_ring(axes, metric, SCREE_CELLULAR_WEIGHTS);
    return metric == SCREE_KERNEL_METRIC_HYBRID ? last + last * last : last;
}

/* Goes through all cells that may matter. */
SCREE_FN scree_cellular_search scree_cellular_pass(const scree_cellular_search search, const scree_site site,
                                                   const scree_index axes, const scree_site_source source,
                                                   const scree_index metric, const scree_index pass)
{
    /* The first ring, all of whose cells are visited, stands before the loop if code may be long. */
    scree_cellular_search next = SCREE_AHEAD(scree_cellular_ring(search, site, axes, source, metric, pass, 1u), search);
    scree_index last = scree_cellular_last_ring(axes, metric, pass);
    bool goes_on = true;
    SCREE_ROLLED
    for (scree_index ring = SCREE_AHEAD(2u, 1u); ring <= last && goes_on; ring++) {
        if (ring > 1u) {
            scree_f32 gap =
                scree_cellular_ring_gap(site, axes, scree_cellular_options_of(source.options), metric, ring);
            goes_on = scree_some_less(gap, next.limit);
        }
        if (goes_on) {
            next = scree_cellular_ring(next, site, axes, source, metric, pass, ring);
        }
    }
    return next;
}

/* Nothing found yet: everything is as far away as nothing is. */
SCREE_FN scree_cellular_search scree_cellular_no_search(const scree_f32 far)
{
    scree_cellular_search search;
    search.first = far;
    search.second = far;
    search.third = far;
    search.mixed = scree_u32_from_index(0u);
    search.offset = search.mixed;
    search.limit = far;
    search.nearest = far;
    search.border = far;
    search.weight = scree_f32_from_bits(scree_u32_from_index(0u));
    search.second_owner = scree_cellular_owner_of(search.mixed, search.offset);
    search.third_owner = search.second_owner;
    search.border_owner = search.second_owner;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_SITE_AXES; axis++) {
        search.position[axis] = far;
        search.slope[axis] = search.weight;
    }
    return search;
}

/* The nearest point's position along an axis. */
SCREE_FN scree_f32 scree_cellular_position(const scree_cellular_search search, const scree_index axis,
                                           const scree_cellular_options options)
{
    return scree_cellular_point(search.mixed, axis, options) + scree_cellular_unpack(search.offset, axis);
}

/* Begins the pass that looks for the border of the nearest point's cell. Positions along axes that the field lacks mean
   nothing. */
SCREE_FN scree_cellular_search scree_cellular_begin_borders(const scree_cellular_search search, const scree_index axes,
                                                            const scree_cellular_options options)
{
    scree_cellular_search begin = search;
    begin.nearest = scree_root(search.first);
    begin.limit = search.border;
    begin.position[0] = scree_cellular_position(search, 0u, options);
    begin.position[1] = scree_cellular_position(search, axes > 1u ? 1u : 0u, options);
    begin.position[2] = scree_cellular_position(search, axes > 2u ? 2u : 0u, options);
    begin.position[3] = scree_cellular_position(search, axes > 3u ? 3u : 0u, options);
    return begin;
}

/* Begins the pass that sums weights. Those below 2^-24 of the nearest point's are left out. */
SCREE_FN scree_cellular_search scree_cellular_begin_weights(const scree_cellular_search search, const scree_index axes,
                                                            const scree_cellular_options options,
                                                            const scree_index metric)
{
    scree_index cells = scree_cellular_seen(axes, metric);
    scree_f32 seen = scree_f32_in_all(scree_one_from_offset(scree_offset_from_index(cells)));
    scree_cellular_search begin = search;
    begin.nearest = scree_cellular_length(search.first, metric);
    begin.limit = scree_cellular_reach(scree_minimum(begin.nearest + 24.0f * options.softness, seen), metric);
    return begin;
}

/* The smooth minimum of the weights' sum, raised so far that points, however many meet, do not take it below zero. */
SCREE_FN scree_f32 scree_cellular_smoothed(const scree_cellular_search search, const scree_cellular_options options)
{
    return (search.nearest + options.rise) - options.softness * scree_log2(search.weight);
}

/* The offset of the nearest point along an axis. */
SCREE_FN scree_f32 scree_cellular_offset(const scree_cellular_search search, const scree_site site,
                                         const scree_index axis, const scree_cellular_options options)
{
    scree_f32 start = (scree_cellular_unpack(search.offset, axis) + options.jitter_start) - site.fraction[axis];
    return scree_cellular_point(search.mixed, axis, options) + start;
}

/* A sum of shares as the distance of a feature: squares stay squares where the metric says so. */
SCREE_FN scree_f32 scree_cellular_measured(const scree_f32 sum, const scree_cellular_options options,
                                           const scree_index metric)
{
    scree_f32 distance = sum;
    if (metric == SCREE_KERNEL_METRIC_EUCLIDEAN && options.metric == SCREE_KERNEL_METRIC_EUCLIDEAN) {
        distance = scree_root(sum);
    }
    return distance;
}

/* Features that are made of F1 to F3. */
SCREE_FN scree_f32 scree_cellular_of_ranks(const scree_cellular_search search, const scree_cellular_options options,
                                           const scree_index metric)
{
    scree_f32 first = scree_cellular_measured(search.first, options, metric);
    scree_f32 second = scree_cellular_measured(search.second, options, metric);
    scree_f32 result = second;
    if (options.feature == SCREE_KERNEL_FEATURE_F3) {
        result = scree_cellular_measured(search.third, options, metric);
    } else if (options.feature == SCREE_KERNEL_FEATURE_F2_MINUS_F1) {
        result = second - first;
    } else if (options.feature == SCREE_KERNEL_FEATURE_F1_TIMES_F2) {
        result = first * second;
    }
    return result * options.scale - 1.0f;
}

/* Features that are made of the nearest point. */
SCREE_FN scree_f32 scree_cellular_of_nearest(const scree_cellular_search search, const scree_site site,
                                             const scree_index axes, const scree_site_source source,
                                             const scree_index metric)
{
    scree_cellular_options options = scree_cellular_options_of(source.options);
    scree_f32 result;
    if (options.feature == SCREE_KERNEL_FEATURE_F1) {
        result = scree_cellular_measured(search.first, options, metric) * options.scale - 1.0f;
    } else if (options.feature == SCREE_KERNEL_FEATURE_VALUE) {
        result = scree_cellular_value(search.mixed);
    } else {
        result = scree_cellular_offset(search, site, 0u, options);
        SCREE_UNROLL
        for (scree_index axis = 1u; axis < axes; axis++) {
            if (options.feature == SCREE_KERNEL_FEATURE_OFFSET + axis) {
                result = scree_cellular_offset(search, site, axis, options);
            }
        }
        result = result * options.scale;
    }
    return result;
}

/*
 * The searches, by the aim of their last pass: each knows the features that are made of what it finds. The metric is
 * one to search by (scree_cellular_searched()). Devices have a kernel for each: rows are as SCREE_SITE_METHODS() says
 * (noise_kinds.h), and the build reads them. The Euclidean metric is a constant in functions of their own where that is
 * worth their compilation; borders have no other.
 */
#define SCREE_CELLULAR_SEARCHES(X)                                         \
    X(nearest, cellular, 6u, 0, SCREE_CELLULAR_NEAREST, SCREE_CHOICE_BOTH) \
    X(ranks, cellular, 6u, 1, SCREE_CELLULAR_RANKS, SCREE_CHOICE_BOTH)     \
    X(border, cellular, 6u, 2, SCREE_CELLULAR_BORDERS, SCREE_CHOICE_USUAL) \
    X(smooth, cellular, 6u, 3, SCREE_CELLULAR_WEIGHTS, SCREE_CHOICE_GIVEN)

/* The search for the feature. */
SCREE_FN scree_index scree_cellular_search_for(const scree_cellular_options options)
{
    scree_index search = SCREE_CELLULAR_NEAREST;
    if (options.feature >= SCREE_KERNEL_FEATURE_F2 && options.feature <= SCREE_KERNEL_FEATURE_F1_TIMES_F2) {
        search = SCREE_CELLULAR_RANKS;
    } else if (options.feature == SCREE_KERNEL_FEATURE_BORDER) {
        search = SCREE_CELLULAR_BORDERS;
    } else if (options.feature == SCREE_KERNEL_FEATURE_F1 && options.softness != 0.0f) {
        search = SCREE_CELLULAR_WEIGHTS;
    }
    return search;
}

/* Squares are searched as Euclidean distances are. */
SCREE_FN scree_index scree_cellular_searched(const scree_index metric)
{
    return metric == SCREE_KERNEL_METRIC_SQUARED ? SCREE_KERNEL_METRIC_EUCLIDEAN : metric;
}

/* The nearest point. */
SCREE_FN scree_cellular_search scree_cellular_find(const scree_site site, const scree_index axes,
                                                   const scree_site_source source, const scree_index metric)
{
    scree_cellular_search none = scree_cellular_no_search(scree_f32_in_all(1024.0f));
    return scree_cellular_pass(none, site, axes, source, metric, SCREE_CELLULAR_NEAREST);
}

/* The nearest point, for what follows. */
SCREE_FN scree_cellular_search scree_cellular_find_compactly(const scree_site site, const scree_index axes,
                                                             const scree_site_source source, const scree_index metric)
{
    scree_cellular_search none = scree_cellular_no_search(scree_f32_in_all(1024.0f));
    return scree_cellular_pass(none, site, axes, source, metric, SCREE_CELLULAR_NEAREST + SCREE_CELLULAR_COMPACT);
}

/* The distance to the border of the nearest point's cell. */
SCREE_FN scree_f32 scree_cellular_border_of(const scree_cellular_search found, const scree_site site,
                                            const scree_index axes, const scree_site_source source)
{
    scree_cellular_search begin = scree_cellular_begin_borders(found, axes, scree_cellular_options_of(source.options));
    scree_cellular_search end = scree_cellular_pass(begin, site, axes, source, SCREE_KERNEL_METRIC_EUCLIDEAN,
                                                    SCREE_CELLULAR_BORDERS + SCREE_CELLULAR_COMPACT);
    return end.border * scree_cellular_options_of(source.options).scale - 1.0f;
}

/* Puts the smooth minimum of all distances in place of F1. */
SCREE_FN scree_cellular_search scree_cellular_smooth_of(const scree_cellular_search found, const scree_site site,
                                                        const scree_index axes, const scree_site_source source,
                                                        const scree_index metric)
{
    scree_cellular_search next = found;
    scree_cellular_search begin =
        scree_cellular_begin_weights(found, axes, scree_cellular_options_of(source.options), metric);
    scree_cellular_search end =
        scree_cellular_pass(begin, site, axes, source, metric, SCREE_CELLULAR_WEIGHTS + SCREE_CELLULAR_COMPACT);
    next.first = scree_cellular_reach(scree_cellular_smoothed(end, scree_cellular_options_of(source.options)), metric);
    return next;
}

/* The searches by themselves: F1 and all that follows from the nearest point; F2, F3, and what is made of F1 and F2;
   the border, whose metric is the Euclidean one; the smooth minimum. */
SCREE_FN scree_f32 scree_cellular_nearest(const scree_site site, const scree_index axes, const scree_site_source source,
                                          const scree_index metric)
{
    return scree_cellular_of_nearest(scree_cellular_find(site, axes, source, metric), site, axes, source, metric);
}

SCREE_FN scree_f32 scree_cellular_ranks(const scree_site site, const scree_index axes, const scree_site_source source,
                                        const scree_index metric)
{
    scree_cellular_search none = scree_cellular_no_search(scree_f32_in_all(1024.0f));
    scree_cellular_search found = scree_cellular_pass(none, site, axes, source, metric, SCREE_CELLULAR_RANKS);
    return scree_cellular_of_ranks(found, scree_cellular_options_of(source.options), metric);
}

SCREE_FN scree_f32 scree_cellular_border(const scree_site site, const scree_index axes, const scree_site_source source,
                                         const scree_index metric)
{
    return scree_cellular_border_of(scree_cellular_find_compactly(site, axes, source, metric), site, axes, source);
}

SCREE_FN scree_f32 scree_cellular_smooth(const scree_site site, const scree_index axes, const scree_site_source source,
                                         const scree_index metric)
{
    scree_cellular_search found = scree_cellular_find_compactly(site, axes, source, metric);
    found = scree_cellular_smooth_of(found, site, axes, source, metric);
    return scree_cellular_of_nearest(found, site, axes, source, metric);
}

/* One octave of cellular noise at one sample, by any search. Devices that choose one beforehand have less to do. */
SCREE_FN scree_f32 scree_cellular_sample(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_index metric = scree_cellular_searched(scree_cellular_options_of(source.options).metric);
    scree_index search = scree_cellular_search_for(scree_cellular_options_of(source.options));
    scree_f32 result;
    if (search == SCREE_CELLULAR_RANKS) {
        result = scree_cellular_ranks(site, axes, source, metric);
    } else if (search == SCREE_CELLULAR_BORDERS) {
        result = scree_cellular_border(site, axes, source, metric);
    } else if (search == SCREE_CELLULAR_WEIGHTS) {
        result = scree_cellular_smooth(site, axes, source, metric);
    } else {
        result = scree_cellular_nearest(site, axes, source, metric);
    }
    return result * source.amplitude;
}

#endif
