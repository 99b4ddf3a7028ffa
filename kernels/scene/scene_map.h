/*
 * Maps: samples of a plane from above. Positions are whole numbers of 64 bits, 32 of them behind the point, so that a
 * pixel has its position whatever the magnification. Between samples the map is Catmull and Rom's cubic spline ("A
 * class of local interpolating splines", 1974), along x and then along y. A pixel that is larger than a sample is the
 * mean of what it covers. Where it is larger along one axis alone, the mean is over the length of a sample along the
 * other one, which is linear between samples.
 */
#ifndef SCREE_KERNELS_SCENE_MAP_H
#define SCREE_KERNELS_SCENE_MAP_H

#include "base/portable.h"
#include "scene/scene_colour.h"
#include "scene/scene_sample.h"

/* A position along an axis: whole samples in two's complement, and 2^-32 of one. */
SCREE_STRUCT(scree_scene_fixed)
{
    scree_index whole;
    scree_index part;
};

/* A value, unless it is no number, and its slopes along x and y from a sample to the next. The level, by which lines
   are drawn, is the value where it does not overshoot the samples round it, or else the nearest of these. */
SCREE_STRUCT(scree_scene_slopes)
{
    bool is_number;
    float value;
    float level;
    float x;
    float y;
};

/* Weights of four neighbouring samples. */
SCREE_STRUCT(scree_scene_weights)
{
    float a;
    float b;
    float c;
    float d;
};

SCREE_FN scree_scene_fixed scree_scene_fixed_sum(const scree_scene_fixed a, const scree_scene_fixed b)
{
    scree_scene_fixed sum;
    sum.part = a.part + b.part;
    sum.whole = a.whole + b.whole + (sum.part < a.part ? 1u : 0u);
    return sum;
}

SCREE_FN scree_scene_fixed scree_scene_fixed_difference(const scree_scene_fixed a, const scree_scene_fixed b)
{
    scree_scene_fixed difference;
    difference.part = a.part - b.part;
    difference.whole = a.whole - b.whole - (a.part < b.part ? 1u : 0u);
    return difference;
}

SCREE_FN scree_scene_fixed scree_scene_fixed_half(const scree_scene_fixed a)
{
    scree_scene_fixed half_of_it;
    half_of_it.whole = a.whole >> 1u;
    half_of_it.part = (a.part >> 1u) | (a.whole << 31u);
    return half_of_it;
}

SCREE_FN scree_scene_fixed scree_scene_table_fixed(const scree_table table, const scree_index word)
{
    scree_scene_fixed number;
    number.whole = scree_table_word(table, word);
    number.part = scree_table_word(table, word + 1u);
    return number;
}

/* The step from a pixel to the next, of the edge whose word this is. */
SCREE_FN scree_scene_fixed scree_scene_map_step(const scree_table table, const scree_index word)
{
    return scree_scene_table_fixed(table, word + 2u);
}

/* The position of the middle of a pixel, whose number is below 2^16, from the word of an edge. */
SCREE_FN scree_scene_fixed scree_scene_map_position(const scree_table table, const scree_index word,
                                                    const scree_index pixel)
{
    scree_scene_fixed step = scree_scene_map_step(table, word);
    scree_scene_fixed moved;
    moved.whole = step.whole * pixel + scree_multiply_high(step.part, pixel);
    moved.part = step.part * pixel;
    return scree_scene_fixed_sum(scree_scene_fixed_sum(scree_scene_table_fixed(table, word), moved),
                                 scree_scene_fixed_half(step));
}

/* A sample of the map, or the difference of two, without slopes. */
SCREE_FN scree_scene_slopes scree_scene_map_sample(const scree_scene_memory memory, const scree_table table,
                                                   const scree_index number)
{
    scree_scene_slopes own;
    scree_index bits = scree_scene_sample_bits(memory, number);
    own.is_number = scree_scene_is_number(bits);
    own.value = scree_scene_value(bits);
    own.x = 0.0f;
    own.y = 0.0f;
    own.level = own.value;
    if (scree_table_word(table, SCREE_SCENE_HAS_MINUS) != 0u) {
        scree_index minus = scree_scene_minus_bits(memory, number);
        own.is_number = own.is_number && scree_scene_is_number(minus);
        own.value = scree_scene_difference(own.value, scree_scene_value(minus));
        own.level = own.value;
    }
    return own;
}

/* A coordinate that may be beyond either edge, as the nearest one that is not. */
SCREE_FN scree_index scree_scene_map_clamped(const scree_index coordinate, const scree_index count)
{
    scree_offset last = scree_offset_from_index(count - 1u);
    scree_offset near = scree_offset_minimum(scree_offset_from_index(coordinate), last);
    return scree_index_from_offset(scree_offset_maximum(near, 0));
}

/* The value at a sample, which may lie beyond the edges; `own` where it is no number. */
SCREE_FN float scree_scene_map_value(const scree_scene_memory memory, const scree_table table, const scree_index x,
                                     const scree_index y, const float own)
{
    scree_index columns = scree_table_word(table, SCREE_SCENE_COUNT);
    scree_index rows = scree_table_word(table, SCREE_SCENE_COUNT + 1u);
    scree_index number = scree_scene_map_clamped(y, rows) * columns + scree_scene_map_clamped(x, columns);
    scree_scene_slopes found = scree_scene_map_sample(memory, table, number);
    return found.is_number ? found.value : own;
}

SCREE_FN float scree_scene_half_difference(const float after, const float before)
{
    return (after - before) * 0.5f;
}

/* A sample and what its neighbours say of slopes. */
SCREE_FN scree_scene_slopes scree_scene_map_nearest(const scree_scene_memory memory, const scree_table table,
                                                    const scree_index x, const scree_index y)
{
    scree_index columns = scree_table_word(table, SCREE_SCENE_COUNT);
    scree_scene_slopes at = scree_scene_map_sample(memory, table, y * columns + x);
    if (at.is_number) {
        at.x = scree_scene_half_difference(scree_scene_map_value(memory, table, x + 1u, y, at.value),
                                           scree_scene_map_value(memory, table, x - 1u, y, at.value));
        at.y = scree_scene_half_difference(scree_scene_map_value(memory, table, x, y + 1u, at.value),
                                           scree_scene_map_value(memory, table, x, y - 1u, at.value));
    }
    return at;
}

/* The part behind the point, of which the upper 24 bits count. */
SCREE_FN float scree_scene_fraction(const scree_index part)
{
    return scree_f32_from_u24(part >> 8u) * 5.9604645e-8f;
}

SCREE_FN scree_scene_weights scree_scene_cubic(const float f)
{
    scree_scene_weights weights;
    weights.a = f * (f * (1.0f - f * 0.5f) - 0.5f);
    weights.b = f * f * (f * 1.5f - 2.5f) + 1.0f;
    weights.c = f * (f * (2.0f - f * 1.5f) + 0.5f);
    weights.d = f * f * (f * 0.5f - 0.5f);
    return weights;
}

/* The derivative of the weights. */
SCREE_FN scree_scene_weights scree_scene_cubic_slope(const float f)
{
    scree_scene_weights weights;
    weights.a = f * (2.0f - f * 1.5f) - 0.5f;
    weights.b = f * (f * 4.5f - 5.0f);
    weights.c = f * (4.0f - f * 4.5f) + 0.5f;
    weights.d = f * (f * 1.5f - 1.0f);
    return weights;
}

SCREE_FN float scree_scene_weighted(const scree_scene_weights weights, const scree_scene_weights values)
{
    float a = weights.a * values.a;
    float b = weights.b * values.b;
    float c = weights.c * values.c;
    float d = weights.d * values.d;
    return (a + b) + (c + d);
}

/* Four neighbouring samples of a row, from x on. */
SCREE_FN scree_scene_weights scree_scene_map_row(const scree_scene_memory memory, const scree_table table,
                                                 const scree_index x, const scree_index y, const float own)
{
    scree_scene_weights values;
    values.a = scree_scene_map_value(memory, table, x, y, own);
    values.b = scree_scene_map_value(memory, table, x + 1u, y, own);
    values.c = scree_scene_map_value(memory, table, x + 2u, y, own);
    values.d = scree_scene_map_value(memory, table, x + 3u, y, own);
    return values;
}

/* The least and the greatest of the samples round a position. */
SCREE_STRUCT(scree_scene_bounds)
{
    float low;
    float high;
};

/* Four neighbouring rows of four samples. */
SCREE_STRUCT(scree_scene_rows)
{
    scree_scene_weights a;
    scree_scene_weights b;
    scree_scene_weights c;
    scree_scene_weights d;
};

SCREE_FN scree_scene_rows scree_scene_map_rows(const scree_scene_memory memory, const scree_table table,
                                               const scree_index x, const scree_index y, const float own)
{
    scree_scene_rows rows;
    rows.a = scree_scene_map_row(memory, table, x, y, own);
    rows.b = scree_scene_map_row(memory, table, x, y + 1u, own);
    rows.c = scree_scene_map_row(memory, table, x, y + 2u, own);
    rows.d = scree_scene_map_row(memory, table, x, y + 3u, own);
    return rows;
}

SCREE_FN scree_scene_bounds scree_scene_bounds_of(const scree_scene_rows rows)
{
    scree_scene_bounds bounds;
    bounds.low = scree_scene_lesser(scree_scene_lesser(rows.b.b, rows.b.c), scree_scene_lesser(rows.c.b, rows.c.c));
    bounds.high = scree_scene_greater(scree_scene_greater(rows.b.b, rows.b.c), scree_scene_greater(rows.c.b, rows.c.c));
    return bounds;
}

/* The weighted sum of each row. */
SCREE_FN scree_scene_weights scree_scene_across(const scree_scene_weights weights, const scree_scene_rows rows)
{
    scree_scene_weights sums;
    sums.a = scree_scene_weighted(weights, rows.a);
    sums.b = scree_scene_weighted(weights, rows.b);
    sums.c = scree_scene_weighted(weights, rows.c);
    sums.d = scree_scene_weighted(weights, rows.d);
    return sums;
}

/* The spline; `x` and `y` are positions less half a sample, `own` is the nearest sample. */
SCREE_FN scree_scene_slopes scree_scene_map_spline(const scree_scene_memory memory, const scree_table table,
                                                   const scree_scene_fixed x, const scree_scene_fixed y,
                                                   const float own)
{
    float right = scree_scene_fraction(x.part);
    float below = scree_scene_fraction(y.part);
    scree_scene_rows rows = scree_scene_map_rows(memory, table, x.whole - 1u, y.whole - 1u, own);
    scree_scene_weights down = scree_scene_cubic(below);
    scree_scene_weights sums = scree_scene_across(scree_scene_cubic(right), rows);
    scree_scene_slopes at;
    at.is_number = true;
    at.value = scree_scene_weighted(down, sums);
    scree_scene_bounds bounds = scree_scene_bounds_of(rows);
    at.level = scree_scene_clamped(at.value, bounds.low, bounds.high);
    at.x = scree_scene_weighted(down, scree_scene_across(scree_scene_cubic_slope(right), rows));
    at.y = scree_scene_weighted(scree_scene_cubic_slope(below), sums);
    return at;
}

/* Samples along an axis of which a pixel is the mean, at most: of more than these it takes every third, fifth and so
   on, because odd numbers meet stripes of even widths alike. */
#define SCREE_SCENE_COVERED_MOST 64u
/* Samples of which a mean is made are none below this, and sums of them below this, so that no product is subnormal. */
#define SCREE_SCENE_LEAST_IN_MEAN 1.0e-20f
#define SCREE_SCENE_LEAST_SUM 1.0e-25f

/* Samples that a pixel covers along an axis, and the parts of the first and of the last that it covers. */
SCREE_STRUCT(scree_scene_cover)
{
    scree_index first;
    scree_index last;
    scree_index step;
    float first_part;
    float last_part;
};

/* The length along an axis over which a mean is taken: that of a pixel, but at least that of a sample. */
SCREE_FN scree_scene_fixed scree_scene_map_extent(const scree_table table, const scree_index word)
{
    scree_scene_fixed extent = scree_scene_map_step(table, word);
    if (extent.whole == 0u) {
        extent.whole = 1u;
        extent.part = 0u;
    }
    return extent;
}

SCREE_FN scree_scene_cover scree_scene_map_cover(const scree_table table, const scree_index word,
                                                 const scree_scene_fixed middle, const scree_index count)
{
    scree_scene_fixed extent = scree_scene_map_extent(table, word);
    scree_scene_fixed from = scree_scene_fixed_difference(middle, scree_scene_fixed_half(extent));
    scree_scene_fixed to = scree_scene_fixed_sum(from, extent);
    if ((from.whole >> 31u) != 0u) {
        from.whole = 0u;
        from.part = 0u;
    }
    if ((to.whole >> 31u) != 0u) {
        to.whole = 0u;
        to.part = 0u;
    }
    scree_scene_cover cover;
    cover.first = from.whole;
    cover.last = to.whole;
    cover.first_part = scree_scene_complement(scree_scene_fraction(from.part));
    cover.last_part = scree_scene_fraction(to.part);
    if (to.whole >= count) {
        cover.last = count - 1u;
        cover.last_part = 1.0f;
    }
    scree_index samples = cover.last - cover.first + (cover.last_part > 0.0f ? 1u : 0u);
    cover.step = ((samples + SCREE_SCENE_COVERED_MOST - 1u) / SCREE_SCENE_COVERED_MOST) | 1u;
    return cover;
}

/* How much of a sample is covered. */
SCREE_FN float scree_scene_covered_part(const scree_scene_cover cover, const scree_index number)
{
    float part = number == cover.first ? cover.first_part : 1.0f;
    float beyond = scree_scene_complement(cover.last_part);
    return number == cover.last ? scree_scene_difference(part, beyond) : part;
}

SCREE_FN float scree_scene_if_above(const float value, const float least)
{
    return scree_scene_magnitude(value) < least ? 0.0f : value;
}

/* A sum of parts of samples, and the parts. */
SCREE_STRUCT(scree_scene_share)
{
    float sum;
    float parts;
};

/* The sum of the samples that a pixel covers in a row, weighted by the parts of them. */
SCREE_FN scree_scene_share scree_scene_covered_row(const scree_scene_memory memory, const scree_table table,
                                                   const scree_scene_cover across, const scree_index row)
{
    scree_index columns = scree_table_word(table, SCREE_SCENE_COUNT);
    scree_scene_share share;
    share.sum = 0.0f;
    share.parts = 0.0f;
    SCREE_ROLLED
    for (scree_index i = across.first; i <= across.last; i += across.step) {
        scree_scene_slopes one = scree_scene_map_sample(memory, table, row * columns + i);
        float part = scree_scene_covered_part(across, i);
        if (one.is_number && part > 0.0f) {
            share.sum =
                scree_scene_plus_product(share.sum, scree_scene_if_above(one.value, SCREE_SCENE_LEAST_IN_MEAN), part);
            share.parts = scree_scene_sum(share.parts, part);
        }
    }
    share.sum = scree_scene_if_above(share.sum, SCREE_SCENE_LEAST_SUM);
    return share;
}

/* The mean of what a pixel covers whose middle this is, of the samples that are numbers. */
SCREE_FN scree_scene_slopes scree_scene_map_covered(const scree_scene_memory memory, const scree_table table,
                                                    const scree_scene_fixed x, const scree_scene_fixed y)
{
    scree_index rows = scree_table_word(table, SCREE_SCENE_COUNT + 1u);
    scree_scene_cover across =
        scree_scene_map_cover(table, SCREE_SCENE_MAP_LEFT, x, scree_table_word(table, SCREE_SCENE_COUNT));
    scree_scene_cover down = scree_scene_map_cover(table, SCREE_SCENE_MAP_TOP, y, rows);
    float sum = 0.0f;
    float parts = 0.0f;
    SCREE_ROLLED
    for (scree_index j = down.first; j <= down.last; j += down.step) {
        scree_scene_share row = scree_scene_covered_row(memory, table, across, j);
        float part = scree_scene_covered_part(down, j);
        if (part > 0.0f) {
            sum = scree_scene_plus_product(sum, row.sum, part);
            parts = scree_scene_plus_product(parts, row.parts, part);
        }
    }
    scree_scene_slopes mean;
    mean.is_number = parts > 1.0e-6f;
    mean.value = mean.is_number ? scree_divide(scree_scene_if_above(sum, SCREE_SCENE_LEAST_SUM), parts) : 0.0f;
    mean.level = mean.value;
    mean.x = 0.0f;
    mean.y = 0.0f;
    return mean;
}

/* Samples from a pixel to the next, along x and y. */
SCREE_FN scree_scene_vector scree_scene_map_samples(const scree_table table)
{
    float pixel = scree_scene_float(table, SCREE_SCENE_MAP_PIXEL);
    return scree_scene_in_samples(table, scree_scene_vector_of(pixel, pixel, 0.0f));
}

/* The slope between two means that touch, each over N samples, from a sample to the next. */
SCREE_FN float scree_scene_mean_slope(const float before, const float behind, const float samples)
{
    return scree_divide(scree_scene_if_above(scree_scene_difference(behind, before), SCREE_SCENE_LEAST_SUM), samples);
}

/* The mean, and its slopes as far as they are seen. */
SCREE_FN scree_scene_slopes scree_scene_map_mean(const scree_scene_memory memory, const scree_table table,
                                                 const scree_scene_fixed x, const scree_scene_fixed y)
{
    scree_scene_slopes at = scree_scene_map_covered(memory, table, x, y);
    if (!at.is_number || !(scree_scene_float(table, SCREE_SCENE_RELIEF) > 0.0f ||
                           scree_scene_float(table, SCREE_SCENE_INTERVAL) > 0.0f)) {
        return at;
    }
    scree_scene_fixed right = scree_scene_fixed_half(scree_scene_map_extent(table, SCREE_SCENE_MAP_LEFT));
    scree_scene_fixed below = scree_scene_fixed_half(scree_scene_map_extent(table, SCREE_SCENE_MAP_TOP));
    scree_scene_vector samples = scree_scene_map_samples(table);
    float before = at.value;
    float behind = at.value;
    SCREE_ROLLED
    for (scree_index i = 0u; i < 4u; i++) {
        scree_scene_fixed to_x = x;
        scree_scene_fixed to_y = y;
        if (i < 2u) {
            to_x = i == 0u ? scree_scene_fixed_difference(x, right) : scree_scene_fixed_sum(x, right);
        } else {
            to_y = i == 2u ? scree_scene_fixed_difference(y, below) : scree_scene_fixed_sum(y, below);
        }
        scree_scene_slopes there = scree_scene_map_covered(memory, table, to_x, to_y);
        float value = there.is_number ? there.value : at.value;
        before = (i & 1u) == 0u ? value : before;
        behind = value;
        at.x = i == 1u ? scree_scene_mean_slope(before, behind, scree_scene_greater(samples.x, 1.0f)) : at.x;
        at.y = i == 3u ? scree_scene_mean_slope(before, behind, scree_scene_greater(samples.y, 1.0f)) : at.y;
    }
    return at;
}

/* The value and the slopes at a position within the map. */
SCREE_FN scree_scene_slopes scree_scene_map_at(const scree_scene_memory memory, const scree_table table,
                                               const scree_scene_fixed x, const scree_scene_fixed y)
{
    scree_index shows = scree_table_word(table, SCREE_SCENE_MAP_SHOWS);
    if (shows == SCREE_SCENE_MEAN) {
        return scree_scene_map_mean(memory, table, x, y);
    }
    scree_scene_fixed half_back;
    half_back.whole = 0xffffffffu;
    half_back.part = 0x80000000u;
    scree_scene_slopes at = scree_scene_map_nearest(memory, table, x.whole, y.whole);
    if (shows == SCREE_SCENE_NEAREST || !at.is_number) {
        return at;
    }
    return scree_scene_map_spline(memory, table, scree_scene_fixed_sum(x, half_back),
                                  scree_scene_fixed_sum(y, half_back), at.value);
}

/* A sample's slopes along lengths of 1, times a factor; limited, so that squares are finite. */
SCREE_FN scree_scene_vector scree_scene_steepness(const scree_table table, const scree_scene_slopes at,
                                                  const float factor)
{
    scree_scene_vector slopes = scree_scene_in_samples(table, scree_scene_vector_of(at.x, at.y, 0.0f));
    return scree_scene_vector_of(scree_scene_clamped(scree_scene_product(slopes.x, factor), -1.0e6f, 1.0e6f),
                                 scree_scene_clamped(scree_scene_product(slopes.y, factor), -1.0e6f, 1.0e6f), 0.0f);
}

/* How light a slope is: 1 where the map is flat, as water is. */
SCREE_FN float scree_scene_relief(const scree_table table, const scree_scene_slopes at)
{
    float relief = scree_scene_float(table, SCREE_SCENE_RELIEF);
    if (!(relief > 0.0f) || at.value < scree_scene_float(table, SCREE_SCENE_WATER)) {
        return 1.0f;
    }
    float ambient = scree_scene_float(table, SCREE_SCENE_AMBIENT);
    scree_scene_vector to_light = scree_scene_table_vector(table, SCREE_SCENE_LIGHT);
    scree_scene_vector steep = scree_scene_steepness(table, at, scree_scene_float(table, SCREE_SCENE_ELEVATION));
    scree_scene_vector normal = scree_scene_unit(scree_scene_vector_of(-steep.x, -steep.y, 1.0f));
    float facing = scree_scene_dot(normal, to_light);
    float flat_facing = to_light.z < 0.2f ? 0.2f : to_light.z;
    float direct = scree_divide(facing < 1.0e-6f ? 0.0f : facing, flat_facing);
    float shade = ambient + (1.0f - ambient) * direct;
    return (1.0f - relief) + relief * (shade < 1.5f ? shade : 1.5f);
}

/* How many contour lines there are from one pixel to the next, where the map is steepest. */
SCREE_FN float scree_scene_lines_a_pixel(const scree_table table, const scree_scene_slopes at)
{
    float unit = scree_scene_float(table, SCREE_SCENE_LINES_A_UNIT) * scree_scene_float(table, SCREE_SCENE_MAP_PIXEL);
    scree_scene_vector lines = scree_scene_steepness(table, at, unit);
    float xx = lines.x * lines.x;
    float yy = lines.y * lines.y;
    float square = xx + yy;
    return scree_root(square < 1.0e-12f ? 0.0f : square);
}

/* The level at a position within the map, without the slopes of a mean. */
SCREE_FN scree_scene_slopes scree_scene_map_level(const scree_scene_memory memory, const scree_table table,
                                                  const scree_scene_fixed x, const scree_scene_fixed y)
{
    if (scree_table_word(table, SCREE_SCENE_MAP_SHOWS) == SCREE_SCENE_MEAN) {
        return scree_scene_map_covered(memory, table, x, y);
    }
    return scree_scene_map_at(memory, table, x, y);
}

/* The number of the line at or below a position; `own` where there is no value. */
SCREE_FN float scree_scene_map_line_below(const scree_scene_memory memory, const scree_table table,
                                          const scree_scene_fixed x, const scree_scene_fixed y, const float own)
{
    float below = own;
    if (x.whole < scree_table_word(table, SCREE_SCENE_COUNT) &&
        y.whole < scree_table_word(table, SCREE_SCENE_COUNT + 1u)) {
        scree_scene_slopes there = scree_scene_map_level(memory, table, x, y);
        below = there.is_number ? scree_scene_line_below(table, there.level) : own;
    }
    return below;
}

/* A position that a step of a pixel, or half of it, leads to. */
SCREE_FN scree_scene_fixed scree_scene_map_moved(const scree_scene_fixed from, const scree_scene_fixed step,
                                                 const bool is_back)
{
    return is_back ? scree_scene_fixed_difference(from, step) : scree_scene_fixed_sum(from, step);
}

/* How far a line is looked for: half a pixel where samples are blocks, otherwise one and a half. */
SCREE_FN scree_scene_fixed scree_scene_line_reach(const scree_table table, const scree_index word, const bool is_block)
{
    scree_scene_fixed step = scree_scene_map_step(table, word);
    scree_scene_fixed half_step = scree_scene_fixed_half(step);
    return is_block ? half_step : scree_scene_fixed_sum(step, half_step);
}

/*
 * Whether there is a line near a position: whether samples are below it on one side. Where many samples are equal to
 * the line, as whole numbers are, it is on their lower side alone.
 */
SCREE_FN bool scree_scene_crosses_line(const scree_scene_memory memory, const scree_table table,
                                       const scree_scene_fixed x, const scree_scene_fixed y, const float level,
                                       const bool is_block)
{
    scree_scene_fixed right = scree_scene_line_reach(table, SCREE_SCENE_MAP_LEFT, is_block);
    scree_scene_fixed below = scree_scene_line_reach(table, SCREE_SCENE_MAP_TOP, is_block);
    float own = scree_scene_line_below(table, level);
    bool crosses = false;
    SCREE_ROLLED
    for (scree_index i = 0u; i < 4u && !crosses; i++) {
        scree_scene_fixed to_x = x;
        scree_scene_fixed to_y = y;
        if (i < 2u) {
            to_x = scree_scene_map_moved(x, right, i == 0u);
        } else {
            to_y = scree_scene_map_moved(y, below, i == 2u);
        }
        crosses = scree_scene_map_line_below(memory, table, to_x, to_y, own) != own;
    }
    return crosses;
}

/* How much of a contour line is on a pixel; lines that are too close to be distinguished fade. */
SCREE_FN float scree_scene_contour(const scree_scene_memory memory, const scree_table table, const scree_scene_fixed x,
                                   const scree_scene_fixed y, const scree_scene_slopes at)
{
    float steepness = scree_scene_lines_a_pixel(table, at);
    if (steepness < 1.0e-6f) {
        return 0.0f;
    }
    scree_scene_vector samples = scree_scene_map_samples(table);
    bool is_block = scree_table_word(table, SCREE_SCENE_MAP_SHOWS) == SCREE_SCENE_NEAREST &&
                    scree_scene_lesser(samples.x, samples.y) < 1.0f;
    float line = 1.0f;
    if (!is_block) {
        line = scree_scene_line(scree_divide(scree_scene_line_distance(table, at.level), steepness), 1.0f);
    }
    float distinct = scree_scene_clamped(scree_scene_plus_product(1.5f, steepness, -2.0f), 0.0f, 1.0f);
    float share = line * distinct * 0.75f;
    return share > 0.0f && scree_scene_crosses_line(memory, table, x, y, at.level, is_block) ? share : 0.0f;
}

/* The colour of a pixel of the whole picture. */
SCREE_FN scree_scene_light scree_scene_map(const scree_scene_memory memory, const scree_table table,
                                           const scree_index column, const scree_index row)
{
    scree_scene_fixed x = scree_scene_map_position(table, SCREE_SCENE_MAP_LEFT, column);
    scree_scene_fixed y = scree_scene_map_position(table, SCREE_SCENE_MAP_TOP, row);
    if (x.whole >= scree_table_word(table, SCREE_SCENE_COUNT) ||
        y.whole >= scree_table_word(table, SCREE_SCENE_COUNT + 1u)) {
        return scree_scene_sky(table, row);
    }
    scree_scene_slopes at = scree_scene_map_at(memory, table, x, y);
    if (!at.is_number) {
        return scree_scene_light_from_bytes(0x808080u);
    }
    scree_scene_light light = scree_table_word(table, SCREE_SCENE_COLOUR) == SCREE_SCENE_BY_CELL
                                  ? scree_scene_hash_light(x.whole, y.whole, 0u)
                                  : scree_scene_ramp(table, scree_scene_ramp_number(table, at.value));
    float left = scree_scene_complement(scree_scene_contour(memory, table, x, y, at));
    return scree_scene_light_scaled(scree_scene_light_scaled(light, scree_scene_relief(table, at)), left);
}

#endif
