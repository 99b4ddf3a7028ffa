/* The state, and steps of undo. */
#include "viewer.h"
#include "viewer_internal.h"

const viewer_state *viewer_get_state(const viewer *self)
{
    return &self->state;
}

void viewer_change(viewer *self, const char *name, const viewer_state *state)
{
    self->state = *state;
    viewer_fit_variant(self, &self->state);
    self->is_changed = true;
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
