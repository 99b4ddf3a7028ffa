// Makes the data by which rays pass empty space: the bits of voxels and bricks (kernels/scene/scene_bricks.h), by a group for
// 32 bricks, whose words threads gather before they are written side by side; or the blocks of a level of a terrain
// (kernels/scene/scene_heights.h), by a thread for each.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SCENE_GROUP_WIDTH SCENE_PREPARE_GROUP
#define SCENE_GROUP_HEIGHT 1
#include "scene.glsl"
layout(constant_id = CONSTANT_MAKES_BLOCKS) const uint MAKES_BLOCKS = 0u;
layout(std430, binding = BINDING_VALUES) buffer work_words { uint scene_work[]; };
// The samples, read four at a time.
layout(std430, binding = BINDING_NODES) readonly buffer sample_quads { uvec4 scene_fours[]; };
#include "scene/scene_bricks.h"
#include "scene/scene_heights.h"

shared uint words[SCENE_BRICKS * SCREE_SCENE_BRICK_WORDS];
shared uint brick_bits;

// The bits of four samples, the first of which lies at a multiple of 16 bytes.
uint bits_of_four(const uint index)
{
    uvec4 four = scene_fours[index / 4u];
    return (scree_scene_is_matter(0u, four.x) ? 1u : 0u) | (scree_scene_is_matter(0u, four.y) ? 2u : 0u) |
           (scree_scene_is_matter(0u, four.z) ? 4u : 0u) | (scree_scene_is_matter(0u, four.w) ? 8u : 0u);
}

// scree_scene_brick_word() of a brick that is wholly in a volume whose rows lie at multiples of 16 bytes.
uint whole_word(const scree_scene_cell count, const scree_scene_cell brick, const uint word)
{
    scree_scene_cell voxel =
        scree_scene_cell_of(brick.x * 8u, brick.y * 8u + (word & 1u) * 4u, brick.z * 8u + (word >> 1u));
    uint bits = 0u;
    for (uint row = 0u; row < 4u; row++) {
        uint first = push.samples + scree_scene_cell_number(voxel, count) + row * count.x;
        bits |= (bits_of_four(first) | (bits_of_four(first + 4u) << 4u)) << (8u * row);
    }
    return bits;
}

uint word_of(const uint brick, const uint word)
{
    scree_scene_cell count = scree_scene_table_cell(0u, SCREE_SCENE_COUNT);
    scree_scene_cell at = scree_scene_cell_numbered(brick, scree_scene_table_cell(0u, SCREE_SCENE_BRICKS));
    bool is_whole = (at.x + 1u) * 8u <= count.x && (at.y + 1u) * 8u <= count.y && (at.z + 1u) * 8u <= count.z;
    if (is_whole && ((push.samples | count.x) & 3u) == 0u && !scree_scene_has_columns(0u)) {
        return whole_word(count, at, word);
    }
    return scree_scene_brick_word(scene_memory(), 0u, at, word);
}

void make_bricks(const uint group)
{
    uint bricks = scree_table_word(0u, SCREE_SCENE_ALL_BRICKS);
    uint first = group * SCENE_BRICKS;
    uint thread = gl_LocalInvocationID.x;
    uint brick = thread % SCENE_BRICKS;
    if (first >= bricks) {
        return; // All threads of the group do.
    }
    if (thread == 0u) {
        brick_bits = 0u;
    }
    barrier();
    for (uint word = thread / SCENE_BRICKS; word < SCREE_SCENE_BRICK_WORDS;
         word += SCENE_PREPARE_GROUP / SCENE_BRICKS) {
        uint bits = first + brick < bricks ? word_of(first + brick, word) : 0u;
        words[brick * SCREE_SCENE_BRICK_WORDS + word] = bits;
        if (bits != 0u) {
            atomicOr(brick_bits, 1u << brick);
        }
    }
    barrier();
    uint count = min(bricks - first, SCENE_BRICKS) * SCREE_SCENE_BRICK_WORDS;
    for (uint i = thread; i < count; i += SCENE_PREPARE_GROUP) {
        scene_work[push.work + first * SCREE_SCENE_BRICK_WORDS + i] = words[i];
    }
    if (thread == 0u) {
        scene_work[push.work + scree_table_word(0u, SCREE_SCENE_BRICK_BITS) + group] = brick_bits;
    }
}

void make_block(const uint block)
{
    uint columns = scree_scene_blocks(scree_table_word(0u, SCREE_SCENE_COUNT), push.level);
    uint rows = scree_scene_blocks(scree_table_word(0u, SCREE_SCENE_COUNT + 1u), push.level);
    if (block < columns * rows) {
        scree_scene_extremes extremes =
            scree_scene_block_of(scene_memory(), 0u, push.level, block % columns, block / columns);
        uint word = push.work + 2u * (scree_table_word(0u, SCREE_SCENE_BLOCK_OFFSETS + push.level) + block);
        scene_work[word] = floatBitsToUint(extremes.low);
        scene_work[word + 1u] = floatBitsToUint(extremes.high);
    }
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (MAKES_BLOCKS != 0u) {
        make_block(group * SCENE_PREPARE_GROUP + gl_LocalInvocationID.x);
    } else {
        make_bricks(group);
    }
    check_watchdog();
}
