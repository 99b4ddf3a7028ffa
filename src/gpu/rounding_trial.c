#include "rounding_trial.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "fractal.h"
#include "hash.h"
#include "fold.h"

/* Operands of every sign and of magnitudes from 2^-6 to 2: their sums and products need rounding nearly always. */
void scree_trial_make_operands(float *operands)
{
    for (uint32_t i = 0; i < SCREE_TRIALS * SCREE_TRIAL_OPERANDS; i++) {
        uint32_t state = scree_hash_mix(i + 1);
        uint32_t bits = (state & 0x80000000u) | ((121u + (state >> 23) % 7u) << 23) | (state & 0x7fffffu);
        memcpy(&operands[i], &bits, sizeof bits);
    }
}

static void compute_expected(const float *o, float *results)
{
    results[0] = scree_fold_value(o[0], o[1], o[2], o[3], o[4], o[5], o[6]);
    results[1] = scree_fold_first(o[0], o[1], o[2], o[3], o[6]);
    results[2] = scree_add_octave(scree_bend_ridged(o[0], o[1]), o[2]);
}

static uint32_t count_different(const float *operands, const float *results)
{
    uint32_t different = 0;
    for (uint32_t i = 0; i < SCREE_TRIALS; i++) {
        float expected[SCREE_TRIAL_RESULTS];
        compute_expected(operands + i * SCREE_TRIAL_OPERANDS, expected);
        for (uint32_t k = 0; k < SCREE_TRIAL_RESULTS; k++) {
            different += memcmp(&expected[k], &results[i * SCREE_TRIAL_RESULTS + k], sizeof expected[k]) != 0;
        }
    }
    return different;
}

scree_result scree_trial_compare(scree_context *context, const char *device_name, const float *results)
{
    scree_float_environment saved;
    float *operands = malloc(sizeof *operands * SCREE_TRIALS * SCREE_TRIAL_OPERANDS);
    if (operands == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the self-test");
    }
    scree_float_environment_enter(&saved);
    scree_trial_make_operands(operands);
    uint32_t different = count_different(operands, results);
    scree_float_environment_leave(&saved);
    free(operands);
    if (different == 0) {
        return SCREE_OK;
    }
    return scree_fail(context, SCREE_ERROR_UNSUPPORTED,
                      "%s cannot be used: %u of %u sums and products differ from the processor's", device_name,
                      different, SCREE_TRIALS * SCREE_TRIAL_RESULTS);
}
