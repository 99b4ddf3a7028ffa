/* Submissions of warped fields (warp_pass.h). */
#ifndef SCREE_WARP_SUBMISSION_H
#define SCREE_WARP_SUBMISSION_H

#include "gpu_noise.h"

/* The most samples of a submission of a warped field, where so much memory is available. */
uint64_t scree_gpu_displaced_samples(const scree_gpu_field *field, uint64_t available);

/* Limits submissions to that, and to what tables a span can hold. */
void scree_gpu_limit_to_displacements(const scree_gpu_field *field, scree_submission_walk *walk);

/* Reserves the displacements of a submission. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_gpu_displacements_reserve(const scree_gpu_submission_work *work);

/* The destination of the component of the first displacement along an axis. */
scree_gpu_submission_target scree_gpu_component_target(const scree_gpu_submission_work *work, uint32_t axis);

/* Says that the programs of a warped field will be dispatched soon. */
void scree_gpu_displaced_prepare(const scree_gpu_field *field);

/* Records the displacements after the first, each followed by a barrier. */
void scree_gpu_displacements_record(const scree_gpu_submission_work *work);

#endif
