// Draws surfaces (kernels/scene/scene_slice.h).
#version 450
#extension GL_GOOGLE_include_directive : require
#define SCENE_GROUP_WIDTH SCENE_GROUP
#define SCENE_GROUP_HEIGHT SCENE_GROUP
#include "scene.glsl"
layout(std430, binding = BINDING_DATA) readonly buffer work_words { uint scene_work[]; };
#include "scene/scene_slice.h"

scree_scene_light scene_light(const scree_scene_memory memory, const uint column, const uint row)
{
    return scree_scene_surface(memory, 0u, scree_scene_ray_of(0u, column, row));
}

#include "scene_pixels.glsl"
