/* Elementary functions on GPUs, by the self-test's program: the bits of scalar C over all of their ranges. */
#include "gpu_suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device_internal.h"
#include "gpu_device.h"
#include "self_test_cases.h"

enum { BATCHES = 24 };

/* A number of any sign whose magnitude is from 2^low to less than 2^(high + 1). */
static float draw_between(uint64_t *state, int low, int high)
{
    uint64_t bits = fixture_draw(state);
    float mantissa = 1.0f + (float)(bits & 0x7fffffu) * 0x1p-23f;
    float magnitude = ldexpf(mantissa, low + (int)((bits >> 32) % (uint64_t)(high - low + 1)));
    return bits >> 63 != 0 ? -magnitude : magnitude;
}

/*
 * A dividend and a divisor of any size, whose quotient is normal; an angle; an exponent, beyond both ends, too; and a
 * positive number. The other operands matter to folds only.
 */
static void draw_case(uint64_t *state, scree_self_test_case *test_case)
{
    double quotient;
    memset(test_case, 0, sizeof *test_case);
    do {
        test_case->operand[0] = draw_between(state, -126, 126);
        test_case->operand[1] = draw_between(state, -126, 126);
        quotient = fabs((double)test_case->operand[0] / (double)test_case->operand[1]);
    } while (quotient < 0x1p-126 || quotient >= 0x1p127);
    test_case->operand[2] = draw_between(state, -30, 19);
    test_case->operand[3] = draw_between(state, -30, 7);
    test_case->operand[7] = fabsf(draw_between(state, -126, 127));
}

static void assert_equal(const scree_self_test_case *test_case, const scree_self_test_results *actual)
{
    const scree_self_test_results expected = scree_self_test_evaluate(*test_case);
    for (uint32_t k = SCREE_SELF_TEST_FIRST_ELEMENTARY; k < SCREE_SELF_TEST_RESULTS; k++) {
        if (memcmp(&expected.result[k], &actual->result[k], sizeof expected.result[k]) != 0) {
            fail_msg("result %u of (%a, %a, %a, %a, %a) is %a, not %a", k, (double)test_case->operand[0],
                     (double)test_case->operand[1], (double)test_case->operand[2], (double)test_case->operand[3],
                     (double)test_case->operand[7], (double)actual->result[k], (double)expected.result[k]);
        }
    }
}

static void run_batch(scree_gpu *gpu, uint64_t *state, scree_self_test_case *cases, scree_self_test_results *outcomes)
{
    for (uint32_t i = 0; i < SCREE_SELF_TEST_CASES; i++) {
        draw_case(state, &cases[i]);
    }
    assert_int_equal(scree_gpu_enter(gpu), SCREE_OK);
    scree_result result = scree_gpu_run_self_test(gpu, cases->operand, outcomes->result);
    scree_gpu_leave(gpu);
    assert_int_equal(result, SCREE_OK);
    for (uint32_t i = 0; i < SCREE_SELF_TEST_CASES; i++) {
        assert_equal(&cases[i], &outcomes[i]);
    }
}

static void elementary_functions_are_those_of_scalar_c(void **state)
{
    uint64_t draws = 29;
    scree_device *device = gpu_open(0);
    scree_self_test_case *cases = malloc(SCREE_SELF_TEST_CASES * sizeof *cases);
    scree_self_test_results *outcomes = malloc(SCREE_SELF_TEST_CASES * sizeof *outcomes);
    assert_non_null(cases);
    assert_non_null(outcomes);
    for (uint32_t batch = 0; batch < BATCHES; batch++) {
        run_batch(scree_gpu_of(device, gpu_device(0).backend), &draws, cases, outcomes);
    }
    free(cases);
    free(outcomes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(elementary_functions_are_those_of_scalar_c),
    };
    return gpu_run(tests);
}
