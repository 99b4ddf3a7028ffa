// Plane stage: every lattice node of a batch of planes, with all outer axes folded. One thread a node.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"

layout(local_size_x = PLANE_GROUP_X, local_size_y = PLANE_GROUP_Y) in;

// One buffer: whole nodes of gradient noise, or values alone.
layout(std430, binding = BINDING_NODES) writeonly buffer node_words { vec4 nodes[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer node_values { float node_value[]; };

layout(push_constant) uniform planes_push {
    uint octave;
    uint first_plane; // Counted from the first of the tables.
} push;

void main()
{
    uint x = gl_GlobalInvocationID.x;
    uint y = gl_GlobalInvocationID.y;
    uint z = gl_WorkGroupID.z;
    uint octave = push.octave;
    uint stride = octave_word(octave, OCTAVE_NODE_STRIDE);
    uint rows = octave_word(octave, OCTAVE_NODE_ROWS);
    if (x >= stride || y >= rows) {
        return;
    }
    scree_cell cell;
    cell.fraction[0] = 0.0f;
    cell.key0[0] = scree_table_words[octave_word(octave, OCTAVE_X_KEYS) + x];
    cell.key0[1] = scree_table_words[octave_word(octave, OCTAVE_Y_KEYS) + y];
    cell.key1[0] = cell.key0[0];
    cell.key1[1] = cell.key0[1];
    cell = place_plane(cell, octave, push.first_plane + z);
    uint index = octave_word(octave, OCTAVE_NODES) + (z * rows + y) * stride + x;
    if (KIND == KIND_VALUE) {
        node_value[index] = scree_fold_values(cell, AXES, AXES - 2u, HASH,
                                              uintBitsToFloat(octave_word(octave, OCTAVE_AMPLITUDE)), TABLE_PERMUTATION);
    } else {
        scree_node node = scree_fold_perlin(cell, AXES, AXES - 2u, HASH, octave_word(octave, OCTAVE_GRADIENTS),
                                            scree_table_words[TABLE_GRADIENT_COUNT], TABLE_PERMUTATION);
        nodes[index] = vec4(node.value, node.slope_x, node.slope_y, 0.0f);
    }
}
