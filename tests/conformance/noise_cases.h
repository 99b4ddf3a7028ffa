/*
 * Cases of the conformance table: fields and grids that are made to hurt, by rule from a seed. The same cases serve
 * every device.
 */
#ifndef SCREE_TEST_NOISE_CASES_H
#define SCREE_TEST_NOISE_CASES_H

#include <scree/scree.h>

typedef struct noise_case {
    char name[96];
    const char *edge;     /* The name of an edge case; NULL for others. */
    const char *position; /* Where the grid lies; NULL for an edge case. */
    scree_noise_params params;
    scree_grid grid; /* With strides that are wider than the grid in every other case. */
} noise_case;

/* How many cases there are. */
unsigned noise_case_count(void);

/* Case `number`; `seed` draws what the table leaves open. */
noise_case noise_case_make(unsigned number, uint64_t seed);

/* Floats of each sample. */
uint32_t noise_case_channels(const noise_case *c);

/* SplitMix64, which is small and the same everywhere, and a number in [0, 1) from it. */
uint64_t noise_case_draw(uint64_t *state);
double noise_case_draw_unit(uint64_t *state);

#endif
