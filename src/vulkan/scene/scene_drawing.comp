// Draws the pixels of a kind of scenes, a thread for each: SCENE_LIGHT and SCENE_ARGUMENTS are those of the kind's row in
// kernels/scene/scene_kinds.h.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SCENE_GROUP_WIDTH SCENE_GROUP
#define SCENE_GROUP_HEIGHT SCENE_GROUP
#include "scene.glsl"
layout(std430, binding = BINDING_DATA) readonly buffer work_words { uint scene_work[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer pixel_words { uint scene_pixels[]; };
#include "scene/scene_kinds.h"

void main()
{
    scree_table table = 0u;
    uint x = gl_GlobalInvocationID.x;
    uint y = gl_GlobalInvocationID.y;
    if (x < scree_table_word(table, SCREE_SCENE_WIDTH) && y < scree_table_word(table, SCREE_SCENE_HEIGHT)) {
        uint column = scree_table_word(table, SCREE_SCENE_LEFT) + x;
        uint row = scree_table_word(table, SCREE_SCENE_TOP) + y;
        scree_scene_light light = SCENE_LIGHT(scene_memory(), table, SCENE_ARGUMENTS);
        scene_pixels[push.pixels + y * scree_table_word(table, SCREE_SCENE_STRIDE) + x] = scree_scene_pixel(light);
    }
    check_watchdog();
}
