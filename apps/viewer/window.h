/* The viewer in a window, or without one in an image that events keep. */
#ifndef VIEWER_WINDOW_H
#define VIEWER_WINDOW_H

#include "viewer.h"

typedef struct window_options {
    uint32_t width, height; /* Pixels; 0 = 1280 x 720. */
    bool is_offscreen;      /* An image in memory instead of a window; needs `play`. */
    bool without_vulkan;    /* Plain OpenGL shows what another device makes. */
    const char *play;       /* A recording to play first; NULL = none. */
    const char *record;     /* Where to record; NULL = not. An existing file is replaced. */
    const char *pictures;   /* The folder of pictures that a recording keeps; NULL = none are kept. */
    const char *font;       /* A TrueType file; NULL = the system's, "" = built-in letters, the same everywhere. */
    double scale;           /* The scale of letters and widgets; 0 = as the display says. */
} window_options;

/*
 * Shows a viewer until its window is closed. `start` says what is shown; its device is chosen here, and `device_params`
 * are those that people asked for. False where that cannot be: no display, no such file; `error` says why.
 */
bool window_run(const viewer_start *start, const window_options *options, char *error, size_t error_bytes);

#endif
