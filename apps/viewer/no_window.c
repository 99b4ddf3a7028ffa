/* Stands in for the window where the libraries that it needs were not found. */
#include <stdio.h>

#include "window.h"

bool window_run(const viewer_start *start, const struct viewer_options *options, char *error, size_t error_bytes)
{
    (void)start;
    (void)options;
    snprintf(error, error_bytes,
             "this build has no window: GLFW and Dear ImGui were not found; 'scree render' and "
             "'scree-viewer --output FILE' draw without one");
    return false;
}
