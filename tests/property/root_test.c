/* The square root in integers, which Vulkan's kernels take, against the processor's, which is exact. */
#include "fixture.h"

#include <math.h>
#include <string.h>

#include "base/root.h"

static void assert_root(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    float expected = sqrtf(value);
    float actual = scree_root_by_steps(value);
    if (memcmp(&expected, &actual, sizeof actual) != 0) {
        fail_msg("the root of %.9g is %.9g, not %.9g", (double)value, (double)expected, (double)actual);
    }
}

/* Roots repeat with every second exponent. */
static void all_mantissas_have_their_root(void **state)
{
    for (uint32_t mantissa = 0; mantissa < 0x1000000u; mantissa++) {
        assert_root((127u << 23) + mantissa);
    }
}

static void all_exponents_have_roots(void **state)
{
    for (uint32_t exponent = 1; exponent < 255; exponent++) {
        for (uint32_t mantissa = exponent; mantissa < 0x800000u; mantissa += 1597) {
            assert_root((exponent << 23) + mantissa);
        }
        assert_root(exponent << 23);
        assert_root((exponent << 23) + 0x7fffffu);
    }
}

/* Squares of integers, and what lies beside them. */
static void whole_squares_have_whole_roots(void **state)
{
    for (uint32_t number = 1; number < 4096; number++) {
        float square = (float)(number * number);
        uint32_t bits;
        memcpy(&bits, &square, sizeof bits);
        assert_true(scree_root_by_steps(square) == (float)number);
        assert_root(bits - 1);
        assert_root(bits + 1);
    }
}

static void ends_are_their_own_roots(void **state)
{
    const float zero = 0.0f;
    float root = scree_root_by_steps(zero);
    assert_memory_equal(&root, &zero, sizeof root);
    assert_true(scree_root_by_steps(INFINITY) == INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_mantissas_have_their_root),
        cmocka_unit_test(all_exponents_have_roots),
        cmocka_unit_test(whole_squares_have_whole_roots),
        cmocka_unit_test(ends_are_their_own_roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
