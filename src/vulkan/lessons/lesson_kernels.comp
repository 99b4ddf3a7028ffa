// The primer's programs (kernels/lessons/lesson.h). A thread finds its number in groups that are counted along x and
// then y.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"
#include "lessons/lesson.h"

layout(local_size_x_id = CONSTANT_GROUP, local_size_y_id = CONSTANT_GROUP_ROWS,
       local_size_z_id = CONSTANT_GROUP_LAYERS) in;

layout(constant_id = CONSTANT_LESSON) const uint LESSON = SCREE_LESSON_EMPTY;

layout(std430, binding = BINDING_DATA) readonly buffer a_words { uint a[]; };
layout(std430, binding = BINDING_NODES) readonly buffer b_words { uint b[]; };
layout(std430, binding = BINDING_VALUES) buffer c_words { uint c[]; };
// The same buffers, four words at a time.
layout(std430, binding = BINDING_DATA) readonly buffer a_quads { uvec4 fours_of_a[]; };
layout(std430, binding = BINDING_NODES) readonly buffer b_quads { uvec4 fours_of_b[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer c_quads { uvec4 fours_of_c[]; };
// The gradients of noise.
layout(std430, binding = BINDING_NODES) readonly buffer b_table { uint scree_table_words[]; };

#define DOT_REAL float
#define DOT_ZERO uintBitsToFloat(0u)
#define DOT_A(i) uintBitsToFloat(a[i])
#define DOT_B(i) uintBitsToFloat(b[i])
#define DOT_NEXT scree_lesson_dot
#include "lessons/lesson_noise.h"
#include "lesson_dot.glsl"

shared uint own_words[SCREE_LESSON_GROUP];

#define HASH_NOISE_WORDS own_words
#include "hash_noise_groups.glsl"

uint triad_word(const uint a_word, const uint b_word)
{
    return floatBitsToUint(
        scree_lesson_triad(uintBitsToFloat(a_word), uintBitsToFloat(b_word), uintBitsToFloat(push.word)));
}

uint add_word(const uint a_word, const uint b_word)
{
    return floatBitsToUint(scree_lesson_add(uintBitsToFloat(a_word), uintBitsToFloat(b_word)));
}

void run_fours(const uint i)
{
    if (i >= push.count / 4u) {
        return;
    }
    uvec4 result = uvec4(push.word);
    if (LESSON == SCREE_LESSON_COPY) {
        result = fours_of_a[i];
    } else if (LESSON == SCREE_LESSON_TRIAD) {
        uvec4 x = fours_of_a[i];
        uvec4 y = fours_of_b[i];
        result = uvec4(triad_word(x.x, y.x), triad_word(x.y, y.y), triad_word(x.z, y.z), triad_word(x.w, y.w));
    } else if (LESSON == SCREE_LESSON_ADD_FOURS) {
        uvec4 x = fours_of_a[i];
        uvec4 y = fours_of_b[i];
        result = uvec4(add_word(x.x, y.x), add_word(x.y, y.y), add_word(x.z, y.z), add_word(x.w, y.w));
    }
    fours_of_c[i] = result;
}

// The words of a group, joined to one in thread 0: each thread joins its own, then halves of the group are joined.
uint join_group(const uint group, const uint thread)
{
    uint first = group * gl_WorkGroupSize.x * push.each + thread;
    uint joined = scree_lesson_start(LESSON);
    for (uint k = 0u; k < push.each; k++) {
        uint i = first + k * gl_WorkGroupSize.x;
        if (i < push.count) {
            joined = scree_lesson_join(LESSON, joined, a[i]);
        }
    }
    own_words[thread] = joined;
    for (uint stride = gl_WorkGroupSize.x / 2u; stride > 0u; stride /= 2u) {
        barrier();
        if (thread < stride) {
            own_words[thread] = scree_lesson_join(LESSON, own_words[thread], own_words[thread + stride]);
        }
    }
    return own_words[0];
}

// Joins a word to c[0], and returns the word that was there.
uint join_atomically(const uint word)
{
    if (LESSON == SCREE_LESSON_XOR) {
        return atomicXor(c[0], word);
    } else if (LESSON == SCREE_LESSON_MINIMUM) {
        return atomicMin(c[0], word);
    } else if (LESSON == SCREE_LESSON_MAXIMUM) {
        return atomicMax(c[0], word);
    } else if (LESSON == SCREE_LESSON_EXCHANGE) {
        return atomicExchange(c[0], word);
    }
    return atomicAdd(c[0], word);
}

// Joins a word to c[0] by compare and swap, for programs without an atomic operation of their own, and returns the word
// that was there. A swap that comes too late returns the word that is there.
uint join_by_swaps(const uint word)
{
    uint before = scree_lesson_start(LESSON);
    uint expected;
    do {
        expected = before;
        before = atomicCompSwap(c[0], expected, scree_lesson_join(LESSON, expected, word));
    } while (before != expected);
    return before;
}

void run_arithmetic(const uint thread)
{
    uint result = 0u;
    if (LESSON == SCREE_LESSON_LOOP) {
        result = scree_lesson_loop(thread, push.each);
    } else if (LESSON == SCREE_LESSON_FLOATS) {
        result = scree_lesson_floats(thread, push.each, uintBitsToFloat(push.word));
    } else if (LESSON == SCREE_LESSON_NOISE) {
        result = scree_lesson_noise(thread, push.each, 0u);
    } else {
        result = scree_lesson_words(thread, push.each, push.word);
    }
    if (thread < push.threads) {
        c[thread] = result;
    }
}

void run_group(const uint group)
{
    uint joined = join_group(group, gl_LocalInvocationID.x);
    // Groups in several rows may be more than there are threads for.
    if (gl_LocalInvocationID.x != 0u || group * gl_WorkGroupSize.x >= push.threads) {
        return;
    }
    if (LESSON == SCREE_LESSON_REDUCE) {
        c[group] = joined;
    } else if (LESSON == SCREE_LESSON_SHARED_ATOMIC) {
        join_atomically(joined);
    } else {
        c[1u + group] = join_by_swaps(joined);
    }
}

void run_atomic(const uint thread)
{
    if (thread >= push.count) {
        return;
    }
    uint before = join_atomically(a[thread]);
    if (LESSON == SCREE_LESSON_EXCHANGE) {
        c[1u + thread] = before;
    }
}

// Here groups lie along three axes, as the built-in variables count them.
void store_numbers()
{
    uvec3 size = gl_NumWorkGroups * gl_WorkGroupSize;
    uint thread = scree_lesson_number(gl_GlobalInvocationID.x, gl_GlobalInvocationID.y, gl_GlobalInvocationID.z,
                                      size.x, size.y);
    c[3u * thread] = thread;
    c[3u * thread + 1u] = scree_lesson_number(gl_WorkGroupID.x, gl_WorkGroupID.y, gl_WorkGroupID.z, gl_NumWorkGroups.x,
                                              gl_NumWorkGroups.y);
    c[3u * thread + 2u] = gl_LocalInvocationIndex;
}

void copy_to_shared(const uint thread)
{
    for (uint i = thread; i < SCREE_LESSON_GROUP; i += gl_WorkGroupSize.x) {
        own_words[i] = a[i] % SCREE_LESSON_GROUP;
    }
    barrier();
}

void walk(const uint thread)
{
    if (LESSON == SCREE_LESSON_SHARED_WALK) {
        copy_to_shared(gl_LocalInvocationID.x);
    }
    if (thread != 0u) {
        return;
    }
    uint at = c[0];
    for (uint step = 0u; step < push.each; step++) {
        if (LESSON == SCREE_LESSON_SHARED_WALK) {
            at = own_words[at];
        } else {
            at = a[at];
        }
    }
    c[0] = at;
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint thread = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (LESSON == SCREE_LESSON_FILL || LESSON == SCREE_LESSON_COPY || LESSON == SCREE_LESSON_TRIAD ||
        LESSON == SCREE_LESSON_ADD_FOURS) {
        run_fours(thread);
    } else if (LESSON == SCREE_LESSON_ADD) {
        if (thread < push.count) {
            c[thread] = add_word(a[thread], b[thread]);
        }
    } else if (LESSON == SCREE_LESSON_DOT) {
        if (thread < push.threads) {
            c[thread] = floatBitsToUint(sum_of_products(thread));
        }
    } else if (LESSON >= SCREE_LESSON_PROGRAMS) {
        run_hash_noise(group, gl_LocalInvocationID.x);
    } else if (LESSON == SCREE_LESSON_REDUCE || LESSON == SCREE_LESSON_SHARED_ATOMIC ||
               LESSON == SCREE_LESSON_PRODUCT || LESSON == SCREE_LESSON_FLOAT_SUM) {
        run_group(group);
    } else if (LESSON == SCREE_LESSON_ATOMIC || (LESSON >= SCREE_LESSON_XOR && LESSON <= SCREE_LESSON_EXCHANGE)) {
        run_atomic(thread);
    } else if (LESSON == SCREE_LESSON_NUMBERS) {
        store_numbers();
    } else if (LESSON == SCREE_LESSON_WALK || LESSON == SCREE_LESSON_SHARED_WALK) {
        walk(thread);
    } else if (LESSON != SCREE_LESSON_EMPTY) {
        run_arithmetic(thread);
    }
}
