/*
 * Sine and cosine of reals, in float32 or float64 (SCREE_REAL_IS_WIDE): every instruction set has the bits of scalar C,
 * and errors are as small as kernels/base/elementary_real.h promises.
 *
 *     elementary_real_test [--every=N]     one of N float32 numbers, or multiples of pi/4, is an angle; without, all
 */
#include "fixture.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elementary_real.h"
#include "elementary_real_lanes.h"

/* The C library's sines of long double stand in for exact ones: they have 11 bits more than float64. */
_Static_assert(LDBL_MANT_DIG >= 64, "long double is no finer than float64");

enum { BLOCK = 4096 };

#if SCREE_REAL_IS_WIDE
#define NEXT nextafter
#define BITS 53
#define LIMIT 0x1p20
#define QUIET_NAN 0x7ff8000000000000u
typedef uint64_t real_bits;
static const long double most_ulps = 1.07L;
#else
#define NEXT nextafterf
#define BITS 24
#define LIMIT 0x1p13f
#define QUIET_NAN 0x7fc00000u
typedef uint32_t real_bits;
static const long double most_ulps = 1.02L;
#endif

static const long double quarter_turn = 1.57079632679489661923132169163975144L;

static uint32_t every = 1;

typedef struct level_row {
    scree_cpu_level level;
    elementary_real_run *run;
} level_row;

static const level_row levels[] = {
#if defined(SCREE_HAVE_SSE41)
    {SCREE_CPU_LEVEL_SSE41, elementary_real_run_sse41},
#endif
#if defined(SCREE_HAVE_AVX2)
    {SCREE_CPU_LEVEL_AVX2, elementary_real_run_avx2},
#endif
#if defined(SCREE_HAVE_AVX512)
    {SCREE_CPU_LEVEL_AVX512, elementary_real_run_avx512},
#endif
#if defined(SCREE_HAVE_NEON)
    {SCREE_CPU_LEVEL_NEON, elementary_real_run_neon},
#endif
    {SCREE_CPU_LEVEL_SCALAR, elementary_real_run_scalar},
};

/* The largest errors so far, of sine and cosine, and their angles. */
typedef struct worst_errors {
    long double ulps[2];
    real angle[2];
} worst_errors;

typedef struct block_state {
    real angles[BLOCK];
    size_t count;
    worst_errors worst;
} block_state;

static block_state block;

/* Evaluates a block by scalar C, and asserts that all instruction sets have the same bits. */
static void evaluate(const real *angles, real *sines, real *cosines)
{
    static real other_sines[BLOCK];
    static real other_cosines[BLOCK];
    elementary_real_run_scalar(angles, sines, cosines, BLOCK);
    for (size_t row = 0; row < sizeof levels / sizeof levels[0]; row++) {
        if (scree_cpu_level_available(levels[row].level)) {
            levels[row].run(angles, other_sines, other_cosines, BLOCK);
            assert_memory_equal(sines, other_sines, sizeof other_sines);
            assert_memory_equal(cosines, other_cosines, sizeof other_cosines);
        }
    }
}

/* In units of the last place of a real as large as the exact result. */
static long double error_in_ulps(real actual, long double exact)
{
    int exponent;
    if (exact == 0.0L) {
        return actual == 0 ? 0.0L : (long double)INFINITY;
    }
    frexpl(exact, &exponent);
    return fabsl((long double)actual - exact) * ldexpl(1.0L, BITS - exponent);
}

static void note_error(int function, real angle, real actual, long double exact)
{
    long double ulps = error_in_ulps(actual, exact);
    if (!(ulps <= block.worst.ulps[function])) {
        block.worst.ulps[function] = ulps;
        block.worst.angle[function] = angle;
    }
}

static void check_block(void)
{
    static real sines[BLOCK];
    static real cosines[BLOCK];
    evaluate(block.angles, sines, cosines);
    for (size_t i = 0; i < BLOCK; i++) {
        real angle = block.angles[i];
#if SCREE_REAL_IS_WIDE
        note_error(0, angle, sines[i], sinl((long double)angle));
        note_error(1, angle, cosines[i], cosl((long double)angle));
#else
        note_error(0, angle, sines[i], (long double)sin((double)angle));
        note_error(1, angle, cosines[i], (long double)cos((double)angle));
#endif
    }
    block.count = 0;
}

static void add_angle(real angle)
{
    block.angles[block.count++] = angle;
    if (block.count == BLOCK) {
        check_block();
    }
}

/* Fills the last block with ones that were there before, and asserts the limit. */
static void assert_errors(const char *angles)
{
    static const char *const functions[] = {"sine", "cosine"};
    check_block();
    for (int k = 0; k < 2; k++) {
        printf("%s of %s: %.4Lf ulp at %a\n", functions[k], angles, block.worst.ulps[k], (double)block.worst.angle[k]);
        if (!(block.worst.ulps[k] <= most_ulps)) {
            fail_msg("%s(%a) is %.4Lf ulp off; the limit is %.4Lf", functions[k], (double)block.worst.angle[k],
                     block.worst.ulps[k], most_ulps);
        }
    }
    memset(&block, 0, sizeof block);
}

#if SCREE_REAL_IS_WIDE

/* Angles of either sign, from 2^-40 to the limit, and as many evenly spread over the first turns. */
static void random_angles(void **state)
{
    uint64_t draws = 5;
    uint32_t count = every == 1 ? 100000000 : 300000;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits = fixture_draw(&draws);
        double magnitude = ldexp(1.0 + (double)(bits >> 12) * 0x1p-52, (int)(fixture_draw(&draws) % 60) - 40);
        add_angle(bits & 1u ? -magnitude : magnitude);
        add_angle(8.0 * fixture_draw_unit(&draws));
    }
    assert_errors("random angles");
}

#else

/* All float32 numbers from 2^-126 to the limit, with both signs. */
static void all_angles(void **state)
{
    for (uint32_t bits = 0x00800000u; bits <= 0x46000000u; bits += every) {
        add_angle(scree_one_from_bits(bits));
        add_angle(scree_one_from_bits(bits | 0x80000000u));
    }
    assert_errors("all angles");
}

#endif

/*
 * Next to multiples of pi/4: results near zero take the whole precision of pi, and in the middle between two quarter
 * turns either may be taken off.
 */
static void angles_next_to_eighths_of_turns(void **state)
{
    uint32_t count = (uint32_t)((long double)LIMIT / (quarter_turn / 2.0L));
    for (uint32_t eighth = 1; eighth < count; eighth += every == 1 ? 1 : 29) {
        real angle = (real)((long double)eighth * (quarter_turn / 2.0L));
        add_angle(NEXT(angle, 0));
        add_angle(angle);
        add_angle(NEXT(angle, LIMIT));
    }
    assert_errors("angles next to multiples of pi/4");
}

static void assert_bits(real actual, real_bits expected)
{
    real_bits bits;
    memcpy(&bits, &actual, sizeof bits);
    assert_true(bits == expected);
}

static void zeros_keep_their_signs(void **state)
{
    const real zero = 0;
    assert_bits(scree_sincos_radians(zero).sine, 0);
    assert_bits(scree_sincos_radians(-zero).sine, (real_bits)1 << (8 * sizeof(real) - 1));
    assert_true(scree_sincos_radians(zero).cosine == 1);
    assert_true(scree_sincos_radians(-zero).cosine == 1);
}

static void opposite_angles_have_opposite_sines(void **state)
{
    uint64_t draws = 7;
    for (uint32_t i = 0; i < 10000; i++) {
        real angle = (real)(fixture_draw_unit(&draws) * (double)LIMIT);
        scree_sincos_real both = scree_sincos_radians(angle);
        scree_sincos_real opposite = scree_sincos_radians(-angle);
        assert_true(opposite.sine == -both.sine);
        assert_true(opposite.cosine == both.cosine);
    }
}

/* The same NaN in all instruction sets, and up to the limit none. */
static void beyond_the_limit_there_is_nan(void **state)
{
    static real angles[BLOCK];
    static real sines[BLOCK];
    static real cosines[BLOCK];
    const real beyond[] = {NEXT(LIMIT, 2 * LIMIT), 2 * LIMIT, LIMIT * LIMIT, (real)INFINITY, (real)NAN};
    for (size_t i = 0; i < BLOCK; i++) {
        real magnitude = beyond[i / 2 % 5];
        angles[i] = i % 2 == 0 ? magnitude : -magnitude;
    }
    angles[0] = LIMIT;
    angles[1] = -LIMIT;
    evaluate(angles, sines, cosines);
    assert_true(fabsl((long double)sines[0]) < 1.0L);
    assert_true(fabsl((long double)cosines[1]) < 1.0L);
    for (size_t i = 2; i < BLOCK; i++) {
        assert_bits(sines[i], QUIET_NAN);
        assert_bits(cosines[i], QUIET_NAN);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
#if SCREE_REAL_IS_WIDE
        cmocka_unit_test(random_angles),
#else
        cmocka_unit_test(all_angles),
#endif
        cmocka_unit_test(angles_next_to_eighths_of_turns),
        cmocka_unit_test(zeros_keep_their_signs),
        cmocka_unit_test(opposite_angles_have_opposite_sines),
        cmocka_unit_test(beyond_the_limit_there_is_nan),
    };
    if (argc > 1 && strncmp(argv[1], "--every=", 8) == 0) {
        every = (uint32_t)strtoul(argv[1] + 8, NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
