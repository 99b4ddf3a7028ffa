/*
 * The rounding trial that every GPU must pass before it is used. Its results would reveal a fused multiply-add, another
 * rounding mode or a reassociation. They are computed by the kernels' own functions and compared with the processor's
 * bit for bit.
 */
#ifndef SCREE_ROUNDING_TRIAL_H
#define SCREE_ROUNDING_TRIAL_H

#include <scree/context.h>

#define SCREE_TRIALS 4096u
#define SCREE_TRIAL_OPERANDS 7u /* Floats of one trial. */
#define SCREE_TRIAL_RESULTS 3u  /* Two folds of a cell, and a ridge added to a sum. */

/* Writes the operands of all trials. */
void scree_trial_make_operands(float *operands);

/* SCREE_ERROR_UNSUPPORTED, logged, where a device's results differ. Also SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_trial_compare(scree_context *context, const char *device_name, const float *results);

#endif
