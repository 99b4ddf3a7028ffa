#include "float_environments.h"

#include <stdint.h>

#include "fixture.h"

#if defined(__x86_64__)
#include <immintrin.h>
/* Flush to zero, and denormals are zero. */
#define FLUSHING_BITS 0x8040u
/* The bits below say which exceptions occurred: they are no setting. */
#define EXCEPTION_BITS 0x3fu
#endif

const float_environment float_environments[] = {
    {"default", FE_TONEAREST, false}, {"upward", FE_UPWARD, false},
    {"downward", FE_DOWNWARD, false}, {"towards zero", FE_TOWARDZERO, false},
#if defined(__x86_64__)
    {"flushing", FE_TONEAREST, true}, {"flushing, upward", FE_UPWARD, true},
#endif
};
const int float_environment_count = sizeof float_environments / sizeof float_environments[0];

static uint32_t control_bits(void)
{
#if defined(__x86_64__)
    return _mm_getcsr() & ~EXCEPTION_BITS;
#else
    return 0;
#endif
}

static uint32_t bits_at_set;

void float_environment_set(const float_environment *environment)
{
    fesetenv(FE_DFL_ENV);
    assert_int_equal(fesetround(environment->rounding), 0);
#if defined(__x86_64__)
    if (environment->flushing) {
        _mm_setcsr(_mm_getcsr() | FLUSHING_BITS);
    }
#endif
    bits_at_set = control_bits();
}

void float_environment_end(const float_environment *expected)
{
    const int rounding = fegetround();
    const uint32_t bits = control_bits();
    fesetenv(FE_DFL_ENV);
    if (rounding != expected->rounding || bits != bits_at_set) {
        fail_msg("the environment '%s' is another one afterwards", expected->name);
    }
}
