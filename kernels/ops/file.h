/*
 * The samples of a file as a field: interpolated from those around a position, which is counted in samples along each
 * axis. Beyond the first and the last sample of an axis the field goes on as the edge says.
 *
 * Linear interpolation has two samples along an axis, cubic interpolation four (R. Keys, "Cubic convolution
 * interpolation for digital image processing", 1981, with a = -1/2: the spline of Catmull and Rom), which goes through
 * all of them with continuous slopes. What is summed are differences from one of them, times products of a weight for
 * each axis, so that a region of equal samples has exactly their value.
 */
#ifndef SCREE_KERNELS_FILE_H
#define SCREE_KERNELS_FILE_H

#include "ops/op_result.h"
#include "ops/rounding.h"

/* The table: a header, a record for each axis, and the samples, x fastest, behind which there is room for a vector. */
#define SCREE_FILE_TAPS 0u /* Samples along an axis that a value is made of: 1 is the nearest, 2 linear, 4 cubic. */
#define SCREE_FILE_EDGE 1u
#define SCREE_FILE_AXIS_COUNT 2u
#define SCREE_FILE_LOW 3u /* The least value, float32. */
#define SCREE_FILE_RECORDS 4u
#define SCREE_FILE_HIGH 16u /* The greatest one. */
#define SCREE_FILE_SAMPLES 24u
#define SCREE_FILE_ROOM 16u

/* The record of an axis. One that the file does not have has a count of 1. */
#define SCREE_FILE_COUNT 0u
#define SCREE_FILE_STRIDE 1u  /* Words from one sample to the next. */
#define SCREE_FILE_PERIOD 2u  /* Samples until the field repeats, float32, at least 1; */
#define SCREE_FILE_INVERSE 3u /* and the inverse. */
#define SCREE_FILE_RECORD_WORDS 4u

/* Edges: the last sample goes on, the field repeats, or it is mirrored at the first and the last sample. */
#define SCREE_FILE_CLAMPS 0u
#define SCREE_FILE_REPEATS 1u
#define SCREE_FILE_MIRRORS 2u

/* In place of an axis: the value, and no derivative. */
#define SCREE_FILE_VALUE 3u

/* A position along an axis: the index of the sample at or before it, the part of the way to the next, and the factor of
   slopes there, which a mirror turns round, and which is 0 where the last sample goes on. */
SCREE_STRUCT(scree_file_place)
{
    scree_f32 index;
    scree_f32 part;
    scree_f32 turn;
};

SCREE_FN scree_index scree_file_word(const scree_table table, const scree_index axis, const scree_index word)
{
    return scree_table_word(table, SCREE_FILE_RECORDS + axis * SCREE_FILE_RECORD_WORDS + word);
}

SCREE_FN scree_f32 scree_file_float(const scree_table table, const scree_index axis, const scree_index word)
{
    return scree_f32_from_bits(scree_u32_from_index(scree_file_word(table, axis, word)));
}

/* The last sample of an axis. */
SCREE_FN scree_f32 scree_file_last(const scree_table table, const scree_index axis)
{
    return scree_f32_from_u24(scree_u32_from_index(scree_file_word(table, axis, SCREE_FILE_COUNT) - 1u));
}

/* The position within the samples where the field has the value of one beyond them. */
SCREE_FN scree_file_place scree_file_fold(const scree_table table, const scree_index axis, const scree_f32 position)
{
    scree_file_place place;
    const scree_index edge = scree_table_word(table, SCREE_FILE_EDGE);
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 one = scree_f32_in_all(1.0f);
    scree_f32 last = scree_file_last(table, axis);
    scree_f32 at = position;
    place.turn = one;
    if (edge == SCREE_FILE_CLAMPS) {
        place.turn = scree_select_less(at, zero, zero, scree_select_less(last, at, zero, one));
    } else {
        scree_f32 period = scree_file_float(table, axis, SCREE_FILE_PERIOD);
        at = scree_op_mod(position, period, scree_file_float(table, axis, SCREE_FILE_INVERSE)).value;
        if (edge == SCREE_FILE_MIRRORS) {
            place.turn = scree_select_less(last, at, -one, one);
            at = scree_select_less(last, at, period - at, at);
        }
    }
    scree_f32 most = edge == SCREE_FILE_REPEATS ? last + one : last;
    place.index = scree_maximum(scree_minimum(at, most), zero);
    place.part = zero;
    return place;
}

/* The only sample of an axis that the file does not have. */
SCREE_FN scree_file_place scree_file_nowhere(void)
{
    scree_file_place place;
    place.index = scree_f32_in_all(0.0f);
    place.part = scree_f32_in_all(0.0f);
    place.turn = scree_f32_in_all(1.0f);
    return place;
}

/* Parts of a way below 2^-24 are none: products of weights would be subnormal. */
SCREE_FN scree_file_place scree_file_locate(const scree_table table, const scree_index axis, const scree_f32 position)
{
    scree_file_place place = scree_file_fold(table, axis, position);
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 below = scree_op_whole(place.index);
    scree_f32 part = place.index - below;
    place.index = below;
    place.part = scree_select_less(part, scree_f32_in_all(5.9604644775390625e-08f), zero, part);
    if (scree_table_word(table, SCREE_FILE_TAPS) == 1u) {
        place.index = scree_select_less(part, scree_f32_in_all(0.5f), below, below + scree_f32_in_all(1.0f));
        place.part = zero;
    }
    return place;
}

/* The word of a sample that lies some samples from another one along an axis. */
SCREE_FN scree_u32 scree_file_index(const scree_table table, const scree_index axis, const scree_f32 index,
                                    const scree_f32 offset)
{
    const scree_index edge = scree_table_word(table, SCREE_FILE_EDGE);
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 last = scree_file_last(table, axis);
    scree_f32 at = index + offset;
    if (edge == SCREE_FILE_REPEATS) {
        scree_f32 count = last + scree_f32_in_all(1.0f);
        at = scree_select_less(at, zero, at + count, at);
        at = scree_select_less(last, at, at - count, at);
    } else if (edge == SCREE_FILE_MIRRORS) {
        at = scree_magnitude(at);
        at = scree_select_less(last, at, last + last - at, at);
    }
    at = scree_maximum(scree_minimum(at, last), zero);
    return scree_u32_from_f32(at) * scree_u32_from_index(scree_file_word(table, axis, SCREE_FILE_STRIDE));
}

/* The cubic weight of a sample at a distance, and its derivative. */
SCREE_FN scree_f32 scree_file_cubic(const scree_f32 distance, const bool is_slope)
{
    scree_f32 one = scree_f32_in_all(1.0f);
    scree_f32 near_by;
    scree_f32 far_off;
    if (is_slope) {
        near_by = (distance * 4.5f - 5.0f) * distance;
        far_off = (5.0f - distance * 1.5f) * distance - 4.0f;
    } else {
        near_by = (distance * 1.5f - 2.5f) * distance * distance + 1.0f;
        far_off = ((2.5f - distance * 0.5f) * distance - 4.0f) * distance + 2.0f;
    }
    return scree_select_less(one, distance, far_off, near_by);
}

/* The weight of a sample along an axis, from the first of those around the position on, or its derivative. */
SCREE_FN scree_f32 scree_file_weight(const scree_index taps, const scree_index tap, const scree_f32 part,
                                     const bool is_slope)
{
    scree_f32 one = scree_f32_in_all(1.0f);
    scree_f32 weight = is_slope ? scree_f32_in_all(0.0f) : one;
    if (taps == 2u) {
        scree_f32 rise = tap == 0u ? -one : one;
        weight = is_slope ? rise : tap == 0u ? one - part : part;
    } else if (taps == 4u) {
        const bool is_before = tap < 2u;
        scree_f32 offset = scree_f32_from_u24(scree_u32_from_index(tap)) - 1.0f;
        weight = scree_file_cubic(is_before ? part - offset : offset - part, is_slope);
        weight = is_slope && !is_before ? -weight : weight;
    }
    return weight;
}

/* How far a sample is from the one before the position. */
SCREE_FN scree_f32 scree_file_offset(const scree_index taps, const scree_index tap)
{
    return scree_f32_from_u24(scree_u32_from_index(tap)) - scree_f32_in_all(taps == 4u ? 1.0f : 0.0f);
}

/* The weights and the words of all samples along the first axis. */
SCREE_STRUCT(scree_file_taps)
{
    scree_f32 weight[4];
    scree_u32 index[4];
};

SCREE_FN scree_file_taps scree_file_taps_of(const scree_table table, const scree_index taps,
                                            const scree_file_place place, const bool is_slope)
{
    scree_file_taps found;
    SCREE_UNROLL
    for (scree_index i = 0u; i < 4u; i++) {
        found.weight[i] = place.part;
        found.index[i] = scree_u32_from_index(0u);
        if (i < taps) {
            found.weight[i] = scree_file_weight(taps, i, place.part, is_slope);
            found.index[i] = scree_file_index(table, 0u, place.index, scree_file_offset(taps, i));
        }
    }
    return found;
}

/* The difference of a sample from another one, times its weight. */
SCREE_FN scree_f32 scree_file_share(const scree_table table, const scree_u32 index, const scree_f32 from,
                                    const scree_f32 weight)
{
    scree_f32 difference = scree_table_f32_near(table, index + SCREE_FILE_SAMPLES) - from;
    return scree_op_trimmed(scree_op_trimmed(difference) * scree_op_trimmed(weight));
}

/* A value within limits, which rounding would pass. */
SCREE_FN scree_f32 scree_file_limited(const scree_table table, const scree_f32 value)
{
    scree_f32 low = scree_f32_from_bits(scree_u32_from_index(scree_table_word(table, SCREE_FILE_LOW)));
    scree_f32 high = scree_f32_from_bits(scree_u32_from_index(scree_table_word(table, SCREE_FILE_HIGH)));
    return scree_op_trimmed(scree_minimum(scree_maximum(value, low), high));
}

/* The value at a position, or its derivative along an axis. */
SCREE_FN scree_f32 scree_file_sample(const scree_table table, const scree_f32 x, const scree_f32 y, const scree_f32 z,
                                     const scree_index along)
{
    const scree_index taps = scree_table_word(table, SCREE_FILE_TAPS);
    const scree_index axes = scree_table_word(table, SCREE_FILE_AXIS_COUNT);
    const scree_index rows = axes > 1u ? taps : 1u;
    const scree_index planes = axes > 2u ? taps : 1u;
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_file_place place_x = scree_file_locate(table, 0u, x);
    scree_file_place place_y = scree_file_nowhere();
    scree_file_place place_z = scree_file_nowhere();
    scree_u32 nearest = scree_file_index(table, 0u, place_x.index, zero);
    if (axes > 1u) {
        place_y = scree_file_locate(table, 1u, y);
        nearest = nearest + scree_file_index(table, 1u, place_y.index, zero);
    }
    if (axes > 2u) {
        place_z = scree_file_locate(table, 2u, z);
        nearest = nearest + scree_file_index(table, 2u, place_z.index, zero);
    }
    scree_file_taps columns = scree_file_taps_of(table, taps, place_x, along == 0u);
    scree_f32 from = scree_table_f32_near(table, nearest + SCREE_FILE_SAMPLES);
    scree_f32 sum = zero;
    SCREE_ROLLED
    for (scree_index k = 0u; k < planes; k++) {
        scree_f32 weight_z = scree_file_weight(planes, k, place_z.part, along == 2u);
        scree_u32 plane = scree_u32_from_index(0u);
        if (axes > 2u) {
            plane = scree_file_index(table, 2u, place_z.index, scree_file_offset(planes, k));
        }
        SCREE_ROLLED
        for (scree_index j = 0u; j < rows; j++) {
            scree_f32 weight_y = weight_z * scree_file_weight(rows, j, place_y.part, along == 1u);
            scree_u32 row = plane + scree_file_index(table, 1u, place_y.index, scree_file_offset(rows, j));
            SCREE_UNROLL
            for (scree_index i = 0u; i < 4u; i++) {
                /* The first of two is the one from which differences are taken. */
                if (i < taps && (taps > 2u || i + j + k > 0u)) {
                    sum = sum + scree_file_share(table, row + columns.index[i], from, weight_y * columns.weight[i]);
                }
            }
        }
    }
    scree_f32 turn = along == 0u ? place_x.turn : along == 1u ? place_y.turn : place_z.turn;
    return along == SCREE_FILE_VALUE ? scree_file_limited(table, from + sum) : scree_op_slope(sum * turn);
}

#endif
