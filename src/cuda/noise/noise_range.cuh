// The smallest and largest sample of those that a kernel makes.
#ifndef SCREE_CUDA_NOISE_RANGE_CUH
#define SCREE_CUDA_NOISE_RANGE_CUH

#include "base/range.h"
#include "launch.h"

// Smallest and largest sample of a warp, all of whose threads come here, into one of the pairs that the host puts
// together. A pair is touched only where that widens it.
static __device__ inline void widen_range(uint32_t *range, float minimum, float maximum, uint32_t thread)
{
    uint32_t low = scree_ordered_from_one(minimum);
    uint32_t high = scree_ordered_from_one(maximum);
    for (uint32_t distance = 16; distance > 0; distance /= 2) {
        low = min(low, __shfl_xor_sync(0xffffffffu, low, distance));
        high = max(high, __shfl_xor_sync(0xffffffffu, high, distance));
    }
    if (thread % 32 == 0) {
        uint32_t block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
        uint32_t *pair = range + block % RANGE_PAIRS * RANGE_PAIR_WORDS;
        // An older number than the pair's only makes the atomic needless.
        if (low < pair[0]) {
            atomicMin(&pair[0], low);
        }
        if (high > pair[1]) {
            atomicMax(&pair[1], high);
        }
    }
}

#endif
