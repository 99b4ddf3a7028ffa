/* Plays recorded events on a session. */
#ifndef VIEWER_REPLAY_H
#define VIEWER_REPLAY_H

#include "session.h"

/* The area of a replay, with the functions of its owner. */
typedef struct replay_area {
    uint32_t width, height;
    /* Changes the area's size, which may be another one afterwards; NULL = it is as the events want it. */
    void (*resize)(void *user, uint32_t width, uint32_t height, uint32_t *new_width, uint32_t *new_height);
    /* Called after every frame; true ends the replay. Optional. */
    bool (*poll)(void *user);
    void *user;
    bool is_closed; /* An event has closed the window, or `poll` ended the replay. */
} replay_area;

/*
 * Plays a file to its end. Each frame is a sixtieth of a second. False where the file or an event is wrong, or a
 * picture cannot be made; `error` names the file and the line.
 */
bool replay_run(session *running, const char *path, replay_area *area, char *error, size_t error_bytes);

#endif
