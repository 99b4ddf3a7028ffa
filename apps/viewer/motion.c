#include "motion.h"

#include <math.h>
#include <stdio.h>

#include "opening.h"
#include "particle_view.h"
#include "viewer_internal.h"

/* Cells, and layers of a file, a second. */
#define FIELD_PACE 0.5
#define FILE_PACE 12.0

bool motion_has_running_time(const viewer *self)
{
    const viewer_source source = viewer_first_source(self);
    return particle_view_moves(&self->state.view) ||
           (self->state.view.pace != 0 && plan_has_time(&source, self->state.view.scene));
}

double motion_depth(const viewer *self, double cells)
{
    const viewer_source source = viewer_first_source(self);
    const scree_parameter *row = viewer_view_find("depth");
    const double half = source.samples != NULL ? (double)source.samples->count[2] / 2 : row->maximum;
    const double depth = self->state.view.depth + cells;
    return depth >= -half && depth < half ? depth : depth - 2 * half * floor((depth + half) / (2 * half));
}

static bool turn(viewer *self, double seconds)
{
    viewer_view *view = &self->state.view;
    if (view->turn == 0 || viewer_scene_is_map(view->scene)) {
        return false;
    }
    view->azimuth = fmod(view->azimuth + view->turn * seconds, 360);
    return true;
}

static bool pass(viewer *self, double seconds)
{
    viewer_view *view = &self->state.view;
    if (viewer_scene_has_particles(view->scene) || !motion_has_running_time(self)) {
        return false;
    }
    view->depth = motion_depth(self, view->pace * seconds);
    return true;
}

/* A slow device would fall behind for ever if it had to make steps for every frame. A recording sets its own. */
static bool step(viewer *self, double seconds)
{
    viewer_view *view = &self->state.view;
    viewer_status report;
    if (!particle_view_moves(view) || !(seconds > 0) || view->steps == VIEWER_MAX_STEPS || self->recording != NULL) {
        return false;
    }
    worker_get_report(self->worker, &report);
    if (report.steps != view->steps) {
        return false;
    }
    view->steps = particle_view_steps(view, view->steps, 1);
    return true;
}

bool motion_advance(viewer *self, double seconds)
{
    const bool is_turning = turn(self, seconds);
    const bool is_passing = pass(self, seconds);
    const bool is_stepping = step(self, seconds);
    if (is_turning || is_passing || is_stepping) {
        viewer_follow(self);
    }
    return is_turning || is_passing || particle_view_moves(&self->state.view);
}

static bool has_room_for_time(const viewer *self, const viewer_state *state, char *text, size_t size)
{
    const struct opened *opened = state->file >= 0 ? &self->opened[state->file] : NULL;
    viewer_source source = {.recipe = state->recipe, .samples = opened != NULL ? &opened->samples : NULL};
    plan_add_time(&state->view, &source);
    if (!plan_has_time(&source, state->view.scene)) {
        snprintf(text, size, "%.300s: its %u axes are all shown, and none is left for time", opened->path,
                 opened->samples.axes);
        return false;
    }
    viewer_state passing = *state;
    passing.recipe = source.recipe;
    return opened != NULL || viewer_check_field(self, &passing, text, size);
}

bool motion_play(const viewer *self, viewer_state *state, char *text, size_t size)
{
    viewer_state playing = *state;
    if (viewer_scene_has_particles(state->view.scene)) {
        state->view.moving = !state->view.moving;
        return true;
    }
    playing.view.time_axis = true;
    playing.view.pace = state->file >= 0 ? FILE_PACE : FIELD_PACE;
    if (state->view.pace != 0) {
        state->view.pace = 0;
        return true;
    }
    if (!has_room_for_time(self, &playing, text, size)) {
        return false;
    }
    *state = playing;
    return true;
}
