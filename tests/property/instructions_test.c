/*
 * Instructions of graphs: their values are near to formulas in float64, and partial derivatives to differences of
 * these; results are trimmed, and stay within their ranges.
 */
#include "fixture.h"

#include <math.h>
#include <string.h>

#include "op_definition.h"
#include "ops/instructions.h"
#include "ops/position.h"
#include "program.h"

/* Samples of each row for values and for ranges. */
#if !defined(SAMPLES)
#define SAMPLES 100000
#endif

enum { BOX_SAMPLES = 500 };

/* Formulas of instructions, with inverses as they are given, but for multiples: a kernel has the right ones. */

static double limited(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

static double cubic(double x)
{
    const double u = limited(x, 0.0, 1.0);
    return u * u * (3.0 - 2.0 * u);
}

static double value(const double *in)
{
    return in[0];
}

static double add(const double *in)
{
    return in[0] + in[1];
}

static double sub(const double *in)
{
    return in[0] - in[1];
}

static double mul(const double *in)
{
    return in[0] * in[1];
}

static double divide(const double *in)
{
    return in[0] / in[1];
}

static double minimum(const double *in)
{
    return fmin(in[0], in[1]);
}

static double maximum(const double *in)
{
    return fmax(in[0], in[1]);
}

static double fillet(const double *in)
{
    const double height = fmax(in[2] - fabs(in[0] - in[1]), 0.0) * in[3];
    return height * height * in[2] / 4.0;
}

static double smin(const double *in)
{
    return minimum(in) - fillet(in);
}

static double smax(const double *in)
{
    return maximum(in) + fillet(in);
}

static double magnitude(const double *in)
{
    return fabs(in[0]);
}

static double sign(const double *in)
{
    return in[0] > 0.0 ? 1.0 : in[0] < 0.0 ? -1.0 : 0.0;
}

static double floor_of(const double *in)
{
    return floor(in[0] / in[1]) * in[1];
}

static double ceil_of(const double *in)
{
    return ceil(in[0] / in[1]) * in[1];
}

static double round_of(const double *in)
{
    return floor(in[0] / in[1] + 0.5) * in[1];
}

static double mod(const double *in)
{
    return limited(in[0] - floor_of(in), 0.0, in[1]);
}

static double root(const double *in)
{
    return in[0] > 0.0 ? sqrt(in[0]) : 0.0;
}

static double power(const double *in)
{
    return in[0] > 0.0 ? pow(in[0], in[1]) : 0.0;
}

static double mix(const double *in)
{
    return in[0] + in[2] * (in[1] - in[0]);
}

static double clamp(const double *in)
{
    return limited(in[0], in[1], in[2]);
}

static double affine(const double *in)
{
    return (in[0] - in[1]) * in[2] + in[3];
}

static double step(const double *in)
{
    return in[0] < in[1] ? 0.0 : 1.0;
}

static double smoothstep(const double *in)
{
    return cubic((in[0] - in[1]) * in[2]);
}

static double bias(const double *in)
{
    const double x = limited(in[0], 0.0, 1.0);
    return x / (in[1] * (1.0 - x) + 1.0);
}

static double gain(const double *in)
{
    const double x = limited(in[0], 0.0, 1.0);
    const double below[] = {2.0 * x, in[1]};
    const double above[] = {2.0 - 2.0 * x, in[1]};
    return x < 0.5 ? bias(below) / 2.0 : 1.0 - bias(above) / 2.0;
}

static double terrace(const double *in)
{
    const double scaled = in[0] * in[1];
    const double part = scaled - floor(scaled);
    const double climb = part < in[3] ? 0.0 : fmin((part - in[3]) * in[4], 1.0);
    return (floor(scaled) + climb) * in[2];
}

static double band(const double *in)
{
    if (in[3] == 0.0) {
        return in[1] <= in[0] && in[0] <= in[2] ? 1.0 : 0.0;
    }
    return cubic((in[0] - in[1]) * in[3] + 0.5) * cubic((in[2] - in[0]) * in[3] + 0.5);
}

/* The nearest half turn is taken off exactly. */
static double sine(const double *in)
{
    const double rest = in[0] - rint(in[0]);
    const double nearer = fabs(rest) > 0.25 ? copysign(0.5, rest) - rest : rest;
    return sin(nearer * 6.283185307179586);
}

static double length(const double *in)
{
    return sqrt(in[0] * in[0] + in[1] * in[1] + in[2] * in[2] + in[3] * in[3]);
}

/* Numbers to which errors are relative where that is not the value. */

static double fillet_size(const double *in)
{
    return fmax(fabs(in[0]), fabs(in[1])) + in[2];
}

static double multiple_size(const double *in)
{
    return fabs(in[0]) + in[1];
}

static double terrace_size(const double *in)
{
    return fabs(in[0]) + in[2] * in[4];
}

static double one(const double *in)
{
    (void)in;
    return 1.0;
}

static double mix_size(const double *in)
{
    return (fabs(in[0]) + fabs(in[1]) + 0x1p-40) * (1.0 + fabs(in[2]));
}

static double affine_size(const double *in)
{
    return (fabs(in[0] - in[1]) + 0x1p-40) * fabs(in[2]) + fabs(in[3]);
}

/* Inputs that the host makes from others, in place. */

static float inverse_of(float number)
{
    return scree_op_div(1.0f, number).value;
}

static void complete_fillet(float *in)
{
    in[3] = inverse_of(in[2]);
}

static void complete_multiple(float *in)
{
    in[2] = inverse_of(in[1]);
}

static void complete_amount(float *in)
{
    in[1] = inverse_of(in[1]) - 2.0f;
}

static void complete_terrace(float *in)
{
    const float smoothness = in[2];
    in[2] = inverse_of(in[1]);
    in[3] = scree_op_trimmed(1.0f - smoothness);
    in[4] = inverse_of(fmaxf(smoothness, 0x1p-20f));
}

/* An instruction with the limits of inputs that are drawn; the rest follows from these. */
typedef struct instruction_row {
    uint32_t instruction;
    uint32_t drawn;
    scree_range limits[SCREE_INSTRUCTION_INPUTS];
    double (*formula)(const double *in);
    double relative; /* The greatest error, in units of the value or of `size`. */
    double (*size)(const double *in);
    void (*complete)(float *in);
    bool jumps; /* Rounding may move x across a jump. */
} instruction_row;

#define ANY                      \
    {                            \
        -0x1.fffffep19f, 0x1p20f \
    }
#define WIDE                     \
    {                            \
        -0x1.fffffep61f, 0x1p61f \
    }
#define PRODUCT           \
    {                     \
        -0x1p31f, 0x1p31f \
    }
#define POSITIVE          \
    {                     \
        0x1p-20f, 0x1p20f \
    }
#define AMOUNT                    \
    {                             \
        0x1p-10f, 1.0f - 0x1p-10f \
    }
#define UNIT       \
    {              \
        0.0f, 1.0f \
    }

/*
 * An operation that is rounded once is off by half a step, 2^-24, and one that is not rounded by nothing. Formulas of
 * several operations on numbers up to `size` have 2^-22, or 2^-21 where they round the inverse of an input, too. The
 * errors of powers, bias and gain are derived in src/field/graph/instruction_ranges.c.
 */
static const instruction_row rows[] = {
    {SCREE_INSTRUCTION_VALUE, 1, {WIDE}, value, 0.0},
    {SCREE_INSTRUCTION_ADD, 2, {WIDE, WIDE}, add, 0x1p-24},
    {SCREE_INSTRUCTION_SUB, 2, {WIDE, WIDE}, sub, 0x1p-24},
    {SCREE_INSTRUCTION_MUL, 2, {PRODUCT, PRODUCT}, mul, 0x1p-24},
    {SCREE_INSTRUCTION_DIV, 2, {PRODUCT, {0x1p-31f, 0x1p62f}}, divide, 0x1p-24},
    {SCREE_INSTRUCTION_DIV, 2, {PRODUCT, {-0x1p62f, -0x1p-31f}}, divide, 0x1p-24},
    {SCREE_INSTRUCTION_MIN, 2, {WIDE, WIDE}, minimum, 0.0},
    {SCREE_INSTRUCTION_MAX, 2, {WIDE, WIDE}, maximum, 0.0},
    {SCREE_INSTRUCTION_SMIN, 3, {ANY, ANY, POSITIVE}, smin, 0x1p-22, fillet_size, complete_fillet},
    {SCREE_INSTRUCTION_SMAX, 3, {ANY, ANY, POSITIVE}, smax, 0x1p-22, fillet_size, complete_fillet},
    {SCREE_INSTRUCTION_ABS, 1, {WIDE}, magnitude, 0.0},
    {SCREE_INSTRUCTION_SIGN, 1, {WIDE}, sign, 0.0},
    {SCREE_INSTRUCTION_FLOOR, 2, {ANY, POSITIVE}, floor_of, 0x1p-22, multiple_size, complete_multiple, true},
    {SCREE_INSTRUCTION_CEIL, 2, {ANY, POSITIVE}, ceil_of, 0x1p-22, multiple_size, complete_multiple, true},
    {SCREE_INSTRUCTION_ROUND, 2, {ANY, POSITIVE}, round_of, 0x1p-22, multiple_size, complete_multiple, true},
    {SCREE_INSTRUCTION_MOD, 2, {ANY, POSITIVE}, mod, 0x1p-22, multiple_size, complete_multiple, true},
    {SCREE_INSTRUCTION_SQRT, 1, {{0.0f, 0x1p62f}}, root, 0x1p-24},
    {SCREE_INSTRUCTION_POW, 2, {POSITIVE, {-4.0f, 4.0f}}, power, 0x1p-16},
    {SCREE_INSTRUCTION_POW, 2, {{0.0f, 0x1p20f}, {0x1p-20f, 3.0f}}, power, 0x1p-16},
    {SCREE_INSTRUCTION_MIX, 3, {ANY, ANY, UNIT}, mix, 0x1p-22, mix_size},
    {SCREE_INSTRUCTION_MIX, 3, {ANY, ANY, ANY}, mix, 0x1p-22, mix_size},
    {SCREE_INSTRUCTION_CLAMP, 3, {WIDE, WIDE, WIDE}, clamp, 0.0},
    {SCREE_INSTRUCTION_AFFINE, 4, {ANY, ANY, ANY, ANY}, affine, 0x1p-22, affine_size},
    {SCREE_INSTRUCTION_STEP, 2, {ANY, ANY}, step, 0.0},
    {SCREE_INSTRUCTION_SMOOTHSTEP, 3, {ANY, ANY, ANY}, smoothstep, 0x1p-21},
    {SCREE_INSTRUCTION_BIAS, 2, {ANY, AMOUNT}, bias, 0x1p-13, NULL, complete_amount},
    {SCREE_INSTRUCTION_GAIN, 2, {ANY, AMOUNT}, gain, 0x1p-13, NULL, complete_amount},
    {SCREE_INSTRUCTION_TERRACE, 3, {ANY, POSITIVE, UNIT}, terrace, 0x1p-21, terrace_size, complete_terrace, true},
    {SCREE_INSTRUCTION_BAND, 4, {ANY, ANY, ANY, POSITIVE}, band, 0x1p-22, one},
    {SCREE_INSTRUCTION_BAND, 4, {ANY, ANY, ANY, {0.0f, 0.0f}}, band, 0.0},
    {SCREE_INSTRUCTION_SINE, 1, {{-0.5f, 0.5f}}, sine, 0x1p-22},
    {SCREE_INSTRUCTION_SINE, 1, {WIDE}, sine, 0x1p-22},
    {SCREE_INSTRUCTION_LENGTH, 4, {WIDE, WIDE, WIDE, WIDE}, length, 0x1p-22},
    {SCREE_INSTRUCTION_LENGTH, 4, {{-1.0f, 1.0f}, {-1.0f, 1.0f}, {0.0f, 0.0f}, {0.0f, 0.0f}}, length, 0x1p-22},
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

#define COUNT_INPUTS(INSTRUCTION, name, number, inputs) [number] = (inputs),
static const uint32_t input_counts[] = {SCREE_INSTRUCTIONS(COUNT_INPUTS)};

#define CALL(INSTRUCTION, name, number, inputs) \
    case number:                                \
        return SCREE_INSTRUCTION_CALL_##inputs(name, in[0], in[1], in[2], in[3], in[4]);

static scree_op_result evaluate(uint32_t instruction, const float *in)
{
    switch (instruction) {
        SCREE_INSTRUCTIONS(CALL)
    default:
        fail_msg("%u is no instruction", instruction);
        return (scree_op_result){0};
    }
}

static void promote(const float *in, double *wide)
{
    for (uint32_t i = 0; i < SCREE_INSTRUCTION_INPUTS; i++) {
        wide[i] = (double)in[i];
    }
}

/* A number from -1 to 1 times a power of two, or one of few whole and half numbers, or one next to those. */
static float draw_number(uint64_t *state, int least_exponent, int greatest_exponent)
{
    const uint64_t bits = fixture_draw(state);
    const float unit = (float)(fixture_draw_unit(state) * 2.0 - 1.0);
    const float simple = (float)((int)(bits >> 8 & 31) - 16) * 0.5f;
    switch (bits & 7) {
    case 0:
        return simple;
    case 1:
        return nextafterf(simple, unit);
    case 2:
        return ldexpf(unit < 0.0f ? -1.0f : 1.0f, least_exponent);
    case 3:
        return unit;
    default: {
        const int exponents = greatest_exponent - least_exponent + 1;
        return ldexpf(unit, least_exponent + (int)(bits >> 16 & 0xffff) % exponents);
    }
    }
}

static float draw_within(uint64_t *state, scree_range limits)
{
    const float number = draw_number(state, -63, 62);
    return scree_op_trimmed(fminf(fmaxf(number, limits.minimum), limits.maximum));
}

/* Some inputs equal the first, or are next to it: differences cancel. */
static void draw_inputs(const instruction_row *row, uint64_t *state, float *in)
{
    memset(in, 0, SCREE_INSTRUCTION_INPUTS * sizeof *in);
    for (uint32_t i = 0; i < row->drawn; i++) {
        const uint64_t choice = fixture_draw(state) & 15;
        const scree_range limits = row->limits[i];
        in[i] = draw_within(state, limits);
        if (i > 0 && choice < 2 && in[0] >= limits.minimum && in[0] <= limits.maximum) {
            in[i] = choice == 0 ? in[0] : draw_within(state, (scree_range){in[0], nextafterf(in[0], in[i])});
            in[i] = fminf(fmaxf(in[i], limits.minimum), limits.maximum);
        }
    }
}

static void complete(const instruction_row *row, float *in)
{
    if (row->complete != NULL) {
        row->complete(in);
    }
}

static void assert_trimmed(uint32_t instruction, float number)
{
    if (scree_bits_from_one(number) != 0 && !(fabsf(number) >= 0x1p-63f && isfinite(number))) {
        fail_msg("instruction %u makes %a", instruction, (double)number);
    }
}

/* The interval of the formula's values where x is as it is, or moved by few steps. */
static void expect_within(const instruction_row *row, const double *in, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int move = row->jumps ? -1 : 0; move <= (row->jumps ? 1 : 0); move++) {
        double moved[SCREE_INSTRUCTION_INPUTS];
        memcpy(moved, in, sizeof moved);
        moved[0] *= 1.0 + 0x1p-23 * move;
        *low = fmin(*low, row->formula(moved));
        *high = fmax(*high, row->formula(moved));
    }
}

static void check_value(const instruction_row *row, const float *in)
{
    double wide[SCREE_INSTRUCTION_INPUTS];
    double low;
    double high;
    promote(in, wide);
    expect_within(row, wide, &low, &high);
    const float actual = evaluate(row->instruction, in).value;
    const double size = row->size != NULL ? row->size(wide) : fmax(fabs(low), fabs(high));
    const double error = row->relative * size + (row->relative > 0.0 ? 0x1p-63 : 0.0);
    if (!((double)actual >= low - error && (double)actual <= high + error)) {
        fail_msg("instruction %u at %a, %a, %a, %a, %a is %a, not from %a to %a but for %a", row->instruction, wide[0],
                 wide[1], wide[2], wide[3], wide[4], (double)actual, low, high, error);
    }
}

static void values_are_those_of_formulas(void **state)
{
    uint64_t seed = 1;
    for (uint32_t i = 0; i < ROW_COUNT; i++) {
        for (uint32_t k = 0; k < SAMPLES; k++) {
            float in[SCREE_INSTRUCTION_INPUTS];
            draw_inputs(&rows[i], &seed, in);
            complete(&rows[i], in);
            check_value(&rows[i], in);
        }
    }
}

static void results_are_trimmed(void **state)
{
    uint64_t seed = 2;
    for (uint32_t i = 0; i < ROW_COUNT; i++) {
        for (uint32_t k = 0; k < SAMPLES; k++) {
            float in[SCREE_INSTRUCTION_INPUTS];
            draw_inputs(&rows[i], &seed, in);
            complete(&rows[i], in);
            const scree_op_result result = evaluate(rows[i].instruction, in);
            assert_trimmed(rows[i].instruction, result.value);
            for (uint32_t input = 0; input < input_counts[rows[i].instruction]; input++) {
                assert_trimmed(rows[i].instruction, result.partial[input]);
            }
        }
    }
}

/*
 * Whether a partial derivative is near to the differences on both sides, or between them. Kernels have errors up to
 * 2^-13, those of bias and gain, and a curve has slopes between both. Differences above 2^14 are those of a jump, at
 * which there is no derivative.
 */
static bool is_derivative(const instruction_row *row, const double *in, uint32_t input, double actual, double h)
{
    double moved[SCREE_INSTRUCTION_INPUTS];
    memcpy(moved, in, sizeof moved);
    const double middle = row->formula(in);
    moved[input] = in[input] + h;
    const double after = (row->formula(moved) - middle) / h;
    moved[input] = in[input] - h;
    const double before = (middle - row->formula(moved)) / h;
    const double error = 0x1p-13 * (1.0 + fabs(before) + fabs(after)) + 2.0 * fabs(after - before);
    const bool is_at_jump = fmax(fabs(before), fabs(after)) > 0x1p14;
    return is_at_jump || (actual >= fmin(before, after) - error && actual <= fmax(before, after) + error);
}

/* Kinks may be nearer to each other than a difference is wide, or arguments nearer to them than rounding is. */
static void check_partial(const instruction_row *row, const float *in, uint32_t input)
{
    const double actual = (double)evaluate(row->instruction, in).partial[input];
    bool is_right = false;
    for (int move = row->jumps ? -1 : 0; move <= (row->jumps ? 1 : 0); move++) {
        double wide[SCREE_INSTRUCTION_INPUTS];
        promote(in, wide);
        wide[0] *= 1.0 + 0x1p-23 * move;
        is_right = is_right || is_derivative(row, wide, input, actual, 0x1p-19) ||
                   is_derivative(row, wide, input, actual, 0x1p-29);
    }
    if (!is_right) {
        fail_msg("instruction %u at %a, %a, %a, %a, %a has a wrong partial derivative %u: %a", row->instruction,
                 (double)in[0], (double)in[1], (double)in[2], (double)in[3], (double)in[4], input, actual);
    }
}

/* Numbers are moderate, so that differences are exact enough. */
static void partial_derivatives_are_differences(void **state)
{
    uint64_t seed = 3;
    for (uint32_t i = 0; i < ROW_COUNT; i++) {
        for (uint32_t k = 0; k < SAMPLES / 10; k++) {
            float in[SCREE_INSTRUCTION_INPUTS] = {0};
            for (uint32_t input = 0; input < rows[i].drawn; input++) {
                const scree_range limits = rows[i].limits[input];
                const float least = limits.minimum > 0.0f ? fmaxf(limits.minimum, 0x1p-3f) : limits.minimum;
                const float greatest = limits.maximum < 0.0f ? fminf(limits.maximum, -0x1p-3f) : limits.maximum;
                in[input] = scree_op_trimmed(fminf(fmaxf(draw_number(&seed, -3, 3), least), greatest));
            }
            complete(&rows[i], in);
            for (uint32_t input = 0; input < input_counts[rows[i].instruction]; input++) {
                if (!(rows[i].formula == band && in[3] == 0.0f && input == 3)) {
                    check_partial(&rows[i], in, input);
                }
            }
        }
    }
}

/* A box of drawn inputs: some are one number, and some are narrow. */
static void draw_box(const instruction_row *row, uint64_t *state, scree_range *box)
{
    float first[SCREE_INSTRUCTION_INPUTS];
    float second[SCREE_INSTRUCTION_INPUTS];
    draw_inputs(row, state, first);
    draw_inputs(row, state, second);
    for (uint32_t i = 0; i < row->drawn; i++) {
        const uint64_t choice = fixture_draw(state) & 7;
        const float narrow = fminf(fmaxf(first[i] * (1.0f + 0x1p-22f), row->limits[i].minimum), row->limits[i].maximum);
        const float other = choice < 2 ? first[i] : choice < 5 ? narrow : second[i];
        box[i] = (scree_range){fminf(first[i], other), fmaxf(first[i], other)};
    }
}

/* The ranges of all inputs: those that follow from one of the drawn ones are monotone in it. */
static void complete_box(const instruction_row *row, const scree_range *drawn, scree_range *box)
{
    float ends[2][SCREE_INSTRUCTION_INPUTS] = {{0}};
    for (uint32_t i = 0; i < row->drawn; i++) {
        ends[0][i] = drawn[i].minimum;
        ends[1][i] = drawn[i].maximum;
    }
    complete(row, ends[0]);
    complete(row, ends[1]);
    for (uint32_t i = 0; i < SCREE_INSTRUCTION_INPUTS; i++) {
        box[i] = (scree_range){fminf(ends[0][i], ends[1][i]), fmaxf(ends[0][i], ends[1][i])};
    }
}

static void draw_in_box(const instruction_row *row, const scree_range *box, uint64_t *state, float *in)
{
    memset(in, 0, SCREE_INSTRUCTION_INPUTS * sizeof *in);
    for (uint32_t i = 0; i < row->drawn; i++) {
        const double unit = fixture_draw_unit(state);
        const double width = (double)box[i].maximum - (double)box[i].minimum;
        in[i] = (float)((double)box[i].minimum + unit * width);
        in[i] = fixture_draw(state) & 1 ? draw_within(state, box[i]) : scree_op_trimmed(in[i]);
        in[i] = fminf(fmaxf(in[i], box[i].minimum), box[i].maximum);
    }
    complete(row, in);
}

static void check_box(const instruction_row *row, uint64_t *state)
{
    scree_range drawn[SCREE_INSTRUCTION_INPUTS] = {{0}};
    scree_range box[SCREE_INSTRUCTION_INPUTS];
    draw_box(row, state, drawn);
    complete_box(row, drawn, box);
    const scree_range range = scree_instruction_range(row->instruction, box);
    for (uint32_t k = 0; k < BOX_SAMPLES; k++) {
        float in[SCREE_INSTRUCTION_INPUTS];
        draw_in_box(row, drawn, state, in);
        const float actual = scree_instruction_at(row->instruction, in);
        if (!(actual >= range.minimum && actual <= range.maximum)) {
            fail_msg("instruction %u at %a, %a, %a, %a, %a is %a, outside of %a to %a", row->instruction, (double)in[0],
                     (double)in[1], (double)in[2], (double)in[3], (double)in[4], (double)actual, (double)range.minimum,
                     (double)range.maximum);
        }
    }
}

static void ranges_hold_all_values(void **state)
{
    uint64_t seed = 4;
    for (uint32_t i = 0; i < ROW_COUNT; i++) {
        for (uint32_t box = 0; box < SAMPLES / BOX_SAMPLES; box++) {
            check_box(&rows[i], &seed);
        }
    }
}

static void every_instruction_has_a_row(void **state)
{
    for (uint32_t instruction = 0; instruction < SCREE_INSTRUCTION_COUNT; instruction++) {
        uint32_t row = 0;
        while (row < ROW_COUNT && rows[row].instruction != instruction) {
            row++;
        }
        assert_true(row < ROW_COUNT);
    }
}

static void assert_range(uint32_t instruction, const scree_range *input, float low, float high)
{
    const scree_range range = scree_instruction_range(instruction, input);
    assert_true(range.minimum == low && range.maximum == high);
}

/* A number up to 2^62, some of them in the middle between two of float32, or next to that, and some near to 2^-63. */
static double draw_coordinate(uint64_t *state)
{
    const uint64_t bits = fixture_draw(state);
    const float single = ldexpf((float)(fixture_draw_unit(state) * 2.0 - 1.0), (int)(bits >> 8 & 127) - 65);
    const double step = (double)nextafterf(single, INFINITY) - (double)single;
    const double middle = (double)single + step / 2;
    switch (bits & 7) {
    case 0:
        return (double)single;
    case 1:
        return nextafter(middle, 1.0);
    case 2:
        return nextafter(middle, -1.0);
    case 3:
        return copysign(nextafter(0x1p-63, (double)single), (double)single);
    case 4:
        return copysign(bits & 8 ? 0.0 : 0x1p-1074, (double)single);
    default:
        return bits & 8 ? middle : ldexp(fixture_draw_unit(state) * 2.0 - 1.0, (int)(bits >> 8 & 127) - 65);
    }
}

/* Kernels round by whole numbers; they have the results of the processor. */
static void positions_are_rounded_once(void **state)
{
    uint64_t seed = 5;
    for (uint32_t k = 0; k < SAMPLES; k++) {
        const double coordinate = draw_coordinate(&seed);
        const scree_pair bits = {.low = scree_f64_low(coordinate), .high = scree_f64_high(coordinate)};
        const float expected = scree_program_position_of(coordinate);
        const float actual = scree_position_from_f64(bits);
        assert_trimmed(SCREE_STEP_POSITION, actual);
        if (memcmp(&actual, &expected, sizeof actual) != 0) {
            fail_msg("%a becomes %a, not %a", coordinate, (double)actual, (double)expected);
        }
    }
}

/* Ranges are not wider than they must be where graphs are often made of such. */
static void ranges_are_tight(void **state)
{
    const scree_range one = {1.0f, 1.0f};
    const scree_range unit = {0.0f, 1.0f};
    const scree_range both = {-1.0f, 1.0f};
    const scree_range big = {-0x1p62f, 0x1p62f};
    const scree_range infinite = {-INFINITY, INFINITY};
    assert_range(SCREE_INSTRUCTION_FLOOR, (scree_range[5]){{-0.75f, 0.75f}, one, one}, -1.0f, 0.0f);
    assert_range(SCREE_INSTRUCTION_MIX, (scree_range[5]){both, {2.0f, 3.0f}, unit}, -1.0f, 3.0f);
    assert_range(SCREE_INSTRUCTION_SMOOTHSTEP, (scree_range[5]){both, {0.0f, 0.0f}, one}, 0.0f, 1.0f);
    assert_range(SCREE_INSTRUCTION_MOD, (scree_range[5]){both, one, one}, 0.0f, 1.0f);
    assert_range(SCREE_INSTRUCTION_ABS, (scree_range[5]){{-2.0f, 1.0f}}, 0.0f, 2.0f);
    assert_range(SCREE_INSTRUCTION_DIV, (scree_range[5]){one, both}, -INFINITY, INFINITY);
    assert_range(SCREE_INSTRUCTION_ADD, (scree_range[5]){infinite, infinite}, -INFINITY, INFINITY);
    assert_range(SCREE_INSTRUCTION_SINE, (scree_range[5]){big}, -1.0f, 1.0f);
    assert_range(SCREE_INSTRUCTION_SINE, (scree_range[5]){{0.25f, 0.75f}}, -1.0f, 1.0f);
    assert_true(scree_instruction_range(SCREE_INSTRUCTION_SINE, (scree_range[5]){{0.0f, 0.375f}}).minimum > -0x1p-19f);
    assert_range(SCREE_INSTRUCTION_LENGTH, (scree_range[5]){{-3.0f, 2.0f}, {4.0f, 4.0f}}, 4.0f, 5.0f);
    assert_range(SCREE_INSTRUCTION_LENGTH, (scree_range[5]){big}, 0.0f, 0x1p62f);
    const scree_range power = scree_instruction_range(SCREE_INSTRUCTION_POW, (scree_range[5]){{2.0f, 0x1p62f}, big});
    assert_true(power.maximum == INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_has_a_row),
        cmocka_unit_test(values_are_those_of_formulas),
        cmocka_unit_test(results_are_trimmed),
        cmocka_unit_test(partial_derivatives_are_differences),
        cmocka_unit_test(positions_are_rounded_once),
        cmocka_unit_test(ranges_hold_all_values),
        cmocka_unit_test(ranges_are_tight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
