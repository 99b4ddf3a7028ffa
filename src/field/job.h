/* Internals of jobs: one thread for each job, which runs a function and stores its result. */
#ifndef SCREE_JOB_INTERNAL_H
#define SCREE_JOB_INTERNAL_H

#include <scree/job.h>

#include "device_internal.h"

/* The work of a job. `work` is freed by scree_job_start() or the job, with `destroy`. */
typedef struct scree_job_work {
    scree_result (*run)(void *work, scree_progress *progress, scree_range *range);
    void (*destroy)(void *work);
    void *work;
    uint64_t total; /* Samples. */
} scree_job_work;

/*
 * Starts a job on a device. On failure the work is destroyed. Errors: SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_INTERNAL.
 */
scree_result scree_job_start(scree_device *device, const scree_job_work *work, scree_job **job);

#endif
