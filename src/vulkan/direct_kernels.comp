// The direct kernel: evaluates every sample on its own, one thread for each.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"

layout(local_size_x = DIRECT_GROUP) in;

layout(std430, binding = BINDING_VALUES) buffer samples { float values[]; };

layout(push_constant) uniform samples_push {
    uint first_octave;
    uint width;
    uint rows;
    uint row_stride;
    uint plane_stride;
    uint first_value;
    uint adds;        // Whether earlier octaves are in `values`.
    uint finds_range; // Whether the sums are complete.
    uint octaves;
    uint first_plane; // Counted from the first plane of the tables.
    uint planes;
    uint fractal;
} push;

#include "noise_range.glsl"

void main()
{
    // Threads past the end take part, because all threads are needed to find the range, but write nothing.
    bool is_sample = gl_GlobalInvocationID.x < push.width;
    uint x = min(gl_GlobalInvocationID.x, push.width - 1u);
    uint y = gl_WorkGroupID.y;
    uint index = push.first_value + gl_WorkGroupID.z * push.plane_stride + y * push.row_stride + x;
    scree_fractal_state state = scree_fractal_start();
    if (push.adds != 0u && is_sample) {
        state.sum = values[index];
    }
    for (uint o = 0u; o < push.octaves; o++) {
        uint octave = push.first_octave + o;
        vec4 entry = entries[octave_word(octave, OCTAVE_X_ENTRIES) + x];
        uint node = octave_word(octave, OCTAVE_X_KEYS) + floatBitsToUint(entry.w);
        scree_cell cell;
        cell.fraction[0] = entry.x;
        cell.fraction1[0] = entry.y;
        cell.fade[0] = entry.z;
        cell.key0[0] = scree_table_words[node];
        cell.key1[0] = scree_table_words[node + 1u];
        if (AXES > 1u) {
            entry = entries[octave_word(octave, OCTAVE_Y_ENTRIES) + y];
            node = octave_word(octave, OCTAVE_Y_KEYS) + floatBitsToUint(entry.w);
            cell.fraction[1] = entry.x;
            cell.fraction1[1] = entry.y;
            cell.fade[1] = entry.z;
            cell.key0[1] = scree_table_words[node];
            cell.key1[1] = scree_table_words[node + 1u];
        }
        cell = place_plane(cell, octave, push.first_plane + gl_WorkGroupID.z);
        state = add_octave(state, fractal_or_fbm(push.fractal), evaluate_cell(cell, octave), octave);
    }
    if (is_sample) {
        values[index] = state.sum;
    }
    if (push.finds_range != 0u) {
        widen_range(is_sample ? state.sum : uintBitsToFloat(RANGE_EMPTY_MIN),
                    is_sample ? state.sum : uintBitsToFloat(RANGE_EMPTY_MAX));
    }
    check_watchdog();
}
