// Plane stage: every lattice node of a batch of planes, with all outer axes folded. A thread computes some nodes of one
// column, for which the outer axes and the column's key are read once. Where an entry file defines HAS_DUALS, a node
// has parts for derivatives, which follow one another.
#include "noise_tables.glsl"
#if defined(HAS_DUALS)
layout(constant_id = CONSTANT_FADE) const uint FADE = 0u;
#include "noise/contraction_dual.h"
#endif

layout(local_size_x = PLANE_GROUP_X, local_size_y = PLANE_GROUP_Y) in;

// One buffer: nodes of gradient noise, or single values.
layout(std430, binding = BINDING_NODES) writeonly buffer node_words { vec4 nodes[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer node_values { float node_value[]; };

layout(push_constant) uniform planes_push {
    uint octave;
    uint first_plane; // Counted from the first plane of the tables.
} push;

#if defined(HAS_DUALS)

void store_node(const uint index, const scree_cell cell, const uint octave)
{
    const uint PARTS = AXES - 1u;
    scree_dual_node node = scree_dual_node_at(has_gradients(), cell, AXES, octave_source(octave), FADE);
    [[unroll]]
    for (uint i = 0u; i < PARTS; i++) {
        scree_node part = node.part[scree_kept_part(i)];
        if (has_gradients()) {
            nodes[index * PARTS + i] = vec4(part.value, part.slope_x, part.slope_y, 0.0f);
        } else {
            node_value[index * PARTS + i] = part.value;
        }
    }
}

#else

void store_node(const uint index, const scree_cell cell, const uint octave)
{
    scree_octave_source source = octave_source(octave);
    if (has_gradients()) {
        scree_node node = scree_fold_perlin(cell, AXES, AXES - 2u, HASH, source.gradients, source.gradient_count,
                                            TABLE_PERMUTATION);
        nodes[index] = vec4(node.value, node.slope_x, node.slope_y, 0.0f);
    } else {
        node_value[index] = scree_fold_values(cell, AXES, AXES - 2u, HASH, source.amplitude, TABLE_PERMUTATION);
    }
}

#endif

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
    scree_cell cell;
    cell.fraction[0] = 0.0f;
    cell.key0[0] = scree_table_words[octave_word(octave, OCTAVE_X_KEYS) + x];
    cell.key1[0] = cell.key0[0];
    cell = locate_plane(cell, octave, push.first_plane + z);
    uint index = octave_word(octave, OCTAVE_NODES) + (z * rows + y) * stride + x;
    for (uint i = 0u; i < PLANE_NODES && y < rows; i++) {
        cell.key0[1] = scree_table_words[y_keys + y];
        cell.key1[1] = cell.key0[1];
        store_node(index, cell, octave);
        y += PLANE_GROUP_Y;
        index += PLANE_GROUP_Y * stride;
    }
}
