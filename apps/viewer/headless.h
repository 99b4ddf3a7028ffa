/* The work of scree-viewer without a window: pictures, videos, replays, times, and texts. */
#ifndef VIEWER_HEADLESS_H
#define VIEWER_HEADLESS_H

#include "options.h"

/* Returns the exit code of the program, after a line on stderr where it is not 0. */
int headless_run(const struct viewer_options *options, const viewer_start *start);

#endif
