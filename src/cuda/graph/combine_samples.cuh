// Combines registers by a run of instructions, some samples for each thread. A thread reads and writes the words of its
// own samples alone. With HAS_DUALS some instructions are partial derivatives; with HAS_FILES all read files.
#ifndef SCREE_CUDA_COMBINE_SAMPLES_CUH
#define SCREE_CUDA_COMBINE_SAMPLES_CUH

#include "combine_layout.h"
#include "noise_range.cuh"
#include "ops/file.h"
#include "ops/instructions.h"
#include "ops/position.h"

#define COMBINE_SAMPLES COMBINE_SAMPLES_CUDA

using combine_launch = scree_launch<scree_gpu_combine_pass>;

// The samples of a thread: the word of the first one in a register, and whether they are samples at all.
struct combined_samples {
    uint32_t at;
    bool is_sample[COMBINE_SAMPLES];
    float *out;                   // The first sample of the thread among the values.
    float value[COMBINE_SAMPLES]; // The values of the instruction before.
};

// An input of an instruction at the samples.
struct combined_input {
    float at[COMBINE_SAMPLES];
};

// The first sample of a thread in a register, and words from one sample to the next.
struct register_place {
    float *first;
    uint32_t stride;
};

static __device__ __forceinline__ register_place place_of(const combine_launch &p, uint32_t word, uint32_t at)
{
    const uint32_t channels = COMBINE_CHANNELS(word);
    return {p.at<float>(BINDING_DATA) + (uint64_t)COMBINE_REGISTER(word) * p.register_stride + at * channels +
                COMBINE_CHANNEL(word),
            channels};
}

// The position along an axis of the sample at a word of a register.
static __device__ __forceinline__ float load_position(const combine_launch &p, uint32_t axis, uint32_t at)
{
    const uint32_t i = at / p.repeats[axis] % p.positions[axis];
    const uint32_t *words = reinterpret_cast<const uint32_t *>(p.address[axis] + i * p.wide_stride[axis]);
    if (p.is_wide) {
        scree_pair bits;
        bits.low = words[0];
        bits.high = words[1];
        return scree_position_from_f64(bits);
    }
    return scree_op_trimmed(scree_f32_from_bits(words[0]));
}

// The sample of a register that is spread along rows or planes.
static __device__ __forceinline__ uint32_t spread_from(const combine_launch &p, uint32_t spread, uint32_t at)
{
    const uint32_t within = at % (spread == COMBINE_SPREADS_PLANE ? p.plane_samples : p.row_samples);
    return spread == COMBINE_SPREADS_ROWS ? within + at / p.plane_samples * p.row_samples : within;
}

// The input `i` of an instruction, whose first word is `head`; nothing where it has fewer.
static __device__ __forceinline__ combined_input load(const combine_launch &p, uint32_t head, uint32_t i, uint32_t word,
                                                      uint32_t spreads, const combined_samples &samples)
{
    combined_input input;
    const uint32_t kind = COMBINE_KIND(head, i);
    const float number = scree_f32_from_bits(word);
    SCREE_UNROLL
    for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {
        input.at[k] = kind == COMBINE_IS_BEFORE ? samples.value[k] : number;
    }
    const uint32_t spread = COMBINE_SPREAD(spreads, i);
    if (kind == COMBINE_IS_REGISTER && spread != 0) {
        SCREE_UNROLL
        for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {
            const uint32_t at = samples.is_sample[k] ? spread_from(p, spread, samples.at + k * DIRECT_GROUP) : 0;
            input.at[k] = scree_op_trimmed(*place_of(p, word, at).first);
        }
    } else if (kind == COMBINE_IS_REGISTER) {
        const register_place values = place_of(p, word, samples.at);
        SCREE_UNROLL
        for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {
            input.at[k] = samples.is_sample[k] ? scree_op_trimmed(values.first[k * DIRECT_GROUP * values.stride])
                                               : 0.0f;
        }
    }
    if (kind == COMBINE_IS_POSITION) {
        SCREE_UNROLL
        for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {
            input.at[k] = samples.is_sample[k] ? load_position(p, word, samples.at + k * DIRECT_GROUP) : 0.0f;
        }
    }
    return input;
}

#if defined(HAS_FILES)
// Reads a file at the samples: its table lies behind the instructions, from the word on that is the last input.
static __device__ __forceinline__ void evaluate(const combine_launch &p, const uint4 &first, const uint4 &second,
                                                combined_samples &samples)
{
    const combined_input x = load(p, first.x, 0, first.z, second.w, samples);
    const combined_input y = load(p, first.x, 1, first.w, second.w, samples);
    const combined_input z = load(p, first.x, 2, second.x, second.w, samples);
    const uint32_t *table = p.at<const uint32_t>(BINDING_ENTRIES) + second.y;
    const uint32_t along = (first.x & COMBINE_NUMBER_MASK) / SCREE_PARTIAL_NUMBERS;
    SCREE_ROLLED
    for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {
        samples.value[k] =
            scree_file_sample(table, x.at[k], y.at[k], z.at[k], along == 0 ? SCREE_FILE_VALUE : along - 1);
    }
}
#else
// Evaluates an instruction at the samples.
static __device__ __forceinline__ void evaluate(const combine_launch &p, const uint4 &first, const uint4 &second,
                                                combined_samples &samples)
{
    const uint32_t head = first.x;
    const uint32_t inputs = COMBINE_INPUTS(head);
    const combined_input a = load(p, head, 0, first.z, second.w, samples);
    combined_input b = a;
    combined_input c = a;
    combined_input d = a;
    combined_input e = a;
    if (inputs > 1) {
        b = load(p, head, 1, first.w, second.w, samples);
    }
    if (inputs > 2) {
        c = load(p, head, 2, second.x, second.w, samples);
    }
    if (inputs > 3) {
        d = load(p, head, 3, second.y, second.w, samples);
        e = load(p, head, 4, second.z, second.w, samples);
    }
    const uint32_t number = head & COMBINE_NUMBER_MASK;
#if defined(HAS_DUALS)
    if (number >= SCREE_PARTIAL_NUMBERS) {
        SCREE_ROLLED
        for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {
            samples.value[k] = scree_instruction_partial(number % SCREE_PARTIAL_NUMBERS,
                                                         number / SCREE_PARTIAL_NUMBERS - 1, a.at[k], b.at[k], c.at[k],
                                                         d.at[k], e.at[k]);
        }
        return;
    }
#endif
#define EVALUATE(INSTRUCTION, name, number, inputs)                                                       \
    case number:                                                                                          \
        SCREE_UNROLL                                                                                      \
        for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {                                                  \
            samples.value[k] =                                                                            \
                SCREE_INSTRUCTION_CALL_##inputs(name, a.at[k], b.at[k], c.at[k], d.at[k], e.at[k]).value; \
        }                                                                                                 \
        break;
    SCREE_INSTRUCTION_SWITCH(number, EVALUATE)
#undef EVALUATE
}
#endif

// Stores the values as those of a channel.
static __device__ __forceinline__ void store_channel(const combine_launch &p, uint32_t channel,
                                                     const combined_samples &samples)
{
    SCREE_UNROLL
    for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {
        if (samples.is_sample[k]) {
            samples.out[k * DIRECT_GROUP * p.channels + channel] = samples.value[k];
        }
    }
}

static __device__ __forceinline__ void combine_samples(const combine_launch &p, combined_samples &samples)
{
    const uint4 *code = p.at<const uint4>(BINDING_ENTRIES) + 2 * (uint64_t)p.first_instruction;
    SCREE_ROLLED
    for (uint32_t i = 0; i < p.instructions; i++) {
        const uint4 first = __ldg(code + 2 * i);
        evaluate(p, first, __ldg(code + 2 * i + 1), samples);
        if ((first.x & COMBINE_STORES) != 0) {
            const register_place values = place_of(p, first.y, samples.at);
            SCREE_UNROLL
            for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {
                if (samples.is_sample[k]) {
                    values.first[k * DIRECT_GROUP * values.stride] = samples.value[k];
                }
            }
        }
        if ((first.x & COMBINE_IS_CHANNEL) != 0) {
            store_channel(p, first.y, samples);
        }
    }
}

SCREE_KERNEL(COMBINE_KERNEL, scree_gpu_combine_pass, DIRECT_GROUP, 1)
{
    // Threads past the end take part, because all threads of a warp are needed to find the range.
    const uint32_t group = blockIdx.y * gridDim.x + blockIdx.x;
    const uint32_t row = group / p.row_groups;
    const uint32_t x = group % p.row_groups * (COMBINE_SAMPLES * DIRECT_GROUP) + threadIdx.x;
    float minimum = scree_f32_from_bits(RANGE_EMPTY_MIN);
    float maximum = scree_f32_from_bits(RANGE_EMPTY_MAX);
    combined_samples samples = {};
    samples.out = p.at<float>(BINDING_VALUES) + blockIdx.z * p.wide_plane_stride + row * p.wide_row_stride +
                  (uint64_t)x * p.channels;
    samples.at = p.first_sample + (blockIdx.z * p.rows + row) * p.width + x;
    SCREE_UNROLL
    for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {
        samples.is_sample[k] = row < p.rows && x + k * DIRECT_GROUP < p.width;
    }
    combine_samples(p, samples);
    SCREE_UNROLL
    for (uint32_t k = 0; k < COMBINE_SAMPLES; k++) {
        if (samples.is_sample[k]) {
            minimum = scree_minimum(samples.value[k], minimum);
            maximum = scree_maximum(samples.value[k], maximum);
        }
    }
    if (p.stores_values) {
        store_channel(p, 0, samples);
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], minimum, maximum, threadIdx.x);
    }
}

#endif
