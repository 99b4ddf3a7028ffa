/* The entries of the table that core calls a GPU by (device_internal.h), and the self-test. */
#ifndef SCREE_GPU_DEVICE_H
#define SCREE_GPU_DEVICE_H

#include "gpu_interface.h"

/* Tries sums and products whose rounding tells. SCREE_ERROR_UNSUPPORTED, logged, where they differ. */
scree_result scree_gpu_self_test(scree_gpu *gpu);

/* noise_session.c and noise_points.c */
scree_result scree_gpu_session_create(scree_device *device, const scree_plan *plan, const scree_delivery *delivery,
                                      scree_session **session);
scree_division scree_gpu_session_division(const scree_session *session);
void scree_gpu_session_memory(scree_session *session, uint32_t slot, float **values, void **data);
scree_result scree_gpu_session_start(scree_session *session, uint32_t slot, const scree_box *box,
                                     const scree_target *target, scree_progress *progress);
scree_result scree_gpu_session_finish(scree_session *session, uint32_t slot, scree_progress *progress,
                                      scree_range *range);
void scree_gpu_session_destroy(scree_session **session);
scree_result scree_gpu_points(scree_device *device, const scree_plan *plan, const double *positions, size_t count,
                              float *out);

/* distance_session.c */
scree_result scree_gpu_distance_create(scree_device *device, const scree_distance_plan *plan,
                                       const scree_distance_place *whole, bool wants_nearest, scree_progress *progress,
                                       scree_distance_state **state);
uint64_t scree_gpu_distance_slab(const scree_distance_state *state);
scree_result scree_gpu_distance_layers(scree_distance_state *state, uint64_t first, uint64_t layers,
                                       const scree_distance_place *place, scree_progress *progress, scree_range *range);
void scree_gpu_distance_destroy(scree_distance_state **state);

/* gpu_buffer.c */
scree_result scree_gpu_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer);
void scree_gpu_buffer_destroy(scree_buffer *buffer);
scree_result scree_gpu_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds);
scree_result scree_gpu_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out);
scree_result scree_gpu_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from);
scree_result scree_gpu_host_memory_create(scree_device *device, uint64_t bytes, void **memory);
void scree_gpu_host_memory_destroy(scree_device *device, void *memory);

#endif
