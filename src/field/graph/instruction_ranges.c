/*
 * Intervals of the values of instructions. A function that is monotone in each input, whatever the others are, has its
 * extremes at corners of the box of its inputs. Sums, products, limits and choices of float32 numbers are monotone in
 * the same way, rounding included, so that a kernel in which every input stands once has its own extremes there. Others
 * stay near such a function, and get slack for the way that their rounding goes back and forth.
 */
#include "op_definition.h"

#include <math.h>

#include "ops/instructions.h"

/* Slopes, and partial derivatives, are cut off there (kernels/ops/op_result.h). */
static const scree_range all_slopes = {-0x1p30f, 0x1p30f};
static const scree_range everything = {-INFINITY, INFINITY};

float scree_instruction_at(uint32_t instruction, const float input[SCREE_INSTRUCTION_INPUTS])
{
    if (instruction >= SCREE_PARTIAL_NUMBERS) {
        return scree_instruction_partial(instruction % SCREE_PARTIAL_NUMBERS, instruction / SCREE_PARTIAL_NUMBERS - 1,
                                         input[0], input[1], input[2], input[3], input[4]);
    }
    return scree_instruction_value(instruction, input[0], input[1], input[2], input[3], input[4]);
}

static float greatest_magnitude(scree_range range)
{
    return fmaxf(fabsf(range.minimum), fabsf(range.maximum));
}

static bool is_one_number(scree_range range)
{
    return range.minimum == range.maximum;
}

/* The part of a range that lies within limits, one of whose numbers is in it. */
static scree_range limit(scree_range range, float minimum, float maximum)
{
    return (scree_range){fmaxf(range.minimum, minimum), fminf(range.maximum, maximum)};
}

/* A range that is wider on both sides; the slack is enough for the ends to be rounded. */
static scree_range widen(scree_range range, double below, double above)
{
    return (scree_range){(float)(range.minimum - below), (float)(range.maximum + above)};
}

/* The range of values at the corners of the box of the first inputs. A fourth one that such a corner does not have is
   the inverse of the third. */
static scree_range range_at_corners(uint32_t instruction, const scree_range *input, uint32_t count)
{
    scree_range range = {INFINITY, -INFINITY};
    for (uint32_t corner = 0; corner < 1u << count; corner++) {
        float at[SCREE_INSTRUCTION_INPUTS] = {0};
        for (uint32_t i = 0; i < count; i++) {
            at[i] = corner >> i & 1u ? input[i].maximum : input[i].minimum;
        }
        if (count < scree_instruction_inputs(instruction)) {
            at[3] = scree_op_div(1.0f, at[2]).value;
        }
        const float value = scree_instruction_at(instruction, at);
        if (isnan(value)) {
            return everything;
        }
        range = (scree_range){fminf(range.minimum, value), fmaxf(range.maximum, value)};
    }
    return range;
}

/* The sine has its extremes at quarters of a turn, where its kernel has them exactly. */
static scree_range range_of_sine(scree_range x)
{
    const double low = (double)x.minimum;
    const double high = (double)x.maximum;
    const scree_range range = widen(range_at_corners(SCREE_INSTRUCTION_SINE, &x, 1), 0x1p-20, 0x1p-20);
    const bool has_least = floor(high + 0.25) >= ceil(low + 0.25);
    const bool has_greatest = floor(high - 0.25) >= ceil(low - 0.25);
    return limit((scree_range){has_least ? -1.0f : range.minimum, has_greatest ? 1.0f : range.maximum}, -1.0f, 1.0f);
}

static scree_range range_of_div(const scree_range *input)
{
    const bool may_divide_by_zero = input[1].minimum <= 0.0f && input[1].maximum >= 0.0f;
    return may_divide_by_zero ? everything : range_at_corners(SCREE_INSTRUCTION_DIV, input, 2);
}

static scree_range range_of_abs(scree_range x)
{
    const bool holds_zero = x.minimum <= 0.0f && x.maximum >= 0.0f;
    const float least = holds_zero ? 0.0f : fminf(fabsf(x.minimum), fabsf(x.maximum));
    return (scree_range){least, greatest_magnitude(x)};
}

/* A length grows with the magnitude of each input, rounding included: scales are powers of two. */
static scree_range range_of_length(const scree_range *input)
{
    float least[SCREE_INSTRUCTION_INPUTS] = {0};
    float greatest[SCREE_INSTRUCTION_INPUTS] = {0};
    for (uint32_t i = 0; i < scree_instruction_inputs(SCREE_INSTRUCTION_LENGTH); i++) {
        least[i] = range_of_abs(input[i]).minimum;
        greatest[i] = range_of_abs(input[i]).maximum;
    }
    return (scree_range){scree_instruction_at(SCREE_INSTRUCTION_LENGTH, least),
                         scree_instruction_at(SCREE_INSTRUCTION_LENGTH, greatest)};
}

/*
 * Rounded minima and maxima grow with both numbers, and change one way with the radius, whose inverse the fourth input
 * is. The difference of the numbers is rounded by 2^-24 of itself, at most the radius where it counts; so the depth, at
 * most a quarter of the radius, is off by less than 2^-22 of the radius, and the result by 2^-24 of its magnitude more.
 * A rounded minimum is never above the exact one, since the depth is not negative.
 */
static scree_range range_of_fillet(uint32_t instruction, const scree_range *input)
{
    const double scale = (double)greatest_magnitude(input[0]) + greatest_magnitude(input[1]) + input[2].maximum;
    const scree_range corners = range_at_corners(instruction, input, 3);
    const scree_range range = widen(corners, scale * 0x1p-20, scale * 0x1p-20);
    return instruction == SCREE_INSTRUCTION_SMIN ? limit(range, -INFINITY, fminf(input[0].maximum, input[1].maximum))
                                                 : limit(range, fmaxf(input[0].minimum, input[1].minimum), INFINITY);
}

/*
 * Multiples, and terraces, whose size is the inverse of the number of steps, rise with x while the other inputs do not
 * vary, up to 2^23 multiples. Otherwise they are not farther from x than the size, but for three roundings of x.
 */
static scree_range range_of_multiple(uint32_t instruction, const scree_range *input)
{
    const scree_range size = input[instruction == SCREE_INSTRUCTION_TERRACE ? 2 : 1];
    const double x = (double)greatest_magnitude(input[0]);
    bool is_constant = x <= 0x1p22 * (double)size.minimum;
    for (uint32_t i = 1; i < scree_instruction_inputs(instruction); i++) {
        is_constant = is_constant && is_one_number(input[i]);
    }
    const double slack = size.maximum + x * 0x1p-20;
    return is_constant ? range_at_corners(instruction, input, scree_instruction_inputs(instruction))
                       : widen(input[0], slack, slack);
}

/* The kernel limits the rest to 0 to the divisor, and where x is not negative, neither is the multiple below it. */
static scree_range range_of_mod(const scree_range *input)
{
    const float greatest = input[1].maximum;
    return (scree_range){0.0f, input[0].minimum >= 0.0f ? fminf(greatest, input[0].maximum) : greatest};
}

/*
 * A mixture is linear in each input, but for three roundings of terms that are at most (|a| + |b|) (1 + |t|), and for
 * differences and values below 2^-63, which become 0. With t from 0 to 1 it lies between a and b: the term that is
 * added to the nearer one is at most half of the difference but for two roundings, hence not more than all of it.
 */
static scree_range range_of_mix(const scree_range *input)
{
    const scree_range a = input[0];
    const scree_range b = input[1];
    const double factor = 1.0 + (double)greatest_magnitude(input[2]);
    const double terms = (double)greatest_magnitude(a) + greatest_magnitude(b);
    const double slack = factor * (terms * 0x1p-20 + 0x1p-62);
    const scree_range range = widen(range_at_corners(SCREE_INSTRUCTION_MIX, input, 3), slack, slack);
    const bool lies_between = input[2].minimum >= 0.0f && input[2].maximum <= 1.0f;
    return lies_between ? limit(range, fminf(a.minimum, b.minimum), fmaxf(a.maximum, b.maximum)) : range;
}

/*
 * Functions that are monotone in each input, not negative, and whose kernels have errors below half of `relative`;
 * results below 2^-63 become 0. No kernel has results above the greatest.
 */
static scree_range range_of_curve(uint32_t instruction, const scree_range *input, double relative, float greatest)
{
    const scree_range range = range_at_corners(instruction, input, scree_instruction_inputs(instruction));
    if (isinf(range.maximum)) {
        return everything;
    }
    const double below = range.minimum * relative + 0x1p-62;
    const double above = range.maximum * relative + 0x1p-62;
    return limit(widen(range, below, above), 0.0f, greatest);
}

/*
 * Errors of curves: powers have one below 2^-16 (ops/arithmetic.h). The cubic has five roundings, none of them of a
 * difference that cancels; near 1 it is less than 1 by three times the square of the rest, and its roundings by less
 * than half a step. The divisor of bias and gain is off by less than 2^-23 and at least 2^-10, hence they by less than
 * 2^-13; it is not below x, so that no quotient is above 1.
 */
static scree_range range_of(uint32_t instruction, const scree_range *input)
{
    switch ((int)instruction) {
    case SCREE_INSTRUCTION_DIV:
        return range_of_div(input);
    case SCREE_INSTRUCTION_SMIN:
    case SCREE_INSTRUCTION_SMAX:
        return range_of_fillet(instruction, input);
    case SCREE_INSTRUCTION_ABS:
        return range_of_abs(input[0]);
    case SCREE_INSTRUCTION_FLOOR:
    case SCREE_INSTRUCTION_CEIL:
    case SCREE_INSTRUCTION_ROUND:
    case SCREE_INSTRUCTION_TERRACE:
        return range_of_multiple(instruction, input);
    case SCREE_INSTRUCTION_MOD:
        return range_of_mod(input);
    case SCREE_INSTRUCTION_MIX:
        return range_of_mix(input);
    case SCREE_INSTRUCTION_POW:
        return range_of_curve(instruction, input, 0x1p-15, INFINITY);
    case SCREE_INSTRUCTION_SMOOTHSTEP:
        return range_of_curve(instruction, input, 0x1p-20, 1.0f);
    case SCREE_INSTRUCTION_BIAS:
    case SCREE_INSTRUCTION_GAIN:
        return range_of_curve(instruction, input, 0x1p-12, 1.0f);
    case SCREE_INSTRUCTION_BAND:
        return (scree_range){0.0f, 1.0f};
    case SCREE_INSTRUCTION_SINE:
        return range_of_sine(input[0]);
    case SCREE_INSTRUCTION_LENGTH:
        return range_of_length(input);
    default:
        return range_at_corners(instruction, input, scree_instruction_inputs(instruction));
    }
}

scree_range scree_instruction_range(uint32_t instruction, const scree_range input[SCREE_INSTRUCTION_INPUTS])
{
    for (uint32_t i = 0; i < scree_instruction_inputs(instruction); i++) {
        if (!isfinite(input[i].minimum) || !isfinite(input[i].maximum)) {
            return everything;
        }
    }
    return instruction >= SCREE_PARTIAL_NUMBERS ? all_slopes : range_of(instruction, input);
}
