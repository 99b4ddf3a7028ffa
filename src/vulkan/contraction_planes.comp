// Plane stage: every lattice node of a batch of planes, with all outer axes folded. A thread computes some nodes of one
// column, for which the outer axes and the column's key are read once.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"

layout(local_size_x = PLANE_GROUP_X, local_size_y = PLANE_GROUP_Y) in;

// One buffer: nodes of gradient noise, or single values.
layout(std430, binding = BINDING_NODES) writeonly buffer node_words { vec4 nodes[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer node_values { float node_value[]; };

layout(push_constant) uniform planes_push {
    uint octave;
    uint first_plane; // Counted from the first plane of the tables.
} push;

void main()
{
    uint x = gl_GlobalInvocationID.x;
    uint z = gl_WorkGroupID.z;
    uint octave = push.octave;
    uint stride = octave_word(octave, OCTAVE_NODE_STRIDE);
    uint rows = octave_word(octave, OCTAVE_NODE_ROWS);
    uint y = gl_WorkGroupID.y * PLANE_GROUP_Y * PLANE_NODES + gl_LocalInvocationID.y;
    if (x >= stride || y >= rows) {
        return;
    }
    uint y_keys = octave_word(octave, OCTAVE_Y_KEYS);
    uint gradients = octave_word(octave, OCTAVE_GRADIENTS);
    uint gradient_count = scree_table_words[TABLE_GRADIENT_COUNT];
    float amplitude = uintBitsToFloat(octave_word(octave, OCTAVE_AMPLITUDE));
    scree_cell cell;
    cell.fraction[0] = 0.0f;
    cell.key0[0] = scree_table_words[octave_word(octave, OCTAVE_X_KEYS) + x];
    cell.key1[0] = cell.key0[0];
    cell = place_plane(cell, octave, push.first_plane + z);
    uint index = octave_word(octave, OCTAVE_NODES) + (z * rows + y) * stride + x;
    for (uint i = 0u; i < PLANE_NODES && y < rows; i++) {
        cell.key0[1] = scree_table_words[y_keys + y];
        cell.key1[1] = cell.key0[1];
        if (has_gradients()) {
            scree_node node = scree_fold_perlin(cell, AXES, AXES - 2u, HASH, gradients, gradient_count,
                                                TABLE_PERMUTATION);
            nodes[index] = vec4(node.value, node.slope_x, node.slope_y, 0.0f);
        } else {
            node_value[index] = scree_fold_values(cell, AXES, AXES - 2u, HASH, amplitude, TABLE_PERMUTATION);
        }
        y += PLANE_GROUP_Y;
        index += PLANE_GROUP_Y * stride;
    }
}
