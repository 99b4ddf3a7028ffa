// Lessons on hashes (kernels/lessons/hash_noise.h) as programs of lesson_kernels.comp, which defines scree_table_words,
// the buffer b, and HASH_NOISE_WORDS: an array of SCREE_LESSON_GROUP words in shared memory that no other program of a
// dispatch uses.
#include "lessons/hash_noise.h"

// Groups of noise share gradients, as bits of HASH_NOISE_WORDS, and most of them parts, for which other programs need
// no memory.
const bool HASH_NOISE_SHARES = LESSON >= SCREE_HASH_NOISE_2D && LESSON < SCREE_LESSON_ALL_PROGRAMS;
const bool HASH_NOISE_SHARES_PARTS = HASH_NOISE_SHARES && LESSON != SCREE_HASH_NOISE_3D_HALF;
const uint HASH_NOISE_PARTS = HASH_NOISE_SHARES_PARTS ? SCREE_HASH_NOISE_GROUP_PARTS : 1u;
shared float hash_noise_parts[HASH_NOISE_PARTS];

#define scree_hash_noise_group uint
#define scree_hash_noise_group_gradient(group, index) uintBitsToFloat(HASH_NOISE_WORDS[index])
#define scree_hash_noise_group_part(group, index) hash_noise_parts[index]
#include "lessons/hash_noise_group.h"

scree_hash_noise_position hash_noise_position(const uint group, const uint thread)
{
    return scree_hash_noise_position_of(LESSON, scree_hash_noise_indices(LESSON, group, thread, push.stride_log),
                                        push.word);
}

void share_hash_noise(const uint group, const uint thread)
{
    scree_hash_noise_position first = hash_noise_position(group, 0u);
    uint corners = scree_hash_noise_group_corners(LESSON, push.each);
    for (uint corner = thread; corner < corners; corner += gl_WorkGroupSize.x) {
        for (uint axis = 0u; axis < scree_hash_noise_axes(LESSON); axis++) {
            HASH_NOISE_WORDS[scree_hash_noise_gradient_index(LESSON, corner, axis)] =
                floatBitsToUint(scree_hash_noise_make_gradient(LESSON, first, corner, axis));
        }
    }
    barrier();
    if (HASH_NOISE_SHARES_PARTS) {
        for (uint i = thread; i < corners * SCREE_HASH_NOISE_SIDE; i += gl_WorkGroupSize.x) {
            uint corner = i / SCREE_HASH_NOISE_SIDE;
            uint at = i % SCREE_HASH_NOISE_SIDE;
            for (uint axis = 0u; axis < scree_hash_noise_space(LESSON); axis++) {
                hash_noise_parts[scree_hash_noise_part_index(LESSON, corner, axis, at)] =
                    scree_hash_noise_make_part(LESSON, 0u, first, corner, axis, at);
            }
        }
        barrier();
    }
}

void run_hash_noise(const uint group, const uint thread)
{
    if (HASH_NOISE_SHARES) {
        share_hash_noise(group, thread);
    }
    scree_hash_noise_position position = hash_noise_position(group, thread);
    precise float sum = scree_zero();
    [[dont_unroll]]
    for (uint octave = 0u; octave < push.each; octave++) {
        scree_hash_noise_cell cell = scree_hash_noise_cell_of(position, octave);
        float value = HASH_NOISE_SHARES ? scree_hash_noise_shared(LESSON, 0u, cell, octave, thread)
                                        : scree_hash_noise_alone(LESSON, 0u, cell);
        sum = scree_hash_noise_add_octave(sum, value, octave);
    }
    if (group * gl_WorkGroupSize.x < push.threads) {
        scree_hash_noise_position indices = scree_hash_noise_indices(LESSON, group, thread, push.stride_log);
        c[scree_hash_noise_index(indices, push.stride_log)] = floatBitsToUint(sum);
    }
}
