/* Elementary functions on GPUs, by the self-test's program: the bits of scalar C over all of their ranges. */
#include "gpu_suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device_internal.h"
#include "gpu_device.h"
#include "rounding_trial.h"

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
static void draw_trial(uint64_t *state, scree_trial *trial)
{
    double quotient;
    memset(trial, 0, sizeof *trial);
    do {
        trial->operand[0] = draw_between(state, -126, 126);
        trial->operand[1] = draw_between(state, -126, 126);
        quotient = fabs((double)trial->operand[0] / (double)trial->operand[1]);
    } while (quotient < 0x1p-126 || quotient >= 0x1p127);
    trial->operand[2] = draw_between(state, -30, 19);
    trial->operand[3] = draw_between(state, -30, 7);
    trial->operand[7] = fabsf(draw_between(state, -126, 127));
}

static void assert_equal(const scree_trial *trial, const scree_trial_outcome *actual)
{
    const scree_trial_outcome expected = scree_trial_evaluate(*trial);
    for (uint32_t k = SCREE_TRIAL_FIRST_ELEMENTARY; k < SCREE_TRIAL_RESULTS; k++) {
        if (memcmp(&expected.result[k], &actual->result[k], sizeof expected.result[k]) != 0) {
            fail_msg("result %u of (%a, %a, %a, %a, %a) is %a, not %a", k, (double)trial->operand[0],
                     (double)trial->operand[1], (double)trial->operand[2], (double)trial->operand[3],
                     (double)trial->operand[7], (double)actual->result[k], (double)expected.result[k]);
        }
    }
}

static void run_batch(scree_gpu *gpu, uint64_t *state, scree_trial *trials, scree_trial_outcome *outcomes)
{
    for (uint32_t i = 0; i < SCREE_TRIALS; i++) {
        draw_trial(state, &trials[i]);
    }
    assert_int_equal(scree_gpu_enter(gpu), SCREE_OK);
    scree_result result = scree_gpu_run_trials(gpu, trials->operand, outcomes->result);
    scree_gpu_leave(gpu);
    assert_int_equal(result, SCREE_OK);
    for (uint32_t i = 0; i < SCREE_TRIALS; i++) {
        assert_equal(&trials[i], &outcomes[i]);
    }
}

static void elementary_functions_are_those_of_scalar_c(void **state)
{
    uint64_t draws = 29;
    scree_device *device = gpu_open(0);
    scree_trial *trials = malloc(SCREE_TRIALS * sizeof *trials);
    scree_trial_outcome *outcomes = malloc(SCREE_TRIALS * sizeof *outcomes);
    assert_non_null(trials);
    assert_non_null(outcomes);
    for (uint32_t batch = 0; batch < BATCHES; batch++) {
        run_batch(scree_gpu_of(device, gpu_device(0).backend), &draws, trials, outcomes);
    }
    free(trials);
    free(outcomes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(elementary_functions_are_those_of_scalar_c),
    };
    return gpu_run(tests);
}
