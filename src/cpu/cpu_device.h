/* Internals of the CPU device. */
#ifndef SCREE_CPU_DEVICE_H
#define SCREE_CPU_DEVICE_H

#include "device_internal.h"
#include "distance_space.h"
#include "cpu_kernels.h"
#include "worker_pool.h"

typedef struct scree_cpu_device {
    scree_device base; /* First, so that a device of this backend is one of these. */
    scree_cpu_kernels kernels;
    scree_worker_pool *pool;
    scree_distance_work_space *kept_space; /* Work space of the last distance field, kept for the next. */
} scree_cpu_device;

/* The device's functions for each field type (program_session.c, distance_session.c). */
#define SCREE_CPU_FUNCTIONS(name) extern const scree_field_functions scree_cpu_##name##_functions;
SCREE_FIELD_TYPES(SCREE_CPU_FUNCTIONS)
#undef SCREE_CPU_FUNCTIONS

/* sum_tree.c */
scree_result scree_cpu_sum(scree_device *device, const scree_sum_operands *operands, float *sum,
                           double *device_seconds);

/* lessons.c */
scree_lesson_limits scree_cpu_lesson_limits(const scree_device *device);
scree_result scree_cpu_lesson(scree_device *device, const scree_lesson_step *steps, uint32_t count, uint32_t times,
                              scree_lesson_times *taken);
/* scene.c */
scree_result scree_cpu_scene(scree_device *device, const struct scree_scene_plan *plan, double *device_seconds);

/*
 * Evaluates points on the caller's thread, in a work space of its own. False where a coordinate is beyond the limits:
 * then some of `out` has been written.
 */
typedef struct scree_point_space scree_point_space;
struct scree_point_plan;
scree_point_space *scree_cpu_point_space_create(void);
void scree_cpu_point_space_destroy(scree_point_space *space);
bool scree_cpu_points_alone(const scree_cpu_kernels *kernels, const struct scree_point_plan *plan,
                            const scree_points *points, float *out, scree_point_space *space);

/* The same of noise that other fields displace: as many values along each axis as there are points, of which there are
   at most 256, up to whole vectors. */
bool scree_cpu_points_displaced(const scree_cpu_kernels *kernels, const struct scree_point_plan *plan,
                                const scree_points *points, const scree_cpu_displacement *displacement, float *out,
                                scree_point_space *space);

/*
 * Makes a device with the level and the threads of `info`; the caller completes it. With one thread none is started:
 * the caller of the device does its work. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_INTERNAL.
 */
scree_result scree_cpu_device_create(scree_context *context, const scree_device_info *info, scree_cpu_device **device);
void scree_cpu_device_destroy(scree_cpu_device **device);

/* buffer.c: the device's functions for buffers, and the sample at byte `offset` of a buffer. */
scree_result scree_cpu_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer);
void scree_cpu_buffer_destroy(scree_buffer *buffer);
scree_result scree_cpu_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds);
scree_result scree_cpu_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out);
scree_result scree_cpu_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from);
/* Evaluates points for all field types that have values there. */
scree_result scree_cpu_buffer_points(scree_device *device, const scree_field_plan *plan,
                                     const scree_buffer_points *points, scree_buffer *out, uint64_t offset,
                                     double *device_seconds);
float *scree_cpu_buffer_values(scree_buffer *buffer, uint64_t offset);

#endif
