#include "scene_kind_definition.h"

const scree_scene_kind_definition scree_scene_kind_voxels = {
    .info = {.name = "voxels",
             .description = "3 axes: boxes where samples are above the threshold",
             .axes = 3,
             .box_axes = 3,
             .max_side = SCREE_MAX_SCENE_VOLUME_SIDE,
             .samples_log = 32,
             .usual_colour = SCREE_SCENE_COLOUR_HEIGHT,
             .colours = SCREE_SCENE_ALL_COLOURS,
             .parameters = SCREE_SCENE_TAKES_CAMERA | SCREE_SCENE_TAKES_THRESHOLD | SCREE_SCENE_TAKES_OCCLUSION},
    .preparation = SCREE_SCENE_PREPARES_BRICKS,
    .check = scree_scene_check_volume,
};
