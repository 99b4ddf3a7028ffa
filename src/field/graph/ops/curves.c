/* Operators: curves through points, and choices between many fields. */
#include "op_parts.h"

#include <math.h>

/* Points of a curve: as many as inputs are left. */
#define MOST_POINTS 16u

/* The points of a curve, and its slopes there. */
typedef struct curve_points {
    uint32_t count;
    scree_operand x[MOST_POINTS];
    scree_operand y[MOST_POINTS];
    scree_operand slope[MOST_POINTS];
} curve_points;

/* Whether an input is there: those that are not given are no numbers. */
static bool is_given(scree_operand input)
{
    return !input.is_number || !isnan(input.number);
}

/* Takes points of some inputs each, behind the first input. */
static curve_points take_points(const scree_operand *input, uint32_t size)
{
    curve_points points = {.count = 0};
    for (uint32_t i = 1; i + size <= SCREE_MAX_OP_INPUTS && is_given(input[i]); i += size) {
        points.x[points.count] = input[i];
        points.y[points.count] = input[i + 1];
        points.slope[points.count++] = size > 2 ? input[i + 2] : scree_number_operand(0.0f);
    }
    return points;
}

/* Appends x times a factor, plus a sum. */
static scree_operand emit_multiple(scree_code_builder *builder, scree_operand x, scree_operand factor,
                                   scree_operand sum)
{
    return SCREE_EMIT(builder, AFFINE, x, scree_number_operand(0.0f), factor, sum);
}

/*
 * Adds the part of a curve from one point to the next: a cubic of t, which is 0 before the part and 1 behind it, with
 * the slopes at both ends.
 */
static scree_operand emit_part(scree_code_builder *builder, scree_operand x, const curve_points *points, uint32_t i,
                               scree_operand sum)
{
    const scree_operand zero = scree_number_operand(0.0f);
    const scree_operand width = SCREE_EMIT(builder, SUB, points->x[i + 1], points->x[i]);
    const scree_operand rise = SCREE_EMIT(builder, SUB, points->y[i + 1], points->y[i]);
    const scree_operand first = SCREE_EMIT(builder, MUL, points->slope[i], width);
    const scree_operand last = SCREE_EMIT(builder, MUL, points->slope[i + 1], width);
    const scree_operand twice = SCREE_EMIT(builder, ADD, rise, rise);
    const scree_operand third = SCREE_EMIT(builder, SUB, SCREE_EMIT(builder, ADD, first, last), twice);
    const scree_operand second = SCREE_EMIT(builder, SUB, SCREE_EMIT(builder, SUB, rise, first), third);
    const scree_operand at = SCREE_EMIT(builder, AFFINE, x, points->x[i], scree_emit_inverse(builder, width), zero);
    const scree_operand t = SCREE_EMIT(builder, CLAMP, at, zero, scree_number_operand(1.0f));
    return emit_multiple(builder, t, emit_multiple(builder, t, emit_multiple(builder, t, third, second), first), sum);
}

/* The value of a curve that stays what it is at its ends beyond them. */
static scree_operand emit_parts(scree_code_builder *builder, scree_operand x, const curve_points *points)
{
    scree_operand sum = points->y[0];
    for (uint32_t i = 0; i + 1 < points->count; i++) {
        sum = emit_part(builder, x, points, i, sum);
    }
    return sum;
}

/* The slope at a point between two others by which the curve neither overshoots nor turns: the weighted harmonic mean
   of those of the lines to them. */
static double middle_slope(double width_before, double before, double width, double after)
{
    const double weight_before = 2.0 * width + width_before;
    const double weight = width + 2.0 * width_before;
    return before * after <= 0.0 ? 0.0 : (weight_before + weight) / (weight_before / before + weight / after);
}

/* The slope at an end, from the two parts next to it. */
static double end_slope(double width, double rise, double next_width, double next)
{
    const double slope = ((2.0 * width + next_width) * rise - width * next) / (width + next_width);
    const double limited = rise * next <= 0.0 && fabs(slope) > 3.0 * fabs(rise) ? 3.0 * rise : slope;
    return slope * rise <= 0.0 ? 0.0 : limited;
}

/* Finds the slopes of a curve whose points are numbers. */
static void find_slopes(curve_points *points)
{
    double width[MOST_POINTS];
    double rise[MOST_POINTS];
    const uint32_t last = points->count - 1;
    for (uint32_t i = 0; i < last; i++) {
        width[i] = (double)points->x[i + 1].number - (double)points->x[i].number;
        rise[i] = ((double)points->y[i + 1].number - (double)points->y[i].number) / width[i];
    }
    for (uint32_t i = 0; i <= last; i++) {
        double slope = rise[i == last ? last - 1 : i];
        if (last > 1 && i == 0) {
            slope = end_slope(width[0], rise[0], width[1], rise[1]);
        } else if (last > 1 && i == last) {
            slope = end_slope(width[last - 1], rise[last - 1], width[last - 2], rise[last - 2]);
        } else if (last > 1) {
            slope = middle_slope(width[i - 1], rise[i - 1], width[i], rise[i]);
        }
        points->slope[i] = scree_number_operand(fabs(slope) < 0x1p-63 ? 0.0f : (float)slope);
    }
}

/* Whether the points of a curve are numbers, and each lies behind the one before; otherwise the graph is refused. */
static bool check_points(scree_code_builder *builder, const scree_operand *input, const curve_points *points)
{
    const scree_op_input_info *info = scree_op_definition_curve.input;
    for (uint32_t i = 0; i < 2 * points->count; i++) {
        if (!input[1 + i].is_number) {
            scree_code_refuse(builder, "curve", info[1 + i].name, input[1 + i], "a number");
            return false;
        }
    }
    for (uint32_t i = 1; i < points->count; i++) {
        if (!((double)points->x[i].number - (double)points->x[i - 1].number >= 0x1p-60)) {
            scree_code_refuse(builder, "curve", info[1 + 2 * i].name, points->x[i],
                              "above that of the point before, by 2^-60 or more");
            return false;
        }
    }
    return true;
}

static scree_operand emit_curve(scree_code_builder *builder, const scree_operand *input)
{
    curve_points points = take_points(input, 2);
    if (!check_points(builder, input, &points)) {
        return scree_number_operand(0.0f);
    }
    float least = points.y[0].number;
    float greatest = least;
    for (uint32_t i = 1; i < points.count; i++) {
        least = fminf(least, points.y[i].number);
        greatest = fmaxf(greatest, points.y[i].number);
    }
    find_slopes(&points);
    /* The curve has its extremes at points, but for rounding. */
    return SCREE_EMIT(builder, CLAMP, emit_parts(builder, input[0], &points), scree_number_operand(least),
                      scree_number_operand(greatest));
}

/* Beyond its ends a spline goes on straight. */
static scree_operand emit_spline(scree_code_builder *builder, const scree_operand *input)
{
    const curve_points points = take_points(input, 3);
    const scree_operand zero = scree_number_operand(0.0f);
    const uint32_t last = points.count - 1;
    const scree_operand before = SCREE_EMIT(builder, MIN, SCREE_EMIT(builder, SUB, input[0], points.x[0]), zero);
    const scree_operand behind = SCREE_EMIT(builder, MAX, SCREE_EMIT(builder, SUB, input[0], points.x[last]), zero);
    const scree_operand sum = emit_parts(builder, input[0], &points);
    return emit_multiple(builder, behind, points.slope[last], emit_multiple(builder, before, points.slope[0], sum));
}

static const char *find_spline_fault(const scree_range *input)
{
    const uint32_t count = scree_op_definition_spline.info.input_count;
    for (uint32_t i = 4; i < count && !isnan(input[i].minimum); i += 3) {
        if (!scree_range_is_below(input[i - 3], input[i])) {
            return "has points that may not be behind one another, or less than 2^-60 apart";
        }
    }
    return NULL;
}

/* A point, which must be given, or not. */
#define POINT(n, may_lack)    \
    {"x" #n, may_lack, 0.0},  \
    {                         \
        "y" #n, may_lack, 0.0 \
    }
#define KNOT(n, may_lack)         \
    POINT(n, may_lack),           \
    {                             \
        "slope" #n, may_lack, 0.0 \
    }

const scree_op_definition scree_op_definition_curve = {
    .info = {"curve",
             "a smooth curve through points, level beyond the first and the last one, which turns nowhere between two",
             33, .group_size = 2, .group = "shaping",
             .limits = "points are numbers, up to 16 of them, each 2^-60 or more behind the one before",
             .example = "curve(perlin(octaves=4), -0.5, 0, -0.1, 0.1, 0, 0.6, 0.5, 1)",
             .elsewhere = "libnoise Curve, Blender Float Curve, Blender Color Ramp"},
    .input = {{"x", false, 0.0},
              POINT(1, false),
              POINT(2, false),
              POINT(3, true),
              POINT(4, true),
              POINT(5, true),
              POINT(6, true),
              POINT(7, true),
              POINT(8, true),
              POINT(9, true),
              POINT(10, true),
              POINT(11, true),
              POINT(12, true),
              POINT(13, true),
              POINT(14, true),
              POINT(15, true),
              POINT(16, true)},
    .emit = emit_curve,
};

const scree_op_definition scree_op_definition_spline = {
    .info = {"spline", "a curve of cubics through points with given slopes, which goes on straight beyond them", 31,
             .group_size = 3, .group = "shaping", .limits = "up to 10 points, each 2^-60 or more behind the one before",
             .example = "spline(perlin(octaves=4), -0.5, 0, 0, 0, 0.5, 2, 0.5, 0.2, 0)",
             .elsewhere = "Minecraft spline"},
    .input = {{"x", false, 0.0},
              KNOT(1, false),
              KNOT(2, false),
              KNOT(3, true),
              KNOT(4, true),
              KNOT(5, true),
              KNOT(6, true),
              KNOT(7, true),
              KNOT(8, true),
              KNOT(9, true),
              KNOT(10, true)},
    .emit = emit_spline,
    .find_fault = find_spline_fault,
};

enum { CONTROL, FALLOFF, FIRST_VALUE, FIRST_LIMIT };

/* Beyond all limits. */
#define NO_LIMIT 0x1p62f

/* As select, whose upper limit nothing reaches, for each limit; a step where there is no falloff. */
static scree_operand emit_select_many(scree_code_builder *builder, const scree_operand *input)
{
    const scree_operand inverse = scree_emit_falloff(builder, input[FALLOFF]);
    const scree_operand none = scree_number_operand(NO_LIMIT);
    const bool is_hard = input[FALLOFF].is_number && input[FALLOFF].number == 0.0f;
    scree_operand value = input[FIRST_VALUE];
    for (uint32_t i = FIRST_LIMIT; i + 1 < SCREE_MAX_OP_INPUTS && is_given(input[i]); i += 2) {
        const scree_operand band = is_hard ? SCREE_EMIT(builder, STEP, input[CONTROL], input[i])
                                           : SCREE_EMIT(builder, BAND, input[CONTROL], input[i], none, inverse);
        value = SCREE_EMIT(builder, MIX, value, input[i + 1], band);
    }
    return value;
}

static const char *find_select_many_fault(const scree_range *input)
{
    if (!scree_range_lies_within(input[FALLOFF], 0.0f, NO_LIMIT)) {
        return "has a falloff that may be negative or above 2^62";
    }
    for (uint32_t i = FIRST_LIMIT; i < SCREE_MAX_OP_INPUTS && !isnan(input[i].minimum); i += 2) {
        if (!scree_range_lies_within(input[i], -NO_LIMIT, NO_LIMIT)) {
            return "has a limit whose magnitude may be above 2^62";
        }
    }
    return NULL;
}

#define CHOICE(n, may_lack)       \
    {"from" #n, may_lack, 0.0},   \
    {                             \
        "value" #n, may_lack, 0.0 \
    }

const scree_op_definition scree_op_definition_select_many = {
    .info =
        {"select-many",
         "the value, then value1 where the control is at from1 or above, and so on; mixed within the falloff of each",
         33, .group_size = 2, .group = "choosing", .limits = "falloff and magnitudes of from1 ... up to 2^62",
         .example = "select_many(perlin(octaves=4), 0.05, 0, -0.2, 0.3, 0, 0.6, 0.3, 1)",
         .elsewhere = "Minecraft interval_select"},
    .input = {[CONTROL] = {"control", false, 0.0},
              [FALLOFF] = {"falloff", false, 0.0},
              [FIRST_VALUE] = {"value", false, 0.0},
              CHOICE(1, false),
              CHOICE(2, true),
              CHOICE(3, true),
              CHOICE(4, true),
              CHOICE(5, true),
              CHOICE(6, true),
              CHOICE(7, true),
              CHOICE(8, true),
              CHOICE(9, true),
              CHOICE(10, true),
              CHOICE(11, true),
              CHOICE(12, true),
              CHOICE(13, true),
              CHOICE(14, true),
              CHOICE(15, true)},
    .emit = emit_select_many,
    .find_fault = find_select_many_fault,
};
