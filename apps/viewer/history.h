/* Undo: states, of which one is the current one. Changes between two ends of a step are one step. */
#ifndef VIEWER_HISTORY_H
#define VIEWER_HISTORY_H

#include "viewer_types.h"

#define HISTORY_MAX 256
#define HISTORY_NAME 64

struct history {
    viewer_state *states; /* HISTORY_MAX of them. */
    size_t count;
    size_t position; /* Of the current state. */
    bool is_open;    /* Changes of `name` go on in the current step. */
    char name[HISTORY_NAME];
};

/* False without memory. */
bool history_start(struct history *history, const viewer_state *state);
void history_free(struct history *history);

/* Notes the state after a change; successive changes of one name are one step. */
void history_note(struct history *history, const char *name, const viewer_state *state);
/* The state goes on changing by itself, which is no step. */
void history_follow(struct history *history, const viewer_state *state);
void history_end_step(struct history *history);

/* The state before or after; NULL where there is none. */
const viewer_state *history_undo(struct history *history);
const viewer_state *history_redo(struct history *history);

#endif
