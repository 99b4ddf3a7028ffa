/*
 * The cases of the self-test of GPUs. Their results would reveal a fused multiply-add, another rounding mode or a
 * reassociation. They are computed by the kernels' own functions and compared with the processor's bit for bit.
 */
#ifndef SCREE_SELF_TEST_CASES_H
#define SCREE_SELF_TEST_CASES_H

#include <stdint.h>

#include "self_test/self_test.h"

/* Cases of each kind. */
#define SCREE_SELF_TEST_CASES 4096u

typedef struct scree_self_test {
    uint32_t operands; /* Words of one case. */
    uint32_t results;
    void (*make)(uint32_t number, uint32_t *operands); /* Operands of case `number`. */
    void (*expect)(const uint32_t *operands, uint32_t *results);
} scree_self_test;

/* Sums, products and elementary functions in float32 (kernels/self_test/self_test.h): every GPU must pass it before it
 * is used. */
extern const scree_self_test scree_self_test_of_floats;
/* Locations of points in float64 (kernels/self_test/wide_self_test.h). */
extern const scree_self_test scree_self_test_of_locations;

/* Writes the operands of all cases. */
void scree_self_test_make_operands(const scree_self_test *test, uint32_t *operands);

/* The number of results that differ from the processor's. */
uint32_t scree_self_test_count_different(const scree_self_test *test, const uint32_t *operands,
                                         const uint32_t *results);

#endif
