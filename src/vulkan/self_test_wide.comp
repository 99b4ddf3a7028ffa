// Fractions and fade weights of places, whose roundings distinguish an exact float64 from others.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"
#include "place.h"

layout(local_size_x = DIRECT_GROUP) in;

layout(std430, binding = BINDING_DATA) readonly buffer operands { uint operand[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer results { float values[]; };

layout(push_constant) uniform self_test_push { uint count; } push;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < push.count) {
        scree_wide position = scree_wide(operand[2u * i], operand[2u * i + 1u], 0u, 0u);
        scree_place place = scree_place_unkeyed(position, SCREE_KERNEL_FADE_QUINTIC);
        values[6u * i] = place.fraction;
        values[6u * i + 1u] = place.fraction1;
        values[6u * i + 2u] = place.fade;
        values[6u * i + 3u] = scree_place_unkeyed(position, SCREE_KERNEL_FADE_CUBIC).fade;
        values[6u * i + 4u] = scree_place_unkeyed(position, SCREE_KERNEL_FADE_COSINE).fade;
        values[6u * i + 5u] = scree_place_unkeyed(position, SCREE_KERNEL_FADE_LINEAR).fade;
    }
}
