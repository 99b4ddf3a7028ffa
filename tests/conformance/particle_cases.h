/* The cases of particles: every system, integrator and type, drawn in every way. */
#ifndef SCREE_TEST_PARTICLE_CASES_H
#define SCREE_TEST_PARTICLE_CASES_H

#include <scree/particles.h>

#define PARTICLE_CASES 140u

typedef struct particle_case {
    char name[160];
    scree_particle_params params;
    uint64_t first;
    uint64_t count;
    uint64_t steps;
    bool is_kept; /* Positions are kept, too. */
    scree_splat_params splat;
} particle_case;

void particle_case_make(unsigned number, particle_case *c);

/* Words of a case's result: the pixels, positions where they are kept, and the number of lost particles. */
size_t particle_case_words(const particle_case *c);

/*
 * Runs a case by a device, all at once or in parts: two parts of the cloud, two of the steps, two windows of the
 * picture.
 */
scree_result particle_case_run(scree_device *device, const particle_case *c, bool in_parts, uint32_t *words);

#endif
