// Distances to a surface of triangles. A thread computes some layers of a column, because the cell that was nearest in
// one layer is near in the next.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "float_controls.glsl"
#include "table_layout.h"
#include "loop_watchdog.glsl"

layout(local_size_x = MESH_GROUP_SIDE, local_size_y = MESH_GROUP_SIDE) in;

layout(std430, binding = BINDING_TABLES) readonly buffer table_words { uint scree_table_words[]; };
layout(std430, binding = BINDING_DATA) readonly buffer level_heights { float levels[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer distances { float values[]; };

#include "distance/mesh_search.h"

layout(push_constant) uniform mesh_push {
    uint columns;
    uint rows;
    uint levels;   // Levels of blocks.
    uint inverses; // Offsets of tables.
    uint spans;
    uint first_layer;
    uint layers;
    uint skipped;  // Words before the first distance.
    uint measures; // Bit 0: the outside is measured; bit 1: the inside; bit 2: the inside is negative.
    float unit;
    float margin;
    float clip;
} push;

float side(const uint which)
{
    return uintBitsToFloat(scree_table_words[MESH_SIDES + which]);
}

scree_mesh_map find_map()
{
    scree_mesh_map map;
    map.sides.x = side(0u);
    map.sides.y = side(1u);
    map.sides.inverse_x = side(2u);
    map.sides.inverse_y = side(3u);
    map.sides.inverse_diagonal = side(4u);
    map.sides.diagonal_x = side(5u);
    map.sides.diagonal_y = side(6u);
    map.sides.across = side(7u);
    map.columns = push.columns;
    map.rows = push.rows;
    map.levels = push.levels;
    map.heights = MESH_HEIGHTS;
    map.inverses = push.inverses;
    map.spans = push.spans;
    map.first = MESH_FIRST;
    return map;
}

void main()
{
    uint across = (push.columns + MESH_GROUP_SIDE - 1u) / MESH_GROUP_SIDE;
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint column = group % across * MESH_GROUP_SIDE + gl_LocalInvocationID.x;
    uint row = group / across * MESH_GROUP_SIDE + gl_LocalInvocationID.y;
    if (column >= push.columns || row >= push.rows) {
        return;
    }
    uint first = gl_WorkGroupID.z * MESH_GROUP_LAYERS;
    uint end = min(first + MESH_GROUP_LAYERS, push.layers);
    scree_mesh_map map = find_map();
    uint index = row * push.columns + column;
    float height = scree_table_f32(map.heights, index);
    scree_mesh_voxel voxel;
    voxel.column = column;
    voxel.row = row;
    scree_mesh_found found;
    found.column = column;
    found.row = row;
    for (uint layer = first; layer < end; layer++) {
        voxel.level = levels[push.first_layer + layer];
        bool is_inside = voxel.level < height;
        found.square = scree_mesh_start((push.measures & (is_inside ? 2u : 1u)) != 0u);
        found = scree_mesh_search_from(map, voxel, found);
        float distance = scree_distance_from_square(scree_mesh_kept(found.square), push.unit, push.margin, push.clip);
        uint sign = is_inside && (push.measures & 4u) != 0u ? 0x80000000u : 0u;
        values[push.skipped + layer * push.columns * push.rows + index] = scree_distance_signed(distance, sign);
    }
    check_watchdog();
}
