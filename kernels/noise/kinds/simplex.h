/*
 * Simplex noise in two, three and four axes (K. Perlin, "Noise hardware", 2001), made after the description of
 * S. Gustavson, "Simplex noise demystified" (2005).
 *
 * The lattice of n axes has n vectors with equal angles between them, whose lengths have the square n / (n + 1); a site
 * counts cells along these vectors. A displacement of u_0, u_1, ... such cells has a length with the square
 *
 *     (sum of u_a^2) - (sum of u_a)^2 / (n + 1).
 *
 * The order of a site's fractions divides a cell into n! simplices. The corners of one are the lower corner of the cell
 * and those that are reached from it by a step along the axis of the largest fraction, then along the axis of the next,
 * up to the upper corner of the cell. A corner adds its slope, the product of its gradient and the displacement from
 * it, times the fourth power of its reach, which is 1/2 less the square of its length. It adds nothing where its reach
 * is negative, which it is in every simplex that lacks the corner, since 1/2 is the square of a simplex' height. The
 * radius of 0.6 that is often seen instead is beyond that height: with it the noise jumps where simplices meet.
 *
 * The table has gradients by their products with the vectors of the lattice, so that a slope is a sum over the axes of
 * the lattice. Displacements need not be rotated back into the axes of the field, and these functions know nothing of
 * how the lattice lies there.
 */
#ifndef SCREE_KERNELS_SIMPLEX_H
#define SCREE_KERNELS_SIMPLEX_H

#include "base/dual.h"
#include "base/elementary.h"
#include "noise/site.h"

/* A lattice point near a sample. */
SCREE_STRUCT(scree_simplex_corner)
{
    scree_f32 displacement[4]; /* The way from the point to the sample, in cells along each axis of the lattice. */
    scree_u32 keys;            /* The keys of all axes, combined. */
};

/*
 * The hash of a lattice point from its combined keys, of which only the upper bits are used. Keys along an axis are
 * multiples of a random number; squares of such numbers, or as here nearly squares, keep no trace of that in their
 * upper bits (docs/quality.md). It takes one multiplication less than scree_site_hash().
 */
SCREE_FN scree_u32 scree_simplex_hash(const scree_u32 keys)
{
    return keys * (keys >> 7u);
}

/* A corner's gradient, by its products with the vectors of the lattice; zeros beyond the axes. */
SCREE_STRUCT(scree_simplex_gradient)
{
    scree_f32 along[4];
};

SCREE_FN scree_f32 scree_simplex_component(const scree_u32 gradient, const scree_index axis,
                                           const scree_site_source source)
{
    scree_index count = source.gradient_count;
    return scree_table_f32_small(source.gradients, axis * count, count, gradient);
}

SCREE_FN scree_simplex_gradient scree_simplex_gradient_of(const scree_simplex_corner corner, const scree_index axes,
                                                          const scree_site_source source)
{
    scree_u32 number = scree_hash_gradient(scree_simplex_hash(corner.keys), source.gradient_count);
    scree_simplex_gradient gradient;
    gradient.along[0] = scree_simplex_component(number, 0u, source);
    gradient.along[1] = scree_simplex_component(number, 1u, source);
    gradient.along[2] = scree_f32_from_bits(number & 0u);
    gradient.along[3] = gradient.along[2];
    if (axes > 2u) {
        gradient.along[2] = scree_simplex_component(number, 2u, source);
    }
    if (axes > 3u) {
        gradient.along[3] = scree_simplex_component(number, 3u, source);
    }
    return gradient;
}

/* The product of a corner's gradient and the displacement from it. */
SCREE_FN scree_f32 scree_simplex_slope(const scree_simplex_gradient gradient, const scree_simplex_corner corner,
                                       const scree_index axes)
{
    scree_f32 slope = gradient.along[0] * corner.displacement[0] + gradient.along[1] * corner.displacement[1];
    if (axes > 2u) {
        slope = slope + gradient.along[2] * corner.displacement[2];
    }
    if (axes > 3u) {
        slope = slope + gradient.along[3] * corner.displacement[3];
    }
    return slope;
}

/*
 * The sum that corners add to a sample, and two sums for each axis of the lattice, of which its derivative is made
 * (simplex_dual.h): they are unused for the value alone, and then no code is left of them.
 */
SCREE_STRUCT(scree_simplex_part)
{
    scree_f32 value;
    scree_f32 gradient[4]; /* Gradients times weights, */
    scree_f32 pull[4];     /* and displacements times pulls: the cube of the reach times the slope. */
};

/*
 * A corner's addition to a sample. Weights below 2^-40 count as zero, which no result shows: products with them might
 * be subnormal, and some devices read those as zero. Cubes are above 2^-30 then, but a slope may be a small difference
 * of products; since displacements are multiples of 2^-24, it suffices that pulls below 2^-63 count as zero, too.
 */
SCREE_FN scree_simplex_part scree_simplex_add(const scree_f32 reach, const scree_simplex_corner corner,
                                              const scree_index axes, const scree_site_source source)
{
    scree_f32 nothing = scree_f32_from_bits(scree_u32_from_index(0u));
    scree_f32 smallest = scree_f32_in_all(0.0009765625f);
    scree_f32 square = reach * reach;
    scree_f32 weight = scree_select_less(smallest, reach, square * square, nothing);
    scree_f32 cube = scree_select_less(smallest, reach, square * reach, nothing);
    scree_simplex_gradient gradient = scree_simplex_gradient_of(corner, axes, source);
    scree_f32 slope = scree_simplex_slope(gradient, corner, axes);
    scree_f32 pull = scree_dual_trimmed(cube * slope);
    scree_simplex_part part;
    part.value = weight * slope;
    part.gradient[0] = weight * gradient.along[0];
    part.gradient[1] = weight * gradient.along[1];
    part.gradient[2] = weight * gradient.along[2];
    part.gradient[3] = weight * gradient.along[3];
    part.pull[0] = pull * corner.displacement[0];
    part.pull[1] = pull * corner.displacement[1];
    part.pull[2] = nothing;
    part.pull[3] = nothing;
    if (axes > 2u) {
        part.pull[2] = pull * corner.displacement[2];
    }
    if (axes > 3u) {
        part.pull[3] = pull * corner.displacement[3];
    }
    return part;
}

/* The sum of two parts. */
SCREE_FN scree_simplex_part scree_simplex_join(const scree_simplex_part a, const scree_simplex_part b)
{
    scree_simplex_part sum;
    sum.value = a.value + b.value;
    sum.gradient[0] = a.gradient[0] + b.gradient[0];
    sum.gradient[1] = a.gradient[1] + b.gradient[1];
    sum.gradient[2] = a.gradient[2] + b.gradient[2];
    sum.gradient[3] = a.gradient[3] + b.gradient[3];
    sum.pull[0] = a.pull[0] + b.pull[0];
    sum.pull[1] = a.pull[1] + b.pull[1];
    sum.pull[2] = a.pull[2] + b.pull[2];
    sum.pull[3] = a.pull[3] + b.pull[3];
    return sum;
}

/*
 * The lower corner of a site's cell. Axes stand one by one here and below, because nvcc keeps a loop over them, and
 * with it the corner in memory: that made samples of three axes three times as slow.
 */
SCREE_FN scree_simplex_corner scree_simplex_lower(const scree_site site, const scree_index axes)
{
    scree_simplex_corner lower;
    lower.displacement[0] = site.fraction[0];
    lower.displacement[1] = site.fraction[1];
    lower.keys = site.key[0] ^ site.key[1];
    if (axes > 2u) {
        lower.displacement[2] = site.fraction[2];
        lower.keys = lower.keys ^ site.key[2];
    }
    if (axes > 3u) {
        lower.displacement[3] = site.fraction[3];
        lower.keys = lower.keys ^ site.key[3];
    }
    return lower;
}

/* The difference of the keys of two cells that are neighbours along an axis. */
SCREE_FN scree_u32 scree_simplex_step(const scree_site site, const scree_index axis, const scree_site_source source)
{
    scree_u32 key = site.key[axis];
    return key ^ (key + source.axis[axis].stride);
}

/* The key of the cell behind a site's along an axis. */
SCREE_FN scree_u32 scree_simplex_next(const scree_site site, const scree_index axis, const scree_site_source source)
{
    return site.key[axis] + source.axis[axis].stride;
}

/* The upper corner of a site's cell. */
SCREE_FN scree_simplex_corner scree_simplex_upper(const scree_site site, const scree_index axes,
                                                  const scree_site_source source)
{
    scree_simplex_corner upper;
    upper.displacement[0] = site.fraction[0] - 1.0f;
    upper.displacement[1] = site.fraction[1] - 1.0f;
    upper.keys = scree_simplex_next(site, 0u, source) ^ scree_simplex_next(site, 1u, source);
    if (axes > 2u) {
        upper.displacement[2] = site.fraction[2] - 1.0f;
        upper.keys = upper.keys ^ scree_simplex_next(site, 2u, source);
    }
    if (axes > 3u) {
        upper.displacement[3] = site.fraction[3] - 1.0f;
        upper.keys = upper.keys ^ scree_simplex_next(site, 3u, source);
    }
    return upper;
}

/* Two axes. Reaches are times 3/2, so that the square of a length is u_0 (u_0 - u_1) + u_1^2. */
SCREE_FN scree_simplex_part scree_simplex_of_2(const scree_site site, const scree_site_source source)
{
    scree_f32 x = site.fraction[0];
    scree_f32 y = site.fraction[1];
    scree_u32 key_x = site.key[0];
    scree_u32 key_y = site.key[1];
    scree_simplex_corner lower = scree_simplex_lower(site, 2u);
    scree_simplex_corner upper = scree_simplex_upper(site, 2u, source);
    scree_simplex_corner middle;
    middle.displacement[0] = scree_select_less(x, y, x, upper.displacement[0]);
    middle.displacement[1] = scree_select_less(x, y, upper.displacement[1], y);
    middle.keys =
        scree_select_less_words(x, y, key_x ^ (key_y + source.axis[1].stride), (key_x + source.axis[0].stride) ^ key_y);
    scree_f32 sum = x + y;
    scree_f32 lower_reach = 0.75f - (x * (x - y) + y * y);
    scree_f32 upper_reach = lower_reach + (sum - 1.0f);
    scree_f32 middle_reach = upper_reach + (sum - 3.0f * scree_minimum(x, y));
    scree_simplex_part outer = scree_simplex_join(scree_simplex_add(lower_reach, lower, 2u, source),
                                                  scree_simplex_add(upper_reach, upper, 2u, source));
    return scree_simplex_join(outer, scree_simplex_add(middle_reach, middle, 2u, source));
}

/* The corner of three axes that one step leads to; `largest_yz` and `largest_xy` are of two fractions each. */
SCREE_FN scree_simplex_corner scree_simplex_first(const scree_site site, const scree_simplex_corner lower,
                                                  const scree_simplex_corner upper, const scree_f32 largest_yz,
                                                  const scree_f32 largest_xy, const scree_site_source source)
{
    scree_f32 x = lower.displacement[0];
    scree_f32 y = lower.displacement[1];
    scree_f32 z = lower.displacement[2];
    scree_u32 step_yz = scree_select_less_words(largest_xy, z, scree_simplex_step(site, 2u, source),
                                                scree_simplex_step(site, 1u, source));
    scree_simplex_corner first;
    first.displacement[0] = scree_select_less(x, largest_yz, x, upper.displacement[0]);
    first.displacement[1] =
        scree_select_less(x, largest_yz, scree_select_less(largest_xy, z, y, upper.displacement[1]), y);
    first.displacement[2] = scree_select_less(largest_xy, z, upper.displacement[2], z);
    first.keys = lower.keys ^ scree_select_less_words(x, largest_yz, step_yz, scree_simplex_step(site, 0u, source));
    return first;
}

/* The corner of three axes that is one step from the upper one, along the axis of the smallest fraction. */
SCREE_FN scree_simplex_corner scree_simplex_second(const scree_site site, const scree_simplex_corner lower,
                                                   const scree_simplex_corner upper, const scree_f32 smallest_yz,
                                                   const scree_f32 smallest_xy, const scree_site_source source)
{
    scree_f32 x = lower.displacement[0];
    scree_f32 y = lower.displacement[1];
    scree_f32 z = lower.displacement[2];
    scree_u32 step_yz = scree_select_less_words(smallest_xy, z, scree_simplex_step(site, 1u, source),
                                                scree_simplex_step(site, 2u, source));
    scree_simplex_corner second;
    second.displacement[0] = scree_select_less(x, smallest_yz, x, upper.displacement[0]);
    second.displacement[1] = scree_select_less(x, smallest_yz, upper.displacement[1],
                                               scree_select_less(smallest_xy, z, y, upper.displacement[1]));
    second.displacement[2] = scree_select_less(smallest_xy, z, upper.displacement[2], z);
    second.keys = upper.keys ^ scree_select_less_words(x, smallest_yz, scree_simplex_step(site, 0u, source), step_yz);
    return second;
}

/* Three axes. */
SCREE_FN scree_simplex_part scree_simplex_of_3(const scree_site site, const scree_site_source source)
{
    scree_f32 x = site.fraction[0];
    scree_f32 y = site.fraction[1];
    scree_f32 z = site.fraction[2];
    scree_f32 largest_yz = scree_maximum(y, z);
    scree_f32 smallest_yz = scree_minimum(y, z);
    scree_f32 largest = scree_maximum(x, largest_yz);
    scree_f32 smallest = scree_minimum(x, smallest_yz);
    scree_simplex_corner lower = scree_simplex_lower(site, 3u);
    scree_simplex_corner upper = scree_simplex_upper(site, 3u, source);
    scree_simplex_corner first = scree_simplex_first(site, lower, upper, largest_yz, scree_maximum(x, y), source);
    scree_simplex_corner second = scree_simplex_second(site, lower, upper, smallest_yz, scree_minimum(x, y), source);
    scree_f32 half_sum = (x + y + z) * 0.5f;
    scree_f32 lower_reach = (half_sum * half_sum + 0.5f) - (x * x + y * y + z * z);
    scree_f32 less = lower_reach - 0.75f;
    scree_f32 upper_reach = less + half_sum;
    scree_f32 first_reach = (less - half_sum) + (largest + largest);
    scree_f32 second_reach = (upper_reach + (half_sum - 0.25f)) - (smallest + smallest);
    scree_simplex_part outer = scree_simplex_join(scree_simplex_add(lower_reach, lower, 3u, source),
                                                  scree_simplex_add(upper_reach, upper, 3u, source));
    scree_simplex_part inner = scree_simplex_join(scree_simplex_add(first_reach, first, 3u, source),
                                                  scree_simplex_add(second_reach, second, 3u, source));
    return scree_simplex_join(outer, inner);
}

/* Numbers in the order of four fractions, all different: of equal fractions that of the first axis is the greatest. */
SCREE_STRUCT(scree_simplex_order)
{
    scree_u32 rank[4];   /* The rank of each axis. */
    scree_u32 sorted[4]; /* The greatest first. */
};

/* The greater of two words, the other of which is given. */
SCREE_FN scree_u32 scree_simplex_other(const scree_u32 a, const scree_u32 b, const scree_u32 one)
{
    return a ^ b ^ one;
}

SCREE_FN scree_simplex_order scree_simplex_order_of(const scree_site site)
{
    scree_simplex_order order;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        order.rank[axis] = (scree_bits_from_f32(site.fraction[axis]) << 2u) + (3u - axis);
    }
    scree_u32 low_01 = scree_minimum_u32(order.rank[0], order.rank[1]);
    scree_u32 low_23 = scree_minimum_u32(order.rank[2], order.rank[3]);
    scree_u32 high_01 = scree_simplex_other(order.rank[0], order.rank[1], low_01);
    scree_u32 high_23 = scree_simplex_other(order.rank[2], order.rank[3], low_23);
    scree_u32 high_least = scree_minimum_u32(high_01, high_23);
    scree_u32 low_least = scree_minimum_u32(low_01, low_23);
    scree_u32 low_most = scree_simplex_other(low_01, low_23, low_least);
    order.sorted[0] = scree_simplex_other(high_01, high_23, high_least);
    order.sorted[2] = scree_minimum_u32(high_least, low_most);
    order.sorted[1] = scree_simplex_other(high_least, low_most, order.sorted[2]);
    order.sorted[3] = low_least;
    return order;
}

/* The corner of four axes that N steps (1 to 3) lead to. */
SCREE_FN scree_simplex_corner scree_simplex_after(const scree_site site, const scree_simplex_order order,
                                                  const scree_index steps, const scree_site_source source)
{
    scree_u32 least = order.sorted[steps - 1u];
    scree_simplex_corner corner;
    corner.keys = scree_u32_from_index(0u);
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 4u; axis++) {
        scree_u32 rank = order.rank[axis];
        scree_u32 key = site.key[axis];
        scree_u32 lower = scree_bits_from_f32(site.fraction[axis]);
        scree_u32 upper = scree_bits_from_f32(site.fraction[axis] - 1.0f);
        corner.displacement[axis] = scree_f32_from_bits(scree_select_less_u32(rank, least, lower, upper));
        corner.keys = corner.keys ^ scree_select_less_u32(rank, least, key, key + source.axis[axis].stride);
    }
    return corner;
}

/* How much greater the reach of a corner is than that of the corner before it, without a constant. */
SCREE_FN scree_f32 scree_simplex_gain(const scree_simplex_order order, const scree_index steps, const scree_f32 sum)
{
    scree_f32 fraction = scree_f32_from_bits(order.sorted[steps - 1u] >> 2u);
    return (fraction + fraction) - sum * 0.4f;
}

/* Four axes. */
SCREE_FN scree_simplex_part scree_simplex_of_4(const scree_site site, const scree_site_source source)
{
    scree_f32 x = site.fraction[0];
    scree_f32 y = site.fraction[1];
    scree_f32 z = site.fraction[2];
    scree_f32 w = site.fraction[3];
    scree_simplex_order order = scree_simplex_order_of(site);
    scree_f32 sum = (x + y) + (z + w);
    scree_f32 reach_0 = (sum * sum * 0.2f + 0.5f) - ((x * x + y * y) + (z * z + w * w));
    scree_f32 reach_1 = (reach_0 - 0.8f) + scree_simplex_gain(order, 1u, sum);
    scree_f32 reach_2 = (reach_1 - 0.4f) + scree_simplex_gain(order, 2u, sum);
    scree_f32 reach_3 = reach_2 + scree_simplex_gain(order, 3u, sum);
    scree_f32 reach_4 = (reach_3 + 0.4f) + scree_simplex_gain(order, 4u, sum);
    scree_simplex_corner upper = scree_simplex_upper(site, 4u, source);
    scree_simplex_part outer = scree_simplex_join(scree_simplex_add(reach_0, scree_simplex_lower(site, 4u), 4u, source),
                                                  scree_simplex_add(reach_4, upper, 4u, source));
    scree_simplex_part part_1 = scree_simplex_add(reach_1, scree_simplex_after(site, order, 1u, source), 4u, source);
    scree_simplex_part part_2 = scree_simplex_add(reach_2, scree_simplex_after(site, order, 2u, source), 4u, source);
    scree_simplex_part part_3 = scree_simplex_add(reach_3, scree_simplex_after(site, order, 3u, source), 4u, source);
    return scree_simplex_join(scree_simplex_join(outer, scree_simplex_join(part_1, part_3)), part_2);
}

/* All corners of a sample in 2 to 4 axes. */
SCREE_FN scree_simplex_part scree_simplex_of(const scree_site site, const scree_index axes,
                                             const scree_site_source source)
{
    scree_simplex_part part;
    if (axes == 2u) {
        part = scree_simplex_of_2(site, source);
    } else if (axes == 3u) {
        part = scree_simplex_of_3(site, source);
    } else {
        part = scree_simplex_of_4(site, source);
    }
    return part;
}

/* One octave at one sample, in 2 to 4 axes. */
SCREE_FN scree_f32 scree_simplex_sample(const scree_site site, const scree_index axes, const scree_site_source source)
{
    return scree_simplex_of(site, axes, source).value;
}

#endif
