/* Instructions of a graph: sums, products, roots and powers. */
#ifndef SCREE_KERNELS_ARITHMETIC_H
#define SCREE_KERNELS_ARITHMETIC_H

#include "base/elementary.h"
#include "ops/op_result.h"

SCREE_FN scree_op_result scree_op_value(const scree_f32 x)
{
    scree_op_result result;
    result.value = scree_op_trimmed(x);
    result.partial[0] = scree_f32_in_all(1.0f);
    return result;
}

SCREE_FN scree_op_result scree_op_add(const scree_f32 a, const scree_f32 b)
{
    scree_op_result result;
    result.value = scree_op_trimmed(a + b);
    result.partial[0] = scree_f32_in_all(1.0f);
    result.partial[1] = scree_f32_in_all(1.0f);
    return result;
}

SCREE_FN scree_op_result scree_op_sub(const scree_f32 a, const scree_f32 b)
{
    scree_op_result result;
    result.value = scree_op_trimmed(a - b);
    result.partial[0] = scree_f32_in_all(1.0f);
    result.partial[1] = scree_f32_in_all(-1.0f);
    return result;
}

SCREE_FN scree_op_result scree_op_mul(const scree_f32 a, const scree_f32 b)
{
    scree_op_result result;
    result.value = scree_op_trimmed(a * b);
    result.partial[0] = b;
    result.partial[1] = a;
    return result;
}

/* The divisor is not 0. */
SCREE_FN scree_op_result scree_op_div(const scree_f32 a, const scree_f32 b)
{
    scree_op_result result;
    scree_f32 reciprocal = scree_divide(scree_f32_in_all(1.0f), b);
    result.value = scree_op_trimmed(scree_divide(a, b));
    result.partial[0] = reciprocal;
    result.partial[1] = scree_op_trimmed(-(result.value * reciprocal));
    return result;
}

/* (x - from) * scale + to */
SCREE_FN scree_op_result scree_op_affine(const scree_f32 x, const scree_f32 from, const scree_f32 scale,
                                         const scree_f32 to)
{
    scree_op_result result;
    scree_f32 rest = scree_op_trimmed(x - from);
    result.value = scree_op_trimmed(rest * scale + to);
    result.partial[0] = scale;
    result.partial[1] = scree_op_trimmed(-scale);
    result.partial[2] = rest;
    result.partial[3] = scree_f32_in_all(1.0f);
    return result;
}

/* Its derivative at 0 is that of positive numbers. */
SCREE_FN scree_op_result scree_op_abs(const scree_f32 x)
{
    scree_op_result result;
    result.value = scree_magnitude(x);
    result.partial[0] = scree_select_less(x, scree_f32_in_all(0.0f), scree_f32_in_all(-1.0f), scree_f32_in_all(1.0f));
    return result;
}

SCREE_FN scree_op_result scree_op_sign(const scree_f32 x)
{
    scree_op_result result;
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 raised = scree_select_less(zero, x, scree_f32_in_all(1.0f), zero);
    result.value = scree_select_less(x, zero, scree_f32_in_all(-1.0f), raised);
    result.partial[0] = zero;
    return result;
}

/* The root of a negative number is 0. The derivative at 0, which would be infinite, is 0. */
SCREE_FN scree_op_result scree_op_sqrt(const scree_f32 x)
{
    scree_op_result result;
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 divisor = scree_root(scree_select_less(zero, x, x, scree_f32_in_all(1.0f)));
    result.value = scree_select_less(zero, x, divisor, zero);
    result.partial[0] = scree_select_less(zero, x, scree_divide(scree_f32_in_all(0.5f), divisor), zero);
    return result;
}

/*
 * The root of a sum of squares. Inputs below 1 are made larger by 2^24, and others smaller by 2^-2, so that squares
 * neither overflow nor are subnormal; what is then trimmed is too small for the sum to change. The derivatives of 0,
 * which has none, are 0.
 */
SCREE_FN scree_op_result scree_op_length(const scree_f32 a, const scree_f32 b, const scree_f32 c, const scree_f32 d)
{
    scree_op_result result;
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 one = scree_f32_in_all(1.0f);
    scree_f32 greater = scree_maximum(scree_magnitude(a), scree_magnitude(b));
    scree_f32 greatest = scree_maximum(greater, scree_maximum(scree_magnitude(c), scree_magnitude(d)));
    scree_f32 scale = scree_select_less(greatest, one, scree_f32_in_all(16777216.0f), scree_f32_in_all(0.25f));
    scree_f32 inverse =
        scree_select_less(greatest, one, scree_f32_in_all(5.9604644775390625e-8f), scree_f32_in_all(4.0f));
    scree_f32 x = scree_op_trimmed(a * scale);
    scree_f32 y = scree_op_trimmed(b * scale);
    scree_f32 z = scree_op_trimmed(c * scale);
    scree_f32 w = scree_op_trimmed(d * scale);
    scree_f32 root = scree_root(x * x + y * y + z * z + w * w);
    scree_f32 divisor = scree_select_less(zero, root, root, one);
    result.value = scree_op_trimmed(root * inverse);
    result.partial[0] = scree_op_trimmed(scree_divide(x, divisor));
    result.partial[1] = scree_op_trimmed(scree_divide(y, divisor));
    result.partial[2] = scree_op_trimmed(scree_divide(z, divisor));
    result.partial[3] = scree_op_trimmed(scree_divide(w, divisor));
    return result;
}

/*
 * Powers of 0 and of negative numbers are 0, without slope. The logarithm's magnitude is at most 63, with an error of
 * 1.8 * 2^-23 of itself, and so is the product's where the power is in range: the power has a relative error below
 * ln(2) * 63 * (1.8 * 2^-23 + 2^-24) + 1.15 * 2^-23 < 2^-16.
 */
SCREE_FN scree_op_result scree_op_pow(const scree_f32 x, const scree_f32 exponent)
{
    scree_op_result result;
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_f32 base = scree_select_less(zero, x, x, scree_f32_in_all(1.0f));
    scree_f32 logarithm = scree_log2(base);
    result.value = scree_op_trimmed(scree_select_less(zero, x, scree_exp2(exponent * logarithm), zero));
    result.partial[0] = scree_op_trimmed(scree_op_trimmed(scree_divide(result.value, base)) * exponent);
    result.partial[1] = scree_op_trimmed(result.value * (logarithm * 0.693147182f));
    return result;
}

#endif
