/*
 * Operations on numbers as functions. What only decides a condition is part of no result that GLSL is told to be
 * precise with; of these functions it is, so that kernels call them in conditions and in arguments.
 */
#ifndef SCREE_KERNELS_SCENE_NUMBER_H
#define SCREE_KERNELS_SCENE_NUMBER_H

#include "base/divide.h"
#include "base/portable.h"

/* A whole number below 2^31 as a float. */
SCREE_FN float scree_scene_whole(const scree_index number)
{
    return scree_one_from_offset(scree_offset_from_index(number));
}

/* The whole number next to one that is not negative. */
SCREE_FN scree_index scree_scene_rounded(const float value)
{
    return scree_u32_from_f32(value + 0.5f);
}

SCREE_FN float scree_scene_sum(const float a, const float b)
{
    return a + b;
}

SCREE_FN float scree_scene_difference(const float a, const float b)
{
    return a - b;
}

SCREE_FN float scree_scene_product(const float a, const float b)
{
    return a * b;
}

SCREE_FN float scree_scene_plus_product(const float sum, const float a, const float b)
{
    return sum + a * b;
}

SCREE_FN float scree_scene_reciprocal(const float value)
{
    return scree_divide(1.0f, value);
}

SCREE_FN float scree_scene_complement(const float part)
{
    return 1.0f - part;
}

SCREE_FN float scree_scene_middle(const float a, const float b)
{
    return (a + b) * 0.5f;
}

/* Half of a number, and a half: what is from -1 to 1 becomes 0 to 1. */
SCREE_FN float scree_scene_half_more(const float value)
{
    return value * 0.5f + 0.5f;
}

/* The number between two others: `a` at 0, `b` at 1. */
SCREE_FN float scree_scene_lerp(const float a, const float b, const float part)
{
    return a + (b - a) * part;
}

SCREE_FN float scree_scene_magnitude(const float value)
{
    return value < 0.0f ? -value : value;
}

SCREE_FN float scree_scene_lesser(const float a, const float b)
{
    return b < a ? b : a;
}

SCREE_FN float scree_scene_greater(const float a, const float b)
{
    return a < b ? b : a;
}

SCREE_FN float scree_scene_clamped(const float value, const float low, const float high)
{
    float least = value < low ? low : value;
    return least < high ? least : high;
}

#endif
