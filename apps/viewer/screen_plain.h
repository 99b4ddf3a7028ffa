/* A screen without Vulkan: the current OpenGL context of a window, of version 1.1 or later. */
#ifndef VIEWER_SCREEN_PLAIN_H
#define VIEWER_SCREEN_PLAIN_H

#include "screen.h"

typedef void (*screen_function)(void);

/* `find` gives OpenGL's functions; `swap` shows what was drawn. NULL where a function is missing. */
screen *screen_plain_open(screen_function (*find)(const char *name), void (*swap)(void *user), void *user, char *error,
                          size_t error_bytes);

#endif
