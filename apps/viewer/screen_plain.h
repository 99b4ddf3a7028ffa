/* A screen without Vulkan: the current OpenGL context of a window of GLFW, of version 1.1 or later. */
#ifndef VIEWER_SCREEN_PLAIN_H
#define VIEWER_SCREEN_PLAIN_H

#include "screen.h"

struct GLFWwindow;

/* NULL without memory. */
screen *screen_plain_open(struct GLFWwindow *handle, char *error, size_t error_bytes);

#endif
