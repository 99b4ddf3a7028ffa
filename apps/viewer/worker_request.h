/* The request to the viewer's thread. */
#ifndef VIEWER_WORKER_REQUEST_H
#define VIEWER_WORKER_REQUEST_H

#include "sampling_job.h"
#include "viewer_types.h"

/* The picture that is to be shown. Its samples come in levels, from the coarsest, number 0, to the finest. */
struct worker_request {
    viewer_view view;
    viewer_source source[2];
    bool has_second;
    uint32_t width;
    uint32_t height;
    bool is_final_only; /* Nothing is drawn before the final picture. */
};

/* The number of fields that are shown: 2 where two are compared. */
uint32_t worker_request_sides(const struct worker_request *request);

/* The number of levels: that of the field that has the most. */
uint32_t worker_request_levels(const struct worker_request *request);

/* The plan of a level of one of the fields; the last level is the finest of both. See plan_make(). */
bool worker_request_plan(const struct worker_request *request, uint32_t side, uint32_t level, struct plan *plan,
                         char *text, size_t size);

/* The plans of the finest level. Also false for shapes of which no difference can be shown. */
bool worker_request_finest(const struct worker_request *request, struct plan plans[2], char *text, size_t size);

/* Whether jobs have the samples of a level. */
bool worker_request_matches(const struct worker_request *request, uint32_t level, const struct sampling_job jobs[2]);

#endif
