// Converts values to the output's type. One thread for each word of output: a float, two u16 or four u8.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"
#include "base/convert.h"

layout(local_size_x = CONVERT_GROUP) in;

layout(std430, binding = BINDING_VALUES) readonly buffer samples { float values[]; };
layout(std430, binding = BINDING_DATA) writeonly buffer converted { uint data[]; };

layout(push_constant) uniform convert_push {
    uint count;
    uint bits; // 8, 16 or 32 for each sample.
    float low;
    float scale;
    float top;
} push;

void main()
{
    uint word = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * CONVERT_GROUP + gl_LocalInvocationID.x;
    uint samples = 32u / push.bits;
    uint first = word * samples;
    if (first >= push.count) {
        return;
    }
    uint made = 0u;
    for (uint i = 0u; i < samples && first + i < push.count; i++) {
        float mapped = scree_map_range(values[first + i], push.low, push.scale, push.top);
        made |= (push.bits == 32u ? floatBitsToUint(mapped) : scree_quantise(mapped)) << (i * push.bits);
    }
    data[word] = made;
}
