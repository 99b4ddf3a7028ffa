/* Jobs that make fields: one for all natures, to memory, to a buffer, or to a sink. */
#ifndef SCREE_FIELD_JOB_H
#define SCREE_FIELD_JOB_H

#include "job.h"

/* Everything that a job is asked. */
typedef struct scree_field_request {
    scree_device *device;
    scree_field_plan plan; /* The job's own from scree_field_job_start() on. */
    scree_delivery delivery;
    float *out;        /* A fill of host memory; NULL otherwise. */
    uint32_t *nearest; /* Optional; like `out`. */
    scree_output output;
    scree_sink sink; /* A stream; without `write` the job is a fill. */
} scree_field_request;

/*
 * Starts the job of a request. On failure the plan is freed. Errors: SCREE_ERROR_UNSUPPORTED where the device makes no
 * fields of this nature, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_INTERNAL.
 */
scree_result scree_field_job_start(const scree_field_request *request, scree_job **job);

/*
 * Whether a grid lies within a buffer of the request's device, from `offset` bytes on; then the request delivers to it.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED.
 */
scree_result scree_field_request_buffer(scree_field_request *request, scree_buffer *buffer, uint64_t offset);

#endif
