// A pass of jump flooding by the rule of kernels/jump_flood.h, one thread for each voxel.
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

scree_flood_seed offer(scree_flood_seed best, uint number, scree_flood_place place, scree_flood_shape shape)
{
    return scree_flood_nearer(best, scree_flood_measure(number, place, shape, IS_WHOLE != 0u));
}

// Reads the nine neighbours in the layer that is `side` jumps away from the voxel.
scree_flood_seed look_at_layer(scree_flood_seed best, int side, scree_flood_place place, scree_flood_shape shape)
{
    uint jump = push.jump;
    uint columns = push.volume.columns;
    uint plane = columns * push.volume.rows;
    uint first_y = scree_flood_before(place.y, jump);
    uint last_y = scree_flood_behind(place.y, jump, push.volume.rows);
    uint first_x = scree_flood_before(place.x, jump);
    uint last_x = scree_flood_behind(place.x, jump, columns);
    for (uint y = first_y; y <= last_y; y += jump) {
        for (uint x = first_x; x <= last_x; x += jump) {
            uint voxel = (place.z + uint(side) * jump) * plane + y * columns + x;
            uint number;
            if (side < 0) {
                number = below[voxel + push.below_base];
            } else if (side > 0) {
                number = above[voxel + push.above_base];
            } else {
                number = here[voxel + push.here_base];
            }
            best = offer(best, number, place, shape);
        }
    }
    return best;
}

void main()
{
    scree_flood_place place = thread_place(push.volume);
    if (place.x >= push.volume.columns || place.y >= push.volume.rows || place.z >= push.end_layer) {
        return;
    }
    scree_flood_shape shape = shape_of(push.volume, vec3(push.side_x, push.side_y, push.side_z));
    uint voxel = (place.z * push.volume.rows + place.y) * push.volume.columns + place.x;
    if (here[voxel + push.here_base] == scree_flood_pack(place, shape)) {
        return;
    }
    scree_flood_seed best = look_at_layer(scree_flood_no_seed(), 0, place, shape);
    if (place.z >= push.jump) {
        best = look_at_layer(best, -1, place, shape);
    }
    if (push.jump < push.all_layers - place.z) {
        best = look_at_layer(best, 1, place, shape);
    }
    to[voxel + push.to_base] = best.number;
}
