/*
 * Maps: samples of a plane from above. Places are whole numbers of 64 bits, 32 of them behind the point, so that a
 * pixel has its position whatever the magnification. Between samples the map is Catmull and Rom's cubic spline ("A
 * class of local interpolating splines", 1974), along x and then along y.
 */
#ifndef SCREE_KERNELS_SCENE_MAP_H
#define SCREE_KERNELS_SCENE_MAP_H

#include "portable.h"
#include "scene_colour.h"
#include "scene_sample.h"

/* A position along an axis: whole samples in two's complement, and 2^-32 of one. */
SCREE_STRUCT(scree_scene_fixed)
{
    scree_index whole;
    scree_index part;
};

/* A value, unless it is no number, and its slopes along x and y from a sample to the next. */
SCREE_STRUCT(scree_scene_slopes)
{
    bool is_number;
    float value;
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

/* The position of the middle of a pixel, whose number is below 2^16, from the words of an edge and a step. */
SCREE_FN scree_scene_fixed scree_scene_map_position(const scree_table table, const scree_index word,
                                                    const scree_index pixel)
{
    scree_scene_fixed start;
    start.whole = scree_table_word(table, word);
    start.part = scree_table_word(table, word + 1u);
    scree_scene_fixed step;
    step.whole = scree_table_word(table, word + 2u);
    step.part = scree_table_word(table, word + 3u);
    scree_scene_fixed half_step;
    half_step.whole = step.whole >> 1u;
    half_step.part = (step.part >> 1u) | (step.whole << 31u);
    scree_scene_fixed moved;
    moved.whole = step.whole * pixel + scree_multiply_high(step.part, pixel);
    moved.part = step.part * pixel;
    return scree_scene_fixed_sum(scree_scene_fixed_sum(start, moved), half_step);
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
    if (scree_table_word(table, SCREE_SCENE_HAS_MINUS) != 0u) {
        scree_index minus = scree_scene_minus_bits(memory, number);
        own.is_number = own.is_number && scree_scene_is_number(minus);
        own.value = scree_scene_difference(own.value, scree_scene_value(minus));
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
    at.x = scree_scene_weighted(down, scree_scene_across(scree_scene_cubic_slope(right), rows));
    at.y = scree_scene_weighted(scree_scene_cubic_slope(below), sums);
    return at;
}

/* The value and the slopes at a position within the map. */
SCREE_FN scree_scene_slopes scree_scene_map_at(const scree_scene_memory memory, const scree_table table,
                                               const scree_scene_fixed x, const scree_scene_fixed y)
{
    scree_scene_fixed half_back;
    half_back.whole = 0xffffffffu;
    half_back.part = 0x80000000u;
    scree_scene_slopes at = scree_scene_map_nearest(memory, table, x.whole, y.whole);
    if (scree_table_word(table, SCREE_SCENE_IS_SMOOTH) == 0u || !at.is_number) {
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

/* How light a slope is: 1 where the map is flat. */
SCREE_FN float scree_scene_relief(const scree_table table, const scree_scene_slopes at)
{
    float relief = scree_scene_float(table, SCREE_SCENE_RELIEF);
    if (!(relief > 0.0f)) {
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

/* How much of a contour line is on a pixel; lines that are too close to be told apart fade. */
SCREE_FN float scree_scene_contour(const scree_table table, const scree_scene_slopes at)
{
    float steepness = scree_scene_lines_a_pixel(table, at);
    if (steepness < 1.0e-6f) {
        return 0.0f;
    }
    float line = scree_scene_line(scree_divide(scree_scene_line_distance(table, at.value), steepness), 1.0f);
    float distinct = scree_scene_clamped(scree_scene_plus_product(1.5f, steepness, -2.0f), 0.0f, 1.0f);
    return line * distinct * 0.75f;
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
    float left = scree_scene_complement(scree_scene_contour(table, at));
    return scree_scene_light_scaled(scree_scene_light_scaled(light, scree_scene_relief(table, at)), left);
}

#endif
