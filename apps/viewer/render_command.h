/* The command line of `scree render` that draws a scene. */
#ifndef VIEWER_RENDER_COMMAND_H
#define VIEWER_RENDER_COMMAND_H

#include "final_scene.h"
#include "shell_text.h"

/* The command that draws a scene for which final_scene_is_rendered() is true. `output` may be NULL. The caller frees
   the text; NULL without memory. */
char *render_command(const viewer *self, const struct final_scene *scene, uint32_t width, uint32_t height,
                     const char *output);

/* The options of a camera, and those of a picture, which other commands have, too. */
void render_command_add_camera(const scree_camera *camera, scree_text *text);
void render_command_add_picture(uint32_t width, uint32_t height, const char *output, scree_text *text);

#endif
