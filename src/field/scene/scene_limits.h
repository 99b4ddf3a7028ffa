/* Limits of the numbers of scenes, for the checks of all kinds and of each. */
#ifndef SCREE_SCENE_LIMITS_H
#define SCREE_SCENE_LIMITS_H

#include <math.h>
#include <stddef.h>

#include <scree/context.h>
#include <scree/scene.h>

/* A number of the parameters that must be within limits. */
typedef struct scree_scene_limited {
    const char *name;
    double value;
    double minimum;
    double maximum;
    bool is_free_at_zero;
} scree_scene_limited;

/* Refuses the first number that is beyond its limits. */
scree_result scree_scene_check_numbers(scree_context *context, const scree_scene_limited *numbers, size_t count);

/* The numbers that all kinds of three axes have. */
scree_result scree_scene_check_volume(scree_context *context, const scree_scene_params *params);

/* Numbers with their limits; those of the second form may also be 0. */
#define LIMITS(name, value, minimum, maximum) \
    (scree_scene_limited)                     \
    {                                         \
        name, value, minimum, maximum, false  \
    }
#define LIMITS_OR_ZERO(name, value, minimum, maximum) \
    (scree_scene_limited)                             \
    {                                                 \
        name, value, minimum, maximum, true           \
    }
#define HEIGHT_LIMITS(params) LIMITS("height_scale", fabs((params)->height_scale), 1e-20, 1e20)
#define THRESHOLD_LIMITS(params) LIMITS("threshold", (params)->threshold, -SCREE_MAX_SCENE_VALUE, SCREE_MAX_SCENE_VALUE)
#define WATER_LIMITS(params) \
    LIMITS("water", (params)->has_water ? (params)->water : 0.0, -SCREE_MAX_SCENE_VALUE, SCREE_MAX_SCENE_VALUE)
#define CHECK_ALL(context, ...)                                                    \
    scree_scene_check_numbers(context, (const scree_scene_limited[]){__VA_ARGS__}, \
                              sizeof((const scree_scene_limited[]){__VA_ARGS__}) / sizeof(scree_scene_limited))

#endif
