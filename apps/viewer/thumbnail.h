/* Small pictures of presets, as their scenes show them. */
#ifndef VIEWER_THUMBNAIL_H
#define VIEWER_THUMBNAIL_H

#include "../scree/presets.h"
#include "sampling_job.h"

/* Draws a preset into width x height pixels as scene.h has them, on the calling thread, in some hundredths of a second.
 */
scree_result thumbnail_draw(scree_context *context, scree_device *device, const struct preset *preset, uint32_t width,
                            uint32_t height, uint32_t *pixels);

#endif
