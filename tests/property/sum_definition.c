#include "sum_definition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

#define ROWS 16
#define COLUMNS 256
#define BLOCK ((size_t)ROWS * COLUMNS)

const size_t sum_counts[] = {0,    1,    2,    3,    255,   256,   257,    1000,    4095,
                             4096, 4097, 8191, 8192, 65537, 99999, 262144, 1048577, (size_t)BLOCK *BLOCK + 12345};
const size_t sum_count_count = sizeof sum_counts / sizeof sum_counts[0];

static float term_of(const float *numbers, const float *factors, size_t i)
{
    float term = numbers[i];
    if (factors != NULL) {
        const float a = fabsf(numbers[i]) < 0x1p-126f ? 0.0f : numbers[i];
        const float b = fabsf(factors[i]) < 0x1p-126f ? 0.0f : factors[i];
        term = a * b;
    }
    return fabsf(term) < 0x1p-102f ? 0.0f : term;
}

/* One level: the sums of blocks take the places of the first numbers. */
static size_t sum_level(float *numbers, size_t count)
{
    size_t blocks = 0;
    for (size_t first = 0; first < count; first += BLOCK) {
        float column[COLUMNS] = {0.0f};
        for (size_t i = first; i < first + BLOCK && i < count; i++) {
            column[i % COLUMNS] += numbers[i];
        }
        for (size_t half = COLUMNS / 2; half > 0; half /= 2) {
            for (size_t c = 0; c < half; c++) {
                column[c] += column[c + half];
            }
        }
        numbers[blocks++] = column[0];
    }
    return blocks;
}

float sum_by_definition(const float *numbers, const float *factors, size_t count)
{
    if (count == 0) {
        return 0.0f;
    }
    float *terms = malloc(count * sizeof *terms);
    assert_non_null(terms);
    for (size_t i = 0; i < count; i++) {
        terms[i] = term_of(numbers, factors, i);
    }
    do {
        count = sum_level(terms, count);
    } while (count > 1);
    float sum = terms[0];
    free(terms);
    if (isnan(sum)) {
        const uint32_t bits = 0x7fc00000u;
        memcpy(&sum, &bits, sizeof sum);
    }
    return sum;
}

static float draw_number(sum_numbers kind, uint64_t *state)
{
    float number = (float)(fixture_draw_unit(state) * 2.0 - 1.0);
    if (kind == SUM_WILD) {
        uint32_t bits = (uint32_t)fixture_draw(state);
        /* Sums of many stay finite. */
        bits = (bits & 0x40000000u) != 0 ? bits & ~0x20000000u : bits;
        memcpy(&number, &bits, sizeof number);
    }
    return number;
}

float *sum_draw(sum_numbers kind, size_t count, uint64_t seed)
{
    static const uint32_t unusual = 0xffabcdefu;
    float *numbers = malloc((count > 0 ? count : 1) * sizeof *numbers);
    assert_non_null(numbers);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = draw_number(kind, &seed);
    }
    if (kind >= SUM_SPECIAL && count > 0) {
        numbers[count / 3] = INFINITY;
    }
    if (kind == SUM_NAN && count > 0) {
        memcpy(&numbers[count / 2], &unusual, sizeof unusual);
    }
    return numbers;
}
