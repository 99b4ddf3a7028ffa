/* A screen without Vulkan: the current OpenGL context of a window, of version 1.1 or later. */
#ifndef VIEWER_SCREEN_PLAIN_H
#define VIEWER_SCREEN_PLAIN_H

#include "screen.h"

/* `swap` shows what was drawn. NULL without memory. */
screen *screen_plain_open(void (*swap)(void *user), void *user, char *error, size_t error_bytes);

#endif
