// Points of the host or of a buffer: where their coordinates lie, and which of them are beyond the limits of positions.
layout(local_size_x = DIRECT_GROUP) in;

layout(constant_id = CONSTANT_FADE) const uint FADE = 0u;
layout(constant_id = CONSTANT_IS_WIDE) const uint IS_WIDE = 0u;

layout(std430, binding = BINDING_NODES) readonly buffer coordinate_words { uint coordinates[]; };
layout(std430, binding = BINDING_VALUES) buffer samples { float values[]; };
// The lowest number of a point and axis whose coordinate is beyond the limits of positions.
layout(std430, binding = BINDING_RANGE) buffer found_words { uint found; };

layout(push_constant) uniform points_push {
    uint first_octave;
    uint octaves;
    uint points;
    uint adds;
    uint first_value;
    uint rules;
    uint fast_limit;
    uint limit_low;
    uint limit_high;
    uint offset[8];
    uint stride[8];
    uint fractal;
#if defined(HAS_WARP)
#include "warp_push.glsl"
#endif
} push;

#define BITS_OF_NAN 0x7fc00000u

// The bits of a coordinate; a float32 one is the lower word.
scree_pair coordinate_bits(const uint axis, const uint point)
{
    uint word = push.offset[axis] + point * push.stride[axis];
    return scree_pair(coordinates[word], IS_WIDE != 0u ? coordinates[word + 1u] : 0u);
}

scree_float_parts coordinate_from_bits(const scree_pair bits)
{
    scree_float_parts coordinate;
    if (IS_WIDE != 0u) {
        coordinate = scree_parts_from_f64(bits);
    } else {
        coordinate = scree_parts_from_f32(bits.low);
    }
    return coordinate;
}

scree_pair magnitude_from_bits(const scree_pair bits)
{
    scree_pair magnitude = scree_pair(bits.low, bits.high & 0x7fffffffu);
    if (IS_WIDE == 0u) {
        magnitude = scree_magnitude_from_f32(bits.low);
    }
    return magnitude;
}

uint sign_of_bits(const scree_pair bits)
{
    return (IS_WIDE != 0u ? bits.high : bits.low) & 0x80000000u;
}

// The first axis along which a point is beyond the limits; AXES if there is none.
uint find_far_axis(const uint point)
{
    uint found_axis = AXES;
    [[unroll]]
    for (uint i = 0u; i < AXES; i++) {
        uint axis = AXES - 1u - i;
        if (scree_bits_exceed(magnitude_from_bits(coordinate_bits(axis, point)),
                              scree_pair(push.limit_low, push.limit_high))) {
            found_axis = axis;
        }
    }
    return found_axis;
}

// The number of this thread's point.
uint point_number()
{
    return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * DIRECT_GROUP + gl_LocalInvocationID.x;
}

// The first of a point's floats.
uint value_index(const uint point)
{
    return push.first_value + point * CHANNELS;
}

// Reports that a point is beyond the limits along an axis.
void refuse_point(const uint point, const uint axis)
{
    atomicMin(found, point * 8u + axis);
    [[unroll]]
    for (uint channel = 0u; channel < CHANNELS; channel++) {
        values[value_index(point) + channel] = uintBitsToFloat(BITS_OF_NAN);
    }
}
