/* The functions through which the field layer uses a GPU (device_internal.h), and the self-test. */
#ifndef SCREE_GPU_DEVICE_H
#define SCREE_GPU_DEVICE_H

#include "gpu_interface.h"

/*
 * Compares roundings of sums and products, and elementary functions, with the CPU's. SCREE_ERROR_UNSUPPORTED, logged,
 * where they differ. Where float64 differs that is no error: limits.has_float64 is cleared.
 */
scree_result scree_gpu_self_test(scree_gpu *gpu);

/* Begins or ends a rehearsal: counts the memory that is held at once (gpu_device.c). */
void scree_gpu_rehearse(scree_device *device, bool begins);

/* Runs the self-test's program (kernels/self_test/self_test.h) with the operands of SCREE_SELF_TEST_CASES cases, one
 * after the other. */
scree_result scree_gpu_run_self_test(scree_gpu *gpu, const float *operands, float *results);

/*
 * The implementations of each field type (graph_session.c, distance_session.c), and those of noise and graphs at points
 * (graph_points.c).
 */
#define SCREE_GPU_FUNCTIONS(name) extern const scree_field_functions scree_gpu_##name##_functions;
SCREE_FIELD_TYPES(SCREE_GPU_FUNCTIONS)
#undef SCREE_GPU_FUNCTIONS
scree_result scree_gpu_points(scree_device *device, const scree_field_plan *plan, const scree_points *points,
                              float *out);
/* Frees what points keep in a device. */
void scree_gpu_point_space_destroy(scree_gpu *gpu);
scree_result scree_gpu_buffer_points(scree_device *device, const scree_field_plan *plan,
                                     const scree_buffer_points *points, scree_buffer *out, uint64_t offset,
                                     double *device_seconds);

/* gpu_sum.c */
scree_result scree_gpu_sum(scree_device *device, const scree_sum_operands *operands, float *sum,
                           double *device_seconds);

/* gpu_lesson.c */
scree_lesson_limits scree_gpu_lesson_limits(const scree_device *device);
scree_result scree_gpu_lesson(scree_device *device, const scree_lesson_step *steps, uint32_t count, uint32_t times,
                              scree_lesson_times *taken);
/* gpu_scene.c */
scree_result scree_gpu_scene(scree_device *device, const struct scree_scene_plan *plan, double *device_seconds);

/* gpu_buffer.c */
scree_result scree_gpu_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer);
void scree_gpu_buffer_destroy(scree_buffer *buffer);
scree_result scree_gpu_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds);
scree_result scree_gpu_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out);
scree_result scree_gpu_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from);
scree_result scree_gpu_host_memory_create(scree_device *device, uint64_t bytes, void **memory);
void scree_gpu_host_memory_destroy(scree_device *device, void *memory);

#endif
