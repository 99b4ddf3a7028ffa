/* The viewer in a window, or without one in an image that events keep. */
#ifndef VIEWER_WINDOW_H
#define VIEWER_WINDOW_H

#include "options.h"

/*
 * Shows a viewer until its window is closed. `start` says what is shown; its device is chosen here, and `device_params`
 * are those that people asked for. False where that cannot be: no display, no such file; `error` says why.
 */
bool window_run(const viewer_start *start, const struct viewer_options *options, char *error, size_t error_bytes);

#endif
