/*
 * The elementary functions of the kernels: every instruction set has the bits of scalar C, and results are as near to
 * those of float64 as kernels/base/elementary.h promises.
 *
 *     elementary_test [--every=N]      one of N float32 numbers is an argument; without, all of them
 */
#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elementary.h"
#include "elementary_lanes.h"

enum { BLOCK = 4096 };

static uint32_t every = 1;

typedef struct level_row {
    scree_cpu_level level;
    elementary_run *run;
} level_row;

static const level_row levels[] = {
#if defined(SCREE_HAVE_SSE41)
    {SCREE_CPU_LEVEL_SSE41, elementary_run_sse41},
#endif
#if defined(SCREE_HAVE_AVX2)
    {SCREE_CPU_LEVEL_AVX2, elementary_run_avx2},
#endif
#if defined(SCREE_HAVE_AVX512)
    {SCREE_CPU_LEVEL_AVX512, elementary_run_avx512},
#endif
#if defined(SCREE_HAVE_NEON)
    {SCREE_CPU_LEVEL_NEON, elementary_run_neon},
#endif
    {SCREE_CPU_LEVEL_SCALAR, elementary_run_scalar},
};

static float from_bits(uint32_t bits)
{
    return scree_one_from_bits(bits);
}

/* Evaluates a block by scalar C, and asserts that all instruction sets have the same bits. */
static void evaluate(elementary_function function, const float *first, const float *second, float *out)
{
    static float other[BLOCK];
    elementary_run_scalar(function, first, second, out, BLOCK);
    for (size_t row = 0; row < sizeof levels / sizeof levels[0]; row++) {
        if (scree_cpu_level_available(levels[row].level)) {
            levels[row].run(function, first, second, other, BLOCK);
            assert_memory_equal(out, other, sizeof other);
        }
    }
}

/* The distance between a result and an exact one, in units of the last place of a float32 as large as the exact one. */
static double error_in_ulps(float actual, double exact)
{
    int exponent;
    if (exact == 0.0 || isinf(exact)) {
        return (double)actual == exact ? 0.0 : INFINITY;
    }
    frexp(exact, &exponent);
    return fabs((double)actual - exact) * ldexp(1.0, 24 - exponent);
}

/* Quarter turns nearest to an angle, which is not negative. */
static int64_t quarters_of(double turns)
{
    return (int64_t)(4.0 * turns + 0.5);
}

/* Sine, or that of the angle a quarter turn further. */
static double sine_of_quarters(double turns, int64_t more)
{
    const double pi = 3.14159265358979323846;
    int64_t quarters = quarters_of(turns);
    double angle = 2.0 * pi * (turns - 0.25 * (double)quarters);
    int64_t quadrant = (quarters + more) & 3;
    double value = quadrant & 1 ? cos(angle) : sin(angle);
    return quadrant & 2 ? -value : value;
}

static double exact_sine(double turns)
{
    return turns < 0.0 ? -sine_of_quarters(-turns, 0) : sine_of_quarters(turns, 0);
}

static double exact_cosine(double turns)
{
    return sine_of_quarters(fabs(turns), 1);
}

static double exact_exp2(double value)
{
    return value < -126.0 ? 0.0 : value >= 128.0 ? INFINITY : exp2(value);
}

/* A run of arguments, by their bits: they are all float32 numbers between two of one sign. */
typedef struct argument_run {
    uint32_t first;
    uint32_t last;
} argument_run;

#define ZERO 0u
#define MINUS_ZERO 0x80000000u
#define SMALLEST 0x00800000u        /* 2^-126 */
#define MINUS_SMALLEST 0x80800000u  /* -2^-126 */
#define TWO_TO_20 0x49800000u       /* 2^20 */
#define MINUS_TWO_TO_20 0xc9800000u /* -2^20 */
#define LARGEST 0x7f7fffffu         /* The largest float. */
#define INFINITE 0x7f800000u        /* Infinity. */
#define MINUS_INFINITE 0xff800000u  /* Minus infinity. */

typedef struct function_row {
    const char *name;
    elementary_function function;
    double (*exact)(double);
    double most_ulps;
    size_t run_count;
    argument_run runs[4];
} function_row;

#define SIGNED_TURNS                                                   \
    {                                                                  \
        {ZERO, ZERO}, {SMALLEST, TWO_TO_20}, {MINUS_ZERO, MINUS_ZERO}, \
        {                                                              \
            MINUS_SMALLEST, MINUS_TWO_TO_20                            \
        }                                                              \
    }

static const function_row functions[] = {
    {"root", ELEMENTARY_ROOT, sqrt, 0.5, 3, {{ZERO, ZERO}, {MINUS_ZERO, MINUS_ZERO}, {SMALLEST, INFINITE}}},
    {"sine", ELEMENTARY_SINE, exact_sine, 1.74, 4, SIGNED_TURNS},
    {"cosine", ELEMENTARY_COSINE, exact_cosine, 1.72, 4, SIGNED_TURNS},
    {"exp2", ELEMENTARY_EXP2, exact_exp2, 1.15, 2, {{ZERO, INFINITE}, {MINUS_ZERO, MINUS_INFINITE}}},
    {"log2", ELEMENTARY_LOG2, log2, 1.80, 1, {{SMALLEST, LARGEST}}},
};

/* The largest error of a function so far, and its argument. */
typedef struct worst_error {
    double ulps;
    float argument;
} worst_error;

static void check_block(const function_row *row, const float *arguments, worst_error *worst)
{
    static float results[BLOCK];
    evaluate(row->function, arguments, arguments, results);
    for (size_t i = 0; i < BLOCK; i++) {
        double ulps = error_in_ulps(results[i], row->exact((double)arguments[i]));
        if (ulps > worst->ulps) {
            *worst = (worst_error){ulps, arguments[i]};
        }
        if (row->function == ELEMENTARY_ROOT) {
            assert_int_equal(scree_bits_from_one(scree_root_by_steps(arguments[i])), scree_bits_from_one(results[i]));
        }
    }
}

static void check_run(const function_row *row, argument_run run, worst_error *worst)
{
    static float arguments[BLOCK];
    uint64_t next = run.first;
    while (next <= run.last) {
        for (size_t i = 0; i < BLOCK; i++) {
            arguments[i] = from_bits(next <= run.last ? (uint32_t)next : run.last);
            next += every;
        }
        check_block(row, arguments, worst);
    }
}

static void errors_are_as_small_as_promised(void **state)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        worst_error worst = {0};
        for (size_t run = 0; run < functions[i].run_count; run++) {
            check_run(&functions[i], functions[i].runs[run], &worst);
        }
        printf("%s: %.4f ulp at %a\n", functions[i].name, worst.ulps, (double)worst.argument);
        if (worst.ulps > functions[i].most_ulps) {
            fail_msg("%s(%.9g) is %.4f ulp off; the limit is %.4f", functions[i].name, (double)worst.argument,
                     worst.ulps, functions[i].most_ulps);
        }
    }
}

/* One of the quotients that all devices must round correctly. */
static bool is_in_range(float dividend, float divisor)
{
    double quotient = fabs((double)dividend / (double)divisor);
    return isnormal(dividend) && isnormal(divisor) && quotient >= 0x1p-126 && quotient < 0x1.ffffffp127;
}

static void fill_with_quotients(float draw(uint64_t *state, float *divisor), uint64_t *state, float *dividends,
                                float *divisors)
{
    for (size_t i = 0; i < BLOCK; i++) {
        do {
            dividends[i] = draw(state, &divisors[i]);
        } while (!is_in_range(dividends[i], divisors[i]));
    }
}

/* A float64 quotient of float32 numbers rounds to float32 as the exact one does: it has more than twice the bits. */
static void check_quotients(float draw(uint64_t *state, float *divisor), uint32_t blocks)
{
    static float dividends[BLOCK];
    static float divisors[BLOCK];
    static float results[BLOCK];
    uint64_t state = 17;
    for (uint32_t block = 0; block < blocks; block++) {
        fill_with_quotients(draw, &state, dividends, divisors);
        evaluate(ELEMENTARY_DIVIDE, dividends, divisors, results);
        for (size_t i = 0; i < BLOCK; i++) {
            float expected = (float)((double)dividends[i] / (double)divisors[i]);
            float by_digits = scree_divide_by_digits(dividends[i], divisors[i]);
            if (memcmp(&expected, &results[i], sizeof expected) != 0 ||
                memcmp(&expected, &by_digits, sizeof expected) != 0) {
                fail_msg("%a / %a is %a and by digits %a, not %a", (double)dividends[i], (double)divisors[i],
                         (double)results[i], (double)by_digits, (double)expected);
            }
        }
    }
}

static float draw_any(uint64_t *state, float *divisor)
{
    uint64_t bits = fixture_draw(state);
    *divisor = from_bits((uint32_t)bits);
    return from_bits((uint32_t)(bits >> 32));
}

/* Mantissas with long runs of ones and zeros. */
static float draw_border(uint64_t *state, float *divisor)
{
    uint64_t bits = fixture_draw(state);
    uint32_t dividend_tail = (uint32_t)((bits & 1u) == 0 ? 0u - (bits >> 8 & 7u) : bits >> 8 & 7u) & 0x7fffffu;
    uint32_t divisor_tail = (uint32_t)((bits & 2u) == 0 ? 0u - (bits >> 16 & 7u) : bits >> 16 & 7u) & 0x7fffffu;
    *divisor = from_bits((uint32_t)(bits >> 32 & 0xffu) << 23 | divisor_tail);
    return from_bits((uint32_t)(bits >> 40 & 0x1ffu) << 23 | dividend_tail);
}

/* The odd number's inverse modulo 2^32, by Newton's steps. */
static uint32_t inverse_of(uint32_t odd)
{
    uint32_t inverse = odd;
    for (int step = 0; step < 5; step++) {
        inverse *= 2u - odd * inverse;
    }
    return inverse;
}

/*
 * Quotients that are next to the middle of two floats: dividend * 2^25 = quotient * divisor + rest with a small odd
 * rest, where the quotient has 25 bits, the last of them set.
 */
static float draw_halfway(uint64_t *state, float *divisor)
{
    for (;;) {
        uint64_t bits = fixture_draw(state);
        uint32_t mantissa = ((uint32_t)bits & 0x7fffffu) | 0x800001u;
        int32_t rest = (int32_t)(bits >> 24 & 15u) * 2 - 15;
        uint32_t quotient = ((0u - (uint32_t)rest) * inverse_of(mantissa)) & 0x1ffffffu;
        uint64_t dividend = ((uint64_t)quotient * mantissa + (uint64_t)(int64_t)rest) >> 25;
        if (quotient >= 0x1000000u && dividend >= 0x800000u) {
            *divisor = (float)mantissa;
            return (float)dividend;
        }
    }
}

static void quotients_are_rounded_correctly(void **state)
{
    uint32_t blocks = every == 1 ? 20000 : 200;
    check_quotients(draw_any, blocks);
    check_quotients(draw_border, blocks);
    check_quotients(draw_halfway, blocks);
}

static void zeros_keep_their_signs_in_quotients(void **state)
{
    static const float dividends[] = {0.0f, -0.0f};
    static const float divisors[] = {3.0f, -3.0f, 0x1p-126f, -0x1.fffffep127f};
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < 4; k++) {
            float expected = dividends[i] / divisors[k];
            float by_digits = scree_divide_by_digits(dividends[i], divisors[k]);
            assert_memory_equal(&by_digits, &expected, sizeof expected);
        }
    }
}

static void powers_of_two_are_exact(void **state)
{
    for (int exponent = -126; exponent < 128; exponent++) {
        float power = ldexpf(1.0f, exponent);
        assert_true(scree_exp2((float)exponent) == power);
        assert_true(scree_log2(power) == (float)exponent);
    }
    assert_int_equal(scree_bits_from_one(scree_log2(1.0f)), 0);
    assert_int_equal(scree_bits_from_one(scree_exp2(-0x1.f80002p6f)), 0);
    assert_true(scree_exp2(-INFINITY) == 0.0f);
    assert_true(scree_exp2(128.0f) == INFINITY);
    assert_true(scree_exp2(INFINITY) == INFINITY);
}

static void whole_turns_change_nothing(void **state)
{
    for (uint32_t iteration = 0; iteration <= 1u << 20; iteration += 1021) {
        for (uint32_t part = 0; part < 8; part++) {
            float rest = (float)part * 0.125f;
            scree_sincos near_zero = scree_sincos_turns(rest);
            scree_sincos further = scree_sincos_turns((float)iteration + rest);
            assert_memory_equal(&near_zero, &further, sizeof further);
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_as_small_as_promised),     cmocka_unit_test(quotients_are_rounded_correctly),
        cmocka_unit_test(zeros_keep_their_signs_in_quotients), cmocka_unit_test(powers_of_two_are_exact),
        cmocka_unit_test(whole_turns_change_nothing),
    };
    if (argc > 1 && strncmp(argv[1], "--every=", 8) == 0) {
        every = (uint32_t)strtoul(argv[1] + 8, NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
