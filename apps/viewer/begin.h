/* From the options of the command line to the start of a viewer. */
#ifndef VIEWER_BEGIN_H
#define VIEWER_BEGIN_H

#include "options.h"

/*
 * Finds what the options name, for viewer_create(). `recipe` is filled in and must live until then. Prints one line and
 * returns an exit code other than 0 on an error.
 */
int begin_start(const struct viewer_options *options, viewer_messages *messages, scree_recipe *recipe,
                struct recipe_scene *scene, viewer_start *start);

#endif
