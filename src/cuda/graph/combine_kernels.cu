// Combines registers by a run of instructions, one thread for each sample. A thread reads and writes the words of its
// own sample alone.
#include "combine_layout.h"
#include "noise_range.cuh"
#include "ops/instructions.h"
#include "ops/position.h"

using combine_launch = scree_launch<scree_gpu_combine_pass>;

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

// The input `i` of an instruction, whose first word is `head`, at a sample.
static __device__ __forceinline__ float load(const combine_launch &p, uint32_t head, uint32_t i, uint32_t word,
                                             const float *registers, uint32_t at, float before)
{
    switch (COMBINE_KIND(head, i)) {
    case COMBINE_IS_REGISTER:
        return scree_op_trimmed(registers[(uint64_t)word * p.register_stride + at]);
    case COMBINE_IS_BEFORE:
        return before;
    case COMBINE_IS_POSITION:
        return load_position(p, word, at);
    default:
        return scree_f32_from_bits(word);
    }
}

// The value of the last instruction at a sample.
static __device__ __forceinline__ float combine_sample(const combine_launch &p, uint32_t at)
{
    float *registers = p.at<float>(BINDING_DATA);
    const uint4 *code = p.at<const uint4>(BINDING_ENTRIES) + 2 * (uint64_t)p.first_instruction;
    float value = 0.0f;
    SCREE_ROLLED
    for (uint32_t i = 0; i < p.instructions; i++) {
        const uint4 first = __ldg(code + 2 * i);
        const uint4 second = __ldg(code + 2 * i + 1);
        const float a = load(p, first.x, 0, first.z, registers, at, value);
        const float b = load(p, first.x, 1, first.w, registers, at, value);
        const float c = load(p, first.x, 2, second.x, registers, at, value);
        const float d = load(p, first.x, 3, second.y, registers, at, value);
        const float e = load(p, first.x, 4, second.z, registers, at, value);
        value = scree_instruction_value(first.x & COMBINE_NUMBER_MASK, a, b, c, d, e);
        if ((first.x & COMBINE_STORES) != 0) {
            registers[(uint64_t)first.y * p.register_stride + at] = value;
        }
    }
    return value;
}

SCREE_KERNEL(combine, scree_gpu_combine_pass, DIRECT_GROUP, 1)
{
    // Threads past the end take part, because all threads of a warp are needed to find the range.
    const uint32_t group = blockIdx.y * gridDim.x + blockIdx.x;
    const uint32_t row = group / p.row_groups;
    const uint32_t x = group % p.row_groups * DIRECT_GROUP + threadIdx.x;
    const bool is_sample = x < p.width && row < p.rows;
    float value = 0.0f;
    if (is_sample) {
        value = combine_sample(p, p.first_sample + (blockIdx.z * p.rows + row) * p.width + x);
        if (p.stores_values) {
            p.at<float>(BINDING_VALUES)[blockIdx.z * p.wide_plane_stride + row * p.wide_row_stride + x] = value;
        }
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], is_sample ? value : scree_f32_from_bits(RANGE_EMPTY_MIN),
                    is_sample ? value : scree_f32_from_bits(RANGE_EMPTY_MAX), threadIdx.x);
    }
}
