/*
 * The rounding trials of GPUs. Their results would reveal a fused multiply-add, another rounding mode or a
 * reassociation. They are computed by the kernels' own functions and compared with the processor's bit for bit.
 */
#ifndef SCREE_ROUNDING_TRIAL_H
#define SCREE_ROUNDING_TRIAL_H

#include <stdint.h>

#include "self_test/trial.h"

/* Trials of each kind. */
#define SCREE_TRIALS 4096u

typedef struct scree_rounding_trial {
    uint32_t operands; /* Words of one trial. */
    uint32_t results;
    void (*make)(uint32_t number, uint32_t *operands); /* Operands of trial `number`. */
    void (*expect)(const uint32_t *operands, uint32_t *results);
} scree_rounding_trial;

/* Sums, products and elementary functions in float32 (kernels/self_test/trial.h): every GPU must pass it before it is
 * used. */
extern const scree_rounding_trial scree_trial_of_floats;
/* Places of points in float64 (kernels/self_test/wide_trial.h). */
extern const scree_rounding_trial scree_trial_of_places;

/* Writes the operands of all trials. */
void scree_trial_make_operands(const scree_rounding_trial *trial, uint32_t *operands);

/* The number of results that differ from the processor's. */
uint32_t scree_trial_count_different(const scree_rounding_trial *trial, const uint32_t *operands,
                                     const uint32_t *results);

#endif
