/* A viewer's final picture once more, in one go and without the viewer's thread, levels and bands. */
#ifndef VIEWER_REFERENCE_H
#define VIEWER_REFERENCE_H

#include "viewer.h"

/*
 * Draws what a viewer shows by calls of the library, on a device: samples at their finest level, from a whole field,
 * and the scene in one window. Pixels as those of viewer_picture(), to be freed; NULL and a message on an error.
 */
uint32_t *reference_draw(const viewer *self, scree_device *device, uint32_t width, uint32_t height, char *text,
                         size_t size);

#endif
