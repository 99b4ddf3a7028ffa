/* Checks of scenes. Errors are logged: SCREE_ERROR_INVALID. */
#ifndef SCREE_SCENE_CHECKS_H
#define SCREE_SCENE_CHECKS_H

#include "scene_plan.h"

/* The minimum difference of a range's ends. It keeps away from numbers that some devices read as zeros. */
#define SCREE_MIN_SCENE_RANGE 1e-20

/* Whether the kind and the counts are ones that a scene may have. */
bool scree_scene_counts_fit(const scree_scene_params *params);

/* Colours, light and camera are checked for drawing only. */
scree_result scree_scene_check_params(scree_context *context, const scree_scene_params *params, bool draws);

/* A complete target, without its memory. */
scree_result scree_scene_check_target(scree_context *context, const scree_scene_target *target);

/* Whether bytes lie in a buffer of the device. */
scree_result scree_scene_check_part(scree_device *device, const char *name, const scree_scene_part *part,
                                    uint64_t alignment);

#endif
