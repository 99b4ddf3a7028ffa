/* Facts that follow from the parameters of a scene, also for programs that draw beside it. */
#ifndef SCREE_SCENE_FACTS_H
#define SCREE_SCENE_FACTS_H

#include <scree/scene.h>

/* The multiple of a scene's interval from which lines are counted: 0 as long as float32 distinguishes all of them. */
double scree_scene_line_base(const scree_scene_params *params);

/* A box of samples, whose longest edge is 2 long in a scene's world. */
typedef struct scree_scene_box {
    double side[3]; /* The sides of a sample along each axis; the shortest is 1. */
    double edge;    /* The longest edge of the box. */
} scree_scene_box;

/* The box of `count` samples of 2 or 3 axes; `voxel` has their sides in any unit. */
scree_scene_box scree_scene_box_of(const uint64_t count[3], uint32_t axes, const double voxel[3]);

/* The means that the pixels of a picture of a map show (kernels/scene/scene_map.h), of parameters that a scene takes;
   NaN beyond the map, and where no sample is a number. */
void scree_scene_means(const scree_scene_params *params, const float *samples, uint32_t width, uint32_t height,
                       float *means);

#endif
