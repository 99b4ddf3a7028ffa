/* The state, and steps of undo. */
#include "plan.h"
#include "viewer.h"
#include "viewer_internal.h"

const viewer_state *viewer_get_state(const viewer *self)
{
    return &self->state;
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

void viewer_change(viewer *self, const char *name, const viewer_state *state)
{
    const viewer_view before = self->state.view;
    self->state = *state;
    viewer_fit_variant(self, &self->state);
    self->is_changed = true;
    if (self->has_second) {
        keep_difference_flat(&before, &self->state.view);
    }
    viewer_find_threshold(self);
    history_note(&self->history, name, &self->state);
}

void viewer_set_state(viewer *self, const viewer_state *state)
{
    viewer_change(self, "state", state);
}

void viewer_end_step(viewer *self)
{
    history_end_step(&self->history);
}

bool viewer_can_undo(const viewer *self)
{
    return self->history.position > 0;
}

bool viewer_can_redo(const viewer *self)
{
    return self->history.position + 1 < self->history.count;
}

void viewer_forget_steps(viewer *self)
{
    self->history.position = 0;
    self->history.count = 1;
    self->history.states[0] = self->state;
    viewer_end_step(self);
}

static void go_to(viewer *self, const viewer_state *state)
{
    if (state != NULL) {
        self->state = *state;
        self->is_changed = true;
    }
}

void viewer_undo(viewer *self)
{
    go_to(self, history_undo(&self->history));
}

void viewer_redo(viewer *self)
{
    go_to(self, history_redo(&self->history));
}
