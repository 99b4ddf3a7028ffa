/* Curves, splines and choices between many fields, beside their definitions in float64. */
#include "graph_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "../conformance/noise_cases.h"

#define SAMPLES 4001
#define MOST_POINTS 16

/* Points at random distances of 1/8 and more, with values and slopes from -1 to 1. */
typedef struct points {
    uint32_t count;
    double x[MOST_POINTS];
    double y[MOST_POINTS];
    double slope[MOST_POINTS];
} points;

static points draw_points(uint64_t *state, uint32_t count)
{
    points drawn = {.count = count};
    double at = -4.0;
    for (uint32_t i = 0; i < count; i++) {
        at += 0.125 + noise_case_draw_unit(state) / 2;
        drawn.x[i] = (double)(float)at;
        /* Some are level, or where the one before is. */
        const double y = floor(9.0 * noise_case_draw_unit(state)) / 4.0 - 1.0;
        drawn.y[i] = noise_case_draw(state) % 4 == 0 ? y : (double)(float)(2.0 * noise_case_draw_unit(state) - 1.0);
        drawn.slope[i] = (double)(float)(4.0 * noise_case_draw_unit(state) - 2.0);
    }
    return drawn;
}

/* Samples of an operator of the position and of numbers, from -5 to 5. */
static void fill(scree_op op, scree_op_operand *input, uint32_t count, float *values)
{
    const scree_grid grid = {.axes = 1, .count = {SAMPLES}, .origin = {-5.0}, .step = {10.0 / (SAMPLES - 1)}};
    scree_field *x = graph_op(SCREE_OP_POSITION_X, NULL, 0);
    input[0].field = x;
    scree_field *field = graph_op(op, input, count);
    graph_fill(field, &grid, values);
    scree_field_release(&field);
    scree_field_release(&x);
}

static double position(size_t i)
{
    return (double)(float)(-5.0 + 10.0 * (double)i / (SAMPLES - 1));
}

/* Hermite's cubic between two points. */
static double cubic_at(const points *given, const double *slope, uint32_t i, double x)
{
    const double width = given->x[i + 1] - given->x[i];
    const double t = (x - given->x[i]) / width;
    const double s = 1.0 - t;
    return given->y[i] * (1.0 + 2.0 * t) * s * s + width * slope[i] * t * s * s +
           given->y[i + 1] * (3.0 - 2.0 * t) * t * t - width * slope[i + 1] * t * t * s;
}

static double curve_at(const points *given, const double *slope, double x, bool is_straight)
{
    const uint32_t last = given->count - 1;
    if (x <= given->x[0] || x >= given->x[last]) {
        const uint32_t end = x <= given->x[0] ? 0 : last;
        return given->y[end] + (is_straight ? slope[end] * (x - given->x[end]) : 0.0);
    }
    uint32_t i = 0;
    while (x >= given->x[i + 1]) {
        i++;
    }
    return cubic_at(given, slope, i, x);
}

/* Slopes of the monotone curve by Fritsch and Butland. */
static void find_slopes(const points *given, double *slope)
{
    const uint32_t parts = given->count - 1;
    double h[MOST_POINTS] = {0};
    double d[MOST_POINTS] = {0};
    for (uint32_t i = 0; i < parts; i++) {
        h[i] = given->x[i + 1] - given->x[i];
        d[i] = (given->y[i + 1] - given->y[i]) / h[i];
    }
    for (uint32_t i = 1; i < parts; i++) {
        const double alpha = (h[i - 1] + 2.0 * h[i]) / (3.0 * (h[i - 1] + h[i]));
        const bool turns = d[i - 1] * d[i] <= 0.0;
        slope[i] = turns ? 0.0 : d[i - 1] * d[i] / (alpha * d[i] + (1.0 - alpha) * d[i - 1]);
    }
    for (int end = 0; end < 2; end++) {
        const uint32_t a = end == 0 ? 0 : parts - 1;
        const uint32_t b = end == 0 ? 1 : parts - 2;
        double m = d[a];
        if (parts > 1) {
            m = d[a] + h[a] * (d[a] - d[b]) / (h[a] + h[b]);
            m = m * d[a] <= 0.0 ? 0.0 : d[a] * d[b] <= 0.0 && fabs(m) > 3.0 * fabs(d[a]) ? 3.0 * d[a] : m;
        }
        slope[end == 0 ? 0 : parts] = m;
    }
}

/*
 * Values are up to 2, slopes times widths to 3 times the rise between two points, and coefficients of cubics to some
 * 10: each of up to 15 parts rounds some such terms by 2^-24.
 */
#define TOLERANCE 0x1p-15

static void curves_are_their_definition(void **state)
{
    static float values[SAMPLES];
    uint64_t random = 7;
    for (uint32_t count = 2; count <= MOST_POINTS; count++) {
        const points given = draw_points(&random, count);
        scree_op_operand input[SCREE_MAX_OP_INPUTS] = {{NULL}};
        double slope[MOST_POINTS];
        for (uint32_t i = 0; i < count; i++) {
            input[1 + 2 * i].number = given.x[i];
            input[2 + 2 * i].number = given.y[i];
        }
        find_slopes(&given, slope);
        fill(SCREE_OP_CURVE, input, 1 + 2 * count, values);
        for (size_t i = 0; i < SAMPLES; i++) {
            assert_true(fabs((double)values[i] - curve_at(&given, slope, position(i), false)) < TOLERANCE);
        }
        /* Between two points it turns nowhere, so that it lies between them. */
        for (uint32_t part = 0; part + 1 < count; part++) {
            const double low = fmin(given.y[part], given.y[part + 1]) - TOLERANCE;
            const double high = fmax(given.y[part], given.y[part + 1]) + TOLERANCE;
            for (size_t i = 0; i < SAMPLES; i++) {
                const bool is_there = position(i) >= given.x[part] && position(i) <= given.x[part + 1];
                assert_true(!is_there || ((double)values[i] >= low && (double)values[i] <= high));
            }
        }
    }
}

static void splines_are_their_definition(void **state)
{
    static float values[SAMPLES];
    uint64_t random = 11;
    for (uint32_t count = 2; count <= 10; count++) {
        const points given = draw_points(&random, count);
        scree_op_operand input[SCREE_MAX_OP_INPUTS] = {{NULL}};
        for (uint32_t i = 0; i < count; i++) {
            input[1 + 3 * i].number = given.x[i];
            input[2 + 3 * i].number = given.y[i];
            input[3 + 3 * i].number = given.slope[i];
        }
        fill(SCREE_OP_SPLINE, input, 1 + 3 * count, values);
        for (size_t i = 0; i < SAMPLES; i++) {
            assert_true(fabs((double)values[i] - curve_at(&given, given.slope, position(i), true)) < TOLERANCE);
        }
    }
}

static void choices_are_their_definition(void **state)
{
    static float values[SAMPLES];
    static const double falloffs[] = {0.0, 0.03, 0.5};
    uint64_t random = 13;
    for (uint32_t count = 2; count <= 15; count++) {
        const points given = draw_points(&random, count);
        const double falloff = falloffs[count % 3];
        scree_op_operand input[SCREE_MAX_OP_INPUTS] = {{NULL}, {NULL, falloff}, {NULL, 0.25}};
        for (uint32_t i = 0; i < count; i++) {
            input[3 + 2 * i].number = given.x[i];
            input[4 + 2 * i].number = given.y[i];
        }
        fill(SCREE_OP_SELECT_MANY, input, 3 + 2 * count, values);
        for (size_t i = 0; i < SAMPLES; i++) {
            double expected = 0.25;
            for (uint32_t k = 0; k < count; k++) {
                const double at = falloff > 0.0 ? (position(i) - given.x[k]) / (2.0 * falloff) + 0.5
                                                : (position(i) >= given.x[k] ? 1.0 : 0.0);
                const double t = fmin(fmax(at, 0.0), 1.0);
                expected += (given.y[k] - expected) * t * t * (3.0 - 2.0 * t);
            }
            assert_true(fabs((double)values[i] - expected) < TOLERANCE);
        }
    }
}

static void bad_points_are_refused(void **state)
{
    static const struct {
        const char *text;
        const char *message;
    } rows[] = {
        {"curve(x, 0, 0, 0, 1)", "curve: x2 is 0; it must be above that of the point before, by 2^-60 or more"},
        {"curve(x, 0, y, 1, 1)", "curve: y1 is a field; it must be a number"},
        {"spline(x, 0, 0, 0, y, 1, 0)",
         "spline has points that may not be behind one another, or less than 2^-60 apart"},
        {"select_many(x, -1, 0, 1, 1)", "select-many has a falloff that may be negative or above 2^62"},
    };
    const scree_grid grid = {.axes = 2, .count = {4, 4}, .step = {0.5}};
    float values[16];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scree_field *field = NULL;
        assert_int_equal(scree_field_from_expression(fixture_context, rows[i].text, strlen(rows[i].text), NULL, &field),
                         SCREE_OK);
        assert_int_equal(scree_field_fill(field, &grid, values), SCREE_ERROR_INVALID);
        assert_int_equal(strncmp(fixture_message, rows[i].message, strlen(rows[i].message)), 0);
        scree_field_release(&field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_are_their_definition),
        cmocka_unit_test(splines_are_their_definition),
        cmocka_unit_test(choices_are_their_definition),
        cmocka_unit_test(bad_points_are_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
