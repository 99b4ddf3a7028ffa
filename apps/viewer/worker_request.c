#include "worker_request.h"

/* Particles are compared with none. */
uint32_t worker_request_sides(const struct worker_request *request)
{
    const viewer_view *view = &request->view;
    const bool is_alone = view->compare == VIEWER_COMPARE_OFF || viewer_scene_has_particles(view->scene);
    return request->has_second && !is_alone ? 2 : 1;
}

static uint32_t levels_of_side(const struct worker_request *request, uint32_t side)
{
    return plan_levels(&request->source[side], &request->view, request->width, request->height);
}

uint32_t worker_request_levels(const struct worker_request *request)
{
    uint32_t most = 1;
    for (uint32_t side = 0; side < worker_request_sides(request); side++) {
        const uint32_t levels = levels_of_side(request, side);
        most = levels > most ? levels : most;
    }
    return most;
}

bool worker_request_plan(const struct worker_request *request, uint32_t side, uint32_t level, struct plan *plan,
                         char *text, size_t size)
{
    const uint32_t finest = levels_of_side(request, side) - 1;
    const uint32_t coarser = worker_request_levels(request) - 1 - level;
    return plan_make(&request->source[side], &request->view, request->width, request->height,
                     finest > coarser ? finest - coarser : 0, plan, text, size);
}

bool worker_request_finest(const struct worker_request *request, struct plan plans[2], char *text, size_t size)
{
    const uint32_t sides = worker_request_sides(request);
    for (uint32_t side = sides; side-- > 0;) {
        if (!worker_request_plan(request, side, worker_request_levels(request) - 1, &plans[side], text, size)) {
            return false;
        }
    }
    const bool subtracts = sides == 2 && plan_keeps_holes(&request->view);
    return !subtracts || plan_shapes_are_equal(request->source, plans, text, size);
}

bool worker_request_matches(const struct worker_request *request, uint32_t level, const struct sampling_job jobs[2])
{
    struct plan plan;
    char text[8];
    const uint32_t sides = worker_request_sides(request);
    for (uint32_t side = 0; side < sides; side++) {
        if (jobs[side].all == 0 || !worker_request_plan(request, side, level, &plan, text, sizeof text) ||
            !plan_equal(&jobs[side].plan, &plan)) {
            return false;
        }
    }
    return sides == 2 || jobs[1].all == 0;
}
