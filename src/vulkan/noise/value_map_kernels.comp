// Maps the values of samples to another distribution, one thread for each sample. Groups are numbered along x and y.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"

layout(local_size_x = DIRECT_GROUP) in;

layout(std430, binding = BINDING_TABLES) readonly buffer table_words { uint scree_table_words[]; };
#include "noise/distribution.h"

layout(std430, binding = BINDING_VALUES) buffer samples { float values[]; };

layout(push_constant) uniform value_map_push {
    uint width;
    uint rows;
    uint row_groups;
    uint row_stride;
    uint plane_stride;
    uint first_value;
    uint channels;
    uint value_map;
} push;

SCREE_FN float product(const float a, const float b)
{
    return a * b;
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint row = group / push.row_groups;
    uint x = group % push.row_groups * DIRECT_GROUP + gl_LocalInvocationID.x;
    if (x >= push.width || row >= push.rows) {
        return;
    }
    uint at = push.first_value + gl_WorkGroupID.z * push.plane_stride + row * push.row_stride + x * push.channels;
    scree_distributed distributed = scree_distribution_map(push.value_map, values[at]);
    values[at] = distributed.value;
    for (uint channel = 1u; channel < push.channels; channel++) {
        values[at + channel] = product(values[at + channel], distributed.slope);
    }
}
