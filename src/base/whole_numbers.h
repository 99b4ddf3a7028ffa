/* Arithmetic of sizes that many files need. */
#ifndef SCREE_WHOLE_NUMBERS_H
#define SCREE_WHOLE_NUMBERS_H

#include <stdint.h>

static inline uint64_t scree_min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The number of parts of a size that cover the whole; the last one may be smaller. */
static inline uint64_t scree_div_round_up(uint64_t whole, uint64_t part)
{
    return (whole + part - 1) / part;
}

#endif
