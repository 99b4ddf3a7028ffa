/* Programs at points: sources evaluate a batch of them, and instructions combine the values. */
#ifndef SCREE_CPU_PROGRAM_POINTS_H
#define SCREE_CPU_PROGRAM_POINTS_H

#include "cpu_device.h"
#include "program.h"

/* Bytes of the memory for the values of a program. */
size_t scree_program_points_bytes(const scree_program_code *code);

/*
 * Evaluates points on the caller's thread, in a work space for sources and in N bytes at `memory`, a multiple of
 * 64. False where a coordinate is beyond the limits: then some of `out` has been written.
 */
bool scree_program_points_alone(const scree_cpu_kernels *kernels, const scree_point_program *program,
                                const scree_points *points, float *out, scree_point_space *space, void *memory);

/* Checks the coordinates of points. Errors: SCREE_ERROR_INVALID, logged with the first bad one. */
scree_result scree_program_check_points(scree_context *context, const scree_point_program *program,
                                        const scree_points *points);

/* The device's function for points of noise and of graphs (device_internal.h). */
scree_result scree_cpu_program_points(scree_device *device, const scree_field_plan *plan, const scree_points *points,
                                      float *out);

#endif
