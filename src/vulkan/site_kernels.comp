// Kinds of sites on a grid: one thread for each sample.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "site_value.glsl"

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
    scree_site_index entry = scree_site_table_index(0u, AXES, x, y, push.first_plane + gl_WorkGroupID.z);
    scree_fractal_state state = scree_fractal_start();
    scree_fractal_options options = fractal_options_at(SCREE_SITE_TABLE_FRACTAL);
    if (push.adds != 0u && is_sample) {
        state.sum = values[index];
    }
    for (uint o = 0u; o < push.octaves; o++) {
        uint octave = push.first_octave + o;
        scree_site site = scree_site_table_site(0u, octave, AXES, entry);
        float value = site_value(0u, site, octave);
        state = scree_fractal_add(state, fractal_or_fbm(push.fractal), value, scree_site_weight(0u, octave), options);
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
