// Line and sample stages. A thread has two neighbouring columns and walks down a strip of rows. For every octave it
// holds the lattice rows above and below the current row, folded along x; when y enters a new lattice row it folds that
// one.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"

layout(local_size_x_id = CONSTANT_GROUP) in;
layout(constant_id = CONSTANT_ROWS) const uint ROWS = 64u;
layout(constant_id = CONSTANT_OCTAVES) const uint OCTAVES = 1u;
// Whether the start of every row is a multiple of two samples, so that two are stored at a time.
layout(constant_id = CONSTANT_PAIRED) const bool PAIRED = false;

layout(std430, binding = BINDING_NODES) readonly buffer node_words { vec4 nodes[]; };
layout(std430, binding = BINDING_DATA) readonly buffer node_values { float node_value[]; };
layout(std430, binding = BINDING_VALUES) buffer samples { float values[]; };
layout(std430, binding = BINDING_PAIRS) buffer sample_pairs { vec2 value_pairs[]; };

layout(push_constant) uniform samples_push {
    uint first_octave;
    uint width;
    uint rows;
    uint row_stride;
    uint plane_stride;
    uint first_value;
    uint adds;        // Whether earlier octaves are in `values`.
    uint finds_range; // Whether the sums are complete.
} push;

#include "noise_range.glsl"

// Data of each octave: first node of the plane, nodes of a lattice row, offset of entries along x, bits of the weight.
shared uvec4 octave_data[OCTAVES];
shared vec4 row_entry[ROWS * OCTAVES];
// Bit o: octave o enters a new lattice row at this row.
shared uint row_change[ROWS];

// Octaves whose entries along x are kept in registers.
const uint KEPT_OCTAVES = 2u;

scree_node node_at(const uint index)
{
    vec4 words = nodes[index];
    return scree_node(words.x, words.y, words.z);
}

scree_row_node fold_x(const uint index, const vec4 entry)
{
    scree_row_node folded;
    if (has_gradients()) {
        folded = scree_fold_x(AXES, node_at(index), node_at(index + 1u), entry.x, entry.y, entry.z);
    } else {
        folded.value = scree_lerp(node_value[index], node_value[index + 1u], entry.z);
        folded.slope = folded.value;
    }
    return folded;
}

uint lattice_row(const uint row, const uint octave)
{
    return floatBitsToUint(row_entry[row * OCTAVES + octave].w);
}

// Loads the data that all threads of a work group need of a strip into shared memory.
void share_rows(const uint first_row, const uint plane)
{
    for (uint i = gl_LocalInvocationIndex; i < ROWS * OCTAVES; i += gl_WorkGroupSize.x) {
        uint y_entries = octave_word(push.first_octave + i % OCTAVES, OCTAVE_Y_ENTRIES);
        row_entry[i] = entries[y_entries + min(first_row + i / OCTAVES, push.rows - 1u)];
    }
    if (gl_LocalInvocationIndex < OCTAVES) { // At most 8; a work group has more threads.
        uint octave = push.first_octave + gl_LocalInvocationIndex;
        uint stride = octave_word(octave, OCTAVE_NODE_STRIDE);
        uint first_node = octave_word(octave, OCTAVE_NODES) + plane * stride * octave_word(octave, OCTAVE_NODE_ROWS);
        octave_data[gl_LocalInvocationIndex] =
            uvec4(first_node, stride, octave_word(octave, OCTAVE_X_ENTRIES), octave_word(octave, OCTAVE_WEIGHT));
    }
    barrier();
    for (uint row = gl_LocalInvocationIndex; row < ROWS; row += gl_WorkGroupSize.x) {
        uint change = 0u;
        for (uint o = 0u; o < OCTAVES; o++) {
            change |= row > 0u && lattice_row(row, o) != lattice_row(row - 1u, o) ? 1u << o : 0u;
        }
        row_change[row] = change;
    }
    barrier();
}

void main()
{
    uint first_row = gl_WorkGroupID.y * ROWS;
    uint rows = min(ROWS, push.rows - first_row);
    uint x = 2u * gl_GlobalInvocationID.x;
    uint column[2] = {min(x, push.width - 1u), min(x + 1u, push.width - 1u)};
    scree_row_node low[OCTAVES * 2u];
    scree_row_node high[OCTAVES * 2u];
    vec4 kept[2u * KEPT_OCTAVES];
    scree_fractal_options options = fractal_options();
    share_rows(first_row, gl_WorkGroupID.z);
    [[unroll]]
    for (uint o = 0u; o < OCTAVES; o++) {
        uvec4 data = octave_data[o];
        [[unroll]]
        for (uint c = 0u; c < 2u; c++) {
            vec4 entry = entries[data.z + column[c]];
            uint node = data.x + floatBitsToUint(entry.w) + lattice_row(0u, o) * data.y;
            if (OCTAVES <= KEPT_OCTAVES) {
                kept[2u * o + c] = entry;
            }
            low[2u * o + c] = fold_x(node, entry);
            high[2u * o + c] = fold_x(node + data.y, entry);
        }
    }

    float minimum = uintBitsToFloat(RANGE_EMPTY_MIN);
    float maximum = uintBitsToFloat(RANGE_EMPTY_MAX);
    uint index = push.first_value + gl_WorkGroupID.z * push.plane_stride + first_row * push.row_stride + x;
    [[dont_unroll]]
    for (uint row = 0u; row < rows; row++, index += push.row_stride) {
        uint change = row_change[row];
        if (change != 0u) {
            [[unroll]]
            for (uint o = 0u; o < OCTAVES; o++) {
                if ((change & (1u << o)) != 0u) {
                    uvec4 data = octave_data[o];
                    uint next = lattice_row(row, o);
                    [[unroll]]
                    for (uint c = 0u; c < 2u; c++) {
                        vec4 entry;
                        if (OCTAVES <= KEPT_OCTAVES) {
                            entry = kept[2u * o + c];
                        } else {
                            entry = entries[data.z + column[c]];
                        }
                        uint node = data.x + floatBitsToUint(entry.w) + next * data.y;
                        low[2u * o + c] = high[2u * o + c];
                        // A step of more than a cell skips lattice rows.
                        if (next != lattice_row(row - 1u, o) + 1u) {
                            low[2u * o + c] = fold_x(node, entry);
                        }
                        high[2u * o + c] = fold_x(node + data.y, entry);
                    }
                }
            }
        }

        scree_fractal_state state[2] = {scree_fractal_start(), scree_fractal_start()};
        if (push.adds != 0u) {
            state[0].sum = x < push.width ? values[index] : state[0].sum;
            state[1].sum = x + 1u < push.width ? values[index + 1u] : state[1].sum;
        }
        [[unroll]]
        for (uint o = 0u; o < OCTAVES; o++) {
            vec4 entry = row_entry[row * OCTAVES + o];
            float weight = uintBitsToFloat(octave_data[o].w);
            [[unroll]]
            for (uint c = 0u; c < 2u; c++) {
                float value =
                    scree_fold_y(has_gradients(), low[2u * o + c], high[2u * o + c], entry.x, entry.y, entry.z);
                state[c] = scree_fractal_add(state[c], FRACTAL, value, weight, options);
            }
        }
        if (x < push.width) {
            minimum = scree_minimum(minimum, state[0].sum);
            maximum = scree_maximum(maximum, state[0].sum);
        }
        if (x + 1u < push.width) {
            minimum = scree_minimum(minimum, state[1].sum);
            maximum = scree_maximum(maximum, state[1].sum);
        }
        if (PAIRED && x + 1u < push.width) {
            value_pairs[index / 2u] = vec2(state[0].sum, state[1].sum);
        } else {
            if (x < push.width) {
                values[index] = state[0].sum;
            }
            if (x + 1u < push.width) {
                values[index + 1u] = state[1].sum;
            }
        }
    }
    if (push.finds_range != 0u) {
        widen_range(minimum, maximum);
    }
}
