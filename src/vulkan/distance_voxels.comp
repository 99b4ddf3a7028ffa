// Voxels to bits: a word holds 32 layers of a column, and words of a column are a plane apart. Then what words have to
// know of others of their column: behind the nearest layer before a word of the other kind than its first one (0 =
// none), and the nearest one behind it of the other kind than its last. One thread a column (and word).
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "distance_layout.h"

layout(local_size_x = DISTANCE_GROUP) in;
layout(constant_id = CONSTANT_SOURCE) const uint TASK = VOXELS_PACK;

layout(std430, binding = BINDING_SOURCE) readonly buffer voxel_words { uint voxels[]; };
layout(std430, binding = BINDING_SQUARES) buffer bit_words { uint bits[]; };
layout(std430, binding = BINDING_TABLE) writeonly buffer table_words { uint table[]; };
layout(std430, binding = BINDING_STATE) buffer state_words { uint state[]; };

layout(push_constant) uniform voxels_push {
    uint plane;
    uint layers;     // Those that are packed; of the volume, when words are joined.
    uint first_bit;  // Where packed layers start in their word: 0, or they are all of one word.
    uint words;      // Of a column, in this dispatch,
    uint first_word; // from this one of the volume on.
    uint bits_skip;  // Words of the bindings before the first.
    uint table_skip;
    uint is_first; // Whether the state is to begin with.
} push;

const uint NO_VOXEL = 0xffffffffu;

uint valid_bits(uint word)
{
    uint layers = push.layers - 32u * word;
    return layers < 32u ? (1u << layers) - 1u : 0xffffffffu;
}

void pack(uint column, uint word)
{
    uint made = 0u;
    for (uint i = 0u; i < 32u && 32u * word + i < push.layers; i++) {
        uint place = (32u * word + i) * push.plane + column;
        uint voxel = (voxels[place >> 2u] >> (8u * (place & 3u))) & 255u;
        made |= (voxel != 0u ? 1u : 0u) << (push.first_bit + i);
    }
    uint to = push.bits_skip + word * push.plane + column;
    if (push.first_bit != 0u) {
        made |= bits[to];
    }
    bits[to] = made;
}

void join_up(uint column)
{
    uint empty_end = push.is_first != 0u ? 0u : state[2u * column];
    uint solid_end = push.is_first != 0u ? 0u : state[2u * column + 1u];
    for (uint i = 0u; i < push.words; i++) {
        uint word = push.first_word + i;
        uint solid = bits[push.bits_skip + i * push.plane + column];
        uint empty = ~solid & valid_bits(word);
        table[push.table_skip + i * push.plane + column] = (solid & 1u) != 0u ? empty_end : solid_end;
        empty_end = empty != 0u ? 32u * word + uint(findMSB(empty)) + 1u : empty_end;
        solid_end = solid != 0u ? 32u * word + uint(findMSB(solid)) + 1u : solid_end;
    }
    state[2u * column] = empty_end;
    state[2u * column + 1u] = solid_end;
}

void join_down(uint column)
{
    uint empty_start = push.is_first != 0u ? NO_VOXEL : state[2u * column];
    uint solid_start = push.is_first != 0u ? NO_VOXEL : state[2u * column + 1u];
    for (uint i = push.words; i > 0u; i--) {
        uint word = push.first_word + i - 1u;
        uint solid = bits[push.bits_skip + (i - 1u) * push.plane + column];
        uint valid = valid_bits(word);
        uint empty = ~solid & valid;
        bool is_last_solid = (solid & (valid ^ (valid >> 1u))) != 0u;
        table[push.table_skip + (i - 1u) * push.plane + column] = is_last_solid ? empty_start : solid_start;
        empty_start = empty != 0u ? 32u * word + uint(findLSB(empty)) : empty_start;
        solid_start = solid != 0u ? 32u * word + uint(findLSB(solid)) : solid_start;
    }
    state[2u * column] = empty_start;
    state[2u * column + 1u] = solid_start;
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
