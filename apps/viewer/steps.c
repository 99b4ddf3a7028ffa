/* The state, and steps of undo. */
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "plan.h"
#include "viewer.h"
#include "viewer_internal.h"

/* Steps that undo keeps. */
#define STEPS_MAX 256

const viewer_state *viewer_get_state(const viewer *self)
{
    return &self->state;
}

bool viewer_begin_steps(viewer *self)
{
    self->steps.states = malloc(STEPS_MAX * sizeof *self->steps.states);
    if (self->steps.states != NULL) {
        viewer_forget_steps(self);
    }
    return self->steps.states != NULL;
}

/* Makes room for a step after the current one; what could be redone is forgotten, and in the end the oldest step. */
static void begin_step(struct steps *steps)
{
    if (steps->position + 1 == STEPS_MAX) {
        memmove(steps->states, steps->states + 1, (STEPS_MAX - 1) * sizeof *steps->states);
        steps->position--;
    }
    steps->position++;
    steps->count = steps->position + 1;
}

/* A difference is seen on a map: who asks for one gets the map of a plane of a volume, and who asks for the volume gets
   both fields beside each other. */
static void keep_difference_flat(const viewer_view *before, viewer_view *view)
{
    const scree_scene_kind scene = view->scene;
    if (view->compare != VIEWER_COMPARE_DIFFERENCE || plan_shown_axes(scene) == 2) {
        return;
    }
    if (before->compare == VIEWER_COMPARE_DIFFERENCE) {
        view->compare = VIEWER_COMPARE_SIDE;
    } else {
        view->scene = recipe_scene_usual_kind(2, false);
        viewer_view_leave(view, scene);
    }
}

void viewer_find_threshold(viewer *self)
{
    viewer_view *view = &self->state.view;
    if (!view->auto_threshold || plan_shown_axes(view->scene) != 3) {
        return;
    }
    const viewer_source source = viewer_first_source(self);
    if (source.voxel > 0) {
        return;
    }
    if (!self->has_threshold || !plan_sources_are_equal(&self->threshold_source, &source)) {
        /* Where there is none, making the samples will say why. */
        self->has_threshold = figures_usual_threshold(viewer_messages_context(self->messages), &source,
                                                      &self->usual_threshold) == SCREE_OK;
        self->threshold_source = source;
    }
    view->threshold = self->has_threshold ? self->usual_threshold : view->threshold;
}

void viewer_change(viewer *self, const char *name, const viewer_state *state)
{
    struct steps *steps = &self->steps;
    const viewer_view before = self->state.view;
    self->state = *state;
    if (self->has_second) {
        keep_difference_flat(&before, &self->state.view);
    }
    viewer_find_threshold(self);
    if (steps->changing == NULL || strcmp(steps->changing, name) != 0) {
        begin_step(steps);
    }
    steps->changing = name;
    viewer_follow(self);
}

void viewer_follow(viewer *self)
{
    self->steps.states[self->steps.position] = self->state;
    self->is_changed = true;
}

bool viewer_end_step(viewer *self)
{
    const bool is_end = self->steps.changing != NULL;
    self->steps.changing = NULL;
    return is_end;
}

bool viewer_can_undo(const viewer *self)
{
    return self->steps.position > 0;
}

bool viewer_can_redo(const viewer *self)
{
    return self->steps.position + 1 < self->steps.count;
}

void viewer_forget_steps(viewer *self)
{
    self->steps.position = 0;
    self->steps.count = 1;
    self->steps.states[0] = self->state;
    viewer_end_step(self);
}

static void go_to(viewer *self, size_t position)
{
    self->steps.position = position;
    self->state = self->steps.states[position];
    self->is_changed = true;
}

void viewer_undo(viewer *self)
{
    viewer_end_step(self);
    if (viewer_can_undo(self)) {
        go_to(self, self->steps.position - 1);
    }
}

void viewer_redo(viewer *self)
{
    viewer_end_step(self);
    if (viewer_can_redo(self)) {
        go_to(self, self->steps.position + 1);
    }
}
