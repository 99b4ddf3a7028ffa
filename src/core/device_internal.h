/*
 * The seam between core and devices. A device offers a table of functions; everything in front of it (checks, jobs,
 * slabs, sinks) is written once, in src/core, and a device trusts what it is given.
 */
#ifndef SCREE_DEVICE_INTERNAL_H
#define SCREE_DEVICE_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include <scree/device.h>

#include "mapping.h"
#include "plan.h"

/* A part of a grid: planes, rows of each, samples of each row. Planes count through all outer axes. */
typedef struct scree_box {
    uint64_t first_plane, planes;
    uint64_t first_row, rows;
    uint64_t first_x, width;
} scree_box;

/* Where a box goes. Both parts are optional; without either only the range is found. */
typedef struct scree_target {
    float *values;     /* The box's first sample. */
    size_t row_stride; /* In samples. */
    size_t plane_stride;
    void *data; /* Converted samples of the box, without gaps. */
    scree_mapping mapping;
} scree_target;

/* What a job shares with the threads that work on it. */
typedef struct scree_progress {
    _Atomic uint64_t done;
    atomic_bool is_cancelled;
} scree_progress;

/* Work on one plan: tables and work space that are kept from box to box. */
typedef struct scree_session scree_session;

typedef struct scree_device_functions {
    void (*close)(scree_device *device);
    scree_result (*session_create)(scree_device *device, const scree_plan *plan, scree_session **session);
    /* Computes a box and waits for it; `range` is widened by its samples. SCREE_ERROR_CANCELLED between tiles. */
    scree_result (*session_generate)(scree_session *session, const scree_box *box, const scree_target *target,
                                     scree_progress *progress, scree_range *range);
    void (*session_destroy)(scree_session **session);
    scree_result (*points)(scree_device *device, const scree_plan *plan, const double *positions, size_t count,
                           float *out);
} scree_device_functions;

struct scree_device {
    scree_context *context;
    const scree_device_functions *functions;
    scree_device_info info;
    pthread_mutex_t run_mutex; /* Held by the job that runs. */
    pthread_mutex_t job_mutex; /* Guards job_count. */
    pthread_cond_t no_jobs;
    uint32_t job_count;
};

/* Entries of the CPU device (src/cpu/device.c). Opening allocates `*device`; core completes and owns it. */
void scree_cpu_device_describe(scree_device_info *info);
scree_result scree_cpu_device_open(scree_context *context, const scree_device_params *params, scree_device **device);

#endif
