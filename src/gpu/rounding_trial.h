/*
 * The rounding trials of GPUs. Their results would reveal a fused multiply-add, another rounding mode or a
 * reassociation. They are computed by the kernels' own functions and compared with the processor's bit for bit.
 */
#ifndef SCREE_ROUNDING_TRIAL_H
#define SCREE_ROUNDING_TRIAL_H

#include <stdint.h>

#include <scree/context.h>

/* Operands and results of each kind of trial. */
#define SCREE_TRIALS 4096u

typedef struct scree_rounding_trial {
    const char *subject;    /* The operations, for messages. */
    uint32_t operand_words; /* Words of one trial. */
    uint32_t result_words;
    void (*make)(uint32_t number, uint32_t *operands); /* Operands of trial `number`. */
    void (*expect)(const uint32_t *operands, float *results);
} scree_rounding_trial;

/* Two folds of a cell, and a ridge added to a sum, in float32: every GPU must pass it before it is used. */
extern const scree_rounding_trial scree_trial_of_sums;
/* Fractions, fade weights and keys of places, in float64. */
extern const scree_rounding_trial scree_trial_of_places;

/* Writes the operands of all trials. */
void scree_trial_make_operands(const scree_rounding_trial *trial, uint32_t *operands);

/* The number of results that differ from the processor's. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_trial_compare(scree_context *context, const scree_rounding_trial *trial, const uint32_t *results,
                                 uint32_t *different);

#endif
