/* Lines of equal value in scenes. */
#ifndef SCREE_SCENE_LINES_H
#define SCREE_SCENE_LINES_H

#include <scree/scene.h>

/* The multiple of a scene's interval from which its lines are counted: 0 as long as float32 tells all of them apart. */
double scree_scene_line_base(const scree_scene_params *params);

#endif
