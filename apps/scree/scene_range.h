/* The range of a scene's ramp. */
#ifndef SCENE_RANGE_H
#define SCENE_RANGE_H

#include <scree/output.h>

/* The nearest range that a scene takes (scene.h): within its limits, and with the first number below the second. */
scree_range scene_range_between(double low, double high);

#endif
