// The common part of the programs of scenes: the table, and the memory that kernels ask for. The shader that includes
// this defines SCENE_GROUP_WIDTH and SCENE_GROUP_HEIGHT, the threads of a group.
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"
layout(std430, binding = BINDING_TABLES) readonly buffer table_words { uint scree_table_words[]; };
#include "base/portable.h"
#include "loop_watchdog.glsl"

layout(local_size_x = SCENE_GROUP_WIDTH, local_size_y = SCENE_GROUP_HEIGHT) in;

layout(std430, binding = BINDING_NODES) readonly buffer sample_words { uint scene_samples[]; };
layout(std430, binding = BINDING_RANGE) readonly buffer minus_words { uint scene_minus[]; };

// scree_gpu_scene_pass: words before the first of each.
layout(push_constant) uniform scene_push {
    uint samples;
    uint minus;
    uint work;
    uint pixels;
    uint level; // The level of blocks that scene_prepare.comp makes.
} push;

// All memory is bound, so there is nothing to say of it.
struct scree_scene_memory {
    uint unused;
};
#define scree_scene_sample_bits(memory, index) scene_samples[push.samples + (index)]
#define scree_scene_minus_bits(memory, index) scene_minus[push.minus + (index)]
#define scree_scene_work(memory, index) scene_work[push.work + (index)]

scree_scene_memory scene_memory()
{
    scree_scene_memory memory;
    memory.unused = 0u;
    return memory;
}
