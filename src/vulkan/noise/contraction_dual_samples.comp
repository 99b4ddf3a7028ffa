// Line and sample stages with derivatives. A thread has a column and some rows. It goes through the octaves one by one,
// for their lattice rows are many parts each: it folds the lattice rows above and below along x, again where y enters a
// new lattice row, and adds the octave to the sums of its rows.
#version 450
#extension GL_GOOGLE_include_directive : require
#define HAS_DUALS
#include "noise_tables.glsl"

#define GROUP_IS_CHOSEN
#include "grid_samples.glsl"

layout(constant_id = CONSTANT_FADE) const uint FADE = 0u;
layout(constant_id = CONSTANT_DUAL_ROWS) const uint ROWS = 1u;
// Whether the start of every row is a multiple of four floats.
layout(constant_id = CONSTANT_IS_ALIGNED) const bool IS_ALIGNED = false;

layout(std430, binding = BINDING_NODES) readonly buffer node_words { vec4 nodes[]; };
layout(std430, binding = BINDING_DATA) readonly buffer node_values { float node_value[]; };
layout(std430, binding = BINDING_PAIRS) buffer sample_quads { vec4 value_quads[]; };

#include "noise_sum.glsl"
#include "noise/contraction_dual.h"

// Four channels are stored at once by the thread that has them. Others go through shared memory, so that neighbouring
// threads store neighbouring floats.
const bool STORES_QUADS = IS_ALIGNED && CURL_OCTAVES == 0u && AXES == 3u;
shared float stage[STORES_QUADS ? 1u : ROWS * gl_WorkGroupSize.x * CHANNELS];

scree_dual_node node_at(const uint index)
{
    const uint PARTS = AXES - 1u;
    scree_dual_node node;
    [[unroll]]
    for (uint i = 0u; i < PARTS; i++) {
        if (has_gradients()) {
            vec4 words = nodes[index * PARTS + i];
            node.part[scree_kept_part(i)] = scree_node(words.x, words.y, words.z);
        } else {
            float value = node_value[index * PARTS + i];
            node.part[scree_kept_part(i)] = scree_node(value, value, value);
        }
    }
    return node;
}

scree_dual_line line_at(const uint index, const scree_dual_location x)
{
    return scree_dual_fold_x(has_gradients(), AXES, node_at(index), node_at(index + 1u), x);
}

scree_dual_location location_of(const vec4 entry)
{
    return scree_dual_location_at(FADE, entry.x, entry.y, entry.z);
}

float channel_of(const octave_sum sum, const uint channel)
{
    return channel == 0u          ? first_of_sum(sum)
           : CURL_OCTAVES != 0u   ? sum.curl.along[channel]
                                  : sum.octaves.sum.slope[channel - 1u];
}

void main()
{
    // Threads past the end take part, because all threads are needed to store and to find the range.
    uint first_column = gl_WorkGroupID.x * gl_WorkGroupSize.x;
    uint columns = min(gl_WorkGroupSize.x, push.width - first_column);
    uint x = min(gl_GlobalInvocationID.x, push.width - 1u);
    uint first_row = gl_WorkGroupID.y * ROWS;
    uint rows = min(ROWS, push.rows - first_row);
    octave_sum sum[ROWS];
    [[unroll]]
    for (uint r = 0u; r < ROWS; r++) {
        sum[r] = start_sum(0u, false);
    }
    [[dont_unroll]]
    for (uint o = 0u; o < push.octaves; o++) {
        uint octave = push.first_octave + o;
        uint stride = octave_word(octave, OCTAVE_NODE_STRIDE);
        uint y_entries = octave_word(octave, OCTAVE_Y_ENTRIES);
        float frequency = uintBitsToFloat(octave_word(octave, OCTAVE_FREQUENCY));
        float weight = uintBitsToFloat(octave_word(octave, OCTAVE_WEIGHT));
        vec4 column = entries[octave_word(octave, OCTAVE_X_ENTRIES) + x];
        scree_dual_location at_x = location_of(column);
        uint first_node = octave_word(octave, OCTAVE_NODES) + floatBitsToUint(column.w) +
                          gl_WorkGroupID.z * stride * octave_word(octave, OCTAVE_NODE_ROWS);
        uint lattice_row = 0u;
        scree_dual_line low;
        scree_dual_line high;
        [[unroll]]
        for (uint r = 0u; r < ROWS; r++) {
            vec4 row = entries[y_entries + min(first_row + r, push.rows - 1u)];
            if (r == 0u || floatBitsToUint(row.w) != lattice_row) {
                lattice_row = floatBitsToUint(row.w);
                low = line_at(first_node + lattice_row * stride, at_x);
                high = line_at(first_node + (lattice_row + 1u) * stride, at_x);
            }
            scree_dual value = scree_dual_fold_y(has_gradients(), AXES, low, high, location_of(row));
            sum[r] = add_value(sum[r], push.fractal, scree_dual_of_cell(value, frequency), weight, fractal_options(),
                               octave);
        }
    }
    float minimum = uintBitsToFloat(RANGE_EMPTY_MIN);
    float maximum = uintBitsToFloat(RANGE_EMPTY_MAX);
    uint index = push.first_value + gl_WorkGroupID.z * push.plane_stride + first_row * push.row_stride +
                 first_column * CHANNELS;
    [[unroll]]
    for (uint r = 0u; r < ROWS; r++) {
        // Rows and columns behind the last ones repeat these.
        minimum = scree_minimum(minimum, first_of_sum(sum[r]));
        maximum = scree_maximum(maximum, first_of_sum(sum[r]));
        if (!STORES_QUADS) {
            [[unroll]]
            for (uint channel = 0u; channel < CHANNELS; channel++) {
                stage[(r * gl_WorkGroupSize.x + gl_LocalInvocationID.x) * CHANNELS + channel] =
                    channel_of(sum[r], channel);
            }
        } else if (gl_LocalInvocationID.x < columns && r < rows) {
            scree_dual dual = sum[r].octaves.sum;
            value_quads[(index + r * push.row_stride) / 4u + gl_LocalInvocationID.x] =
                vec4(dual.value, dual.slope[0], dual.slope[1], dual.slope[2]);
        }
    }
    if (!STORES_QUADS) {
        barrier();
        for (uint r = 0u; r < rows; r++) {
            for (uint i = gl_LocalInvocationID.x; i < columns * CHANNELS; i += gl_WorkGroupSize.x) {
                values[index + r * push.row_stride + i] = stage[r * gl_WorkGroupSize.x * CHANNELS + i];
            }
        }
    }
    if (push.finds_range != 0u) {
        widen_range(minimum, maximum);
    }
}
