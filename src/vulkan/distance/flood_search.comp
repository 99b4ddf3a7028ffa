// The pass of the naive method by the rule of kernels/distance/jump_flood.h, one thread for each voxel: reads some
// voxels of the volume, and keeps the nearest seed so far.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "flood_volume.glsl"

layout(constant_id = CONSTANT_KIND) const uint IS_WHOLE = 1u;

layout(std430, binding = FLOOD_HERE) readonly buffer here_window { uint here[]; };
layout(std430, binding = FLOOD_TO) buffer to_window { uint to[]; };

layout(push_constant) uniform search_push {
    flood_volume volume;
    uint end_layer; // End of the dispatch's layers.
    uint sites;
    uint here_base;
    uint to_base;
    float side_x;
    float side_y;
    float side_z;
} push;

void main()
{
    scree_flood_position position = thread_position(push.volume);
    if (position.x >= push.volume.columns || position.y >= push.volume.rows || position.z >= push.end_layer) {
        return;
    }
    scree_flood_shape shape = shape_of(push.volume, vec3(push.side_x, push.side_y, push.side_z));
    uint at = (position.z * push.volume.rows + position.y) * push.volume.columns + position.x + push.to_base;
    scree_flood_seed best = scree_flood_measure(to[at], position, shape, IS_WHOLE != 0u);
    SCREE_ROLLED
    for (uint i = 0u; i < push.sites; i++) {
        uint number = here[push.here_base + i];
        best = scree_flood_nearer(best, scree_flood_measure(number, position, shape, IS_WHOLE != 0u));
    }
    to[at] = best.number;
}
