/* Programs of kernels/lessons/hash_noise.h on the CPU, in plain C. */
#ifndef SCREE_HASH_NOISE_LESSONS_H
#define SCREE_HASH_NOISE_LESSONS_H

#include "lesson_run.h"

/* Makes the samples of a group, by its number. `gradients` is the table of SCREE_HASH_NOISE_TABLE. */
void scree_cpu_hash_noise(const scree_lesson_step *step, const uint32_t *gradients, float *values, uint32_t group);

#endif
