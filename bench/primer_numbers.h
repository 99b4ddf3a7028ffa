/* The numbers that the primer's lessons work on, and words that are compared with what they should be. */
#ifndef SCREE_BENCH_PRIMER_NUMBERS_H
#define SCREE_BENCH_PRIMER_NUMBERS_H

#include <string.h>

#include "primer.h"

static inline float primer_inverse(uint64_t i)
{
    return 1.0f / (float)(i + 1);
}

/* All of 24 bits, so that what is read at a wrong index is seen. */
static inline float primer_partner(uint64_t i)
{
    return (float)((uint32_t)i * 2654435761u >> 8);
}

static inline double primer_wide_inverse(uint64_t i)
{
    return 1.0 / (double)(i + 1);
}

static inline void primer_put_float(uint32_t *word, float number)
{
    memcpy(word, &number, sizeof number);
}

static inline uint32_t primer_float_word(float number)
{
    uint32_t word;
    primer_put_float(&word, number);
    return word;
}

/* Word `i` of the numbers of a or b, of which there are `count`. */
uint32_t primer_word(enum primer_contents contents, bool is_b, uint64_t i, uint64_t count);

/* SCREE_ERROR_INTERNAL, after a message on stderr. */
scree_result primer_wrong_word(const struct primer_result *result, uint64_t index, uint32_t actual, uint32_t expected);

/* SCREE_OK where all words are as expected, and otherwise what primer_wrong_word() returns of the first that is not. */
scree_result primer_compare_words(const struct primer_result *result, const uint32_t *actual, const uint32_t *expected,
                                  uint64_t count);

#endif
