/* A screen together with the device of the library that works on it, where the screen's Vulkan device is used for both.
 */
#ifndef VIEWER_STAGE_H
#define VIEWER_STAGE_H

#include <scree/device.h>

#include "screen.h"

typedef struct stage {
    screen *shown;              /* Owned. */
    scree_device *device;       /* The screen's device as one of the library's, owned; NULL = another one is used. */
    scree_device_params params; /* The device to open where `device` is NULL; otherwise, what it would be. */
    char note[320];             /* A notice for people, such as why there is no GPU; empty where there is nothing. */
} stage;

/*
 * Decides who makes and draws pictures on a screen, which becomes the stage's: the screen's own device, if it is the
 * one that is wanted, or for SCREE_BACKEND_AUTO if it is a GPU. A Vulkan device that is the processor only shows what
 * the CPU device makes, unless it was asked for.
 */
void stage_open(stage *made, screen *shown, scree_context *context, const scree_device_params *wanted);
/* Everything that uses the device is destroyed before. */
void stage_close(stage *made);

#endif
