#include "sum.h"

#include <inttypes.h>
#include <stdio.h>

void sum_start(uint32_t *numbers)
{
    for (uint32_t i = 0; i < SUM_COUNT; i++) {
        numbers[i] = i + 1;
    }
}

/* The sum of a group fits into 32 bits; that of all groups does not. */
bool sum_finish(const uint32_t *sums)
{
    const uint64_t exact = (uint64_t)SUM_COUNT * (SUM_COUNT + 1) / 2;
    uint64_t total = 0;
    for (int i = 0; i < SUM_GROUPS; i++) {
        total += sums[i];
    }
    printf("1 + 2 + ... + %d in %d groups: %" PRIu64 "\n", SUM_COUNT, SUM_GROUPS, total);
    if (total != exact) {
        fprintf(stderr, "the sum should be %" PRIu64 "\n", exact);
    }
    return total == exact;
}
