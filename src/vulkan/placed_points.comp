// The direct kernel at arbitrary points, whose axis data the host has computed. One thread for each point.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"

layout(local_size_x = DIRECT_GROUP) in;

// A word for each point, for each octave, axis and one of five quantities (fraction, fraction - 1, fade weight, key of
// the lower node, key of the upper node).
layout(std430, binding = BINDING_NODES) readonly buffer point_words { uint placed[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer samples { float values[]; };

layout(push_constant) uniform points_push {
    uint octaves;
    uint points;
} push;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= push.points) {
        return;
    }
    scree_fractal_state state = scree_fractal_start();
    for (uint octave = 0u; octave < push.octaves; octave++) {
        scree_cell cell;
        [[unroll]]
        for (uint axis = 0u; axis < AXES; axis++) {
            uint place = (octave * AXES + axis) * 5u * push.points + i;
            cell.fraction[axis] = uintBitsToFloat(placed[place]);
            cell.fraction1[axis] = uintBitsToFloat(placed[place + push.points]);
            cell.fade[axis] = uintBitsToFloat(placed[place + 2u * push.points]);
            cell.key0[axis] = placed[place + 3u * push.points];
            cell.key1[axis] = placed[place + 4u * push.points];
        }
        state = add_octave(state, FRACTAL, evaluate_cell(cell, octave), octave);
    }
    values[i] = state.sum;
    check_watchdog();
}
