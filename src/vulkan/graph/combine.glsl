// Combines registers by a run of instructions, some samples for each thread. A thread reads and writes the words of its
// own samples alone. Groups are numbered along x and y. With HAS_DUALS some instructions are partial derivatives; with
// HAS_FILES all read files.
#extension GL_EXT_control_flow_attributes : require
#define SCREE_WITHOUT_FLOAT64
#include "float_controls.glsl"
#include "table_layout.h"
#include "combine_layout.h"
#if !defined(HAS_FILES)
#include "ops/instructions.h"
#endif
#include "ops/position.h"
#include "loop_watchdog.glsl"

#define COMBINE_SAMPLES COMBINE_SAMPLES_VULKAN

layout(local_size_x = DIRECT_GROUP) in;

layout(std430, binding = BINDING_ENTRIES) readonly buffer code_words { uvec4 code[]; };
#if defined(HAS_FILES)
layout(std430, binding = BINDING_ENTRIES) readonly buffer file_words { uint scree_table_words[]; };
#include "ops/file.h"
#endif
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
    uint row_samples;
    uint plane_samples;
    uint channels;
} push;

#include "noise_range.glsl"

// The samples of a thread: the word of each in the first register, that of the first one among the values, and the
// values of the instruction before.
uint sample_at[COMBINE_SAMPLES];
uint values_at;
bool is_sample[COMBINE_SAMPLES];
float value[COMBINE_SAMPLES];

struct combined_input {
    float at[COMBINE_SAMPLES];
};

// The word of a sample in a register.
SCREE_FN uint word_of(const uint word, const uint at)
{
    return COMBINE_REGISTER(word) * push.register_stride + at * COMBINE_CHANNELS(word) + COMBINE_CHANNEL(word);
}

// The position along an axis of the sample at a word of a register.
SCREE_FN float load_position(const uint axis, const uint at)
{
    const uint word = push.offset[axis] + at / push.repeats[axis] % push.positions[axis] * push.stride[axis];
    float position = scree_op_trimmed(uintBitsToFloat(positions[word]));
    if (push.is_wide != 0u) {
        position = scree_position_from_f64(scree_pair(positions[word], positions[word + 1u]));
    }
    return position;
}

// The sample of a register that is spread along rows or planes.
SCREE_FN uint spread_from(const uint spread, const uint at)
{
    uint within = at % (spread == COMBINE_SPREADS_PLANE ? push.plane_samples : push.row_samples);
    return spread == COMBINE_SPREADS_ROWS ? within + at / push.plane_samples * push.row_samples : within;
}

// The input `i` of an instruction, whose first word is `head`.
SCREE_FN combined_input load(const uint head, const uint i, const uint word, const uint spreads)
{
    combined_input loaded;
    uint kind = COMBINE_KIND(head, i);
    SCREE_UNROLL
    for (uint k = 0u; k < COMBINE_SAMPLES; k++) {
        loaded.at[k] = kind == COMBINE_IS_BEFORE ? value[k] : uintBitsToFloat(word);
    }
    if (kind == COMBINE_IS_REGISTER) {
        const uint spread = COMBINE_SPREAD(spreads, i);
        SCREE_UNROLL
        for (uint k = 0u; k < COMBINE_SAMPLES; k++) {
            const uint at = spread == 0u ? sample_at[k] : spread_from(spread, sample_at[k]);
            loaded.at[k] = is_sample[k] ? scree_op_trimmed(registers[word_of(word, at)]) : 0.0f;
        }
    }
    if (kind == COMBINE_IS_POSITION) {
        SCREE_UNROLL
        for (uint k = 0u; k < COMBINE_SAMPLES; k++) {
            loaded.at[k] = is_sample[k] ? load_position(word, sample_at[k]) : 0.0f;
        }
    }
    return loaded;
}

#if defined(HAS_FILES)
// Reads a file at the samples: its table lies behind the instructions, from the word on that is the last input.
void evaluate(const uvec4 first, const uvec4 second)
{
    combined_input x = load(first.x, 0u, first.z, second.w);
    combined_input y = load(first.x, 1u, first.w, second.w);
    combined_input z = load(first.x, 2u, second.x, second.w);
    uint along = (first.x & COMBINE_NUMBER_MASK) / SCREE_PARTIAL_NUMBERS;
    [[dont_unroll]]
    for (uint k = 0u; k < COMBINE_SAMPLES; k++) {
        value[k] =
            scree_file_sample(second.y, x.at[k], y.at[k], z.at[k], along == 0u ? SCREE_FILE_VALUE : along - 1u);
    }
}
#else
// Evaluates an instruction at the samples.
void evaluate(const uvec4 first, const uvec4 second)
{
    uint head = first.x;
    uint inputs = COMBINE_INPUTS(head);
    combined_input a = load(head, 0u, first.z, second.w);
    combined_input b = a;
    combined_input c = a;
    combined_input d = a;
    combined_input e = a;
    if (inputs > 1u) {
        b = load(head, 1u, first.w, second.w);
    }
    if (inputs > 2u) {
        c = load(head, 2u, second.x, second.w);
    }
    if (inputs > 3u) {
        d = load(head, 3u, second.y, second.w);
        e = load(head, 4u, second.z, second.w);
    }
    const uint number = head & COMBINE_NUMBER_MASK;
#if defined(HAS_DUALS)
    if (number >= SCREE_PARTIAL_NUMBERS) {
        [[dont_unroll]]
        for (uint k = 0u; k < COMBINE_SAMPLES; k++) {
            value[k] = scree_instruction_partial(number % SCREE_PARTIAL_NUMBERS, number / SCREE_PARTIAL_NUMBERS - 1u,
                                                 a.at[k], b.at[k], c.at[k], d.at[k], e.at[k]);
        }
        return;
    }
#endif
#define EVALUATE(INSTRUCTION, name, number, inputs)                                                              \
    case number:                                                                                                 \
        SCREE_UNROLL                                                                                             \
        for (uint k = 0u; k < COMBINE_SAMPLES; k++) {                                                            \
            value[k] = SCREE_INSTRUCTION_CALL_##inputs(name, a.at[k], b.at[k], c.at[k], d.at[k], e.at[k]).value; \
        }                                                                                                        \
        break;
    SCREE_INSTRUCTION_SWITCH(number, EVALUATE)
}
#endif

// Stores the values as those of a channel.
void store_channel(const uint channel)
{
    SCREE_UNROLL
    for (uint k = 0u; k < COMBINE_SAMPLES; k++) {
        if (is_sample[k]) {
            values[values_at + k * DIRECT_GROUP * push.channels + channel] = value[k];
        }
    }
}

void combine()
{
    [[dont_unroll]]
    for (uint i = push.first_instruction; i < push.first_instruction + push.instructions; i++) {
        const uvec4 first = code[2u * i];
        evaluate(first, code[2u * i + 1u]);
        if ((first.x & COMBINE_STORES) != 0u) {
            SCREE_UNROLL
            for (uint k = 0u; k < COMBINE_SAMPLES; k++) {
                if (is_sample[k]) {
                    registers[word_of(first.y, sample_at[k])] = value[k];
                }
            }
        }
        if ((first.x & COMBINE_IS_CHANNEL) != 0u) {
            store_channel(first.y);
        }
    }
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint row = group / push.row_groups;
    uint x = group % push.row_groups * (COMBINE_SAMPLES * DIRECT_GROUP) + gl_LocalInvocationID.x;
    uint at = push.first_sample + (gl_WorkGroupID.z * push.rows + row) * push.width + x;
    float minimum = uintBitsToFloat(RANGE_EMPTY_MIN);
    float maximum = uintBitsToFloat(RANGE_EMPTY_MAX);
    SCREE_UNROLL
    for (uint k = 0u; k < COMBINE_SAMPLES; k++) {
        sample_at[k] = at + k * DIRECT_GROUP;
        is_sample[k] = row < push.rows && x + k * DIRECT_GROUP < push.width;
        value[k] = 0.0f;
    }
    values_at = push.first_value + gl_WorkGroupID.z * push.plane_stride + row * push.row_stride + x * push.channels;
    combine();
    SCREE_UNROLL
    for (uint k = 0u; k < COMBINE_SAMPLES; k++) {
        if (is_sample[k]) {
            minimum = min(minimum, value[k]);
            maximum = max(maximum, value[k]);
        }
    }
    if (push.stores_values != 0u) {
        store_channel(0u);
    }
    if (push.finds_range != 0u) {
        widen_range(minimum, maximum);
    }
    check_watchdog();
}
