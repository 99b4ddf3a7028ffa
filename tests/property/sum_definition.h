/* The order of sums as <scree/sum.h> tells it, in plain C; and numbers to sum. */
#ifndef SCREE_TEST_SUM_DEFINITION_H
#define SCREE_TEST_SUM_DEFINITION_H

#include <stddef.h>
#include <stdint.h>

/* The sum of `count` numbers, or with factors that of products. */
float sum_by_definition(const float *numbers, const float *factors, size_t count);

/* Kinds of numbers. */
typedef enum sum_numbers {
    SUM_LIKE,    /* From -1 to 1. */
    SUM_WILD,    /* With any exponent, subnormal ones among them, and zeros of both signs. */
    SUM_SPECIAL, /* Like ones with an infinity. */
    SUM_NAN,     /* And with one that is not a number, whose bits are unusual. */
    SUM_KINDS
} sum_numbers;

/* The caller frees the memory. */
float *sum_draw(sum_numbers kind, size_t count, uint64_t seed);

/* Numbers of numbers that make blocks, and levels, which are full, and some that are not. */
extern const size_t sum_counts[];
extern const size_t sum_count_count;

#endif
