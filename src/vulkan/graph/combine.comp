// Combines registers by a run of instructions, one thread for each sample. A thread reads and writes the words of its
// own sample alone. Groups are numbered along x and y.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define SCREE_WITHOUT_FLOAT64
#include "float_controls.glsl"
#include "table_layout.h"
#include "combine_layout.h"
#include "ops/instructions.h"
#include "ops/position.h"
#include "loop_watchdog.glsl"

layout(local_size_x = DIRECT_GROUP) in;

layout(std430, binding = BINDING_ENTRIES) readonly buffer code_words { uvec4 code[]; };
layout(std430, binding = BINDING_NODES) readonly buffer position_words { uint positions[]; };
layout(std430, binding = BINDING_DATA) buffer register_words { float registers[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer samples { float values[]; };

layout(push_constant) uniform combine_push {
    uint width;
    uint rows;
    uint row_groups;
    uint row_stride;
    uint plane_stride;
    uint first_value;
    uint first_instruction;
    uint instructions;
    uint first_sample;
    uint register_stride;
    uint stores_values;
    uint finds_range;
    uint is_wide;
    uint repeats[COMBINE_AXES];
    uint positions[COMBINE_AXES];
    uint offset[COMBINE_AXES];
    uint stride[COMBINE_AXES];
} push;

#include "noise_range.glsl"

SCREE_FN float load_position(const uint axis, const uint at)
{
    const uint word = push.offset[axis] + at / push.repeats[axis] % push.positions[axis] * push.stride[axis];
    float position = scree_op_trimmed(uintBitsToFloat(positions[word]));
    if (push.is_wide != 0u) {
        position = scree_position_from_f64(scree_pair(positions[word], positions[word + 1u]));
    }
    return position;
}

// The input `i` of an instruction, whose first word is `head`, at a sample.
SCREE_FN float load(const uint head, const uint i, const uint word, const uint at, const float before)
{
    switch (COMBINE_KIND(head, i)) {
    case COMBINE_IS_REGISTER:
        return scree_op_trimmed(registers[word * push.register_stride + at]);
    case COMBINE_IS_BEFORE:
        return before;
    case COMBINE_IS_POSITION:
        return load_position(word, at);
    default:
        return uintBitsToFloat(word);
    }
}

// The value of the last instruction at a sample.
SCREE_FN float combine(const uint at)
{
    float value = 0.0f;
    [[dont_unroll]]
    for (uint i = push.first_instruction; i < push.first_instruction + push.instructions; i++) {
        const uvec4 first = code[2u * i];
        const uvec4 second = code[2u * i + 1u];
        value = scree_instruction_value(
            first.x & COMBINE_NUMBER_MASK, load(first.x, 0u, first.z, at, value), load(first.x, 1u, first.w, at, value),
            load(first.x, 2u, second.x, at, value), load(first.x, 3u, second.y, at, value),
            load(first.x, 4u, second.z, at, value));
        if ((first.x & COMBINE_STORES) != 0u) {
            registers[first.y * push.register_stride + at] = value;
        }
    }
    return value;
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint row = group / push.row_groups;
    uint x = group % push.row_groups * DIRECT_GROUP + gl_LocalInvocationID.x;
    bool is_sample = x < push.width && row < push.rows;
    float value = 0.0f;
    if (is_sample) {
        value = combine(push.first_sample + (gl_WorkGroupID.z * push.rows + row) * push.width + x);
        if (push.stores_values != 0u) {
            values[push.first_value + gl_WorkGroupID.z * push.plane_stride + row * push.row_stride + x] = value;
        }
    }
    if (push.finds_range != 0u) {
        widen_range(is_sample ? value : uintBitsToFloat(RANGE_EMPTY_MIN),
                    is_sample ? value : uintBitsToFloat(RANGE_EMPTY_MAX));
    }
    check_watchdog();
}
