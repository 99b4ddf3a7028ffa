// Fractions, fade weights and keys of places, whose roundings distinguish an exact float64 from others.
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
        scree_pair coordinate = scree_pair(operand[2u * i], operand[2u * i + 1u]);
        scree_place place = scree_place_trial(coordinate, SCREE_KERNEL_FADE_QUINTIC);
        values[7u * i] = place.fraction;
        values[7u * i + 1u] = place.fraction1;
        values[7u * i + 2u] = place.fade;
        values[7u * i + 3u] = scree_place_trial(coordinate, SCREE_KERNEL_FADE_CUBIC).fade;
        values[7u * i + 4u] = scree_place_trial(coordinate, SCREE_KERNEL_FADE_COSINE).fade;
        values[7u * i + 5u] = scree_place_trial(coordinate, SCREE_KERNEL_FADE_LINEAR).fade;
        values[7u * i + 6u] = scree_f32_from_u24(place.key0 >> 8u);
    }
}
