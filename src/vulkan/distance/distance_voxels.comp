// Packs voxels into bits: a word holds 32 layers of a column, and words of a column are a plane apart. Then joins
// words: finds the nearest voxels before and behind each word (kernels/distance/columns.h). One thread for each column
// (and word).
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "distance_layout.h"

// Unused: there are no heights.
#define scree_levels uint
#define scree_level_at(levels, layer) 0.0f
#include "distance/columns.h"

layout(local_size_x = DISTANCE_GROUP) in;
layout(constant_id = CONSTANT_SOURCE) const uint TASK = VOXELS_PACK;

layout(std430, binding = BINDING_SOURCE) readonly buffer voxel_words { uint voxels[]; };
layout(std430, binding = BINDING_SQUARES) buffer bit_words { uint bits[]; };
layout(std430, binding = BINDING_TABLE) writeonly buffer table_words { uint table[]; };
layout(std430, binding = BINDING_STATE) buffer state_words { uint state[]; };

layout(push_constant) uniform voxels_push {
    uint plane;
    uint layers;     // Layers to pack; layers of the volume, when words are joined.
    uint first_bit;  // First bit of the packed layers: 0, or all of them are in one word.
    uint words;      // Words of a column in this dispatch.
    uint first_word; // First word of this dispatch, in the volume.
    uint bits_skip;  // Words of the bindings before the first.
    uint table_skip;
    uint is_first; // Whether the state must be initialised.
} push;

void pack(const uint column, const uint word)
{
    uint made = 0u;
    for (uint i = 0u; i < 32u && 32u * word + i < push.layers; i++) {
        uint index = (32u * word + i) * push.plane + column;
        uint voxel = (voxels[index >> 2u] >> (8u * (index & 3u))) & 255u;
        made |= (voxel != 0u ? 1u : 0u) << (push.first_bit + i);
    }
    uint to = push.bits_skip + word * push.plane + column;
    if (push.first_bit != 0u) {
        made |= bits[to];
    }
    bits[to] = made;
}

void join_up(const uint column)
{
    scree_column_ends ends = scree_column_ends(0u, 0u);
    if (push.is_first == 0u) {
        ends = scree_column_ends(state[2u * column], state[2u * column + 1u]);
    }
    for (uint i = 0u; i < push.words; i++) {
        uint word = push.first_word + i;
        uint solid = bits[push.bits_skip + i * push.plane + column];
        table[push.table_skip + i * push.plane + column] = scree_column_before(ends, solid);
        ends = scree_column_go_up(ends, solid, scree_valid_bits(push.layers, word), word);
    }
    state[2u * column] = ends.empty;
    state[2u * column + 1u] = ends.solid;
}

void join_down(const uint column)
{
    scree_column_starts starts = scree_column_starts(SCREE_NO_LAYER, SCREE_NO_LAYER);
    if (push.is_first == 0u) {
        starts = scree_column_starts(state[2u * column], state[2u * column + 1u]);
    }
    for (uint i = push.words; i > 0u; i--) {
        uint word = push.first_word + i - 1u;
        uint solid = bits[push.bits_skip + (i - 1u) * push.plane + column];
        uint valid = scree_valid_bits(push.layers, word);
        table[push.table_skip + (i - 1u) * push.plane + column] = scree_column_after(starts, solid, valid);
        starts = scree_column_go_down(starts, solid, valid, word);
    }
    state[2u * column] = starts.empty;
    state[2u * column + 1u] = starts.solid;
}

void main()
{
    uint column = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * DISTANCE_GROUP + gl_LocalInvocationID.x;
    if (column >= push.plane) {
        return;
    }
    if (TASK == VOXELS_PACK) {
        pack(column, gl_WorkGroupID.z);
    } else if (TASK == VOXELS_JOIN_UP) {
        join_up(column);
    } else {
        join_down(column);
    }
}
