#include "rounding_trial.h"

#include <string.h>

#include "float_environment.h"
#include "noise/hash.h"
#include "self_test/wide_trial.h"

#define PLACE_OPERANDS (sizeof(scree_wide_trial) / sizeof(uint32_t))
#define MOST_RESULTS (SCREE_TRIAL_RESULTS > SCREE_WIDE_TRIAL_RESULTS ? SCREE_TRIAL_RESULTS : SCREE_WIDE_TRIAL_RESULTS)

/*
 * Operands of every sign, but for the last of a trial, and of magnitudes from 2^-6 to 2: their sums and products need
 * rounding nearly always.
 */
static void make_floats(uint32_t number, uint32_t *operands)
{
    for (uint32_t i = 0; i < SCREE_TRIAL_OPERANDS; i++) {
        uint32_t state = scree_hash_mix(number * SCREE_TRIAL_OPERANDS + i + 1);
        uint32_t sign = i < SCREE_TRIAL_OPERANDS - 1 ? state & 0x80000000u : 0;
        operands[i] = sign | ((121u + (state >> 23) % 7u) << 23) | (state & 0x7fffffu);
    }
}

static void expect_floats(const uint32_t *operands, uint32_t *results)
{
    scree_trial trial;
    memcpy(trial.operand, operands, sizeof trial.operand);
    const scree_trial_outcome outcome = scree_trial_evaluate(trial);
    memcpy(results, outcome.result, sizeof outcome.result);
}

/*
 * Coordinates of both signs from 2^-70 to 2^30 cells, and some that are zero, subnormal, or whole numbers and their
 * neighbours.
 */
static void make_place(uint32_t number, uint32_t *operands)
{
    uint32_t state = scree_hash_mix(2 * number + 1);
    uint32_t sign = state & 0x80000000u;
    operands[0] = scree_hash_mix(2 * number + 2);
    operands[1] = sign | ((1023u - 70u + (state >> 20) % 100u) << 20) | (state & 0xfffffu);
    if (number % 8 == 0) {
        operands[0] = number / 8 % 3 == 0 ? UINT32_MAX : number / 8 % 3 - 1;
        operands[1] = sign | (number / 8 % 5 == 0 ? 0 : (1023u + (state >> 20) % 20u) << 20);
    }
}

static void expect_place(const uint32_t *operands, uint32_t *results)
{
    const scree_wide_trial trial = {.coordinate = {.low = operands[0], .high = operands[1]}};
    const scree_wide_trial_outcome outcome = scree_wide_trial_evaluate(trial);
    memcpy(results, outcome.result, sizeof outcome.result);
}

const scree_rounding_trial scree_trial_of_floats = {
    .operands = SCREE_TRIAL_OPERANDS, .results = SCREE_TRIAL_RESULTS, .make = make_floats, .expect = expect_floats};
const scree_rounding_trial scree_trial_of_places = {
    .operands = PLACE_OPERANDS, .results = SCREE_WIDE_TRIAL_RESULTS, .make = make_place, .expect = expect_place};

void scree_trial_make_operands(const scree_rounding_trial *trial, uint32_t *operands)
{
    for (uint32_t i = 0; i < SCREE_TRIALS; i++) {
        trial->make(i, operands + i * trial->operands);
    }
}

uint32_t scree_trial_count_different(const scree_rounding_trial *trial, const uint32_t *operands,
                                     const uint32_t *results)
{
    scree_float_environment saved;
    uint32_t different = 0;
    scree_float_environment_enter(&saved);
    for (uint32_t i = 0; i < SCREE_TRIALS; i++) {
        uint32_t expected[MOST_RESULTS];
        trial->expect(operands + i * trial->operands, expected);
        for (uint32_t k = 0; k < trial->results; k++) {
            different += expected[k] != results[i * trial->results + k];
        }
    }
    scree_float_environment_leave(&saved);
    return different;
}
