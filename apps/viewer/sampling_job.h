/*
 * Takes the samples of a plan into a buffer of the device, in steps of some milliseconds, so that pictures can be drawn
 * and other plans can be begun in between. Samples of noise never pass through the host.
 */
#ifndef VIEWER_SAMPLING_JOB_H
#define VIEWER_SAMPLING_JOB_H

#include "plan.h"

/* A device, and what may be used of it. */
struct render_context {
    scree_context *context;
    scree_device *device;
    scree_device_info info;
    uint64_t memory_limit; /* Bytes. */
};

struct sampling_job {
    struct plan plan;
    scree_field *field;    /* Noise, or particles; NULL for a file. */
    scree_buffer *samples; /* Samples, or positions. */
    scree_buffer *work;    /* The scene's; NULL where it needs none. */
    uint64_t done;         /* Rows or layers that are there, or steps of particles, */
    uint64_t all;          /* and how many there will be. */
    bool is_complete;
    scree_range measured;   /* The range of the samples, once there are any. */
    bool has_range;         /* Distances that are made of samples have none. */
    bool has_solid;         /* Whether these have anything inside the surface. */
    double seconds;         /* Spent on it so far, */
    double seconds_before;  /* and on the steps before particles went on. */
    double prepare_seconds; /* The last preparation. */
    uint64_t lost;          /* Particles that are nowhere. */
    bool is_prepared;
    scree_scene_kind prepared_kind;
    double prepared_threshold;
    double prepared_height_scale;
};

/* Whether a plan fits; where not, `text` says what it needs and what there is. */
bool sampling_job_fits(const struct render_context *render, const struct plan *plan, char *text, size_t size);

/* Begins; on an error nothing is held and the context's log has the reason. */
scree_result sampling_job_begin(const struct render_context *render, const struct plan *plan,
                                struct sampling_job *sampling);

/* Lets particles go on to the steps of another plan, where they are: plan_goes_on() of both is true. */
void sampling_job_go_further(struct sampling_job *sampling, const struct plan *plan);

/* The steps that particles have made. */
uint64_t sampling_job_steps(const struct sampling_job *sampling);

/* Works for about so many seconds; INFINITY: to the end in one go. `stop`, optional, ends a long job early. */
scree_result sampling_job_go_on(const struct render_context *render, struct sampling_job *sampling, double seconds,
                                bool (*stop)(void *user), void *user);

/* Prepares the samples for a scene of these parameters, unless that was done. */
scree_result sampling_job_prepare(const struct render_context *render, struct sampling_job *sampling,
                                  const scree_scene_params *params);

/* The magnitude that ends the distances of a surface: no ray is longer. */
double sampling_job_clip(const struct plan *plan);

/* Bytes of its buffers. */
uint64_t sampling_job_bytes(const struct sampling_job *sampling);

void sampling_job_end(struct sampling_job *sampling);

#endif
