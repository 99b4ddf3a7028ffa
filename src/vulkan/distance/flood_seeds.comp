// Writes the seeds of jump flooding before the first pass. A seed's nearest seed is itself and never changes, so both
// volumes hold it from the start.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "flood_volume.glsl"

layout(constant_id = CONSTANT_KIND) const uint IS_TERRAIN = 1u;

layout(std430, binding = FLOOD_FIRST) writeonly buffer first_volume { uint first[]; };
layout(std430, binding = FLOOD_SECOND) writeonly buffer second_volume { uint second[]; };
// Solid voxels of each column, or a byte for each voxel.
layout(std430, binding = FLOOD_SOLID) readonly buffer solid_words { uint solid[]; };

layout(push_constant) uniform seeds_push {
    flood_volume volume;
    uint end_layer; // End of the dispatch's layers.
    uint first_base;
    uint second_base;
    uint solid_base; // In bytes, for voxels.
    uint seeds_are_solid;
} push;

void main()
{
    scree_flood_position position = thread_position(push.volume);
    if (position.x >= push.volume.columns || position.y >= push.volume.rows || position.z >= push.end_layer) {
        return;
    }
    uint column = position.y * push.volume.columns + position.x;
    uint voxel = position.z * (push.volume.columns * push.volume.rows) + column;
    bool is_solid;
    if (IS_TERRAIN != 0u) {
        is_solid = position.z < solid[column];
    } else {
        uint at = voxel + push.solid_base;
        is_solid = (solid[at >> 2] >> (8u * (at & 3u)) & 0xffu) != 0u;
    }
    uint number = is_solid == (push.seeds_are_solid != 0u)
                      ? scree_flood_pack(position, shape_of(push.volume, vec3(0.0)))
                      : SCREE_FLOOD_NO_SEED;
    first[voxel + push.first_base] = number;
    second[voxel + push.second_base] = number;
}
