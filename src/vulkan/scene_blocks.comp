// Makes the blocks of a level of a terrain (kernels/scene_heights.h), a thread for each.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SCENE_GROUP_WIDTH SCENE_BLOCK_GROUP
#define SCENE_GROUP_HEIGHT 1
#include "scene.glsl"
layout(std430, binding = BINDING_VALUES) buffer work_words { uint scene_work[]; };
#include "scene_heights.h"

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint block = group * SCENE_BLOCK_GROUP + gl_LocalInvocationID.x;
    uint columns = scree_scene_blocks(scree_table_word(0u, SCREE_SCENE_COUNT), push.level);
    uint rows = scree_scene_blocks(scree_table_word(0u, SCREE_SCENE_COUNT + 1u), push.level);
    if (block < columns * rows) {
        scree_scene_extremes extremes =
            scree_scene_block_of(scene_memory(), 0u, push.level, block % columns, block / columns);
        uint word = push.work + 2u * (scree_table_word(0u, SCREE_SCENE_BLOCK_OFFSETS + push.level) + block);
        scene_work[word] = floatBitsToUint(extremes.low);
        scene_work[word + 1u] = floatBitsToUint(extremes.high);
    }
    check_watchdog();
}
