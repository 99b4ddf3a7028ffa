#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figures.h"
#include "saving.h"
#include "viewer_internal.h"

enum { PART_FIELD, PART_PREPARE, PART_DRAW, PART_WHOLE, PARTS };

struct clockwork {
    viewer *self;
    struct subject subject;
    struct making making;
    struct picture picture;
    double *times[PARTS];
};

/* A new field in the buffers of the one before: nothing but memory is kept. */
static scree_result make_anew(struct clockwork *clockwork, uint32_t frame)
{
    struct making *making = &clockwork->making;
    const struct workshop *workshop = &clockwork->self->workshop;
    if (making->field != NULL && !viewer_scene_has_particles(making->plan.scene)) {
        scree_noise_params noise = making->plan.noise;
        noise.seed += frame;
        scree_field_release(&making->field);
        const scree_result result = scree_field_from_noise(workshop->context, &noise, &making->field);
        if (result != SCREE_OK) {
            return result;
        }
    }
    making->done = 0;
    making->seconds = 0;
    making->prepare_seconds = 0;
    making->is_complete = false;
    making->is_prepared = false;
    return making_go_on(workshop, making, INFINITY, NULL, NULL);
}

static scree_result run_frame(struct clockwork *clockwork, uint32_t width, uint32_t height, uint32_t frame,
                              double times[PARTS])
{
    const struct workshop *workshop = &clockwork->self->workshop;
    const double start = clock_seconds();
    scree_result result = make_anew(clockwork, frame);
    const double made = clock_seconds();
    if (result == SCREE_OK) {
        result = picture_begin(workshop, &clockwork->subject, width, height, 1, &clockwork->picture);
    }
    if (result == SCREE_OK) {
        result = picture_go_on(workshop, &clockwork->subject, &clockwork->picture, INFINITY);
    }
    const double end = clock_seconds();
    times[PART_FIELD] = made - start;
    times[PART_PREPARE] = clockwork->making.prepare_seconds;
    times[PART_DRAW] = end - made - clockwork->making.prepare_seconds;
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

static scree_result run_frames(struct clockwork *clockwork, uint32_t width, uint32_t height, uint32_t frames)
{
    double times[PARTS];
    scree_result result = run_frame(clockwork, width, height, 0, times);
    for (uint32_t frame = 0; frame < frames && result == SCREE_OK; frame++) {
        result = run_frame(clockwork, width, height, frame + 1, times);
        for (int part = 0; part < PARTS; part++) {
            clockwork->times[part][frame] = times[part];
        }
    }
    return result;
}

static bool plan(struct clockwork *clockwork, uint32_t width, uint32_t height, struct plan *plan, char *text,
                 size_t size)
{
    struct subject *subject = &clockwork->subject;
    const viewer *self = clockwork->self;
    subject->view = self->state.view;
    subject->view.compare = VIEWER_COMPARE_OFF;
    subject->source[0] = viewer_first_source(self);
    subject->made[0] = &clockwork->making;
    const uint32_t finest = plan_levels(&subject->source[0], &subject->view, width, height) - 1;
    return plan_make(&subject->source[0], &subject->view, width, height, finest, plan, text, size) &&
           making_fits(&self->workshop, plan, text, size);
}

static scree_result begin(struct clockwork *clockwork, const struct plan *plan, uint32_t frames)
{
    const struct workshop *workshop = &clockwork->self->workshop;
    for (int part = 0; part < PARTS; part++) {
        clockwork->times[part] = calloc(frames, sizeof(double));
        if (clockwork->times[part] == NULL) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
    }
    scree_result result = figures_field_range(workshop->context, &clockwork->subject.source[0], plan->scene,
                                              &clockwork->subject.range[0]);
    return result == SCREE_OK ? making_begin(workshop, plan, &clockwork->making) : result;
}

static void end(struct clockwork *clockwork)
{
    making_end(&clockwork->making);
    picture_end(&clockwork->picture);
    for (int part = 0; part < PARTS; part++) {
        free(clockwork->times[part]);
    }
}

bool timing_run(viewer *self, uint32_t width, uint32_t height, uint32_t frames, struct timing *timing, char *text,
                size_t size)
{
    struct clockwork clockwork = {.self = self};
    struct plan wanted;
    if (!plan(&clockwork, width, height, &wanted, text, size)) {
        return false;
    }
    scree_result result = begin(&clockwork, &wanted, frames);
    if (result == SCREE_OK) {
        result = run_frames(&clockwork, width, height, frames);
    }
    if (result == SCREE_OK) {
        *timing = (struct timing){
            .field = summarise(clockwork.times[PART_FIELD], frames),
            .prepare = summarise(clockwork.times[PART_PREPARE], frames),
            .draw = summarise(clockwork.times[PART_DRAW], frames),
            .whole = summarise(clockwork.times[PART_WHOLE], frames),
            .count = {wanted.count[0], wanted.count[1], wanted.count[2]},
        };
    } else {
        saving_error(self, result, text, size);
    }
    end(&clockwork);
    return result == SCREE_OK;
}
