/*
 * The rounding trial that every GPU must pass before it is used. Its results would reveal a fused multiply-add, another
 * rounding mode or a reassociation. They are computed by the kernels' own functions (kernels/trial.h) and compared with
 * the processor's bit for bit.
 */
#ifndef SCREE_ROUNDING_TRIAL_H
#define SCREE_ROUNDING_TRIAL_H

#include <scree/context.h>

#include "trial.h"

#define SCREE_TRIALS 4096u

/* Writes the operands of all trials. */
void scree_trial_make_operands(float *operands);

/* SCREE_ERROR_UNSUPPORTED, logged, where a device's results differ. */
scree_result scree_trial_compare(scree_context *context, const char *device_name, const float *operands,
                                 const float *results);

#endif
