#include "rounding_trial.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "fold.h"
#include "fractal.h"
#include "hash.h"
#include "place.h"

#define SUM_OPERANDS 7u
#define SUM_RESULTS 3u
#define PLACE_OPERANDS 2u
#define PLACE_RESULTS 7u
#define MOST_RESULTS PLACE_RESULTS

/* Operands of every sign and of magnitudes from 2^-6 to 2: their sums and products need rounding nearly always. */
static void make_sum(uint32_t number, uint32_t *operands)
{
    for (uint32_t i = 0; i < SUM_OPERANDS; i++) {
        uint32_t state = scree_hash_mix(number * SUM_OPERANDS + i + 1);
        operands[i] = (state & 0x80000000u) | ((121u + (state >> 23) % 7u) << 23) | (state & 0x7fffffu);
    }
}

static void expect_sum(const uint32_t *operands, float *results)
{
    float o[SUM_OPERANDS];
    memcpy(o, operands, sizeof o);
    results[0] = scree_fold_value(o[0], o[1], o[2], o[3], o[4], o[5], o[6]);
    results[1] = scree_fold_first(o[0], o[1], o[2], o[3], o[6]);
    results[2] = scree_add_octave(scree_bend_ridged(o[0], o[1]), o[2]);
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

static void expect_place(const uint32_t *operands, float *results)
{
    const scree_pair coordinate = {.low = operands[0], .high = operands[1]};
    const scree_place place = scree_place_trial(coordinate, SCREE_KERNEL_FADE_QUINTIC);
    results[0] = place.fraction;
    results[1] = place.fraction1;
    results[2] = place.fade;
    results[3] = scree_place_trial(coordinate, SCREE_KERNEL_FADE_CUBIC).fade;
    results[4] = scree_place_trial(coordinate, SCREE_KERNEL_FADE_COSINE).fade;
    results[5] = scree_place_trial(coordinate, SCREE_KERNEL_FADE_LINEAR).fade;
    results[6] = scree_f32_from_u24(place.key0 >> 8);
}

const scree_rounding_trial scree_trial_of_sums = {.subject = "sums and products",
                                                  .operand_words = SUM_OPERANDS,
                                                  .result_words = SUM_RESULTS,
                                                  .make = make_sum,
                                                  .expect = expect_sum};
const scree_rounding_trial scree_trial_of_places = {.subject = "places in float64",
                                                    .operand_words = PLACE_OPERANDS,
                                                    .result_words = PLACE_RESULTS,
                                                    .make = make_place,
                                                    .expect = expect_place};

void scree_trial_make_operands(const scree_rounding_trial *trial, uint32_t *operands)
{
    for (uint32_t i = 0; i < SCREE_TRIALS; i++) {
        trial->make(i, operands + i * trial->operand_words);
    }
}

static uint32_t count_different(const scree_rounding_trial *trial, const uint32_t *operands, const uint32_t *results)
{
    uint32_t different = 0;
    for (uint32_t i = 0; i < SCREE_TRIALS; i++) {
        float expected[MOST_RESULTS];
        trial->expect(operands + i * trial->operand_words, expected);
        for (uint32_t k = 0; k < trial->result_words; k++) {
            different += memcmp(&expected[k], &results[i * trial->result_words + k], sizeof expected[k]) != 0;
        }
    }
    return different;
}

scree_result scree_trial_compare(scree_context *context, const scree_rounding_trial *trial, const uint32_t *results,
                                 uint32_t *different)
{
    scree_float_environment saved;
    uint32_t *operands = malloc(sizeof *operands * SCREE_TRIALS * trial->operand_words);
    if (operands == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the self-test");
    }
    scree_float_environment_enter(&saved);
    scree_trial_make_operands(trial, operands);
    *different = count_different(trial, operands, results);
    scree_float_environment_leave(&saved);
    free(operands);
    return SCREE_OK;
}
