/* Pictures as files. */
#ifndef VIEWER_SAVING_H
#define VIEWER_SAVING_H

#include "viewer.h"

/*
 * The final picture of the viewer's state in a format that holds colours (PNG), or for "-" as PNG on stdout. The file
 * holds the command that draws it again. An existing file is replaced.
 */
scree_result saving_picture(viewer *self, const char *path, uint32_t width, uint32_t height, char *text, size_t size);

/* Colours of a picture, 3 bytes a pixel, allocated; NULL without memory, or where the device fails. */
uint8_t *saving_colours(viewer *self, const viewer_pixels *pixels);

/* Says what went wrong (viewer_messages_explain()). */
void saving_error(viewer *self, scree_result result, char *text, size_t size);

#endif
