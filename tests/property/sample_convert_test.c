/* Samples in other types: all of binary16, every boundary between its neighbours, and what i16 makes of them. */
#include "fixture.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "sample_convert.h"

#define HALF_INFINITY 0x7c00u

/* The value of a half by its definition, in float64. */
static double half_value(unsigned half)
{
    double sign = (half & 0x8000u) != 0 ? -1.0 : 1.0;
    int exponent = (int)(half >> 10 & 31u);
    int fraction = (int)(half & 1023u);
    if (exponent == 31) {
        return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    }
    return sign * (exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25));
}

static void every_half_is_read_as_its_value(void **state)
{
    for (unsigned half = 0; half < 65536; half++) {
        float value = scree_half_to_float((uint16_t)half);
        double expected = half_value(half);
        assert_true(isnan(expected) ? isnan(value) : (double)value == expected);
        assert_int_equal(signbit(value) != 0, half >> 15);
    }
}

static void every_half_is_written_as_itself(void **state)
{
    for (unsigned half = 0; half < 65536; half++) {
        double value = half_value(half);
        for (int towards_zero = 0; towards_zero < 2; towards_zero++) {
            unsigned again = scree_half_from_double((double)scree_half_to_float((uint16_t)half), towards_zero != 0);
            assert_int_equal(again, isnan(value) ? (half & 0x8000u) | 0x7e00u : half);
        }
    }
}

static void assert_half(double value, unsigned nearest, unsigned towards_zero)
{
    for (unsigned sign = 0; sign < 2; sign++) {
        double signed_value = sign != 0 ? -value : value;
        assert_int_equal(scree_half_from_double(signed_value, false), nearest | sign << 15);
        assert_int_equal(scree_half_from_double(signed_value, true), towards_zero | sign << 15);
    }
}

/* A number that would round to infinity becomes the largest half instead. */
static unsigned kept_finite(unsigned half)
{
    return half < HALF_INFINITY ? half : HALF_INFINITY - 1;
}

/* Between two neighbours lie the middle, which goes to the even one, and the numbers next to it and to them. */
static void between_halves_the_nearest_is_taken(void **state)
{
    for (unsigned half = 0; half < HALF_INFINITY; half++) {
        double low = half_value(half);
        /* Behind the largest half the next would be 65536, if it were one. */
        double high = half + 1 == HALF_INFINITY ? 65536.0 : half_value(half + 1);
        double middle = (low + high) / 2;
        unsigned even = (half & 1u) != 0 ? half + 1 : half;
        assert_half(middle, kept_finite(even), half);
        assert_half(nextafter(middle, 0.0), half, half);
        assert_half(nextafter(middle, INFINITY), kept_finite(half + 1), half);
        assert_half(nextafter(low, INFINITY), half, half);
        assert_half(nextafter(high, 0.0), kept_finite(half + 1), half);
    }
}

static void the_ends_of_half_are_kept(void **state)
{
    assert_half(0.0, 0, 0);
    assert_half(DBL_TRUE_MIN, 0, 0);
    assert_half(ldexp(1.0, -25), 0, 0);
    assert_half(ldexp(1.0, -24), 1, 1);
    assert_half(65504.0, 0x7bff, 0x7bff);
    assert_half(65519.0, 0x7bff, 0x7bff);
    assert_half(65520.0, 0x7bff, 0x7bff);
    assert_half((double)FLT_MAX, 0x7bff, 0x7bff);
    assert_half(DBL_MAX, 0x7bff, 0x7bff);
    assert_half((double)INFINITY, HALF_INFINITY, HALF_INFINITY);
}

static void assert_int16(double value, int nearest, int towards_zero)
{
    assert_int_equal(scree_int16_from_double(value, false), nearest);
    assert_int_equal(scree_int16_from_double(value, true), towards_zero);
    assert_int_equal(scree_int16_from_double(-value, false), -nearest);
    assert_int_equal(scree_int16_from_double(-value, true), -towards_zero);
}

static void whole_numbers_are_rounded_and_clamped(void **state)
{
    for (int whole = 0; whole < 32767; whole++) {
        int even = whole + (whole & 1);
        assert_int16(whole, whole, whole);
        assert_int16(whole + 0.5, even, whole);
        assert_int16(nextafter(whole + 0.5, 0.0), whole, whole);
        assert_int16(nextafter(whole + 0.5, INFINITY), whole + 1, whole);
        assert_int16(nextafter(whole + 1.0, 0.0), whole + 1, whole);
    }
    assert_int16(32767.0, 32767, 32767);
    assert_int16(32768.0, 32767, 32767);
    assert_int16(1e300, 32767, 32767);
    assert_int16((double)INFINITY, 32767, 32767);
    assert_int_equal(scree_int16_from_double((double)NAN, false), 0);
    assert_int_equal(scree_int16_from_double((double)NAN, true), 0);
}

static void float32_is_rounded_and_stays_finite(void **state)
{
    uint64_t random = 7;
    for (int i = 0; i < 100000; i++) {
        double value = ldexp(fixture_draw_unit(&random) - 0.5, (int)(fixture_draw(&random) % 290) - 160);
        float nearest = scree_float_from_double(value, false);
        float lower = scree_float_from_double(value, true);
        assert_true(nearest == (float)value);
        assert_true(fabs((double)lower) <= fabs(value));
        assert_true(fabs((double)nextafterf(lower, value < 0 ? -INFINITY : INFINITY)) > fabs(value));
    }
    assert_true(scree_float_from_double(1e300, false) == FLT_MAX);
    assert_true(scree_float_from_double(-1e300, false) == -FLT_MAX);
    assert_true(scree_float_from_double(1e300, true) == FLT_MAX);
    assert_true(scree_float_from_double(-1e300, true) == -FLT_MAX);
    assert_true(scree_float_from_double((double)INFINITY, true) == INFINITY);
    assert_true(isnan(scree_float_from_double((double)NAN, true)));
}

/* A run of samples converts like each of its samples, with one rounding of the exact product. */
static void runs_are_converted_like_single_samples(void **state)
{
    static const scree_type types[] = {SCREE_TYPE_F16, SCREE_TYPE_I16, SCREE_TYPE_F32};
    static const float scales[] = {1.0f, 0.1f, 256.0f, 3.0f};
    enum { COUNT = 4099 };
    static float values[COUNT];
    uint64_t random = 1;
    for (int i = 0; i < COUNT; i++) {
        values[i] = (float)ldexp(fixture_draw_unit(&random) - 0.5, (int)(fixture_draw(&random) % 48) - 28);
    }
    values[0] = INFINITY;
    values[1] = -INFINITY;
    values[2] = -0.0f;
    for (int kind = 0; kind < 24; kind++) {
        const scree_conversion conversion = {
            .type = types[kind / 8], .scale = scales[kind / 2 % 4], .towards_zero = kind % 2 != 0};
        static float converted[COUNT + 1];
        memset(converted, 0x55, sizeof converted);
        scree_convert_samples(&conversion, values, converted, COUNT);
        for (int i = 0; i < COUNT; i++) {
            double exact = (double)values[i] * (double)conversion.scale;
            if (conversion.type == SCREE_TYPE_F32) {
                assert_true(converted[i] == scree_float_from_double(exact, conversion.towards_zero));
            } else {
                uint16_t expected = conversion.type == SCREE_TYPE_F16
                                        ? scree_half_from_double(exact, conversion.towards_zero)
                                        : (uint16_t)scree_int16_from_double(exact, conversion.towards_zero);
                assert_int_equal(((const uint16_t *)converted)[i], expected);
            }
        }
        const uint8_t *end = (const uint8_t *)converted + COUNT * scree_type_bytes(conversion.type);
        assert_int_equal(*end, 0x55);
    }
}

/* Numbers beyond a type's ends are counted; infinities are only where they do not stay. */
static void numbers_beyond_a_type_are_counted(void **state)
{
    static const float values[] = {65504.0f, 65519.0f, 65520.0f,  -65520.0f, 65536.0f,
                                   -3e38f,   INFINITY, -INFINITY, NAN,       32767.0f};
    enum { COUNT = sizeof values / sizeof values[0] };
    static const struct {
        scree_conversion conversion;
        uint64_t expected;
    } rows[] = {
        {{.type = SCREE_TYPE_F16, .scale = 1.0f}, 4},
        {{.type = SCREE_TYPE_F16, .scale = 1.0f, .towards_zero = true}, 2},
        {{.type = SCREE_TYPE_F16, .scale = 0.5f}, 1},
        {{.type = SCREE_TYPE_I16, .scale = 1.0f}, 8},
        {{.type = SCREE_TYPE_I16, .scale = 0.25f}, 3},
        {{.type = SCREE_TYPE_F32, .scale = 2.0f}, 1},
    };
    float converted[COUNT];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(scree_convert_samples(&rows[i].conversion, values, converted, COUNT), rows[i].expected);
    }
}

/* Runs have a faster way to the nearest half: all halves, what lies between them, and what lies next to that. */
static void runs_find_the_nearest_half(void **state)
{
    const scree_conversion conversion = {.type = SCREE_TYPE_F16, .scale = 1.0f};
    for (unsigned half = 0; half < 65536; half++) {
        float low = scree_half_to_float((uint16_t)half);
        float high = (half & 0x7fffu) == HALF_INFINITY - 1 ? copysignf(65536.0f, low)
                                                           : scree_half_to_float((uint16_t)(half + 1));
        float middle = low / 2 + high / 2;
        const float values[] = {low,
                                middle,
                                nextafterf(low, INFINITY),
                                nextafterf(low, -INFINITY),
                                nextafterf(middle, INFINITY),
                                nextafterf(middle, -INFINITY)};
        enum { COUNT = sizeof values / sizeof values[0] };
        uint16_t found[COUNT];
        scree_convert_samples(&conversion, values, found, COUNT);
        for (int i = 0; i < COUNT; i++) {
            assert_int_equal(found[i], scree_half_from_double((double)values[i], false));
        }
    }
}

/* The caller's rounding mode is not ours, and stays. */
static void the_rounding_mode_has_no_effect(void **state)
{
    static const scree_type types[] = {SCREE_TYPE_F16, SCREE_TYPE_I16, SCREE_TYPE_F32};
    const float values[] = {0.1f, -0.1f, 3e-6f, -3e-6f, 2.5f, 3.5f, 1000.7f, 65519.9f};
    for (int kind = 0; kind < 3; kind++) {
        const scree_conversion conversion = {.type = types[kind], .scale = kind == 0 ? 1.0f : 0.3f};
        float expected[8] = {0};
        float found[8] = {0};
        scree_convert_samples(&conversion, values, expected, 8);
        assert_int_equal(fesetround(FE_UPWARD), 0);
        scree_convert_samples(&conversion, values, found, 8);
        int mode = fegetround();
        assert_int_equal(fesetround(FE_TONEAREST), 0);
        assert_int_equal(mode, FE_UPWARD);
        assert_memory_equal(found, expected, sizeof found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_half_is_read_as_its_value),
        cmocka_unit_test(every_half_is_written_as_itself),
        cmocka_unit_test(between_halves_the_nearest_is_taken),
        cmocka_unit_test(the_ends_of_half_are_kept),
        cmocka_unit_test(whole_numbers_are_rounded_and_clamped),
        cmocka_unit_test(float32_is_rounded_and_stays_finite),
        cmocka_unit_test(runs_are_converted_like_single_samples),
        cmocka_unit_test(numbers_beyond_a_type_are_counted),
        cmocka_unit_test(runs_find_the_nearest_half),
        cmocka_unit_test(the_rounding_mode_has_no_effect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
