/* Files of pictures of particles: those that `scree attractor` writes, to the last byte. */
#ifndef VIEWER_PARTICLE_FILE_H
#define VIEWER_PARTICLE_FILE_H

#include "viewer.h"

/* Writes what a viewer shows, from the canvas of its picture. Errors: those of histogram.h. */
scree_result particle_file_write(viewer *self, const char *path, const viewer_pixels *pixels);

/* Opens a video of the pictures that follow, which are written with their three channels. */
scree_result particle_file_open_video(viewer *self, const char *path, const scree_scene_file *wanted, uint32_t rate,
                                      scree_writer **writer);

#endif
