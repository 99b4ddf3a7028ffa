// Distances and indices of flooded voxels. With the inside's seeds too, a voxel that is a seed of the outside is
// inside.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "flood_volume.glsl"

layout(constant_id = CONSTANT_KIND) const uint IS_WHOLE = 1u;
layout(constant_id = CONSTANT_AXES) const uint HAS_INSIDE = 0u;
layout(constant_id = CONSTANT_HASH) const uint HAS_NEAREST = 0u;

layout(std430, binding = FLOOD_SEEDS) readonly buffer seeds_window { uint seeds[]; };
layout(std430, binding = FLOOD_INSIDE) readonly buffer inside_window { uint inside[]; };
// May be the memory of the seeds.
layout(std430, binding = FLOOD_DISTANCE) writeonly buffer distance_window { uint distances[]; };
layout(std430, binding = FLOOD_NEAREST) writeonly buffer nearest_window { uint nearest[]; };

layout(push_constant) uniform distances_push {
    flood_volume volume;
    uint end_layer; // End of the dispatch's layers.
    uint seeds_base;
    uint inside_base;
    uint distance_base;
    uint nearest_base;
    float side_x;
    float side_y;
    float side_z;
    float unit;
    float margin;
    float clip;
} push;

void main()
{
    scree_flood_position position = thread_position(push.volume);
    if (position.x >= push.volume.columns || position.y >= push.volume.rows || position.z >= push.end_layer) {
        return;
    }
    scree_flood_shape shape = shape_of(push.volume, vec3(push.side_x, push.side_y, push.side_z));
    uint voxel = (position.z * push.volume.rows + position.y) * push.volume.columns + position.x;
    uint number = seeds[voxel + push.seeds_base];
    bool is_inside = HAS_INSIDE != 0u && number == scree_flood_pack(position, shape);
    if (is_inside) {
        number = inside[voxel + push.inside_base];
    }
    scree_flood_seed seed = scree_flood_measure(number, position, shape, IS_WHOLE != 0u);
    distances[voxel + push.distance_base] =
        floatBitsToUint(scree_flood_distance(seed, uintBitsToFloat(0x7f800000u), IS_WHOLE != 0u, push.unit, push.margin,
                                             push.clip, is_inside ? 0x80000000u : 0u));
    if (HAS_NEAREST != 0u) {
        nearest[voxel + push.nearest_base] =
            scree_flood_index(number, shape, push.volume.columns, push.volume.rows);
    }
}
