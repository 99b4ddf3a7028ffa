// Converts values to the output's type, one thread for each word of output: a float, two u16 or four u8. Also the
// self-tests.
#include "convert.h"
#include "noise_device.cuh"

SCREE_KERNEL(convert, scree_cuda_conversion, SCREE_CUDA_CONVERT_THREADS, 1)
{
    const uint64_t word = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t in_word = 32 / p.bits;
    const uint64_t first = word * in_word;
    if (first >= p.samples) {
        return;
    }
    uint32_t made = 0;
    for (uint32_t i = 0; i < in_word && first + i < p.samples; i++) {
        float mapped = scree_map_range(p.values[first + i], p.low, p.scale, p.top);
        made |= (p.bits == 32 ? scree_bits_from_f32(mapped) : scree_quantise(mapped)) << (i * p.bits % 32);
    }
    p.data[word] = made;
}

// Sums, differences and products whose roundings distinguish an exact device from one that fuses operations or rounds
// otherwise.
SCREE_KERNEL(self_test, scree_cuda_trial, SCREE_CUDA_DIRECT_THREADS, 1)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < p.trials) {
        const float *o = p.operands + 7 * i;
        float *result = p.results + 3 * i;
        result[0] = scree_fold_value(o[0], o[1], o[2], o[3], o[4], o[5], o[6]);
        result[1] = scree_fold_first(o[0], o[1], o[2], o[3], o[6]);
        result[2] = scree_add_octave(scree_bend_ridged(o[0], o[1]), o[2]);
    }
}

// Fractions, fade weights and keys of places, whose roundings distinguish an exact float64 from others.
SCREE_KERNEL(self_test_wide, scree_cuda_trial, SCREE_CUDA_DIRECT_THREADS, 1)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < p.trials) {
        float *result = p.results + 7 * i;
        scree_pair coordinate;
        coordinate.low = scree_bits_from_f32(p.operands[2 * i]);
        coordinate.high = scree_bits_from_f32(p.operands[2 * i + 1]);
        const scree_place place = scree_place_trial(coordinate, SCREE_KERNEL_FADE_QUINTIC);
        result[0] = place.fraction;
        result[1] = place.fraction1;
        result[2] = place.fade;
        result[3] = scree_place_trial(coordinate, SCREE_KERNEL_FADE_CUBIC).fade;
        result[4] = scree_place_trial(coordinate, SCREE_KERNEL_FADE_COSINE).fade;
        result[5] = scree_place_trial(coordinate, SCREE_KERNEL_FADE_LINEAR).fade;
        result[6] = scree_f32_from_u24(place.key0 >> 8);
    }
}
