// Points that are placed here, from their coordinates, and evaluated. One thread for each point.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "place.h"

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
    uint near_limit;
    uint limit_low;
    uint limit_high;
    uint offset[8];
    uint stride[8];
} push;

#define BITS_OF_NAN 0x7fc00000u

scree_pair pair_at(uint word)
{
    return scree_pair(scree_table_words[word], scree_table_words[word + 1u]);
}

uint octave_rule_at(uint octave)
{
    return push.rules + octave * (POINT_OCTAVE_WORDS + AXES * POINT_AXIS_WORDS);
}

scree_place_octave octave_rule(uint octave)
{
    uint word = octave_rule_at(octave);
    return scree_place_octave(scree_table_words[word], pair_at(word + 1u), scree_table_words[word + 3u]);
}

scree_place_axis axis_rule(uint octave, uint axis)
{
    uint word = octave_rule_at(octave) + POINT_OCTAVE_WORDS + axis * POINT_AXIS_WORDS;
    return scree_place_axis(scree_table_words[word], pair_at(word + 1u), pair_at(word + 3u), pair_at(word + 5u),
                            pair_at(word + 7u));
}

// The bits of a coordinate; a float32 one is the lower word.
scree_pair coordinate_bits(uint axis, uint point)
{
    uint word = push.offset[axis] + point * push.stride[axis];
    return scree_pair(coordinates[word], IS_WIDE != 0u ? coordinates[word + 1u] : 0u);
}

scree_coordinate coordinate_from_bits(scree_pair bits)
{
    scree_coordinate coordinate;
    if (IS_WIDE != 0u) {
        coordinate = scree_coordinate_from_f64(bits);
    } else {
        coordinate = scree_coordinate_from_f32(bits.low);
    }
    return coordinate;
}

scree_pair magnitude_from_bits(scree_pair bits)
{
    scree_pair magnitude = scree_pair(bits.low, bits.high & 0x7fffffffu);
    if (IS_WIDE == 0u) {
        magnitude = scree_magnitude_from_f32(bits.low);
    }
    return magnitude;
}

uint sign_of_bits(scree_pair bits)
{
    return (IS_WIDE != 0u ? bits.high : bits.low) & 0x80000000u;
}

// The first axis along which a point is beyond the limits; AXES if there is none.
uint find_far_axis(uint point)
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

void main()
{
    uint i = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * DIRECT_GROUP + gl_LocalInvocationID.x;
    if (i >= push.points) {
        return;
    }
    double near[8];
    bool is_near = true;
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        scree_pair bits = coordinate_bits(axis, i);
        scree_pair magnitude = magnitude_from_bits(bits);
        is_near = is_near && magnitude.high < push.near_limit;
        near[axis] = scree_f64_from_bits(magnitude.high | sign_of_bits(bits), magnitude.low);
    }
    uint far_axis = is_near ? AXES : find_far_axis(i);
    if (far_axis < AXES) {
        atomicMin(found, i * 8u + far_axis);
        values[push.first_value + i] = uintBitsToFloat(BITS_OF_NAN);
        return;
    }
    scree_fractal_state state = scree_fractal_start();
    if (push.adds != 0u) {
        state.sum = values[push.first_value + i];
    }
    for (uint o = 0u; o < push.octaves; o++) {
        uint octave = push.first_octave + o;
        scree_place_octave rule = octave_rule(octave);
        scree_cell cell;
        [[unroll]]
        for (uint axis = 0u; axis < AXES; axis++) {
            scree_place place;
            if (is_near) {
                place = scree_place_near(near[axis], rule, axis_rule(octave, axis), FADE, HASH);
            } else {
                place = scree_place_far(coordinate_from_bits(coordinate_bits(axis, i)), rule, axis_rule(octave, axis),
                                        FADE, HASH);
            }
            cell.fraction[axis] = place.fraction;
            cell.fraction1[axis] = place.fraction1;
            cell.fade[axis] = place.fade;
            cell.key0[axis] = place.key0;
            cell.key1[axis] = place.key1;
        }
        state = add_octave(state, evaluate_cell(cell, octave), octave);
    }
    values[push.first_value + i] = state.sum;
    check_watchdog();
}
