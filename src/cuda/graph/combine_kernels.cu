// Combines registers by a run of instructions, one thread for each sample. A thread reads and writes the words of its
// own sample alone.
#include "combine_layout.h"
#include "noise_range.cuh"
#include "ops/instructions.h"

using combine_launch = scree_launch<scree_gpu_combine_pass>;

// The input `i` of an instruction, whose first word is `head`, at a sample.
static __device__ __forceinline__ float load(const combine_launch &p, uint32_t head, uint32_t i, uint32_t word,
                                             const float *registers, float before)
{
    switch (COMBINE_KIND(head, i)) {
    case COMBINE_IS_REGISTER:
        return scree_op_trimmed(registers[(uint64_t)word * p.register_stride]);
    case COMBINE_IS_BEFORE:
        return before;
    default:
        return scree_f32_from_bits(word);
    }
}

// The value of the last instruction at a sample, whose word in the first register is given.
static __device__ __forceinline__ float combine_sample(const combine_launch &p, float *registers)
{
    const uint4 *code = p.at<const uint4>(BINDING_ENTRIES) + 2 * (uint64_t)p.first_instruction;
    float value = 0.0f;
    SCREE_ROLLED
    for (uint32_t i = 0; i < p.instructions; i++) {
        const uint4 first = __ldg(code + 2 * i);
        const uint4 second = __ldg(code + 2 * i + 1);
        const float a = load(p, first.x, 0, first.z, registers, value);
        const float b = load(p, first.x, 1, first.w, registers, value);
        const float c = load(p, first.x, 2, second.x, registers, value);
        const float d = load(p, first.x, 3, second.y, registers, value);
        const float e = load(p, first.x, 4, second.z, registers, value);
        value = scree_instruction_value(first.x & COMBINE_NUMBER_MASK, a, b, c, d, e);
        if ((first.x & COMBINE_STORES) != 0) {
            registers[(uint64_t)first.y * p.register_stride] = value;
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
        const uint64_t at = p.first_sample + ((uint64_t)blockIdx.z * p.rows + row) * p.width + x;
        value = combine_sample(p, p.at<float>(BINDING_DATA) + at);
        if (p.stores_values) {
            p.at<float>(BINDING_VALUES)[blockIdx.z * p.wide_plane_stride + row * p.wide_row_stride + x] = value;
        }
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], is_sample ? value : scree_f32_from_bits(RANGE_EMPTY_MIN),
                    is_sample ? value : scree_f32_from_bits(RANGE_EMPTY_MAX), threadIdx.x);
    }
}
