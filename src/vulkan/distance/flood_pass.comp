// A pass of jump flooding by the rule of kernels/distance/jump_flood.h, one thread for each voxel.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "flood_volume.glsl"

layout(constant_id = CONSTANT_KIND) const uint IS_WHOLE = 1u;

layout(std430, binding = FLOOD_BELOW) readonly buffer below_window { uint below[]; };
layout(std430, binding = FLOOD_HERE) readonly buffer here_window { uint here[]; };
layout(std430, binding = FLOOD_ABOVE) readonly buffer above_window { uint above[]; };
layout(std430, binding = FLOOD_TO) writeonly buffer to_window { uint to[]; };

layout(push_constant) uniform pass_push {
    flood_volume volume;
    uint end_layer; // End of the dispatch's layers.
    uint all_layers;
    uint jump;
    uint below_base;
    uint here_base;
    uint above_base;
    uint to_base;
    float side_x;
    float side_y;
    float side_z;
} push;

scree_flood_seed offer(const scree_flood_seed best, const uint number, const scree_flood_position position,
                       const scree_flood_shape shape)
{
    return scree_flood_nearer(best, scree_flood_measure(number, position, shape, IS_WHOLE != 0u));
}

// Reads the nine neighbours in the layer that is `side` jumps away from the voxel.
scree_flood_seed look_at_layer(const scree_flood_seed before, const int side, const scree_flood_position position,
                               const scree_flood_shape shape)
{
    scree_flood_seed best = before;
    uint jump = push.jump;
    uint columns = push.volume.columns;
    uint plane = columns * push.volume.rows;
    uint first_y = scree_flood_before(position.y, jump);
    uint last_y = scree_flood_behind(position.y, jump, push.volume.rows);
    uint first_x = scree_flood_before(position.x, jump);
    uint last_x = scree_flood_behind(position.x, jump, columns);
    for (uint y = first_y; y <= last_y; y += jump) {
        for (uint x = first_x; x <= last_x; x += jump) {
            uint voxel = (position.z + uint(side) * jump) * plane + y * columns + x;
            uint number;
            if (side < 0) {
                number = below[voxel + push.below_base];
            } else if (side > 0) {
                number = above[voxel + push.above_base];
            } else {
                number = here[voxel + push.here_base];
            }
            best = offer(best, number, position, shape);
        }
    }
    return best;
}

void main()
{
    scree_flood_position position = thread_position(push.volume);
    if (position.x >= push.volume.columns || position.y >= push.volume.rows || position.z >= push.end_layer) {
        return;
    }
    scree_flood_shape shape = shape_of(push.volume, vec3(push.side_x, push.side_y, push.side_z));
    uint voxel = (position.z * push.volume.rows + position.y) * push.volume.columns + position.x;
    if (here[voxel + push.here_base] == scree_flood_pack(position, shape)) {
        return;
    }
    scree_flood_seed best = look_at_layer(scree_flood_no_seed(), 0, position, shape);
    if (position.z >= push.jump) {
        best = look_at_layer(best, -1, position, shape);
    }
    if (push.jump < push.all_layers - position.z) {
        best = look_at_layer(best, 1, position, shape);
    }
    to[voxel + push.to_base] = best.number;
}
