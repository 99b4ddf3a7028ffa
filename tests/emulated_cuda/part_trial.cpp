// Kernels that try the emulation itself (emulation_test.c).
#include "emulated_device.h"

#include "trial_parameters.h"

extern __shared__ uint4 scree_block_memory[];

static uint32_t *shared_words()
{
    return reinterpret_cast<uint32_t *>(scree_block_memory);
}

// Every thread passes its number on to its neighbour, again and again: the last ones are not what they were.
SCREE_ENTRY(rotate, trial_parameters, 256, 1)
{
    const uint32_t i = threadIdx.y * blockDim.x + threadIdx.x;
    const uint32_t threads = blockDim.x * blockDim.y;
    uint32_t word = i;
    for (uint32_t round = 0; round < p.rounds; round++) {
        shared_words()[i] = word;
        __syncthreads();
        word = shared_words()[(i + 1) % threads];
        __syncthreads();
    }
    p.words[(blockIdx.y * gridDim.x + blockIdx.x) * threads + i] = word;
}

// Rotates without the second barrier, which is wrong in one order of threads or the other.
SCREE_ENTRY(rotate_badly, trial_parameters, 256, 1)
{
    uint32_t word = threadIdx.x;
    for (uint32_t round = 0; round < p.rounds; round++) {
        shared_words()[threadIdx.x] = word;
        __syncthreads();
        word = shared_words()[(threadIdx.x + 1) % blockDim.x];
    }
    p.words[threadIdx.x] = word;
}

// The smallest and the largest word of each warp.
SCREE_ENTRY(reduce, trial_parameters, 256, 1)
{
    uint32_t low = p.words[threadIdx.x];
    uint32_t high = low;
    for (uint32_t distance = 16; distance > 0; distance /= 2) {
        low = min(low, __shfl_xor_sync(0xffffffffu, low, distance));
        high = max(high, __shfl_xor_sync(0xffffffffu, high, distance));
    }
    __syncwarp();
    atomicMin(&p.words[256], low);
    atomicMax(&p.words[257], high);
}

// Threads that have ended hold nobody up.
SCREE_ENTRY(leave, trial_parameters, 256, 1)
{
    if (threadIdx.x % 3 == 0) {
        return;
    }
    shared_words()[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p.words[threadIdx.x] = shared_words()[threadIdx.x % 3 == 1 ? threadIdx.x + 1 : threadIdx.x - 1];
}

// Half of the threads wait at one barrier, half at the other.
SCREE_ENTRY(wait_for_ever, trial_parameters, 256, 1)
{
    if (threadIdx.x % 2 == 0) {
        __syncthreads();
    } else {
        __syncwarp();
        __syncwarp();
    }
    p.words[threadIdx.x] = 1;
}

// A word from threads that have ended.
SCREE_ENTRY(ask_the_dead, trial_parameters, 256, 1)
{
    if (threadIdx.x % 32 > 15) {
        return;
    }
    p.words[threadIdx.x] = __shfl_xor_sync(0xffffffffu, threadIdx.x, 16u);
}

// Writes one word behind the memory of the block.
SCREE_ENTRY(overrun, trial_parameters, 256, 1)
{
    shared_words()[p.rounds] = threadIdx.x;
}

EMULATED_PART(trial)
