/*
 * The viewer, its panel and a screen, driven by events: what a window does with people's input, and what a replay does
 * without a window.
 */
#ifndef VIEWER_SESSION_H
#define VIEWER_SESSION_H

#include <stdio.h>

#include "event.h"
#include "panel.h"
#include "screen.h"
#include "ui.h"
#include "viewer.h"

typedef struct session session;

/* The parts that a session is made of. All is borrowed but for the panel, which it makes. */
typedef struct session_start {
    panel_host host; /* The session sets `log`. */
    screen *shown;
    uint32_t width, height; /* The size of the area at first. */
    FILE *record;           /* Events are written there as they come; NULL = not. */
    /*
     * Called when the screen is lost: gives the session another one by session_set_screen(), or returns false, so that
     * the frame is lost, too. Optional.
     */
    bool (*renew)(void *user);
    void *renew_user;
    const char *pictures; /* The folder of the pictures that events name; NULL = they are not kept. */
} session_start;

/* NULL without memory. */
session *session_create(const session_start *start);
void session_destroy(session **made);

/*
 * Handles one event of input; those of a size are for who owns the area. The pointer's position is in the area, in
 * whose free part the picture has its middle: beside the panel it is shifted to the right.
 */
void session_input(session *running, const viewer_event *event);
/* The same for an event that was recorded: the pointer's position is in the picture, as recordings have it. */
void session_replay(session *running, const viewer_event *event);
/* viewer_catch_up() before a frame that was recorded. */
void session_catch_up(session *running, uint32_t width, uint32_t height);
/* The wish that events have had of the window since the last call: to quit, or another kind of screen. */
viewer_wish session_take_wish(session *running);
/* Goes on and draws one frame. A screen that is lost is replaced where that can be. */
screen_outcome session_frame(session *running, uint32_t width, uint32_t height, double seconds);
/* Draws frames until the picture is final and no widget moves. False where that failed; `error` says why. */
bool session_settle(session *running, uint32_t width, uint32_t height, char *error, size_t error_bytes);
/* Keeps what is shown as a PNG file in the folder: the whole area, or the picture alone where that cannot be read. */
bool session_keep(session *running, const char *name, char *error, size_t error_bytes);
/* Seconds until the next frame is due; 0 = at once, INFINITY = not before input. */
double session_wait(const session *running);
/* Another screen, after the first was lost, and the device that it shares, or NULL. */
void session_set_screen(session *running, screen *shown, scree_device *own_device);
/* A square of the picture's middle, made smaller; false before there is a final picture. */
bool session_icon(session *running, uint32_t side, uint32_t *pixels);
panel *session_panel(session *running);

#endif
