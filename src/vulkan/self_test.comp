// Sums, differences and products whose roundings distinguish an exact device from one that fuses operations or rounds
// otherwise.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"

layout(local_size_x = DIRECT_GROUP) in;

layout(std430, binding = BINDING_DATA) readonly buffer operands { float operand[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer results { float values[]; };

layout(push_constant) uniform self_test_push { uint count; } push;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < push.count) {
        float a = operand[7u * i];
        float b = operand[7u * i + 1u];
        float c = operand[7u * i + 2u];
        float d = operand[7u * i + 3u];
        float e = operand[7u * i + 4u];
        float f = operand[7u * i + 5u];
        float t = operand[7u * i + 6u];
        values[3u * i] = scree_fold_value(a, b, c, d, e, f, t);
        values[3u * i + 1u] = scree_fold_first(a, b, c, d, t);
        values[3u * i + 2u] = scree_add_octave(scree_bend_ridged(a, b), c);
    }
}
