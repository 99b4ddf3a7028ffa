/* Screens by Vulkan: windows, and images in memory for machines without any. */
#ifndef VIEWER_SCREEN_VULKAN_H
#define VIEWER_SCREEN_VULKAN_H

#include "screen.h"
#include "vulkan_base.h"

struct GLFWwindow;

/*
 * A window of GLFW by the Vulkan device of a number, or the best one for -1. NULL where there is none, and `error` says
 * why. The number counts all devices of the loader, as scree_device_params does.
 */
screen *screen_vulkan_open(struct GLFWwindow *handle, int32_t index, char *error, size_t error_bytes);

/* An image in memory. Its pixels can be read. */
screen *screen_offscreen_open(int32_t index, char *error, size_t error_bytes);

#endif
