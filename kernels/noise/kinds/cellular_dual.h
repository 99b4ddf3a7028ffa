/*
 * Cellular noise with its derivatives, from the same search. A distance changes with the sample by the direction to its
 * point, a border by the direction between the two points that it divides, an offset by one to one, and the value of a
 * cell not at all. Where two points are equally near, the derivative is that of the point found first; at a point
 * itself it is 0. Numbers are trimmed before they are multiplied: no product is subnormal.
 */
#ifndef SCREE_KERNELS_CELLULAR_DUAL_H
#define SCREE_KERNELS_CELLULAR_DUAL_H

#include "noise/kinds/cellular.h"

#define SCREE_CELLULAR_SLOPES (SCREE_CELLULAR_TRACED + SCREE_CELLULAR_COMPACT)

/* The way from a sample to a cell's point along an axis. */
SCREE_FN scree_f32 scree_cellular_displacement_to(const scree_cellular_owner owner, const scree_site site,
                                                  const scree_index axis, const scree_cellular_options options)
{
    scree_f32 start = (scree_cellular_unpack(owner.offset, axis) + options.jitter_start) - site.fraction[axis];
    return scree_cellular_point(owner.mixed, axis, options) + start;
}

/* The derivative of a distance, as a feature has it, along the axis of a displacement to its point. */
SCREE_FN scree_f32 scree_cellular_fall(const scree_f32 displacement, const scree_f32 sum, const scree_f32 inverse,
                                       const scree_cellular_options options)
{
    scree_f32 fall;
    if (options.metric == SCREE_KERNEL_METRIC_SQUARED) {
        fall = -2.0f * scree_dual_trimmed(displacement);
    } else {
        fall = -scree_cellular_direction(displacement, sum, inverse, options.metric);
    }
    return fall;
}

/* A distance with its derivatives, from a sum of shares. */
SCREE_FN scree_dual scree_cellular_dual_distance(const scree_cellular_owner owner, const scree_f32 sum,
                                                 const scree_site site, const scree_index axes,
                                                 const scree_cellular_options options)
{
    scree_dual distance = scree_dual_constant(
        scree_cellular_measured(sum, options, scree_cellular_searched(options.metric)), scree_zero());
    scree_f32 inverse = distance.value;
    if (options.metric == SCREE_KERNEL_METRIC_EUCLIDEAN) {
        inverse = scree_cellular_inverse(distance.value);
    }
    scree_f32 x = scree_cellular_displacement_to(owner, site, 0u, options);
    scree_f32 rest = scree_cellular_unclaimed(sum, x, options.metric);
    distance.slope[0] = scree_cellular_fall(x, sum, inverse, options);
    if (axes > 1u) {
        scree_f32 y = scree_cellular_displacement_to(owner, site, 1u, options);
        distance.slope[1] = scree_cellular_fall(y, rest, inverse, options);
        rest = scree_cellular_unclaimed(rest, y, options.metric);
    }
    if (axes > 2u) {
        scree_f32 z = scree_cellular_displacement_to(owner, site, 2u, options);
        distance.slope[2] = scree_cellular_fall(z, rest, inverse, options);
        rest = scree_cellular_unclaimed(rest, z, options.metric);
    }
    if (axes > 3u) {
        scree_f32 w = scree_cellular_displacement_to(owner, site, 3u, options);
        distance.slope[3] = scree_cellular_fall(w, rest, inverse, options);
    }
    return distance;
}

/* F1 by the search's numbers for the nearest point. */
SCREE_FN scree_dual scree_cellular_dual_first(const scree_cellular_search search, const scree_site site,
                                              const scree_index axes, const scree_cellular_options options)
{
    return scree_cellular_dual_distance(scree_cellular_owner_of(search.mixed, search.offset), search.first, site, axes,
                                        options);
}

/*
 * The smooth minimum, which stands in place of F1, of the sums that a pass has left. The derivative of a square is
 * twice that of its root times the root.
 */
SCREE_FN scree_dual scree_cellular_dual_smooth(const scree_cellular_search found, const scree_cellular_search end,
                                               const scree_cellular_options options)
{
    scree_f32 factor = scree_divide(scree_f32_in_all(1.0f), end.weight);
    if (options.metric == SCREE_KERNEL_METRIC_SQUARED) {
        factor = factor * (scree_dual_trimmed(scree_root(found.first)) * 2.0f);
    }
    scree_dual smoothed;
    smoothed.value = scree_cellular_measured(found.first, options, scree_cellular_searched(options.metric));
    smoothed.slope[0] = scree_dual_trimmed(end.slope[0]) * factor;
    smoothed.slope[1] = scree_dual_trimmed(end.slope[1]) * factor;
    smoothed.slope[2] = scree_dual_trimmed(end.slope[2]) * factor;
    smoothed.slope[3] = scree_dual_trimmed(end.slope[3]) * factor;
    return smoothed;
}

SCREE_FN scree_dual scree_cellular_dual_difference(const scree_dual a, const scree_dual b)
{
    scree_dual difference;
    difference.value = a.value - b.value;
    difference.slope[0] = a.slope[0] - b.slope[0];
    difference.slope[1] = a.slope[1] - b.slope[1];
    difference.slope[2] = a.slope[2] - b.slope[2];
    difference.slope[3] = a.slope[3] - b.slope[3];
    return difference;
}

/* A distance as a factor of slopes: 0 below 2^-40, where squares that it is made of may be subnormal. */
SCREE_FN scree_f32 scree_cellular_factor(const scree_f32 distance)
{
    scree_f32 none = scree_f32_from_bits(scree_bits_from_f32(distance) & 0u);
    return scree_select_less(distance, scree_f32_in_all(0.000000000000909494701772928237915039f), none, distance);
}

/* A product's derivative along an axis. */
SCREE_FN scree_f32 scree_cellular_product_rule(const scree_f32 a, const scree_f32 b, const scree_f32 a_slope,
                                               const scree_f32 b_slope)
{
    return scree_cellular_factor(a) * scree_dual_trimmed(b_slope) +
           scree_cellular_factor(b) * scree_dual_trimmed(a_slope);
}

SCREE_FN scree_dual scree_cellular_dual_product(const scree_dual a, const scree_dual b)
{
    scree_dual product;
    product.value = a.value * b.value;
    product.slope[0] = scree_cellular_product_rule(a.value, b.value, a.slope[0], b.slope[0]);
    product.slope[1] = scree_cellular_product_rule(a.value, b.value, a.slope[1], b.slope[1]);
    product.slope[2] = scree_cellular_product_rule(a.value, b.value, a.slope[2], b.slope[2]);
    product.slope[3] = scree_cellular_product_rule(a.value, b.value, a.slope[3], b.slope[3]);
    return product;
}

/* The way from the nearest point to the one on the other side of the border, along an axis. */
SCREE_FN scree_f32 scree_cellular_across(const scree_cellular_search search, const scree_index axis,
                                         const scree_cellular_options options)
{
    scree_cellular_owner other = search.border_owner;
    scree_f32 position = scree_cellular_point(other.mixed, axis, options) + scree_cellular_unpack(other.offset, axis);
    return position - search.position[axis];
}

/* The distance to the border, which falls in the direction of the other point. */
SCREE_FN scree_dual scree_cellular_dual_border(const scree_cellular_search search, const scree_index axes,
                                               const scree_cellular_options options)
{
    scree_dual border = scree_dual_constant(search.border, scree_zero());
    scree_dual across = border;
    across.slope[0] = scree_cellular_across(search, 0u, options);
    scree_f32 sum = across.slope[0] * across.slope[0];
    if (axes > 1u) {
        across.slope[1] = scree_cellular_across(search, 1u, options);
        sum = sum + across.slope[1] * across.slope[1];
    }
    if (axes > 2u) {
        across.slope[2] = scree_cellular_across(search, 2u, options);
        sum = sum + across.slope[2] * across.slope[2];
    }
    if (axes > 3u) {
        across.slope[3] = scree_cellular_across(search, 3u, options);
        sum = sum + across.slope[3] * across.slope[3];
    }
    scree_f32 inverse = scree_cellular_inverse(scree_root(sum));
    border.slope[0] = -scree_cellular_direction(across.slope[0], sum, inverse, SCREE_KERNEL_METRIC_EUCLIDEAN);
    border.slope[1] = -scree_cellular_direction(across.slope[1], sum, inverse, SCREE_KERNEL_METRIC_EUCLIDEAN);
    border.slope[2] = -scree_cellular_direction(across.slope[2], sum, inverse, SCREE_KERNEL_METRIC_EUCLIDEAN);
    border.slope[3] = -scree_cellular_direction(across.slope[3], sum, inverse, SCREE_KERNEL_METRIC_EUCLIDEAN);
    return border;
}

/* A distance times a factor, less one. */
SCREE_FN scree_dual scree_cellular_dual_scaled(const scree_dual distance, const float scale)
{
    return scree_dual_scaled(distance, distance.value * scale - 1.0f, scree_f32_in_all(scale));
}

/* Features that are made of F1 to F3. */
SCREE_FN scree_dual scree_cellular_dual_ranks(const scree_cellular_search found, const scree_site site,
                                              const scree_index axes, const scree_site_source source)
{
    scree_cellular_options options = scree_cellular_options_of(source.options);
    scree_dual second = scree_cellular_dual_distance(found.second_owner, found.second, site, axes, options);
    scree_dual first = scree_cellular_dual_first(found, site, axes, options);
    scree_dual result = second;
    if (options.feature == SCREE_KERNEL_FEATURE_F3) {
        result = scree_cellular_dual_distance(found.third_owner, found.third, site, axes, options);
    } else if (options.feature == SCREE_KERNEL_FEATURE_F2_MINUS_F1) {
        result = scree_cellular_dual_difference(second, first);
    } else if (options.feature == SCREE_KERNEL_FEATURE_F1_TIMES_F2) {
        result = scree_cellular_dual_product(first, second);
    }
    return scree_cellular_dual_scaled(result, options.scale);
}

/* The offset of the nearest point along an axis falls with the sample's position there. */
SCREE_FN scree_dual scree_cellular_dual_offset(const scree_f32 value, const scree_index axis,
                                               const scree_cellular_options options)
{
    scree_f32 fall = scree_f32_in_all(-options.scale);
    scree_dual offset = scree_dual_constant(value, scree_zero());
    SCREE_UNROLL
    for (scree_index i = 0u; i < SCREE_SITE_AXES; i++) {
        if (axis == i) {
            offset.slope[i] = fall;
        }
    }
    return offset;
}

/* Features that are made of the nearest point. */
SCREE_FN scree_dual scree_cellular_dual_nearest(const scree_cellular_search found, const scree_site site,
                                                const scree_index axes, const scree_site_source source,
                                                const scree_index metric)
{
    scree_cellular_options options = scree_cellular_options_of(source.options);
    scree_dual result;
    if (options.feature == SCREE_KERNEL_FEATURE_F1) {
        result = scree_cellular_dual_scaled(scree_cellular_dual_first(found, site, axes, options), options.scale);
    } else {
        scree_f32 value = scree_cellular_of_nearest(found, site, axes, source, metric);
        result = scree_dual_constant(value, scree_zero());
        if (options.feature >= SCREE_KERNEL_FEATURE_OFFSET) {
            result = scree_cellular_dual_offset(value, options.feature - SCREE_KERNEL_FEATURE_OFFSET, options);
        }
    }
    return result;
}

/* The distance to the border of the nearest point's cell. */
SCREE_FN scree_dual scree_cellular_dual_of_border(const scree_cellular_search found, const scree_site site,
                                                  const scree_index axes, const scree_site_source source)
{
    scree_cellular_options options = scree_cellular_options_of(source.options);
    scree_cellular_search end = scree_cellular_pass(scree_cellular_begin_borders(found, axes, options), site, axes,
                                                    source, SCREE_KERNEL_METRIC_EUCLIDEAN,
                                                    SCREE_CELLULAR_BORDERS + SCREE_CELLULAR_SLOPES);
    return scree_cellular_dual_scaled(scree_cellular_dual_border(end, axes, options), options.scale);
}

/* F1 as a smooth minimum. */
SCREE_FN scree_dual scree_cellular_dual_of_smooth(const scree_cellular_search found, const scree_site site,
                                                  const scree_index axes, const scree_site_source source,
                                                  const scree_index metric)
{
    scree_cellular_options options = scree_cellular_options_of(source.options);
    scree_cellular_search end = scree_cellular_pass(scree_cellular_begin_weights(found, axes, options, metric), site,
                                                    axes, source, metric,
                                                    SCREE_CELLULAR_WEIGHTS + SCREE_CELLULAR_SLOPES);
    scree_cellular_search smoothed = found;
    smoothed.first = scree_cellular_reach(scree_cellular_smoothed(end, options), metric);
    return scree_cellular_dual_scaled(scree_cellular_dual_smooth(smoothed, end, options), options.scale);
}

/* The searches by themselves, as those for values are (SCREE_CELLULAR_SEARCHES). */
SCREE_FN scree_dual scree_cellular_nearest_dual(const scree_site site, const scree_index axes,
                                                const scree_site_source source, const scree_index metric)
{
    return scree_cellular_dual_nearest(scree_cellular_find(site, axes, source, metric), site, axes, source, metric);
}

SCREE_FN scree_dual scree_cellular_ranks_dual(const scree_site site, const scree_index axes,
                                              const scree_site_source source, const scree_index metric)
{
    scree_cellular_search none = scree_cellular_no_search(scree_f32_in_all(1024.0f));
    scree_cellular_search found =
        scree_cellular_pass(none, site, axes, source, metric, SCREE_CELLULAR_RANKS + SCREE_CELLULAR_SLOPES);
    return scree_cellular_dual_ranks(found, site, axes, source);
}

SCREE_FN scree_dual scree_cellular_border_dual(const scree_site site, const scree_index axes,
                                               const scree_site_source source, const scree_index metric)
{
    return scree_cellular_dual_of_border(scree_cellular_find_compactly(site, axes, source, metric), site, axes, source);
}

SCREE_FN scree_dual scree_cellular_smooth_dual(const scree_site site, const scree_index axes,
                                               const scree_site_source source, const scree_index metric)
{
    return scree_cellular_dual_of_smooth(scree_cellular_find_compactly(site, axes, source, metric), site, axes, source,
                                         metric);
}

/* The feature with its derivatives, from the nearest point; border and smooth minimum search the cells once more. */
SCREE_FN scree_dual scree_cellular_dual_found(const scree_cellular_search found, const scree_site site,
                                              const scree_index axes, const scree_site_source source,
                                              const scree_index search, const scree_index metric)
{
    scree_dual result;
    if (search == SCREE_CELLULAR_WEIGHTS) {
        result = scree_cellular_dual_of_smooth(found, site, axes, source, metric);
    } else if (search == SCREE_CELLULAR_BORDERS) {
        result = scree_cellular_dual_of_border(found, site, axes, source);
    } else {
        result = scree_cellular_dual_nearest(found, site, axes, source, metric);
    }
    return result;
}

/* One octave of cellular noise at one sample, by any search. Devices that choose one beforehand have less to do. */
SCREE_FN scree_dual scree_cellular_dual(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_index metric = scree_cellular_searched(scree_cellular_options_of(source.options).metric);
    scree_index search = scree_cellular_search_for(scree_cellular_options_of(source.options));
    scree_dual result;
    /* The metric is a constant where all is usual. */
    if (metric == SCREE_KERNEL_METRIC_EUCLIDEAN && search == SCREE_CELLULAR_NEAREST) {
        result = scree_cellular_nearest_dual(site, axes, source, SCREE_KERNEL_METRIC_EUCLIDEAN);
    } else if (search == SCREE_CELLULAR_RANKS) {
        result = scree_cellular_ranks_dual(site, axes, source, metric);
    } else {
        result = scree_cellular_dual_found(scree_cellular_find(site, axes, source, metric), site, axes, source, search,
                                           metric);
    }
    return scree_dual_amplified(result, source.amplitude);
}

#endif
