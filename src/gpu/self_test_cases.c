#include "self_test_cases.h"

#include <string.h>

#include "float_environment.h"
#include "noise/hash.h"
#include "self_test/wide_self_test.h"

#define LOCATION_OPERANDS (sizeof(scree_wide_test_case) / sizeof(uint32_t))
#define MOST_RESULTS \
    (SCREE_SELF_TEST_RESULTS > SCREE_WIDE_TEST_RESULTS ? SCREE_SELF_TEST_RESULTS : SCREE_WIDE_TEST_RESULTS)

/*
 * Operands of every sign, but for the last of a case, and of magnitudes from 2^-6 to 2: their sums and products need
 * rounding nearly always.
 */
static void make_floats(uint32_t number, uint32_t *operands)
{
    for (uint32_t i = 0; i < SCREE_SELF_TEST_OPERANDS; i++) {
        uint32_t state = scree_hash_mix(number * SCREE_SELF_TEST_OPERANDS + i + 1);
        uint32_t sign = i < SCREE_SELF_TEST_OPERANDS - 1 ? state & 0x80000000u : 0;
        operands[i] = sign | ((121u + (state >> 23) % 7u) << 23) | (state & 0x7fffffu);
    }
}

static void expect_floats(const uint32_t *operands, uint32_t *results)
{
    scree_self_test_case test_case;
    memcpy(test_case.operand, operands, sizeof test_case.operand);
    const scree_self_test_results outcome = scree_self_test_evaluate(test_case);
    memcpy(results, outcome.result, sizeof outcome.result);
}

/*
 * Coordinates of both signs from 2^-70 to 2^30 cells, and some that are zero, subnormal, or whole numbers and their
 * neighbours.
 */
static void make_location(uint32_t number, uint32_t *operands)
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

static void expect_location(const uint32_t *operands, uint32_t *results)
{
    const scree_wide_test_case test_case = {.coordinate = {.low = operands[0], .high = operands[1]}};
    const scree_wide_test_results outcome = scree_wide_test_evaluate(test_case);
    memcpy(results, outcome.result, sizeof outcome.result);
}

const scree_self_test scree_self_test_of_floats = {.operands = SCREE_SELF_TEST_OPERANDS,
                                                   .results = SCREE_SELF_TEST_RESULTS,
                                                   .make = make_floats,
                                                   .expect = expect_floats};
const scree_self_test scree_self_test_of_locations = {.operands = LOCATION_OPERANDS,
                                                      .results = SCREE_WIDE_TEST_RESULTS,
                                                      .make = make_location,
                                                      .expect = expect_location};

void scree_self_test_make_operands(const scree_self_test *test, uint32_t *operands)
{
    for (uint32_t i = 0; i < SCREE_SELF_TEST_CASES; i++) {
        test->make(i, operands + i * test->operands);
    }
}

uint32_t scree_self_test_count_different(const scree_self_test *test, const uint32_t *operands, const uint32_t *results)
{
    scree_float_environment saved;
    uint32_t different = 0;
    scree_float_environment_enter(&saved);
    for (uint32_t i = 0; i < SCREE_SELF_TEST_CASES; i++) {
        uint32_t expected[MOST_RESULTS];
        test->expect(operands + i * test->operands, expected);
        for (uint32_t k = 0; k < test->results; k++) {
            different += expected[k] != results[i * test->results + k];
        }
    }
    scree_float_environment_leave(&saved);
    return different;
}
