#include "timing.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../bench/bench_times.h"
#include "../../src/base/os.h"
#include "drawing.h"
#include "figures.h"
#include "parameter_value.h"
#include "recipe_field.h"
#include "viewer_internal.h"

enum timing_part { TIMING_FIELD, TIMING_PREPARE, TIMING_DRAW, TIMING_WHOLE, TIMING_PARTS };

struct timing_state {
    viewer *self;
    struct scene_input input;
    struct sampling_job sampling;
    struct picture picture;
    double *times; /* The times of each part, one part after the other. */
};

/* A new field in the buffers of the one before: nothing but memory is kept. */
static scree_result rebuild(struct timing_state *state, uint32_t frame)
{
    struct sampling_job *sampling = &state->sampling;
    const struct render_context *render = &state->self->render;
    if (sampling->field != NULL && sampling->plan.graph == NULL && !viewer_scene_has_particles(sampling->plan.scene)) {
        const scree_parameter *seed = recipe_field_find("seed");
        scree_recipe recipe = sampling->plan.recipe;
        void *values = recipe_field_values(&recipe);
        parameter_set_whole(seed, parameter_whole(seed, values) + frame, values);
        scree_field_release(&sampling->field);
        const scree_result result = scree_field_from_recipe(render->context, &recipe, &sampling->field);
        if (result != SCREE_OK) {
            return result;
        }
    }
    sampling->done = 0;
    sampling->seconds = 0;
    sampling->prepare_seconds = 0;
    sampling->is_complete = false;
    sampling->is_prepared = false;
    return sampling_job_go_on(render, sampling, INFINITY, NULL, NULL);
}

static scree_result run_frame(struct timing_state *state, uint32_t width, uint32_t height, uint32_t frame,
                              double times[TIMING_PARTS])
{
    const struct render_context *render = &state->self->render;
    const double start = scree_os_clock_seconds();
    scree_result result = rebuild(state, frame);
    const double sampled = scree_os_clock_seconds();
    if (result == SCREE_OK) {
        result = picture_draw(render, &state->input, width, height, &state->picture);
    }
    const double end = scree_os_clock_seconds();
    times[TIMING_FIELD] = sampled - start;
    times[TIMING_PREPARE] = state->sampling.prepare_seconds;
    times[TIMING_DRAW] = end - sampled - state->sampling.prepare_seconds;
    times[TIMING_WHOLE] = end - start;
    return result;
}

static scree_result run_frames(struct timing_state *state, uint32_t width, uint32_t height, uint32_t frames)
{
    double times[TIMING_PARTS];
    scree_result result = run_frame(state, width, height, 0, times);
    for (uint32_t frame = 0; frame < frames && result == SCREE_OK; frame++) {
        result = run_frame(state, width, height, frame + 1, times);
        for (int part = 0; part < TIMING_PARTS; part++) {
            state->times[(uint64_t)part * frames + frame] = times[part];
        }
    }
    return result;
}

static bool plan(struct timing_state *state, uint32_t width, uint32_t height, struct plan *plan, char *text,
                 size_t size)
{
    struct scene_input *input = &state->input;
    const viewer *self = state->self;
    input->view = self->state.view;
    input->view.compare = VIEWER_COMPARE_OFF;
    input->source[0] = viewer_first_source(self);
    input->job[0] = &state->sampling;
    const uint32_t finest = plan_levels(&input->source[0], &input->view, width, height) - 1;
    return plan_make(&input->source[0], &input->view, width, height, finest, plan, text, size) &&
           sampling_job_fits(&self->render, plan, text, size);
}

static scree_result begin(struct timing_state *state, const struct plan *plan, uint32_t frames)
{
    const struct render_context *render = &state->self->render;
    state->times = calloc((size_t)frames * TIMING_PARTS, sizeof *state->times);
    if (state->times == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    scree_result result =
        figures_field_range(render->context, &state->input.source[0], plan->scene, &state->input.range[0]);
    return result == SCREE_OK ? sampling_job_begin(render, plan, &state->sampling) : result;
}

static void print(const struct timing_state *state, const struct plan *plan, uint32_t width, uint32_t height,
                  uint32_t frames)
{
    static const char *const names[TIMING_PARTS] = {"field", "prepare", "draw", "frame"};
    const scree_device_info *device = &state->self->render.info;
    printf("%s on %s, %s: %" PRIu64 " x %" PRIu64 " x %" PRIu64 " samples, %u x %u pixels, %u frames\n",
           viewer_scene_name(plan->scene), scree_backend_name(device->backend), device->name, plan->count[0],
           plan->count[1], plan->count[2], width, height, frames);
    printf("%-8s %9s %9s %9s\n", "ms", "median", "least", "greatest");
    for (int part = 0; part < TIMING_PARTS; part++) {
        struct bench_times times;
        bench_summarise(state->times + (uint64_t)part * frames, frames, &times);
        printf("%-8s %9.3f %9.3f %9.3f\n", names[part], 1e3 * times.median, 1e3 * times.minimum, 1e3 * times.maximum);
    }
}

bool timing_print(viewer *self, uint32_t width, uint32_t height, uint32_t frames, char *text, size_t size)
{
    struct timing_state state = {.self = self};
    struct plan wanted;
    if (!plan(&state, width, height, &wanted, text, size)) {
        return false;
    }
    scree_result result = begin(&state, &wanted, frames);
    if (result == SCREE_OK) {
        result = run_frames(&state, width, height, frames);
    }
    if (result == SCREE_OK) {
        print(&state, &wanted, width, height, frames);
    }
    sampling_job_end(&state.sampling);
    picture_end(&state.picture);
    free(state.times);
    return viewer_messages_check(self->messages, result, text, size);
}
