/* Pictures as files. */
#ifndef VIEWER_SAVING_H
#define VIEWER_SAVING_H

#include "viewer.h"

/*
 * The final picture of the viewer's state in a format that holds colours (PNG), or for "-" as PNG on stdout. The file
 * holds the command that draws it again. An existing file is replaced.
 */
scree_result saving_picture(viewer *self, const char *path, uint32_t width, uint32_t height, char *text, size_t size);

/* RGBA pixels as three bytes each, allocated; NULL without memory. */
uint8_t *saving_colours(const uint32_t *pixels, size_t count);

#endif
