// The primer's programs (kernels/lesson.h). A thread finds its number in groups that are counted along x and then y.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"
#include "lesson.h"

layout(local_size_x_id = CONSTANT_GROUP) in;

layout(constant_id = CONSTANT_LESSON) const uint LESSON = SCREE_LESSON_EMPTY;

layout(std430, binding = BINDING_DATA) readonly buffer a_words { uint a[]; };
layout(std430, binding = BINDING_NODES) readonly buffer b_words { uint b[]; };
layout(std430, binding = BINDING_VALUES) buffer c_words { uint c[]; };
// The same buffers, four words at a time.
layout(std430, binding = BINDING_DATA) readonly buffer a_quads { uvec4 fours_of_a[]; };
layout(std430, binding = BINDING_NODES) readonly buffer b_quads { uvec4 fours_of_b[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer c_quads { uvec4 fours_of_c[]; };

layout(push_constant) uniform lesson_push {
    uint threads;
    uint each;
    uint count;
    uint count_log;
    uint stride_log;
    uint word;
} push;

shared uint sums[SCREE_LESSON_GROUP];

#define scree_table_words b
#define HASH_NOISE_WORDS sums
#include "hash_noise_groups.glsl"

// The products are asked for so many at a time, before the first is added.
const uint DOT_LOADS = 16u;

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

uint dot_index(const uint thread, const uint k)
{
    return scree_lesson_index(thread + k * push.threads, push.stride_log, push.count_log);
}

float continue_dot(const float before, const uint thread, const uint k)
{
    float x[DOT_LOADS];
    float y[DOT_LOADS];
    [[unroll]]
    for (uint j = 0u; j < DOT_LOADS; j++) {
        uint i = dot_index(thread, k + j);
        x[j] = uintBitsToFloat(a[i]);
        y[j] = uintBitsToFloat(b[i]);
    }
    float sum = before;
    [[unroll]]
    for (uint j = 0u; j < DOT_LOADS; j++) {
        sum = scree_lesson_dot(sum, x[j], y[j]);
    }
    return sum;
}

void run_dot(const uint thread)
{
    if (thread >= push.threads) {
        return;
    }
    float sum = uintBitsToFloat(0u);
    uint k = 0u;
    for (; k + DOT_LOADS <= push.each; k += DOT_LOADS) {
        sum = continue_dot(sum, thread, k);
    }
    for (; k < push.each; k++) {
        uint i = dot_index(thread, k);
        sum = scree_lesson_dot(sum, uintBitsToFloat(a[i]), uintBitsToFloat(b[i]));
    }
    c[thread] = floatBitsToUint(sum);
}

// The sum of a group's words, in thread 0: each thread adds its own, then halves of the group are added.
uint sum_of_group(const uint group, const uint thread)
{
    uint first = group * gl_WorkGroupSize.x * push.each + thread;
    uint sum = 0u;
    for (uint k = 0u; k < push.each; k++) {
        uint i = first + k * gl_WorkGroupSize.x;
        if (i < push.count) {
            sum += a[i];
        }
    }
    sums[thread] = sum;
    for (uint stride = gl_WorkGroupSize.x / 2u; stride > 0u; stride /= 2u) {
        barrier();
        if (thread < stride) {
            sums[thread] += sums[thread + stride];
        }
    }
    return sums[0];
}

void run_arithmetic(const uint thread)
{
    uint result = 0u;
    if (LESSON == SCREE_LESSON_LOOP) {
        result = scree_lesson_loop(thread, push.each);
    } else if (LESSON == SCREE_LESSON_FLOATS) {
        result = scree_lesson_floats(thread, push.each, uintBitsToFloat(push.word));
    } else {
        result = scree_lesson_words(thread, push.each, push.word);
    }
    if (thread < push.threads) {
        c[thread] = result;
    }
}

void run_group(const uint group)
{
    uint sum = sum_of_group(group, gl_LocalInvocationID.x);
    if (gl_LocalInvocationID.x == 0u && LESSON == SCREE_LESSON_REDUCE) {
        /* Groups in several rows may be more than there are threads for. */
        if (group * gl_WorkGroupSize.x < push.threads) {
            c[group] = sum;
        }
    } else if (gl_LocalInvocationID.x == 0u) {
        atomicAdd(c[0], sum);
    }
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
        run_dot(thread);
    } else if (LESSON == SCREE_LESSON_REDUCE || LESSON == SCREE_LESSON_SHARED_ATOMIC) {
        run_group(group);
    } else if (LESSON == SCREE_LESSON_ATOMIC) {
        if (thread < push.count) {
            atomicAdd(c[0], a[thread]);
        }
    } else if (LESSON >= SCREE_LESSON_PROGRAMS) {
        run_hash_noise(group, gl_LocalInvocationID.x);
    } else if (LESSON != SCREE_LESSON_EMPTY) {
        run_arithmetic(thread);
    }
}
