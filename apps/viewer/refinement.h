/*
 * Pictures of a request, from coarse to fine, in steps of some milliseconds: one thread calls these functions, and
 * between two steps it may take a newer request. Nothing here is locked but the pictures.
 */
#ifndef VIEWER_REFINEMENT_H
#define VIEWER_REFINEMENT_H

#include <stdatomic.h>

#include "drawing.h"
#include "messages.h"
#include "swap_chain.h"
#include "worker_request.h"

/*
 * The state of the work on the request. A new request is taken in every state, and leads into the top row or to
 * FIRST_PICTURE:
 *
 *      other samples are needed      particles lack steps
 *                 v                           v
 *            FIRST_LEVEL                 FIRST_STEPS        LATER_STEPS <-+
 *                 |                           |                  |        |
 *                 +-------------+-------------+------------------+        |
 *                               v           steps are made                |
 *        +--------------> FIRST_PICTURE --------------------------------->+
 *        |                 |         |      steps are lacking
 *        |    it is whole  |         |  it is drawn smaller
 *        |                 v         v
 *   NEXT_LEVEL <-----------+<-- FULL_PICTURE
 *        |                 |
 *        |  it is refused  |  no level is finer
 *        +-----------------+--------> IDLE
 *
 * Where only the final picture is wanted, no FIRST_PICTURE is drawn before the last level and all steps are there. An
 * error leads from every state to IDLE.
 */
enum refinement_state {
    REFINEMENT_IDLE,          /* Nothing is left to do, or nothing can be shown. */
    REFINEMENT_FIRST_LEVEL,   /* Takes samples, so that there is something to draw. */
    REFINEMENT_FIRST_STEPS,   /* Moves particles, so that there is something new to draw: */
    REFINEMENT_LATER_STEPS,   /* a slow device draws them once on their way. */
    REFINEMENT_FIRST_PICTURE, /* Draws samples to the end, in as many pixels as are drawn at once. */
    REFINEMENT_FULL_PICTURE,  /* Draws them in full size, in steps. */
    REFINEMENT_NEXT_LEVEL     /* Takes finer samples, in steps. */
};

/* The number of the latest request where the thread is to end. */
#define REFINEMENT_QUIT UINT64_MAX

/* A field whose range is known. */
struct ranged_field {
    bool is_known;
    viewer_source source;
    scree_scene_kind scene;
};

struct refinement {
    const struct render_context *render;
    viewer_messages *messages;
    const atomic_uint_fast64_t *newest; /* The number of the latest request, which ends steps early. */
    enum refinement_state state;
    struct worker_request request;
    uint64_t number; /* It belongs to the request; 0 before the first. */
    viewer_status report;
    struct scene_input input;
    struct particle_paint paint;   /* Memory for pictures of the input. */
    struct ranged_field ranged[2]; /* The fields of the input's ranges. */
    struct sampling_job shown[2];
    struct sampling_job next[2];
    uint32_t level;       /* The level of `shown`. */
    uint32_t first_level; /* The level that is sampled first, */
    uint32_t last_level;  /* and the finest one that can be had. */
    double speed;         /* The last level had so many samples a second; 0 = not known. */
    scree_scene_kind speed_scene;
    double pixel_seconds; /* The last picture took so long for a pixel. */
    scree_scene_kind pixel_scene;
    struct swap_chain pictures;
};

void refinement_begin(struct refinement *self, const struct render_context *render, viewer_messages *messages,
                      bool wants_host_pixels, const atomic_uint_fast64_t *newest);
void refinement_end(struct refinement *self);

/* Begins a request, and keeps what it has in common with the one before. */
void refinement_take(struct refinement *self, const struct worker_request *request, uint64_t number);

/* One step; false where nothing is left to do. */
bool refinement_step(struct refinement *self);

#endif
