// Line and sample stages: a thread folds x for its columns whenever y enters a lattice row, and folds y and sums the
// octaves in registers for a strip of rows.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"

layout(local_size_x = SAMPLE_GROUP) in;
layout(constant_id = CONSTANT_COLUMNS) const uint COLUMNS = 2u;
layout(constant_id = CONSTANT_ROWS) const uint ROWS = 16u;

layout(std430, binding = BINDING_NODES) readonly buffer node_words { vec4 nodes[]; };
layout(std430, binding = BINDING_DATA) readonly buffer node_values { float node_value[]; };
layout(std430, binding = BINDING_VALUES) buffer samples { float values[]; };

layout(push_constant) uniform samples_push {
    uint first_octave;
    uint octaves;
    uint width;
    uint rows;
    uint row_stride;
    uint plane_stride;
    uint first_value;
    uint adds;        // Whether earlier octaves are in `values`.
    uint finds_range; // Whether the sums are whole.
} push;

#include "noise_range.glsl"

shared vec4 row_entry[SAMPLE_OCTAVES * ROWS];

// A lattice row at a column: the value, and the slope along y.
struct line {
    float value;
    float slope;
};

line fold_line(uint index, vec4 entry)
{
    line folded;
    if (KIND == KIND_VALUE) {
        folded.value = scree_lerp(node_value[index], node_value[index + 1u], entry.z);
        folded.slope = folded.value;
    } else {
        vec4 left = nodes[index];
        vec4 right = nodes[index + 1u];
        if (AXES == 2u) {
            folded.value = scree_fold_first(left.y, right.y, entry.x, entry.y, entry.z);
        } else {
            folded.value = scree_fold_value(left.x, left.y, right.x, right.y, entry.x, entry.y, entry.z);
        }
        folded.slope = scree_lerp(left.z, right.z, entry.z);
    }
    return folded;
}

float fold_y(line low, line high, vec4 row)
{
    float value;
    if (KIND == KIND_VALUE) {
        value = scree_lerp(low.value, high.value, row.z);
    } else {
        value = scree_fold_value(low.value, low.slope, high.value, high.slope, row.x, row.y, row.z);
    }
    return value;
}

void main()
{
    uint first_row = gl_WorkGroupID.y * ROWS;
    uint plane = gl_WorkGroupID.z;
    uint column[COLUMNS];
    float sum[COLUMNS * ROWS];
    uint base = push.first_value + plane * push.plane_stride + first_row * push.row_stride;

    [[unroll]]
    for (uint c = 0u; c < COLUMNS; c++) {
        column[c] = (gl_WorkGroupID.x * COLUMNS + c) * SAMPLE_GROUP + gl_LocalInvocationID.x;
        [[unroll]]
        for (uint r = 0u; r < ROWS; r++) {
            sum[c * ROWS + r] = uintBitsToFloat(SCREE_KERNEL_NOTHING_YET);
            if (push.adds != 0u && column[c] < push.width && first_row + r < push.rows) {
                sum[c * ROWS + r] = values[base + r * push.row_stride + column[c]];
            }
        }
    }
    for (uint chunk = 0u; chunk < push.octaves; chunk += SAMPLE_OCTAVES) {
        uint chunk_octaves = min(push.octaves - chunk, SAMPLE_OCTAVES);
        barrier();
        for (uint i = gl_LocalInvocationID.x; i < chunk_octaves * ROWS; i += SAMPLE_GROUP) {
            uint octave = push.first_octave + chunk + i / ROWS;
            row_entry[i] = entries[octave_word(octave, OCTAVE_Y_ENTRIES) + min(first_row + i % ROWS, push.rows - 1u)];
        }
        barrier();
        for (uint o = 0u; o < chunk_octaves; o++) {
            uint octave = push.first_octave + chunk + o;
            uint stride = octave_word(octave, OCTAVE_NODE_STRIDE);
            uint plane_node = octave_word(octave, OCTAVE_NODES) +
                              plane * stride * octave_word(octave, OCTAVE_NODE_ROWS);
            uint x_entries = octave_word(octave, OCTAVE_X_ENTRIES);
            float weight = uintBitsToFloat(octave_word(octave, OCTAVE_WEIGHT));
            vec4 entry[COLUMNS];
            uint node[COLUMNS];
            line low[COLUMNS];
            line high[COLUMNS];
            uint current = floatBitsToUint(row_entry[o * ROWS].w);
            [[unroll]]
            for (uint c = 0u; c < COLUMNS; c++) {
                entry[c] = entries[x_entries + min(column[c], push.width - 1u)];
                node[c] = plane_node + floatBitsToUint(entry[c].w) + current * stride;
                low[c] = fold_line(node[c], entry[c]);
                high[c] = fold_line(node[c] + stride, entry[c]);
            }
            [[unroll]]
            for (uint r = 0u; r < ROWS; r++) {
                vec4 row = row_entry[o * ROWS + r];
                uint next = floatBitsToUint(row.w);
                if (r > 0u && next != current) {
                    [[unroll]]
                    for (uint c = 0u; c < COLUMNS; c++) {
                        node[c] += (next - current) * stride;
                        low[c] = high[c];
                        if (next != current + 1u) {
                            low[c] = fold_line(node[c], entry[c]);
                        }
                        high[c] = fold_line(node[c] + stride, entry[c]);
                    }
                    current = next;
                }
                [[unroll]]
                for (uint c = 0u; c < COLUMNS; c++) {
                    sum[c * ROWS + r] =
                        scree_add_octave(sum[c * ROWS + r], scree_bend(FRACTAL, fold_y(low[c], high[c], row), weight));
                }
            }
        }
    }

    float least = uintBitsToFloat(RANGE_EMPTY_LEAST);
    float greatest = uintBitsToFloat(RANGE_EMPTY_GREATEST);
    [[unroll]]
    for (uint c = 0u; c < COLUMNS; c++) {
        [[unroll]]
        for (uint r = 0u; r < ROWS; r++) {
            if (column[c] < push.width && first_row + r < push.rows) {
                least = scree_minimum(least, sum[c * ROWS + r]);
                greatest = scree_maximum(greatest, sum[c * ROWS + r]);
                values[base + r * push.row_stride + column[c]] = sum[c * ROWS + r];
            }
        }
    }
    if (push.finds_range != 0u) {
        widen_range(least, greatest);
    }
}
