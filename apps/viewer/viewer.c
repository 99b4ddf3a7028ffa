#include "viewer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "motion.h"
#include "opening.h"
#include "particle_view.h"
#include "viewer_internal.h"

/* Seconds between two looks at work that goes on. */
#define POLL_SECONDS 0.004

/* Requests and pictures. */

static void post(viewer *self, uint32_t width, uint32_t height, bool is_final_only)
{
    struct worker_request request = {
        .view = self->state.view,
        .source = {viewer_first_source(self), viewer_second_source(self)},
        .has_second = self->has_second,
        .width = width,
        .height = height,
        .is_final_only = is_final_only,
    };
    request.view.compare = self->has_second ? request.view.compare : VIEWER_COMPARE_OFF;
    worker_post(self->worker, &request);
    self->width = width;
    self->height = height;
    self->is_changed = false;
    self->was_busy = true;
}

/* Frees the fields of expressions that no step of undo comes back to. Work that goes on would need them. */
static void sweep(viewer *self)
{
    viewer_graphs_begin_sweep(&self->graphs);
    for (size_t i = 0; i < self->steps.count; i++) {
        viewer_graphs_keep(self->steps.states[i].graph);
    }
    viewer_graphs_keep(self->state.graph);
    viewer_graphs_keep(self->second_graph);
    viewer_graphs_keep(self->checked_graph);
    viewer_graphs_end_sweep(&self->graphs);
}

viewer_progress viewer_advance(viewer *self, uint32_t width, uint32_t height, double seconds)
{
    viewer_watch(self);
    const bool is_flying = viewer_fly(self, seconds);
    const bool is_moving = motion_advance(self, seconds);
    if (width > 0 && height > 0 && (self->is_changed || width != self->width || height != self->height)) {
        post(self, width, height, false);
    }
    viewer_progress progress = {.wait = INFINITY};
    const bool is_busy = worker_wait(self->worker, 0);
    progress.is_changed = worker_take_picture(self->worker, &self->picture);
    self->was_busy = is_busy;
    progress.is_refining = is_busy;
    if (!is_busy && viewer_graphs_are_many(&self->graphs)) {
        sweep(self);
    }
    if (is_flying || is_moving) {
        progress.wait = 0;
    } else if (is_busy) {
        progress.wait = POLL_SECONDS;
    } else if (self->watched.path != NULL) {
        progress.wait = WATCH_SECONDS;
    }
    return progress;
}

scree_result viewer_settle(viewer *self, uint32_t width, uint32_t height, bool (*interrupted)(void))
{
    if (self->is_changed || width != self->width || height != self->height || self->was_busy) {
        post(self, width, height, true);
    }
    while (worker_wait(self->worker, 20)) {
        if (interrupted != NULL && interrupted()) {
            return SCREE_ERROR_CANCELLED;
        }
    }
    self->was_busy = false;
    worker_take_picture(self->worker, &self->picture);
    viewer_status report;
    worker_get_report(self->worker, &report);
    return report.result;
}

void viewer_catch_up(viewer *self, uint32_t width, uint32_t height)
{
    if (particle_view_moves(&self->state.view)) {
        viewer_settle(self, width, height, NULL);
    }
}

viewer_pixels viewer_picture(const viewer *self)
{
    viewer_pixels pixels = self->picture;
    pixels.is_final = pixels.buffer != NULL && !self->is_changed && !self->was_busy;
    return pixels;
}

/* Status. */

static void write_notes(const viewer *self, viewer_status *status)
{
    const size_t size = sizeof status->notes[0];
    const bool are_kept = self->has_second && plan_keeps_holes(&self->state.view);
    const bool is_compared = self->second.samples != NULL && self->state.view.compare != VIEWER_COMPARE_OFF;
    const struct opened *opened = viewer_opened_of(self, self->state.file);
    if (opened != NULL) {
        opening_tell_holes(opened->path, &opened->samples, are_kept, status->notes[VIEWER_NOTE_FIRST], size);
    }
    if (is_compared) {
        opening_tell_holes(self->second_path, self->second.samples, are_kept, status->notes[VIEWER_NOTE_SECOND], size);
    }
}

void viewer_get_status(const viewer *self, viewer_status *status)
{
    const viewer_source source = viewer_first_source(self);
    const double length = source.unit * viewer_length_of_one(&source);
    worker_get_report(self->worker, status);
    status->device = self->render.info;
    status->memory_limit = self->render.memory_limit;
    status->ramp_range = scene_range_times(status->ramp_range, source.unit);
    status->field_range = scene_range_times(status->field_range, source.unit);
    status->errors.greatest *= length;
    status->errors.mean *= length;
    status->errors.root_mean_square *= length;
    status->is_equal = status->digest[0][0] != '\0' && strcmp(status->digest[0], status->digest[1]) == 0;
    if (self->error[0] != '\0') {
        memcpy(status->error, self->error, sizeof status->error);
    }
    status->error_line = opening_find_line(status->error);
    write_notes(self, status);
}

void viewer_check_equality(viewer *self)
{
    const viewer_source source = viewer_first_source(self);
    self->checked_graph = self->state.graph;
    worker_check_equality(self->worker, &source);
}

void viewer_bench_start(viewer *self, const struct bench_variants_choice *choice)
{
    worker_bench(self->worker, choice);
}

bool viewer_bench_is_running(viewer *self)
{
    return worker_bench_is_running(self->worker);
}

void viewer_bench_get(viewer *self, viewer_bench *bench)
{
    worker_get_bench(self->worker, bench);
}
