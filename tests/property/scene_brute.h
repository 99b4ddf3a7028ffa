/* Voxels by their definition, in float64: every ray is compared with every voxel. */
#ifndef SCREE_TEST_SCENE_BRUTE_H
#define SCREE_TEST_SCENE_BRUTE_H

#include "scene_fixture.h"

typedef struct brute_colour {
    double channel[3]; /* In sRGB, 0 to 255. */
} brute_colour;

/* The colour at a position in the picture, in pixels from its upper left corner. The samples' ramp is from black to
 * white; matter is what is above the threshold. */
brute_colour brute_voxels(const test_scene *scene, double column, double row);

#endif
