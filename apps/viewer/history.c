#include "history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool history_start(struct history *history, const viewer_state *state)
{
    *history = (struct history){.states = malloc(HISTORY_MAX * sizeof *history->states), .count = 1};
    if (history->states != NULL) {
        history->states[0] = *state;
    }
    return history->states != NULL;
}

void history_free(struct history *history)
{
    free(history->states);
    history->states = NULL;
}

/* Makes room for a step after the current one; what could be redone is forgotten, and in the end the oldest step. */
static void begin_step(struct history *history)
{
    if (history->position + 1 == HISTORY_MAX) {
        memmove(history->states, history->states + 1, (HISTORY_MAX - 1) * sizeof *history->states);
        history->position--;
    }
    history->position++;
    history->count = history->position + 1;
}

void history_note(struct history *history, const char *name, const viewer_state *state)
{
    if (!history->is_open || strcmp(history->name, name) != 0) {
        begin_step(history);
    }
    history->is_open = true;
    snprintf(history->name, sizeof history->name, "%s", name);
    history->states[history->position] = *state;
}

void history_follow(struct history *history, const viewer_state *state)
{
    history->states[history->position] = *state;
}

void history_end_step(struct history *history)
{
    history->is_open = false;
}

const viewer_state *history_undo(struct history *history)
{
    history->is_open = false;
    return history->position > 0 ? &history->states[--history->position] : NULL;
}

const viewer_state *history_redo(struct history *history)
{
    history->is_open = false;
    return history->position + 1 < history->count ? &history->states[++history->position] : NULL;
}
