#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "drawing.h"
#include "figures.h"
#include "saving.h"
#include "viewer_internal.h"

enum { PART_FIELD, PART_PREPARE, PART_DRAW, PART_WHOLE, PARTS };

struct timing_state {
    viewer *self;
    struct scene_input input;
    struct sampling_job sampling;
    struct picture picture;
    double *times[PARTS];
};

/* A new field in the buffers of the one before: nothing but memory is kept. */
static scree_result rebuild(struct timing_state *state, uint32_t frame)
{
    struct sampling_job *sampling = &state->sampling;
    const struct render_context *render = &state->self->render;
    if (sampling->field != NULL && sampling->plan.scene != VIEWER_SCENE_PARTICLES) {
        scree_noise_params noise = sampling->plan.noise;
        noise.seed += frame;
        scree_field_release(&sampling->field);
        const scree_result result = scree_field_from_noise(render->context, &noise, &sampling->field);
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
                              double times[PARTS])
{
    const struct render_context *render = &state->self->render;
    const double start = clock_seconds();
    scree_result result = rebuild(state, frame);
    const double sampled = clock_seconds();
    if (result == SCREE_OK) {
        result = picture_begin(render, &state->input, width, height, 1, &state->picture);
    }
    if (result == SCREE_OK) {
        result = picture_go_on(render, &state->input, &state->picture, INFINITY);
    }
    const double end = clock_seconds();
    times[PART_FIELD] = sampled - start;
    times[PART_PREPARE] = state->sampling.prepare_seconds;
    times[PART_DRAW] = end - sampled - state->sampling.prepare_seconds;
    times[PART_WHOLE] = end - start;
    return result;
}

static int compare_times(const void *first, const void *second)
{
    const double a = *(const double *)first;
    const double b = *(const double *)second;
    return a < b ? -1 : a > b ? 1 : 0;
}

static struct timing_part summarise(double *times, uint32_t count)
{
    qsort(times, count, sizeof *times, compare_times);
    return (struct timing_part){times[count / 2], times[0], times[count - 1]};
}

static scree_result run_frames(struct timing_state *state, uint32_t width, uint32_t height, uint32_t frames)
{
    double times[PARTS];
    scree_result result = run_frame(state, width, height, 0, times);
    for (uint32_t frame = 0; frame < frames && result == SCREE_OK; frame++) {
        result = run_frame(state, width, height, frame + 1, times);
        for (int part = 0; part < PARTS; part++) {
            state->times[part][frame] = times[part];
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
    for (int part = 0; part < PARTS; part++) {
        state->times[part] = calloc(frames, sizeof(double));
        if (state->times[part] == NULL) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
    }
    scree_result result =
        figures_field_range(render->context, &state->input.source[0], plan->scene, &state->input.range[0]);
    return result == SCREE_OK ? sampling_job_begin(render, plan, &state->sampling) : result;
}

static void end(struct timing_state *state)
{
    sampling_job_end(&state->sampling);
    picture_end(&state->picture);
    for (int part = 0; part < PARTS; part++) {
        free(state->times[part]);
    }
}

bool timing_run(viewer *self, uint32_t width, uint32_t height, uint32_t frames, struct timing *timing, char *text,
                size_t size)
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
        *timing = (struct timing){
            .field = summarise(state.times[PART_FIELD], frames),
            .prepare = summarise(state.times[PART_PREPARE], frames),
            .draw = summarise(state.times[PART_DRAW], frames),
            .whole = summarise(state.times[PART_WHOLE], frames),
            .count = {wanted.count[0], wanted.count[1], wanted.count[2]},
        };
    } else {
        saving_error(self, result, text, size);
    }
    end(&state);
    return result == SCREE_OK;
}
