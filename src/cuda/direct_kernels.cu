// The direct kernel: evaluates every sample of a frame on its own. One thread for each.
#include "noise_device.cuh"

template <uint32_t KIND, uint32_t AXES> static __device__ __forceinline__ void sum_sample(const samples_launch &p)
{
    // Threads past the end take part, because all threads of a warp are needed to find the range, but write nothing.
    const uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
    const bool is_sample = column < p.width;
    const uint32_t x = min(column, p.width - 1);
    const uint32_t y = blockIdx.y;
    float *value = p.at<float>(BINDING_VALUES) + blockIdx.z * p.wide_plane_stride + y * p.wide_row_stride + x;
    scree_fractal_state state = scree_fractal_start();
    state.sum = p.adds && is_sample ? *value : state.sum;
    SCREE_ROLLED
    for (uint32_t o = 0; o < p.octaves; o++) {
        const scree_gpu_octave &octave = p.octave[o];
        scree_cell cell;
        const uint32_t *entry = p.span[BINDING_TABLES] + octave.x_entries + x;
        cell.fraction[0] = scree_f32_from_bits(__ldg(entry));
        cell.fraction1[0] = scree_fraction1(cell.fraction[0]);
        cell.fade[0] = scree_f32_from_bits(__ldg(entry + p.x_stride));
        const uint32_t *keys = p.span[BINDING_TABLES] + octave.x_keys + __ldg(entry + 2 * p.x_stride);
        cell.key0[0] = __ldg(keys);
        cell.key1[0] = __ldg(keys + 1);
        if (AXES > 1) {
            const uint4 row = __ldg(reinterpret_cast<const uint4 *>(p.span[BINDING_TABLES] + octave.y_entries) + y);
            cell.fraction[1] = scree_f32_from_bits(row.x);
            cell.fraction1[1] = scree_f32_from_bits(row.y);
            cell.fade[1] = scree_f32_from_bits(row.z);
            keys = p.span[BINDING_TABLES] + octave.y_keys + row.w;
            cell.key0[1] = __ldg(keys);
            cell.key1[1] = __ldg(keys + 1);
        }
        SCREE_UNROLL
        for (uint32_t outer = 0; outer + 2 < AXES; outer++) {
            cell = put_outer(cell, outer, place_of_plane(p, octave, blockIdx.z, outer));
        }
        state = add_value(p, octave, state, evaluate_cell<KIND, AXES>(p, octave, cell));
    }
    if (is_sample) {
        *value = state.sum;
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], is_sample ? state.sum : scree_f32_from_bits(RANGE_EMPTY_MIN),
                    is_sample ? state.sum : scree_f32_from_bits(RANGE_EMPTY_MAX), threadIdx.x);
    }
}

// Blocks on a multiprocessor: a thread has 32, 40 or 56 registers then, which hold all that a cell of so few axes
// needs. Turing has room for the threads of eight blocks only; there ptxas ignores the bound.
#define BLOCKS_OF_AXES(axes) ((axes) == 1 ? 16 : (axes) == 2 ? 12 : (axes) == 3 ? 9 : 1)

// Kernels that a kind lacks the axes for are empty, and never launched.
#define DIRECT(name, kind, axes)                                                                \
    SCREE_KERNEL(direct_##name##_##axes, scree_gpu_samples, DIRECT_GROUP, BLOCKS_OF_AXES(axes)) \
    {                                                                                           \
        sum_sample<kind, axes>(p);                                                              \
    }

#define DIRECT_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    SCREE_FOR_ALL_AXES(DIRECT, name, number)

SCREE_CELL_KINDS(DIRECT_KIND)
