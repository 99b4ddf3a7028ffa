/* Frames of warped fields (warp_pass.h). */
#ifndef SCREE_WARP_FRAME_H
#define SCREE_WARP_FRAME_H

#include "gpu_noise.h"

/* The most samples of a frame of a warped field, where so much memory is available. */
uint64_t scree_gpu_displaced_samples(const scree_gpu_field *field, uint64_t available);

/* Limits frames to that, and to what tables a span can hold. */
void scree_gpu_limit_to_displacements(const scree_gpu_field *field, scree_frame_walk *walk);

/* Reserves the displacements of a frame. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_gpu_displacements_reserve(const scree_gpu_frame_work *work);

/* Where the component of the first displacement along an axis goes. */
scree_gpu_frame_target scree_gpu_component_target(const scree_gpu_frame_work *work, uint32_t axis);

/* Says that the programs of a warped field will be dispatched soon. */
void scree_gpu_displaced_prepare(const scree_gpu_field *field);

/* Records the displacements after the first, each followed by a barrier. */
void scree_gpu_displacements_record(const scree_gpu_frame_work *work);

#endif
