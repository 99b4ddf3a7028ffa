#include "rounding_trial.h"

#include <stdint.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "hash.h"

/*
 * Operands of every sign, but for the last of a trial, and of magnitudes from 2^-6 to 2: their sums and products need
 * rounding nearly always.
 */
void scree_trial_make_operands(float *operands)
{
    for (uint32_t i = 0; i < SCREE_TRIALS * SCREE_TRIAL_OPERANDS; i++) {
        uint32_t state = scree_hash_mix(i + 1);
        uint32_t sign = i % SCREE_TRIAL_OPERANDS < SCREE_TRIAL_OPERANDS - 1 ? state & 0x80000000u : 0;
        uint32_t bits = sign | ((121u + (state >> 23) % 7u) << 23) | (state & 0x7fffffu);
        memcpy(&operands[i], &bits, sizeof bits);
    }
}

static uint32_t count_different(const float *operands, const float *results)
{
    uint32_t different = 0;
    for (uint32_t i = 0; i < SCREE_TRIALS; i++) {
        scree_trial trial;
        memcpy(trial.operand, operands + i * SCREE_TRIAL_OPERANDS, sizeof trial.operand);
        const scree_trial_outcome expected = scree_trial_evaluate(trial);
        for (uint32_t k = 0; k < SCREE_TRIAL_RESULTS; k++) {
            different +=
                memcmp(&expected.result[k], &results[i * SCREE_TRIAL_RESULTS + k], sizeof expected.result[k]) != 0;
        }
    }
    return different;
}

scree_result scree_trial_compare(scree_context *context, const char *device_name, const float *operands,
                                 const float *results)
{
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    uint32_t different = count_different(operands, results);
    scree_float_environment_leave(&saved);
    if (different == 0) {
        return SCREE_OK;
    }
    return scree_fail(context, SCREE_ERROR_UNSUPPORTED,
                      "%s cannot be used: %u of %u results of the self-test differ from the processor's", device_name,
                      different, SCREE_TRIALS * SCREE_TRIAL_RESULTS);
}
