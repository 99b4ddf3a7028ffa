/*
 * Particles as a view shows them: how they move, how they are drawn and how that becomes colours. All of it is what the
 * options of `scree attractor` of the same names stand for, so that a command can make the same picture.
 */
#ifndef VIEWER_PARTICLE_VIEW_H
#define VIEWER_PARTICLE_VIEW_H

#include "messages.h"
#include "viewer_types.h"

/* Sets members of zeroed parameters. */
void particle_view_params(const viewer_view *view, uint64_t count, scree_particle_params *params);
/* Whether two of these are equal but for their steps. */
bool particle_view_ways_are_equal(const scree_particle_params *first, const scree_particle_params *second);

scree_splat_params particle_view_splat(const viewer_view *view);

/* Without metadata. */
scree_histogram_params particle_view_look(const viewer_view *view);

/* Whether a parameter changes the way of particles, which start again then while they move. */
bool particle_view_is_way(const char *parameter);

/* Whether particles move by themselves. */
bool particle_view_moves(const viewer_view *view);

/* The steps of a view after so many pictures in which its particles move. */
uint32_t particle_view_steps(const viewer_view *view, uint32_t steps, uint32_t pictures);

/* False and a message where the library cannot make the particles of a view. */
bool particle_view_check(viewer_messages *messages, const viewer_view *view, char *text, size_t size);

/* Whether the options of `scree attractor` can state the view. */
bool particle_command_exists(const viewer_view *view);

/* The command line that draws its particles. `output` may be NULL. The caller frees it; NULL without memory. */
char *particle_command(const viewer_view *view, uint32_t width, uint32_t height, const char *output);

/* Writes the picture of particles that a viewer shows, from its canvas: the file of `scree attractor`, to the last
   byte. Errors: those of histogram.h. */
scree_result particle_file_write(viewer *self, const char *path, const viewer_pixels *pixels);

/* Opens a video of the pictures that follow, which are written with their three channels. */
scree_result particle_file_open_video(viewer *self, const char *path, const scree_scene_file *wanted, uint32_t rate,
                                      scree_writer **writer);

#endif
