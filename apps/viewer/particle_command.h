/* The command line of `scree attractor` that draws the particles of a view. */
#ifndef VIEWER_PARTICLE_COMMAND_H
#define VIEWER_PARTICLE_COMMAND_H

#include "view.h"

/* Whether its options can tell the view. */
bool particle_command_exists(const viewer_view *view);

/* `output` may be NULL. The caller frees it; NULL without memory. */
char *particle_command(const viewer_view *view, uint32_t width, uint32_t height, const char *output);

#endif
