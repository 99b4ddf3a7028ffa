// Declarations that the shaders of jump flooding share: the volume, and the thread's voxel.
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "flood_layout.h"
#include "table_layout.h"

#include "distance/jump_flood.h"

layout(local_size_x = FLOOD_GROUP_X, local_size_y = FLOOD_GROUP_Y) in;

struct flood_volume {
    uint columns;
    uint rows;
    uint first_layer; // First layer of the dispatch.
    uint x_shift;
    uint y_shift;
};

// The thread's voxel; it may be beyond the volume along x and y.
scree_flood_position thread_position(const flood_volume volume)
{
    uint group = gl_WorkGroupID.y * FLOOD_ROW_GROUPS + gl_WorkGroupID.x;
    uint across = (volume.columns + FLOOD_GROUP_X - 1u) / FLOOD_GROUP_X;
    uint down = (volume.rows + FLOOD_GROUP_Y - 1u) / FLOOD_GROUP_Y;
    scree_flood_position position;
    position.x = group % across * FLOOD_GROUP_X + gl_LocalInvocationID.x;
    position.y = group / across % down * FLOOD_GROUP_Y + gl_LocalInvocationID.y;
    position.z = group / across / down + volume.first_layer;
    return position;
}

scree_flood_shape shape_of(const flood_volume volume, const vec3 side)
{
    return scree_flood_shape_of(volume.x_shift, volume.y_shift, side.x, side.y, side.z);
}
