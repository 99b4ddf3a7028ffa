// The direct kernel: evaluates every sample of a submission on its own. One thread for each.
#ifndef SCREE_CUDA_DIRECT_SAMPLES_CUH
#define SCREE_CUDA_DIRECT_SAMPLES_CUH

#include "octave_sum.cuh"

template <uint32_t KIND, uint32_t AXES> static __device__ __forceinline__ void sum_sample(const samples_launch &p)
{
    // Threads past the end take part, because all threads of a warp are needed to find the range, but write nothing.
    const uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
    const bool is_sample = column < p.width;
    const uint32_t x = min(column, p.width - 1);
    const uint32_t y = blockIdx.y;
    float *value = p.at<float>(BINDING_VALUES) + blockIdx.z * p.wide_plane_stride + y * p.wide_row_stride +
                   x * channels<AXES>(p);
    octave_sum sum = start_sum(p, value, p.adds && is_sample, nullptr);
    SCREE_ROLLED
    for (uint32_t o = 0; o < p.octaves; o++) {
        const scree_gpu_octave &octave = p.octave[o];
        const scree_cell cell = cell_of_sample<AXES>(p, octave, x, y);
        sum = add_value<AXES>(p, octave.weight, p.first_octave + o, sum, evaluate_cell<KIND, AXES>(p, octave, cell));
    }
    if (is_sample) {
        store_sum<AXES>(p, value, nullptr, sum);
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], is_sample ? first_of_sum(p, sum) : scree_f32_from_bits(RANGE_EMPTY_MIN),
                    is_sample ? first_of_sum(p, sum) : scree_f32_from_bits(RANGE_EMPTY_MAX), threadIdx.x);
    }
}

// Blocks on a multiprocessor: a thread has 32, 40 or 56 registers then, which hold all that a cell of so few axes
// needs. Turing has room for the threads of eight blocks only; there ptxas ignores the bound. Derivatives need more.
#if defined(HAS_DUALS)
#define BLOCKS_OF_AXES(axes) 1
#else
#define BLOCKS_OF_AXES(axes) ((axes) == 1 ? 16 : (axes) == 2 ? 12 : (axes) == 3 ? 9 : 1)
#endif

// Kernels that a kind lacks the axes for are empty, and never launched.
#define DIRECT(name, kind, axes)                                                                \
    SCREE_KERNEL(direct_##name##_##axes, scree_gpu_samples, DIRECT_GROUP, BLOCKS_OF_AXES(axes)) \
    {                                                                                           \
        sum_sample<kind, axes>(p);                                                              \
    }

#define DIRECT_KIND(KIND, name, number, traits, sample, min_axes, max_axes) SCREE_FOR_ALL_AXES(DIRECT, name, number)

SCREE_SUM_CELL_KINDS(DIRECT_KIND)

#endif
