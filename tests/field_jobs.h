/*
 * Jobs and values of fields that are made for one call: what tests need that try many parameters. Messages of the
 * fields go to the process's own context.
 */
#ifndef SCREE_TEST_FIELD_JOBS_H
#define SCREE_TEST_FIELD_JOBS_H

#include <scree/scree.h>

#include "noise_method.h"

/* Where a distance field goes; `nearest` may be NULL. */
typedef struct distance_memory {
    float *distance;
    uint32_t *nearest;
} distance_memory;

/* As calls that start a job do, when they fail. */
static inline void forget_job(scree_job **job)
{
    if (job != NULL) {
        *job = NULL;
    }
}

static inline scree_result noise_job_fill_by(scree_device *device, const scree_noise_params *params,
                                             scree_noise_method method, const scree_grid *grid, float *out,
                                             scree_job **job)
{
    scree_field *field = NULL;
    forget_job(job);
    scree_result result = scree_field_from_noise_by(NULL, params, method, &field);
    result = result == SCREE_OK ? scree_job_fill(device, field, grid, out, job) : result;
    scree_field_release(&field);
    return result;
}

static inline scree_result noise_job_fill(scree_device *device, const scree_noise_params *params,
                                          const scree_grid *grid, float *out, scree_job **job)
{
    return noise_job_fill_by(device, params, SCREE_NOISE_METHOD_AUTO, grid, out, job);
}

static inline scree_result noise_job_fill_buffer(scree_device *device, const scree_noise_params *params,
                                                 const scree_grid *grid, scree_buffer *buffer, uint64_t offset,
                                                 scree_job **job)
{
    scree_field *field = NULL;
    forget_job(job);
    scree_result result = scree_field_from_noise(NULL, params, &field);
    result = result == SCREE_OK ? scree_job_fill_buffer(device, field, grid, buffer, offset, job) : result;
    scree_field_release(&field);
    return result;
}

static inline scree_result noise_job_stream(scree_device *device, const scree_noise_params *params,
                                            const scree_grid *grid, const scree_output *output, const scree_sink *sink,
                                            scree_job **job)
{
    scree_field *field = NULL;
    forget_job(job);
    scree_result result = scree_field_from_noise(NULL, params, &field);
    result = result == SCREE_OK ? scree_job_stream(device, field, grid, output, sink, job) : result;
    scree_field_release(&field);
    return result;
}

static inline scree_result noise_job_range_by(scree_device *device, const scree_noise_params *params,
                                              scree_noise_method method, const scree_grid *grid, scree_job **job)
{
    scree_field *field = NULL;
    forget_job(job);
    scree_result result = scree_field_from_noise_by(NULL, params, method, &field);
    result = result == SCREE_OK ? scree_job_range(device, field, grid, job) : result;
    scree_field_release(&field);
    return result;
}

static inline scree_result noise_job_range(scree_device *device, const scree_noise_params *params,
                                           const scree_grid *grid, scree_job **job)
{
    return noise_job_range_by(device, params, SCREE_NOISE_METHOD_AUTO, grid, job);
}

/* Evaluates points whose coordinates lie side by side. */
static inline scree_result field_at_packed(const scree_field *field, uint32_t axes, const double *positions,
                                           size_t count, float *out)
{
    const scree_points points = scree_points_packed(axes, positions, count);
    return scree_field_at(field, &points, out);
}

static inline scree_result device_at_packed(scree_device *device, const scree_field *field, uint32_t axes,
                                            const double *positions, size_t count, float *out)
{
    const scree_points points = scree_points_packed(axes, positions, count);
    return scree_device_at(device, field, &points, out);
}

static inline scree_result noise_points(scree_device *device, const scree_noise_params *params, uint32_t axes,
                                        const double *positions, size_t count, float *out)
{
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, params, &field);
    result = result == SCREE_OK ? device_at_packed(device, field, axes, positions, count, out) : result;
    scree_field_release(&field);
    return result;
}

/* Float32 points of one axis at the start of a buffer, whose values go to a later part of it. */
static inline scree_result noise_buffer_points(scree_device *device, const scree_noise_params *params,
                                               scree_buffer *buffer, uint64_t count, uint64_t offset)
{
    const scree_buffer_points points = {.axes = 1, .count = count, .buffer = buffer};
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, params, &field);
    result = result == SCREE_OK ? scree_device_at_buffer(device, field, &points, buffer, offset, NULL) : result;
    scree_field_release(&field);
    return result;
}

static inline scree_result noise_bound(const scree_noise_params *params, const scree_grid *grid, scree_range *bound,
                                       uint32_t *octaves)
{
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, params, &field);
    result = result == SCREE_OK ? scree_field_bound(field, grid, bound, octaves) : result;
    scree_field_release(&field);
    return result;
}

static inline scree_result noise_cuda_fill(scree_device *device, const scree_noise_params *params,
                                           const scree_grid *grid, uint64_t pointer, uint64_t bytes, void *stream)
{
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, params, &field);
    result = result == SCREE_OK ? scree_cuda_fill(device, field, grid, pointer, bytes, stream) : result;
    scree_field_release(&field);
    return result;
}

static inline scree_result distance_job_fill(scree_device *device, const scree_distance_params *params,
                                             const scree_distance_source *source, const distance_memory *memory,
                                             scree_job **job)
{
    scree_field *field = NULL;
    forget_job(job);
    scree_result result = scree_field_from_distance(NULL, params, source, &field);
    if (result == SCREE_OK) {
        result = memory->nearest != NULL ? scree_job_fill_nearest(device, field, memory->distance, memory->nearest, job)
                                         : scree_job_fill(device, field, NULL, memory->distance, job);
    }
    scree_field_release(&field);
    return result;
}

static inline scree_result distance_job_fill_buffer(scree_device *device, const scree_distance_params *params,
                                                    const scree_distance_source *source, scree_buffer *buffer,
                                                    uint64_t offset, scree_job **job)
{
    scree_field *field = NULL;
    forget_job(job);
    scree_result result = scree_field_from_distance(NULL, params, source, &field);
    result = result == SCREE_OK ? scree_job_fill_buffer(device, field, NULL, buffer, offset, job) : result;
    scree_field_release(&field);
    return result;
}

static inline scree_result distance_job_stream(scree_device *device, const scree_distance_params *params,
                                               const scree_distance_source *source, const scree_sink *sink,
                                               scree_job **job)
{
    scree_field *field = NULL;
    forget_job(job);
    scree_result result = scree_field_from_distance(NULL, params, source, &field);
    result = result == SCREE_OK ? scree_job_stream(device, field, NULL, NULL, sink, job) : result;
    scree_field_release(&field);
    return result;
}

#endif
