// The first pass of exact distance fields (kernels/distance/squares.h): the squared distance from each voxel to the
// nearest one of the opposite side in its own column. One thread a voxel; z of the grid is a block of layers.
#extension GL_GOOGLE_include_directive : require

// Levels and the results of words before share a binding, because only heights need levels.
#define scree_level_at(levels, layer) uintBitsToFloat(before[layer])
#include "distance_layout.h"
layout(std430, binding = BINDING_BEFORE) readonly buffer before_words { uint before[]; };
#include "distance_common.glsl"

layout(local_size_x = DISTANCE_GROUP) in;
layout(constant_id = CONSTANT_FINDS_NEAREST) const uint FINDS_NEAREST = 0u;
layout(constant_id = CONSTANT_SOURCE) const uint SOURCE = SOURCE_TOPS;

layout(std430, binding = BINDING_SOURCE) readonly buffer source_words { uint source[]; };
layout(std430, binding = BINDING_AFTER) readonly buffer after_words { uint after[]; };
layout(std430, binding = BINDING_SQUARES) writeonly buffer square_words { uint squares[]; };
layout(std430, binding = BINDING_NEAREST) writeonly buffer nearest_words { uint nearest[]; };

layout(push_constant) uniform squares_push {
    uint plane;
    uint layers; // Layers of the volume.
    uint first_block;
    uint first_word; // First word of the bound bits. The skips count the words of the bindings before it.
    uint source_skip;
    uint before_skip;
    uint after_skip;
    uint is_open;
    uint layers_log; // Logarithm of the layers in a block.
    float side;      // Height of a voxel.
    float top_level; // Height of the volume, with heights.
} push;

scree_column_term term_of_bits(const uint column, const uint layer)
{
    uint number = layer / 32u;
    uint index = (number - push.first_word) * push.plane + column;
    scree_column_word word;
    word.first = 32u * number;
    word.solid = source[push.source_skip + index];
    word.valid = scree_valid_bits(push.layers, number);
    word.before = before[push.before_skip + index];
    word.after = after[push.after_skip + index];
    return scree_term_of_word(word, layer, push.side);
}

#if SCREE_SQUARES_REAL
scree_column_term term_of_height(const float height, const uint layer)
{
    uint top = FINDS_NEAREST != 0u ? scree_voxels_below(0u, push.layers, height) : 0u;
    return scree_term_of_height(height, scree_level_at(0u, layer), top, push.layers, push.is_open != 0u,
                                push.top_level);
}
#endif

void main()
{
    uint index = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * DISTANCE_GROUP + gl_LocalInvocationID.x;
    uint column = index >> push.layers_log;
    if (column >= push.plane) {
        return;
    }
    // Threads behind the last layer repeat it, in unused memory.
    uint layer = ((push.first_block + gl_WorkGroupID.z) << push.layers_log) + (index & ((1u << push.layers_log) - 1u));
    layer = min(layer, push.layers - 1u);
    scree_column_term term;
    if (SOURCE == SOURCE_BITS) {
        term = term_of_bits(column, layer);
#if SCREE_SQUARES_REAL
    } else if (SOURCE == SOURCE_HEIGHTS) {
        term = term_of_height(uintBitsToFloat(source[column]), layer);
#endif
    } else {
        term = scree_term_of_top(source[column], layer, push.layers, push.is_open != 0u, push.side);
    }
    uint to = ((gl_WorkGroupID.z * push.plane) << push.layers_log) + index;
    squares[to] = word_from_square(term.square);
    if (FINDS_NEAREST != 0u) {
        nearest[to] = term.layer;
    }
}
