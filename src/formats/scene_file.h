/* The description of a scene that goes into the metadata of its picture. */
#ifndef SCREE_SCENE_FILE_H
#define SCREE_SCENE_FILE_H

#include <scree/scene.h>

/* A JSON object on one line; `ramp` is the name of the ramp or NULL. Allocated; NULL without memory. */
char *scree_scene_describe(const scree_scene_params *scene, const char *ramp);

#endif
