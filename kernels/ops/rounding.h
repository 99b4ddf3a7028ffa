/*
 * Instructions of a graph: multiples of a number, and terraces. A number that others are divided by is positive, and
 * its inverse is given.
 */
#ifndef SCREE_KERNELS_ROUNDING_H
#define SCREE_KERNELS_ROUNDING_H

#include "ops/op_result.h"

/* The greatest whole number that is not above any number: numbers from 2^23 on are whole. */
SCREE_FN scree_f32 scree_op_whole(const scree_f32 value)
{
    scree_f32 limit = scree_f32_in_all(8388608.0f);
    scree_f32 size = scree_magnitude(value);
    scree_f32 small = scree_select_less(size, limit, value, scree_f32_in_all(0.0f));
    return scree_select_less(size, limit, scree_floor(small), value);
}

/*
 * The number of the greatest multiple that is not above x. The product with the inverse is not exact, so that the whole
 * number below it may be one too many or too few: the multiples themselves, rounded, are compared with x.
 */
SCREE_FN scree_f32 scree_op_count_below(const scree_f32 x, const scree_f32 multiple, const scree_f32 per_multiple)
{
    scree_f32 first = scree_op_whole(x * per_multiple);
    scree_f32 count = scree_select_less(x, first * multiple, first - 1.0f, first);
    scree_f32 next = count + 1.0f;
    return scree_select_less(x, next * multiple, count, next);
}

/* The greatest multiple that is not above x, whose count is given. From 2^23 multiples on it is x, or a little less. */
SCREE_FN scree_f32 scree_op_multiple_below(const scree_f32 x, const scree_f32 multiple, const scree_f32 count)
{
    return scree_minimum(count * multiple, x);
}

/* A multiple, with the derivatives of a count times the multiple, where the count stays the same. */
SCREE_FN scree_op_result scree_op_multiple_result(const scree_f32 value, const scree_f32 count)
{
    scree_op_result result;
    result.value = scree_op_trimmed(value);
    result.partial[0] = scree_f32_in_all(0.0f);
    result.partial[1] = scree_op_trimmed(count);
    result.partial[2] = scree_f32_in_all(0.0f);
    return result;
}

SCREE_FN scree_op_result scree_op_floor(const scree_f32 x, const scree_f32 multiple, const scree_f32 per_multiple)
{
    scree_f32 count = scree_op_count_below(x, multiple, per_multiple);
    return scree_op_multiple_result(scree_op_multiple_below(x, multiple, count), count);
}

SCREE_FN scree_op_result scree_op_ceil(const scree_f32 x, const scree_f32 multiple, const scree_f32 per_multiple)
{
    scree_f32 count = scree_op_count_below(-x, multiple, per_multiple);
    return scree_op_multiple_result(-scree_op_multiple_below(-x, multiple, count), -count);
}

/* The greater one of two that are equally near. */
SCREE_FN scree_op_result scree_op_round(const scree_f32 x, const scree_f32 multiple, const scree_f32 per_multiple)
{
    scree_f32 below = scree_op_count_below(x, multiple, per_multiple);
    scree_f32 above = below + 1.0f;
    scree_f32 distance = x - below * multiple;
    scree_f32 distance_above = above * multiple - x;
    scree_f32 count = scree_select_less(distance, distance_above, below, above);
    return scree_op_multiple_result(count * multiple, count);
}

SCREE_FN scree_op_result scree_op_mod(const scree_f32 x, const scree_f32 divisor, const scree_f32 per_divisor)
{
    scree_op_result result;
    scree_f32 count = scree_op_count_below(x, divisor, per_divisor);
    scree_f32 rest = x - scree_op_multiple_below(x, divisor, count);
    result.value = scree_op_trimmed(scree_minimum(rest, divisor));
    result.partial[0] = scree_f32_in_all(1.0f);
    result.partial[1] = scree_op_trimmed(-count);
    result.partial[2] = scree_f32_in_all(0.0f);
    return result;
}

/*
 * Steps of x, N for each unit of it, each of them flat up to the part `start` and then climbing to the next by
 * `rise`, the inverse of the rest. At both ends of the climb the derivatives are its own.
 */
SCREE_FN scree_op_result scree_op_terrace(const scree_f32 x, const scree_f32 steps, const scree_f32 per_step,
                                          const scree_f32 start, const scree_f32 rise)
{
    scree_op_result result;
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 one = scree_f32_in_all(1.0f);
    scree_f32 scaled = x * steps;
    scree_f32 count = scree_op_whole(scaled);
    scree_f32 part = scaled - count;
    scree_f32 ahead = part - start;
    scree_f32 climb = scree_maximum(ahead, zero) * rise;
    scree_f32 height = scree_op_trimmed(count + scree_minimum(climb, one));
    scree_f32 is_climbing = scree_select_less(ahead, zero, zero, scree_select_less(one, climb, zero, one));
    scree_f32 slope = scree_op_trimmed(rise * per_step) * is_climbing;
    result.value = scree_op_trimmed(height * per_step);
    result.partial[0] = scree_op_trimmed(steps * slope);
    result.partial[1] = scree_op_trimmed(x * slope);
    result.partial[2] = height;
    result.partial[3] = scree_op_trimmed(-slope);
    result.partial[4] = scree_op_trimmed(scree_op_trimmed(ahead) * per_step * is_climbing);
    return result;
}

#endif
