// Converts values to the output's type, one thread for each word of output: a float, two u16 or four u8. Also the
// self-test.
#include "convert.h"
#include "noise_device.cuh"
#include "trial.h"

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

// Trials whose roundings distinguish an exact device from one that fuses operations or rounds otherwise.
SCREE_KERNEL(self_test, scree_cuda_trials, SCREE_CUDA_DIRECT_THREADS, 1)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < p.count) {
        p.outcomes[i] = scree_trial_evaluate(p.trials[i]);
    }
}
