/*
 * Making the samples of a plan in a buffer of the device, in steps of some milliseconds, so that pictures can be drawn
 * and other plans can be begun in between. Samples of noise never pass through the host.
 */
#ifndef VIEWER_MAKING_H
#define VIEWER_MAKING_H

#include "plan.h"

/* A device, and what may be used of it. */
struct workshop {
    scree_context *context;
    scree_device *device;
    scree_device_info info;
    uint64_t memory_limit; /* Bytes. */
};

struct making {
    struct plan plan;
    scree_field *field;    /* Noise, or particles; NULL for a file. */
    scree_buffer *samples; /* Samples, or positions. */
    scree_buffer *work;    /* The scene's; NULL where it needs none. */
    uint64_t done;         /* Rows or layers that are made, or steps of particles. */
    uint64_t all;          /* Of so many. */
    bool is_complete;
    scree_range measured;   /* Of the samples, once there are any. */
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
bool making_fits(const struct workshop *workshop, const struct plan *plan, char *text, size_t size);

/* Begins; on an error nothing is held and the context's log has the reason. */
scree_result making_begin(const struct workshop *workshop, const struct plan *plan, struct making *making);

/* Lets particles go on to the steps of another plan, where they are: plan_goes_on() of both is true. */
void making_go_further(struct making *making, const struct plan *plan);

/* The steps that particles have made. */
uint64_t making_steps(const struct making *making);

/* Works for about so many seconds; INFINITY: to the end in one go. `stop`, optional, ends a long job early. */
scree_result making_go_on(const struct workshop *workshop, struct making *making, double seconds,
                          bool (*stop)(void *user), void *user);

/* Prepares the samples for a scene of these parameters, unless that was done. */
scree_result making_prepare(const struct workshop *workshop, struct making *making, const scree_scene_params *params);

/* The magnitude that ends the distances of a surface: no ray is longer. */
double making_clip(const struct plan *plan);

/* Bytes of its buffers. */
uint64_t making_bytes(const struct making *making);

void making_end(struct making *making);

/* Seconds on a clock that only goes forward. */
double clock_seconds(void);

#endif
